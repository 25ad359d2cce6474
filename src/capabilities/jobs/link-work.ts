import { randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { nextStep } from '../../core/runtime/turns.js';
import type { JobType } from '../../kit/lists/list-limits.js';
import { ofOwners } from '../../kit/store/claims.js';
import { takeTurn, turnOf } from '../../kit/store/owner-turns.js';
import { deleteInParts } from '../../kit/store/rows.js';
import type { JobParameters } from './job.js';
import { change, complete, type NewResult } from './job-store.js';
import { isOpen, type JobDatabase, type JobRow, type JobStore, type JobTransaction } from './job-tables.js';

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
  /** Attempts that failed. */
  readonly attempts: number;
  /** Attempts that ended with an internal error, and claims that ended by themselves, as when the process was killed. */
  readonly bugs: number;
  /** For how many milliseconds the link has failed. */
  readonly forMs: number;
}

type Names = readonly string[];
type Claims = readonly ClaimedLink[];

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
/** Links of one job that one process asks at once: a long list leaves the others to lists that come later. */
const LINKS_OF_JOB = 20;
/** The queues of `owner-turns.ts`: owners take turns, and so do the jobs of each owner. */
const LINKS = 'link';
const JOBS_OF = 'jobs of ';

/** The time of the last sweep: a clock that jumps, or a time in which no process ran, moves it by `MAX_STEP_MS` only. */
const sweptAt = sql<number>`(select at from job_clock)`;

/** The stored jobs of all clients, for workers. */
export class LinkWork {
  readonly #store: JobStore;
  readonly #db: JobDatabase['db'];
  readonly #usable: () => readonly string[];

  /** `usable`: the owners that have a usable key now. */
  constructor(store: JobStore, usable: () => readonly string[]) {
    this.#store = store;
    this.#usable = usable;
    this.#db = store.database.db;
  }

  /**
   * Claims the next link of the owner whose turn it is. `busy`: owners that come last; `running`: what this process
   * asks now; `closed`: types of which no link begins now. Null = nothing is due.
   */
  async claim(busy: Names = [], running: Claims = [], closed: Names = []): Promise<ClaimedLink | null> {
    if (!this.#store.database.hasRoom()) return null;
    const isFree = freeIn(running);
    for (;;) {
      const claimed = await this.#db.transaction().execute(async (transaction) => {
        const id = await this.#next(transaction, isFree, { busy, running, closed });
        return id === undefined ? null : this.#claimOf(transaction, id, isFree);
      });
      if (claimed !== undefined) return claimed;
      await nextStep();
    }
  }
  /** The id of the job whose turn it is: of the owner whose turn it is. */
  async #next(
    transaction: JobTransaction,
    isFree: RawBuilder<boolean>,
    { busy, running, closed }: Record<'busy' | 'closed', Names> & { readonly running: Claims },
  ): Promise<string | undefined> {
    const owners = this.#usable().map((owner) => sql`(${owner})`);
    if (owners.length === 0) return undefined;
    const countOf = (id: string) => running.filter(({ job }) => job === id).length;
    const full = [...new Set(running.map(({ job }) => job))].filter((id) => countOf(id) >= LINKS_OF_JOB);
    const hasWork = sql`${isOpen} and not ${isOneOf('job.id', full)} and not ${isOneOf('job.type', closed)}
      and (next < total or exists (select 1 from job_link where job_link.job_id = job.id
        and due_at <= ${this.#store.database.now} and ${isFree}))`;
    const { rows } = await sql<Pick<JobRow, 'id'>>`with usable (owner) as (values ${sql.join(owners)})
      select id from job where ${hasWork} and owner = (select owner from usable
        where exists (select 1 from job where job.owner = usable.owner and ${hasWork})
        order by case when ${isOneOf('owner', busy)} then 1 else 0 end, ${turnOf(LINKS, 'usable.owner')} limit 1)
      order by ${turnOf(sql`${JOBS_OF} || job.owner`, 'job.id')}, created_at limit 1`.execute(transaction);
    return rows[0]?.id;
  }
  /**
   * Claims a link of a job: one that is due again, else the next, else one whose claim ended by itself. Undefined = the
   * next lines have results already, or another process was faster.
   */
  async #claimOf(
    transaction: JobTransaction,
    id: string,
    isFree: RawBuilder<boolean>,
  ): Promise<ClaimedLink | undefined> {
    const { kind, now } = this.#store.database;
    const job = await transaction
      .selectFrom('job')
      .selectAll()
      .where('id', '=', id)
      .where(isOpen)
      .$if(kind === 'postgres', (query) => query.forUpdate())
      .executeTakeFirst();
    if (job === undefined) return undefined;
    const { owner, total } = job;
    const some = transaction
      .selectFrom('job_link')
      .select(['number', 'input', 'same'])
      .where('job_id', '=', id)
      .limit(1);
    const due = (which: RawBuilder<boolean>, first: 'due_at' | 'bugs') =>
      some.where('due_at', '<=', now).where(which).orderBy(first).orderBy('number').executeTakeFirst();
    const again = await due(sql<boolean>`claimed_by is null`, 'due_at');
    const end = Math.min(total, job.next + LOOKED_THROUGH);
    const unasked = some
      .where('number', '>=', again === undefined ? job.next : end)
      .where('number', '<', end);
    const next = await unasked
      .where(sql<boolean>`coalesce(position, due_at) is null`)
      .orderBy('number')
      .executeTakeFirst();
    const found = again ?? next ?? (end === total ? await due(isFree, 'bugs') : undefined);
    await transaction
      .updateTable('job')
      .set({
        ...{ state: 'running', begun_at: sql<number>`coalesce(begun_at, ${now})` },
        next: again !== undefined ? job.next : next !== undefined ? next.number + 1 : end,
      })
      .where('id', '=', id)
      .execute();
    if (found === undefined) return undefined;
    const name = randomBytes(12).toString('base64url');
    // A list of reviews may have megabytes.
    const most = job.type === 'place-reviews' ? 1 : EQUAL_AT_ONCE;
    const { rows } = await sql<Pick<ClaimedLink, 'number' | 'attempts' | 'bugs' | 'forMs'>>`
        update job_link set claimed_by = ${name}, due_at = ${this.#after(CLAIM_MS)},
          bugs = bugs + case when claimed_by is null then 0 else 1 end
        where job_id = ${id} and coalesce(due_at, 0) <= ${now} and ${isFree} and number in (select number
          from job_link where job_id = ${id} and same = ${found.same} and number >= ${found.number}
            and position is null and input = ${found.input} order by number limit ${most})
        returning number, attempts, bugs, coalesce(${sweptAt} - failing_since, 0) as "forMs"`.execute(
      transaction,
    );
    const [worst] = rows.toSorted((one, other) => other.bugs - one.bugs);
    if (worst === undefined) return undefined;
    await takeTurn(transaction, LINKS, owner);
    await takeTurn(transaction, JOBS_OF + owner, id);
    const parameters = JSON.parse(job.parameters) as JobParameters;
    const numbers = rows.map(({ number }) => number);
    const { number, input } = found;
    return { ...worst, owner, job: id, type: job.type as JobType, parameters, name, number, numbers, input };
  }
  /** Renews claims. Returns those that are lost, and those whose job has ended or whose owner has no usable key. */
  async renew(claims: Claims): Promise<ClaimedLink[]> {
    const open = this.#db
      .selectFrom('job')
      .select('id')
      .where(isOpen)
      .where(ofOwners('owner', this.#usable()));
    const jobs = claims.map(({ job }) => job);
    const kept = await this.#claimed(claims)
      .set({ due_at: this.#after(CLAIM_MS) })
      .where('job_id', 'in', open.where('id', 'in', jobs))
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
    const { owner, job: id } = claim;
    await change(this.#store, owner, id, async (transaction, { state, retrying }) => {
      const rows = await this.#claimed([claim], transaction)
        .set(({ eb }) => ({
          ...{ claimed_by: null, due_at: this.#after(delayMs), data: failure },
          attempts: eb('attempts', '+', 1),
          bugs: eb('bugs', '+', Number(isBug)),
          failing_since: sql<number>`coalesce(failing_since, ${sweptAt})`,
        }))
        .returning('attempts')
        .execute();
      const begun = rows.filter(({ attempts }) => attempts === 1).length;
      const row = transaction.updateTable('job').set({ retrying: retrying + begun });
      if (state === 'running' && begun > 0) await row.where('id', '=', id).execute();
    });
  }
  /** Gives the links of a claim back, for any worker. */
  async release(claim: ClaimedLink) {
    await this.#claimed([claim]).set({ claimed_by: null, due_at: this.#store.database.now }).execute();
  }
  /** Forgets expired jobs and corrects times after the clock was set back. */
  async sweep() {
    const { database, retentionMs } = this.#store;
    const { db, now } = database;
    await db
      .updateTable('job_link')
      .set({ due_at: now })
      .where('job_id', 'in', db.selectFrom('job').select('id').where(isOpen))
      .where('due_at', '>', this.#after(MAX_DUE_MS))
      .execute();
    await followClock(database, retentionMs);
    await clean(database);
  }

  #after(ms: number) {
    return sql<number>`${this.#store.database.now} + cast(${ms} as bigint)`;
  }
  /** The rows of claims. */
  #claimed(claims: Claims, db: Pick<JobTransaction, 'updateTable'> = this.#db) {
    const rows = claims.map(
      ({ job, name, numbers }) =>
        sql`(job_id = ${job} and claimed_by = ${name} and number in (${sql.join(numbers)}))`,
    );
    return db.updateTable('job_link').where(sql<boolean>`(${sql.join(rows, sql` or `)})`);
  }
}

const isOneOf = (column: string, names: Names) =>
  names.length === 0 ? sql`1 = 0` : sql`${sql.ref(column)} in (${sql.join(names)})`;

/**
 * The condition for links that this process may claim. A claim that ended by itself may have ended its process: while
 * such a link is asked, or one that ended with an internal error, this process begins no other claim of this kind.
 */
function freeIn(running: Claims) {
  const isFree = sql<boolean>`claimed_by is null`;
  if (running.some(({ bugs }) => bugs > 0)) return isFree;
  const own = isOneOf(
    'claimed_by',
    running.map(({ name }) => name),
  );
  return sql<boolean>`(${isFree} or not ${own})`;
}

/**
 * Moves the ends of jobs, and the beginnings of failures, with a clock that jumps: between two sweeps at most
 * `MAX_STEP_MS` count. So a clock that is set wrong, before the start or later, deletes no results and ends no attempts.
 * The time in which no process runs does not count either. No job is kept for longer than the retention from now on: a
 * later end was written before the clock was set back.
 */
async function followClock({ db, kind, now }: JobDatabase, retentionMs: number) {
  await db.transaction().execute(async (transaction) => {
    const clock = await transaction
      .selectFrom('job_clock')
      .select([now.as('time'), 'at'])
      .$if(kind === 'postgres', (query) => query.forUpdate())
      .executeTakeFirstOrThrow();
    const excess = Math.max(0, clock.time - clock.at - MAX_STEP_MS);
    /** The SQL of a time that moves with the clock, up to `most`. */
    const moved = (column: string, most: number) => {
      const time = sql`${sql.ref(column)} + cast(${excess} as bigint)`;
      return sql<number>`case when ${time} > cast(${most} as bigint) then cast(${most} as bigint) else ${time} end`;
    };
    const latest = clock.time + retentionMs;
    await transaction
      .updateTable('job')
      .set({ expires_at: moved('expires_at', latest) })
      .where('expires_at', 'is not', null)
      .where(({ or, eb, val }) => or([eb(val(excess), '>', 0), eb('expires_at', '>', latest)]))
      .execute();
    if (excess > 0 || clock.time < clock.at)
      await transaction
        .updateTable('job_link')
        .set({ failing_since: moved('failing_since', clock.time) })
        .where('job_id', 'in', transaction.selectFrom('job').select('id').where(isOpen))
        .where('due_at', 'is not', null)
        .where('failing_since', 'is not', null)
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
    // Another replica may still delete some of the links.
    const hasLinks = sql<boolean>`exists (select 1 from job_link where job_id = job.id)`;
    await db
      .deleteFrom('job')
      .where('id', '=', id)
      .where(({ not }) => not(hasLinks))
      .execute();
  }
  const isQueued = sql<boolean>`exists (select 1 from job where job.owner = queue_turn.name)`;
  await db
    .deleteFrom('queue_turn')
    .where('queue', '=', LINKS)
    .where(({ not }) => not(isQueued))
    .execute();
}
