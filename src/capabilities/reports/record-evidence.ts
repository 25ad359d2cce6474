import { sql } from 'kysely';
import type { OwnOf } from '../../core/capability.js';
import { AppError, SHUTTING_DOWN } from '../../core/errors.js';
import type { Logger } from '../../core/runtime/logger.js';
import { startScope } from '../../core/runtime/scope.js';
import { bringBack, newClaim, ofOwners, UNCLAIMED, unclaimed } from '../../kit/store/claims.js';
import { takeTurn, turnOf } from '../../kit/store/owner-turns.js';
import { Worker } from '../../kit/store/worker.js';
import type { evidence as evidenceCapability } from '../evidence/evidence.js';
import { packOfReview } from '../watch/delete-record.js';
import type { EventType } from '../watch/published.js';
import type { Database, Row } from '../watch/schema.js';
import type { EvidenceStore } from './evidence-store.js';
import { message } from './messages.js';
import type { PackStoreHealth } from './published.js';

/** The service that makes packs. */
export type Evidence = OwnOf<{ readonly of: typeof evidenceCapability }>['of'];
type SeenBefore = NonNullable<Parameters<Evidence['make']>[1]['seen']>;

/** What health and metrics show, as of the last look. */
export interface EvidenceState {
  /** Whether a pack can be stored. */
  readonly store: PackStoreHealth;
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
  /** The owners that have a usable key now. Packs of other owners wait. */
  readonly usable: () => readonly string[];
  readonly log: Logger;
  readonly now?: () => number;
}

/** A pack to make: for an event, or for the first sighting of a review by the baseline, which makes no events. */
interface Wanted {
  /** Of its row in `pack`. */
  readonly id: string;
  /** The name of its file, without ending. */
  readonly file: string;
  readonly owner: string;
  readonly link: string;
  readonly isVisible: boolean;
  /** Null = the first sighting of the review. */
  readonly event: string | null;
  readonly watch: string;
  readonly review: string;
  readonly attempts: number;
  readonly claimedBy: string;
}

/** The language of stored packs, and of the names of their files. */
export const PACK_LANGUAGE = 'pl';

const HOUR_MS = 3_600_000;
/** After this time, no pack is made for an event: a later verdict says nothing about the event. */
const OPEN_MS = 24 * HOUR_MS;
const POLL_MS = 30_000;
/** Waiting time after the first failure; four times as long after each further failure. */
const RETRY_MS = 5 * 60_000;
const MAX_RETRY_MS = OPEN_MS;
/** A pack takes two minutes, and may wait for two packs of clients. */
const CLAIM_MS = 10 * 60_000;
const CLOSE_MS = 3_000;
/**
 * Maximum reviews of a watch for whose first sighting, by the baseline, a pack is made. A pack takes up to 8 loads: a
 * place with thousands of reviews would use up the loads of a day.
 */
const FIRST_SIGHTINGS = 100;
const LOSS: EventType = 'review.not_visible';
const APPEARED: EventType = 'review.appeared';

/**
 * Makes packs beside the checks, one at a time, by owner in turn. The missing packs are read from the database, so a
 * restart loses no pack. Packs of losses come first; packs of visible reviews use half of the store at most.
 */
export function createEvidenceRecorder(options: RecorderOptions) {
  const { db, store, evidence, replica, usable, log, now = Date.now } = options;
  const ending = new AbortController();
  let state: EvidenceState = { store: 'ok', bytes: 0, waiting: 0 };
  let made = 0;

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

  /** Ends the claim. `dueAt`: the time of the next attempt; null = the pack can never be made. */
  const settle = async ({ id, claimedBy, attempts }: Wanted, dueAt: number | null): Promise<void> => {
    const claimed = db.updateTable('pack').where('id', '=', id).where('claimed_by', '=', claimedBy);
    await claimed.set({ ...UNCLAIMED, attempts: attempts + 1, due_at: dueAt }).execute();
  };

  const make = async (wanted: Wanted): Promise<void> => {
    const { file, link, isVisible } = wanted;
    const scope = startScope(`evidence-${file}`, log, null, 'background');
    const end = () => scope.abort(new AppError(SHUTTING_DOWN, message('shuttingDown')));
    ending.signal.addEventListener('abort', end, { once: true });
    try {
      const { pack, release } = await evidence.make(
        link,
        { lang: PACK_LANGUAGE, blur: 'others', seen: isVisible ? null : await lastSeen(db, wanted) },
        scope,
      );
      try {
        if (pack.verdict.is_visible !== isVisible) {
          log.info({ id: file }, 'no evidence pack: the review is in another state by now');
          return await settle(wanted, null);
        }
        const name = await store.save(file, pack.zip());
        if (name !== null && (await note(db, wanted, name))) {
          made += 1;
          return;
        }
        // The event was deleted while its pack was made.
        if (name !== null) await store.remove(name);
      } finally {
        release();
      }
    } catch (error) {
      if (ending.signal.aborted) {
        await db.deleteFrom('pack').where('claimed_by', '=', wanted.claimedBy).execute();
        return;
      }
      log.warn({ err: error, id: file }, 'an evidence pack was not made');
    } finally {
      ending.signal.removeEventListener('abort', end);
      scope.dispose();
    }
    await settle(wanted, now() + Math.min(RETRY_MS * 4 ** wanted.attempts, MAX_RETRY_MS));
  };

  /** The owners whose packs take their part of the store or more, and those whose packs take half of their part. */
  const fullOwners = async (max: number, sizes: ReadonlyMap<string, number>) => {
    const bytesOf = await bytesByOwner(db, sizes);
    const keeping = db.selectFrom('watch').select('owner').distinct().where('evidence', '!=', 'never');
    const rows = await keeping.execute();
    const part = max / Math.max(1, rows.length);
    const above = (most: number) => [...bytesOf].flatMap(([owner, bytes]) => (bytes >= most ? [owner] : []));
    return { full: above(part), half: above(part / 2) };
  };

  const claim = async (): Promise<Wanted | null> => {
    const { bytes, max_bytes: max, is_full: isFull, sizes } = await lookAtStore();
    if (isFull || ending.signal.aborted) return null;
    const { full, half } = await fullOwners(max, sizes);
    const at = now();
    const none = sql`1 = 1`;
    const notOf = (owners: readonly string[]) =>
      owners.length === 0 ? none : sql`missing.owner not in (${sql.join(owners)})`;
    const { rows } = await sql<Missing & { attempts: number }>`select missing.*,
        coalesce(pack.attempts, 0) as attempts
      from ${missingPacks(usable(), at - OPEN_MS)} as missing left join pack on pack.id = missing.id
      where (pack.id is null or (pack.due_at <= ${at} and ${unclaimed(at, 'pack')})) and ${notOf(full)}
        and (rank = 0 or ${notOf(half)}) and ${bytes > max / 2 ? sql`rank < 2` : none}
      order by rank, ${turnOf('pack', 'missing.owner')}, position limit 1`.execute(db);
    const [found] = rows;
    if (found === undefined) return null;
    // Without a usable key nothing can be signed. The operator may repair the key, so each look asks for it again.
    const hasKey = await evidence.key().then(
      () => true,
      () => false,
    );
    if (!hasKey) return null;
    const { id, owner, event, attempts, watch_id, review_id } = found;
    const name = newClaim(replica, at + CLAIM_MS);
    // The row goes with the event, or with the review.
    const of = event === null ? { watch_id, review_id } : { event_id: event };
    const claimed = await db
      .insertInto('pack')
      .values({ id, at, attempts, due_at: at, ...of, ...name })
      .onConflict((one) => one.column('id').doUpdateSet(name).where(unclaimed(at, 'pack')))
      .executeTakeFirstOrThrow();
    // Another replica makes this pack.
    if ((claimed.numInsertedOrUpdatedRows ?? 0n) === 0n) return claim();
    await takeTurn(db, 'pack', owner);
    return {
      ...{ id, file: event ?? packOfReview(found), owner, event, attempts, link: found.link },
      ...{ isVisible: found.rank > 0, watch: watch_id, review: review_id, claimedBy: name.claimed_by },
    };
  };

  const sweep = async () => {
    const at = now();
    await bringBack(db, at, { table: 'pack', column: 'due_at', max: MAX_RETRY_MS });
    await bringBack(db, at, { table: 'pack', column: 'claimed_until', max: CLAIM_MS });
    // Nothing is missing any more after this time.
    await sql`delete from pack where at < ${at - OPEN_MS}`.execute(db);
    const missing = sql<{
      count: unknown;
    }>`select count(*) as count from ${missingPacks(usable(), at - OPEN_MS)} as missing`;
    const count = (await missing.execute(db)).rows[0]?.count;
    state = { ...state, waiting: Number(count) };
    await lookAtStore();
  };

  const worker = new Worker<Wanted>(
    { name: 'evidence packs of the watch', claim, ownerOf: ({ owner }) => owner, work: make, sweep },
    { atOnce: 1, pollMs: POLL_MS, sweepMs: POLL_MS, log },
  );
  return {
    start: () => worker.start(),
    /** Makes the packs that are due, and returns their number. */
    tick: async (): Promise<number> => {
      const before = made;
      await lookAtStore();
      await worker.drain();
      return made - before;
    },
    state: () => state,
    close: () => {
      ending.abort();
      return worker.close(CLOSE_MS);
    },
  };
}

/** Bytes of the packs of each owner. `sizes`: bytes by the name of the file. */
async function bytesByOwner(db: Database, sizes: ReadonlyMap<string, number>) {
  const { rows } = await sql<{ owner: string; evidence: string }>`select owner, evidence from event
    where evidence is not null union all select watch.owner, review.evidence from review
      join watch on watch.id = review.watch_id where review.evidence is not null`.execute(db);
  const bytes = new Map<string, number>();
  for (const { owner, evidence } of rows)
    bytes.set(owner, (bytes.get(owner) ?? 0) + (sizes.get(evidence) ?? 0));
  return bytes;
}

/**
 * The missing packs. `rank`: 0 = of a loss, 1 = of a review that appeared, 2 = of a first sighting. `position`: the order
 * within a rank. `since`: milliseconds since 1970.
 */
function missingPacks(usable: readonly string[], since: number) {
  const link = sql`coalesce(review.url, case watch.kind when 'review' then watch.subject end)`;
  const isUsable = ofOwners('watch.owner', usable);
  return sql<Missing>`(select event.id as id, event.owner as owner, event.watch_id as watch_id, event.id as event,
      ${link} as link, event.review_id as review_id, case event.type when ${LOSS} then 0 else 1 end as rank,
      event.seq as position
    from event join watch on watch.id = event.watch_id
      left join review on review.watch_id = event.watch_id and review.review_id = event.review_id
    where event.at >= ${since} and event.evidence is null and event.review_id is not null
      and ${link} is not null and ${isUsable}
      and (event.type = ${LOSS} and watch.evidence <> 'never'
        or event.type = ${APPEARED} and watch.evidence = 'always')
    union all
    select first.watch_id || ' ' || first.review_id, first.owner, first.watch_id, null, first.link,
      first.review_id, 2, first.first_seen_at
    from (select review.*, watch.owner as owner, ${link} as link,
        row_number() over (partition by review.watch_id order by first_seen_at, review_id) as position
      from review join watch on watch.id = review.watch_id
      where watch.evidence = 'always' and ${isUsable} and first_seen_at is not null) as first
      left join event on event.watch_id = first.watch_id and event.review_id = first.review_id
        and event.type = ${APPEARED}
    where event.id is null and first.position <= ${FIRST_SIGHTINGS} and first.status = 'visible'
      and first.evidence is null and first.first_seen_at >= ${since} and first.link is not null)`;
}

interface Missing extends Pick<Row<'review'>, 'watch_id' | 'review_id'> {
  readonly id: string;
  readonly owner: string;
  readonly event: string | null;
  readonly link: string;
  readonly rank: number;
  readonly position: number;
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
async function note(db: Database, { event, watch, review }: Wanted, evidence: string): Promise<boolean> {
  const ofReview = db.updateTable('review').where('watch_id', '=', watch).where('review_id', '=', review);
  const row =
    event === null
      ? ofReview.set({ evidence })
      : db.updateTable('event').set({ evidence }).where('id', '=', event);
  return (await row.executeTakeFirstOrThrow()).numUpdatedRows > 0n;
}
