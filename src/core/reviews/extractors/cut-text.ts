import { RULES } from '../../provider/rules/built-in.js';
import type { CutText, Review } from '../review.js';

/**
 * Reads the text of a record: whole, or cut with "… More" at the end (reviews.md §6). A whole review may end with
 * these words; only its page shows whether the text is cut.
 */
export function readText(sent: string | null): {
  readonly text: string | null;
  readonly cut: CutText | null;
} {
  const start = sent === null ? null : startOf(sent);
  if (sent === null || start === null) return { text: sent, cut: null };
  return { text: null, cut: { sent, start } };
}

/** The text before an ellipsis and the label of the button at the end; null = the text does not end with them. */
function startOf(sent: string): string | null {
  const whole = sent.trimEnd();
  for (const label of RULES.words.more) {
    const before = whole.endsWith(label) ? whole.slice(0, -label.length).trimEnd() : '';
    const mark = ['…', '...'].find((sign) => before.endsWith(sign));
    if (mark !== undefined) return before.slice(0, -mark.length).trimEnd();
  }
  return null;
}

/** The unfolded texts of a review on its page; null = not shown, or still cut. */
export interface ShownTexts {
  readonly text: string | null;
  readonly reply: string | null;
}

/** True if the review or its reply has a cut text. */
export function isCut({ cut, ownerReply }: Review): boolean {
  return cut !== null || ownerReply?.cut != null;
}

/** Completes cut texts of a review with the texts of its page. A different text, such as a translation, is ignored. */
export function withShownTexts(review: Review, shown: ShownTexts): Review {
  const { ownerReply } = review;
  return {
    ...review,
    ...completed(review, shown.text),
    ownerReply: ownerReply && { ...ownerReply, ...completed(ownerReply, shown.reply) },
  };
}

type MaybeCut = Pick<Review, 'text' | 'cut'>;

function completed({ text, cut }: MaybeCut, shown: string | null): MaybeCut {
  if (cut === null || shown === null) return { text, cut };
  if (letters(shown) === letters(cut.sent)) return { text: cut.sent, cut: null };
  const start = letters(cut.start);
  const isLonger = letters(shown).startsWith(start) && letters(shown).replace(/(?:…|\.{3})$/u, '') !== start;
  return isLonger ? { text: shown.trim(), cut: null } : { text, cut };
}

/** The text without white space, because a page adds line breaks to the text. */
const letters = (text: string): string => text.replace(/\s+/gu, '');
