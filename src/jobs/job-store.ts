import { JOB_KINDS, type JobResult, type JobStatus, MAX_LISTED } from './job.js';
import { unpackResult } from './packed-result.js';
import { type NewJob, receiveJob } from './receive-job.js';
import { CANCEL_JOB } from './scripts.js';
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
} from './stored-job.js';

const LISTED_AT_ONCE = 100;

export type JobStore = ReturnType<typeof createJobStore>;

/** The stored jobs of all clients, for requests. */
export function createJobStore(options: StoreOptions) {
  const { run, keys, retentionSeconds } = options;
  /** For commands that only read or delete: a full Redis runs them too. */
  const runEvenIfFull: Run = (commands) => run(commands, true);

  const resultsAt = async (job: JobStatus, indexes: readonly number[]): Promise<JobResult[]> => {
    if (indexes.length === 0) return [];
    const size = JOB_KINDS[job.type].chunk;
    const chunks = [...new Set(indexes.map((index) => Math.floor(index / size)))];
    const [results, inputs, firstLine] = await runEvenIfFull((redis) =>
      Promise.all([
        redis.hmget(keys.ofJob('results', job.id), ...indexes.map(String)),
        redis.hmget(keys.ofJob('inputs', job.id), ...chunks.map(String)),
        redis.hget(keys.ofJob('meta', job.id), 'first'),
      ]),
    );
    const links = new Map(chunks.map((chunk, at) => [chunk, linksOf(inputs[at] ?? '')]));
    const found = indexes.map(async (index, at): Promise<JobResult[]> => {
      const packed = results[at] ?? null;
      const link = links.get(Math.floor(index / size))?.[index % size];
      if (packed === null) return [];
      const data = await unpackResult(packed);
      // Redis has lost the link.
      if (link === undefined) return [{ index, line: null, input: '', data }];
      const own = ownOf(link);
      const line = lineOf(link, index, Number(firstLine));
      return [{ index, line, input: textOf(link), data, ...(own !== undefined && { own }) }];
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
      return meta.owner === owner ? statusOf(id, meta, millisecondsOf(time)) : null;
    },
    /** Newest first, at most `MAX_LISTED`. */
    list: async (owner: string): Promise<JobStatus[]> => {
      const [ids, time] = await runEvenIfFull((redis) =>
        Promise.all([redis.zrevrange(keys.ofJobOwner('all', owner), 0, MAX_LISTED - 1), redis.time()]),
      );
      const readAt = millisecondsOf(time);
      const found: JobStatus[] = [];
      for (let at = 0; at < ids.length; at += LISTED_AT_ONCE) {
        const some = ids.slice(at, at + LISTED_AT_ONCE);
        const metas = await runEvenIfFull((redis) =>
          Promise.all(some.map((id) => redis.hgetall(keys.ofJob('meta', id)))),
        );
        found.push(...some.flatMap((id, place) => statusOf(id, metas[place] ?? {}, readAt) ?? []));
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
    /** Results in the order of completion, without the first `after` results. */
    completed: async (job: JobStatus, after: number, count: number) => {
      const order = keys.ofJob('order', job.id);
      const indexes = await runEvenIfFull((redis) => redis.lrange(order, after, after + count - 1));
      return resultsAt(job, indexes.map(Number));
    },
    /** Results in the order of the input; links without a result are left out. */
    inOrder: (job: JobStatus, first: number, count: number) => {
      const last = Math.min(job.total, first + count);
      return resultsAt(
        job,
        Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at),
      );
    },
  };
}
