import type { ReviewRow } from '../../core/export/review-columns.js';

export const SORTS = ['newest', 'oldest', 'lowest', 'highest', 'likes'] as const;
export type Sort = (typeof SORTS)[number];

/** The choices of the star filter; null selects reviews without stars. */
export const STAR_CHOICES = [5, 4, 3, 2, 1, null] as const;
export type StarChoice = (typeof STAR_CHOICES)[number];

export interface Arrangement {
  /** Empty = no filter. */
  readonly stars: ReadonlySet<StarChoice>;
  readonly search: string;
  readonly sort: Sort;
}

/** Search ignores case, accents and kinds of white space. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Filters and sorts. Reviews without the value to sort by come last; equal ones keep their order. */
export function arrange(reviews: readonly ReviewRow[], { stars, search, sort }: Arrangement): ReviewRow[] {
  const wanted = fold(search);
  return reviews
    .filter((review) => stars.size === 0 || stars.has(review.stars as StarChoice))
    .filter((review) => wanted === '' || fold(searchable(review)).includes(wanted))
    .sort(ORDERS[sort]);
}

function searchable({ review_text, owner_response_text, author_name }: ReviewRow): string {
  return [review_text, owner_response_text, author_name].join('\n');
}

type Order = (a: ReviewRow, b: ReviewRow) => number;
type ReadNumber = (review: ReviewRow) => number | null;

function by(read: ReadNumber, direction: 1 | -1): Order {
  return (a, b) => {
    const first = read(a);
    const second = read(b);
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    return (first - second) * direction;
  };
}

const ORDERS: Readonly<Record<Sort, Order>> = {
  newest: by(({ date_unix }) => date_unix, -1),
  oldest: by(({ date_unix }) => date_unix, 1),
  lowest: by(({ stars }) => stars, 1),
  highest: by(({ stars }) => stars, -1),
  likes: by(({ likes_count }) => likes_count, -1),
};
