import { randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Keys } from '../shared-state/keys.js';
import {
  JOB_KINDS,
  type JobEntry,
  type JobParameters,
  type JobResult,
  type JobStatus,
  type JobType,
  MOST_LISTED,
  type OwnColumns,
} from './job.js';
import { unpackResult } from './packed-result.js';
import { APPEND_CHUNK, CANCEL_JOB, COMMIT_JOB, DISCARD_JOB, OPEN_JOB, RESERVE_LINKS } from './scripts.js';
import {
  failedResult,
  lineOf,
  linksOf,
  millisecondsOf,
  ownOf,
  type StoredLink,
  statusOf,
  textOf,
} from './stored-job.js';

/** Runs commands on a connection to Redis. */
export type Run = <T>(commands: (redis: Redis) => Promise<T>) => Promise<T>;

export interface NewJob {
  readonly owner: string;
  readonly type: JobType;
  readonly parameters: JobParameters;
}

/** A job whose links are coming in. Nobody sees it before it is committed. */
export interface ReceivingJob {
  readonly id: string;
  /** Takes the next links, in order. False = with them the owner has too many links; then discard the job. */
  append(entries: readonly JobEntry[]): Promise<boolean>;
  /** Stores the last links. Call it before `commit`. False as above. */
  complete(): Promise<boolean>;
  /** `requestHash`: of everything that was sent, for a request with a key. */
  commit(requestHash: string, columns?: OwnColumns | null): Promise<Committed>;
  /** Deletes what came in. */
  discard(): Promise<void>;
}

/** `before`: the request that its key was used for earlier. */
export type Committed = 'ok' | Excess | 'lost' | { readonly before: EarlierRequest };

/** What an owner has too many of: open jobs, or links of all its jobs. */
export type Excess = 'jobs' | 'links';

export interface EarlierRequest {
  readonly id: string;
  readonly hash: string;
}

/** The jobs of all clients, as requests use them. */
export interface JobStore {
  open(job: NewJob, requestKey: string | null): Promise<ReceivingJob | Excess>;
  /** Links of all jobs of an owner, uploads under way included. */
  keptLinks(owner: string): Promise<number>;
  earlierRequest(owner: string, requestKey: string): Promise<EarlierRequest | null>;
  /** Null = the owner has no such job. */
  get(owner: string, id: string): Promise<JobStatus | null>;
  /** Newest first, at most `MOST_LISTED`. */
  list(owner: string): Promise<JobStatus[]>;
  /** Cancels an open job; one that has ended stays as it is, or is deleted with `deletesEnded`. Null = the owner has no such job. */
  cancel(owner: string, id: string, deletesEnded: boolean): Promise<JobStatus | null>;
  /** Results in the order of completion, after the first `after` of them. */
  completed(job: JobStatus, after: number, count: number): Promise<JobResult[]>;
  /** Results in the order of the input; links without a result are left out. */
  inOrder(job: JobStatus, first: number, count: number): Promise<JobResult[]>;
}

interface StoreOptions {
  readonly run: Run;
  readonly keys: Keys;
  readonly retentionSeconds: number;
  /** Open jobs of one owner; 0 = no limit. */
  readonly mostOpen: number;
  /** Links of all jobs of one owner; 0 = no limit. */
  readonly mostLinks: number;
}

/** An upload whose replica was killed is deleted after so long. */
const UPLOAD_SECONDS = 900;

/** Chunks that are stored in one step. Those of empty lines are the most work, for Redis and for this process. */
const CHUNKS_AT_ONCE = 50;

const LISTED_AT_ONCE = 100;

/** The keys of a job in the order in which scripts take them. */
export function jobKeys({ ofJob }: Keys, id: string): string[] {
  return [ofJob('meta', id), ofJob('inputs', id), ofJob('results', id), ofJob('order', id)];
}

export function createJobStore({ run, keys, retentionSeconds, mostOpen, mostLinks }: StoreOptions): JobStore {
  const requestName = (owner: string, key: string) => keys.ofName('job-request', `${owner} ${key}`);

  /** Of an owner: its jobs, the owners, its links. */
  const ownerKeys = (owner: string) => [
    ...[keys.ofJobOwner('all', owner), keys.jobOwners, keys.ofJobOwner('links', owner)],
  ];

  const earlierRequest = async (owner: string, requestKey: string) => {
    const found = await run((redis) => redis.get(requestName(owner, requestKey)));
    return found === null ? null : earlier(found);
  };

  const get = async (owner: string, id: string): Promise<JobStatus | null> => {
    const [meta, time] = await run((redis) =>
      Promise.all([redis.hgetall(keys.ofJob('meta', id)), redis.time()]),
    );
    return meta.owner === owner ? statusOf(id, meta, millisecondsOf(time)) : null;
  };

  const resultsAt = async (job: JobStatus, indexes: readonly number[]): Promise<JobResult[]> => {
    if (indexes.length === 0) return [];
    const size = JOB_KINDS[job.type].chunk;
    const chunks = [...new Set(indexes.map((index) => Math.floor(index / size)))];
    const [results, inputs, firstLine] = await run((redis) =>
      Promise.all([
        redis.hmget(keys.ofJob('results', job.id), ...indexes.map(String)),
        redis.hmget(keys.ofJob('inputs', job.id), ...chunks.map(String)),
        redis.hget(keys.ofJob('meta', job.id), 'first'),
      ]),
    );
    const links = new Map(chunks.map((chunk, at) => [chunk, linksOf(inputs[at] ?? '[]')]));
    const found = indexes.map(async (index, at): Promise<JobResult[]> => {
      const packed = results[at] ?? null;
      const link = links.get(Math.floor(index / size))?.[index % size];
      if (packed === null) return [];
      const data = await unpackResult(packed);
      // Redis has lost the links.
      if (link === undefined) return [{ index, line: null, input: '', data }];
      const own = ownOf(link);
      const line = lineOf(link, index, Number(firstLine));
      return [{ index, line, input: textOf(link), data, ...(own !== undefined && { own }) }];
    });
    return (await Promise.all(found)).flat();
  };

  return {
    open: async ({ owner, type, parameters }, requestKey) => {
      const id = randomBytes(12).toString('hex');
      const names = jobKeys(keys, id);
      const [all = '', owners = '', links = ''] = ownerKeys(owner);
      const open = keys.ofJobOwner('open', owner);
      const fields = ['owner', owner, 'type', type, 'parameters', JSON.stringify(parameters)];
      const opened = await run((redis) =>
        OPEN_JOB(
          redis,
          [names[0] ?? '', open, all, owners, links],
          [id, owner, mostOpen, mostLinks, UPLOAD_SECONDS, ...fields],
        ),
      );
      if (opened === 'jobs' || opened === 'links') return opened;
      const { chunk: size } = JOB_KINDS[type];
      let total = 0;
      let firstLine = 0;
      let rest: JobEntry[] = [];

      /** The chunks that are full, or all of them; a few at a time, so that other commands need not wait for them. */
      const store = async (isLast: boolean): Promise<boolean> => {
        const end = isLast ? rest.length : rest.length - (rest.length % size);
        for (let at = 0; at < end; at += CHUNKS_AT_ONCE * size) {
          const calls: (string | number)[][] = [];
          const before = total;
          for (let from = at; from < Math.min(end, at + CHUNKS_AT_ONCE * size); from += size) {
            const entries = rest.slice(from, Math.min(end, from + size));
            calls.push(appendValues(entries, total, size, firstLine));
            total += entries.length;
          }
          const [fits] = await run((redis) =>
            Promise.all([
              RESERVE_LINKS(redis, [names[0] ?? '', links], [id, total - before, mostLinks]),
              ...calls.map((values) => APPEND_CHUNK(redis, names, values)),
            ]),
          );
          if (fits === 0) return false;
        }
        rest = rest.slice(end);
        return true;
      };

      return {
        id,
        append: async (entries) => {
          if (total === 0 && rest.length === 0) firstLine = entries[0]?.line ?? 0;
          rest.push(...entries);
          return store(false);
        },
        complete: () => store(true),
        commit: async (requestHash, columns) => {
          const name = requestKey === null ? '' : requestName(owner, requestKey);
          const chunks = Math.ceil(total / size);
          const hash = requestKey === null ? '' : requestHash;
          const limits = [mostOpen, mostLinks, retentionSeconds];
          const answer = await run((redis) =>
            COMMIT_JOB(
              redis,
              [...names, open, all, owners, links, name],
              [id, owner, total, chunks, ...limits, firstLine, hash, columns ? JSON.stringify(columns) : ''],
            ),
          );
          if (answer === 'ok' || answer === 'jobs' || answer === 'links' || answer === 'lost') return answer;
          return { before: earlier(String(answer)) };
        },
        discard: async () =>
          void (await run((redis) => DISCARD_JOB(redis, [...names, all, owners, links], [id, owner]))),
      };
    },
    earlierRequest,
    keptLinks: async (owner) =>
      Number((await run((redis) => redis.hget(keys.ofJobOwner('links', owner), 'sum'))) ?? 0),
    get,
    list: async (owner) => {
      const [ids, time] = await run((redis) =>
        Promise.all([redis.zrevrange(keys.ofJobOwner('all', owner), 0, MOST_LISTED - 1), redis.time()]),
      );
      const readAt = millisecondsOf(time);
      const found: JobStatus[] = [];
      for (let at = 0; at < ids.length; at += LISTED_AT_ONCE) {
        const some = ids.slice(at, at + LISTED_AT_ONCE);
        const metas = await run((redis) =>
          Promise.all(some.map((id) => redis.hgetall(keys.ofJob('meta', id)))),
        );
        found.push(...some.flatMap((id, place) => statusOf(id, metas[place] ?? {}, readAt) ?? []));
      }
      return found;
    },
    cancel: async (owner, id, deletesEnded) => {
      const own = (['open', 'issued', 'dropped'] as const).map((kind) => keys.ofJobOwner(kind, owner));
      const names = [...jobKeys(keys, id), ...own, ...ownerKeys(owner)];
      const answer = await run((redis) =>
        CANCEL_JOB(redis, names, [id, retentionSeconds, owner, deletesEnded ? 1 : 0]),
      );
      if (answer === null) return null;
      const [isDeleted, readAt, ...fields] = answer as [number, number, ...string[]];
      const meta: Record<string, string> = {};
      for (let at = 0; at + 1 < fields.length; at += 2) meta[String(fields[at])] = String(fields[at + 1]);
      const job = statusOf(id, meta, readAt);
      return job === null || isDeleted === 0 ? job : { ...job, state: 'deleted', expiresAt: readAt };
    },
    completed: async (job, after, count) => {
      const order = keys.ofJob('order', job.id);
      const indexes = await run((redis) => redis.lrange(order, after, after + count - 1));
      return resultsAt(job, indexes.map(Number));
    },
    inOrder: (job, first, count) => {
      const last = Math.min(job.total, first + count);
      return resultsAt(
        job,
        Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at),
      );
    },
  };
}

function appendValues(
  entries: readonly JobEntry[],
  first: number,
  size: number,
  firstLine: number,
): (string | number)[] {
  const links = entries.map(({ text, line, own }, at): StoredLink => {
    const known = line === null || line === firstLine + first + at ? 0 : line;
    if (own !== undefined) return [known, text, own];
    return known === 0 ? text : [known, text];
  });
  const malformed = entries.flatMap(({ problem }, at) =>
    problem === null ? [] : [first + at, failedResult('invalid_request', problem)],
  );
  return [UPLOAD_SECONDS, first / size, JSON.stringify(links), ...malformed];
}

function earlier(stored: string): EarlierRequest {
  const [id = '', hash = ''] = stored.split(' ');
  return { id, hash };
}
