import type { RuleSet } from '../rules/built-in.js';
import { currentRules } from '../rules/current.js';
import { readEmbeddedState, withoutState } from '../wire/embedded-state.js';
import type { ReviewPageData } from '../wire/review-page-data.js';
import { mentions, pathsOfId } from '../wire/text-paths.js';
import type { AbsenceReason } from './visibility.js';

/** The form of a normal answer, taken from a review that was seen in full. */
export interface AnswerShape {
  /** Top-level slots of the data answer. */
  readonly slots: number;
  /** Where else than in its record the review's id stands in the data, as paths such as "9.0". */
  readonly dataEchoes: readonly string[];
  /** The same in the document: paths in its embedded state, "text" for what is outside of it. */
  readonly documentEchoes: readonly string[];
}

/** A review seen in full, and the form of its answer. */
export interface Sighting {
  readonly reviewId: string;
  readonly shape: AnswerShape;
  /** Those the page was read with: others prove nothing by it. */
  readonly rules: RuleSet;
}

/** What a load brought that showed no review; a verdict takes two of them, and a control or the page's own words. */
export interface AbsenceEvidence {
  readonly reason: AbsenceReason;
  readonly shape: AnswerShape;
  /** The page says in words that the review is gone, and its data has an empty record slot. */
  readonly saysGone: boolean;
  /** Those the page was read with. */
  readonly rules: RuleSet;
}

/** What two loads without the review prove. */
export type AbsenceProof =
  | { readonly reason: AbsenceReason }
  /**
   * The answers differ from the control's, or from each other. `ofForm`: by the form of the data itself, whatever
   * link was asked for.
   */
  | { readonly drift: string; readonly ofForm: boolean }
  /** Only a control can decide. */
  | { readonly needsControl: true };

const OUTSIDE_STATE = 'text';

/** The form of one load's answer: how many slots, and where the id of its review stands besides the record. */
export function answerShape(data: ReviewPageData, html: string | null, id: string | null): AnswerShape {
  return {
    slots: data.answer.length,
    dataEchoes: id === null ? [] : pathsOfId(data.answer, id, recordSlots()),
    documentEchoes: id === null || html === null ? [] : documentPaths(html, id),
  };
}

function recordSlots(): readonly string[] {
  return currentRules().paths.reviewAnswer.record.map((path) => path.join('.'));
}

/**
 * Judges two loads that showed no review by the control's answer; null = no control can be had. Then only the
 * strongest evidence will do: the provider's own words, in both loads, and an answer that names the place.
 */
export function proveAbsence(
  first: AbsenceEvidence,
  second: AbsenceEvidence,
  control: AnswerShape | null,
): AbsenceProof {
  if (first.reason !== second.reason)
    return { drift: `two loads differ: ${first.reason}, ${second.reason}`, ofForm: false };
  for (const { shape } of [first, second]) {
    if (control !== null && shape.slots !== control.slots)
      return { drift: `${shape.slots} slots, ${control.slots} in the control`, ofForm: true };
    const data = strangers(shape.dataEchoes, control?.dataEchoes ?? []);
    if (data.length > 0) return { drift: `the id stands in the data at ${data.join(', ')}`, ofForm: true };
    const document = strangers(shape.documentEchoes, control?.documentEchoes ?? []);
    if (document.length > 0)
      return { drift: `the id stands in the document at ${document.join(', ')}`, ofForm: false };
  }
  if (control !== null) return { reason: first.reason };
  const isSaid = first.saysGone && second.saysGone && first.reason !== 'no_business_data';
  return isSaid ? { reason: first.reason } : { needsControl: true };
}

function strangers(paths: readonly string[], known: readonly string[]): readonly string[] {
  return paths.filter((path) => !known.includes(path));
}

/** Links and other attributes of a document name the review it was asked for; they say nothing about it. */
function documentPaths(html: string, id: string): string[] {
  if (!html.includes(id)) return [];
  const state = readEmbeddedState(html);
  const inside = state === null ? [] : pathsOfId(state, id);
  const isOutside = mentions(withoutState(html).replace(/\b[a-z-]+="[^"]*"/gi, ''), id);
  return isOutside ? [...inside, OUTSIDE_STATE] : inside;
}
