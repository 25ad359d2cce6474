import { type Arrangement, MARKS, SORTS, STAR_CHOICES, UNFILTERED } from './arrange.js';

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
  /** A list that is checked, by the id of its job; an empty id shows all lists. `show`, `group`: its filters. */
  | { readonly view: 'lists'; readonly id: string; readonly show?: string; readonly group?: string }
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

/** The path of each view, behind `#`, and the fields of its route that are parameters. An `id` is a part of the path. */
const ADDRESSES: Readonly<Record<View, readonly [path: string, ...fields: string[]]>> = {
  home: ['/start', 'type', 'client', 'from', 'to', 'stars', 'done', 'by'],
  place: ['/place', 'query'],
  reviews: ['/reviews'],
  lists: ['/lists', 'show', 'group'],
  settings: ['/settings'],
  verify: ['/proof'],
  compare: ['/compare', 'ids'],
  watch: ['/clients', 'state', 'kind', 'client', 'query'],
};

/** The route of a `location.hash`; the first page by default. */
export function parseRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#/, '').split('?', 2);
  const [, name, id = ''] = /^(\/\w+)(?:\/([\w-]*))?$/.exec(path) ?? [];
  const view = (Object.keys(ADDRESSES) as View[]).find((one) => ADDRESSES[one][0] === name) ?? 'home';
  const parameters = new URLSearchParams(search);
  const text = (field: string) => parameters.get(field) ?? '';
  // A place that nobody asked for has no page.
  const asked = view === 'place' ? text('query') : view === 'reviews' ? text('place') : view;
  if (asked === '') return { view: 'home' };
  if (view === 'reviews') return { view, place: text('place'), arrangement: parseArrangement(text) };
  const [, ...fields] = ADDRESSES[view];
  const own = view === 'lists' || view === 'watch' ? { id } : {};
  return { view, ...own, ...Object.fromEntries(fields.map((field) => [field, text(field)])) } as Route;
}

/** The `location.hash` of a route. Empty parameters are left out. */
export function formatRoute(route: Route): string {
  const id = 'id' in route && route.id !== '' ? `/${route.id}` : '';
  const given = Object.entries(parametersOf(route)).filter(([, value]) => value !== '');
  const search = given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
  return `#${ADDRESSES[route.view][0]}${id}${search}`;
}

function parametersOf(route: Route): Record<string, string> {
  if (route.view !== 'reviews') {
    const values = route as Readonly<Record<string, string>>;
    const [, ...fields] = ADDRESSES[route.view];
    return Object.fromEntries(fields.map((field) => [field, values[field] ?? '']));
  }
  return route.place === '' ? {} : { place: route.place, ...arrangementParameters(route.arrangement) };
}

const NO_FILTER = { view: 'watch', state: '', kind: '', client: '', query: '' } as const;
export const watchOf = (id = ''): Extract<Route, { view: 'watch' }> => ({ ...NO_FILTER, id });

/** The reviews of a place, without filters. */
export function reviewsOf(place: string): Route {
  return { view: 'reviews', place, arrangement: UNFILTERED };
}

// Filters and order of reviews in an address that can be shared. Default values are left out.

const NO_STARS = 'none';
const DAY = /^\d{4}-\d\d-\d\d$/;

/** The parameters of an address that opens the list with this arrangement. */
function arrangementParameters({ stars, marks, sort, ...texts }: Arrangement): Record<string, string> {
  const chosen = STAR_CHOICES.filter((choice) => stars.has(choice)).map((choice) => choice ?? NO_STARS);
  const order = sort === UNFILTERED.sort ? '' : sort;
  return {
    stars: chosen.join(),
    marks: MARKS.filter((mark) => marks.has(mark)).join(),
    ...texts,
    sort: order,
  };
}

/** Ignores unknown parameters and values. */
function parseArrangement(text: (name: string) => string): Arrangement {
  const day = (name: string) => (isDay(text(name)) ? text(name) : '');
  const [stars, marks] = [text('stars').split(','), text('marks').split(',')];
  return {
    stars: new Set(STAR_CHOICES.filter((choice) => stars.includes(String(choice ?? NO_STARS)))),
    marks: new Set(MARKS.filter((mark) => marks.includes(mark))),
    from: day('from'),
    to: day('to'),
    search: text('search'),
    sort: SORTS.find((sort) => sort === text('sort')) ?? UNFILTERED.sort,
  };
}

/** False for a day that does not exist, such as 31 February: its field would be empty but still hide reviews. */
function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return DAY.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}
