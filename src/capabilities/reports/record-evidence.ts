import { sql } from 'kysely';
import type { OwnOf } from '../../core/capability.js';
import type { Logger } from '../../core/runtime/logger.js';
import { type Scope, startScope } from '../../core/runtime/scope.js';
import { bringBack, newClaim, ofOwners, UNCLAIMED, unclaimed } from '../../kit/store/claims.js';
import { takeTurn, turnOf } from '../../kit/store/owner-turns.js';
import { Worker } from '../../kit/store/worker.js';
import type { evidence as evidenceCapability } from '../evidence/evidence.js';
import type { EventType } from '../watch/published.js';
import type { Database, Row } from '../watch/schema.js';
import type { EvidenceStore } from './evidence-store.js';
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
  /** Whether the disk of the database has more than its reserve left. */
  readonly hasRoom: () => boolean;
  readonly log: Logger;
  readonly now?: () => number;
}

/** A loss without a pack. */
interface Missing extends Pick<Row<'event'>, 'id' | 'owner' | 'watch_id'> {
  readonly review_id: string;
  readonly link: string;
}

type Wanted = Missing & { readonly claimedBy: string };

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
const LOSS: EventType = 'review.not_visible';

/**
 * Makes the packs of losses beside the checks, one at a time, by owner in turn. The missing packs are read from the
 * database, so a restart loses no pack. A full store makes no pack until it has room.
 */
export function createEvidenceRecorder(options: RecorderOptions) {
  const { db, store, evidence, replica, usable, log, now = Date.now } = options;
  let state: EvidenceState = { store: 'ok', bytes: 0, waiting: 0 };
  let made = 0;

  /** @throws errors of the file system */
  const lookAtStore = async () => {
    try {
      const { bytes, is_full: isFull } = await store.usage();
      if (isFull && state.store !== 'full')
        log.warn(
          'the store of evidence packs is full, and losses get no packs: see EVIDENCE_MAX_MB, and the room on the disk',
        );
      state = { ...state, store: isFull ? 'full' : 'ok', bytes };
      return { isFull };
    } catch (error) {
      state = { ...state, store: 'unavailable' };
      throw error;
    }
  };

  const make = async (wanted: Wanted, scope: Scope): Promise<void> => {
    const { id, link } = wanted;
    try {
      scope.signal.throwIfAborted();
      const seen = await lastSeen(db, wanted);
      const pack = await evidence.make(link, { lang: PACK_LANGUAGE, blur: 'others', seen }, scope);
      if (pack.verdict.is_visible) {
        log.info({ id }, 'no evidence pack: the review is in another state by now');
        return await settle(db, wanted, { due_at: null });
      }
      const name = await store.save(id, pack.zip);
      if (name !== null && (await note(db, id, name))) {
        made += 1;
        return;
      }
      // The event was deleted while its pack was made.
      if (name !== null) await store.remove(name);
    } catch (error) {
      if (scope.signal.aborted) {
        await db.deleteFrom('pack').where('claimed_by', '=', wanted.claimedBy).execute();
        return;
      }
      log.warn({ err: error, id }, 'an evidence pack was not made');
    }
    await settle(db, wanted);
  };

  const claim = async (): Promise<Wanted | null> => {
    const { isFull } = await lookAtStore();
    if (isFull || !options.hasRoom()) return null;
    const at = now();
    const { rows } = await sql<Missing & { attempts: number }>`select missing.*,
        coalesce(pack.attempts, 0) as attempts
      from ${missingPacks(usable(), at - OPEN_MS)} as missing left join pack on pack.event_id = missing.id
      where pack.event_id is null or (pack.due_at <= ${at} and ${unclaimed(at, 'pack')})
      order by ${turnOf('pack', 'missing.owner')}, seq limit 1`.execute(db);
    const [found] = rows;
    if (found === undefined) return null;
    // Without a usable key nothing can be signed. The operator may repair the key, so each look asks for it again.
    if ((await evidence.key().catch(() => null)) === null) return null;
    // An attempt counts when it begins: if it ends this process, it is not repeated at once.
    const due_at = at + Math.min(RETRY_MS * 4 ** found.attempts, MAX_RETRY_MS);
    const name = { ...newClaim(replica, at + CLAIM_MS), attempts: found.attempts + 1, due_at };
    const claimed = await db
      .insertInto('pack')
      .values({ event_id: found.id, at, ...name })
      .onConflict((one) => one.column('event_id').doUpdateSet(name).where(unclaimed(at, 'pack')))
      .executeTakeFirstOrThrow();
    // Another replica makes this pack.
    if ((claimed.numInsertedOrUpdatedRows ?? 0n) === 0n) return claim();
    await takeTurn(db, 'pack', found.owner);
    return { ...found, claimedBy: name.claimed_by };
  };

  const sweep = async () => {
    const waiting = await sweepPacks(db, usable(), now());
    state = { ...state, waiting };
    await lookAtStore();
  };

  const ownerOf = ({ owner }: Wanted) => owner;
  const scopeOf = ({ id }: Wanted) => startScope(`evidence-${id}`, log, null, 'background');
  const worker = new Worker<Wanted>(
    { name: 'evidence packs of the watch', claim, ownerOf, scopeOf, work: make, sweep },
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
    close: () => worker.close(),
  };
}

/** The losses without a pack. `since`: milliseconds since 1970. */
function missingPacks(usable: readonly string[], since: number) {
  const link = sql`coalesce(review.url, case watch.kind when 'review' then watch.subject end)`;
  return sql<Missing>`(select event.id, event.owner, event.watch_id, event.review_id, event.seq, ${link} as link
    from event join watch on watch.id = event.watch_id
      left join review on review.watch_id = event.watch_id and review.review_id = event.review_id
    where event.at >= ${since} and event.evidence is null and event.review_id is not null
      and event.type = ${LOSS} and watch.evidence <> 'never'
      and ${link} is not null and ${ofOwners('watch.owner', usable)})`;
}

/** Ends the claim. `due_at` null: the pack can never be made. */
async function settle(db: Database, { id, claimedBy }: Wanted, change: { due_at?: null } = {}) {
  const claimed = db.updateTable('pack').where('event_id', '=', id).where('claimed_by', '=', claimedBy);
  await claimed.set({ ...UNCLAIMED, ...change }).execute();
}

/** Brings back times that are too far ahead, deletes what is too old, and counts the losses without a pack. */
async function sweepPacks(db: Database, usable: readonly string[], at: number): Promise<number> {
  await bringBack(db, at, { table: 'pack', column: 'due_at', max: MAX_RETRY_MS });
  await bringBack(db, at, { table: 'pack', column: 'claimed_until', max: CLAIM_MS });
  // Nothing is missing any more after this time.
  await sql`delete from pack where at < ${at - OPEN_MS}`.execute(db);
  const missing = missingPacks(usable, at - OPEN_MS);
  const count = sql<{ count: unknown }>`select count(*) as count from ${missing} as missing`;
  return Number((await count.execute(db)).rows[0]?.count);
}

/** The review as the ledger last saw it, with its whole text. The pack names earlier checks as its source. */
async function lastSeen(db: Database, { watch_id, review_id }: Wanted): Promise<SeenBefore | null> {
  const reviews = db.selectFrom('review').select(['author', 'stars', 'text', 'version_at', 'read_at']);
  const own = reviews.where('watch_id', '=', watch_id).where('review_id', '=', review_id);
  const row = await own.executeTakeFirst();
  if (row === undefined || row.version_at === null || row.read_at === null) return null;
  const { author, stars, text, version_at: readAt, read_at: at } = row;
  const seen = { author: author || null, rating: stars, text };
  return { ...seen, read_on: new Date(readAt).toISOString(), on: new Date(at).toISOString() };
}

/** Notes the file of the pack of an event. False = the event is gone. */
async function note(db: Database, id: string, evidence: string): Promise<boolean> {
  const row = db.updateTable('event').set({ evidence }).where('id', '=', id);
  return (await row.executeTakeFirstOrThrow()).numUpdatedRows > 0n;
}
