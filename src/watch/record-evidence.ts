import { sql } from 'kysely';
import { AppError, isAppError } from '../contract/errors.js';
import type { EvidenceStoreCheck } from '../contract/health.js';
import { message } from '../contract/messages.js';
import type { EventType } from '../contract/watch.js';
import type { Evidence } from '../evidence/evidence.js';
import type { SeenBefore } from '../evidence/make-evidence.js';
import type { Logger } from '../runtime/logger.js';
import { startScope } from '../runtime/scope.js';
import { packOfReview } from './delete-record.js';
import type { EvidenceStore } from './evidence-store.js';
import { repeat } from './repeat.js';
import type { Database } from './schema.js';

/** What health and metrics show, as of the last look. */
interface EvidenceState {
  /** Whether a pack can be stored. */
  readonly store: EvidenceStoreCheck;
  /** Size of all packs. */
  readonly bytes: number;
  /** Packs that are missing. */
  readonly waiting: number;
}

interface RecorderOptions {
  readonly db: Database;
  readonly store: EvidenceStore;
  readonly evidence: Pick<Evidence, 'key' | 'make'>;
  /** The name of this process among the replicas. */
  readonly replica: string;
  readonly log: Logger;
  readonly now?: () => number;
}

/** A pack to make: for an event, or for the first sighting of a review by the baseline, which makes no events. */
interface Wanted {
  /** The name of its file, without ending. */
  readonly id: string;
  readonly link: string;
  readonly isVisible: boolean;
  /** Null = the first sighting of the review. */
  readonly event: string | null;
  readonly watch: string;
  readonly review: string;
}

/** The language of stored packs, and of the names of their files. */
export const PACK_LANGUAGE = 'pl';

const HOUR_MS = 3_600_000;
/** After this time, no pack is made for an event: a later verdict says nothing about the event. */
const OPEN_MS = 24 * HOUR_MS;
const TICK_MS = 30_000;
/** Waiting time after the first failure; four times as long after each further failure. */
const RETRY_MS = 5 * 60_000;
/** A pack takes two minutes, and may wait for two packs of clients. */
const TURN_MS = 10 * 60_000;
const WANTED_AT_ONCE = 200;
/**
 * Maximum reviews of a watch for whose first sighting, by the baseline, a pack is made. A pack takes up to 8 loads: a
 * place with thousands of reviews would use up the loads of a day.
 */
const FIRST_SIGHTINGS = 100;
const LOSS: EventType = 'review.not_visible';
const APPEARED: EventType = 'review.appeared';

/**
 * Makes packs beside the checks, one at a time among all replicas. The missing packs are read from the database, so
 * a restart loses no pack. Packs of losses come first; first sightings use half of the store at most.
 */
export function createEvidenceRecorder(options: RecorderOptions) {
  const { db, store, evidence, replica, log, now = Date.now } = options;
  /** Failures by id; `due` is Infinity after a pack whose verdict contradicts the event. */
  const failures = new Map<string, { readonly count: number; readonly due: number }>();
  const ending = new AbortController();
  let state: EvidenceState = { store: 'ok', bytes: 0, waiting: 0 };

  /** @throws errors of the file system */
  const lookAtStore = async () => {
    try {
      const usage = await store.usage();
      state = { ...state, store: usage.is_full ? 'full' : 'ok', bytes: usage.bytes };
      return usage;
    } catch (error) {
      state = { ...state, store: 'unavailable' };
      throw error;
    }
  };

  const make = async (wanted: Wanted): Promise<boolean> => {
    const { id, link, isVisible } = wanted;
    const scope = startScope(`evidence-${id}`, log, null, 'watch');
    const end = () => scope.abort(new AppError('shutting_down', message('shuttingDown')));
    ending.signal.addEventListener('abort', end, { once: true });
    try {
      const { pack, release } = await evidence.make(
        link,
        { lang: PACK_LANGUAGE, blur: 'others', seen: isVisible ? null : await lastSeen(db, wanted) },
        scope,
      );
      try {
        if (pack.verdict.is_visible !== isVisible) {
          log.info({ id }, 'no evidence pack: the review is in another state by now');
          failures.set(id, { count: 1, due: Number.POSITIVE_INFINITY });
          return false;
        }
        const name = await store.save(id, pack.zip());
        if (name !== null && (await note(db, wanted, name))) return true;
        // The event was deleted while its pack was made.
        if (name !== null) await store.remove(name);
      } finally {
        release();
      }
    } catch (error) {
      if (ending.signal.aborted) return false;
      log.warn({ err: error, id }, 'an evidence pack was not made');
      if (!isAppError(error)) throw error;
    } finally {
      ending.signal.removeEventListener('abort', end);
      scope.dispose();
    }
    const count = (failures.get(id)?.count ?? 0) + 1;
    failures.set(id, { count, due: now() + RETRY_MS * 4 ** (count - 1) });
    return false;
  };

  /** Makes the packs that are due, and returns their number. @throws errors of database and store */
  const run = async (): Promise<number> => {
    await lookAtStore();
    const wanted = await missingPacks(db, now() - OPEN_MS);
    state = { ...state, waiting: wanted.length };
    for (const id of failures.keys()) if (!wanted.some((one) => one.id === id)) failures.delete(id);
    const due = wanted.filter(({ id }) => (failures.get(id)?.due ?? 0) <= now());
    if (due.length === 0) return 0;
    // Without a usable key nothing can be signed. The operator may repair the key, so each run asks for it again.
    const hasKey = await evidence.key().then(
      () => true,
      () => false,
    );
    if (!hasKey) return 0;
    let made = 0;
    for (const one of due) {
      const { bytes, max_bytes: max, is_full: isFull } = await lookAtStore();
      if (isFull || (one.event === null && bytes > max / 2)) continue;
      if (ending.signal.aborted || !(await takeTurn(db, replica, now()))) break;
      if (await make(one)) made += 1;
    }
    return made;
  };

  const repeated = repeat(run, TICK_MS, (error) =>
    log.warn({ err: error }, 'evidence packs cannot be made now'),
  );
  return {
    ...repeated,
    state: () => state,
    close: () => {
      ending.abort();
      return repeated.close();
    },
  };
}

/** The missing packs: packs of losses first, then the oldest. `since`: milliseconds since 1970. */
async function missingPacks(db: Database, since: number): Promise<Wanted[]> {
  const events = await db
    .selectFrom('event')
    .innerJoin('watch', 'watch.id', 'event.watch_id')
    .leftJoin('review', (join) =>
      join.onRef('review.watch_id', '=', 'event.watch_id').onRef('review.review_id', '=', 'event.review_id'),
    )
    .select(['event.id', 'event.type', 'event.watch_id', 'event.review_id'])
    .select(['review.url', 'watch.kind', 'watch.subject'])
    .where('event.at', '>=', since)
    .where('event.evidence', 'is', null)
    .where((where) =>
      where.or([
        where.and([where('event.type', '=', LOSS), where('watch.evidence', '!=', 'never')]),
        where.and([where('event.type', '=', APPEARED), where('watch.evidence', '=', 'always')]),
      ]),
    )
    .orderBy(sql`case event.type when ${LOSS} then 0 else 1 end`)
    .orderBy('event.seq')
    .limit(WANTED_AT_ONCE)
    .execute();
  const first = db
    .selectFrom('review')
    .innerJoin('watch', 'watch.id', 'review.watch_id')
    .selectAll('review')
    .select(['watch.kind', 'watch.subject'])
    .select(
      sql<number>`row_number() over (partition by review.watch_id order by first_seen_at, review_id)`.as(
        'position',
      ),
    )
    .where('watch.evidence', '=', 'always')
    .where('review.first_seen_at', 'is not', null)
    .as('first');
  const reviews = await db
    .selectFrom(first)
    .leftJoin('event', (join) =>
      join
        .onRef('event.watch_id', '=', 'first.watch_id')
        .onRef('event.review_id', '=', 'first.review_id')
        .on('event.type', '=', APPEARED),
    )
    .select(['first.watch_id', 'first.review_id', 'first.url', 'first.kind', 'first.subject'])
    .where('event.id', 'is', null)
    .where('first.position', '<=', FIRST_SIGHTINGS)
    .where('first.status', '=', 'visible')
    .where('first.evidence', 'is', null)
    .where('first.first_seen_at', '>=', since)
    .orderBy('first.first_seen_at')
    .limit(WANTED_AT_ONCE)
    .execute();
  const linkOf = (row: { url: string | null; kind: string; subject: string }) =>
    row.url ?? (row.kind === 'review' ? row.subject : null);
  return [
    ...events.map((row) => ({ ...row, event: row.id, isVisible: row.type === APPEARED })),
    ...reviews.map((row) => ({ ...row, id: packOfReview(row), event: null, isVisible: true })),
  ].flatMap(({ id, event, isVisible, watch_id: watch, review_id: review, ...row }) => {
    const link = linkOf(row);
    return link === null || review === null ? [] : [{ id, event, isVisible, watch, review, link }];
  });
}

/** The review as the ledger last saw it, with its whole text. The pack names earlier checks as its source. */
async function lastSeen(db: Database, { watch, review }: Wanted): Promise<SeenBefore | null> {
  const row = await db
    .selectFrom('review_version')
    .select(['author', 'stars', 'text', 'first_seen_at', 'last_seen_at'])
    .where('watch_id', '=', watch)
    .where('review_id', '=', review)
    .orderBy('number', 'desc')
    .executeTakeFirst();
  if (row === undefined) return null;
  const { author, stars, text, first_seen_at: readAt, last_seen_at: at } = row;
  return {
    ...(author !== null && author !== '' && { author }),
    ...(stars !== null && { rating: stars }),
    ...(text !== null && { text }),
    ...{ source: 'watch', readOn: new Date(readAt).toISOString(), on: new Date(at).toISOString() },
  };
}

/** Notes the file of a pack. False = its row is gone. */
async function note(db: Database, { event, watch, review }: Wanted, name: string): Promise<boolean> {
  const row =
    event !== null
      ? db.updateTable('event').set({ evidence: name }).where('id', '=', event)
      : db
          .updateTable('review')
          .set({ evidence: name })
          .where('watch_id', '=', watch)
          .where('review_id', '=', review);
  const { numUpdatedRows } = await row.executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The replica that makes packs now, with the end of its turn: `<milliseconds since 1970> <replica>`. */
const TURN = 'evidence_turn';

/** Takes the turn, or renews it. False = another replica has it. */
async function takeTurn(db: Database, replica: string, at: number): Promise<boolean> {
  const value = `${at + TURN_MS} ${replica}`;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('stored_value')
    .values({ name: TURN, value })
    .onConflict((one) => one.doNothing())
    .executeTakeFirstOrThrow();
  if ((numInsertedOrUpdatedRows ?? 0n) > 0n) return true;
  const { numUpdatedRows } = await db
    .updateTable('stored_value')
    .set({ value })
    .where('name', '=', TURN)
    // Texts of 13 digits compare like numbers. An end that is too far away was written before the clock was set back.
    .where(
      sql<boolean>`(value < ${String(at)} or value > ${String(at + 2 * TURN_MS)} or value like ${`% ${replica}`})`,
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
