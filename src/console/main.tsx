import { computed, effect, signal } from '@preact/signals';
import { render } from 'preact';
import type { Language } from '../contract/language.js';
import { PLACE_FIELDS } from '../contract/place-fields.js';
import { App } from './app.js';
import { type Console, ConsoleContext } from './context.js';
import { createCheckup } from './doctor/store.js';
import { readExamples } from './help/examples.js';
import { createJobDraft } from './jobs/draft.js';
import { createJobBoard } from './jobs/store.js';
import { createPlaceSets } from './library/places.js';
import { createLibrary } from './library/store.js';
import { createEndNotice } from './links/end-notice.js';
import { createKeeper } from './links/keeper.js';
import { progressMark } from './links/progress.js';
import { createLinkCheck } from './links/store.js';
import { createPlaceList } from './place/list-store.js';
import { createPlaceLookup } from './place/store.js';
import { periodFigures } from './reviews/statistics.js';
import { createReviewList } from './reviews/store.js';
import { createKeys, sendableKey } from './state/keys.js';
import { formatRoute, MAX_PAGES, parseRoute, type Route, type View } from './state/route.js';
import { createThrottle } from './state/runs.js';
import { createService } from './state/service.js';
import { stored, storedText } from './state/signals.js';
import { createTexts } from './texts.js';

const KEY = 'place-lookup-key';
const ADDRESS_EVERY_MS = 400;

/** True if the route shows the reviews of a place and the address still belongs to them. */
function isShownAt(route: Route, hash: string): boolean {
  if (route.view !== 'reviews' || route.place === '') return false;
  const at = parseRoute(hash);
  return at.view === 'reviews' && at.place === route.place;
}

function createConsole(): Console {
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
  const library = createLibrary(localStorage);
  const place = createPlaceLookup(api, (query, { details }) => {
    void library.notePlace(query, details[PLACE_FIELDS.name]);
  });
  const endNotice = createEndNotice();
  const shownList = storedText(sessionStorage, 'place-lookup-list');
  const links = createLinkCheck(api, createKeeper(library, shownList));
  if (shownList.value !== null) void links.open(shownList.value);
  const placeSets = createPlaceSets(library);
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
    document.title = [progressMark(links), name, titles[view], appName]
      .filter((part) => part != null)
      .join(' – ');
  });
  const routeTo = (view: View): Route => {
    if (view === 'place') return { view, query: place.lookup.value?.query ?? '' };
    if (view === 'jobs') return { view, id: '' };
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
    examples: readExamples(document),
    language,
    texts,
    keys,
    route,
    place,
    places,
    placeSets,
    links,
    library,
    endNotice,
    reviews,
    board,
    draft,
    checkup,
    go,
    routeTo,
    checkReviewLink: (url) => {
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
    viewAddress,
    announcement,
    announce,
  };
}

const root = document.getElementById('console');
if (root !== null) {
  render(
    <ConsoleContext.Provider value={createConsole()}>
      <App />
    </ConsoleContext.Provider>,
    root,
  );
}
