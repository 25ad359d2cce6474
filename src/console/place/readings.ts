import type { Failure } from '../../core/published/failure.js';
import { PLACE_FIELD_LIST, PLACE_FIELDS, type PlaceFieldName } from '../../core/published/place-fields.js';
import { type Column, momentColumns } from '../../kit/lists/table.js';
import { difference, type Snapshot } from '../../kit/ui/snapshot.js';
import type { Texts } from '../../kit/ui/texts.js';
import { type PlaceRow, STARS } from './place-line.js';
import { failureOf } from './place-list-store.js';

/** A row of the table with all readings of a set. */
interface ReadingRow {
  /** The row of the list that shows the place; null for a place that the list no longer shows. */
  readonly row: PlaceRow | null;
  /** Null for a line without a result. */
  readonly now: Snapshot | null;
  /** The reading of the place before. */
  readonly before: Snapshot | null;
}

/**
 * The rows of all readings: the places in the order of the list, each with its oldest reading first, then the places
 * that the list no longer shows, then the lines without a result. `kept`: the readings that the browser keeps.
 */
export function readingRows(kept: readonly Snapshot[], rows: readonly PlaceRow[]): ReadingRow[] {
  const shown = rows.flatMap(({ found }) => found?.now ?? []);
  const readings = [...new Map([...shown, ...kept].map((one) => [`${one.placeId} ${one.at}`, one])).values()];
  const byPlace = new Map(rows.toReversed().map((row) => [row.found?.now.placeId, row]));
  const orderOf = ({ placeId }: Snapshot) => byPlace.get(placeId)?.index ?? rows.length;
  readings.sort((a, b) => orderOf(a) - orderOf(b) || a.placeId.localeCompare(b.placeId) || a.at - b.at);
  return [
    ...readings.map((now, index) => {
      const last = readings[index - 1];
      const before = last?.placeId === now.placeId ? last : null;
      return { row: byPlace.get(now.placeId) ?? null, now, before };
    }),
    ...rows.flatMap((row) => (row.found === null ? [{ row, now: null, before: null }] : [])),
  ];
}

/** The columns of all readings. */
export function readingColumns(texts: Texts): Column<ReadingRow>[] {
  const { t, language } = texts;
  const label = (field: PlaceFieldName) => PLACE_FIELD_LIST[field].label[language];
  return [
    { header: t('places.query'), value: ({ row }) => row?.line.query ?? null },
    {
      header: label('name'),
      value: ({ row, now }) => now?.name ?? row?.found?.answer.details[PLACE_FIELDS.name] ?? null,
    },
    { header: 'Place ID', value: ({ now }) => now?.placeId ?? null },
    ...momentColumns(t('places.readingAt'), ({ row, now }: ReadingRow) =>
      now === null ? (row?.line.at ?? null) : new Date(now.at),
    ),
    { header: label('rating'), value: ({ now }) => now?.rating ?? null },
    { header: label('reviewCount'), value: ({ now }) => now?.count ?? null },
    ...STARS.map((field, index) => ({
      header: label(field),
      value: ({ now }: ReadingRow) => now?.stars[index] ?? null,
    })),
    ...changeColumns(texts, ({ now, before }: ReadingRow) => [now, before]),
    ...failureColumns(texts, ({ row, now }: ReadingRow) =>
      row === null || now !== null ? null : failureOf(row.line),
    ),
  ];
}

/** The columns of the differences from the reading before. `of`: the reading and the reading before. */
export function changeColumns<Row>(
  { t }: Texts,
  of: (row: Row) => readonly [now: Snapshot | null | undefined, before: Snapshot | null],
): Column<Row>[] {
  const changeIn = (field: 'rating' | 'count') => (row: Row) => {
    const [now, before] = of(row);
    const change = difference(now?.[field], before?.[field]);
    return change === null ? null : Math.round(change * 10) / 10;
  };
  return [
    { header: t('places.ratingChange'), value: changeIn('rating') },
    { header: t('places.countChange'), value: changeIn('count') },
  ];
}

/** The columns that say why a row has no place. */
export function failureColumns<Row>(
  { t, whyFailed }: Texts,
  of: (row: Row) => Failure | null,
): Column<Row>[] {
  return [
    {
      header: t('places.error'),
      value: (row) => {
        const failure = of(row);
        return failure === null ? null : whyFailed(failure);
      },
    },
    { header: t('places.errorCode'), value: (row) => of(row)?.code ?? null },
  ];
}
