import { currentRules } from '../../provider/rules/current.js';
import type { CutText, Review } from '../review.js';

/** The end of a text that may be cut: an ellipsis and the label of the button. */
const MARK = /\s*(?:…|\.{3})\s*([^…]{1,40})$/u;

/**
 * Reads the text of a record: whole, or cut with "… More" at the end (reviews.md §6). A whole review may end with
 * these words; only its page shows whether the text is cut.
 */
export function readText(sent: string | null): {
  readonly text: string | null;
  readonly cut: CutText | null;
} {
  const mark = MARK.exec(sent?.trimEnd() ?? '');
  const isCut = mark !== null && currentRules().words.more.includes(mark[1]?.trim() ?? '');
  if (sent === null || !isCut) return { text: sent, cut: null };
  return { text: null, cut: { sent, start: sent.slice(0, mark.index) } };
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
function letters(text: string): string {
  return text.replace(/\s+/gu, '');
}
