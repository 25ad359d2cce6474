import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { AppError, INVALID_REQUEST, RATE_LIMITED } from '../../core/errors.js';
import { nextStep } from '../../core/runtime/turns.js';
import { type Message, published } from '../../core/texts/messages.js';
import type { JobType } from '../../kit/lists/list-limits.js';
import { JOBS_UNAVAILABLE } from './errors.js';
import { type JobEntry, type JobParameters, type Outcomes, type OwnColumns, withOutcome } from './job.js';
import { endOf, isVisible, type JobStore, type JobTransaction, lockOwner } from './job-tables.js';
import { type MESSAGES, message } from './messages.js';
import { packFailure } from './packed-result.js';

/** An upload that gets no links for this long is deleted, as after its process was killed. */
const UPLOAD_MS = 900_000;
/** Links of one transaction, which is one step. */
const LINKS_AT_ONCE = 500;
/** Time to wait when too many links are open: a client should not keep sending its list. */
const FULL_SECONDS = 3_600;
const RETRY_AFTER_SECONDS = 10;
const WITHOUT_LINK: keyof typeof MESSAGES = 'lineWithoutLink';

/** A job whose links are being uploaded. It is not visible before it is committed. When a step fails, discard it. */
export class ReceivingJob {
  readonly id = randomBytes(12).toString('hex');
  readonly #store: JobStore;
  readonly #owner: string;
  #total = 0;
  /** Its links that will be asked. */
  #open = 0;

  constructor(store: JobStore, owner: string) {
    this.#store = store;
    this.#owner = owner;
  }

  /** @throws AppError `rate_limited` for too many open links of the owner; `jobs_unavailable` */
  async begin(type: JobType, parameters: JobParameters): Promise<void> {
    await this.#locked(async (transaction) => {
      await this.#requireRoom(transaction, 1);
      await transaction
        .insertInto('job')
        .values({
          ...{ id: this.id, owner: this.#owner, type, parameters: JSON.stringify(parameters) },
          ...{ state: 'receiving', created_at: this.#store.database.now, expires_at: this.#uploadEnd() },
        })
        .execute();
    });
  }
  /** Takes the next links, in order. @throws the errors of `begin` */
  async append(entries: readonly JobEntry[]): Promise<void> {
    for (let at = 0; at < entries.length; at += LINKS_AT_ONCE) {
      await nextStep({ client: this.#owner });
      await this.#locked((transaction) => this.#add(transaction, entries.slice(at, at + LINKS_AT_ONCE)));
    }
  }
  /**
   * Makes the job visible. `request`: the hashes of the Idempotency-Key and of the whole request; null = the request
   * has no key. Returns the earlier request with the same key, in whose place the job is not needed; null = there is none.
   */
  commit(request: { readonly key: string; readonly hash: string } | null, columns?: OwnColumns | null) {
    return this.#locked(async (transaction): Promise<EarlierRequest | null> => {
      const before = request && (await requestBefore(transaction, this.#owner, request.key));
      if (before !== null) return before;
      const job = await this.#read(transaction);
      await this.#change(transaction)
        .set({
          ...{ state: 'waiting', expires_at: null, created_at: this.#store.database.now },
          columns: columns ? JSON.stringify(columns) : null,
          ...{ request_key: request?.key ?? null, request_hash: request?.hash ?? null },
          ...(job.done >= job.total && endOf('finished', this.#store)),
        })
        .execute();
      return null;
    });
  }
  /** Deletes the links received so far. */
  async discard(): Promise<void> {
    await this.#change(this.#store.database.db).set({ state: 'gone' }).execute();
  }

  #uploadEnd() {
    return sql<number>`${this.#store.database.now} + cast(${UPLOAD_MS} as bigint)`;
  }
  #locked<T>(work: (transaction: JobTransaction) => Promise<T>): Promise<T> {
    return this.#store.database.db.transaction().execute(async (transaction) => {
      await lockOwner(transaction, this.#store.database, this.#owner);
      return work(transaction);
    });
  }
  #change(db: Pick<JobTransaction, 'updateTable'>) {
    return db.updateTable('job').where('id', '=', this.id).where('state', '=', 'receiving');
  }
  /** @throws AppError when the upload took too long, and was deleted */
  async #read(transaction: JobTransaction) {
    const job = await transaction
      .selectFrom('job')
      .select(['done', 'total', 'outcomes'])
      .where('id', '=', this.id)
      .where('state', '=', 'receiving')
      .executeTakeFirst();
    if (job === undefined) throw unavailable('jobsDatabaseFails');
    return { ...job, outcomes: JSON.parse(job.outcomes) as Outcomes };
  }
  /** Refuses links that exceed a limit. The message counts the open links of the other jobs. */
  async #requireRoom(transaction: JobTransaction, links: number): Promise<void> {
    const { database, maxOpenLinks: most } = this.#store;
    if (!database.hasRoom()) throw unavailable('jobsDiskFull');
    const open = await openLinks(transaction, this.#owner);
    if (open + links <= most) return;
    const reason = message('tooManyOpenLinks', { most, open: open - this.#open });
    throw new AppError(RATE_LIMITED, reason, { retryAfterSeconds: FULL_SECONDS });
  }
  async #add(transaction: JobTransaction, entries: readonly JobEntry[]): Promise<void> {
    const problems = entries.flatMap(({ problem }) => problem ?? []);
    const withoutLink = problems.filter(({ id }) => id === WITHOUT_LINK).length;
    const open = entries.length - problems.length;
    await this.#requireRoom(transaction, open);
    const job = await this.#read(transaction);
    let { done } = job;
    const rows = entries.map(({ text, line, problem, own }, at) => ({
      ...{ job_id: this.id, number: this.#total + at, line, input: text },
      same: problem === null ? createHash('sha256').update(text).digest().readUIntBE(0, 6) : null,
      own: own === undefined ? null : JSON.stringify(own),
      position: problem === null ? null : ++done,
      data: problem === null ? null : packProblem(problem),
    }));
    await transaction.insertInto('job_link').values(rows).execute();
    const outcomes = withOutcome(job.outcomes, 'without_link', withoutLink);
    await this.#change(transaction)
      .set({
        ...{ total: job.total + entries.length, expires_at: this.#uploadEnd(), done, rows: done },
        outcomes: JSON.stringify(withOutcome(outcomes, 'malformed', problems.length - withoutLink)),
      })
      .execute();
    this.#total += entries.length;
    this.#open += open;
  }
}

/** Why jobs are not available now. */
export function unavailable(why: 'jobsDiskFull' | 'jobsDatabaseFails', cause?: unknown): AppError {
  return new AppError(JOBS_UNAVAILABLE, message(why), { cause, retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** The job and the hash of the request for which an owner's `Idempotency-Key` was used. */
export interface EarlierRequest {
  readonly id: string;
  readonly hash: string;
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
async function openLinks(db: Pick<JobTransaction, 'selectFrom'>, owner: string): Promise<number> {
  const { links } = await db
    .selectFrom('job')
    .select(sql<number>`cast(coalesce(sum(total - done), 0) as bigint)`.as('links'))
    .where('owner', '=', owner)
    .where('state', 'in', ['receiving', 'waiting', 'running'])
    .executeTakeFirstOrThrow();
  return links;
}

const packProblem = (problem: Message) => packFailure({ code: INVALID_REQUEST.code, ...published(problem) });
