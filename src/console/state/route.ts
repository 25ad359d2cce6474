import { isIdentifier } from '../../clients/place-query.js';
import { type Arrangement, UNFILTERED } from '../reviews/arrange.js';
import { arrangementParameters, parseArrangement } from '../reviews/arrangement-address.js';

/** The view and its input, kept in the URL behind `#`, so that it can be bookmarked. */
export type Route =
  | { readonly view: 'place'; readonly query: string }
  | { readonly view: 'places' }
  | { readonly view: 'links' }
  | {
      readonly view: 'reviews';
      /** Anything that names a place. */
      readonly place: string;
      readonly maxPages: number;
      readonly arrangement: Arrangement;
    }
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
  if (path === '/miejsca') return { view: 'places' };
  if (path === '/stan') return { view: 'doctor' };
  if (path === '/zlecenia') return { view: 'jobs', id: parameters.get('id') ?? '' };
  if (path === '/opinie') {
    const pages = Number(parameters.get('strony') ?? MAX_PAGES);
    const maxPages = Number.isInteger(pages) && pages >= 1 && pages <= MAX_PAGES ? pages : MAX_PAGES;
    const place = parameters.get('placeid') ?? parameters.get('q') ?? '';
    return { view: 'reviews', place, maxPages, arrangement: parseArrangement(parameters) };
  }
  return { view: 'place', query: parameters.get('q') ?? '' };
}

/** The `location.hash` of a route. */
export function formatRoute(route: Route): string {
  if (route.view === 'links') return '#/linki';
  if (route.view === 'places') return '#/miejsca';
  if (route.view === 'doctor') return '#/stan';
  if (route.view === 'jobs') {
    return route.id === '' ? '#/zlecenia' : `#/zlecenia?${new URLSearchParams({ id: route.id })}`;
  }
  if (route.view === 'place') {
    return route.query === '' ? '#/miejsce' : `#/miejsce?${new URLSearchParams({ q: route.query })}`;
  }
  if (route.place === '') return '#/opinie';
  const name = isIdentifier(route.place) ? 'placeid' : 'q';
  const pages = route.maxPages === MAX_PAGES ? {} : { strony: String(route.maxPages) };
  const arrangement = arrangementParameters(route.arrangement);
  return `#/opinie?${new URLSearchParams({ [name]: route.place, ...pages, ...arrangement })}`;
}

/** The reviews of a place, without filters. */
export function reviewsOf(place: string): Route {
  return { view: 'reviews', place, maxPages: MAX_PAGES, arrangement: UNFILTERED };
}
