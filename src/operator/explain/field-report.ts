import type { Origin } from '../../provider/origins.js';
import { currentRules } from '../../provider/rules/current.js';
import { entryText, foundAt, listIn } from '../../provider/rules/found-at.js';
import { valueAt } from '../../provider/wire/path-table.js';
import { recordOrigins } from '../../reviews/extractors/review.js';
import { cardOrigins, extractCard } from '../../reviews/extractors/review-card.js';
import { FIELDS, type Field, reviewValue, sameValue } from './fields.js';
import { quoted } from './proposal.js';
import type { DataRoot, ReadRecording } from './recorded-data.js';
import { shownValue } from './selector-proposals.js';

/**
 * What became of an entry. `taken`: the field is read from there. `same`: it holds the same value. `other`: it holds
 * another value, but an earlier entry counts. `refused`: what stands there is not what the field must be. `nothing`:
 * nothing stands there.
 */
export type EntryOutcome = 'taken' | 'same' | 'other' | 'refused' | 'nothing';

/** One entry of a list that leads to a field. */
export interface TriedEntry extends Omit<Origin, 'source'> {
  readonly source: Origin['source'];
  readonly outcome: EntryOutcome;
  /** As it stands in the recording, shortened; null = nothing stands there. */
  readonly raw: string | null;
  /** What the reader makes of it; null = nothing. */
  readonly parsed: string | null;
}

/** A published field of a recording and where it was looked for. */
export interface FieldReport {
  /** Published names. */
  readonly names: readonly string[];
  readonly field: Field;
  /** Null = found nowhere; of a review: of the first one that has it. */
  readonly value: unknown;
  readonly origin: Origin | null;
  /** Of reviews: how many records hold it, and all. */
  readonly found: { readonly records: number; readonly of: number } | null;
  readonly tried: readonly TriedEntry[];
}

/** Every field that the recording may hold. */
export function fieldReports(read: ReadRecording): readonly FieldReport[] {
  const { kind } = read.recording.about;
  const hasPlace = read.reading !== null || read.places.length > 0;
  const hasReviews = kind === 'reviews' || kind === 'review';
  return FIELDS.filter((field) => (field.of === 'place' ? hasPlace && kind !== 'review' : hasReviews)).map(
    (field) => (field.of === 'place' ? placeReport(read, field) : reviewReport(read, field)),
  );
}

function placeReport({ reading, places, panel }: ReadRecording, field: Field): FieldReport {
  const origin = reading?.origins[field.name] ?? null;
  const value = (reading?.place as Readonly<Record<string, unknown>> | undefined)?.[field.name] ?? null;
  const [own = null] = places;
  const tried = own === null ? [] : triedPaths(field, own, 'payload');
  const shown = panel === null || field.shown === null ? [] : triedSelectors(field.shown, panel, 'panel');
  return {
    names: field.published,
    field,
    value,
    origin,
    found: null,
    tried: judged([...tried, ...shown], origin, value),
  };
}

function reviewReport({ recording, records, reviews, cards }: ReadRecording, field: Field): FieldReport {
  const values = reviews.map((review) => reviewValue(review, field.name)).filter((value) => value !== null);
  const first = records.find(({ value }) => recordOrigins(value)[field.name] != null) ?? records[0] ?? null;
  // A list whose records cannot be read is read from its cards.
  const readCard = recording.cards.find((shownCard) => cardOrigins(shownCard)[field.name] != null);
  const ofCard = readCard === undefined ? null : (cardOrigins(readCard)[field.name] ?? null);
  const ofRecord = first === null ? null : (recordOrigins(first.value)[field.name] ?? null);
  const origin = ofRecord ?? ofCard;
  const [card = null] = cards.values();
  const tried = first === null ? [] : triedPaths(field, authorRoot(field, first), 'record');
  const shown = card === null || field.shown === null ? [] : triedSelectors(field.shown, card, 'card');
  const value = values[0] ?? (readCard === undefined ? null : reviewValue(extractCard(readCard), field.name));
  return {
    names: field.published,
    field,
    value,
    origin,
    found: { records: values.length, of: reviews.length },
    tried: judged([...tried, ...shown], origin, value),
  };
}

/** Fields of an author are looked for in the part about the author. */
export function authorRoot(field: Field, root: DataRoot): DataRoot {
  if (!field.name.startsWith('author.')) return root;
  const paths = currentRules().paths.reviewRecord.authorSince2024;
  const part = paths.map((path) => valueAt(root.value, path)).find((value) => Array.isArray(value)) ?? null;
  return { part: root.part, value: part, whole: root.value, container: 'paths.reviewRecord.authorSince2024' };
}

interface Looked extends Omit<TriedEntry, 'outcome' | 'raw' | 'parsed'> {
  readonly there: unknown;
  readonly value: unknown;
}

function triedPaths(field: Field, root: DataRoot, source: Origin['source']): Looked[] {
  return field.paths.flatMap(({ list, type, value }) =>
    (listIn(currentRules(), list) ?? []).flatMap((entry): Looked[] => {
      if (typeof entry === 'string') return [];
      const there = valueAt(root.value, entry);
      const parsed = type.safeParse(there);
      return [{ ...foundAt(source, list, entry), there, value: parsed.success ? value(parsed.data) : null }];
    }),
  );
}

function triedSelectors(
  shown: NonNullable<Field['shown']>,
  root: NonNullable<ReadRecording['panel']>,
  source: Origin['source'],
): Looked[] {
  return (listIn(currentRules(), shown.list) ?? []).flatMap((entry): Looked[] => {
    if (typeof entry !== 'string') return [];
    const { value, raw } = shownValue(shown, entry, root);
    const there = raw.length === 0 ? null : shown.many ? raw : raw[0];
    return [{ ...foundAt(source, shown.list, entry), there, value }];
  });
}

function judged(looked: readonly Looked[], origin: Origin | null, value: unknown): readonly TriedEntry[] {
  return looked.map(({ there, value: parsed, ...entry }) => {
    const isOrigin = origin !== null && origin.list === entry.list && origin.entry === entryText(entry.entry);
    const outcome: EntryOutcome =
      there == null
        ? 'nothing'
        : parsed === null
          ? 'refused'
          : isOrigin
            ? 'taken'
            : sameValue(parsed, value)
              ? 'same'
              : 'other';
    return {
      ...entry,
      outcome,
      raw: there == null ? null : quoted(there),
      parsed: parsed === null ? null : quoted(parsed),
    };
  });
}
