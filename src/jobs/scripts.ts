import type { Redis } from 'ioredis';
import type { Keys } from '../shared-state/keys.js';
import { createScript } from '../shared-state/script.js';

// Lua scripts for steps that must be atomic. Redis runs a script as a whole, and its append-only file holds the whole
// script or nothing of it. Times are in milliseconds, by the clock of Redis.

const JOB_PARTS = ['meta', 'inputs', 'results', 'order'] as const;

/** Marks scripts that a full Redis runs: they free memory and store little. */
const EVEN_IF_FULL = '#!lua flags=allow-oom\n';

/** The beginning of every script: names for its keys and first values, and the functions that scripts share. */
const COMMON = `
local meta, inputs, results, order = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local all, open, issued, delayed, dropped, links = KEYS[5], KEYS[6], KEYS[7], KEYS[8], KEYS[9], KEYS[10]
local owners, bytes, turns = KEYS[11], KEYS[12], KEYS[13]
-- The links of the job that wait for another attempt: the failure of the last attempt by index.
local waits = KEYS[14]
local id, owner = ARGV[1], ARGV[2]
local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
local function isOpen(state) return state == 'waiting' or state == 'running' end
-- The key of another job's meta; the id of this script is "*".
local function metaOf(other) return (string.gsub(meta, '%*', other)) end
local function addUp(key, fields, by)
  for _, field in ipairs(fields) do redis.call('HINCRBY', key, field, by) end
end
-- Ends the job. It is deleted after the retention; after an hour at most if every result is "invalid_request".
local function finish(state, retention)
  local ended = now()
  local counts = redis.call('HMGET', meta, 'done', 'f:invalid_request', 'request')
  if tonumber(counts[1] or 0) == tonumber(counts[2] or 0) then retention = math.min(retention, 3600) end
  redis.call('HSET', meta, 'state', state, 'ended', ended, 'expires', ended + retention * 1000)
  for i = 1, 4 do redis.call('EXPIRE', KEYS[i], retention) end
  redis.call('UNLINK', waits)
  if counts[3] then redis.call('EXPIRE', counts[3], retention) end
  redis.call('LREM', open, 0, id)
end
-- Stores and counts the result of a link that has none yet; true if it is new. "counters": name=by name=by.
local function addResult(index, result, counters)
  if redis.call('HSETNX', results, index, result) == 0 then return false end
  redis.call('RPUSH', order, index)
  redis.call('HDEL', waits, index)
  for field, by in string.gmatch(counters, '(%S+)=(%d+)') do redis.call('HINCRBY', meta, field, by) end
  redis.call('HINCRBY', meta, 'done', 1)
  return true
end
-- Whether "more" would bring a count above its limit; 0 = there is no limit.
local function exceeds(max, key, field, more)
  return tonumber(max) > 0 and tonumber(redis.call('HGET', key, field) or 0) + more > tonumber(max)
end
-- Sets the bytes that a job takes. "links" of an owner holds the links (<id>) and bytes (b:<id>) of its jobs and their
-- sums (sum, bytes). "bytes" holds the bytes of each owner, and the sum of all.
local function setBytes(job, count)
  local more = count - tonumber(redis.call('HGET', links, 'b:' .. job) or 0)
  redis.call('HSET', links, 'b:' .. job, count)
  redis.call('HINCRBY', links, 'bytes', more)
  addUp(bytes, {owner, 'sum'}, more)
end
-- Corrects the bytes of the job by "more"; -1 in "taken" = Redis has lost the count.
local function grow(more)
  local taken = tonumber(redis.call('HGET', links, 'b:' .. id) or -1)
  if taken >= 0 then setBytes(id, math.max(0, taken + more)) end
end
-- Forgets an owner without jobs, and corrects the sum of all owners by the bytes of this owner.
local function settle()
  if redis.call('EXISTS', all) == 0 then
    redis.call('DEL', links)
    redis.call('SREM', owners, owner)
  end
  local own = tonumber(redis.call('HGET', links, 'bytes') or 0)
  local sum = redis.call('HINCRBY', bytes, 'sum', own - tonumber(redis.call('HGET', bytes, owner) or 0))
  if own == 0 then redis.call('HDEL', bytes, owner) else redis.call('HSET', bytes, owner, own) end
  if sum == 0 then redis.call('DEL', bytes) end
end
-- Forgets a job of the owner with its links and bytes.
local function forget(job)
  redis.call('ZREM', all, job)
  setBytes(job, 0)
  local count = redis.call('HGET', links, job)
  if count then redis.call('HINCRBY', links, 'sum', -count) end
  redis.call('HDEL', links, job, 'b:' .. job)
  settle()
end
`;

/** The job on which a script works. A script that works on several jobs of the owner has the id "*". */
interface ScriptTarget {
  readonly owner: string;
  readonly id?: string;
}

const script = (lua: string, flags = '') => {
  const run = createScript(flags + COMMON + lua);
  return (
    redis: Redis,
    { ofJob, ofJobOwner, jobOwners, jobBytes, jobTurns }: Keys,
    { owner, id = '*' }: ScriptTarget,
    values: readonly (string | number)[] = [],
  ) => {
    const keys = [
      ...JOB_PARTS.map((part) => ofJob(part, id)),
      ...(['all', 'open', 'issued', 'delayed', 'dropped', 'links'] as const).map((part) =>
        ofJobOwner(part, owner),
      ),
      ...[jobOwners, jobBytes, jobTurns, ofJob('waits', id)],
    ];
    return run(redis, keys, [id, owner, ...values]);
  };
};
const scriptEvenIfFull = (lua: string) => script(lua, EVEN_IF_FULL);

// Scripts of an upload.

/** Values: maxOpen, seconds to live, fields of meta. Returns "ok", or "jobs" if too many jobs are open. */
export const OPEN_JOB = script(`
local maxOpen = tonumber(ARGV[3])
if maxOpen > 0 and redis.call('LLEN', open) >= maxOpen then return 'jobs' end
redis.call('HSET', meta, 'state', 'receiving', 'owner', owner, 'done', 0, unpack(ARGV, 5))
redis.call('EXPIRE', meta, ARGV[4])
redis.call('ZADD', all, now(), id)
redis.call('SADD', owners, owner)
return 'ok'`);

/**
 * Counts the links and bytes of an upload before its next links are stored. Values: links and bytes of the upload with
 * the next links, maxLinks, maxBytes of the owner, maxBytes of all. Returns "ok" or the exceeded limit: "links",
 * "bytes", or "all bytes".
 */
export const RESERVE = script(`
if redis.call('HGET', meta, 'state') ~= 'receiving' then return 'ok' end
local counted = redis.call('HMGET', links, id, 'b:' .. id)
local moreLinks = ARGV[3] - tonumber(counted[1] or 0)
local moreBytes = ARGV[4] - tonumber(counted[2] or 0)
if exceeds(ARGV[5], links, 'sum', moreLinks) then return 'links' end
if exceeds(ARGV[6], links, 'bytes', moreBytes) then return 'bytes' end
if exceeds(ARGV[7], bytes, 'sum', moreBytes) then return 'all bytes' end
redis.call('HSET', links, id, ARGV[3])
redis.call('HINCRBY', links, 'sum', moreLinks)
setBytes(id, tonumber(ARGV[4]))
return 'ok'`);

/** Deletes an upload. */
export const DISCARD_JOB = scriptEvenIfFull(`
redis.call('UNLINK', meta, inputs, results, order)
forget(id)`);

/** Values: seconds to live, chunk, inputs, (index, result)… of malformed links. */
export const APPEND_CHUNK = script(`
if redis.call('HGET', meta, 'state') ~= 'receiving' then return 0 end
redis.call('HSET', inputs, ARGV[4], ARGV[5])
for i = 6, #ARGV, 2 do
  redis.call('HSET', results, ARGV[i], ARGV[i + 1])
  redis.call('RPUSH', order, ARGV[i])
end
local malformed = (#ARGV - 5) / 2
if malformed > 0 then addUp(meta, {'done', 'malformed', 'failed', 'rows', 'f:invalid_request'}, malformed) end
for i = 1, 4 do redis.call('EXPIRE', KEYS[i], ARGV[3]) end
return 1`);

/**
 * Values: total, chunks, maxOpen, bytes, retention, first line, own columns ('' = the list is not a table), key and
 * hash of the request ('' = the request has no key). Returns "ok", "jobs", "lost", or the earlier request with the same
 * key. "lost" includes the loss of some chunks, as after a restart of Redis from a snapshot.
 */
export const COMMIT_JOB = script(`
local request, hash = ARGV[10], ARGV[11]
local before = request ~= '' and redis.call('GET', request)
if before then return before end
if redis.call('HGET', meta, 'state') ~= 'receiving' then return 'lost' end
if redis.call('HLEN', inputs) < tonumber(ARGV[4]) then return 'lost' end
local maxOpen = tonumber(ARGV[5])
if maxOpen > 0 and redis.call('LLEN', open) >= maxOpen then return 'jobs' end
for i = 1, 4 do redis.call('PERSIST', KEYS[i]) end
local created = now()
redis.call('HSET', meta, 'state', 'waiting', 'created', created, 'total', ARGV[3], 'chunks', ARGV[4], 'next', 0,
  'first', ARGV[8], 'bytes', ARGV[6])
if ARGV[9] ~= '' then redis.call('HSET', meta, 'own', ARGV[9]) end
redis.call('ZADD', all, created, id)
redis.call('SADD', owners, owner)
if request ~= '' then
  redis.call('SET', request, id .. ' ' .. hash, 'EX', ARGV[7])
  redis.call('HSET', meta, 'request', request)
end
if tonumber(redis.call('HGET', meta, 'done')) >= tonumber(ARGV[3]) then
  finish('finished', ARGV[7])
else
  redis.call('RPUSH', open, id)
end
return 'ok'`);

// Scripts of requests.

/**
 * Cancels an open job, or deletes a job that has ended. Values: retention, '1' to delete a job that has ended. Returns
 * nil if the owner has no such job; otherwise 1 (deleted) or 0, the time, meta. The issued entries of the job move to
 * `dropped`: no worker has to take them.
 */
export const CANCEL_JOB = scriptEvenIfFull(`
local known = redis.call('HMGET', meta, 'owner', 'state', 'request')
if known[1] ~= owner or known[2] == 'receiving' then return nil end
local found = {0, now()}
local wasOpen = isOpen(known[2])
if wasOpen then
  finish('cancelled', ARGV[3])
  for _, entry in ipairs(redis.call('SMEMBERS', issued)) do
    if string.sub(entry, 1, #id + 1) == id .. '-' then
      redis.call('SMOVE', issued, dropped, entry)
      redis.call('EXPIRE', dropped, ARGV[3])
    end
  end
end
for _, value in ipairs(redis.call('HGETALL', meta)) do found[#found + 1] = value end
if wasOpen or ARGV[4] ~= '1' then return found end
found[1] = 1
redis.call('UNLINK', meta, inputs, results, order)
if known[3] then redis.call('DEL', known[3]) end
forget(id)
return found`);

/**
 * Ends the waiting of links that wait for another attempt: the failure of their last attempt becomes their result.
 * Other links of the job are not affected. Values: retention, maximum links of one call, because the script blocks all
 * other commands. Returns nil if the owner has no such job; otherwise the number of new results, and of links that
 * still wait.
 */
export const END_WAITING = scriptEvenIfFull(`
local known = redis.call('HMGET', meta, 'owner', 'state', 'total', 'reserved')
if known[1] ~= owner or known[2] == 'receiving' then return nil end
if not isOpen(known[2]) then return {0, 0} end
local added, more = 0, 0
for _, index in ipairs(redis.call('HRANDFIELD', waits, ARGV[4])) do
  local failure = redis.call('HGET', waits, index)
  local code = string.match(failure, '"code":"([%w_]+)"') or 'internal_error'
  if addResult(index, failure, 'failed=1 rows=1 f:' .. code .. '=1') then
    added = added + 1
    more = more + #failure - tonumber(known[4] or 0)
  end
end
grow(more)
if tonumber(redis.call('HGET', meta, 'done')) >= tonumber(known[3]) then finish('finished', ARGV[3]) end
return {added, redis.call('HLEN', waits)}`);

// Scripts of workers.

/**
 * Moves chunks of one owner into its window: first postponed chunks that are due, then new chunks of its jobs in turn.
 * Each chunk gets the number of the owner's turn. The queue is ordered by this number, so that the chunks of owners
 * alternate. An owner without chunks in the window begins at the turn of the others. `turns` holds only owners with
 * chunks, so that idle owners cost nothing. Values: window, name of issued with "*" for the owner, the highest number
 * of a turn, maxBytes of the owner, maxBytes of all. Returns the entries.
 */
export const ISSUE_CHUNKS = script(`
local entries = {}
local count = redis.call('SCARD', issued)
local room = tonumber(ARGV[3]) - count
if exceeds(ARGV[6], links, 'bytes', 0) or exceeds(ARGV[7], bytes, 'sum', 0) then room = 0 end
local due = room > 0 and redis.call('ZRANGEBYSCORE', delayed, '-inf', now(), 'LIMIT', 0, room) or {}
local jobs = redis.call('LLEN', open)
if count == 0 and jobs == 0 and #due == 0 then
  redis.call('HDEL', turns, owner)
  return entries
end
local turn = tonumber(redis.call('HGET', turns, owner) or 0)
if count == 0 then
  local others
  for _, other in ipairs(redis.call('HKEYS', turns)) do
    local held = other ~= owner and redis.call('SCARD', (string.gsub(ARGV[4], '%*', other))) or 0
    if held > 0 then
      local begun = tonumber(redis.call('HGET', turns, other) or 0) - held
      if not others or begun < others then others = begun end
    end
  end
  if not others then redis.call('DEL', turns) end
  turn = others and math.max(turn, others) or 0
end
local function issue(name)
  turn = math.min(turn + 1, tonumber(ARGV[5]))
  local entry = name .. '-' .. turn
  redis.call('SADD', issued, entry)
  entries[#entries + 1] = entry
  room = room - 1
end
for _, entry in ipairs(due) do
  redis.call('ZREM', delayed, entry)
  if isOpen(redis.call('HGET', metaOf(string.match(entry, '^[^-]+')), 'state')) then issue(entry) end
end
local idle = 0
while room > 0 and idle < jobs do
  local job = redis.call('LMOVE', open, open, 'LEFT', 'RIGHT')
  local found = redis.call('HMGET', metaOf(job), 'state', 'next', 'chunks')
  if not isOpen(found[1]) then
    redis.call('LREM', open, 0, job)
    jobs = jobs - 1
  elseif tonumber(found[2]) < tonumber(found[3]) then
    redis.call('HINCRBY', metaOf(job), 'next', 1)
    issue(job .. '-' .. found[2] .. '-0-0')
    idle = 0
  else
    idle = idle + 1
  end
end
if #entries > 0 then
  redis.call('HSET', turns, owner, turn)
elseif count == 0 then
  redis.call('HDEL', turns, owner)
end
return entries`);

/**
 * Values: entry, chunk, first index, number of links. Returns nil if this entry is over; otherwise type, parameters,
 * total of links, inputs ('' = Redis has lost them), and for each link whether it has a result.
 */
export const START_CHUNK = script(`
if redis.call('SISMEMBER', issued, ARGV[3]) == 0 then return nil end
local job = redis.call('HMGET', meta, 'state', 'type', 'parameters', 'total')
if not isOpen(job[1]) then
  redis.call('SREM', issued, ARGV[3])
  return nil
end
if job[1] == 'waiting' then redis.call('HSET', meta, 'state', 'running', 'begun', now()) end
local found = {job[2], job[3], job[4], redis.call('HGET', inputs, ARGV[4]) or ''}
for i = 0, ARGV[6] - 1 do found[#found + 1] = redis.call('HEXISTS', results, ARGV[5] + i) end
return found`);

/**
 * Stores and counts results of links that have no result yet. Values: retention, (index, result, counters as
 * `name=by name=by`)…. Returns the state and the number of new results.
 */
export const RECORD_RESULTS = script(`
local job = redis.call('HMGET', meta, 'state', 'total', 'reserved')
if job[1] ~= 'running' then return {job[1] or 'gone', 0} end
local added, more = 0, 0
for i = 4, #ARGV, 3 do
  if addResult(ARGV[i], ARGV[i + 1], ARGV[i + 2]) then
    added = added + 1
    more = more + #ARGV[i + 1] - tonumber(job[3] or 0)
  end
end
grow(more)
if tonumber(redis.call('HGET', meta, 'done')) < tonumber(job[2]) then return {'running', added} end
finish('finished', ARGV[3])
return {'finished', added}`);

/**
 * Takes a chunk out of the window. Values: entry, first index, number of links; to postpone the chunk also its next
 * entry, the delay in milliseconds, and (index, failure)… of the links that wait for another attempt. Returns the
 * indexes without a result, which Redis may have lost with the last second of its append-only file. If there are any,
 * the chunk stays in the window.
 */
export const SETTLE_CHUNK = script(`
local missing = {}
if isOpen(redis.call('HGET', meta, 'state')) then
  if ARGV[6] then
    if redis.call('SREM', issued, ARGV[3]) == 1 then redis.call('ZADD', delayed, now() + ARGV[7], ARGV[6]) end
    for i = 8, #ARGV, 2 do
      if redis.call('HEXISTS', results, ARGV[i]) == 0 then redis.call('HSET', waits, ARGV[i], ARGV[i + 1]) end
    end
    return missing
  end
  for i = 0, ARGV[5] - 1 do
    if redis.call('HEXISTS', results, ARGV[4] + i) == 0 then missing[#missing + 1] = ARGV[4] + i end
  end
end
if #missing == 0 then redis.call('SREM', issued, ARGV[3]) end
return missing`);

/**
 * Forgets expired jobs and uploads of one owner, and counts the links and bytes of jobs whose counts Redis has lost.
 * Looks at a range of the jobs. Values: first and last job of the range. Returns the number of jobs looked at, of jobs
 * left, and of all waiting and all running jobs of the owner.
 */
export const TIDY_OWNER = scriptEvenIfFull(`
local left = 0
local ids = redis.call('ZRANGE', all, ARGV[3], ARGV[4])
for _, job in ipairs(ids) do
  local found = redis.call('HMGET', metaOf(job), 'owner', 'total', 'bytes')
  if not found[1] then
    forget(job)
  else
    left = left + 1
    if found[2] and redis.call('HSETNX', links, job, found[2]) == 1 then
      redis.call('HINCRBY', links, 'sum', found[2])
    end
    if found[3] and redis.call('HEXISTS', links, 'b:' .. job) == 0 then setBytes(job, tonumber(found[3])) end
  end
end
settle()
if redis.call('EXISTS', all) == 0 then redis.call('HDEL', turns, owner) end
local counts = {#ids, left, 0, 0}
for _, job in ipairs(redis.call('LRANGE', open, 0, -1)) do
  local state = redis.call('HGET', metaOf(job), 'state')
  if state == 'waiting' then counts[3] = counts[3] + 1 elseif state == 'running' then counts[4] = counts[4] + 1 end
end
return counts`);
