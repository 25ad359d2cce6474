import { isIdentifier } from '../../lists/links-in-lists.js';
import { type Arrangement, MARKS, type Mark, SORTS, type Sort, STAR_CHOICES, UNFILTERED } from './arrange.js';

/** The view and its input, kept in the URL behind `#`, so that it can be bookmarked. */
export type Route =
  /** What changed, with filters. */
  | ({ readonly view: 'home' } & { [F in StartFilter]?: string })
  | { readonly view: 'place'; readonly query: string }
  | {
      readonly view: 'reviews';
      /** Any text that names a place. */
      readonly place: string;
      readonly arrangement: Arrangement;
    }
  /** A list that is checked, by the id of its job; an empty id shows all lists. */
  | { readonly view: 'lists'; readonly id: string }
  | { readonly view: 'settings' }
  /** Checks a pack in the browser. */
  | { readonly view: 'verify' }
  /** Watches beside each other: their ids, with commas. */
  | { readonly view: 'compare'; readonly ids: string }
  | {
      readonly view: 'watch';
      /** The watch to show; empty = all watches that fit the filters. */
      readonly id: string;
      /** The state of the watches, or the status of the reviews of one watch. */
      readonly state: string;
      readonly kind: string;
      readonly client: string;
      readonly query: string;
    };

type StartFilter = 'type' | 'client' | 'from' | 'to' | 'stars' | 'done' | 'by';

export type View = Route['view'];

/** The path of each view, behind `#`. */
const PATHS: Readonly<Record<View, string>> = {
  home: '/',
  place: '/miejsce',
  reviews: '/opinie',
  lists: '/lists',
  settings: '/ustawienia',
  verify: '/dowody',
  compare: '/porownanie',
  watch: '/obserwowane',
};

/** The parameter of each field of a route whose fields are texts. */
const FIELDS: Partial<Readonly<Record<View, Readonly<Record<string, string>>>>> = {
  home: {
    ...{ type: 'typ', client: 'klient', from: 'od', to: 'do', stars: 'gwiazdki', done: 'zalatwione' },
    by: 'wedlug',
  },
  place: { query: 'q' },
  compare: { ids: 'id' },
  watch: { id: 'id', state: 'stan', kind: 'rodzaj', client: 'klient', query: 'q' },
};

/** The route of a `location.hash`; the first page by default. */
export function parseRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#/, '').split('?', 2);
  const list = path.match(/^\/lists(?:\/([\w-]*))?$/);
  if (list !== null) return { view: 'lists', id: list[1] ?? '' };
  const view = (Object.keys(PATHS) as View[]).find((name) => PATHS[name] === path) ?? 'home';
  const parameters = new URLSearchParams(search);
  const text = (name: string) => parameters.get(name) ?? '';
  if (view !== 'reviews') {
    const fields = Object.entries(FIELDS[view] ?? {}).map(([field, name]) => [field, text(name)]);
    return { view, ...Object.fromEntries(fields) } as Route;
  }
  return { view, place: parameters.get('placeid') ?? text('q'), arrangement: parseArrangement(text) };
}

/** The `location.hash` of a route. Empty parameters are left out. */
export function formatRoute(route: Route): string {
  if (route.view === 'lists' && route.id !== '') return `#${PATHS.lists}/${route.id}`;
  const given = parametersOf(route).filter(([, value]) => value !== '');
  const search = given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
  return `#${PATHS[route.view]}${search}`;
}

function parametersOf(route: Route): [name: string, value: string][] {
  if (route.view !== 'reviews') {
    const values = route as Readonly<Record<string, string>>;
    return Object.entries(FIELDS[route.view] ?? {}).map(([field, name]) => [name, values[field] ?? '']);
  }
  if (route.place === '') return [];
  return Object.entries({
    [isIdentifier(route.place) ? 'placeid' : 'q']: route.place,
    ...arrangementParameters(route.arrangement),
  });
}

const NO_FILTER = { view: 'watch', state: '', kind: '', client: '', query: '' } as const;
export const watchOf = (id = ''): Extract<Route, { view: 'watch' }> => ({ ...NO_FILTER, id });

/** The reviews of a place, without filters. */
export function reviewsOf(place: string): Route {
  return { view: 'reviews', place, arrangement: UNFILTERED };
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
  return {
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
}

/** Ignores unknown parameters and values. */
function parseArrangement(text: (name: string) => string): Arrangement {
  const day = (name: string) => (isDay(text(name)) ? text(name) : '');
  const stars = text(NAMES.stars).split(',');
  const marks = text(NAMES.marks).split(',');
  return {
    stars: new Set(STAR_CHOICES.filter((choice) => stars.includes(String(choice ?? NO_STARS)))),
    marks: new Set(MARKS.filter((mark) => marks.includes(MARK_WORDS[mark]))),
    from: day(NAMES.from),
    to: day(NAMES.to),
    search: text(NAMES.search),
    sort: SORTS.find((sort) => SORT_WORDS[sort] === text(NAMES.sort)) ?? UNFILTERED.sort,
  };
}

/** False for a day that does not exist, such as 31 February: its field would be empty but still hide reviews. */
function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return DAY.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}
