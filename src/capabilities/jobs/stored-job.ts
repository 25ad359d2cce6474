import { sql } from 'kysely';
import type { JobType } from '../../kit/lists/list-limits.js';
import type { JobParameters, JobStatus, Outcomes, OwnColumns } from './job.js';
import type { JobDatabase, JobRow } from './job-tables.js';

/** The job and the hash of the request for which an owner's `Idempotency-Key` was used. */
export interface EarlierRequest {
  readonly id: string;
  readonly hash: string;
}

export function outcomesOf({ outcomes }: Pick<JobRow, 'outcomes'>): Outcomes {
  return JSON.parse(outcomes) as Outcomes;
}

/** The links of a job that wait for another attempt. */
type Waits = Pick<JobStatus, 'retrying' | 'nextAttemptAt'>;

/** The links of open jobs that wait for another attempt, by the id of the job. */
export async function waitsOf(
  { db, now }: JobDatabase,
  jobs: readonly Pick<JobRow, 'id' | 'state'>[],
): Promise<ReadonlyMap<string, Waits>> {
  const ids = jobs.flatMap(({ id, state }) => (state === 'waiting' || state === 'running' ? [id] : []));
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('job_link')
    .select(['job_id', ({ fn }) => fn.countAll().as('retrying')])
    .select(
      sql<number | null>`min(case when claimed_by is null and due_at > ${now} then due_at end)`.as('next'),
    )
    .where('job_id', 'in', ids)
    .where('due_at', 'is not', null)
    .where('attempts', '>', 0)
    .groupBy('job_id')
    .execute();
  return new Map(
    rows.map(({ job_id: id, retrying, next }) => [id, { retrying: Number(retrying), nextAttemptAt: next }]),
  );
}

/** `readAt`: the time of the database. */
export function statusOf(
  job: JobRow,
  readAt: number,
  waits: Waits = { retrying: 0, nextAttemptAt: null },
): JobStatus {
  return {
    id: job.id,
    type: job.type as JobType,
    parameters: JSON.parse(job.parameters) as JobParameters,
    state: job.state as JobStatus['state'],
    readAt,
    createdAt: job.created_at,
    begunAt: job.begun_at,
    endedAt: job.ended_at,
    expiresAt: job.expires_at,
    total: job.total,
    done: job.done,
    outcomes: outcomesOf(job),
    ...waits,
    rows: job.rows,
    ...(job.columns !== null && { columns: JSON.parse(job.columns) as OwnColumns }),
  };
}
