import type { ObservedDocument } from '../../provider/navigation/observation.js';
import { RULES } from '../../provider/rules/built-in.js';
import { withoutState } from '../../provider/wire/embedded-state.js';
import { mentions, pathsOfId } from '../../provider/wire/text-paths.js';
import type { Round } from '../proof/prove-absence.js';
import type { ReviewPageData } from '../wire/review-page-data.js';
import type { AbsenceReason } from './visibility.js';

/** The shape of a data answer and its document. The normal shape is known only from the answers of controls. */
export interface AnswerShape {
  /** Top-level slots of the data answer. */
  readonly slots: number;
  /** The positions of the review's id in the data outside its record, as paths such as "9.0". */
  readonly dataEchoes: readonly string[];
  /** The positions of the review's id in the document: paths in its embedded state, or "text" outside the state. */
  readonly documentEchoes: readonly string[];
}

/** A review that a page showed in full, and the shape of its answer. */
export interface Sighting {
  readonly reviewId: string;
  /** Id of the author; null when the record does not name it. */
  readonly authorId: string | null;
  readonly shape: AnswerShape;
}

/** The signs of a load that showed no review. */
export interface AbsenceSigns {
  readonly reason: AbsenceReason;
  readonly shape: AnswerShape;
  /** The page says in words that the review is gone, and its data names the place and has an empty record slot. */
  readonly saysGone: boolean;
}

/**
 * The shape of one load's answer: the number of slots, and the positions of the review's id outside its record. `id`
 * null: the link names no review id, so echoes prove nothing.
 */
export function answerShape(
  data: ReviewPageData,
  document: Pick<ObservedDocument, 'html' | 'embedded'> | undefined,
  id: string | null,
): AnswerShape {
  const recordSlots = RULES.paths.reviewAnswer.record.map((path) => path.join('.'));
  return {
    slots: data.answer.length,
    dataEchoes: id === null ? [] : pathsOfId(data.answer, id, recordSlots),
    documentEchoes: id === null || document === undefined ? [] : documentPaths(document, id),
  };
}

/**
 * Returns the reason that all absences agree on, or why the absences prove nothing: their reasons differ, or the shape
 * of an answer differs from the shape of its control. A round without a control of its own (the page said in words that
 * the review is gone) is compared with the last control. If every load states in words that the review is gone, the
 * slot counts may differ: trailing empty slots may be left out, and no answer for a removed review is recorded
 * (verdicts.md, rule 1).
 */
export function judgeAbsences(
  absences: readonly Pick<Round<AbsenceSigns, AnswerShape>, 'signs' | 'control'>[],
): { readonly reason: AbsenceReason } | { readonly contradiction: string } {
  const reasons = [...new Set(absences.map(({ signs }) => signs.reason))];
  const [reason, ...others] = reasons;
  if (reason === undefined || others.length > 0)
    return { contradiction: `the loads differ: ${reasons.join(', ')}` };
  const isSaid = absences.every(({ signs }) => signs.saysGone);
  const last = absences.at(-1)?.control ?? null;
  for (const { signs, control: own } of absences) {
    const { shape } = signs;
    const control = own ?? last;
    if (control === null) return { contradiction: 'no control was read after the last load' };
    if (shape.slots !== control.slots && !isSaid)
      return { contradiction: `${shape.slots} slots, ${control.slots} in the control` };
    const data = shape.dataEchoes.filter((path) => !control.dataEchoes.includes(path));
    if (data.length > 0) return { contradiction: `the id stands in the data at ${data.join(', ')}` };
    const document = shape.documentEchoes.filter((path) => !control.documentEchoes.includes(path));
    if (document.length > 0)
      return { contradiction: `the id stands in the document at ${document.join(', ')}` };
  }
  return { reason };
}

/** Paths of the id in a document, without links and other attributes: they only name the requested review. */
function documentPaths(
  { html, embedded }: Pick<ObservedDocument, 'html' | 'embedded'>,
  id: string,
): string[] {
  if (html === null || !html.includes(id)) return [];
  const inside = embedded === null ? [] : pathsOfId(embedded.state, id);
  const text = withoutState(html);
  const isOutside = mentions(text, id) && mentions(text.replace(/(?<![a-z-])[a-z-]+="[^"]*"/gi, ''), id);
  return isOutside ? [...inside, 'text'] : inside;
}
