import type { Language } from '../../core/published/language.js';
import { reasonText } from '../../core/texts/outcomes.js';
import type { Column } from '../../kit/lists/table.js';
import { filledSheet, workbookBlob } from '../../kit/lists/write-xlsx.js';
import { eventChanges, titleOf } from '../watch/event-texts.js';
import { coverTexts, notesOn } from './export-pdf.js';
import type { WatchExportData } from './published.js';
import { exportTexts } from './texts.js';

type Review = WatchExportData['reviews'][number];
type ExportEvent = WatchExportData['events'][number];

/** The record as a workbook: events, reviews, course and notes. */
export function exportBlob(data: WatchExportData, language: Language): Promise<Blob> {
  const words = exportTexts(language);
  const { columns: headings } = words;
  const isNamed = data.authors === 'names';
  const reviews = new Map(data.reviews.map((review) => [review.number, review]));
  const reviewOf = ({ review }: ExportEvent) => (review === null ? undefined : reviews.get(review));
  const side = (name: 'before' | 'after') => (event: ExportEvent) =>
    eventChanges(language, event, Number.POSITIVE_INFINITY)
      .flatMap((change) => (change[name] === null ? [] : [`${change.field}: ${change[name]}`]))
      .join('\n') || null;
  const wordsOf = (version: Review['versions'][number] | undefined) =>
    version?.date == null ? null : words.readOn(version.date, version.first_seen_at.slice(0, 10));
  const lastOf = ({ versions }: Review) => versions.at(-1);
  const events: Column<ExportEvent>[] = [
    { header: headings.at, width: 16, form: 'time', value: ({ at }) => at },
    { header: headings.utc, width: 20, value: ({ at_utc }) => at_utc },
    { header: headings.what, width: 24, value: (event) => titleOf(language, event) },
    { header: headings.review, width: 7, value: ({ review }) => review },
    { header: headings.author, width: 16, value: (event) => reviewOf(event)?.author ?? null },
    { header: headings.before, width: 40, value: side('before') },
    { header: headings.after, width: 40, value: side('after') },
    { header: headings.lastSeen, width: 16, form: 'time', value: (event) => event.last_seen_at },
    { header: headings.firstMissed, width: 16, form: 'time', value: (event) => event.first_missed_at },
    { header: headings.evidence, width: 20, value: ({ evidence, id }) => (evidence ? id : null) },
  ];
  const statusOf = ({ status, visibility_reason: reason }: Review) =>
    `${words.statuses[status]}${reason === null ? '' : `: ${reasonText(language, reason)}`}`;
  /** A time of a review, and the same time in UTC. */
  const moment = (header: string, name: 'status_at' | 'first_seen_at' | 'last_seen_at'): Column<Review>[] => [
    { header, width: 16, form: 'time', value: (review) => review[name] },
    { header: `${header} (UTC)`, width: 20, value: (review) => review[`${name}_utc`] ?? null },
  ];
  const ledger: Column<Review>[] = [
    { header: headings.number, width: 5, value: ({ number }) => number },
    { header: headings.author, width: 16, value: ({ author }) => author ?? words.unknown },
    { header: headings.stars, width: 9, value: (review) => lastOf(review)?.stars ?? null },
    { header: headings.text, width: 50, value: (review) => textOf(lastOf(review)?.text, words.noText) },
    { header: headings.reply, width: 40, value: (review) => lastOf(review)?.reply ?? null },
    {
      header: headings.date,
      width: 16,
      form: 'time',
      value: (review) => lastOf(review)?.published_at ?? null,
    },
    { header: headings.dateWords, width: 20, value: (review) => wordsOf(lastOf(review)) },
    { header: headings.status, width: 24, value: statusOf },
    ...moment(headings.since, 'status_at'),
    ...moment(headings.first, 'first_seen_at'),
    ...moment(headings.last, 'last_seen_at'),
    ...(isNamed
      ? [
          {
            header: headings.link,
            width: 30,
            form: 'link' as const,
            value: ({ review_url }: Review) => review_url,
          },
        ]
      : []),
  ];
  const course: Column<WatchExportData['course'][number]>[] = [
    { header: headings.day, form: 'time', value: ({ day }) => day },
    { header: headings.rating, value: ({ rating }) => rating },
    { header: headings.count, value: ({ review_count }) => review_count },
    { header: headings.visible, value: ({ visible }) => visible },
    { header: headings.notVisible, value: ({ not_visible: gone }) => gone },
    { header: headings.unseen, value: ({ unknown }) => unknown },
  ];
  const { label, place_name: place } = data.watch;
  const notes = [
    [words.kind, label, place].filter((part) => part !== null).join(': '),
    words.period(data.from, data.to),
    words.made(data.made_at, data.time_zone),
    ...coverTexts(data, words, (at) => at),
    ...(data.events.length > 0 || data.cover.is_known ? [] : [words.notKnown]),
    ...words.howTexts,
    `${words.limits}:`,
    ...notesOn(data, language),
  ];
  const note: Column<string>[] = [{ header: headings.note, width: 130, value: (text) => text }];
  return workbookBlob([
    filledSheet({ name: words.sheets.events, columns: events, layout: 'document' }, [data.events]),
    filledSheet({ name: words.sheets.reviews, columns: ledger, layout: 'document' }, [data.reviews]),
    filledSheet({ name: words.sheets.course, columns: course }, [data.course]),
    filledSheet({ name: words.sheets.notes, columns: note, layout: 'notes' }, [notes]),
  ]);
}

function textOf(text: string | null | undefined, empty: string): string | null {
  return text === '' ? empty : (text ?? null);
}
