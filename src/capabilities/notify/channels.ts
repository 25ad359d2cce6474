import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { AppError, INVALID_REQUEST, RATE_LIMITED } from '../../core/errors.js';
import { inBothZones } from '../../core/published/times.js';
import { type Message, message } from '../../core/texts/messages.js';
import { newId } from '../../kit/store/rows.js';
import { WATCH_NOT_FOUND } from '../watch/errors.js';
import { heldOwners } from '../watch/held.js';
import type { LocalTime } from '../watch/publish-watch.js';
import { type ChannelData, type DeliveryData, type EventType, eventType } from '../watch/published.js';
import type { Database, Row } from '../watch/schema.js';
import type { Carrier } from './carrier.js';
import type { Deliveries } from './deliver.js';
import type { createMail } from './email.js';
import type { MailAction, MailLimits } from './mail-limits.js';

/** A channel that a client asks for. */
export interface WantedChannel {
  readonly kind: ChannelData['kind'];
  readonly target: string;
  readonly pace: ChannelData['pace'];
  readonly lang: ChannelData['lang'];
  readonly types: readonly EventType[] | null;
}

interface ChannelOptions {
  readonly db: Database;
  /** What stands for a key in the database. */
  readonly keyHash: (digest: string) => string;
  readonly carriers: {
    readonly webhook: Pick<Carrier, 'refusalOf'>;
    readonly email: Pick<ReturnType<typeof createMail>, 'refusalOf' | 'ask'>;
  };
  readonly mails: MailLimits;
  readonly deliveries: Pick<Deliveries, 'sendTest'>;
  readonly localTime: LocalTime;
  readonly now: () => number;
}

/** A channel with the number of its deliveries that wait, and why they wait. */
type Found = Row<'channel'> & {
  readonly waiting: number | null;
  readonly is_paused: number;
  readonly is_over: number;
};

const NEVER = new AbortController().signal;
const HOUR_SECONDS = 3_600;
const MAX_CHANNELS = 20;
const MAX_LISTED = 100;
const SECRET_BYTES = 32;
/** For this long after a rotation, in milliseconds, webhooks are also signed with the earlier secret. */
const OLD_SECRET_MS = 24 * 60 * 60 * 1000;

const attempts = z.array(
  z.object({ at: z.number(), status: z.number().nullable(), error: z.string().nullable() }),
);

/** The channels to which the events of an owner are delivered. The id of a channel of another owner is a 404. */
export function createChannels({ db, keyHash, mails, carriers, deliveries, localTime, now }: ChannelOptions) {
  // Some receivers, such as n8n, take the key only as text, so its bytes are printable characters.
  const newSecret = () => {
    const key = randomBytes(SECRET_BYTES).toString('base64url');
    return `whsec_${Buffer.from(key).toString('base64')}`;
  };

  const selected = (owner: string) =>
    db
      .selectFrom('channel')
      .selectAll()
      .select(({ selectFrom }) =>
        selectFrom('delivery')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('delivery.channel_id', '=', 'channel.id')
          .where('outcome', 'is', null)
          .as('waiting'),
      )
      .select(sql<number>`case when channel.owner in ${heldOwners(db)} then 1 else 0 end`.as('is_paused'))
      .select(sql<number>`case when ${mails.isOver()} then 1 else 0 end`.as('is_over'))
      .where('owner', '=', owner)
      .orderBy('created_at')
      .orderBy('id');
  const own = async (owner: string, id: string) => {
    const row = await selected(owner).where('id', '=', id).executeTakeFirst();
    if (row === undefined) throw new AppError(WATCH_NOT_FOUND, message('watchNotFound'));
    return row;
  };
  const heldBy = (row: Found): ChannelData['held'] => {
    if (row.asked_at !== null) return 'receiver';
    if (row.former_at !== null) return 'former_key';
    if (row.is_paused === 1) return 'paused';
    return row.is_over === 1 ? 'mail_limit' : null;
  };
  const present = (row: Found): ChannelData => ({
    id: row.id,
    kind: row.kind,
    target: row.target,
    pace: row.pace,
    lang: row.language,
    types: row.types === null ? null : z.array(eventType).parse(JSON.parse(row.types)),
    ...inBothZones('created_at', row.created_at, localTime),
    ...inBothZones('ended_at', row.ended_at, localTime),
    waiting: row.waiting ?? 0,
    held: heldBy(row),
  });
  const presentDelivery = (row: Row<'delivery'> & { readonly event_id: string | null }): DeliveryData => ({
    id: row.id,
    event_id: row.event_id,
    ...inBothZones('created_at', row.created_at, localTime),
    state: row.outcome ?? 'waiting',
    ...inBothZones('next_attempt_at', row.outcome === null ? row.due_at : null, localTime),
    attempts: attempts
      .parse(JSON.parse(row.log))
      .map(({ at, ...attempt }) => ({ ...inBothZones('at', at, localTime), ...attempt })),
  });
  const deliveriesOf = (channelId: string) =>
    db
      .selectFrom('delivery')
      .leftJoin('event', 'event.seq', 'delivery.event_seq')
      .selectAll('delivery')
      .select('event.id as event_id')
      .where('channel_id', '=', channelId)
      .orderBy('delivery.created_at', 'desc')
      .orderBy('event_seq', 'desc')
      .limit(MAX_LISTED);

  /** @throws AppError `invalid_request` if the e-mail with the code was not sent, `rate_limited` */
  const askMailbox = async (row: Row<'channel'>): Promise<void> => {
    if (!(await mails.takeCode(row.owner, row.target))) throw limited(message('tooManyCodes'));
    const { error } = await carriers.email.ask(row, NEVER);
    if (error !== null) throw refused(message('codeNotSent', { error }));
  };
  const ofToken = (action: MailAction, token: string) =>
    db
      .selectFrom('channel')
      .select(['id', 'language'])
      .where('id', '=', mails.channelOf(action, token) ?? '')
      .where('ended_at', 'is', null)
      .$if(action === 'confirm', (query) => query.where('asked_at', 'is not', null))
      .executeTakeFirst();

  return {
    /** The language of a mailbox for which a link in an e-mail still does something; otherwise null. */
    look: async (action: MailAction, token: string): Promise<ChannelData['lang'] | null> =>
      (await ofToken(action, token))?.language ?? null,
    /** Does what a link in an e-mail says: confirms the channel, or ends it. Returns what `look` returned before. */
    act: async (action: MailAction, token: string): Promise<ChannelData['lang'] | null> => {
      const found = await ofToken(action, token);
      if (found === undefined) return null;
      const change = action === 'confirm' ? { asked_at: null } : { asked_at: null, ended_at: now() };
      await db.updateTable('channel').set(change).where('id', '=', found.id).execute();
      if (action === 'stop')
        await db
          .updateTable('delivery')
          .set({ outcome: 'gone', ended_at: now() })
          .where('channel_id', '=', found.id)
          .where('outcome', 'is', null)
          .execute();
      return found.language;
    },
    /**
     * Adds a channel; the answer has the secret of a webhook. A mailbox is sent a code by which the channel is
     * confirmed. `digest`: of the key that adds it. @throws AppError `invalid_request`, `rate_limited`
     */
    add: async (
      owner: string,
      { kind, target, pace, lang, types }: WantedChannel,
      digest = '',
    ): Promise<ChannelData> => {
      const refusal = carriers[kind].refusalOf(target);
      if (refusal !== null) throw refused(refusal);
      const existing = await selected(owner).execute();
      const same = existing.find((one) => one.kind === kind && one.target === target);
      if (same !== undefined) throw refused(message('channelExists', { id: same.id }));
      if (existing.length >= MAX_CHANNELS)
        throw refused(message('tooManyChannels', { most: MAX_CHANNELS }), 'kind');
      const secret = kind === 'webhook' ? newSecret() : null;
      const row = {
        id: newId('ch'),
        owner,
        kind,
        target,
        pace,
        language: lang,
        secret,
        old_secret: null,
        old_secret_until: null,
        created_at: now(),
        ended_at: null,
        made_by: keyHash(digest),
        former_at: null,
        asked_at: kind === 'email' ? now() : null,
        types: types === null ? null : JSON.stringify(types),
      };
      if (kind === 'email') await askMailbox(row);
      await db.insertInto('channel').values(row).execute();
      return {
        ...present({ ...row, waiting: 0, is_paused: 0, is_over: 0 }),
        ...(secret !== null && { secret }),
      };
    },
    /**
     * Confirms a channel, so that it sends what waits: a mailbox by the code of its e-mail, or the channel of a former
     * key. `digest`: of the key that confirms it. @throws AppError `watch_not_found`, `invalid_request`
     */
    confirm: async (owner: string, id: string, digest: string, code = ''): Promise<ChannelData> => {
      const { asked_at: askedAt } = await own(owner, id);
      if (askedAt !== null && !mails.isCode(id, code)) throw refused(message('codeWrong'), 'code');
      await db
        .updateTable('channel')
        .set({ made_by: keyHash(digest), former_at: null, asked_at: null })
        .where('id', '=', id)
        .execute();
      return present(await own(owner, id));
    },
    /** All channels of the owner, the oldest first. */
    list: async (owner: string): Promise<ChannelData[]> => (await selected(owner).execute()).map(present),
    /** Removes a channel with its deliveries; the answer is the channel as it was. @throws AppError `watch_not_found` */
    remove: async (owner: string, id: string): Promise<ChannelData> => {
      const row = await own(owner, id);
      await db.deleteFrom('channel').where('id', '=', id).where('owner', '=', owner).execute();
      return present(row);
    },
    /**
     * Gives a webhook a new secret, which the answer has. The earlier secret stays valid for another 24 hours.
     * @throws AppError `watch_not_found`, `invalid_request`
     */
    rotate: async (owner: string, id: string): Promise<ChannelData> => {
      const row = await own(owner, id);
      if (row.secret === null) throw refused(message('onlyWebhooksHaveSecrets'), 'id');
      const secret = newSecret();
      await db
        .updateTable('channel')
        .set({ secret, old_secret: row.secret, old_secret_until: now() + OLD_SECRET_MS })
        .where('id', '=', id)
        .execute();
      return { ...present(row), secret };
    },
    /**
     * Sends a test at once, and returns how its only attempt ended.
     * @throws AppError `watch_not_found`, `invalid_request`
     */
    test: async (owner: string, id: string): Promise<DeliveryData> => {
      const row = await own(owner, id);
      if (present(row).held !== null) throw refused(message('channelWaits'), 'id');
      if (!(await mails.takeTest(id))) throw limited(message('tooManyTests'));
      const deliveryId = await deliveries.sendTest(row);
      const sent = await deliveriesOf(id).where('delivery.id', '=', deliveryId).executeTakeFirst();
      if (sent === undefined) throw new AppError(WATCH_NOT_FOUND, message('watchNotFound'));
      return presentDelivery(sent);
    },
    /** The newest 100 deliveries of a channel with their attempts. @throws AppError `watch_not_found` */
    deliveries: async (owner: string, id: string): Promise<DeliveryData[]> => {
      await own(owner, id);
      return (await deliveriesOf(id).execute()).map(presentDelivery);
    },
  };
}

/** Limits of a day end at midnight in UTC. */
function limited(text: Message): AppError {
  return new AppError(RATE_LIMITED, text, { retryAfterSeconds: HOUR_SECONDS });
}

function refused(text: Message, field = 'target'): AppError {
  return new AppError(INVALID_REQUEST, text, { field });
}
