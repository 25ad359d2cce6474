/**
 * What one attempt by the HTTP fast path has read.
 * - `answered`: the same answer as the rendered page gives.
 * - `undecided`: the provider answered properly, but only a rendered page shows the answer.
 * - `unusable`: the provider's answers cannot be used. This alone is a failure of the fast path.
 *
 * After anything but `answered` the page is rendered. The fast path never says that something does not exist.
 */
export type FastPathReading<T> = FastPathResult<T> | { readonly kind: 'unusable' };

/** What is left of a reading for those who only ask whether to render the page. */
export type FastPathResult<T> = { readonly kind: 'answered'; readonly answer: T } | UndecidedReading;

export interface UndecidedReading {
  readonly kind: 'undecided';
}

export const UNDECIDED: UndecidedReading = { kind: 'undecided' };
export const UNUSABLE = { kind: 'unusable' } as const;

export function answered<T>(answer: T): { readonly kind: 'answered'; readonly answer: T } {
  return { kind: 'answered', answer };
}
