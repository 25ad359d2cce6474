import { currentRules } from '../../provider/rules/current.js';
import type { CutText, Review } from '../review.js';

/** The end of a text that may be cut: an ellipsis, and what its button says. */
const MARK = /\s*(?:…|\.{3})\s*([^…]{1,40})$/u;

/**
 * A text as its record has it: whole, or cut, ending in "… More" (reviews.md §6). A review may really end so: only its
 * page can say which it is.
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

/** What the page shows of a review, its texts unfolded; null = not shown, or still cut. */
export interface ShownTexts {
  readonly text: string | null;
  readonly reply: string | null;
}

/** True when a text of the review came cut. */
export function isCut({ cut, ownerReply }: Review): boolean {
  return cut !== null || ownerReply?.cut != null;
}

/** The review with what its page shows of texts that came cut. Another text, such as a translation, completes none. */
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

/** Line breaks of a page are no part of its text. */
function letters(text: string): string {
  return text.replace(/\s+/gu, '');
}
