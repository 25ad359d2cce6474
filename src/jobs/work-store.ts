import type { JobType } from '../contract/jobs.js';
import { JOB_KINDS, type JobParameters } from './job.js';
import { ISSUE_CHUNKS, RECORD_RESULTS, SETTLE_CHUNK, START_CHUNK, TIDY_OWNER } from './scripts.js';
import { linksOf, type StoreOptions, textOf } from './stored-job.js';

/** A chunk in the queue. */
export interface ChunkEntry {
  /** Hash of the client. */
  readonly owner: string;
  readonly job: string;
  readonly chunk: number;
  /** How often the chunk was postponed. */
  readonly attempt: number;
  /** When it was first postponed, in seconds since 1970; 0 = never. */
  readonly since: number;
  /** The owner's turn, by which the queue is ordered; from 1. */
  readonly turn: number;
}

/** A link of a chunk that has no result yet. */
export interface OpenLink {
  readonly index: number;
  /** Null = Redis has lost the link. */
  readonly input: string | null;
}

export interface StartedChunk {
  readonly type: JobType;
  readonly parameters: JobParameters;
  readonly first: number;
  readonly count: number;
  readonly links: readonly OpenLink[];
}

/** A result to store. `counters`: the increments of fields of the job's meta. */
export interface NewResult {
  readonly index: number;
  readonly packed: string;
  readonly counters: Readonly<Record<string, number>>;
}

/** A link that waits for another attempt. `packed`: the failure of its last attempt. */
export type WaitingLink = Pick<NewResult, 'index' | 'packed'>;

export interface OpenJobs {
  readonly waiting: number;
  readonly running: number;
}

/** Chunks of one owner in the queue: more than workers take at once, but so few that no owner waits long for a turn. */
const WINDOW = 32;
/** Jobs of one step: a script blocks all other commands. */
const TIDIED_AT_ONCE = 500;
/**
 * BullMQ's highest priority number. Turns restart when the queue is empty; beyond it, chunks go in order of arrival.
 */
const MAX_TURN = 2_097_151;

/** The name of an entry in Redis and in the queue. */
export function entryName({ turn, ...entry }: Omit<ChunkEntry, 'owner'>): string {
  return `${nameWithoutTurn(entry)}-${turn}`;
}

function nameWithoutTurn({ job, chunk, attempt, since }: Omit<ChunkEntry, 'owner' | 'turn'>): string {
  return [job, chunk, attempt, since].join('-');
}

export function parseEntry(owner: string, name: string): ChunkEntry {
  const [job = '', ...numbers] = name.split('-');
  const [chunk = 0, attempt = 0, since = 0, turn = 1] = numbers.map(Number);
  return { owner, job, chunk, attempt, since, turn };
}

export type WorkStore = ReturnType<typeof createWorkStore>;

/** The stored jobs of all clients, for workers. */
export function createWorkStore({ run, keys, retentionSeconds, limits }: StoreOptions) {
  const targetOf = ({ owner, job }: ChunkEntry) => ({ owner, id: job });
  const entriesOf = async (kind: 'issued' | 'dropped', owner: string) => {
    const entries = await run((redis) => redis.smembers(keys.ofJobOwner(kind, owner)));
    return entries.map((name) => parseEntry(owner, name));
  };
  return {
    owners: () => run((redis) => redis.smembers(keys.jobOwners)),
    /** Moves chunks of an owner into its window and returns them. */
    issue: async (owner: string): Promise<ChunkEntry[]> => {
      const values = [WINDOW, keys.ofJobOwner('issued', '*'), MAX_TURN, limits.bytes, limits.allBytes];
      const entries = await run((redis) => ISSUE_CHUNKS(redis, keys, { owner }, values));
      return (entries as string[]).map((name) => parseEntry(owner, name));
    },
    /** All chunks in an owner's window. */
    issued: (owner: string) => entriesOf('issued', owner),
    /** Chunks of cancelled jobs that may be in the queue. Call `forget` when they have been removed. */
    dropped: (owner: string) => entriesOf('dropped', owner),
    forget: async (owner: string, entries: readonly ChunkEntry[]) => {
      if (entries.length === 0) return;
      await run((redis) => redis.srem(keys.ofJobOwner('dropped', owner), ...entries.map(entryName)));
    },
    /** Begins work on a chunk. Null = nothing is left to do: the entry is no longer issued, or its job has ended. */
    start: async (entry: ChunkEntry): Promise<StartedChunk | null> => {
      const { job, chunk } = entry;
      const type = (await run((redis) => redis.hget(keys.ofJob('meta', job), 'type'))) as JobType | null;
      const size = type === null ? 1 : JOB_KINDS[type].chunk;
      const first = chunk * size;
      const found = (await run((redis) =>
        START_CHUNK(redis, keys, targetOf(entry), [entryName(entry), chunk, first, size]),
      )) as (string | number)[] | null;
      if (found === null || type === null) return null;
      const [, parameters, total, json, ...known] = found;
      const stored = linksOf(String(json));
      const count = Math.min(size, Number(total) - first);
      const links = Array.from({ length: count }, (_, at): OpenLink => {
        const link = stored[at];
        return { index: first + at, input: link === undefined ? null : textOf(link) };
      });
      return {
        type,
        parameters: JSON.parse(String(parameters)) as JobParameters,
        first,
        count,
        links: links.filter((_, at) => known[at] !== 1),
      };
    },
    isOpen: async (job: string) => {
      const state = await run((redis) => redis.hget(keys.ofJob('meta', job), 'state'));
      return state === 'waiting' || state === 'running';
    },
    /** Stores the results of links that have no result yet; `added`: how many. */
    record: async (entry: ChunkEntry, results: readonly NewResult[]) => {
      const values = results.flatMap(({ index, packed, counters }) => {
        const grown = Object.entries(counters).map(([name, by]) => `${name}=${by}`);
        return [index, packed, grown.join(' ')];
      });
      const answer = await run((redis) =>
        RECORD_RESULTS(redis, keys, targetOf(entry), [retentionSeconds, ...values]),
      );
      const [state, added] = answer as [string, number];
      return { isOpen: state === 'running', added };
    },
    /** Ends a chunk if all its links have results; otherwise returns the indexes without a result. */
    settle: async (entry: ChunkEntry, { first, count }: StartedChunk) =>
      (await run((redis) =>
        SETTLE_CHUNK(redis, keys, targetOf(entry), [entryName(entry), first, count]),
      )) as number[],
    /** `waiting`: the links that were asked without success. */
    postpone: async (
      entry: ChunkEntry,
      { first, count }: StartedChunk,
      delayMs: number,
      waiting: readonly WaitingLink[] = [],
    ) => {
      const since = entry.since === 0 ? Math.floor(Date.now() / 1_000) : entry.since;
      const next = nameWithoutTurn({ ...entry, attempt: entry.attempt + 1, since });
      await run((redis) =>
        SETTLE_CHUNK(redis, keys, targetOf(entry), [
          ...[entryName(entry), first, count, next, delayMs],
          ...waiting.flatMap(({ index, packed }) => [index, packed]),
        ]),
      );
    },
    /** Forgets expired jobs and counts the open jobs. */
    tidy: async (owner: string): Promise<OpenJobs> => {
      for (let first = 0; ; ) {
        const range = [first, first + TIDIED_AT_ONCE - 1];
        const counts = await run((redis) => TIDY_OWNER(redis, keys, { owner }, range));
        const [seen, left, waiting, running] = counts as [number, number, number, number];
        if (seen < TIDIED_AT_ONCE) return { waiting, running };
        first += left;
      }
    },
  };
}
