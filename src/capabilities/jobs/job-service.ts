import { AppError, INVALID_REQUEST, isAppError, RATE_LIMITED } from '../../core/errors.js';
import type { Logger } from '../../core/runtime/logger.js';
import type { Message } from '../../core/texts/messages.js';
import type { JobType } from '../../kit/lists/list-limits.js';
import { isDiskFull } from '../../kit/store/failures.js';
import { createWorker } from '../../kit/store/worker.js';
import { JOB_NOT_FOUND, JOBS_UNAVAILABLE } from './errors.js';
import { forgetAuthor } from './forget-author.js';
import {
  JOB_KINDS,
  type JobEntry,
  type JobLimits,
  type JobParameters,
  type JobRunner,
  type JobStatus,
  type OwnColumns,
  tooManyLinks,
} from './job.js';
import { createJobOwners } from './job-owners.js';
import { createJobStore, type JobStore } from './job-store.js';
import { createJobHash, type JobDatabase } from './job-tables.js';
import { LinkWork } from './link-work.js';
import { message } from './messages.js';
import { presentCounts } from './present-job.js';
import { LinkProcessor } from './process-links.js';
import type { Excess } from './receive-job.js';

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

interface JobsOptions {
  readonly database: JobDatabase;
  readonly runner: JobRunner;
  /** Claims that this process works on at once. 0 = it only answers requests. */
  readonly concurrency: number;
  readonly retentionHours: number;
  readonly retryHours: number;
  readonly limits: JobLimits;
  readonly timeouts: Readonly<Record<JobType, number>>;
  readonly metrics: { readonly jobLink: (outcome: string, count?: number) => void };
  readonly log: Logger;
  readonly sweepMs?: number;
}

const POLL_MS = 500;
const CLOSE_MS = 1_000;
const HOUR_MS = 3_600_000;
const RETRY_AFTER_SECONDS = 10;
/** Results read at a time. A list may have 10 MB of JSON: four at a time took 490 MB for a CSV, one takes 115 MB. */
const RESULTS_AT_ONCE: Readonly<Record<JobType, number>> = {
  'review-visibility': 200,
  'place-details': 100,
  'place-reviews': 1,
};

/** The jobs of clients, and the worker of this process. */
export async function createJobs(options: JobsOptions) {
  const { database, runner, concurrency, limits, timeouts, metrics, log } = options;
  const stored = { database, retentionMs: options.retentionHours * HOUR_MS, limits };
  const work = new LinkWork(stored);
  const processor = new LinkProcessor({
    store: work,
    runner,
    timeouts,
    retryMs: options.retryHours * HOUR_MS,
    metrics,
    log,
  });
  const links = createWorker(
    {
      name: 'links of jobs',
      claim: (busy) => work.claim(busy),
      ownerOf: ({ owner }) => owner,
      work: (claim) => processor.process(claim),
      renew: (claims) => processor.renew(claims),
      sweep: () => work.sweep(),
    },
    {
      atOnce: concurrency,
      pollMs: POLL_MS,
      log,
      ...(options.sweepMs !== undefined && { sweepMs: options.sweepMs }),
    },
  );
  const hash = await createJobHash(database.db);
  links.start();
  const worker = {
    /** Number of open jobs of all clients, as last counted. */
    open: () => work.open(),
    /** Begins no further link. */
    stop: () => {
      processor.stop();
      links.stop();
    },
    /** Resolves when no link is under way, or after `ms` milliseconds. */
    idle: links.close,
    /** Ends the links under way, in bounded time. Other workers look them up again. */
    close: async (reason: AppError) => {
      processor.abort(reason);
      await links.close(CLOSE_MS);
    },
  };
  const jobs = createClientJobs(createJobStore(stored), hash, limits, {
    forget: (owner, authorId) => forgetAuthor(database, owner, authorId),
    added: links.wake,
    ended: () => void links.sweep(),
    log,
  });
  return { jobs, worker, owners: createJobOwners(database, hash) };
}

interface JobHooks {
  readonly forget: (owner: string, authorId: string) => Promise<number>;
  /** Called when a job has been added. */
  readonly added: () => void;
  /** Called when a job may have been deleted. */
  readonly ended: () => void;
  readonly log: Logger;
}

/** The jobs of clients. Every method throws AppError `jobs_unavailable` while the database cannot be used. */
function createClientJobs(
  store: JobStore,
  hash: (text: string) => string,
  limits: JobLimits,
  { forget, added, ended, log }: JobHooks,
) {
  const reached = <T>(work: Promise<T>) => answered(work, log);
  const found = async <T>(work: Promise<T | null>): Promise<T> => {
    const value = await reached(work);
    if (value === null) throw new AppError(JOB_NOT_FOUND, message('jobNotFound'));
    return value;
  };
  const ownerOf = (client: string) => hash(`job owner ${client}`);

  const get = (client: string, id: string): Promise<JobStatus> => found(store.get(ownerOf(client), id));

  /** The refusal of a job. Call it when the job is not stored, so that `kept` does not count it. */
  const excess = async (what: Excess, owner: string): Promise<AppError> =>
    excessRefusal(what, limits, await store.kept(owner));

  const submit = async (request: JobRequest): Promise<JobStatus> => {
    const { client, requestKey, entries } = request;
    const owner = ownerOf(client);
    const key = requestKey === null ? null : hash(`request ${owner} ${requestKey}`);
    const earlier = key === null ? null : await store.earlierRequest(owner, key);
    if (earlier !== null) {
      // The entries are read for the hash only.
      for await (const _ of entries);
      return sameRequest(client, earlier, request.hash());
    }
    const job = await store.open({ ...request, owner });
    if (typeof job === 'string') throw await excess(job, owner);
    const discardExcess = async (what: Excess): Promise<never> => {
      await job.discard();
      throw await excess(what, owner);
    };
    let isComplete = false;
    try {
      const { most } = JOB_KINDS[request.type];
      let total = 0;
      for await (const some of entries) {
        total += some.length;
        if (total > most) throw tooManyLinks(request.type);
        const fits = some.length > 0 ? await job.append(some) : 'ok';
        if (fits !== 'ok') await discardExcess(fits);
      }
      if (total === 0) throw new AppError(INVALID_REQUEST, message('listEmpty'));
      // From here on the job may exist even if a later step fails, so it is not discarded. An upload that was not
      // committed expires.
      isComplete = true;
      const committed = await job.commit(
        key === null ? null : { key, hash: request.hash() },
        request.columns?.(),
      );
      if (committed === 'ok') {
        added();
        return await get(client, job.id);
      }
      if (typeof committed === 'string') return await discardExcess(committed);
      await job.discard();
      return await sameRequest(client, committed.before, request.hash());
    } catch (error) {
      if (!isComplete) await job.discard().catch(() => undefined);
      throw error;
    }
  };

  const sameRequest = (client: string, earlier: { id: string; hash: string }, sent: string) => {
    if (earlier.hash !== sent) {
      throw new AppError(INVALID_REQUEST, message('idempotencyKeyReused'));
    }
    return get(client, earlier.id);
  };

  return {
    /** @throws AppError `invalid_request`, `rate_limited`; the errors of `entries` */
    submit: (request: JobRequest) => reached(submit(request)),
    /**
     * Newest first, at most `limit` jobs, by default `MAX_LISTED`. `before`: only jobs older than this job.
     * @throws AppError `job_not_found`
     */
    list: async (client: string, limit?: number, before?: string): Promise<JobStatus[]> => {
      return found(store.list(ownerOf(client), limit, before));
    },
    /** @throws AppError `job_not_found` */
    get,
    /** The counts of jobs that finished after a time, in milliseconds since 1970: the first of them first, at most 100. */
    finished: async (client: string, since: number) => {
      const jobs = await reached(store.finished(ownerOf(client), since));
      return jobs.map((job) => ({
        id: job.id,
        type: job.type,
        endedAt: job.endedAt ?? 0,
        ...presentCounts(job),
      }));
    },
    /**
     * Cancels an open job: no further link begins, and its results are kept. A job that has ended stays as it is, or is
     * deleted with `deletesEnded`.
     * @throws AppError `job_not_found`
     */
    cancel: async (client: string, id: string, deletesEnded: boolean): Promise<JobStatus> => {
      const owner = ownerOf(client);
      const job = await found(store.cancel(owner, id, deletesEnded));
      ended();
      return job;
    },
    /**
     * Ends the waiting of the links that wait for another attempt: the failure of their last attempt is their result.
     * Other links are still asked. A job that has ended stays as it is.
     * @throws AppError `job_not_found`
     */
    endWaiting: async (client: string, id: string): Promise<JobStatus> => {
      const owner = ownerOf(client);
      await found(store.endWaiting(owner, id));
      return get(client, id);
    },
    /** Deletes what results hold about an author, and returns the number of reviews. Other requests go on meanwhile. */
    forgetAuthor: (client: string, authorId: string): Promise<number> =>
      reached(forget(ownerOf(client), authorId)),
    /** Results in the order of completion, without the first `after` results. */
    completed: (job: JobStatus, after: number) =>
      reached(store.completed(job, after, RESULTS_AT_ONCE[job.type])),
    /**
     * Results in the order of the input, from the link `first` on. Links without a result are left out, unless
     * `withOpen`. `next`: the value of `first` for the next call.
     */
    inOrder: async (job: JobStatus, first: number, withOpen = false) => {
      const next = first + RESULTS_AT_ONCE[job.type];
      return { results: await reached(store.inOrder(job, first, RESULTS_AT_ONCE[job.type], withOpen)), next };
    },
  };
}

/** @throws AppError `jobs_unavailable` while the database cannot be used */
async function answered<T>(work: Promise<T>, log: Logger): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isAppError(error) || error instanceof TypeError) throw error;
    log.warn({ err: error }, 'the database of jobs cannot be used');
    const reason = message(isDiskFull(error) ? 'jobsDiskFull' : 'jobsDatabaseFails');
    throw new AppError(JOBS_UNAVAILABLE, reason, { cause: error, retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}

/** Time to wait while too many jobs are open: a job may end at any moment. */
const OPEN_SECONDS = 10;
/** Time to wait when jobs hold too much. Results are kept for hours: a client should not keep sending its list. */
const FULL_SECONDS = 3_600;

/** `kept`: the links and bytes of the owner's other jobs. */
function excessRefusal(
  what: Excess,
  limits: JobLimits,
  kept: { readonly links: number; readonly bytes: number },
): AppError {
  switch (what) {
    case 'jobs':
      return new AppError(RATE_LIMITED, message('tooManyOpenJobs', { most: limits.open }), {
        retryAfterSeconds: OPEN_SECONDS,
      });
    case 'disk':
    case 'lost':
      return new AppError(JOBS_UNAVAILABLE, message(what === 'disk' ? 'jobsDiskFull' : 'jobsDatabaseFails'), {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    case 'links':
      return tooMuch(message('tooManyLinksKept', { most: limits.links, kept: kept.links }));
    case 'bytes':
      return tooMuch(message('tooManyBytesKept', { most: limits.bytes, kept: kept.bytes }));
    case 'all bytes':
      return new AppError(JOBS_UNAVAILABLE, message('tooManyBytesOfAllClients', { most: limits.allBytes }), {
        retryAfterSeconds: FULL_SECONDS,
      });
  }
}

function tooMuch(reason: Message): AppError {
  return new AppError(RATE_LIMITED, reason, { retryAfterSeconds: FULL_SECONDS });
}
