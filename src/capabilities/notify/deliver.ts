import { sql } from 'kysely';
import type { Logger } from '../../core/runtime/logger.js';
import { bringBack, newClaim, UNCLAIMED, unclaimed } from '../../kit/store/claims.js';
import { takeTurn, turnOf } from '../../kit/store/owner-turns.js';
import { newId } from '../../kit/store/rows.js';
import { createWorker } from '../../kit/store/worker.js';
import { heldChannels } from '../watch/held.js';
import { type EventRow, type LocalTime, publishEvent, selectEvents } from '../watch/publish-watch.js';
import type { Database, Row, WatchDatabase } from '../watch/schema.js';
import type { Attempt, Carrier } from './carrier.js';
import type { MailLimits } from './mail-limits.js';

interface DeliveryOptions {
  readonly database: WatchDatabase;
  /** The name of this process, different from all others. */
  readonly replica: string;
  readonly carriers: Readonly<Record<Row<'channel'>['kind'], Carrier>>;
  /** The condition for channels that have sent all e-mails of the day. */
  readonly isOver?: MailLimits['isOver'];
  readonly localTime: LocalTime;
  readonly log: Logger;
  readonly now: () => number;
  /** Deliveries that may wait for one channel (5,000). */
  readonly maxWaiting?: number;
  /** From 0 to 1; for tests. */
  readonly random?: () => number;
}

type Delivery = Row<'delivery'>;
/** A delivery that is due, and its channel. */
interface Due {
  readonly row: Delivery;
  readonly channel: Row<'channel'>;
}
/** Deliveries of one attempt. They share a claim. */
type Claimed = readonly [Delivery, ...Delivery[]];
type Outcome = NonNullable<Delivery['outcome']>;

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Waits between attempts, as Standard Webhooks proposes: the tenth and last attempt is three days after the first. */
const WAITS_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
];
/** A wait may be longer by up to this share. */
const JITTER = 0.1;
/** Maximum wait of a delivery. A longer wait was written before the clock was set back. */
const MAX_WAIT_MS = 27 * HOUR_MS;
/**
 * A claim lasts longer than an attempt. A claim that ends later than an hour from now was written before the clock was
 * set back.
 */
const CLAIM_MS = 2 * MINUTE_MS;
const MAX_CLAIM_MS = HOUR_MS;
/** How long the other deliveries of a channel wait after a failure or a slow answer, so that others have the worker. */
const PAUSE_MS = MINUTE_MS;
const SLOW_MS = 5 * SECOND_MS;
const POLL_MS = 2 * SECOND_MS;
const CLOSE_MS = 3 * SECOND_MS;
/** Channels that are sent to at once. Owners who are sent to by two workers leave two workers free. */
const CHANNELS_AT_ONCE = 8;
const KEPT_FOR_OTHERS = 2;
const MAX_WAITING = 5_000;
const MAX_DIGEST_EVENTS = 500;
const DIGEST_TIME = ' 07:00:00';
const QUARTER_MS = 15 * MINUTE_MS;
const GONE = 410;

export type Deliveries = ReturnType<typeof createDelivery>;

/**
 * Sends the deliveries of the outbox at least once: a delivery whose attempt was not noted is sent again with its id.
 * Several replicas can work on one database.
 */
export function createDelivery({
  database,
  replica,
  carriers,
  localTime,
  log,
  now,
  ...options
}: DeliveryOptions) {
  const { db, kind } = database;
  const random = options.random ?? Math.random;
  const closing = new AbortController();
  let attempts = 0;

  const open = () =>
    db
      .selectFrom('delivery')
      .where('delivery.outcome', 'is', null)
      .where('delivery.channel_id', 'not in', heldChannels(db, options.isOver?.() ?? null));
  const waiting = () =>
    open()
      .select('delivery.id')
      .where(unclaimed(now(), 'delivery'))
      .$if(kind === 'postgres', (query) => query.forUpdate().skipLocked());

  /** The next delivery: the one that has been due longest, of the channel whose turn it is, of the owner whose turn it is. */
  const next = (on: Database, at: number, busy: readonly string[], isKept: boolean) => {
    const ofChannel = sql<string>`(select one.id from delivery as one where one.channel_id = channel.id
      and one.outcome is null and one.due_at <= ${at} and ${unclaimed(at, 'one')}
      and not exists (select 1 from delivery as older where older.channel_id = one.channel_id
        and older.queue = one.queue and older.outcome is null and older.event_seq < one.event_seq)
      order by one.due_at, one.event_seq limit 1)`;
    const sending = on.selectFrom('delivery').select('channel_id').where('claimed_until', '>', at);
    return (
      on
        .selectFrom('channel')
        .innerJoin('delivery', (join) => join.on('delivery.id', '=', ofChannel))
        .select('delivery.id')
        .where('channel.id', 'not in', sending)
        .where('channel.id', 'not in', heldChannels(on, options.isOver?.() ?? null))
        // Another replica may have claimed the row since it was found.
        .where('delivery.outcome', 'is', null)
        .where(unclaimed(at, 'delivery'))
        .$if(isKept && busy.length > 0, (query) => query.where('channel.owner', 'not in', busy))
        .$if(busy.length > 0, (query) =>
          query.orderBy(({ eb }) => eb.case().when('channel.owner', 'in', busy).then(1).else(0).end()),
        )
        .orderBy(turnOf('delivery', 'channel.owner'))
        .orderBy(turnOf('channel', 'channel.id'))
        .orderBy('delivery.due_at')
        .orderBy('delivery.event_seq')
        .limit(1)
        .$if(kind === 'postgres', (query) => query.forUpdate('delivery').skipLocked())
    );
  };

  const claim = (busy: readonly string[], isKept: boolean): Promise<Due | null> =>
    db.transaction().execute(async (transaction) => {
      const at = now();
      const row = await transaction
        .updateTable('delivery')
        .set(newClaim(replica, at + CLAIM_MS))
        .where('id', '=', next(transaction, at, busy, isKept))
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) return null;
      const channel = await transaction
        .selectFrom('channel')
        .selectAll()
        .where('id', '=', row.channel_id)
        .executeTakeFirstOrThrow();
      await takeTurn(transaction, 'delivery', channel.owner);
      await takeTurn(transaction, 'channel', channel.id);
      return { row, channel };
    });

  /** Adds all other events of the channel that wait to a digest. */
  const claimDigest = async (first: Delivery): Promise<Claimed> => {
    const others = waiting()
      .where('channel_id', '=', first.channel_id)
      .where('event_seq', 'is not', null)
      .orderBy('event_seq')
      .limit(MAX_DIGEST_EVENTS - 1);
    const { claimed_by, claimed_until } = first;
    const rows = await db
      .updateTable('delivery')
      .set({ claimed_by, claimed_until })
      .where('id', 'in', others)
      .returningAll()
      .execute();
    const sorted = [first, ...rows].toSorted((one, other) => Number(one.event_seq) - Number(other.event_seq));
    const [oldest = first, ...later] = sorted;
    return [oldest, ...later];
  };

  /** Releases a delivery, and all other deliveries of its claim. */
  const release = ({ claimed_by }: Delivery, dueAt?: number) =>
    db
      .updateTable('delivery')
      .set({ ...UNCLAIMED, ...(dueAt !== undefined && { due_at: dueAt }) })
      .where('claimed_by', '=', claimed_by)
      .execute();

  /** `isSlow`: the receiver took long for its answer. */
  const note = (channel: Row<'channel'>, rows: Claimed, attempt: Attempt, isSlow: boolean) =>
    db.transaction().execute(async (transaction) => {
      const at = now();
      const ended = { ...UNCLAIMED, ended_at: at };
      const ids = rows.map(({ id }) => id);
      let isGivenUp = false;
      let noted = 0n;
      for (const row of rows) {
        const wait = WAITS_MS[row.attempts];
        const outcome = outcomeOf(row, attempt, wait === undefined || channel.ended_at !== null);
        const changed = await transaction
          .updateTable('delivery')
          .set({
            ...(outcome === null ? UNCLAIMED : ended),
            attempts: row.attempts + 1,
            outcome,
            due_at: outcome === null ? at + Math.round((wait ?? 0) * (1 + JITTER * random())) : row.due_at,
            log: JSON.stringify([...JSON.parse(row.log), { at, ...attempt }]),
          })
          .where('id', '=', row.id)
          .where('claimed_by', '=', row.claimed_by)
          .executeTakeFirst();
        noted += changed.numUpdatedRows;
        isGivenUp ||= outcome === 'given_up' && row.event_seq !== null;
      }
      // The claim is over and another process repeats the attempt, or the channel was removed.
      if (noted === 0n || (attempt.error === null && !isSlow)) return;
      const others = transaction
        .updateTable('delivery')
        .where('channel_id', '=', channel.id)
        .where('outcome', 'is', null);
      const end = attempt.status === GONE ? 'gone' : isGivenUp ? 'given_up' : null;
      const isDead =
        end === 'gone' || (end === 'given_up' && !(await hasDelivered(transaction, channel.id, rows)));
      if (!isDead) {
        if (rows[0].event_seq === null) return;
        await others
          .set({ due_at: at + PAUSE_MS })
          .where('claimed_by', 'is', null)
          .where('due_at', '<', at + PAUSE_MS)
          .where('id', 'not in', ids)
          .execute();
        return;
      }
      await transaction.updateTable('channel').set({ ended_at: at }).where('id', '=', channel.id).execute();
      await others.set({ ...ended, outcome: end }).execute();
      log.warn({ channel: channel.id, reason: end }, 'a channel of the watch was ended');
    });

  /** Null = the service stops, and it is not known whether the parcel arrived. */
  const send = async (
    channel: Row<'channel'>,
    id: string,
    events: readonly EventRow[],
  ): Promise<Attempt | null> => {
    if (closing.signal.aborted) return null;
    if (channel.ended_at !== null) return { status: null, error: 'the channel has ended' };
    try {
      const parcel = { id, events: events.map((event) => publishEvent(event, localTime)) };
      return await carriers[channel.kind].send(channel, parcel, closing.signal);
    } catch (error) {
      if (closing.signal.aborted) return null;
      log.error({ err: error, delivery: id }, 'a delivery of the watch failed unexpectedly');
      return { status: null, error: 'internal error' };
    }
  };

  /** Makes one attempt. `rows`: claimed deliveries; several deliveries make a digest. */
  const attempt = async (channel: Row<'channel'>, rows: Claimed): Promise<void> => {
    const seqs = rows.flatMap(({ event_seq: seq }) => (seq === null ? [] : [seq]));
    const events =
      seqs.length === 0 ? [] : await selectEvents(db).where('seq', 'in', seqs).orderBy('seq').execute();
    // The events were deleted, and their deliveries with them.
    if (events.length === 0 && seqs.length > 0) return;
    const [first] = rows;
    // Mailboxes drop an e-mail whose id they have seen, so a digest with more events gets another id.
    const id = rows.length === 1 ? first.id : `${first.id}.${seqs.at(-1)}`;
    attempts += 1;
    const begun = now();
    const result = await send(channel, id, events);
    await (result === null ? release(first) : note(channel, rows, result, now() - begun >= SLOW_MS));
  };

  /** Sends a delivery that is due, or puts it off until the time of the digest. */
  const work = async ({ row, channel }: Due): Promise<void> => {
    const isDigest = channel.pace === 'daily' && row.event_seq !== null;
    // A delivery is written with its event, at the same time.
    const digestAt = isDigest && row.attempts === 0 ? nextDigest(row.created_at, localTime) : 0;
    if (now() < digestAt && digestAt <= now() + MAX_WAIT_MS) await release(row, digestAt);
    else await attempt(channel, isDigest ? await claimDigest(row) : [row]);
  };

  /** Gives up the oldest deliveries of channels for which too many wait. */
  const dropExcess = async () => {
    const max = options.maxWaiting ?? MAX_WAITING;
    const full = await db
      .selectFrom('delivery')
      .select(['channel_id', ({ fn }) => fn.countAll().as('count')])
      .where('outcome', 'is', null)
      .groupBy('channel_id')
      .having(({ fn }) => fn.countAll(), '>', max)
      .execute();
    for (const { channel_id: id, count } of full) {
      const at = now();
      const oldest = waiting()
        .where('channel_id', '=', id)
        .orderBy('event_seq')
        .limit(Number(count) - max);
      const log = JSON.stringify([{ at, status: null, error: `not sent: more than ${max} events waited` }]);
      await db
        .updateTable('delivery')
        .set({ outcome: 'given_up', ended_at: at, log })
        .where('id', 'in', oldest)
        .execute();
    }
    if (full.length > 0) log.warn({ channels: full.length }, 'deliveries of the watch were dropped');
  };

  const worker = createWorker<Due>(
    {
      name: 'deliveries of the watch',
      claim,
      ownerOf: ({ channel }) => channel.owner,
      work,
      sweep: async () => {
        const due = { table: 'delivery', where: sql<boolean>`outcome is null` };
        await bringBack(db, now(), { ...due, column: 'due_at', max: MAX_WAIT_MS });
        await bringBack(db, now(), { ...due, column: 'claimed_until', max: MAX_CLAIM_MS });
        await dropExcess();
        // The turns of channels that were removed.
        await sql`delete from queue_turn where queue = 'channel'
          and not exists (select 1 from channel where channel.id = queue_turn.name)`.execute(db);
      },
    },
    { atOnce: CHANNELS_AT_ONCE, kept: KEPT_FOR_OTHERS, pollMs: POLL_MS, log },
  );
  return {
    start: worker.start,
    wake: worker.wake,
    /** Sends the deliveries that are due, and returns the number of attempts. */
    tick: async () => {
      const before = attempts;
      await worker.drain();
      return attempts - before;
    },
    /** Attempts under way are broken off; the service makes them again after its next start. */
    close: () => {
      closing.abort(new Error('the service stops'));
      return worker.close(CLOSE_MS);
    },
    /**
     * `lateness`: for how many seconds the oldest delivery that is due has waited; 0 = none is due. `failing`:
     * deliveries that failed and wait to be repeated.
     */
    figures: async () => {
      const { failing } = await open()
        .select(({ fn }) => fn.countAll().as('failing'))
        .where('attempts', '>', 0)
        .executeTakeFirstOrThrow();
      const oldest = await open()
        .select(({ fn }) => fn.min('due_at').as('at'))
        .where(sql<boolean>`not exists (select 1 from delivery as older
          where older.channel_id = delivery.channel_id and older.queue = delivery.queue
            and older.outcome is null and older.event_seq < delivery.event_seq)`)
        .executeTakeFirst();
      const lateness = oldest?.at == null ? 0 : Math.max(0, (now() - Number(oldest.at)) / SECOND_MS);
      return { lateness, failing: Number(failing) };
    },
    /** Sends a test delivery at once, in one attempt. Returns its id. */
    sendTest: async (channel: Row<'channel'>): Promise<string> => {
      const at = now();
      const id = newId('d');
      const row = {
        id,
        channel_id: channel.id,
        event_seq: null,
        queue: '',
        created_at: at,
        due_at: at,
        ...newClaim(replica, at + CLAIM_MS),
        attempts: 0,
        outcome: null,
        ended_at: null,
        log: '[]',
      };
      await db.insertInto('delivery').values(row).execute();
      await attempt(channel, [row]);
      return id;
    },
  };
}

/** Null = the delivery is tried again. */
function outcomeOf({ event_seq }: Delivery, { status, error }: Attempt, isLast: boolean): Outcome | null {
  if (error === null) return 'delivered';
  if (status === GONE) return 'gone';
  return isLast || event_seq === null ? 'given_up' : null;
}

/** Whether the channel accepted any delivery since the oldest of `rows` was written. */
async function hasDelivered(
  db: Pick<WatchDatabase['db'], 'selectFrom'>,
  channelId: string,
  rows: readonly Delivery[],
): Promise<boolean> {
  const since = Math.min(...rows.map(({ created_at: at }) => at));
  const found = await db
    .selectFrom('delivery')
    .select('id')
    .where('channel_id', '=', channelId)
    .where('outcome', '=', 'delivered')
    .where('ended_at', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** The next 7 in the morning in the time zone of the service. */
function nextDigest(after: number, localTime: LocalTime): number {
  const first = Math.floor(after / QUARTER_MS) + 1;
  // A day of 25 hours has 100 quarters.
  const at = Array.from({ length: 101 }, (_, index) => (first + index) * QUARTER_MS);
  return at.find((time) => localTime(time).endsWith(DIGEST_TIME)) ?? after;
}
