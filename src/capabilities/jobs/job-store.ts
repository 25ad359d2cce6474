import { type RawBuilder, sql } from 'kysely';
import { INTERNAL_ERROR } from '../../core/errors.js';
import { createTurns } from '../../core/runtime/turns.js';
import type { JobType } from '../../kit/lists/list-limits.js';
import {
  hasEnded,
  type JobParameters,
  type JobResult,
  type JobStatus,
  MAX_LISTED,
  type Outcomes,
  type OwnCells,
  type OwnColumns,
  withOutcome,
} from './job.js';
import {
  endOf,
  isOpen,
  isVisible,
  type JobDatabase,
  type JobRow,
  type JobStore,
  type JobTransaction,
  type LinkRow,
} from './job-tables.js';
import { unpackResult } from './packed-result.js';

/** Maximum links whose waiting one transaction ends. */
const ENDED_AT_ONCE = 200;
const MAX_TOLD = 100;

type StoredLink = Pick<LinkRow, 'number' | 'line' | 'input' | 'own' | 'position' | 'data'>;

export interface NewResult {
  readonly data: Uint8Array;
  /** The kind of the result; of a failure, its code. */
  readonly outcome: string;
  readonly rows: number;
}

// The stored jobs of all clients, for requests.

/** A row of a job. `read_at`: the time of the database. */
type ReadRow = JobRow & Pick<JobStatus, 'read_at' | 'next_attempt_at'>;

function statusOf(row: ReadRow): JobStatus {
  return {
    ...row,
    type: row.type as JobType,
    state: row.state as JobStatus['state'],
    parameters: JSON.parse(row.parameters) as JobParameters,
    outcomes: JSON.parse(row.outcomes) as Outcomes,
    columns: row.columns === null ? null : (JSON.parse(row.columns) as OwnColumns),
  };
}

/** Null = the owner has no job with this id. */
export async function readJob(store: JobStore, owner: string, id: string) {
  const job = await visible(store, owner).where('id', '=', id).executeTakeFirst();
  return job === undefined ? null : statusOf(job);
}

/** Newest first, at most `limit` jobs. `before`: only jobs older than this job; null = the owner has no such job. */
export async function readJobs(store: JobStore, owner: string, limit = MAX_LISTED, before?: string) {
  const newest = visible(store, owner).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit);
  if (before === undefined) return (await newest.execute()).map(statusOf);
  const from = await visible(store, owner).where('id', '=', before).executeTakeFirst();
  if (from === undefined) return null;
  const older = sql<boolean>`(created_at, id) < (${from.created_at}, ${from.id})`;
  return (await newest.where(older).execute()).map(statusOf);
}

/** Jobs that finished after a time, the first of them first, at most 100. */
export async function readFinished(store: JobStore, owner: string, since: number) {
  const ended = visible(store, owner).where('state', '=', 'finished').where('ended_at', '>', since);
  return (await ended.orderBy('ended_at').orderBy('id').limit(MAX_TOLD).execute()).map(statusOf);
}

/**
 * Cancels an open job. A job that has ended stays as it is, or is deleted with `deletesEnded`. Null = the owner has
 * no job with this id.
 */
export function cancelJob(store: JobStore, owner: string, id: string, deletesEnded: boolean) {
  return change(store, owner, id, async (transaction, job): Promise<JobStatus> => {
    const status = statusOf(job);
    const row = transaction.updateTable('job').where('id', '=', id);
    if (!hasEnded(status)) {
      const ended = await row.set(endOf('cancelled', store)).returningAll().executeTakeFirstOrThrow();
      return statusOf({ ...ended, read_at: job.read_at, next_attempt_at: null });
    }
    if (!deletesEnded) return status;
    await row.set({ state: 'gone', request_key: null }).execute();
    return { ...status, state: 'deleted', expires_at: job.read_at };
  });
}

/**
 * Makes the failures of links that wait for another attempt their results; other links are still asked. Null = the owner
 * has no such job.
 */
export async function endWaiting(store: JobStore, owner: string, id: string) {
  const job = await readJob(store, owner, id);
  if (job === null) return null;
  const waiting = sql`select number from job_link where job_id = ${id} and due_at is not null and attempts > 0
    order by due_at limit ${ENDED_AT_ONCE}`;
  // No more than waited at the beginning: where all attempts fail at once, this would end each link after its first one.
  for (let left = job.retrying, ended = 1; left > 0 && ended > 0; left -= ended)
    ended = (await complete(store, owner, id, waiting)) ?? 0;
  return readJob(store, owner, id);
}

/**
 * Stores the result of open links of a job that has not ended; by default, of each the failure of its last attempt.
 * Returns how many they are. `open`: a query of their numbers. Null = the owner has no such job.
 */
export function complete(
  store: JobStore,
  owner: string,
  id: string,
  open: RawBuilder<unknown>,
  result?: NewResult,
) {
  return change(store, owner, id, async (transaction, job) => {
    const status = statusOf(job);
    if (hasEnded(status)) return 0;
    const { rows } = await sql<{ failure: Uint8Array; attempts: number }>`
        with picked as (${open}), ranked as (select number, row_number() over (order by number) as rank from picked)
        update job_link set position = ${job.done} + ranked.rank, due_at = null, claimed_by = null,
          data = ${result?.data ?? sql`data`} from ranked where job_id = ${id} and job_link.number = ranked.number
        returning attempts, ${result === undefined ? sql`data` : sql`null`} as failure`.execute(transaction);
    const turn = createTurns();
    let { outcomes } = status;
    for (const { failure } of rows) {
      await turn();
      outcomes = withOutcome(outcomes, result?.outcome ?? codeOf(await unpackResult(failure)), 1);
    }
    const done = job.done + rows.length;
    const retrying = job.retrying - rows.filter(({ attempts }) => attempts > 0).length;
    await transaction
      .updateTable('job')
      .set({
        ...{ done, retrying, rows: job.rows + rows.length * (result?.rows ?? 1) },
        outcomes: JSON.stringify(outcomes),
        ...(done >= job.total && endOf('finished', store)),
      })
      .where('id', '=', id)
      .execute();
    return rows.length;
  });
}

/** Results in the order of completion, without the first `after` results. */
export async function readCompleted(store: JobStore, job: JobStatus, after: number, count: number) {
  const some = links(store, job).where('position', '>', after).orderBy('position').limit(count);
  return Promise.all((await some.execute()).map(resultOf));
}

/** Links in the order of the input, with their results. */
export async function readInOrder(store: JobStore, job: JobStatus, first: number, count: number) {
  const some = links(store, job).where('number', '>=', first).orderBy('number').limit(count);
  return Promise.all((await some.execute()).map(resultOf));
}

/** Deletes all jobs of an owner. */
export function removeJobs({ db }: JobDatabase, owner: string) {
  const gone = db.updateTable('job').set({ state: 'gone', request_key: null });
  return gone.where('owner', '=', owner).execute();
}

/** The jobs of each owner. */
export async function countJobs({ db }: JobDatabase): Promise<ReadonlyMap<string, number>> {
  const counts = db.selectFrom('job').select(['owner', sql<number>`cast(count(*) as integer)`.as('jobs')]);
  const rows = await counts.where(isVisible).groupBy('owner').execute();
  return new Map(rows.map(({ owner, jobs }) => [owner, jobs]));
}

/** The jobs of an owner. It counts no links: a job may have a million that wait. */
function visible({ database: { db: all, now } }: JobStore, owner: string, db: JobDatabase['db'] = all) {
  const next = sql<
    number | null
  >`(select due_at from job_link where job_link.job_id = job.id and due_at > ${now}
    and claimed_by is null and attempts > 0 and ${isOpen} order by due_at limit 1)`;
  return db
    .selectFrom('job')
    .selectAll()
    .select([now.as('read_at'), next.as('next_attempt_at')])
    .where('owner', '=', owner)
    .where(isVisible);
}

/** Changes a job of the owner in a transaction that has locked it. Null = the owner has no such job. */
export function change<T>(
  store: JobStore,
  owner: string,
  id: string,
  work: (transaction: JobTransaction, job: ReadRow) => Promise<T>,
): Promise<T | null> {
  const { db, kind } = store.database;
  return db.transaction().execute(async (transaction) => {
    const job = await visible(store, owner, transaction)
      .where('id', '=', id)
      .$if(kind === 'postgres', (query) => query.forUpdate())
      .executeTakeFirst();
    return job === undefined ? null : work(transaction, job);
  });
}

function links({ database: { db } }: JobStore, job: JobStatus) {
  return db
    .selectFrom('job_link')
    .select(['number', 'line', 'input', 'own', 'position', 'data'])
    .where('job_id', '=', job.id);
}

const codeOf = ({ error }: { readonly error?: { readonly code?: string } }) =>
  error?.code ?? INTERNAL_ERROR.code;

async function resultOf({ number, line, input, own, position, data }: StoredLink): Promise<JobResult> {
  return {
    ...{ index: number, line, input },
    ...(own !== null && { own: JSON.parse(own) as OwnCells }),
    position,
    data: data === null || position === null ? {} : await unpackResult(data),
  };
}
