import type { Language } from '../../../core/published/language.js';
import { eventChanges } from '../event-texts.js';
import type { EventSide } from '../published.js';
import { useWatchTexts } from './watch-state.js';

interface Versions {
  readonly before: string | null | undefined;
  readonly now: string | null | undefined;
}

/**
 * A text in which the words that differ from the text before are marked. If only one of the two texts is known, it is
 * shown without marks.
 */
export function Changed({ before, now }: Versions) {
  const { t } = useWatchTexts();
  const text = now ?? before ?? '';
  if (text === '' && !before) return null;
  if (before == null || now == null || before === now)
    return (
      <p class="text" dir="auto">
        {text}
      </p>
    );
  return (
    <p class="text" dir="auto">
      {wordDifference(before, now).map((part, index) => {
        if (part.kind === 'same') return part.text;
        const Tag = part.kind === 'before' ? 'del' : 'ins';
        return (
          <Tag key={index}>
            <span class="unseen"> [{t(`watch.ledger.${part.kind}`)}: </span>
            {part.text}
            <span class="unseen">] </span>
          </Tag>
        );
      })}
    </p>
  );
}

/** The reply of the owner, marked like a text. */
export function ChangedReply({ before, now, title }: Versions & { title: string }) {
  if (before == null && now == null) return null;
  return (
    <div class="quote">
      <p class="small">
        <strong>{title}</strong>
      </p>
      <Changed before={before} now={now} />
    </div>
  );
}

/** Fields that the views show in their own way: texts with marked words, stars as signs, reasons as sentences. */
const SHOWN_APART: ReadonlySet<keyof EventSide> = new Set(['text', 'reply', 'visibility_reason']);

/** The figures and facts in which the sides of an event, or two versions of a review, differ, in words. */
export function changedFacts(
  language: Language,
  before: EventSide | null,
  after: EventSide | null,
): string[] {
  return eventChanges(language, { before, after }).flatMap(({ name, field, before: was, after: is }) => {
    if (SHOWN_APART.has(name) || is === null) return [];
    if (was !== null) return [`${field}: ${was} → ${is}`];
    // A review that appeared has its facts on one side; an event of failing checks has only their reason.
    return name === 'trouble' ? [`${field}: ${is}`] : [];
  });
}

/** A part of a text: in both versions, only in the earlier version, or only in the later version. */
export interface Part {
  readonly kind: 'same' | 'before' | 'now';
  readonly text: string;
}

/** Maximum cells of the table of common words. Longer texts are compared as a whole. */
const MAX_CELLS = 4_000_000;

/** The words in which two texts differ: a longest common part is the same, the rest is earlier or later. */
export function wordDifference(before: string, now: string): Part[] {
  const wordsOf = (text: string): string[] => text.match(/\S+\s*/g) ?? [];
  const [old, fresh] = [wordsOf(before), wordsOf(now)];
  const isLong = old.length * fresh.length > MAX_CELLS;
  const width = fresh.length + 1;
  // common[i * width + j]: the number of common words of `old` from i and `fresh` from j.
  const common = new Uint16Array(isLong ? 0 : (old.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  const isSame = (i: number, j: number) => !isLong && old[i]?.trimEnd() === fresh[j]?.trimEnd();
  for (let i = old.length - 1; i >= 0 && !isLong; i -= 1)
    for (let j = fresh.length - 1; j >= 0; j -= 1)
      common[i * width + j] = isSame(i, j) ? 1 + at(i + 1, j + 1) : Math.max(at(i + 1, j), at(i, j + 1));
  const parts: Part[] = [];
  const add = (kind: Part['kind'], word = '') => {
    const last = parts.at(-1);
    if (last?.kind === kind) parts[parts.length - 1] = { kind, text: last.text + word };
    else parts.push({ kind, text: word });
  };
  let [i, j] = [0, 0];
  while (i < old.length || j < fresh.length)
    if (i < old.length && j < fresh.length && isSame(i, j)) {
      add('same', fresh[j]);
      [i, j] = [i + 1, j + 1];
    } else if (i < old.length && (j === fresh.length || at(i + 1, j) >= at(i, j + 1)))
      add('before', old[i++]);
    else add('now', fresh[j++]);
  return parts;
}
