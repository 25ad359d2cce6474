import { computed, effect, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { createCheckup } from '../../capabilities/doctor/console/doctor-store.js';
import { createJobDraft } from '../../capabilities/jobs/console/draft.js';
import { createJobBoard } from '../../capabilities/jobs/console/jobs-store.js';
import { createKeptData } from '../../console/library/library-database.js';
import { createLibrary } from '../../console/library/library-store.js';
import { createPlaceSets } from '../../console/library/saved-places.js';
import { createEndNotice } from '../../console/links/end-notice.js';
import { createKeeper } from '../../console/links/keeper.js';
import { createLinkCheck } from '../../console/links/links-store.js';
import { createPlaceList } from '../../console/place/place-list-store.js';
import { createPlaceLookup } from '../../console/place/place-store.js';
import { createReviewList } from '../../console/reviews/reviews-store.js';
import { periodFigures } from '../../console/reviews/statistics.js';
import type { Examples } from '../../core/published/examples.js';
import type { Language } from '../../core/published/language.js';
import { PLACE_FIELDS } from '../../core/published/place-fields.js';
import { createListInput, type ListSource } from './input/source.js';
import { createKeys, sendableKey } from './state/keys.js';
import { formatRoute, MAX_PAGES, parseRoute, type Route, type View, watchOf } from './state/route.js';
import { createThrottle } from './state/runs.js';
import { createService } from './state/service.js';
import { readonly, stored, storedText } from './state/ui-signals.js';
import { createTexts, type Texts } from './texts.js';

const KEY = 'place-lookup-key';
const ADDRESS_EVERY_MS = 400;
/** Maximum bytes of a file with places and reviews to watch. */
const MAX_WATCH_FILE = 5_000_000;

/** True if the route shows the reviews of a place and the address still belongs to them. */
function isShownAt(route: Route, hash: string): boolean {
  if (route.view !== 'reviews' || route.place === '') return false;
  const at = parseRoute(hash);
  return at.view === 'reviews' && at.place === route.place;
}

/** The examples that the service puts into the page. Pages of older services have no examples. */
function readExamples(): Examples {
  const content = document.querySelector<HTMLMetaElement>('meta[name="place-lookup-examples"]')?.content;
  return { places: [], reviews: [], ...(JSON.parse(content ?? '{}') as Partial<Examples>) };
}

/** The stores and actions that every component can use. */
export function createConsole() {
  const language = stored<Language>(
    localStorage,
    'place-lookup-language',
    (kept) => (kept === 'en' ? 'en' : 'pl'),
    (chosen) => chosen,
  );
  const texts = computed(() => createTexts(language.value));
  const keys = createKeys(
    storedText(sessionStorage, KEY, sendableKey),
    storedText(localStorage, KEY, sendableKey),
  );
  const { api, jobs, patientJobs } = createService(keys);
  const kept = createKeptData(localStorage);
  const library = createLibrary(kept);
  const place = createPlaceLookup(api, (query, { details }) => {
    void library.notePlace(query, details[PLACE_FIELDS.name]);
  });
  const endNotice = createEndNotice();
  const shownList = storedText(sessionStorage, 'place-lookup-list');
  const links = createLinkCheck(api, createKeeper(library, shownList));
  if (shownList.value !== null) void links.open(shownList.value);
  const placeSets = createPlaceSets(kept);
  const places = createPlaceList(api, placeSets, storedText(sessionStorage, 'place-lookup-places'));
  const known = (placeId: string) => {
    const outcome = place.lookup.value?.outcome ?? null;
    return outcome !== null && 'data' in outcome && outcome.data.place_id === placeId ? outcome.data : null;
  };
  const reviews = createReviewList(api, known, (placeId, read, isWhole) => {
    const at = Date.now();
    const [month, quarter] = periodFigures(read, isWhole, at / 1000).map(({ last }) => last.count);
    const replied = read.filter((review) => review.has_owner_response).length;
    const pace = { last30: month ?? null, last90: quarter ?? null, read: read.length, replied };
    void placeSets.notePace({ placeId, at, ...pace });
  });
  const board = createJobBoard(api, jobs, patientJobs, keys);
  const draft = createJobDraft(jobs, language);
  const checkup = createCheckup(api, keys);
  const watchInput = createListInput({
    listed: signal('places'),
    maxBytes: MAX_WATCH_FILE,
    keepsTextFiles: false,
  });
  const route = signal(parseRoute(location.hash));
  const announcement = signal('');
  let arrangementBefore = reviews.arrangement.value;
  /** Shows the view of a URL, and starts its lookup unless its result is already shown. */
  const open = (next: Route) => {
    route.value = next;
    if (next.view === 'place' && next.query !== '' && next.query !== place.lookup.value?.query) {
      void place.find(next.query);
    }
    if (next.view === 'reviews') {
      const shown = reviews.reading.value;
      if (next.place !== '') reviews.arrangement.value = next.arrangement;
      const isNew = next.place !== shown?.place || next.maxPages !== shown.maxPages;
      if (isNew && next.place !== '') void reviews.start(next.place, next.maxPages);
    }
  };
  window.addEventListener('hashchange', () => open(parseRoute(location.hash)));
  open(route.value);
  effect(() => {
    document.documentElement.lang = language.value;
    const { titles, appName } = texts.value;
    const { view } = route.value;
    const name = view === 'reviews' ? reviews.details.value?.details[PLACE_FIELDS.name] : null;
    document.title = [links.mark.value, name, titles[view], appName]
      .filter((part) => part != null)
      .join(' – ');
  });
  const routeTo = (view: View): Route => {
    if (view === 'place') return { view, query: place.lookup.value?.query ?? '' };
    if (view === 'jobs' || view === 'channels') return { view, id: '' };
    if (view === 'events') return { view, type: '' };
    if (view === 'watch') return watchOf();
    if (view !== 'reviews') return { view };
    const { place: asked = '', maxPages = MAX_PAGES } = reviews.reading.value ?? {};
    return { view, place: asked, maxPages, arrangement: reviews.arrangement.value };
  };
  const viewAddress = () => {
    const current = route.value;
    const shown =
      current.view === 'reviews' ? { ...current, arrangement: reviews.arrangement.value } : current;
    return new URL(formatRoute(shown), location.href).href;
  };
  // Browsers allow about 100 changes of the address in 30 seconds.
  const address = createThrottle(() => {
    // Keep the address if the user has gone back to another view since.
    if (isShownAt(route.value, location.hash)) {
      history.replaceState(null, '', viewAddress());
    }
  }, ADDRESS_EVERY_MS);
  effect(() => {
    if (reviews.arrangement.value !== arrangementBefore) address.touch();
    arrangementBefore = reviews.arrangement.value;
  });
  const go = (next: Route) => {
    const hash = formatRoute(next);
    if (hash !== location.hash) history.pushState(null, '', hash);
    open(next);
  };
  const announce = (text: string) => {
    announcement.value = '';
    // Clear the text first: screen readers read an equal text again only after it was empty.
    setTimeout(() => {
      announcement.value = text;
    }, 50);
  };
  return {
    examples: readExamples(),
    api,
    language,
    keys,
    ...readonly({ texts, route }),
    place,
    places,
    kept,
    placeSets,
    links,
    library,
    endNotice,
    reviews,
    board,
    draft,
    checkup,
    /** The places and reviews that the user wants to watch. */
    watchInput,
    /** The number of the newest event that the user has read; null = none. */
    watchSeen: storedText(localStorage, 'place-lookup-watch-seen'),
    /** Shows the view of watches with these places or reviews in its form. */
    watchThese: (source: ListSource) => {
      watchInput.show(source);
      go(watchOf());
    },
    /** Shows a view and puts it into the URL. */
    go,
    /** The route of a view, with the place, list or job that the view showed last. */
    routeTo,
    /** Shows the view of review links with this link, and checks it unless the view already holds a list. */
    checkReviewLink: (url: string) => {
      const before = links.input.text.value.trimEnd();
      const isFree = before === '' && links.phase.value !== 'checking';
      // Drop a checked workbook: it is among the saved lists.
      links.input.file.value = null;
      links.input.text.value = before === '' ? url : `${before}\n${url}`;
      go({ view: 'links' });
      announce(texts.value.place.isReview);
      if (isFree) void links.start();
      else links.isFolded.value = false;
    },
    /** The whole address of the current view, with its filters. */
    viewAddress,
    ...readonly({ announcement }),
    /** Makes screen readers read the text aloud. */
    announce,
  };
}

export const ConsoleContext = createContext<ReturnType<typeof createConsole> | null>(null);

export function useConsole() {
  const console = useContext(ConsoleContext);
  if (console === null) throw new Error('useConsole was called outside of the console');
  return console;
}

/** The texts in the chosen language. */
export function useTexts(): Texts {
  return useConsole().texts.value;
}
