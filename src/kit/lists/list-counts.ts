import type { Language } from '../../core/published/language.js';
import { createFormats } from '../../core/texts/formats.js';
import type { JobType } from './list-limits.js';
import { listTexts } from './texts.js';

/** The kinds of answers that a list of a type gets. */
export const ENTRY_KINDS = {
  'review-visibility': ['visible', 'not_visible', 'unclear'],
  'place-details': ['found'],
  'place-reviews': ['complete', 'limited', 'partial'],
} as const satisfies Readonly<Record<JobType, readonly string[]>>;

export type EntryKind = (typeof ENTRY_KINDS)[JobType][number];

/** What the entries of a list come to: each entry with a result is of one kind, so the kinds add up to `done`. */
type EntryCounts = Readonly<
  Record<'total' | 'done' | 'without_link' | 'failed', number> &
    Partial<Record<EntryKind, number | undefined>>
>;

/** The kinds in the order of the text. `true`: its 0 is said as well, as soon as there is an answer. */
const LABELS = [
  ['visible', 'summary.visible', true],
  ['not_visible', 'summary.hidden', true],
  ['unclear', 'summary.unclear', false],
  ['found', 'counts.found', true],
  ['complete', 'counts.complete', true],
  ['limited', 'counts.limited', false],
  ['partial', 'counts.partial', false],
  ['failed', 'summary.failed', false],
  ['without_link', 'counts.withoutLink', false],
] as const;

/** The counts of a list on one line. */
export function countsText(language: Language, counts: EntryCounts): string {
  const t = listTexts(language);
  const { number } = createFormats(language);
  const { total, done, without_link, failed } = counts;
  const hasAnswers = done > without_link + failed;
  const kinds = LABELS.map(
    ([kind, label, isMain]) =>
      [label, counts[kind] ?? 0, isMain && hasAnswers && counts[kind] !== undefined] as const,
  );
  const all = [['counts.total', total, true], ...kinds, ['summary.waiting', total - done, false]] as const;
  return all
    .flatMap(([label, count, isSaid]) => (isSaid || count > 0 ? [`${t(label)}: ${number(count)}`] : []))
    .join(' · ');
}
