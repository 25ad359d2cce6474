import type { Language, Words } from '../contract/language.js';
import { inBothZones } from '../contract/times.js';
import type { WatchExportData } from '../contract/watch-export.js';
import { versionsOf } from './ledger.js';
import {
  type LocalTime,
  ledgerReview,
  ownWatch,
  placeName,
  publishEvent,
  selectEvents,
} from './published.js';
import type { Database, Row } from './schema.js';

/** What a record contains. */
export interface ExportOptions {
  /**
   * First and last day, `YYYY-MM-DD` in the time zone of the service; default: from the day on which the watch began,
   * to today.
   */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly authors: 'pseudonyms' | 'names';
  /** Language of the pseudonyms. */
  readonly lang: Language;
}

interface ExportParts {
  readonly db: Database;
  readonly localTime: LocalTime;
  /** IANA name of the time zone of `localTime`. */
  readonly timeZone: string;
  readonly now: number;
}

const PSEUDONYM: Words = { pl: 'Autor', en: 'Author' };
const DAY_MS = 86_400_000;
type Review = WatchExportData['reviews'][number];

/** The record of one watch in a period. @throws AppError `watch_not_found` */
export async function exportOf(
  { db, localTime, timeZone, now }: ExportParts,
  owner: string,
  id: string,
  { authors, lang, ...period }: ExportOptions,
): Promise<WatchExportData> {
  const watch = await ownWatch(db, owner, id);
  const dayOf = (at: number) => localTime(at).slice(0, 10);
  const from = period.from ?? dayOf(watch.created_at);
  const to = period.to ?? dayOf(now);
  const isInside = ({ at }: { readonly at: number }) => from <= dayOf(at) && dayOf(at) <= to;
  // Days begin at another moment in each time zone: one day more is read on both sides.
  const begin = Date.parse(from) - DAY_MS;
  const end = Date.parse(to) + 2 * DAY_MS;
  const since = await selectEvents(db)
    .where('event.watch_id', '=', id)
    .where('event.at', '>=', begin)
    .orderBy('event.seq')
    .execute();
  const checks = (
    await db
      .selectFrom('watch_check')
      .selectAll()
      .where('watch_id', '=', id)
      .where('at', '>=', begin)
      .where('at', '<', end)
      .orderBy('at')
      .execute()
  ).filter(isInside);
  const known = await db
    .selectFrom('review')
    .selectAll()
    .where('watch_id', '=', id)
    .orderBy('first_seen_at')
    .orderBy('review_id')
    .execute();
  const events = since.filter(isInside);
  const mentioned = new Set(events.map(({ review_id }) => review_id));
  const isIncluded = ({ review_id: one }: Row<'review'>) => watch.kind === 'review' || mentioned.has(one);
  const numbers = new Map(known.filter(isIncluded).map((row, index) => [row.review_id, index + 1]));
  const versions = await versionsOf(db, id);
  const isNamed = authors === 'names';
  const pseudonyms = new Map<string, string>();
  const reviews = known.flatMap((row): Review[] => {
    const number = numbers.get(row.review_id);
    if (number === undefined) return [];
    const of = versions.filter(({ review_id }) => review_id === row.review_id);
    const key = row.author_key ?? `review ${row.review_id}`;
    const pseudonym = pseudonyms.get(key) ?? `${PSEUDONYM[lang]} ${pseudonyms.size + 1}`;
    pseudonyms.set(key, pseudonym);
    const { review_id, review_url, ...ledger } = ledgerReview(row, of, localTime);
    return [
      {
        ...ledger,
        number,
        author: isNamed ? (of.findLast(({ author }) => author !== null)?.author ?? null) : pseudonym,
        review_id: isNamed ? review_id : null,
        review_url: isNamed ? review_url : null,
        versions: ledger.versions.map((one) => ({ ...one, author: isNamed ? one.author : null })),
      },
    ];
  });
  return {
    watch: {
      id,
      kind: watch.kind,
      label: watch.label,
      place_name: placeName(watch.place),
      subject: isNamed || watch.kind === 'place' ? watch.subject : null,
    },
    from,
    to,
    ...inBothZones('made_at', now, localTime),
    time_zone: timeZone,
    authors,
    checks: checks.length,
    checks_without_result: checks.filter(({ trouble }) => trouble !== null).length,
    course: courseOf(checks, since, known, dayOf),
    reviews,
    events: events.map((row) => {
      const { id: event, type, at, at_utc, before, after, check_id, evidence } = publishEvent(row, localTime);
      const review = row.review_id === null ? null : (numbers.get(row.review_id) ?? null);
      return { id: event, type, at, at_utc, before, after, check_id, evidence, review };
    }),
  };
}

/** How an event changes the number of reviews that are not visible. */
const CHANGE: Readonly<Record<string, number>> = { 'review.not_visible': 1, 'review.visible_again': -1 };

/**
 * One entry for each day with a check that has a result; the last of these checks counts. The counts of reviews start
 * from today's state and go back: events after the check are undone, and reviews that were first seen after it are left
 * out.
 */
function courseOf(
  checks: readonly Row<'watch_check'>[],
  events: readonly Pick<Row<'event'>, 'at' | 'type'>[],
  known: readonly Row<'review'>[],
  dayOf: (at: number) => string,
): WatchExportData['course'] {
  let notVisible = known.filter(({ status }) => status === 'not_visible').length;
  /** After its last sighting, a missing review counts neither as visible nor as not visible. */
  const isKnown = ({ status, status_at, first_seen_at, last_seen_at }: Row<'review'>, at: number) =>
    (first_seen_at ?? status_at) <= at && (status !== 'missing' || (last_seen_at ?? 0) >= at);
  const days = new Map(
    checks.filter(({ trouble }) => trouble === null).map((check) => [dayOf(check.at), check]),
  );
  const later = [...events];
  return [...days]
    .toReversed()
    .map(([day, { at, rating, review_count }]) => {
      for (let last = later.at(-1); last !== undefined && last.at > at; last = later.at(-1)) {
        notVisible -= CHANGE[last.type] ?? 0;
        later.pop();
      }
      const gone = Math.max(0, notVisible);
      const seen = known.filter((review) => isKnown(review, at)).length;
      return { day, rating, review_count, visible: Math.max(0, seen - gone), not_visible: gone };
    })
    .toReversed();
}
