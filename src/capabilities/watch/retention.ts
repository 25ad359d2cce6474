import { sql } from 'kysely';
import type { Logger } from '../../core/runtime/logger.js';
import { createTurns, nextStep } from '../../core/runtime/turns.js';
import type { OpenDatabase } from '../../kit/store/open-database.js';
import { repeatWork } from '../../kit/store/worker.js';
import { deleteEvents, deleteRest, deleteReviews, noteDeletion, type RemovedFrom } from './delete-record.js';
import { storeValue } from './ledger.js';
import type { Database } from './schema.js';

interface RetentionOptions {
  readonly db: Database;
  readonly store: RemovedFrom;
  /** Days after which records are deleted; 0 = never. */
  readonly days: { readonly events: number; readonly reviews: number };
  /** Deletes more rows; see `Addition`. */
  readonly clean?: (before: number, limit: number) => Promise<number>;
  /** See `OpenDatabase`. */
  readonly erase: OpenDatabase<unknown>['erase'];
  readonly log: Logger;
  readonly now?: () => number;
}

const DAY_MS = 86_400_000;
const TICK_MS = 3_600_000;
/** Rows of one step. Between two steps, checks and requests have their turn. */
const STEP = 500;
/** The name of the value that holds since when the clock is steady, and when it was read last. */
const CLOCK = 'retention_clock';
/** Two readings of the clock that are farther apart than this do not agree. */
const MAX_SILENCE_MS = 31 * DAY_MS;

/**
 * Deletes old records once an hour, in small steps. Old records are deleted only if the clock was steady for a
 * day: a clock that jumps by years deletes nothing.
 */
export function createRetention({ db, store, days, clean, erase, log, now = Date.now }: RetentionOptions) {
  let isClosed = false;

  const oldEvents = async (limit: number) => {
    const old = db.selectFrom('event').select(['id', 'watch_id', 'at']).where('at', '<', limit);
    const rows = await old.limit(STEP).execute();
    const ids = rows.map(({ id }) => id);
    await db.transaction().execute(async (own) => {
      await deleteEvents(own, store, ids);
      for (const watchId of new Set(rows.map(({ watch_id }) => watch_id))) {
        const times = rows.filter(({ watch_id }) => watch_id === watchId).map(({ at }) => at);
        const range = { since: Math.min(...times), until: Math.max(...times) };
        const deleted = { at: now(), events: times.length, reviews: 0, ...range };
        await noteDeletion(own, watchId, 'retention', deleted);
      }
    });
    return rows.length;
  };
  /**
   * Deletes reviews that were last visible before `RETAIN_REVIEWS_DAYS` and have no events left. Reviews with events
   * stay, because `forget` finds events by their review. The row of a single watched review stays, without its texts.
   */
  const oldReviews = async (limit: number) => {
    const rows = await db
      .selectFrom('review')
      .innerJoin('watch', 'watch.id', 'review.watch_id')
      .select(['review.watch_id', 'review.review_id', 'watch.kind'])
      .select(['review.first_seen_at', 'review.last_seen_at', 'review.status_at'])
      .leftJoin('event', (join) =>
        join
          .onRef('event.watch_id', '=', 'review.watch_id')
          .onRef('event.review_id', '=', 'review.review_id'),
      )
      .where('event.id', 'is', null)
      // As a literal: SQLite uses no partial index for a parameter.
      .where(sql<boolean>`review.status = 'not_visible'`)
      .where(({ eb, fn }) => eb(fn.coalesce('review.last_seen_at', 'review.status_at'), '<', limit))
      .where(({ or, eb }) => or([eb('watch.kind', '=', 'place'), eb('review.version', '>', 0)]))
      .limit(STEP)
      .execute();
    const single = new Set(rows.flatMap(({ kind, watch_id: id }) => (kind === 'review' ? [id] : [])));
    const old = { cause: 'retention', at: now() } as const;
    await deleteReviews(db, store, rows, old, createTurns(), (id) => single.has(id));
    return rows.length;
  };

  /** Deletes all that is due now. @throws errors of the database and of the folder of packs */
  const deleteDue = async () => {
    await deleteRest(db, store);
    const steady = await isSteady(db, now());
    const limitOf = (count: number) => (steady && count > 0 ? now() - count * DAY_MS : null);
    const [events, reviews] = [limitOf(days.events), limitOf(days.reviews)];
    const steps = [
      ...(events === null ? [] : [() => oldEvents(events), () => clean?.(events, STEP) ?? 0]),
      ...(reviews === null ? [] : [() => oldReviews(reviews)]),
    ];
    let deleted = 0;
    for (const step of steps) {
      for (let count = STEP; count === STEP && !isClosed; deleted += count) {
        count = await step();
        await nextStep();
      }
    }
    if (deleted > 0) log.info({ deleted }, 'old records of the watch were deleted');
  };
  const run = () => erase(deleteDue);
  const worker = repeatWork('old records of the watch', run, TICK_MS, log);
  return {
    start: () => worker.start(),
    /** Deletes once. Rejects with the errors of the work. */
    tick: run,
    close: () => {
      isClosed = true;
      return worker.close();
    },
  };
}

/** Notes the time that the clock shows. True if the clock has been steady for a day. */
async function isSteady(db: Database, at: number): Promise<boolean> {
  const stored = db.selectFrom('stored_value').select('value').where('name', '=', CLOCK);
  const row = await stored.executeTakeFirst();
  const [since = at, last = at] = row?.value.split(' ').map(Number) ?? [];
  const agrees = at >= last && at - last <= MAX_SILENCE_MS;
  await storeValue(db, CLOCK, `${agrees ? since : at} ${at}`);
  return agrees && at - since >= DAY_MS;
}
