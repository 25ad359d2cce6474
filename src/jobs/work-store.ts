import type { JobType } from '../contract/jobs.js';
import type { Keys } from '../shared-state/keys.js';
import { JOB_KINDS, type JobLimits, type JobParameters } from './job.js';
import { countKeys, jobKeys, linksOf, type Run, textOf } from './stored-job.js';
import { ISSUE_CHUNKS, RECORD_RESULTS, SETTLE_CHUNK, START_CHUNK, TIDY_OWNER } from './work-scripts.js';

/** A chunk in the queue. */
export interface ChunkEntry {
  /** Hash of the client. */
  readonly owner: string;
  readonly job: string;
  readonly chunk: number;
  /** How often the chunk was put off. */
  readonly attempt: number;
  /** When it was put off first, in seconds since 1970; 0 = it was not. */
  readonly since: number;
  /** The owner's turn, by which the queue is ordered; from 1. */
  readonly turn: number;
}

/** A link of a chunk that has no result yet. */
export interface OpenLink {
  readonly index: number;
  /** Null = Redis has lost it. */
  readonly input: string | null;
}

export interface StartedChunk {
  readonly type: JobType;
  readonly parameters: JobParameters;
  readonly first: number;
  readonly count: number;
  readonly links: readonly OpenLink[];
}

/** A result to store. `counters`: by how much fields of the job's meta grow. */
export interface NewResult {
  readonly index: number;
  readonly packed: string;
  readonly counters: Readonly<Record<string, number>>;
}

/** The jobs of all clients, as workers use them. */
export interface WorkStore {
  owners(): Promise<string[]>;
  /** Brings chunks of an owner into its window, and gives them. */
  issue(owner: string): Promise<ChunkEntry[]>;
  /** All chunks in an owner's window. */
  issued(owner: string): Promise<ChunkEntry[]>;
  /** Chunks of cancelled jobs that may be in the queue; `forget` takes note that they are not any more. */
  dropped(owner: string): Promise<ChunkEntry[]>;
  forget(owner: string, entries: readonly ChunkEntry[]): Promise<void>;
  /** Null = this chunk is over. */
  start(entry: ChunkEntry): Promise<StartedChunk | null>;
  isOpen(job: string): Promise<boolean>;
  /** Stores those that are new. */
  record(entry: ChunkEntry, results: readonly NewResult[]): Promise<Recorded>;
  /** Ends a chunk. Gives the indexes that have no result; then it has not ended. */
  settle(entry: ChunkEntry, chunk: StartedChunk): Promise<number[]>;
  /** Puts a chunk off for `delayMs`. */
  postpone(entry: ChunkEntry, chunk: StartedChunk, delayMs: number): Promise<void>;
  /** Forgets what has expired, and counts the open jobs. */
  tidy(owner: string): Promise<OpenJobs>;
}

export interface Recorded {
  readonly isOpen: boolean;
  readonly added: number;
}

export interface OpenJobs {
  readonly waiting: number;
  readonly running: number;
}

interface WorkOptions {
  readonly run: Run;
  readonly keys: Keys;
  readonly retentionSeconds: number;
  readonly limits: JobLimits;
}

/** Chunks of one owner in the queue: more than workers take at once, and few enough that nobody waits long for a turn. */
const WINDOW = 32;
/** Jobs that are looked at in one step: a script lets nobody else in. */
const TIDIED_AT_ONCE = 500;
/** Of a link of a job that was stored before bytes were counted. */
const UNCOUNTED_BYTES = 1_000;
/** BullMQ's highest priority number. Turns begin anew when the queue is empty; beyond this, chunks go in order of arrival. */
const HIGHEST_TURN = 2_097_151;

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

export function createWorkStore({ run, keys, retentionSeconds, limits }: WorkOptions): WorkStore {
  const metaPattern = keys.ofJob('meta', '*');
  const settleKeys = ({ owner, job }: ChunkEntry) => [
    ...[keys.ofJob('meta', job), keys.ofJob('results', job)],
    ...[keys.ofJobOwner('issued', owner), keys.ofJobOwner('delayed', owner)],
  ];
  const entriesOf = async (kind: 'issued' | 'dropped', owner: string) => {
    const entries = await run((redis) => redis.smembers(keys.ofJobOwner(kind, owner)));
    return entries.map((name) => parseEntry(owner, name));
  };
  return {
    owners: () => run((redis) => redis.smembers(keys.jobOwners)),
    issue: async (owner) => {
      const own = (['open', 'issued', 'delayed'] as const).map((kind) => keys.ofJobOwner(kind, owner));
      const names = [...own, keys.jobTurns, ...countKeys(keys, owner)];
      const issuedPattern = keys.ofJobOwner('issued', '*');
      const values = [WINDOW, metaPattern, owner, issuedPattern, HIGHEST_TURN, limits.bytes, limits.allBytes];
      const entries = await run((redis) => ISSUE_CHUNKS(redis, names, values));
      return (entries as string[]).map((name) => parseEntry(owner, name));
    },
    issued: (owner) => entriesOf('issued', owner),
    dropped: (owner) => entriesOf('dropped', owner),
    forget: async (owner, entries) => {
      if (entries.length === 0) return;
      await run((redis) => redis.srem(keys.ofJobOwner('dropped', owner), ...entries.map(entryName)));
    },
    start: async (entry) => {
      const { owner, job, chunk } = entry;
      const type = (await run((redis) => redis.hget(keys.ofJob('meta', job), 'type'))) as JobType | null;
      const size = type === null ? 1 : JOB_KINDS[type].chunk;
      const first = chunk * size;
      const [meta, inputs, results] = jobKeys(keys, job);
      const names = [meta ?? '', inputs ?? '', results ?? '', keys.ofJobOwner('issued', owner)];
      const found = (await run((redis) =>
        START_CHUNK(redis, names, [entryName(entry), chunk, first, size]),
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
    isOpen: async (job) => {
      const state = await run((redis) => redis.hget(keys.ofJob('meta', job), 'state'));
      return state === 'waiting' || state === 'running';
    },
    record: async ({ owner, job }, results) => {
      const values = results.flatMap(({ index, packed, counters }) => {
        const grown = Object.entries(counters).map(([name, by]) => `${name}=${by}`);
        return [index, packed, grown.join(' ')];
      });
      const names = [...jobKeys(keys, job), keys.ofJobOwner('open', owner), ...countKeys(keys, owner)];
      const given = [job, retentionSeconds, owner, ...values];
      const answer = await run((redis) => RECORD_RESULTS(redis, names, given));
      const [state, added] = answer as [string, number];
      return { isOpen: state === 'running', added };
    },
    settle: async (entry, { first, count }) =>
      (await run((redis) =>
        SETTLE_CHUNK(redis, settleKeys(entry), [entryName(entry), first, count]),
      )) as number[],
    postpone: async (entry, { first, count }, delayMs) => {
      const since = entry.since === 0 ? Math.floor(Date.now() / 1_000) : entry.since;
      const next = nameWithoutTurn({ ...entry, attempt: entry.attempt + 1, since });
      await run((redis) =>
        SETTLE_CHUNK(redis, settleKeys(entry), [entryName(entry), first, count, next, delayMs]),
      );
    },
    tidy: async (owner) => {
      const own = [keys.ofJobOwner('all', owner), keys.jobOwners, keys.ofJobOwner('open', owner)];
      const names = [...own, keys.jobTurns, ...countKeys(keys, owner)];
      for (let first = 0; ; ) {
        const values = [owner, metaPattern, first, first + TIDIED_AT_ONCE - 1, UNCOUNTED_BYTES];
        const counts = await run((redis) => TIDY_OWNER(redis, names, values));
        const [seen, left, waiting, running] = counts as [number, number, number, number];
        if (seen < TIDIED_AT_ONCE) return { waiting, running };
        first += left;
      }
    },
  };
}
