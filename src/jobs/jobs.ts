import { AppError } from '../contract/errors.js';
import type { JobType } from '../contract/jobs.js';
import { message, type ServiceMessage } from '../contract/messages.js';
import type { Logger } from '../runtime/logger.js';
import type { Metrics } from '../runtime/metrics.js';
import { within } from '../runtime/timeout.js';
import type { SharedState } from '../shared-state/connection.js';
import { SharedStateUnavailable } from '../shared-state/redis-failures.js';
import type { RedisAddress } from '../shared-state/redis-url.js';
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
import { createJobStore, type JobStore } from './job-store.js';
import { createLinkQueue } from './link-queue.js';
import { createChunkProcessor } from './process-chunk.js';
import type { Excess } from './receive-job.js';
import { createWorkStore, type OpenJobs } from './work-store.js';

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
  readonly shared: SharedState;
  readonly address: RedisAddress;
  readonly runner: JobRunner;
  readonly concurrency: number;
  readonly retentionHours: number;
  readonly retryHours: number;
  readonly limits: JobLimits;
  readonly timeouts: Readonly<Record<JobType, number>>;
  readonly metrics: Pick<Metrics, 'jobLink'>;
  readonly log: Logger;
  readonly sweepMs?: number;
}

const SWEEP_MS = 30_000;
const HOUR_SECONDS = 3_600;
const RETRY_AFTER_SECONDS = 10;
/** Results read at a time. A list may have 10 MB of JSON: four at a time took 490 MB for a CSV, one takes 115 MB. */
const RESULTS_AT_ONCE: Readonly<Record<JobType, number>> = {
  'review-visibility': 200,
  'place-details': 100,
  'place-reviews': 1,
};

/** The jobs of clients, and the worker of this replica. */
export async function createJobs(options: JobsOptions) {
  const { shared, address, runner, concurrency, limits, timeouts, metrics, log } = options;
  const { keys } = shared;
  const retentionSeconds = options.retentionHours * HOUR_SECONDS;
  const queue = await createLinkQueue({ address, prefix: keys.jobQueue, log });
  const work = createWorkStore({ run: queue.run, keys, retentionSeconds, limits });
  const store = createJobStore({ run: shared.run, keys, retentionSeconds, limits });
  let counted: OpenJobs = { waiting: 0, running: 0 };

  const issue = async (owner: string) => queue.add(await work.issue(owner));
  /** Removes chunks of cancelled jobs from the queue. Where no replica has a worker, nothing else removes them. */
  const drop = async (owner: string) => {
    const entries = await work.dropped(owner);
    await queue.remove(entries);
    await work.forget(owner, entries);
  };
  const processor = createChunkProcessor({
    store: work,
    runner,
    timeouts,
    retryMs: options.retryHours * HOUR_SECONDS * 1_000,
    metrics,
    log,
  });
  if (concurrency > 0)
    queue.work(concurrency, async (entry) => {
      const isOver = await processor.process(entry);
      if (isOver) await issue(entry.owner);
      return isOver;
    });

  /** Repeats steps that any replica began and did not finish, and queues the chunks that are due. */
  const sweep = async () => {
    const sum = { waiting: 0, running: 0 };
    const owners = await work.owners();
    // `tidy` runs first, because a full Redis allows nothing else.
    for (const owner of owners) {
      const { waiting, running } = await work.tidy(owner);
      sum.waiting += waiting;
      sum.running += running;
    }
    counted = sum;
    for (const owner of owners) {
      await drop(owner);
      await issue(owner);
      await queue.add(await work.issued(owner));
    }
  };
  let isSweeping = false;
  const sweepNow = () => {
    if (isSweeping || !queue.isReady()) return;
    isSweeping = true;
    const failed = (error: unknown) => log.debug({ err: error }, 'the sweep of jobs failed');
    void sweep()
      .catch(failed)
      .finally(() => {
        isSweeping = false;
      });
  };
  const sweeper = setInterval(sweepNow, options.sweepMs ?? SWEEP_MS);
  sweeper.unref();
  const first = setTimeout(sweepNow, 1_000);
  first.unref();

  const worker = {
    /** Number of open jobs of all clients, as last counted. */
    open: () => counted,
    /** Begins no further link. */
    stop: () => {
      clearInterval(sweeper);
      clearTimeout(first);
      processor.stop();
      queue.pause();
    },
    /** Resolves when no link is under way, or after `ms` milliseconds. */
    idle: async (ms: number) => {
      await within(ms, queue.idle());
    },
    /** Ends the links under way, in bounded time. They go back to the queue. */
    close: async (reason: AppError) => {
      processor.abort(reason);
      await queue.close();
    },
  };
  const wake = (owner: string) => {
    // If this fails, the sweep repeats it.
    if (queue.isReady()) Promise.all([issue(owner), drop(owner)]).catch(() => undefined);
  };
  const forget = (owner: string, authorId: string) => forgetAuthor(shared, owner, authorId);
  return { jobs: createClientJobs(store, keys.hash, wake, limits, forget), worker };
}

/** The jobs of clients. Every method throws AppError `jobs_unavailable` while Redis cannot be used. */
function createClientJobs(
  store: JobStore,
  hash: (text: string) => string,
  wake: (owner: string) => void,
  limits: JobLimits,
  forget: (owner: string, authorId: string) => Promise<number>,
) {
  const ownerOf = (client: string) => hash(`job owner ${client}`);

  const get = (client: string, id: string): Promise<JobStatus> => found(store.get(ownerOf(client), id));

  /** The refusal of a job. Call it when the job is not stored, so that `kept` does not count it. */
  const excess = async (what: Excess, owner: string): Promise<AppError> =>
    excessRefusal(what, limits, await store.kept(owner));

  const submit = async (request: JobRequest): Promise<JobStatus> => {
    const { client, requestKey, entries } = request;
    const owner = ownerOf(client);
    const earlier = requestKey === null ? null : await store.earlierRequest(owner, requestKey);
    if (earlier !== null) {
      // The entries are read for the hash only.
      for await (const _ of entries);
      return sameRequest(client, earlier, request.hash());
    }
    const job = await store.open({ ...request, owner }, requestKey);
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
      if (total === 0) throw new AppError('invalid_request', message('listEmpty'));
      const fits = await job.complete();
      if (fits !== 'ok') await discardExcess(fits);
      // From here on the job may exist even if a later step fails, so it is not discarded. An upload that was not
      // committed expires.
      isComplete = true;
      const committed = await job.commit(request.hash(), request.columns?.() ?? null);
      if (committed === 'ok') {
        wake(owner);
        return await get(client, job.id);
      }
      if (committed === 'lost') throw new SharedStateUnavailable();
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
      throw new AppError('invalid_request', message('idempotencyKeyReused'));
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
      const owner = ownerOf(client);
      if (before === undefined) return reached(store.list(owner, limit));
      const position = await found(store.positionOf(owner, before));
      return reached(store.list(owner, limit, position + 1));
    },
    /** @throws AppError `job_not_found` */
    get,
    /**
     * Cancels an open job: no further link begins, and its results are kept. A job that has ended stays as it is, or is
     * deleted with `deletesEnded`.
     * @throws AppError `job_not_found`
     */
    cancel: async (client: string, id: string, deletesEnded: boolean): Promise<JobStatus> => {
      const owner = ownerOf(client);
      const job = await found(store.cancel(owner, id, deletesEnded));
      wake(owner);
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
      wake(owner);
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

/** @throws AppError `jobs_unavailable` while Redis cannot be used */
async function reached<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof SharedStateUnavailable)) throw error;
    throw new AppError('jobs_unavailable', message(error.isFull ? 'redisFull' : 'redisUnreachable'), {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
}

/** @throws AppError `job_not_found` for null, and the errors of `reached` */
async function found<T>(work: Promise<T | null>): Promise<T> {
  const value = await reached(work);
  if (value === null) throw new AppError('job_not_found', message('jobNotFound'));
  return value;
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
      return new AppError('rate_limited', message('tooManyOpenJobs', { most: limits.open }), {
        retryAfterSeconds: OPEN_SECONDS,
      });
    case 'links':
      return tooMuch(message('tooManyLinksKept', { most: limits.links, kept: kept.links }));
    case 'bytes':
      return tooMuch(message('tooManyBytesKept', { most: limits.bytes, kept: kept.bytes }));
    case 'all bytes':
      return new AppError(
        'jobs_unavailable',
        message('tooManyBytesOfAllClients', { most: limits.allBytes }),
        { retryAfterSeconds: FULL_SECONDS },
      );
  }
}

function tooMuch(reason: ServiceMessage): AppError {
  return new AppError('rate_limited', reason, { retryAfterSeconds: FULL_SECONDS });
}
