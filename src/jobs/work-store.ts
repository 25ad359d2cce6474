import type { JobType } from '../contract/jobs.js';
import { createScript } from '../shared-state/script.js';
import { JOB_KINDS, type JobParameters } from './job.js';
import { COMMON, EVEN_IF_FULL } from './scripts.js';
import { countKeys, jobKeys, linksOf, type StoreOptions, textOf } from './stored-job.js';

// The scripts of workers; see scripts.ts.

/**
 * Moves chunks of one owner into its window: first postponed chunks that are due, then new chunks of its jobs in turn.
 * Each chunk gets the number of the owner's turn. The queue is ordered by this number, so that the chunks of owners
 * alternate. An owner without chunks in the window begins at the turn of the others. `turns` holds only owners with
 * chunks, so that idle owners cost nothing. Keys: open, issued, delayed, turns, links, bytes. Values: window, name of
 * meta with "*" for the id, owner, name of issued with "*" for the owner, the highest number of a turn, maxBytes of the
 * owner, maxBytes of all. Returns the entries.
 */
const ISSUE_CHUNKS = createScript(`${COMMON}
local entries = {}
local issued = redis.call('SCARD', KEYS[2])
local room = tonumber(ARGV[1]) - issued
if exceeds(ARGV[6], KEYS[5], 'bytes', 0) or exceeds(ARGV[7], KEYS[6], 'sum', 0) then room = 0 end
local due = room > 0 and redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', now(), 'LIMIT', 0, room) or {}
local jobs = redis.call('LLEN', KEYS[1])
if issued == 0 and jobs == 0 and #due == 0 then
  redis.call('HDEL', KEYS[4], ARGV[3])
  return entries
end
local turn = tonumber(redis.call('HGET', KEYS[4], ARGV[3]) or 0)
if issued == 0 then
  local others
  for _, owner in ipairs(redis.call('HKEYS', KEYS[4])) do
    local count = owner ~= ARGV[3] and redis.call('SCARD', (string.gsub(ARGV[4], '%*', owner))) or 0
    if count > 0 then
      local begun = tonumber(redis.call('HGET', KEYS[4], owner) or 0) - count
      if not others or begun < others then others = begun end
    end
  end
  if not others then redis.call('DEL', KEYS[4]) end
  turn = others and math.max(turn, others) or 0
end
local function issue(name)
  turn = math.min(turn + 1, tonumber(ARGV[5]))
  local entry = name .. '-' .. turn
  redis.call('SADD', KEYS[2], entry)
  entries[#entries + 1] = entry
  room = room - 1
end
for _, entry in ipairs(due) do
  redis.call('ZREM', KEYS[3], entry)
  local key = string.gsub(ARGV[2], '%*', (string.match(entry, '^[^-]+')))
  if isOpen(redis.call('HGET', key, 'state')) then issue(entry) end
end
local idle = 0
while room > 0 and idle < jobs do
  local id = redis.call('LMOVE', KEYS[1], KEYS[1], 'LEFT', 'RIGHT')
  local key = string.gsub(ARGV[2], '%*', id)
  local meta = redis.call('HMGET', key, 'state', 'next', 'chunks')
  if not isOpen(meta[1]) then
    redis.call('LREM', KEYS[1], 0, id)
    jobs = jobs - 1
  elseif tonumber(meta[2]) < tonumber(meta[3]) then
    redis.call('HINCRBY', key, 'next', 1)
    issue(id .. '-' .. meta[2] .. '-0-0')
    idle = 0
  else
    idle = idle + 1
  end
end
if #entries > 0 then
  redis.call('HSET', KEYS[4], ARGV[3], turn)
elseif issued == 0 then
  redis.call('HDEL', KEYS[4], ARGV[3])
end
return entries`);

/**
 * Keys: meta, inputs, results, issued. Values: entry, chunk, first index, number of links. Returns nil if this entry is
 * over; otherwise type, parameters, total of links, inputs ('' = Redis has lost them), and for each link whether it has
 * a result.
 */
const START_CHUNK = createScript(`${COMMON}
if redis.call('SISMEMBER', KEYS[4], ARGV[1]) == 0 then return nil end
local meta = redis.call('HMGET', KEYS[1], 'state', 'type', 'parameters', 'total')
if not isOpen(meta[1]) then
  redis.call('SREM', KEYS[4], ARGV[1])
  return nil
end
if meta[1] == 'waiting' then redis.call('HSET', KEYS[1], 'state', 'running', 'begun', now()) end
local found = {meta[2], meta[3], meta[4], redis.call('HGET', KEYS[2], ARGV[2]) or ''}
for i = 0, ARGV[4] - 1 do found[#found + 1] = redis.call('HEXISTS', KEYS[3], ARGV[3] + i) end
return found`);

/**
 * Stores and counts results of links that have no result yet. Keys: meta, inputs, results, order, open, links, bytes.
 * Values: id, retention, owner, (index, result, counters as `name=by name=by`)…. Returns the state and the number of
 * new results.
 */
const RECORD_RESULTS = createScript(`${COMMON}
local meta = redis.call('HMGET', KEYS[1], 'state', 'total', 'reserved')
if meta[1] ~= 'running' then return {meta[1] or 'gone', 0} end
local added = 0
local done = 0
local bytes = tonumber(redis.call('HGET', KEYS[6], 'b:' .. ARGV[1]) or -1)
local isCounted = bytes >= 0
for i = 4, #ARGV, 3 do
  if redis.call('HSETNX', KEYS[3], ARGV[i], ARGV[i + 1]) == 1 then
    redis.call('RPUSH', KEYS[4], ARGV[i])
    for field, by in string.gmatch(ARGV[i + 2], '(%S+)=(%d+)') do redis.call('HINCRBY', KEYS[1], field, by) end
    done = redis.call('HINCRBY', KEYS[1], 'done', 1)
    added = added + 1
    bytes = bytes + #ARGV[i + 1] - tonumber(meta[3] or 0)
  end
end
if isCounted then setBytes(KEYS[6], KEYS[7], ARGV[3], ARGV[1], math.max(0, bytes)) end
if done < tonumber(meta[2]) then return {'running', added} end
finish(KEYS, ARGV[1], 'finished', ARGV[2])
return {'finished', added}`);

/**
 * Takes a chunk out of the window. Keys: meta, results, issued, delayed. Values: entry, first index, number of links;
 * to postpone the chunk also its next entry and the delay in milliseconds. Returns the indexes without a result, which
 * Redis may have lost with the last second of its append-only file. If there are any, the chunk stays in the window.
 */
const SETTLE_CHUNK = createScript(`${COMMON}
local missing = {}
if isOpen(redis.call('HGET', KEYS[1], 'state')) then
  if ARGV[4] then
    if redis.call('SREM', KEYS[3], ARGV[1]) == 1 then redis.call('ZADD', KEYS[4], now() + ARGV[5], ARGV[4]) end
    return missing
  end
  for i = 0, ARGV[3] - 1 do
    if redis.call('HEXISTS', KEYS[2], ARGV[2] + i) == 0 then missing[#missing + 1] = ARGV[2] + i end
  end
end
if #missing == 0 then redis.call('SREM', KEYS[3], ARGV[1]) end
return missing`);

/**
 * Forgets expired jobs and uploads of one owner, and counts the links and bytes of jobs that were not counted. Looks at
 * a range of the jobs. Keys: all, owners, open, turns, links, bytes. Values: owner, name of meta with "*" for the id,
 * first and last job of the range, bytes of a link of unknown length. Returns the number of jobs looked at, of jobs
 * left, and of all waiting and all running jobs of the owner.
 */
const TIDY_OWNER = createScript(`${EVEN_IF_FULL}${COMMON}
local left = 0
local ids = redis.call('ZRANGE', KEYS[1], ARGV[3], ARGV[4])
for _, id in ipairs(ids) do
  local meta = redis.call('HMGET', (string.gsub(ARGV[2], '%*', id)), 'owner', 'total', 'bytes')
  if not meta[1] then
    forget(KEYS[1], KEYS[2], KEYS[5], KEYS[6], ARGV[1], id)
  else
    left = left + 1
    if meta[2] and redis.call('HSETNX', KEYS[5], id, meta[2]) == 1 then
      redis.call('HINCRBY', KEYS[5], 'sum', meta[2])
    end
    if meta[2] and redis.call('HEXISTS', KEYS[5], 'b:' .. id) == 0 then
      setBytes(KEYS[5], KEYS[6], ARGV[1], id, tonumber(meta[3] or meta[2] * ARGV[5]))
    end
  end
end
settle(KEYS[1], KEYS[2], KEYS[5], KEYS[6], ARGV[1])
if redis.call('EXISTS', KEYS[1]) == 0 then redis.call('HDEL', KEYS[4], ARGV[1]) end
local counts = {#ids, left, 0, 0}
for _, id in ipairs(redis.call('LRANGE', KEYS[3], 0, -1)) do
  local state = redis.call('HGET', (string.gsub(ARGV[2], '%*', id)), 'state')
  if state == 'waiting' then counts[3] = counts[3] + 1 elseif state == 'running' then counts[4] = counts[4] + 1 end
end
return counts`);

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

export interface OpenJobs {
  readonly waiting: number;
  readonly running: number;
}

/** Chunks of one owner in the queue: more than workers take at once, but so few that no owner waits long for a turn. */
const WINDOW = 32;
/** Jobs of one step: a script blocks all other commands. */
const TIDIED_AT_ONCE = 500;
/** Assumed bytes of a link of a job that was stored before bytes were counted. */
const UNCOUNTED_BYTES = 1_000;
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
    /** Moves chunks of an owner into its window and returns them. */
    issue: async (owner: string): Promise<ChunkEntry[]> => {
      const own = (['open', 'issued', 'delayed'] as const).map((kind) => keys.ofJobOwner(kind, owner));
      const names = [...own, keys.jobTurns, ...countKeys(keys, owner)];
      const issuedPattern = keys.ofJobOwner('issued', '*');
      const values = [WINDOW, metaPattern, owner, issuedPattern, MAX_TURN, limits.bytes, limits.allBytes];
      const entries = await run((redis) => ISSUE_CHUNKS(redis, names, values));
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
    /** Null = this chunk is over. */
    start: async (entry: ChunkEntry): Promise<StartedChunk | null> => {
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
    isOpen: async (job: string) => {
      const state = await run((redis) => redis.hget(keys.ofJob('meta', job), 'state'));
      return state === 'waiting' || state === 'running';
    },
    /** Stores the results of links that have no result yet; `added`: how many. */
    record: async ({ owner, job }: ChunkEntry, results: readonly NewResult[]) => {
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
    /** Ends a chunk if all its links have results; otherwise returns the indexes without a result. */
    settle: async (entry: ChunkEntry, { first, count }: StartedChunk) =>
      (await run((redis) =>
        SETTLE_CHUNK(redis, settleKeys(entry), [entryName(entry), first, count]),
      )) as number[],
    postpone: async (entry: ChunkEntry, { first, count }: StartedChunk, delayMs: number) => {
      const since = entry.since === 0 ? Math.floor(Date.now() / 1_000) : entry.since;
      const next = nameWithoutTurn({ ...entry, attempt: entry.attempt + 1, since });
      await run((redis) =>
        SETTLE_CHUNK(redis, settleKeys(entry), [entryName(entry), first, count, next, delayMs]),
      );
    },
    /** Forgets expired jobs and counts the open jobs. */
    tidy: async (owner: string): Promise<OpenJobs> => {
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
