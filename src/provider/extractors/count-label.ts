import { count } from '../wire/value-types.js';

/** Digits with the provider's group separators between them, e.g. "12 345" (U+00A0), "8,713", "1.234". */
const GROUPED_NUMBER =
  /(?<![\d.,])\d+(?:[\s\u00a0\u202f.,'’]\d{3})*(?![\d.,]*\d|\p{L}|[\s\u00a0\u202f]*(?:tys|mln|mld|K|M)\b)/gu;
/** Longer ones are no labels, and a search in them would take long. */
const LONGEST_LABEL = 300;

/**
 * The one number of a label such as "12 345 opinii"; null when there is none, more than one, or one that is
 * shortened ("1,2 tys.") or too large to be exact.
 */
export function countOf(label: string | null): number | null {
  if (label === null || label.length > LONGEST_LABEL) return null;
  const numbers = label.match(GROUPED_NUMBER) ?? [];
  const [first] = numbers;
  if (first === undefined || numbers.length > 1) return null;
  return count.safeParse(Number(first.replace(/\D/g, ''))).data ?? null;
}
