/** The view and its input, kept in the URL behind `#`, so that it can be bookmarked. */
export type Route =
  | { readonly view: 'place'; readonly query: string }
  | { readonly view: 'links' }
  | { readonly view: 'reviews'; readonly placeId: string; readonly maxPages: number }
  /** All jobs where the id is empty. */
  | { readonly view: 'jobs'; readonly id: string }
  | { readonly view: 'doctor' };

export type View = Route['view'];

/** Maximum and default number of pages of 200 reviews. */
export const MAX_PAGES = 50;

/** The route of a `location.hash`; the view "place" by default. */
export function parseRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#/, '').split('?', 2);
  const parameters = new URLSearchParams(search);
  if (path === '/linki') return { view: 'links' };
  if (path === '/stan') return { view: 'doctor' };
  if (path === '/zlecenia') return { view: 'jobs', id: parameters.get('id') ?? '' };
  if (path === '/opinie') {
    const pages = Number(parameters.get('strony') ?? MAX_PAGES);
    const maxPages = Number.isInteger(pages) && pages >= 1 && pages <= MAX_PAGES ? pages : MAX_PAGES;
    return { view: 'reviews', placeId: parameters.get('placeid') ?? '', maxPages };
  }
  return { view: 'place', query: parameters.get('q') ?? '' };
}

/** The `location.hash` of a route. */
export function formatRoute(route: Route): string {
  if (route.view === 'links') return '#/linki';
  if (route.view === 'doctor') return '#/stan';
  if (route.view === 'jobs') {
    return route.id === '' ? '#/zlecenia' : `#/zlecenia?${new URLSearchParams({ id: route.id })}`;
  }
  if (route.view === 'place') {
    return route.query === '' ? '#/miejsce' : `#/miejsce?${new URLSearchParams({ q: route.query })}`;
  }
  if (route.placeId === '') return '#/opinie';
  const pages = route.maxPages === MAX_PAGES ? {} : { strony: String(route.maxPages) };
  return `#/opinie?${new URLSearchParams({ placeid: route.placeId, ...pages })}`;
}
