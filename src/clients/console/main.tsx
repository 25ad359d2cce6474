import { effect, signal } from '@preact/signals';
import { render } from 'preact';
import { createApi } from '../core/api.js';
import { createJobs } from '../core/jobs.js';
import type { Job, JobLine } from '../core/lines.js';
import { App } from './app.js';
import { type Console, ConsoleContext } from './context.js';
import { createCheckup } from './doctor/store.js';
import { createJobDraft } from './jobs/draft.js';
import { createJobPages } from './jobs/pages.js';
import { createJobBoard } from './jobs/store.js';
import { followPlaces } from './library/follow-places.js';
import { createLibrary } from './library/store.js';
import { createEndNotice } from './links/end-notice.js';
import { createKeeper, lastList } from './links/keeper.js';
import { progressMark } from './links/progress.js';
import { createLinkCheck } from './links/store.js';
import { createPlaceLookup } from './place/store.js';
import { createReviewList } from './reviews/store.js';
import { createKeys } from './state/keys.js';
import { createLanguages } from './state/language.js';
import { formatRoute, parseRoute, type Route } from './state/route.js';

/**
 * With `cache: 'no-store'` alone browsers send `Cache-Control: no-cache`, and the API then asks the map provider again.
 * Browsers do not change a header that is set here.
 */
const DO_NOT_STORE: RequestInit = { cache: 'no-store', headers: { 'Cache-Control': 'no-store' } };

/** The page is served by the service itself, so answers are not checked further. */
const JOB_SHAPES = {
  isJob: (value: unknown): value is Job => typeof value === 'object' && value !== null && 'state' in value,
  isLine: (value: unknown): value is JobLine =>
    typeof value === 'object' && value !== null && 'type' in value,
};
/** Of a page of results whose connection breaks. Everything else has a button to try again. */
const PAGE_RETRIES = 2;

function createConsole(): Console {
  const languages = createLanguages(localStorage);
  const keys = createKeys(sessionStorage, localStorage);
  const api = createApi({
    base: '',
    key: () => keys.current.value,
    askForKey: keys.askFor,
    init: DO_NOT_STORE,
    retries: 0,
  });
  const place = createPlaceLookup(api);
  const library = createLibrary(localStorage);
  const endNotice = createEndNotice();
  const listBefore = lastList(sessionStorage);
  const links = createLinkCheck(api, createKeeper(library, sessionStorage));
  if (listBefore !== null) void links.open(listBefore);
  followPlaces(place, library);
  const reviews = createReviewList(api);
  const jobs = createJobs({ api, ...JOB_SHAPES, retries: 0 });
  const board = createJobBoard(jobs, keys);
  const pages = createJobPages(createJobs({ api, ...JOB_SHAPES, retries: PAGE_RETRIES }), api);
  const draft = createJobDraft(jobs);
  const checkup = createCheckup(api, keys);
  const route = signal(parseRoute(location.hash));
  const announcement = signal('');
  /** Shows the view of a URL, and starts its lookup unless its result is shown already. */
  const open = (next: Route) => {
    route.value = next;
    if (next.view === 'place' && next.query !== '' && next.query !== place.lookup.value?.query) {
      void place.find(next.query);
    }
    const shown = reviews.reading.value;
    const isNew =
      next.view === 'reviews' && (next.placeId !== shown?.placeId || next.maxPages !== shown.maxPages);
    if (isNew && next.placeId !== '') void reviews.start(next.placeId, next.maxPages);
  };
  window.addEventListener('hashchange', () => open(parseRoute(location.hash)));
  open(route.value);
  effect(() => {
    document.documentElement.lang = languages.current.value;
    const { titles, appName } = languages.texts.value;
    const title = [progressMark(links), titles[route.value.view], appName];
    document.title = title.filter((part) => part !== null).join(' – ');
  });
  return {
    languages,
    keys,
    route,
    place,
    links,
    library,
    endNotice,
    reviews,
    jobs,
    board,
    draft,
    pages,
    checkup,
    go: (next) => {
      const hash = formatRoute(next);
      if (hash !== location.hash) history.pushState(null, '', hash);
      open(next);
    },
    announcement,
    announce: (text) => {
      announcement.value = '';
      // Screen readers read the same text again only if it was empty in between.
      setTimeout(() => {
        announcement.value = text;
      }, 50);
    },
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
