import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../watch/schema.js';

const DAY_MS = 86_400_000;
/** E-mails with a code that one mailbox gets in a day, from all owners together. */
const CODES_A_DAY = 3;
/** Tests of one channel in a day. */
const TESTS_A_DAY = 5;
/** A channel whose mailbox never confirmed is removed after this time. */
const UNCONFIRMED_MS = 7 * DAY_MS;
/** Without letters and digits that look alike. */
const CODE_SIGNS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const CODE_LENGTH = 8;
const ALL = 'all';

export type MailAction = 'confirm' | 'stop';

/** A name may be counted `most` times a day; 0 = without a limit. */
type Limit = readonly [name: string, most: number];

interface MailLimitsOptions {
  readonly db: Database;
  readonly hashKey: string;
  /** E-mails of an owner, and of all owners together, in a day in UTC; 0 = no limit. */
  readonly perOwner: number;
  readonly perDay: number;
  readonly now: () => number;
}

export type MailLimits = ReturnType<typeof createMailLimits>;

/** Counts e-mails by day, and makes the codes and tokens by which mailboxes confirm and unsubscribe. */
export function createMailLimits({ db, hashKey, perOwner, perDay, now }: MailLimitsOptions) {
  const hmac = (text: string) => createHmac('sha256', hashKey).update(text);
  const today = () => Math.floor(now() / DAY_MS);
  const ofOwner = (owner: string): Limit => [`owner ${owner}`, perOwner];
  const ofAll: Limit = [ALL, perDay];

  /** Counts every name once, or none of them if one of the limits is reached. */
  const take = async (...limits: readonly Limit[]): Promise<boolean> => {
    const reached = new Error('a limit is reached');
    try {
      await db.transaction().execute(async (transaction) => {
        // In one order, so that two processes cannot wait for each other.
        for (const [name, most] of limits.toSorted(([one], [other]) => (one < other ? -1 : 1))) {
          const { rows } = await sql`insert into mail_count (name, day, count) values (${name}, ${today()}, 1)
            on conflict (name, day) do update set count = mail_count.count + 1
              where mail_count.count < ${most} or ${most === 0 ? sql`1 = 1` : sql`1 = 0`}
            returning count`.execute(transaction);
          if (rows.length === 0) throw reached;
        }
      });
      return true;
    } catch (error) {
      if (error === reached) return false;
      throw error;
    }
  };

  const mac = (action: MailAction, id: string) => hmac(`mail ${action} ${id}`).digest('base64url');
  const codeOf = (id: string) =>
    [...hmac(`mail code ${id}`).digest().subarray(0, CODE_LENGTH)]
      .map((byte) => CODE_SIGNS[byte % CODE_SIGNS.length])
      .join('');

  return {
    /** The condition for channels whose owner, or the service, has sent all e-mails of the day. */
    isOver: () => {
      const over = (name: ReturnType<typeof sql>, most: number) =>
        most === 0
          ? sql<boolean>`1 = 0`
          : sql<boolean>`exists (select 1 from mail_count where mail_count.day = ${today()}
              and mail_count.name = ${name} and mail_count.count >= ${most})`;
      return sql<boolean>`(channel.kind = 'email' and (${over(sql`'owner ' || channel.owner`, perOwner)}
        or ${over(sql`${ALL}`, perDay)}))`;
    },
    /** Counts an e-mail with events. False = it must not be sent today. */
    takeMail: (owner: string) => take(ofOwner(owner), ofAll),
    /** Counts an e-mail with a code. False = it must not be sent today. */
    takeCode: (owner: string, target: string) => {
      const [local = '', domain = ''] = target.toLowerCase().split('@');
      // Mail servers deliver these forms to the same mailbox.
      const mailbox = `${local.split('+')[0]?.replaceAll('.', '')}@${domain}`;
      const name = `mailbox ${hmac(`mailbox ${mailbox}`).digest('base64url')}`;
      return take([name, CODES_A_DAY], ofOwner(owner), ofAll);
    },
    /** Counts a test. False = there were too many today. */
    takeTest: (channelId: string) => take([`test ${channelId}`, TESTS_A_DAY]),
    codeOf,
    isCode: (id: string, given: string) =>
      timingSafeEqual(
        hmac(`given ${given.toUpperCase().replace(/[\s-]/g, '')}`).digest(),
        hmac(`given ${codeOf(id)}`).digest(),
      ),
    tokenOf: (action: MailAction, id: string) => `${id}.${mac(action, id)}`,
    /** The channel that a token names; null = the token is wrong. */
    channelOf: (action: MailAction, token: string): string | null => {
      const [id = '', given = ''] = token.split('.');
      const right = Buffer.from(mac(action, id));
      const said = Buffer.from(given);
      return right.length === said.length && timingSafeEqual(right, said) ? id : null;
    },
    /** Deletes counts of earlier days, and channels whose mailboxes never confirmed. Returns their number. */
    clean: async (limit: number): Promise<number> => {
      await sql`delete from mail_count where day < ${today() - 1}`.execute(db);
      const { numAffectedRows } = await sql`delete from channel where id in (select id from channel
        where asked_at < ${now() - UNCONFIRMED_MS} limit ${limit})`.execute(db);
      return Number(numAffectedRows ?? 0);
    },
  };
}
