import { JOB_KINDS, type JobResult, type JobStatus, MAX_LISTED } from './job.js';
import { unpackResult } from './packed-result.js';
import { type NewJob, receiveJob } from './receive-job.js';
import { CANCEL_JOB, END_WAITING } from './scripts.js';
import {
  earlierRequestOf,
  lineOf,
  linksOf,
  millisecondsOf,
  ownOf,
  type Run,
  requestName,
  type StoreOptions,
  statusOf,
  textOf,
  type Waits,
} from './stored-job.js';

const LISTED_AT_ONCE = 100;
/** Postponed chunks of an owner that are searched for the next attempt of a job. */
const MAX_SEARCHED = 1_000;
/** Maximum links that one script stops from waiting. A running script blocks all other commands of Redis. */
const ENDED_AT_ONCE = 500;

export type JobStore = ReturnType<typeof createJobStore>;

/** The stored jobs of all clients, for requests. */
export function createJobStore(options: StoreOptions) {
  const { run, keys, retentionSeconds } = options;
  /** For commands that only read or delete: a full Redis runs them too. */
  const runEvenIfFull: Run = (commands) => run(commands, true);

  /** The links of each job that wait for another attempt. */
  const waitsOf = async (owner: string, ids: readonly string[]): Promise<Waits[]> => {
    const counts = await runEvenIfFull((redis) =>
      Promise.all(ids.map((id) => redis.hlen(keys.ofJob('waits', id)))),
    );
    if (counts.every((count) => count === 0)) return counts.map(() => ({ retrying: 0, nextAttemptAt: null }));
    const delayed = keys.ofJobOwner('delayed', owner);
    const found = await runEvenIfFull((redis) =>
      redis.zrange(delayed, 0, String(MAX_SEARCHED - 1), 'WITHSCORES'),
    );
    const next = new Map<string, number>();
    for (let at = 0; at + 1 < found.length; at += 2) {
      const job = found[at]?.split('-')[0] ?? '';
      // The earliest comes first.
      if (!next.has(job)) next.set(job, Number(found[at + 1]));
    }
    return counts.map((retrying, at) => {
      const isWaiting = retrying > 0;
      return { retrying, nextAttemptAt: isWaiting ? (next.get(ids[at] ?? '') ?? null) : null };
    });
  };

  /** `withOpen`: links without a result are not left out. */
  const resultsAt = async (
    job: JobStatus,
    indexes: readonly number[],
    withOpen = false,
  ): Promise<JobResult[]> => {
    if (indexes.length === 0) return [];
    const size = JOB_KINDS[job.type].chunk;
    const chunks = [...new Set(indexes.map((index) => Math.floor(index / size)))];
    const [results, inputs, firstLine, waits] = await runEvenIfFull((redis) =>
      Promise.all([
        redis.hmget(keys.ofJob('results', job.id), ...indexes.map(String)),
        redis.hmget(keys.ofJob('inputs', job.id), ...chunks.map(String)),
        redis.hget(keys.ofJob('meta', job.id), 'first'),
        withOpen ? redis.hmget(keys.ofJob('waits', job.id), ...indexes.map(String)) : [],
      ]),
    );
    const links = new Map(chunks.map((chunk, at) => [chunk, linksOf(inputs[at] ?? '')]));
    const found = indexes.map(async (index, at): Promise<JobResult[]> => {
      const packed = results[at] ?? null;
      const link = links.get(Math.floor(index / size))?.[index % size];
      if (packed === null && !withOpen) return [];
      const found = await dataOf(packed, waits[at] ?? null);
      // Redis has lost the link.
      if (link === undefined) return [{ index, line: null, input: '', ...found }];
      const own = ownOf(link);
      const line = lineOf(link, index, Number(firstLine));
      return [{ index, line, input: textOf(link), ...found, ...(own !== undefined && { own }) }];
    });
    return (await Promise.all(found)).flat();
  };

  return {
    open: (job: NewJob, requestKey: string | null) => receiveJob(options, job, requestKey),
    earlierRequest: async (owner: string, requestKey: string) => {
      const found = await runEvenIfFull((redis) => redis.get(requestName(keys, owner, requestKey)));
      return found === null ? null : earlierRequestOf(found);
    },
    /** Links and bytes of all jobs of an owner, uploads under way included. */
    kept: async (owner: string) => {
      const counted = keys.ofJobOwner('links', owner);
      const [links, bytes] = await runEvenIfFull((redis) => redis.hmget(counted, 'sum', 'bytes'));
      return { links: Number(links ?? 0), bytes: Number(bytes ?? 0) };
    },
    /** Null = the owner has no job with this id. */
    get: async (owner: string, id: string): Promise<JobStatus | null> => {
      const [meta, time] = await runEvenIfFull((redis) =>
        Promise.all([redis.hgetall(keys.ofJob('meta', id)), redis.time()]),
      );
      if (meta.owner !== owner) return null;
      const [waits] = await waitsOf(owner, [id]);
      return statusOf(id, meta, millisecondsOf(time), waits);
    },
    /** The position of a job in the list, from 0. Null = the owner has no such job. */
    positionOf: (owner: string, id: string) =>
      runEvenIfFull((redis) => redis.zrevrank(keys.ofJobOwner('all', owner), id)),
    /** Newest first, at most `limit` jobs from the position `first` on. */
    list: async (owner: string, limit: number = MAX_LISTED, first: number = 0): Promise<JobStatus[]> => {
      const [ids, time] = await runEvenIfFull((redis) =>
        Promise.all([redis.zrevrange(keys.ofJobOwner('all', owner), first, first + limit - 1), redis.time()]),
      );
      const readAt = millisecondsOf(time);
      const found: JobStatus[] = [];
      for (let at = 0; at < ids.length; at += LISTED_AT_ONCE) {
        const some = ids.slice(at, at + LISTED_AT_ONCE);
        const metas = await runEvenIfFull((redis) =>
          Promise.all(some.map((id) => redis.hgetall(keys.ofJob('meta', id)))),
        );
        const waits = await waitsOf(owner, some);
        found.push(...some.flatMap((id, at) => statusOf(id, metas[at] ?? {}, readAt, waits[at]) ?? []));
      }
      return found;
    },
    /**
     * Cancels an open job. A job that has ended stays as it is, or is deleted with `deletesEnded`. Null = the owner has
     * no job with this id.
     */
    cancel: async (owner: string, id: string, deletesEnded: boolean): Promise<JobStatus | null> => {
      const answer = await runEvenIfFull((redis) =>
        CANCEL_JOB(redis, keys, { owner, id }, [retentionSeconds, deletesEnded ? 1 : 0]),
      );
      if (answer === null) return null;
      const [isDeleted, readAt, ...fields] = answer as [number, number, ...string[]];
      const meta: Record<string, string> = {};
      for (let at = 0; at + 1 < fields.length; at += 2) meta[String(fields[at])] = String(fields[at + 1]);
      const job = statusOf(id, meta, readAt);
      return job === null || isDeleted === 0 ? job : { ...job, state: 'deleted', expiresAt: readAt };
    },
    /**
     * Ends the waiting of the links that wait for another attempt: the failure of their last attempt is their result.
     * Null = the owner has no job with this id.
     */
    endWaiting: async (owner: string, id: string): Promise<true | null> => {
      for (let ended = 0, limit = 1; ended < limit; ) {
        const answer = await runEvenIfFull((redis) =>
          END_WAITING(redis, keys, { owner, id }, [retentionSeconds, ENDED_AT_ONCE]),
        );
        if (answer === null) return null;
        const [added, left] = answer as [number, number];
        // Links that begin to wait during this loop keep waiting.
        if (added === 0) break;
        if (ended === 0) limit = added + left;
        ended += added;
      }
      return true;
    },
    /** Results in the order of completion, without the first `after` results. */
    completed: async (job: JobStatus, after: number, count: number) => {
      const order = keys.ofJob('order', job.id);
      const indexes = await runEvenIfFull((redis) => redis.lrange(order, after, after + count - 1));
      return resultsAt(job, indexes.map(Number));
    },
    /** Results in the order of the input. Links without a result are left out, unless `withOpen`. */
    inOrder: (job: JobStatus, first: number, count: number, withOpen = false) => {
      const last = Math.min(job.total, first + count);
      return resultsAt(
        job,
        Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at),
        withOpen,
      );
    },
  };
}

/** The stored data of a link: its result, or the failure of its last attempt. */
async function dataOf(
  packed: string | null,
  failure: string | null,
): Promise<Pick<JobResult, 'data' | 'waitsFor'>> {
  if (packed !== null) return { data: await unpackResult(packed) };
  if (failure === null) return { data: {}, waitsFor: 'first attempt' };
  return { data: await unpackResult(failure), waitsFor: 'another attempt' };
}
