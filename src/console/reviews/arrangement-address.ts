import { type Arrangement, MARKS, type Mark, SORTS, type Sort, STAR_CHOICES, UNFILTERED } from './arrange.js';

/** The filters and the order in an address that can be shared: only what differs from the default. */

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

/** The parameters of an address that opens the list arranged like this. */
export function arrangementParameters(arrangement: Arrangement): Record<string, string> {
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

/** What is not understood is left out. */
export function parseArrangement(parameters: URLSearchParams): Arrangement {
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

/** False for 31 February: its field would show nothing, and still hide reviews. */
function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return DAY.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}
