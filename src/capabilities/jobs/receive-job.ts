import { randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { INVALID_REQUEST } from '../../core/errors.js';
import { nextStep } from '../../core/runtime/turns.js';
import { type Message, published } from '../../core/texts/messages.js';
import type { JobType } from '../../kit/lists/list-limits.js';
import { JOB_KINDS, type JobEntry, type JobParameters, type OwnColumns } from './job.js';
import {
  countedBytes,
  endOf,
  isOpen,
  isVisible,
  type JobStore,
  type JobTransaction,
  lockOwner,
} from './job-tables.js';
import { packFailure } from './packed-result.js';
import { type EarlierRequest, failuresOf } from './stored-job.js';

// Takes the links of a job while they are uploaded.

export interface NewJob {
  readonly owner: string;
  readonly type: JobType;
  readonly parameters: JobParameters;
}

/**
 * Why a job is not taken: too many open jobs, links or bytes of all jobs of an owner, or bytes of the jobs of all
 * owners; `disk`: the disk is nearly full; `lost`: the upload took too long and was deleted.
 */
export type Excess = 'jobs' | 'links' | 'bytes' | 'all bytes' | 'disk' | 'lost';

/** An upload that gets no links for this long is deleted, as after its process was killed. */
const UPLOAD_MS = 900_000;
/** Links of one transaction, which is one step, and of one statement. */
const LINKS_AT_ONCE = 500;
const LINKS_OF_STATEMENT = 100;
/** Bytes that the database takes besides the texts: for a job, and for a link with its result. Measured. */
const JOB_BYTES = 1_000;
const LINK_BYTES = 200;

/** A job whose links are being uploaded. It is not visible before it is committed. */
export type ReceivingJob = Exclude<Awaited<ReturnType<typeof receiveJob>>, Excess>;

/** Begins a job, or returns the limit that the job exceeds. */
export async function receiveJob(options: JobStore, { owner, type, parameters }: NewJob) {
  const { database, limits } = options;
  const { db, now } = database;
  const id = randomBytes(12).toString('hex');
  const { reserved } = JOB_KINDS[type];
  const uploadEnd = sql<number>`${now} + cast(${UPLOAD_MS} as bigint)`;
  let total = 0;

  /** The limit that further links exceed; null = none. Call it while the owner is locked. */
  const excess = async (
    transaction: JobTransaction,
    links: number,
    bytes: number,
  ): Promise<Excess | null> => {
    if (!database.hasRoom()) return 'disk';
    const kept = await keptBy(transaction, owner, now);
    if (limits.links > 0 && kept.links + links > limits.links) return 'links';
    const isOver = (limit: number, before: number) => limit > 0 && before + bytes > limit;
    if (isOver(limits.bytes, kept.bytes)) return 'bytes';
    return limits.allBytes > 0 && isOver(limits.allBytes, await allBytes(transaction)) ? 'all bytes' : null;
  };
  const hasTooManyJobs = async (transaction: JobTransaction) => {
    if (limits.open === 0) return false;
    const { count } = await transaction
      .selectFrom('job')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('owner', '=', owner)
      .where(isOpen)
      .executeTakeFirstOrThrow();
    return Number(count) >= limits.open;
  };

  const opened = await db.transaction().execute(async (transaction): Promise<Excess | null> => {
    await lockOwner(transaction, owner);
    if (await hasTooManyJobs(transaction)) return 'jobs';
    const exceeded = await excess(transaction, 1, JOB_BYTES);
    if (exceeded !== null) return exceeded;
    await transaction
      .insertInto('job')
      .values({
        ...{ id, owner, type, parameters: JSON.stringify(parameters), state: 'receiving', reserved },
        ...{ created_at: now, expires_at: uploadEnd, bytes: JOB_BYTES },
      })
      .execute();
    return null;
  });
  if (opened !== null) return opened;

  /** Stores links in one transaction. */
  const store = (entries: readonly JobEntry[]) =>
    db.transaction().execute(async (transaction): Promise<'ok' | Excess> => {
      const sizes = entries.map(sizeOf);
      const bytes = sizes.reduce((sum, size) => sum + size, 0);
      const malformed = entries.filter(({ problem }) => problem !== null).length;
      await lockOwner(transaction, owner);
      const exceeded = await excess(
        transaction,
        entries.length,
        bytes + (entries.length - malformed) * reserved,
      );
      if (exceeded !== null) return exceeded;
      const job = await transaction
        .selectFrom('job')
        .select(['done', 'failures'])
        .where('id', '=', id)
        .where('state', '=', 'receiving')
        .executeTakeFirst();
      if (job === undefined) return 'lost';
      let { done } = job;
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
          bytes: eb('bytes', '+', bytes),
          expires_at: uploadEnd,
          ...(malformed > 0 && {
            ...{ done, malformed: done, failed: done, rows: done },
            failures: JSON.stringify({ invalid_request: done }),
          }),
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
        const stored = await store(entries.slice(at, at + LINKS_AT_ONCE));
        if (stored !== 'ok') return stored;
        await nextStep({ client: owner });
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
          const before = await requestBefore(transaction, owner, request.key, now);
          if (before !== null) return { before };
          // The key of a job that has expired is free again.
          await transaction
            .updateTable('job')
            .set({ state: 'gone', request_key: null })
            .where('owner', '=', owner)
            .where('request_key', '=', request.key)
            .execute();
        }
        const job = await transaction
          .selectFrom('job')
          .select(['done', 'total', 'failures'])
          .where('id', '=', id)
          .where('state', '=', 'receiving')
          .executeTakeFirst();
        if (job === undefined) return 'lost';
        if (await hasTooManyJobs(transaction)) return 'jobs';
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
            ...(hasEnded && endOf({ ...job, failures: failuresOf(job) }, 'finished', options)),
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
  now: RawBuilder<number>,
): Promise<EarlierRequest | null> {
  const row = await db
    .selectFrom('job')
    .select(['id', 'request_hash'])
    .where('owner', '=', owner)
    .where('request_key', '=', key)
    .where(isVisible(now))
    .executeTakeFirst();
  return row === undefined ? null : { id: row.id, hash: row.request_hash ?? '' };
}

/** Links and bytes of all jobs of an owner, uploads under way included. */
export async function keptBy(
  db: Pick<JobTransaction, 'selectFrom'>,
  owner: string,
  now: RawBuilder<number>,
): Promise<{ readonly links: number; readonly bytes: number }> {
  return db
    .selectFrom('job')
    .select(sql<number>`cast(coalesce(sum(total), 0) as bigint)`.as('links'))
    .select(sql<number>`cast(coalesce(sum(${countedBytes}), 0) as bigint)`.as('bytes'))
    .where('owner', '=', owner)
    .where('state', '!=', 'gone')
    .where(sql<boolean>`(expires_at is null or expires_at > ${now})`)
    .executeTakeFirstOrThrow();
}

/** Bytes of the jobs of all owners. Rows that are still being deleted take room as well. */
async function allBytes(db: Pick<JobTransaction, 'selectFrom'>): Promise<number> {
  const { bytes } = await db
    .selectFrom('job')
    .select(sql<number>`cast(coalesce(sum(${countedBytes}), 0) as bigint)`.as('bytes'))
    .executeTakeFirstOrThrow();
  return bytes;
}

const packProblem = (problem: Message) => packFailure({ code: INVALID_REQUEST.code, ...published(problem) });

/** Bytes of a link: its texts, and the result of a malformed link. */
function sizeOf({ text, own, problem }: JobEntry): number {
  const cells = own === undefined ? 0 : Buffer.byteLength(JSON.stringify(own));
  const failure = problem === null ? 0 : packProblem(problem).length;
  return LINK_BYTES + Buffer.byteLength(text) + cells + failure;
}
