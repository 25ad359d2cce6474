import type { Language } from '../../core/published/language.js';
import { createTurns } from '../../core/runtime/turns.js';
import type { CellValue, Column, ColumnForm } from '../../kit/lists/table.js';
import { filledSheet, workbookBlob } from '../../kit/lists/write-xlsx.js';
import { chunksOf } from '../../kit/store/rows.js';
import { changesIn } from './client-record.js';
import { CHANGE_KINDS, type ClientExportData, type WatchExportData } from './published.js';
import * as words from './record-words.js';

/** The columns of the tables with their widths; 0 = as wide as the texts. Most have the name that JSON gives them. */
const COLUMNS = {
  events: {
    ...{ watch: 24, at: 16, at_utc: 20, what: 24, review: 7, author: 16, before: 40, after: 40 },
    ...{ last_seen_at: 16, first_missed_at: 16, evidence: 20 },
  },
  reviews: {
    ...{ watch: 24, number: 5, author: 16, stars: 9, text: 50, reply: 40, published_at: 16, date: 20 },
    ...{ status: 24, status_at: 16, status_at_utc: 20, first_seen_at: 16, first_seen_at_utc: 20 },
    ...{ review_url: 30 },
  },
  course: { watch: 24, day: 0, rating: 0, review_count: 0, read: 0, visible: 0, not_visible: 0, unknown: 0 },
} as const;
type Table = keyof typeof COLUMNS;
type Heading = { [Name in Table]: keyof (typeof COLUMNS)[Name] }[Table];
type Cells = Readonly<Partial<Record<Heading, CellValue>>>;
/** Columns with times or links. */
const FORMED = /(^|_)at$|^day$|_url$/;
/** Rows of one step. */
const STEP = 50;

/**
 * A record as a workbook: events, reviews, course and notes. The record of a client begins with what its watches have in
 * common, and each row names its watch.
 */
export function exportBlob(data: WatchExportData | ClientExportData, language: Language): Promise<Blob> {
  const [client, records] = 'records' in data ? [data, data.records] : [null, [data]];
  const voice = words.voiceOf(language, false);
  const { t } = voice;
  const isNamed = records[0]?.authors === 'names';
  const isLeftOut = (name: Heading) =>
    name === 'watch' ? client === null : name === 'review_url' && !isNamed;
  const sheet = <Row>(
    table: Table,
    rowsOf: (record: WatchExportData) => readonly Row[],
    cellsOf: (row: Row) => Cells,
  ) => {
    const widths = Object.entries(COLUMNS[table]) as [Heading, number][];
    const columns = widths.flatMap(([name, width]): Column<Cells>[] => {
      const form: ColumnForm = name === 'review_url' ? 'link' : 'time';
      const own = { ...(FORMED.test(name) && { form }), ...(width > 0 && { width }) };
      const header = t(`record.columns.${name}`);
      return isLeftOut(name) ? [] : [{ header, ...own, value: (cells) => cells[name] ?? null }];
    });
    function* rows() {
      for (const record of records)
        for (const some of chunksOf(rowsOf(record), STEP))
          yield some.map((row): Cells => ({ watch: labelOf(record), ...cellsOf(row) }));
    }
    const layout = table === 'course' ? 'table' : 'document';
    return filledSheet({ name: t(`record.sheets.${table}`), columns, layout }, rows());
  };
  const eventsOf = (record: WatchExportData) => words.eventRows(record, voice, Number.POSITIVE_INFINITY);
  const texts = notesIn(client, records, voice);
  const notes = { header: t('record.columns.note'), width: 130, value: (text: string) => text };
  const sheets = [
    ...(client === null ? [] : [commonSheet(client, voice)]),
    sheet('events', eventsOf, eventCells),
    sheet('reviews', reviewsOf, (review) => reviewCells(review, voice)),
    sheet('course', courseOf, (day) => day),
    filledSheet({ name: t('record.sheets.notes'), columns: [notes], layout: 'notes' }, [texts]),
  ];
  return workbookBlob(sheets, createTurns());
}

const reviewsOf = ({ reviews }: WatchExportData) => reviews;
const courseOf = ({ course }: WatchExportData) => course;
const labelOf = (record: WatchExportData) => words.nameOf(record) ?? record.watch.id;

function eventCells({ event, title, review, changes }: words.EventRow): Cells {
  const side = (name: 'before' | 'after') =>
    changes.flatMap((one) => (one[name] === null ? [] : [`${one.field}: ${one[name]}`])).join('\n') || null;
  const sides = { before: side('before'), after: side('after') };
  const evidence = event.evidence ? event.id : null;
  return { ...event, ...sides, what: title, author: review?.author ?? null, evidence };
}

function reviewCells(review: words.Review, voice: words.Voice): Cells {
  const last = review.versions.at(-1);
  return {
    ...review,
    author: review.author ?? voice.t('record.unknown'),
    ...{ stars: last?.stars ?? null, published_at: last?.published_at ?? null },
    text: last?.text === '' ? voice.t('record.noText') : (last?.text ?? null),
    reply: last?.reply_read === false ? '–' : (last?.reply ?? null),
    date: last === undefined ? null : words.dateWords(last, voice),
    status: words.statusReason(review, voice),
  };
}

/** What the watches of a client have in common: a row for all, then a row for each watch. */
function commonSheet({ from, to, records }: ClientExportData, voice: words.Voice) {
  const { t } = voice;
  type Some = readonly WatchExportData[];
  const columns: Column<Some>[] = [
    {
      ...{ header: `${t('record.columns.watch')} (${from} – ${to})`, width: 24 },
      value: (some) => (some === records ? t('record.all') : some.map(labelOf).join()),
    },
    {
      ...{ header: t('record.columns.last'), form: 'time' },
      value: (some) => (some === records ? null : (some[0]?.cover.last_result_at ?? null)),
    },
    ...CHANGE_KINDS.map((kind) => ({
      header: t(`record.groups.${kind}`),
      value: (some: Some) => words.changesText(changesIn(some, [kind]), voice),
    })),
  ];
  const rows = [records, ...records.map((one) => [one])];
  return filledSheet({ name: t('record.summary'), columns, layout: 'document' }, [rows]);
}

function notesIn(client: ClientExportData | null, records: readonly WatchExportData[], voice: words.Voice) {
  const { t } = voice;
  const common = client === null ? [] : words.commonTexts(client, voice);
  return [
    ...(client === null ? [] : [`${t('record.ofClient')}: ${client.client}`, ...common]),
    ...records.flatMap((data) => [
      [t('record.kind'), data.watch.label, ...words.subjectTexts(data, voice)].filter(Boolean).join(': '),
      ...words.headTexts(data, voice),
      ...words.coverTexts(data, voice),
      ...(data.watch.kind === 'review' ? data.reviews.map((one) => words.stateText(data, one, voice)) : []),
      ...(data.events.length > 0 ? [] : [words.silenceText(data, voice)]),
    ]),
    ...t('record.howTexts').split('\n'),
    `${t('record.limits')}:`,
    ...words.notesOn(records, voice),
  ];
}
