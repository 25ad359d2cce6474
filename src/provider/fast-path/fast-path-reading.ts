/**
 * The result of one attempt by the HTTP fast path.
 * - `answered`: the same answer as the rendered page gives.
 * - `undecided`: the provider answered properly, but only a rendered page shows the answer.
 * - `unusable`: the provider's answers cannot be used. Only this result is a failure of the fast path.
 *
 * After any result except `answered` the page is rendered. The fast path never reports an absence.
 */
export type FastPathReading<T> = FastPathResult<T> | { readonly kind: 'unusable' };

/** The result of a reading for callers that only decide whether to render the page. */
export type FastPathResult<T> =
  | { readonly kind: 'answered'; readonly answer: T }
  | { readonly kind: 'undecided' };

export const UNDECIDED = { kind: 'undecided' } as const;
export const UNUSABLE = { kind: 'unusable' } as const;

export function answered<T>(answer: T): { readonly kind: 'answered'; readonly answer: T } {
  return { kind: 'answered', answer };
}
