import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { nextStep } from '../../core/runtime/turns.js';
import type { JobType } from '../../kit/lists/list-limits.js';
import { ofOwners } from '../../kit/store/claims.js';
import { takeTurn, turnOf } from '../../kit/store/owner-turns.js';
import { deleteInParts } from '../../kit/store/rows.js';
import type { JobParameters } from './job.js';
import { complete, type NewResult } from './job-store.js';
import {
  isOpen,
  type JobDatabase,
  type JobRow,
  type JobStore,
  type JobTransaction,
  type StoredState,
} from './job-tables.js';

/** A link of a job that one worker asks. */
export interface ClaimedLink {
  readonly owner: string;
  readonly job: string;
  readonly type: JobType;
  readonly parameters: JobParameters;
  /** Every claim has a name of its own, so that a late release does not end a newer claim. */
  readonly name: string;
  readonly number: number;
  /** This link, and links of the job with the same text: they are asked once, and get the same result. */
  readonly numbers: readonly number[];
  readonly input: string;
  /** Attempts that failed, and those of them that ended with an internal error. */
  readonly attempts: number;
  readonly bugs: number;
  /** For how many milliseconds the link has failed. */
  readonly forMs: number;
}

type Names = readonly string[];

/** How long a claim counts without a renewal: another worker takes the links of a killed worker this much later. */
const CLAIM_MS = 20_000;
/** The longest pause between two attempts is 900 s: a later time was written before the clock was set back. */
const MAX_DUE_MS = 1_000_000;
/** The longest time between two sweeps that counts for the ends of jobs. A sweep is repeated every 30 s. */
const MAX_STEP_MS = 600_000;
/** Lines of one search for the next link: malformed lines have results from the beginning. */
const LOOKED_THROUGH = 500;
/** Links with the same text that one claim has at most. */
const EQUAL_AT_ONCE = 100;
/** The queues of `owner-turns.ts`: owners take turns, and so do the jobs of each owner. */
const LINKS = 'link';
const JOBS_OF = 'jobs of ';

/** The stored jobs of all clients, for workers. */
export class LinkWork {
  readonly #store: JobStore;
  readonly #db: JobDatabase['db'];
  readonly #usable: () => readonly string[];
  #open: Readonly<Record<'waiting' | 'running', number>> = { waiting: 0, running: 0 };

  /** `usable`: the owners that have a usable key now. */
  constructor(store: JobStore, usable: () => readonly string[]) {
    this.#store = store;
    this.#usable = usable;
    this.#db = store.database.db;
  }

  /**
   * Claims the next link of the owner whose turn it is. `busy`: owners that come last; `full`: jobs that get nothing
   * more now; `closed`: types of which no link begins now. Null = nothing is due.
   */
  async claim(busy: Names, full: Names = [], closed: Names = []): Promise<ClaimedLink | null> {
    if (!this.#store.database.hasRoom()) return null;
    const claimed = await this.#db.transaction().execute(async (transaction) => {
      const job = await this.#next(transaction, busy, full, closed);
      return job === undefined ? null : this.#claimOf(transaction, job);
    });
    if (claimed !== undefined) return claimed;
    // The next lines of the job are malformed.
    await nextStep();
    return this.claim(busy, full, closed);
  }
  /** The job whose turn it is. */
  #next(transaction: JobTransaction, busy: Names, full: Names, closed: Names) {
    const { kind, now } = this.#store.database;
    return transaction
      .selectFrom('job')
      .selectAll('job')
      .where(isOpen)
      .where(ofOwners('job.owner', this.#usable()))
      .where(
        sql<boolean>`(next < total or exists (select 1 from job_link where job_link.job_id = job.id
            and job_link.due_at <= ${now}))`,
      )
      .$if(full.length > 0, (query) => query.where('job.id', 'not in', full))
      .$if(closed.length > 0, (query) => query.where('job.type', 'not in', closed))
      .$if(busy.length > 0, (query) =>
        query.orderBy(({ eb }) => eb.case().when('job.owner', 'in', busy).then(1).else(0).end()),
      )
      .orderBy(turnOf(LINKS, 'job.owner'))
      .orderBy(turnOf(sql`${JOBS_OF} || job.owner`, 'job.id'))
      .orderBy('job.created_at')
      .limit(1)
      .$if(kind === 'postgres', (query) => query.forUpdate('job').skipLocked())
      .executeTakeFirst();
  }
  /** Claims a link of a job: one that is due again, else the next. Undefined = the next lines have results already. */
  async #claimOf(transaction: JobTransaction, job: JobRow): Promise<ClaimedLink | undefined> {
    const { now } = this.#store.database;
    const { id, owner, total } = job;
    const some = transaction
      .selectFrom('job_link')
      .where('job_id', '=', id)
      .select(['number', 'input', 'same', 'attempts', 'bugs'])
      .select(sql<number>`coalesce(${now} - failing_since, 0)`.as('forMs'))
      .limit(1);
    const due = await some.where('due_at', '<=', now).orderBy('due_at').orderBy('number').executeTakeFirst();
    const end = Math.min(total, job.next + LOOKED_THROUGH);
    const unasked = some.where('number', '>=', job.next).where('number', '<', end).orderBy('number');
    const found =
      due ?? (await unasked.where(sql<boolean>`coalesce(position, due_at) is null`).executeTakeFirst());
    const next = due !== undefined ? job.next : found === undefined ? end : found.number + 1;
    await transaction
      .updateTable('job')
      .set({ state: 'running', next, begun_at: sql<number>`coalesce(begun_at, ${now})` })
      .where('id', '=', id)
      .execute();
    if (found === undefined) return undefined;
    const name = randomBytes(12).toString('base64url');
    // A list of reviews may have megabytes.
    const most = job.type === 'place-reviews' ? 1 : EQUAL_AT_ONCE;
    const claimed = await sql<Pick<ClaimedLink, 'number'>>`
        update job_link set claimed_by = ${name}, due_at = ${this.#after(CLAIM_MS)}
        where job_id = ${id} and coalesce(due_at, 0) <= ${now} and number in (select number from job_link
          where job_id = ${id} and same = ${found.same} and number >= ${found.number} and position is null
          and input = ${found.input} order by number limit ${most}) returning number`.execute(transaction);
    const numbers = claimed.rows.map(({ number }) => number);
    await takeTurn(transaction, LINKS, owner);
    await takeTurn(transaction, JOBS_OF + owner, id);
    const parameters = JSON.parse(job.parameters) as JobParameters;
    return { ...{ owner, job: id, type: job.type as JobType, parameters, name, numbers }, ...found };
  }
  /** Renews claims. Returns those that are lost, or whose job has ended. */
  async renew(claims: readonly ClaimedLink[]): Promise<ClaimedLink[]> {
    const [jobs, names] = [claims.map(({ job }) => job), claims.map(({ name }) => name)];
    const open = this.#db.selectFrom('job').select('id').where('id', 'in', jobs).where(isOpen);
    const kept = await this.#db
      .updateTable('job_link')
      .set({ due_at: this.#after(CLAIM_MS) })
      .where('job_id', 'in', open)
      .where('due_at', 'is not', null)
      .where('claimed_by', 'in', names)
      .returning('claimed_by')
      .execute();
    const held = new Set(kept.map(({ claimed_by: name }) => name));
    return claims.filter(({ name }) => !held.has(name));
  }
  /** Stores the result of the links of a claim that have none, unless their job has ended. Returns how many they are. */
  async record({ owner, job: id, numbers }: ClaimedLink, result: NewResult): Promise<number> {
    const open = sql`select number from job_link where job_id = ${id} and number in (${sql.join(numbers)})
      and position is null`;
    return (await complete(this.#store, owner, id, open, result)) ?? 0;
  }
  /** Lets the links of a claim wait for another attempt. `failure`: the failure of the last one; `isBug`: of the service. */
  async postpone(claim: ClaimedLink, delayMs: number, failure: Uint8Array, isBug = false) {
    await this.#claimed(claim)
      .set(({ eb }) => ({
        ...{ claimed_by: null, due_at: this.#after(delayMs), data: failure },
        attempts: eb('attempts', '+', 1),
        bugs: eb('bugs', '+', Number(isBug)),
        failing_since: sql<number>`coalesce(failing_since, ${this.#store.database.now})`,
      }))
      .execute();
  }
  /** Gives the links of a claim back, for any worker. */
  async release(claim: ClaimedLink) {
    await this.#claimed(claim).set({ claimed_by: null, due_at: this.#store.database.now }).execute();
  }
  /** Forgets expired jobs, corrects times after the clock was set back, and counts. */
  async sweep() {
    const { database, retentionMs } = this.#store;
    const { db, now } = database;
    await db
      .updateTable('job_link')
      .set({
        due_at: now,
        // Otherwise the link would be repeated until the clock is where it was.
        failing_since: sql<number>`case when failing_since > ${now} then ${now} else failing_since end`,
      })
      .where('job_id', 'in', db.selectFrom('job').select('id').where(isOpen))
      .where('due_at', '>', this.#after(MAX_DUE_MS))
      .execute();
    await followClock(database, retentionMs);
    await clean(database);
    await this.#count();
  }
  /** Open jobs of all clients, as of the last sweep. */
  open() {
    return this.#open;
  }

  #after(ms: number) {
    return sql<number>`${this.#store.database.now} + cast(${ms} as bigint)`;
  }
  #claimed({ job, name, numbers }: ClaimedLink) {
    return this.#db
      .updateTable('job_link')
      .where('job_id', '=', job)
      .where('number', 'in', numbers)
      .where('claimed_by', '=', name);
  }
  async #count() {
    const rows = await this.#db
      .selectFrom('job')
      .select('state')
      .select(sql<number>`cast(count(*) as integer)`.as('jobs'))
      .where(isOpen)
      .groupBy('state')
      .execute();
    const countOf = (state: StoredState) => rows.find((row) => row.state === state)?.jobs ?? 0;
    this.#open = { waiting: countOf('waiting'), running: countOf('running') };
  }
}

/**
 * Moves the ends of jobs with a clock that jumps: between two sweeps at most `MAX_STEP_MS` count. So a clock that is set
 * wrong, before the start or later, deletes no results. The time in which no process runs does not count either. No job
 * is kept for longer than the retention from now on: a later end was written before the clock was set back.
 */
async function followClock({ db, kind, now }: JobDatabase, retentionMs: number) {
  await db.transaction().execute(async (transaction) => {
    const clock = await transaction
      .selectFrom('job_clock')
      .select([now.as('time'), 'at'])
      .$if(kind === 'postgres', (query) => query.forUpdate())
      .executeTakeFirstOrThrow();
    const excess = Math.max(0, clock.time - clock.at - MAX_STEP_MS);
    const latest = clock.time + retentionMs;
    await transaction
      .updateTable('job')
      .set({
        expires_at: sql<number>`case when expires_at + cast(${excess} as bigint) > cast(${latest} as bigint)
          then cast(${latest} as bigint) else expires_at + cast(${excess} as bigint) end`,
      })
      .where('expires_at', 'is not', null)
      .where(({ or, eb, val }) => or([eb(val(excess), '>', 0), eb('expires_at', '>', latest)]))
      .execute();
    await transaction.updateTable('job_clock').set({ at: clock.time }).execute();
  });
}

/** Deletes the rows of jobs that nobody sees any more. */
async function clean(database: JobDatabase) {
  const { db, now, erase } = database;
  const due = await db
    .selectFrom('job')
    .select(['id', 'owner', 'type'])
    .where(({ or, eb }) => or([eb('expires_at', '<=', now), eb('state', '=', 'gone')]))
    .execute();
  if (due.length > 0) await erase(() => deleteJobs(db, due));
}

/** Deletes jobs with their rows, in small steps. */
async function deleteJobs(db: JobDatabase['db'], jobs: readonly Pick<JobRow, 'id' | 'owner' | 'type'>[]) {
  for (const { id, owner, type } of jobs) {
    await db.updateTable('job').set({ state: 'gone', request_key: null }).where('id', '=', id).execute();
    // A list of reviews may have megabytes.
    const links = { table: 'job_link', key: 'number', size: type === 'place-reviews' ? 1 : 200 };
    await deleteInParts(db, links, sql`job_id = ${id}`);
    await db
      .deleteFrom('queue_turn')
      .where('queue', '=', JOBS_OF + owner)
      .where('name', '=', id)
      .execute();
    await db.deleteFrom('job').where('id', '=', id).execute();
  }
  const isQueued = sql<boolean>`exists (select 1 from job where job.owner = queue_turn.name)`;
  await db
    .deleteFrom('queue_turn')
    .where('queue', '=', LINKS)
    .where(({ not }) => not(isQueued))
    .execute();
}
