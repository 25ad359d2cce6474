import { newId } from '../kit/store/rows.js';
import type { Logger } from '../runtime/logger.js';
import type { Attempt, Carrier } from './carrier.js';
import { newClaim, unclaimed } from './claims.js';
import { type EventRow, type LocalTime, publishEvent, selectEvents } from './published.js';
import { repeat } from './repeat.js';
import type { Row, WatchDatabase } from './schema.js';

interface DeliveryOptions {
  readonly database: WatchDatabase;
  /** The name of this process, different from all others. */
  readonly replica: string;
  readonly carriers: Readonly<Record<Row<'channel'>['kind'], Carrier>>;
  readonly localTime: LocalTime;
  readonly log: Logger;
  readonly now: () => number;
  /** From 0 to 1; for tests. */
  readonly random?: () => number;
}

type Delivery = Row<'delivery'>;
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
/** How long the other deliveries of a channel wait after a failure, so that it does not hold up other channels. */
const PAUSE_MS = MINUTE_MS;
const POLL_MS = 2 * SECOND_MS;
const CHANNELS_AT_ONCE = 8;
const MAX_DIGEST_EVENTS = 500;
const DIGEST_TIME = ' 07:00:00';
const QUARTER_MS = 15 * MINUTE_MS;
const GONE = 410;
const UNCLAIMED = { claimed_by: null, claimed_until: null };

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

  const waiting = () =>
    db
      .selectFrom('delivery')
      .select('delivery.id')
      .where('delivery.outcome', 'is', null)
      .where(unclaimed(now(), MAX_CLAIM_MS))
      .$if(kind === 'postgres', (query) => query.forUpdate().skipLocked());

  /** Claims the delivery that has been due longest, of a channel that no worker is sending to. */
  const claim = async (): Promise<Delivery | null> => {
    const at = now();
    const busy = db
      .selectFrom('delivery as other')
      .select('other.channel_id')
      .where('other.claimed_until', '>=', at)
      .where('other.claimed_until', '<=', at + MAX_CLAIM_MS);
    const due = waiting()
      .where(({ or, eb }) =>
        or([eb('delivery.due_at', '<=', at), eb('delivery.due_at', '>', at + MAX_WAIT_MS)]),
      )
      .where('delivery.channel_id', 'not in', busy)
      .orderBy('delivery.due_at')
      .limit(1);
    const row = await db
      .updateTable('delivery')
      .set(newClaim(replica, at + CLAIM_MS))
      .where('id', '=', due)
      .returningAll()
      .executeTakeFirst();
    return row ?? null;
  };

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

  const note = (channel: Row<'channel'>, rows: Claimed, attempt: Attempt) =>
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
      if (noted === 0n || attempt.error === null) return;
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
    const result = await send(channel, id, events);
    await (result === null ? release(first) : note(channel, rows, result));
  };

  const channelOf = (id: string) =>
    db.selectFrom('channel').selectAll().where('id', '=', id).executeTakeFirst();

  /** Sends deliveries until no delivery is due. Returns the number of attempts. */
  const work = async (first: Delivery | null): Promise<number> => {
    let attempts = 0;
    for (let row = first; row !== null; row = closing.signal.aborted ? null : await claim()) {
      const channel = await channelOf(row.channel_id);
      // The channel was removed, and its deliveries with it.
      if (channel === undefined) continue;
      const isDigest = channel.pace === 'daily' && row.event_seq !== null;
      // A delivery is written with its event, at the same time.
      const digestAt = isDigest && row.attempts === 0 ? nextDigest(row.created_at, localTime) : 0;
      if (now() < digestAt && digestAt <= now() + MAX_WAIT_MS) {
        await release(row, digestAt);
        continue;
      }
      await attempt(channel, isDigest ? await claimDigest(row) : [row]);
      attempts += 1;
    }
    return attempts;
  };

  const sendDue = async (): Promise<number> => {
    const first = await claim();
    if (first === null) return 0;
    const others = Array.from({ length: CHANNELS_AT_ONCE - 1 }, async () => work(await claim()));
    const works = await Promise.allSettled([work(first), ...others]);
    return works.reduce((sum, one) => {
      if (one.status === 'rejected') throw one.reason;
      return sum + one.value;
    }, 0);
  };

  const repeated = repeat(sendDue, POLL_MS, (error) =>
    log.warn({ err: error }, 'deliveries of the watch are delayed'),
  );
  return {
    /** `tick` sends the deliveries that are due, and returns the number of attempts. */
    ...repeated,
    /** Attempts under way are broken off; the service makes them again after its next start. */
    close: () => {
      closing.abort(new Error('the service stops'));
      return repeated.close();
    },
    /** Sends a test delivery at once, in one attempt. Returns its id. */
    sendTest: async (channel: Row<'channel'>): Promise<string> => {
      const at = now();
      const id = newId('d');
      const row = {
        id,
        channel_id: channel.id,
        event_seq: null,
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
