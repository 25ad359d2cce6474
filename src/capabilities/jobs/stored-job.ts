import { sql } from 'kysely';
import type { JobType } from '../../kit/lists/list-limits.js';
import type { JobParameters, JobStatus, Outcomes, OwnColumns } from './job.js';
import { isOpen, type JobDatabase, type JobRow } from './job-tables.js';

/** The job and the hash of the request for which an owner's `Idempotency-Key` was used. */
export interface EarlierRequest {
  readonly id: string;
  readonly hash: string;
}

export function outcomesOf({ outcomes }: Pick<JobRow, 'outcomes'>): Outcomes {
  return JSON.parse(outcomes) as Outcomes;
}

/** The links of an open job that wait for another attempt, and when the next of them is due: columns of a query of jobs. */
export function waitsOf(now: JobDatabase['now']) {
  const waiting = sql`from job_link where job_link.job_id = job.id and due_at is not null and attempts > 0
    and ${isOpen}`;
  const next = sql`case when claimed_by is null and due_at > ${now} then due_at end`;
  return [
    sql<number>`(select cast(count(*) as integer) ${waiting})`.as('retrying'),
    sql<number | null>`(select min(${next}) ${waiting})`.as('next_attempt_at'),
  ] as const;
}

/** `readAt`: the time of the database. */
export function statusOf(
  job: JobRow & { readonly retrying?: number; readonly next_attempt_at?: number | null },
  readAt: number,
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
    ...{ retrying: job.retrying ?? 0, nextAttemptAt: job.next_attempt_at ?? null },
    rows: job.rows,
    ...(job.columns !== null && { columns: JSON.parse(job.columns) as OwnColumns }),
  };
}
