import { sql } from 'kysely';
import type { Logger } from '../../core/runtime/logger.js';
import { bringBack, newClaim, ofOwners, UNCLAIMED } from '../../kit/store/claims.js';
import { takeTurn, turnOf } from '../../kit/store/owner-turns.js';
import { newId } from '../../kit/store/rows.js';
import { Worker } from '../../kit/store/worker.js';
import { readCovered } from '../watch/cover.js';
import { type LocalTime, publishEvent, selectEvents } from '../watch/publish-watch.js';
import { finishedJob } from '../watch/published.js';
import type { Database, Row, WatchDatabase } from '../watch/schema.js';
import { type Attempt, type Carrier, GONE, type Parcel } from './carrier.js';
import { rulesIn, TROUBLES } from './rules.js';
import { coverLetter, WEEK, writeWeeks } from './weeks.js';

interface DeliveryOptions {
  readonly database: WatchDatabase;
  /** The name of this process, different from all others. */
  readonly replica: string;
  /** The owners that have a usable key now. Deliveries of other owners wait. */
  readonly usable: () => readonly string[];
  readonly carriers: Readonly<Record<Row<'channel'>['kind'], Carrier>>;
  readonly localTime: LocalTime;
  readonly log: Logger;
  readonly now: () => number;
}

type Delivery = Row<'delivery'>;
type Channel = Row<'channel'>;
/** A delivery that is due, and its channel. */
type Due = Readonly<{ row: Delivery; channel: Channel }>;
/** Deliveries of one attempt, in the order of their events. They share a claim. */
type Taken = { rows: readonly Delivery[] };

const [SECOND_MS, MINUTE_MS, HOUR_MS] = [1_000, 60_000, 3_600_000];
/** Waits between attempts, as Standard Webhooks proposes: the tenth and last attempt is three days after the first. */
const WAITS_MS = [5_000, 300_000, 1_800_000, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS)];
/** Maximum wait of a delivery. A longer wait was written before the clock was set back. */
const MAX_WAIT_MS = 27 * HOUR_MS;
/** The second is the maximum wait for a digest of a week. */
const [WEEK_MS, MAX_WEEK_MS] = [7 * 24 * HOUR_MS, 8 * 24 * HOUR_MS];
/** A claim lasts longer than an attempt. A claim that ends after `MAX_CLAIM_MS` was written before the clock was set back. */
const CLAIM_MS = 2 * MINUTE_MS;
const MAX_CLAIM_MS = HOUR_MS;
/** How long the other deliveries of a channel wait after a failure, so that others have the worker. */
const PAUSE_MS = MINUTE_MS;
const STOPPED: Attempt = { status: null, error: 'the service stops' };
const FAILED: Attempt = { status: null, error: 'internal error' };
/** Channels that are sent to at once. Owners who are sent to by two workers leave two workers free. */
const CHANNELS_AT_ONCE = 8;
const KEPT_FOR_OTHERS = 2;
const MAX_DIGEST_EVENTS = 500;
const DIGEST_TIME = ' 07:00:00';
const QUARTER_MS = 15 * MINUTE_MS;

/** The outbox of a process. `closing`: the service stops. */
interface Outbox extends DeliveryOptions {
  readonly db: Database;
  readonly closing: AbortController;
}

export type Deliveries = ReturnType<typeof createDelivery>;

/** Sends the deliveries of the outbox at least once. Several replicas can work on one database. */
export function createDelivery(options: DeliveryOptions) {
  const { database, log } = options;
  const outbox: Outbox = { ...options, db: database.db, closing: new AbortController() };
  let attempts = 0;
  const worker = new Worker<Due>(
    {
      name: 'deliveries of the watch',
      claim: (busy, isKept, running) => claimNext(outbox, busy, isKept, running),
      ownerOf: ({ channel }) => channel.owner,
      work: async (due) => {
        if (await work(outbox, due)) attempts += 1;
      },
      sweep: () => sweep(outbox),
    },
    { atOnce: CHANNELS_AT_ONCE, kept: KEPT_FOR_OTHERS, log },
  );
  return {
    start: () => worker.start(),
    wake: () => worker.wake(),
    writeWeek: () => writeWeek(outbox),
    /** Sends the deliveries that are due, and returns the number of attempts. */
    tick: async () => {
      const before = attempts;
      await worker.drain();
      return attempts - before;
    },
    /** Attempts under way are broken off; the service makes them again after its next start. */
    close: () => {
      outbox.closing.abort(new Error('the service stops'));
      return worker.close();
    },
    figures: () => figuresOf(outbox),
    /** Deletes old deliveries of jobs and of weeks. They belong to no event, so they are not deleted with old events. */
    clean: async (before: number, limit: number): Promise<number> => {
      const { db, now } = outbox;
      const old = db.selectFrom('delivery').select('id').where('event_seq', 'is', null);
      // A message that is deleted within its week would be written again.
      const isOver = sql<boolean>`(queue <> ${WEEK} or created_at < ${now() - MAX_WEEK_MS})`;
      const some = old.where(isOver).where('created_at', '<', before).limit(limit);
      const { numDeletedRows } = await db.deleteFrom('delivery').where('id', 'in', some).executeTakeFirst();
      return Number(numDeletedRows);
    },
    /** Sends a test at once, in one attempt that nothing else waits for. */
    sendTest: async (channel: Channel) =>
      (await send(outbox, channel, async () => ({ id: newId('d'), events: [] }))) ?? STOPPED,
  };
}

/** Older deliveries of the same queue go first. */
function isFirst(one: string) {
  return sql`not exists (select 1 from delivery as older
    where older.channel_id = ${sql.ref(`${one}.channel_id`)} and older.queue = ${sql.ref(`${one}.queue`)}
      and older.outcome is null and older.event_seq < ${sql.ref(`${one}.event_seq`)})`;
}

/**
 * Claims the next delivery. Owners take turns, and so do the channels of each owner; then the oldest due one. What failed
 * in this service may have ended its process: such deliveries begin one at a time.
 */
function claimNext(outbox: Outbox, busy: readonly string[], isKept: boolean, running: readonly Due[]) {
  const { db, database, now, replica, usable } = outbox;
  const [at, none] = [now(), sql`1 = 0`];
  const isBusy = busy.length === 0 ? none : sql`channel.owner in (${sql.join(busy)})`;
  const hasFailed = running.some(({ row }) => row.error === FAILED.error);
  const isOther = hasFailed ? sql`coalesce(error, '') <> ${FAILED.error}` : sql`1 = 1`;
  // Another replica may have claimed the row since it was found.
  const next = sql<string>`(select delivery.id from channel join delivery on delivery.id =
      (select one.id from delivery as one where one.channel_id = channel.id and one.outcome is null
        and one.due_at <= ${at} and one.claimed_by is null and ${isFirst('one')}
        order by one.due_at, one.event_seq limit 1)
    where channel.id not in (select channel_id from delivery where claimed_until > 0)
      and ${ofOwners('channel.owner', usable())} and delivery.outcome is null and delivery.claimed_by is null
      and not (${isKept ? isBusy : none}) and ${isOther}
    order by case when ${isBusy} then 1 else 0 end, ${turnOf('delivery', 'channel.owner')},
      ${turnOf('channel', 'channel.id')}, delivery.due_at, delivery.event_seq
    limit 1 ${database.kind === 'postgres' ? sql`for update of delivery skip locked` : sql``})`;
  return db.transaction().execute(async (transaction): Promise<Due | null> => {
    const claimed = transaction.updateTable('delivery').set(newClaim(replica, at + CLAIM_MS));
    const row = await claimed.where('id', '=', next).returningAll().executeTakeFirst();
    if (row === undefined) return null;
    const channels = transaction.selectFrom('channel').selectAll().where('id', '=', row.channel_id);
    const channel = await channels.executeTakeFirstOrThrow();
    await takeTurn(transaction, 'delivery', channel.owner);
    await takeTurn(transaction, 'channel', channel.id);
    return { row, channel };
  });
}

/** Adds all other events of the channel that wait to a digest, or all other troubles to a message of troubles. */
async function claimDigest({ db, database }: Outbox, first: Delivery, pace: Channel['pace']) {
  const { channel_id: channel, claimed_by, claimed_until } = first;
  const queue = pace === 'at_once' ? sql`${TROUBLES}` : sql`queue`;
  const ids = sql`select id from delivery where outcome is null and queue <> ''
    and channel_id = ${channel} and queue = ${queue} and claimed_by is null
    order by event_seq limit ${MAX_DIGEST_EVENTS - 1}`;
  // PostgreSQL may ask for the ids of `in` again for each row, and then finds others; it makes an array once.
  const isWaiting =
    database.kind === 'postgres' ? sql`id = any(array(${ids} for update skip locked))` : sql`id in (${ids})`;
  const claimed = db.updateTable('delivery').set({ claimed_by, claimed_until }).returningAll();
  const rows = await claimed.where(sql<boolean>`${isWaiting}`).execute();
  return [first, ...rows].toSorted((one, other) => Number(one.event_seq) - Number(other.event_seq));
}

/** Releases a delivery, and all other deliveries of its claim. */
function release({ db }: Outbox, { claimed_by, claimed_until: until }: Delivery, dueAt?: number) {
  const own = db.updateTable('delivery').where('claimed_until', '=', until);
  const released = own.where('claimed_by', '=', claimed_by).set(UNCLAIMED);
  return (dueAt === undefined ? released : released.set({ due_at: dueAt })).execute();
}

/** How a delivery ends with an attempt; null = it is tried again. */
function outcomeOf({ attempts }: Delivery, { error, status }: Attempt): Delivery['outcome'] {
  if (error === null) return 'delivered';
  if (status === GONE) return 'gone';
  return WAITS_MS[attempts] === undefined ? 'given_up' : null;
}

/** Notes an attempt. A channel whose deliveries all failed for three days, or that wants no more, ends. */
function note({ db, log, now }: Outbox, channel: Channel, rows: readonly Delivery[], attempt: Attempt) {
  return db.transaction().execute(async (transaction) => {
    const [at, { error }] = [now(), attempt];
    const ended = { ...UNCLAIMED, ended_at: at };
    let noted = 0n;
    for (const row of rows) {
      const outcome = outcomeOf(row, attempt);
      const due_at = outcome === null ? at + (WAITS_MS[row.attempts] ?? 0) : row.due_at;
      const change = { ...(outcome === null ? UNCLAIMED : ended), attempts: row.attempts + 1, outcome };
      const changed = transaction.updateTable('delivery').set({ ...change, due_at, tried_at: at, error });
      const own = changed.where('id', '=', row.id).where('claimed_by', '=', row.claimed_by);
      noted += (await own.executeTakeFirst()).numUpdatedRows;
    }
    // The claim is over and another process repeats the attempt, or the channel was removed.
    if (noted === 0n || error === null) return;
    const ids = rows.map(({ id }) => id);
    const others = transaction.updateTable('delivery').where('channel_id', '=', channel.id);
    const waiting = others.where('outcome', 'is', null);
    const outcomes = rows.map((row) => outcomeOf(row, attempt));
    const end = outcomes.find((one) => one === 'gone' || one === 'given_up');
    const since = Math.min(...rows.map(({ created_at: from }) => from));
    const accepted = sql`select 1 from delivery where channel_id = ${channel.id} and outcome = 'delivered'
      and ended_at >= ${since} limit 1`;
    const isDead =
      end === 'gone' || (end !== undefined && (await accepted.execute(transaction)).rows.length === 0);
    if (end !== undefined)
      log.warn(
        { channel: channel.id, reason: end, deliveries: ids, error },
        `deliveries of the watch were given up${isDead ? ', and their channel has ended' : ''}`,
      );
    if (isDead) {
      const dead = transaction.updateTable('channel').set({ ended_at: at, ended_because: end });
      await dead.where('id', '=', channel.id).execute();
      await waiting.set({ ...ended, outcome: end }).execute();
      return;
    }
    const [due_at, free] = [at + PAUSE_MS, waiting.where('claimed_by', 'is', null)];
    await free.where('due_at', '<', due_at).where('id', 'not in', ids).set({ due_at }).execute();
  });
}

/** Takes the deliveries of an attempt, and their events; of a week also which watches were read in it. */
async function takeParcel(outbox: Outbox, { row, channel }: Due, isDigest: boolean, taken: Taken) {
  const { db, localTime, now } = outbox;
  const read = async () => {
    if (isDigest) taken.rows = await claimDigest(outbox, row, channel.pace);
    const seqs = taken.rows.flatMap(({ event_seq: seq }) => (seq === null ? [] : [seq]));
    const events = selectEvents(db).where('seq', 'in', seqs).orderBy('seq');
    return { seqs, events: seqs.length === 0 ? [] : await events.execute(), cover: undefined };
  };
  const open = db.selectFrom('delivery').select('created_at').where('channel_id', '=', channel.id);
  const weeks = open.where('queue', '=', WEEK).where('outcome', 'is', null).orderBy('created_at');
  const week = isDigest || row.queue === WEEK ? await weeks.limit(1).executeTakeFirst() : undefined;
  if (week === undefined) return await read();
  // Of the week before the Monday of the row, as far as the channel told of its events.
  const span = { from: Math.max(week.created_at - WEEK_MS, channel.paced_at), to: now() };
  const covered = { owner: channel.owner, clients: rulesIn(channel).clients };
  const { found, covers } = await readCovered(db, covered, span, read);
  return { ...found, cover: coverLetter(channel, covers, { ...span, localTime }) };
}

/** Null = the service stops, and it is not known whether the parcel arrived. */
async function send({ carriers, closing, log }: Outbox, channel: Channel, parcel: () => Promise<Parcel>) {
  if (closing.signal.aborted) return null;
  try {
    return await carriers[channel.kind].send(channel, await parcel(), closing.signal);
  } catch (error) {
    if (closing.signal.aborted) return null;
    log.error({ err: error, channel: channel.id }, 'a delivery of the watch failed unexpectedly');
    return FAILED;
  }
}

/** Makes one attempt. False = there was none. */
async function attempt(outbox: Outbox, due: Due, isDigest: boolean): Promise<boolean> {
  const { row, channel } = due;
  const taken: Taken = { rows: [row] };
  const failed = (error: unknown) => ({ error, seqs: [], events: [], cover: undefined });
  const parcel = await takeParcel(outbox, due, isDigest, taken).catch(failed);
  const [{ seqs, events, cover }, { rows }] = [parcel, taken];
  const ids = rows.map(({ id }) => id);
  // The channel says why it ended: nothing is sent, and no reason is written over.
  if (channel.ended_at !== null) {
    const ended = { ...UNCLAIMED, ended_at: outbox.now(), outcome: channel.ended_because ?? 'given_up' };
    const own = outbox.db.updateTable('delivery').set(ended).where('claimed_by', '=', row.claimed_by);
    await own.where('id', 'in', ids).execute();
    return false;
  }
  const isWeek = rows.some(({ queue }) => queue === WEEK);
  const isUncovered = isWeek && cover === undefined && !('error' in parcel);
  // The events were deleted with their deliveries; or the week was written after it was looked for: look again.
  if (isUncovered || (events.length === 0 && seqs.length > 0)) {
    await release(outbox, row);
    return false;
  }
  // Mailboxes drop an e-mail whose id they have seen, so a digest with more events gets another id.
  const id = rows.length === 1 ? row.id : `${ids[0]}.${seqs.at(-1)}`;
  const result = await send(outbox, channel, async () => {
    if ('error' in parcel) throw parcel.error;
    const published = events.map((event) => publishEvent(event, outbox.localTime));
    const job = row.job !== null && { job: finishedJob.parse(JSON.parse(row.job)) };
    return { id, events: published, ...job, ...(isWeek && cover && { cover }) };
  });
  await (result === null ? release(outbox, row) : note(outbox, channel, rows, result));
  return true;
}

/** Sends a delivery that is due, or puts it off until the time of the digest. True = there was an attempt. */
async function work(outbox: Outbox, due: Due): Promise<boolean> {
  const { localTime, now } = outbox;
  const { row, channel } = due;
  const isDigest = row.queue === TROUBLES || (row.queue !== '' && channel.pace !== 'at_once');
  // A delivery is written with its event, at the same time.
  const isEarly = isDigest && row.event_seq !== null && row.attempts === 0;
  const digestAt = isEarly ? nextDigest(row.created_at, localTime, channel.pace === 'weekly') : 0;
  if (now() < digestAt && digestAt <= now() + MAX_WEEK_MS) {
    await release(outbox, row, digestAt);
    return false;
  }
  // The events of a week and its cover are one message.
  if (channel.pace === 'weekly') await writeWeek(outbox);
  return attempt(outbox, due, isDigest);
}

/** Writes the messages of the last Monday, also when it has passed while the service was down. */
async function writeWeek({ db, localTime, now }: Outbox): Promise<void> {
  const since = now() - WEEK_MS;
  const monday = nextDigest(since, localTime, true);
  if (monday > since && monday <= now()) await writeWeeks(db, monday);
}

/** Brings back times that are too far away, notes claims that ended, and forgets the turns of channels that were removed. */
async function sweep(outbox: Outbox): Promise<void> {
  const { db, now } = outbox;
  const max = sql<number>`case when channel_id in (select id from channel where pace = 'weekly')
    then ${MAX_WEEK_MS} else ${MAX_WAIT_MS} end`;
  const where = sql<boolean>`outcome is null`;
  const byChannel = sql<boolean>`outcome is null and channel_id in (select id from channel)`;
  await bringBack(db, now(), { table: 'delivery', where: byChannel, column: 'due_at', max });
  await bringBack(db, now(), { table: 'delivery', where, column: 'claimed_until', max: MAX_CLAIM_MS });
  // An attempt whose claim ended by itself has failed: it may have ended its process.
  const ended = await db.selectFrom('delivery').selectAll().where('claimed_until', '<=', now()).execute();
  const own = (one: Channel) => ended.filter(({ channel_id: id }) => id === one.id);
  const ids = ended.map(({ channel_id: id }) => id);
  const channels = db.selectFrom('channel').selectAll();
  for (const one of ids.length === 0 ? [] : await channels.where('id', 'in', ids).execute())
    await note(outbox, one, own(one), FAILED);
  await sql`delete from queue_turn where queue = 'channel'
    and not exists (select 1 from channel where channel.id = queue_turn.name)`.execute(db);
}

/** `lateness`: for how many seconds the oldest due delivery waits. `failing`: how many wait after a failure. */
async function figuresOf({ db, usable, now }: Outbox) {
  const { rows } = await sql<{ at: unknown; failing: unknown }>`select
    min((select one.due_at from delivery as one where one.channel_id = channel.id and one.outcome is null
      and ${isFirst('one')} order by one.due_at limit 1)) as at,
    sum((select count(*) from delivery where channel_id = channel.id and outcome is null and error is not null))
      as failing
    from channel where ${ofOwners('channel.owner', usable())}`.execute(db);
  const [{ at: oldest, failing } = { at: null, failing: 0 }] = rows;
  const lateness = oldest == null ? 0 : Math.max(0, (now() - Number(oldest)) / SECOND_MS);
  return { lateness, failing: Number(failing) };
}

/** The next 7 in the morning in the time zone of the service, or the next on a Monday. */
function nextDigest(after: number, localTime: LocalTime, isWeekly: boolean): number {
  const first = Math.floor(after / QUARTER_MS) + 1;
  for (let at = first * QUARTER_MS; at <= after + MAX_WEEK_MS; at += QUARTER_MS) {
    const local = localTime(at);
    const isMonday = new Date(`${local.slice(0, 10)}T00:00:00Z`).getUTCDay() === 1;
    if (local.endsWith(DIGEST_TIME) && (isMonday || !isWeekly)) return at;
  }
  return after;
}
