import { randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { AppError, INVALID_REQUEST } from '../../core/errors.js';
import { inBothZones } from '../../core/published/times.js';
import type { Message } from '../../core/texts/messages.js';
import { deleteInParts, newId } from '../../kit/store/rows.js';
import { WATCH_NOT_FOUND } from '../watch/errors.js';
import { knownClient, type LocalTime, maybeTimes } from '../watch/publish-watch.js';
import type { ChannelData, TestData } from '../watch/published.js';
import type { Database, WatchDatabase } from '../watch/schema.js';
import type { Carrier } from './carrier.js';
import type { Deliveries } from './deliver.js';
import { message } from './messages.js';
import { type Rules, rulesAsRow, rulesIn } from './rules.js';

/** What a client may change of a channel. */
type ChannelSettings = Rules & Pick<ChannelData, 'pace' | 'lang'>;
type Changed = ChannelSettings & { readonly ended: false };
/** A field that is not set stays as it is. */
type ChannelChange = { readonly [Name in keyof Changed]?: Changed[Name] | undefined };
/** A channel that a client asks for. */
export type WantedChannel = ChannelSettings & Pick<ChannelData, 'kind' | 'target'>;

interface ChannelOptions {
  readonly database: Pick<WatchDatabase, 'db' | 'erase' | 'eraseSoon'>;
  readonly carriers: Readonly<Record<ChannelData['kind'], Pick<Carrier, 'refusalOf'>>>;
  readonly deliveries: Pick<Deliveries, 'sendTest'>;
  readonly localTime: LocalTime;
  readonly now: () => number;
}

const MAX_CHANNELS = 20;

/** The channels to which the events of an owner are delivered. The id of a channel of another owner is a 404. */
export function createChannels({ database, carriers, deliveries, localTime, now }: ChannelOptions) {
  const { db, erase, eraseSoon } = database;
  // Some receivers, such as n8n, take the key only as text, so its bytes are printable characters.
  const newSecret = () => `whsec_${Buffer.from(randomBytes(32).toString('base64url')).toString('base64')}`;

  /** With the number of deliveries that wait, and the last attempt that failed. */
  const selected = (owner: string) => {
    const waits = sql<number>`(select count(*) from delivery where channel_id = channel.id and outcome is null)`;
    const failed = sql<string>`(select id from delivery where channel_id = channel.id and error is not null
      order by tried_at desc limit 1)`;
    return db
      .selectFrom('channel')
      .leftJoin('delivery as failed', (join) => join.on('failed.id', '=', failed))
      .selectAll('channel')
      .select(['failed.error', 'failed.tried_at', waits.as('waiting')])
      .where('channel.owner', '=', owner)
      .orderBy('channel.created_at')
      .orderBy('channel.id');
  };
  const own = async (owner: string, id: string) => {
    const row = await selected(owner).where('channel.id', '=', id).executeTakeFirst();
    if (row === undefined) throw new AppError(WATCH_NOT_FOUND, message('watchNotFound'));
    return row;
  };
  const present = (row: Awaited<ReturnType<typeof own>>): ChannelData => ({
    ...{ id: row.id, kind: row.kind, target: row.target, pace: row.pace, lang: row.language },
    ...rulesIn(row),
    ...inBothZones('created_at', row.created_at, localTime),
    ...maybeTimes({ ended_at: row.ended_at, last_error_at: row.tried_at }, localTime),
    ...{ ended_because: row.ended_because, waiting: Number(row.waiting), last_error: row.error },
  });
  return {
    /** Adds a channel; the answer has the secret of a webhook. @throws AppError `invalid_request` */
    add: async (owner: string, wanted: WantedChannel): Promise<ChannelData> => {
      const { kind, target, pace, lang } = wanted;
      const refusal = carriers[kind].refusalOf(target);
      if (refusal !== null) throw refused(refusal);
      for (const client of wanted.clients ?? []) await knownClient(db, owner, client, 'clients');
      const existing = await selected(owner).execute();
      const same = existing.find((one) => one.kind === kind && one.target === target);
      if (same !== undefined) throw refused(message('channelExists', { id: same.id }));
      if (existing.length >= MAX_CHANNELS)
        throw refused(message('tooManyChannels', { most: MAX_CHANNELS }), 'kind');
      const secret = kind === 'webhook' ? newSecret() : null;
      const row = {
        ...{ id: newId('ch'), owner, kind, target, pace, language: lang, ...rulesAsRow(wanted) },
        ...{ secret, created_at: now(), paced_at: now(), ended_at: null, ended_because: null, jobs_at: null },
      };
      await db.insertInto('channel').values(row).execute();
      return { ...present(await own(owner, row.id)), ...(secret !== null && { secret }) };
    },
    /** All channels of the owner, the oldest first. */
    list: async (owner: string): Promise<ChannelData[]> => (await selected(owner).execute()).map(present),
    /** Changes a channel, or starts it again. New rules count for later events. @throws AppError `watch_not_found`, `invalid_request` */
    change: async (owner: string, id: string, change: ChannelChange): Promise<ChannelData> => {
      const row = await own(owner, id);
      const before = present(row);
      for (const client of change.clients ?? []) await knownClient(db, owner, client, 'clients');
      const of = <Name extends keyof ChannelSettings>(name: Name) =>
        change[name] === undefined ? before[name] : change[name];
      const pace = of('pace');
      if (row.kind === 'webhook' && pace !== 'at_once') throw refused(message('channelOptions'), 'pace');
      const rules = { types: of('types'), max_stars: of('max_stars'), clients: of('clients') };
      const open = change.ended === false && { ended_at: null, ended_because: null };
      const isNew = pace !== before.pace || (change.ended === false && row.ended_at !== null);
      const paced_at = isNew ? now() : row.paced_at;
      const columns = { pace, paced_at, language: of('lang'), ...rulesAsRow(rules), ...open };
      await db.updateTable('channel').set(columns).where('id', '=', id).execute();
      // Rules name clients.
      eraseSoon();
      // What waits for a digest is looked at again.
      const waiting = db.updateTable('delivery').where('channel_id', '=', id).where('outcome', 'is', null);
      if (pace !== before.pace) await waiting.set({ due_at: now() }).where('attempts', '=', 0).execute();
      return present(await own(owner, id));
    },
    /** Removes a channel with its deliveries; the answer is the channel as it was. @throws AppError `watch_not_found` */
    remove: async (owner: string, id: string): Promise<ChannelData> => {
      const row = await own(owner, id);
      await erase(() => deleteChannels(db, sql`id = ${id} and owner = ${owner}`));
      return present(row);
    },
    /** Sends a test at once, and returns how its only attempt ended. @throws AppError `watch_not_found`, `invalid_request` */
    test: async (owner: string, id: string): Promise<TestData> => {
      const row = await own(owner, id);
      if (row.ended_at !== null) throw refused(message('channelEnded'), 'id');
      const { status, error } = await deliveries.sendTest(row);
      return { ...inBothZones('at', now(), localTime), status, error };
    },
  };
}

/** Deletes channels with their deliveries, which may be many. */
export async function deleteChannels(db: Database, where: RawBuilder<boolean>): Promise<void> {
  const ofThem = sql<boolean>`channel_id in (select id from channel where ${where})`;
  await deleteInParts(db, { table: 'delivery', key: 'id' }, ofThem);
  await db.deleteFrom('channel').where(where).execute();
}

function refused(text: Message, field = 'target'): AppError {
  return new AppError(INVALID_REQUEST, text, { field });
}
