import { leftOutText } from '../texts/outcomes.js';
import type { Language } from './language.js';

// Texts that are too long for a message or a page. A cut always shows that it is one, and how much it leaves out.

/** Share of the shown characters that stand before the first difference of two texts. */
const BEFORE_DIFFERENCE = 0.25;

/** The first `max` characters; a longer text ends with the number of characters that are left out. */
export function shortened(text: string, max: number, language: Language): string {
  return text.length <= max ? text : part(Array.from(text), 0, max, language);
}

/** Both sides of a change, cut to `max` characters around their first difference. */
export function shortenedPair(
  before: string,
  after: string,
  max: number,
  language: Language,
): [before: string, after: string] {
  if (before.length <= max && after.length <= max) return [before, after];
  const sides = [Array.from(before), Array.from(after)] as const;
  const [one, other] = sides;
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  // A difference near the beginning needs no cut before it.
  const first = same < max ? 0 : same - Math.floor(max * BEFORE_DIFFERENCE);
  return [part(one, first, max, language), part(other, first, max, language)];
}

function part(characters: readonly string[], first: number, max: number, language: Language): string {
  const start = Math.min(first, characters.length);
  const shown = characters.slice(start, start + max);
  const after = characters.length - start - shown.length;
  return [
    start === 0 ? '' : `${leftOutText(language, start)}… `,
    shown.join(''),
    after === 0 ? '' : `… ${leftOutText(language, after)}`,
  ].join('');
}
