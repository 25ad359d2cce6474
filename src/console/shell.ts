import { batch, effect, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Language } from '../core/published/language.js';
import { PLACE_FIELDS } from '../core/published/place-fields.js';
import { dayOf } from '../kit/lists/table.js';
import type { ConsolePart, Here } from '../kit/ui/context.js';
import { createLeaving } from '../kit/ui/question.js';
import { createKeys } from '../kit/ui/state/keys.js';
import { createOffers } from '../kit/ui/state/offers.js';
import { formatRoute, parseRoute, type Route } from '../kit/ui/state/route.js';
import { createThrottle, UNSTOPPED } from '../kit/ui/state/runs.js';
import { createService, hasKey } from '../kit/ui/state/service.js';
import { readonly, setter, stored } from '../kit/ui/state/ui-signals.js';
import { loadTexts } from '../kit/ui/texts.js';
import { createAsk } from './ask/ask-store.js';
import { createPlaceLookup } from './place/place-store.js';
import { createReviewList } from './reviews/reviews-store.js';

const KEY = 'place-lookup-key';
/** Browsers allow about 100 changes of the address in 30 seconds: 20 at once, further ones at intervals. */
const ADDRESSES_AT_ONCE = 20;
const ADDRESS_EVERY_MS = 400;
/** As long as the service itself remembers the details of a place. */
const FRESH_MS = 300_000;
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { pl: 'Polski', en: 'English' };

/** What parts of the console share, and the stores of its own views. */
type Shell = Awaited<ReturnType<typeof createConsole>>;

/** The view that the address names, and the moves to another one. */
function followAddress(place: Shell['place'], reviews: Shell['reviews']) {
  const route = signal(parseRoute(location.hash));
  let arrangementBefore = reviews.arrangement.value;
  /** The address of what is shown. */
  let shownAt = location.hash;
  /** Shows the view of a URL, and starts its lookup unless its result is already shown. */
  const open = (next: Route) => {
    shownAt = location.hash;
    route.value = next;
    if (next.view === 'place' && next.query !== place.lookup.value?.query) void place.find(next.query);
    if (next.view === 'reviews') {
      const shown = reviews.reading.value;
      reviews.arrangement.value = next.arrangement;
      if (next.place !== shown?.place) void reviews.start(next.place);
    }
  };
  window.addEventListener('hashchange', () => open(parseRoute(location.hash)));
  open(route.value);
  let wroteAt = 0;
  let left = 0;
  const allowed = () => Math.min(ADDRESSES_AT_ONCE, left + (Date.now() - wroteAt) / ADDRESS_EVERY_MS);
  const writeAddress = () => {
    left = allowed() - 1;
    wroteAt = Date.now();
    // Keep the address if the user has gone back to another view since.
    if (location.hash !== shownAt) return;
    const shown = { ...route.value, arrangement: reviews.arrangement.value } as Route;
    history.replaceState(null, '', formatRoute(shown));
    shownAt = location.hash;
  };
  const later = createThrottle(writeAddress, ADDRESS_EVERY_MS);
  const touch = () => (allowed() >= 1 ? writeAddress() : later.touch());
  // A link leads away: the address that is left has what was changed last.
  document.addEventListener('click', later.flush, true);
  effect(() => {
    if (reviews.arrangement.value !== arrangementBefore) touch();
    arrangementBefore = reviews.arrangement.value;
  });
  const go = (next: Route) => {
    later.flush();
    const hash = formatRoute(next);
    if (hash !== location.hash) history.pushState(null, '', hash);
    // A page with something that is not saved may keep its address.
    if (hash === location.hash) open(next);
  };
  const refine = (next: Route) => {
    route.value = next;
    touch();
  };
  return { route, go, refine };
}

export async function createConsole(parts: readonly ConsolePart[], loadMessages: Here['loadMessages']) {
  const first = navigator.language.startsWith('pl') ? 'pl' : 'en';
  const languageOf = (kept: string | null) => (kept === 'en' || kept === 'pl' ? kept : first);
  const language = stored<Language>(localStorage, 'place-lookup-language', languageOf, (chosen) => chosen);
  const texts = signal(await loadTexts(language.value));
  const asKept = (key: string | null) => key;
  const keptIn = (storage: Storage) => stored(storage, KEY, asKept, asKept);
  const keys = createKeys(keptIn(sessionStorage), keptIn(localStorage));
  const api = createService(keys);
  const offers = createOffers(api);
  // A service with keys answers nothing without one: every page asks for the key at once.
  const asked = { path: 'info', signal: UNSTOPPED };
  if (keys.current.value === null) void api.data(asked, hasKey('name')).catch(() => undefined);
  const place = createPlaceLookup(api);
  const shownPlace = () => {
    const outcome = place.lookup.value?.outcome ?? null;
    return outcome !== null && 'data' in outcome ? outcome : null;
  };
  /** Figures that are older than the reviews beside them are read again. */
  const known = (placeId: string) => {
    const { data, loadedAt = 0 } = shownPlace() ?? {};
    return data?.place_id === placeId && Date.now() - loadedAt < FRESH_MS ? data : null;
  };
  const reviews = createReviewList(api, known);
  /** The name of what the view shows; null = the title of the view. */
  const pageName = signal<string | null>(null);
  const { route, go, refine } = followAddress(place, reviews);
  const announcement = signal('');
  const today = signal(dayOf(new Date()));
  setInterval(() => setter(today)(dayOf(new Date())), 60_000);
  effect(() => {
    document.documentElement.lang = language.value;
    const { t } = texts.value;
    const { view } = route.value;
    const shown = view === 'reviews' ? reviews.details.value : view === 'place' ? shownPlace()?.data : null;
    const name = pageName.value ?? shown?.details?.[PLACE_FIELDS.name];
    document.title = [name, t(`titles.${view}`), t('appName')].filter((part) => part != null).join(' – ');
  });
  const findPlace = (query: string) => {
    // The same query again repeats the lookup without a navigation.
    if (query === place.lookup.value?.query) void place.find(query);
    go({ view: 'place', query });
  };
  const announce = (text: string) => {
    announcement.value = '';
    // Clear the text first: screen readers read an equal text again only after it was empty.
    setTimeout(() => setter(announcement)(text), 50);
  };
  const made = new Map<unknown, unknown>();
  const here: Here = {
    ...{ api, offers, keys, parts, loadMessages, go, refine, announce },
    namePage: setter(pageName),
    ...readonly({ language, texts, route, announcement, today }),
    store: <T>(create: (here: Here) => T): T => {
      if (!made.has(create)) made.set(create, create(here));
      return made.get(create) as T;
    },
  };
  const begin: Parameters<typeof createAsk>[0]['begin'] = async (...list) =>
    parts.find(({ beginList }) => beginList)?.beginList?.(here, ...list);
  const ask = createAsk({ api, go, findPlace, begin, ...here.store(createLeaving) });
  return {
    ...here,
    /** Changes to a language. */
    speak: async (chosen: Language) => {
      const loaded = await loadTexts(chosen);
      batch(() => {
        texts.value = loaded;
        language.value = chosen;
      });
    },
    ...readonly({ pageName }),
    place,
    ask,
    reviews,
  };
}

export const ShellContext = createContext<Shell | null>(null);

/** The console with the stores of its own views; parts of capabilities use the one of the kit. */
export function useConsole(): Shell {
  const console = useContext(ShellContext);
  if (console === null) throw new Error('useConsole was called outside of the console');
  return console;
}
