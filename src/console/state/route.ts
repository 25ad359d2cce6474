import { isIdentifier } from '../../clients/place-query.js';
import {
  type Arrangement,
  MARKS,
  type Mark,
  SORTS,
  type Sort,
  STAR_CHOICES,
  UNFILTERED,
} from '../reviews/arrange.js';

/** The view and its input, kept in the URL behind `#`, so that it can be bookmarked. */
export type Route =
  | { readonly view: 'place'; readonly query: string }
  | { readonly view: 'places' }
  | { readonly view: 'links' }
  | {
      readonly view: 'reviews';
      /** Any text that names a place. */
      readonly place: string;
      readonly maxPages: number;
      readonly arrangement: Arrangement;
    }
  /** An empty id shows all jobs. */
  | { readonly view: 'jobs'; readonly id: string }
  | { readonly view: 'doctor' };

export type View = Route['view'];

/** Maximum and default number of pages of 200 reviews. */
export const MAX_PAGES = 50;
/** The numbers of pages to choose from. */
export const PAGE_CHOICES = [1, 5, 10, 25, MAX_PAGES];

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

// Filters and order of reviews in an address that can be shared. Default values are left out.

const NAMES = {
  stars: 'gwiazdki',
  marks: 'cechy',
  from: 'od',
  to: 'do',
  search: 'szukaj',
  sort: 'kolejnosc',
} as const;
const NO_STARS = 'brak';
const DAY = /^\d{4}-\d\d-\d\d$/;

const MARK_WORDS: Readonly<Record<Mark, string>> = {
  unanswered: 'bez-odpowiedzi',
  text: 'z-trescia',
  photos: 'ze-zdjeciami',
  edited: 'edytowane',
  'new-account': 'nowe-konto',
};
const SORT_WORDS: Readonly<Record<Sort, string>> = {
  newest: 'najnowsze',
  oldest: 'najstarsze',
  lowest: 'najnizsze',
  highest: 'najwyzsze',
  likes: 'polubienia',
};

/** The parameters of an address that opens the list with this arrangement. */
function arrangementParameters(arrangement: Arrangement): Record<string, string> {
  const { stars, marks, from, to, search, sort } = arrangement;
  const values = {
    [NAMES.stars]: STAR_CHOICES.filter((choice) => stars.has(choice))
      .map((choice) => choice ?? NO_STARS)
      .join(','),
    [NAMES.marks]: MARKS.filter((mark) => marks.has(mark))
      .map((mark) => MARK_WORDS[mark])
      .join(','),
    [NAMES.from]: from,
    [NAMES.to]: to,
    [NAMES.search]: search,
    [NAMES.sort]: sort === UNFILTERED.sort ? '' : SORT_WORDS[sort],
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}

/** Ignores unknown parameters and values. */
function parseArrangement(parameters: URLSearchParams): Arrangement {
  const words = (name: string) => (parameters.get(name) ?? '').split(',');
  const day = (name: string) => {
    const text = parameters.get(name) ?? '';
    return isDay(text) ? text : '';
  };
  const stars = words(NAMES.stars);
  const marks = words(NAMES.marks);
  return {
    stars: new Set(STAR_CHOICES.filter((choice) => stars.includes(String(choice ?? NO_STARS)))),
    marks: new Set(MARKS.filter((mark) => marks.includes(MARK_WORDS[mark]))),
    from: day(NAMES.from),
    to: day(NAMES.to),
    search: parameters.get(NAMES.search) ?? '',
    sort: SORTS.find((sort) => SORT_WORDS[sort] === parameters.get(NAMES.sort)) ?? UNFILTERED.sort,
  };
}

/** False for a day that does not exist, such as 31 February: its field would be empty but still hide reviews. */
function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return DAY.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}
