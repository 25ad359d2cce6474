import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { INVALID_REQUEST } from '../../core/errors.js';
import { nextStep } from '../../core/runtime/turns.js';
import { type Message, published } from '../../core/texts/messages.js';
import type { JobType } from '../../kit/lists/list-limits.js';
import { type JobEntry, type JobParameters, type OwnColumns, withOutcome } from './job.js';
import { endOf, isVisible, type JobStore, type JobTransaction, lockOwner } from './job-tables.js';
import type { MESSAGES } from './messages.js';
import { packFailure } from './packed-result.js';
import { type EarlierRequest, outcomesOf } from './stored-job.js';

// Takes the links of a job while they are uploaded.

interface NewJob {
  readonly owner: string;
  readonly type: JobType;
  readonly parameters: JobParameters;
}

/** Why a job is not taken: too many open links of its owner; `disk`: the disk is nearly full; `lost`: the upload took too long and was deleted. */
export type Excess = 'links' | 'disk' | 'lost';

/** An upload that gets no links for this long is deleted, as after its process was killed. */
const UPLOAD_MS = 900_000;
/** Links of one transaction, which is one step, and of one statement. */
const LINKS_AT_ONCE = 500;
const LINKS_OF_STATEMENT = 100;
const WITHOUT_LINK: keyof typeof MESSAGES = 'lineWithoutLink';

/** A job whose links are being uploaded. It is not visible before it is committed. */
export type ReceivingJob = Exclude<Awaited<ReturnType<typeof receiveJob>>, Excess>;

/** Begins a job, or returns the limit that the job exceeds. */
export async function receiveJob(options: JobStore, { owner, type, parameters }: NewJob) {
  const { database, maxOpenLinks } = options;
  const { db, now } = database;
  const id = randomBytes(12).toString('hex');
  const uploadEnd = sql<number>`${now} + cast(${UPLOAD_MS} as bigint)`;
  let total = 0;

  /** The limit that further links exceed; null = none. Call it while the owner is locked. */
  const excess = async (transaction: JobTransaction, links: number): Promise<Excess | null> => {
    if (!database.hasRoom()) return 'disk';
    return (await openLinks(transaction, owner)) + links > maxOpenLinks ? 'links' : null;
  };

  const opened = await db.transaction().execute(async (transaction): Promise<Excess | null> => {
    await lockOwner(transaction, owner);
    const exceeded = await excess(transaction, 1);
    if (exceeded !== null) return exceeded;
    await transaction
      .insertInto('job')
      .values({
        ...{ id, owner, type, parameters: JSON.stringify(parameters), state: 'receiving' },
        ...{ created_at: now, expires_at: uploadEnd },
      })
      .execute();
    return null;
  });
  if (opened !== null) return opened;

  /** Stores links in one transaction. */
  const store = (entries: readonly JobEntry[]) =>
    db.transaction().execute(async (transaction): Promise<'ok' | Excess> => {
      const problems = entries.flatMap(({ problem }) => problem ?? []);
      const withoutLink = problems.filter(({ id }) => id === WITHOUT_LINK).length;
      await lockOwner(transaction, owner);
      const exceeded = await excess(transaction, entries.length - problems.length);
      if (exceeded !== null) return exceeded;
      const job = await transaction
        .selectFrom('job')
        .select(['done', 'outcomes'])
        .where('id', '=', id)
        .where('state', '=', 'receiving')
        .executeTakeFirst();
      if (job === undefined) return 'lost';
      let { done } = job;
      const outcomes = withOutcome(
        withOutcome(outcomesOf(job), 'without_link', withoutLink),
        'malformed',
        problems.length - withoutLink,
      );
      const rows = entries.map(({ text, line, problem, own }, at) => ({
        ...{ job_id: id, number: total + at, line, input: text },
        own: own === undefined ? null : JSON.stringify(own),
        position: problem === null ? null : ++done,
        data: problem === null ? null : packProblem(problem),
      }));
      for (let at = 0; at < rows.length; at += LINKS_OF_STATEMENT) {
        await transaction
          .insertInto('job_link')
          .values(rows.slice(at, at + LINKS_OF_STATEMENT))
          .execute();
      }
      await transaction
        .updateTable('job')
        .set((eb) => ({
          total: eb('total', '+', entries.length),
          expires_at: uploadEnd,
          ...{ done, rows: done, outcomes: JSON.stringify(outcomes) },
        }))
        .where('id', '=', id)
        .execute();
      total += entries.length;
      return 'ok';
    });

  return {
    id,
    /** Takes the next links, in order. If they exceed a limit, discard the job. */
    append: async (entries: readonly JobEntry[]): Promise<'ok' | Excess> => {
      for (let at = 0; at < entries.length; at += LINKS_AT_ONCE) {
        await nextStep({ client: owner });
        const stored = await store(entries.slice(at, at + LINKS_AT_ONCE));
        if (stored !== 'ok') return stored;
      }
      return 'ok';
    },
    /**
     * Makes the job visible. `request`: the hashes of the Idempotency-Key and of the whole request; null = the request
     * has no key. Returns `ok`, the exceeded limit, or `before`: the earlier request with the same key.
     */
    commit: (request: { readonly key: string; readonly hash: string } | null, columns?: OwnColumns | null) =>
      db.transaction().execute(async (transaction) => {
        await lockOwner(transaction, owner);
        if (request !== null) {
          const before = await requestBefore(transaction, owner, request.key);
          if (before !== null) return { before };
        }
        const job = await transaction
          .selectFrom('job')
          .select(['done', 'total', 'outcomes'])
          .where('id', '=', id)
          .where('state', '=', 'receiving')
          .executeTakeFirst();
        if (job === undefined) return 'lost';
        const hasEnded = job.done >= job.total;
        await transaction
          .updateTable('job')
          .set({
            ...{ state: 'waiting', expires_at: null },
            // Two jobs of one owner never have the same time: lists are ordered by it.
            created_at: sql<number>`coalesce((select max(created_at) + 1 from job where owner = ${owner}
              and created_at between ${now} and ${now} + 1000 and id <> ${id}), ${now})`,
            columns: columns ? JSON.stringify(columns) : null,
            request_key: request?.key ?? null,
            request_hash: request?.hash ?? null,
            ...(hasEnded && endOf({ ...job, outcomes: outcomesOf(job) }, 'finished', options)),
          })
          .where('id', '=', id)
          .execute();
        return 'ok';
      }),
    /** Deletes the links received so far. */
    discard: async () => {
      await db
        .updateTable('job')
        .set({ state: 'gone' })
        .where('id', '=', id)
        .where('state', '=', 'receiving')
        .execute();
    },
  };
}

/** The job that an owner's request with this key made; null = there is none. */
export async function requestBefore(
  db: Pick<JobTransaction, 'selectFrom'>,
  owner: string,
  key: string,
): Promise<EarlierRequest | null> {
  const row = await db
    .selectFrom('job')
    .select(['id', 'request_hash'])
    .where('owner', '=', owner)
    .where('request_key', '=', key)
    .where(isVisible)
    .executeTakeFirst();
  return row === undefined ? null : { id: row.id, hash: row.request_hash ?? '' };
}

/** Links without a result in all jobs of an owner, uploads under way included. */
export async function openLinks(db: Pick<JobTransaction, 'selectFrom'>, owner: string): Promise<number> {
  const { links } = await db
    .selectFrom('job')
    .select(sql<number>`cast(coalesce(sum(total - done), 0) as bigint)`.as('links'))
    .where('owner', '=', owner)
    .where('state', 'in', ['receiving', 'waiting', 'running'])
    .executeTakeFirstOrThrow();
  return links;
}

const packProblem = (problem: Message) => packFailure({ code: INVALID_REQUEST.code, ...published(problem) });
