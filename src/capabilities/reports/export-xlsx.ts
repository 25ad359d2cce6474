import type { Language } from '../../core/published/language.js';
import { createTurns } from '../../core/runtime/turns.js';
import { reasonText } from '../../core/texts/outcomes.js';
import type { Column } from '../../kit/lists/table.js';
import { filledSheet, workbookBlob } from '../../kit/lists/write-xlsx.js';
import { eventChanges, titleOf } from '../watch/event-texts.js';
import { changesIn, changesText } from './client-record.js';
import { commonTexts, coverTexts, notesOn, silenceText, stateText, subjectTexts } from './export-pdf.js';
import { CHANGE_KINDS, type ClientExportData, type WatchExportData } from './published.js';
import { watchTexts } from './texts.js';

type Review = WatchExportData['reviews'][number];
type ExportEvent = WatchExportData['events'][number];

/**
 * A record as a workbook: events, reviews, course and notes. The record of a client begins with what its watches have in
 * common, and each row names its watch.
 */
export function exportBlob(data: WatchExportData | ClientExportData, language: Language): Promise<Blob> {
  const [client, records] = 'records' in data ? [data, data.records] : [null, [data]];
  const t = watchTexts(language);
  const reviews = new Map<ExportEvent, Review | undefined>();
  const watches = new Map<object, string>();
  const nameOf = ({ watch }: WatchExportData) => watch.label ?? watch.place_name ?? watch.id;
  for (const data of records) {
    const byNumber = new Map(data.reviews.map((review) => [review.number, review]));
    for (const event of data.events) reviews.set(event, byNumber.get(event.review ?? 0));
    for (const row of [...data.events, ...data.reviews, ...data.course]) watches.set(row, nameOf(data));
  }
  const watchColumn: Column<object>[] =
    client === null
      ? []
      : [{ header: t('record.columns.watch'), width: 24, value: (row) => watches.get(row) ?? null }];
  const side = (name: 'before' | 'after') => (event: ExportEvent) =>
    eventChanges(language, event, Number.POSITIVE_INFINITY)
      .flatMap((change) => (change[name] === null ? [] : [`${change.field}: ${change[name]}`]))
      .join('\n') || null;
  const wordsOf = (version: Review['versions'][number] | undefined) =>
    version?.date == null
      ? null
      : t('record.readOn', { words: version.date, day: version.first_seen_at.slice(0, 10) });
  const lastOf = ({ versions }: Review) => versions.at(-1);
  const last = (name: 'stars' | 'reply' | 'published_at' | 'text') => (review: Review) =>
    lastOf(review)?.[name] ?? null;
  const textOf = (review: Review) =>
    last('text')(review) === '' ? t('record.noText') : last('text')(review);
  const replyOf = (review: Review) => (lastOf(review)?.reply_read === false ? '–' : last('reply')(review));
  const events: Column<ExportEvent>[] = [
    { header: t('record.columns.at'), width: 16, form: 'time', value: ({ at }) => at },
    { header: t('record.columns.utc'), width: 20, value: ({ at_utc }) => at_utc },
    { header: t('record.columns.what'), width: 24, value: (event) => titleOf(language, event) },
    { header: t('record.columns.review'), width: 7, value: ({ review }) => review },
    { header: t('record.columns.author'), width: 16, value: (event) => reviews.get(event)?.author ?? null },
    { header: t('record.columns.before'), width: 40, value: side('before') },
    { header: t('record.columns.after'), width: 40, value: side('after') },
    { header: t('record.columns.lastSeen'), width: 16, form: 'time', value: (event) => event.last_seen_at },
    { header: t('record.columns.firstMissed'), width: 16, form: 'time', value: (one) => one.first_missed_at },
    { header: t('record.columns.evidence'), width: 20, value: ({ evidence, id }) => (evidence ? id : null) },
  ];
  const statusOf = ({ status, visibility_reason: reason }: Review) =>
    status === null
      ? t('record.unknown')
      : `${t(`record.statuses.${status}`)}${reason === null ? '' : `: ${reasonText(language, reason)}`}`;
  /** A time of a review, and the same time in UTC. */
  const moment = (header: string, name: 'status_at' | 'first_seen_at'): Column<Review>[] => [
    { header, width: 16, form: 'time', value: (review) => review[name] },
    { header: `${header} (UTC)`, width: 20, value: (review) => review[`${name}_utc`] ?? null },
  ];
  const ledger: Column<Review>[] = [
    { header: t('record.columns.number'), width: 5, value: ({ number }) => number },
    { header: t('record.columns.author'), width: 16, value: ({ author }) => author ?? t('record.unknown') },
    { header: t('record.columns.stars'), width: 9, value: last('stars') },
    { header: t('record.columns.text'), width: 50, value: textOf },
    { header: t('record.columns.reply'), width: 40, value: replyOf },
    { header: t('record.columns.date'), width: 16, form: 'time', value: last('published_at') },
    { header: t('record.columns.dateWords'), width: 20, value: (review) => wordsOf(lastOf(review)) },
    { header: t('record.columns.status'), width: 24, value: statusOf },
    ...moment(t('record.columns.since'), 'status_at'),
    ...moment(t('record.columns.first'), 'first_seen_at'),
  ];
  const [first] = records;
  if (first?.authors === 'names')
    ledger.push({ header: t('record.columns.link'), width: 30, form: 'link', value: (it) => it.review_url });
  const course: Column<WatchExportData['course'][number]>[] = [
    { header: t('record.columns.day'), form: 'time', value: ({ day }) => day },
    { header: t('record.columns.rating'), value: ({ rating }) => rating },
    { header: t('record.columns.count'), value: ({ review_count }) => review_count },
    { header: t('record.columns.read'), value: ({ read }) => read },
    { header: t('record.columns.visible'), value: ({ visible }) => visible },
    { header: t('record.columns.notVisible'), value: ({ not_visible: gone }) => gone },
    { header: t('record.columns.unseen'), value: ({ unknown }) => unknown },
  ];
  const commonSheet = ({ from, to }: ClientExportData) => {
    const columns: Column<readonly WatchExportData[]>[] = [
      {
        ...{ header: `${t('record.columns.watch')} (${from} – ${to})`, width: 24 },
        value: (some) => (some === records ? t('record.all') : some.map(nameOf).join()),
      },
      {
        ...{ header: t('record.columns.last'), form: 'time' },
        value: (some) => (some === records ? null : (some[0]?.cover.last_result_at ?? null)),
      },
      ...CHANGE_KINDS.map((kind) => ({
        header: t(`record.groups.${kind}`),
        value: (some: readonly WatchExportData[]) => changesText(changesIn(some, [kind]), t),
      })),
    ];
    const rows = [records, ...records.map((one) => [one])];
    return filledSheet({ name: t('record.summary'), columns, layout: 'document' }, [rows]);
  };
  const notes = [
    ...(client === null ? [] : [`${t('record.ofClient')}: ${client.client}`, ...commonTexts(client, t)]),
    ...records.flatMap((data) => [
      [t('record.kind'), data.watch.label, ...subjectTexts(data)].filter((part) => part !== null).join(': '),
      t('record.period', { from: data.from, to: data.to }),
      t('record.made', { at: data.made_at, zone: data.time_zone }),
      ...coverTexts(data, t, (at) => at),
      ...(data.watch.kind === 'review' ? data.reviews.map((one) => stateText(data, one, language)) : []),
      ...(data.events.length > 0 ? [] : [silenceText(data, t, (at) => at)]),
    ]),
    ...t('record.howTexts').split('\n'),
    `${t('record.limits')}:`,
    ...(first === undefined ? [] : notesOn(first, language)),
  ];
  const note: Column<string>[] = [{ header: t('record.columns.note'), width: 130, value: (text) => text }];
  const sheets = [
    ...(client === null ? [] : [commonSheet(client)]),
    filledSheet(
      { name: t('record.sheets.events'), columns: [...watchColumn, ...events], layout: 'document' },
      records.map((data) => data.events),
    ),
    filledSheet(
      { name: t('record.sheets.reviews'), columns: [...watchColumn, ...ledger], layout: 'document' },
      records.map((data) => data.reviews),
    ),
    filledSheet(
      { name: t('record.sheets.course'), columns: [...watchColumn, ...course] },
      records.map((data) => data.course),
    ),
    filledSheet({ name: t('record.sheets.notes'), columns: note, layout: 'notes' }, [notes]),
  ];
  return workbookBlob(sheets, createTurns());
}
