import { randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { JobType } from '../contract/jobs.js';
import { JOB_KINDS, type JobEntry, type JobParameters, type OwnColumns } from './job.js';
import { APPEND_CHUNK, COMMIT_JOB, DISCARD_JOB, OPEN_JOB, RESERVE } from './scripts.js';
import {
  earlierRequestOf,
  failedResult,
  requestName,
  type StoredLink,
  type StoreOptions,
} from './stored-job.js';

// Takes the links of a job while they are uploaded.

export interface NewJob {
  readonly owner: string;
  readonly type: JobType;
  readonly parameters: JobParameters;
}

/** The exceeded limit: open jobs, links or bytes of all jobs of an owner, or bytes of the jobs of all owners. */
export type Excess = 'jobs' | 'links' | 'bytes' | 'all bytes';

/** An upload that gets no links for this long is deleted, as after its replica was killed. */
const UPLOAD_SECONDS = 900;

/** Chunks stored in one step. Chunks of empty lines take the most work, in Redis and in this process. */
const CHUNKS_AT_ONCE = 50;

/**
 * Bytes that Redis takes besides the texts: for a job, for a chunk of links, and for a result. Measured with Redis 7.
 */
const JOB_BYTES = 1_000;
const CHUNK_BYTES = 100;
const RESULT_BYTES = 100;

/** A job whose links are being uploaded. It is not visible before it is committed. */
export type ReceivingJob = Exclude<Awaited<ReturnType<typeof receiveJob>>, Excess>;

/** Begins a job, or returns the limit that the job exceeds. */
export async function receiveJob(
  { run, keys, retentionSeconds, limits }: StoreOptions,
  { owner, type, parameters }: NewJob,
  requestKey: string | null,
) {
  const id = randomBytes(12).toString('hex');
  const target = { owner, id };
  const { chunk: size, reserved } = JOB_KINDS[type];
  const fields = ['reserved', reserved, 'type', type, 'parameters', JSON.stringify(parameters)];
  let total = 0;
  let taken = JOB_BYTES;
  let firstLine = 0;
  let rest: JobEntry[] = [];

  /** Counts the current links and bytes, unless they exceed a limit. */
  const reserve = async (redis: Redis) => {
    const counts = [Math.max(1, total), taken, limits.links, limits.bytes, limits.allBytes];
    return (await RESERVE(redis, keys, target, counts)) as 'ok' | Excess;
  };
  const discard = async () => void (await run((redis) => DISCARD_JOB(redis, keys, target), true));
  const [opened, fits] = await run((redis) =>
    Promise.all([OPEN_JOB(redis, keys, target, [limits.open, UPLOAD_SECONDS, ...fields]), reserve(redis)]),
  );
  if (opened === 'jobs') return opened;
  if (fits !== 'ok') {
    await discard();
    return fits;
  }

  /** Stores the full chunks, or all if `isLast`; a few at a time, so that other commands need not wait. */
  const store = async (isLast: boolean): Promise<'ok' | Excess> => {
    const end = isLast ? rest.length : rest.length - (rest.length % size);
    for (let at = 0; at < end; at += CHUNKS_AT_ONCE * size) {
      const calls: (string | number)[][] = [];
      for (let from = at; from < Math.min(end, at + CHUNKS_AT_ONCE * size); from += size) {
        const entries = rest.slice(from, Math.min(end, from + size));
        const call = appendValues(entries, total, size, firstLine);
        calls.push(call);
        total += entries.length;
        taken += bytesOf(call, entries, reserved);
      }
      const [fits] = await run((redis) =>
        Promise.all([reserve(redis), ...calls.map((call) => APPEND_CHUNK(redis, keys, target, call))]),
      );
      if (fits !== 'ok') return fits;
    }
    rest = rest.slice(end);
    return 'ok';
  };

  return {
    id,
    /** Takes the next links, in order. If they exceed a limit, discard the job. */
    append: async (entries: readonly JobEntry[]) => {
      if (total === 0 && rest.length === 0) firstLine = entries[0]?.line ?? 0;
      rest.push(...entries);
      return store(false);
    },
    /** Stores the last links. Call it before `commit`. */
    complete: () => store(true),
    /**
     * `requestHash`: hash of the whole request, for a request with a key. Returns `ok`, the exceeded limit, `lost` if
     * Redis has lost the upload or a part of it, or `before`: the earlier request with the same key.
     */
    commit: async (requestHash: string, columns?: OwnColumns | null) => {
      // Redis may have lost the counts.
      const fits = await run(reserve);
      if (fits !== 'ok') return fits;
      const counts = [total, Math.ceil(total / size), limits.open, taken, retentionSeconds, firstLine];
      const own = columns ? JSON.stringify(columns) : '';
      const request = requestKey === null ? ['', ''] : [requestName(keys, owner, requestKey), requestHash];
      const answer = await run((redis) => COMMIT_JOB(redis, keys, target, [...counts, own, ...request]));
      if (answer === 'ok' || answer === 'jobs' || answer === 'lost') return answer;
      return { before: earlierRequestOf(String(answer)) };
    },
    /** Deletes the links received so far. */
    discard,
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

/** Bytes that Redis takes for a chunk: its texts, the results of malformed links, and room for the other results. */
function bytesOf(call: readonly (string | number)[], entries: readonly JobEntry[], reserved: number): number {
  const texts = call.reduce<number>((sum, value) => sum + Buffer.byteLength(String(value)), 0);
  const asked = entries.filter(({ problem }) => problem === null).length;
  return CHUNK_BYTES + texts + entries.length * RESULT_BYTES + asked * reserved;
}
