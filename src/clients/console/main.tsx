import { effect, signal } from '@preact/signals';
import { render } from 'preact';
import { createApi } from '../core/api.js';
import { App } from './app.js';
import { type Console, ConsoleContext } from './context.js';
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

function createConsole(): Console {
  const languages = createLanguages(localStorage);
  const keys = createKeys(sessionStorage);
  const api = createApi({
    base: '',
    key: () => keys.current.value,
    askForKey: keys.askFor,
    init: DO_NOT_STORE,
    retries: 0,
  });
  const place = createPlaceLookup(api);
  const links = createLinkCheck(api);
  const reviews = createReviewList(api);
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
    document.title = `${titles[route.value.view]} – ${appName}`;
  });
  return {
    languages,
    keys,
    route,
    place,
    links,
    reviews,
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
