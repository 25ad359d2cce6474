import { LRUCache } from 'lru-cache';
import { type ApiKeys, usableOwners } from '../../core/config/api-keys.js';
import { AppError, INVALID_REQUEST, isAppError } from '../../core/errors.js';
import type { Logger } from '../../core/runtime/logger.js';
import { startScope } from '../../core/runtime/scope.js';
import { within } from '../../core/runtime/timeout.js';
import { JOB_TYPES, type JobType } from '../../kit/lists/list-limits.js';
import { Worker } from '../../kit/store/worker.js';
import { JOB_NOT_FOUND } from './errors.js';
import {
  JOB_KINDS,
  type JobEntry,
  type JobParameters,
  type JobRunner,
  type JobStatus,
  type OwnColumns,
  tooManyLinks,
} from './job.js';
import * as stored from './job-store.js';
import { createJobHash, isDiskFull, type JobDatabase, type JobStore } from './job-tables.js';
import { type ClaimedLink, LinkWork } from './link-work.js';
import { message } from './messages.js';
import { presentCounts } from './present-job.js';
import { LinkProcessor } from './process-links.js';
import { type EarlierRequest, ReceivingJob, requestBefore, unavailable } from './receive-job.js';

/** A client's request for a job. */
export interface JobRequest {
  readonly client: string;
  readonly type: JobType;
  readonly parameters: JobParameters;
  /** The Idempotency-Key: a second request with the same key and content makes no second job. Null = no key. */
  readonly requestKey: string | null;
  /** The links, some at a time. */
  readonly entries: AsyncIterable<readonly JobEntry[]> | Iterable<readonly JobEntry[]>;
  /** Hash of the whole request; called when `entries` has ended. */
  readonly hash: () => string;
  /** The columns of the list; called when `entries` has ended. Undefined or null = the list is not a table. */
  readonly columns?: () => OwnColumns | null;
}

export type Jobs = ReturnType<typeof createClientJobs>;
export type JobOwners = Awaited<ReturnType<typeof createJobs>>['owners'];

interface JobsOptions {
  readonly database: JobDatabase;
  /** The keys as they are now; null = no keys are configured. */
  readonly keys: Pick<ApiKeys, 'usable'> | null;
  readonly runner: JobRunner;
  readonly timeouts: Readonly<Record<JobType, number>>;
  readonly metrics: { readonly jobLink: (outcome: string, count: number) => void };
  readonly log: Logger;
  /** Only tests give the other options. Links that this process asks at once; default: `CONCURRENCY`. */
  readonly concurrency?: number;
  /** Default: `MAX_OPEN_LINKS`. */
  readonly maxOpenLinks?: number;
  readonly sweepMs?: number;
}

/** Links that are asked at once. Pages and the provider rate limiter decide how fast. */
const CONCURRENCY = 40;
/** Lists of reviews that are read at once: docs/operation.md#memory. */
const MAX_LISTS = 2;
/** How long a job and its results are kept after the end of the job: 72 hours. */
const RETENTION_MS = 72 * 3_600_000;
/** Open links of one owner: one job of the largest size. */
const MAX_OPEN_LINKS = 1_000_000;

/** Results read at a time. A list may have 10 MB of JSON: four at a time took 490 MB for a CSV, one takes 115 MB. */
const RESULTS_AT_ONCE: Readonly<Record<JobType, number>> = {
  'review-visibility': 50,
  'place-details': 50,
  'place-reviews': 1,
};

/** The jobs of clients, and the worker of this process. */
export async function createJobs(options: JobsOptions) {
  const { database, runner, timeouts, metrics, log, concurrency = CONCURRENCY } = options;
  const { maxOpenLinks = MAX_OPEN_LINKS } = options;
  const store = { database, retentionMs: RETENTION_MS, maxOpenLinks };
  const hash = await createJobHash(database.db);
  const memoMethod = (client: string) => hash(`job owner ${client}`);
  // Each claim asks for all owners.
  const hashes = new LRUCache<string, string>({ max: 1_000, memoMethod });
  const ownerOf = (client: string) => hashes.memo(client);
  const work = new LinkWork(store, () => usableOwners(options.keys).map(ownerOf));
  const processor = new LinkProcessor({ store: work, runner, timeouts, metrics, log });
  const links = new Worker<ClaimedLink>(
    {
      name: 'links of jobs',
      claim: (busy, _isKept, running) => {
        const lists = running.filter(({ type }) => type === 'place-reviews').length;
        const hasLists = (type: JobType) => type === 'place-reviews' && lists >= MAX_LISTS;
        const closed = JOB_TYPES.filter((type) => processor.isPaused(type) || hasLists(type));
        return work.claim(busy, running, closed);
      },
      ownerOf: ({ owner }) => owner,
      scopeOf: ({ job, number, owner }) =>
        startScope(`job-${job}-${number}`, log, null, 'bulk', `job ${owner}`),
      work: (claim, scope) => processor.process(claim, scope),
      renew: (claims) => work.renew(claims),
      sweep: () => database.withReserve(() => work.sweep()),
    },
    { atOnce: concurrency, log, ...(options.sweepMs !== undefined && { sweepMs: options.sweepMs }) },
  );
  links.start();
  const jobs = createClientJobs({ ...store, hash, ownerOf, links, log });
  /** The jobs of owners, by the names of the owners. */
  const owners = {
    /** Deletes all jobs of an owner, uploads under way included. */
    remove: async (name: string) => {
      await database.withReserve(() => stored.removeJobs(database, ownerOf(name)));
      await cleanUp(links);
    },
    /** The jobs of each owner, also jobs that have ended and are kept. */
    counts: async (names: readonly string[]): Promise<ReadonlyMap<string, number>> => {
      const counts = await stored.countJobs(database);
      return new Map(names.map((name) => [name, counts.get(ownerOf(name)) ?? 0]));
    },
  };
  return { jobs, owners, worker: links };
}

const notFound = () => new AppError(JOB_NOT_FOUND, message('jobNotFound'));

/** Erases what was deleted: a sweep under way may not know the last of it. Waits 10 s: others may be erased first. */
const cleanUp = (links: Pick<Worker<unknown>, 'sweep'>) => {
  const swept = links.sweep().then(() => links.sweep());
  return within(10_000, swept);
};

interface ClientJobsOptions extends JobStore {
  /** See `createJobHash`. */
  readonly hash: (text: string) => string;
  readonly ownerOf: (client: string) => string;
  /** Called when a job has been added, and when a job may have been deleted. */
  readonly links: Pick<Worker<ClaimedLink>, 'wake' | 'sweep'>;
  readonly log: Logger;
}

/** The jobs of clients. Every method throws AppError `jobs_unavailable` while the database cannot be used. */
function createClientJobs(options: ClientJobsOptions) {
  const { ownerOf, links, log } = options;
  /** A method that reads or changes jobs of a client. @throws AppError `job_not_found` when `work` returns null */
  const own =
    <Rest extends unknown[], T>(work: (store: JobStore, owner: string, ...rest: Rest) => Promise<T | null>) =>
    async (client: string, ...rest: Rest): Promise<T> => {
      const value = await answered(work(options, ownerOf(client), ...rest), log);
      if (value === null) throw notFound();
      return value;
    };
  const get = own(stored.readJob);
  const cancel = own((...given: Parameters<typeof stored.cancelJob>) =>
    options.database.withReserve(() => stored.cancelJob(...given)),
  );

  return {
    /** @throws AppError `invalid_request`, `rate_limited`; the errors of `entries` */
    submit: async (request: JobRequest): Promise<JobStatus> => {
      const id = await answered(submit(options, ownerOf(request.client), request), log);
      return get(request.client, id);
    },
    /** See `readJobs`. */
    list: own(stored.readJobs),
    get,
    /** The counts of the jobs of `readFinished`. */
    finished: own(async (...given: Parameters<typeof stored.readFinished>) =>
      (await stored.readFinished(...given)).map((job) => ({
        ...{ id: job.id, type: job.type, endedAt: job.ended_at ?? 0 },
        ...presentCounts(job),
      })),
    ),
    /** See `cancelJob`. The answer to a deletion waits until the texts are erased. */
    cancel: async (client: string, id: string, deletesEnded: boolean): Promise<JobStatus> => {
      const job = await cancel(client, id, deletesEnded);
      if (job.state === 'deleted') await cleanUp(links);
      return job;
    },
    /** See `endWaiting` of the store. A job that has ended stays as it is. */
    endWaiting: own(stored.endWaiting),
    /**
     * Results in the order of completion, without the first `after` results.
     * @throws AppError `job_not_found` when some are missing: the job is being deleted
     */
    completed: async (job: JobStatus, after: number) => {
      const some = await answered(stored.readCompleted(options, job, after, RESULTS_AT_ONCE[job.type]), log);
      if (some.some(({ position }, at) => position !== after + at + 1)) throw notFound();
      return some;
    },
    /**
     * Links in the order of the input, from the link `first` on, with their results. `next`: the value of `first` for
     * the next call.
     */
    inOrder: async (job: JobStatus, first: number) => {
      const count = RESULTS_AT_ONCE[job.type];
      const results = await answered(stored.readInOrder(options, job, first, count), log);
      return { results, next: first + count };
    },
  };
}

/** Stores a job, unless an earlier request with the same key has stored it. Returns its id. */
async function submit(options: ClientJobsOptions, owner: string, request: JobRequest): Promise<string> {
  const { requestKey, entries, type } = request;
  const key = requestKey === null ? null : options.hash(`request ${owner} ${requestKey}`);
  const earlier = key === null ? null : await requestBefore(options.database.db, owner, key);
  if (earlier !== null) {
    // The entries are read for the hash only.
    for await (const _ of entries);
    return sameRequest(earlier, request.hash());
  }
  const job = new ReceivingJob(options, owner);
  let isComplete = false;
  try {
    await job.begin(type, request.parameters);
    let total = 0;
    for await (const some of entries) {
      total += some.length;
      if (total > JOB_KINDS[type].most) throw tooManyLinks(type);
      await job.append(some);
    }
    if (total === 0) throw new AppError(INVALID_REQUEST, message('listEmpty'));
    // From here on the job may exist even if a later step fails, so it is not discarded. An upload that was not
    // committed expires.
    isComplete = true;
    const before = await job.commit(key === null ? null : { key, hash: request.hash() }, request.columns?.());
    if (before === null) {
      options.links.wake();
      return job.id;
    }
    await job.discard();
    return sameRequest(before, request.hash());
  } catch (error) {
    if (!isComplete) await job.discard().catch(() => undefined);
    throw error;
  }
}

/** The id of the earlier job. `sent`: the hash of the request that has the same key. */
function sameRequest({ id, hash }: EarlierRequest, sent: string): string {
  if (hash !== sent) throw new AppError(INVALID_REQUEST, message('idempotencyKeyReused'));
  return id;
}

/** @throws AppError `jobs_unavailable` while the database cannot be used */
async function answered<T>(work: Promise<T>, log: Logger): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isAppError(error) || error instanceof TypeError) throw error;
    log.warn({ err: error }, 'the database of jobs cannot be used');
    throw unavailable(isDiskFull(error) ? 'jobsDiskFull' : 'jobsDatabaseFails', error);
  }
}
