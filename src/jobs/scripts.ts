import { createScript } from '../shared-state/script.js';

// Lua scripts for steps that must be atomic. Redis runs a script as a whole, and its append-only file holds the whole
// script or nothing of it. Times are in milliseconds, by the clock of Redis.

/** Marks scripts that a full Redis runs: they free memory and store little. */
export const EVEN_IF_FULL = '#!lua flags=allow-oom\n';

export const COMMON = `
local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
local function isOpen(state) return state == 'waiting' or state == 'running' end
-- Ends a job. It is deleted after the retention; after an hour at most if no link has a result but "invalid_request".
-- keys: meta, inputs, results, order, open
local function finish(keys, id, state, retention)
  local ended = now()
  local counts = redis.call('HMGET', keys[1], 'done', 'f:invalid_request', 'request')
  if tonumber(counts[1] or 0) == tonumber(counts[2] or 0) then retention = math.min(retention, 3600) end
  redis.call('HSET', keys[1], 'state', state, 'ended', ended, 'expires', ended + retention * 1000)
  for i = 1, 4 do redis.call('EXPIRE', keys[i], retention) end
  if counts[3] then redis.call('EXPIRE', counts[3], retention) end
  redis.call('LREM', keys[5], 0, id)
end
-- Whether "more" would bring a count above its limit; 0 = there is no limit.
local function exceeds(max, key, field, more)
  return tonumber(max) > 0 and tonumber(redis.call('HGET', key, field) or 0) + more > tonumber(max)
end
-- Sets the bytes that a job takes. "links" of an owner holds the links (<id>) and bytes (b:<id>) of its jobs and their
-- sums (sum, bytes). "bytes" holds the bytes of each owner, and the sum of all.
local function setBytes(links, bytes, owner, id, count)
  local more = count - tonumber(redis.call('HGET', links, 'b:' .. id) or 0)
  redis.call('HSET', links, 'b:' .. id, count)
  redis.call('HINCRBY', links, 'bytes', more)
  redis.call('HINCRBY', bytes, owner, more)
  redis.call('HINCRBY', bytes, 'sum', more)
end
-- Forgets an owner without jobs, and corrects the sum of all owners by the bytes of this owner.
local function settle(all, owners, links, bytes, owner)
  if redis.call('EXISTS', all) == 0 then
    redis.call('DEL', links)
    redis.call('SREM', owners, owner)
  end
  local own = tonumber(redis.call('HGET', links, 'bytes') or 0)
  local sum = redis.call('HINCRBY', bytes, 'sum', own - tonumber(redis.call('HGET', bytes, owner) or 0))
  if own == 0 then redis.call('HDEL', bytes, owner) else redis.call('HSET', bytes, owner, own) end
  if sum == 0 then redis.call('DEL', bytes) end
end
-- Forgets a job of an owner with its links and bytes.
local function forget(all, owners, links, bytes, owner, id)
  redis.call('ZREM', all, id)
  setBytes(links, bytes, owner, id, 0)
  local count = redis.call('HGET', links, id)
  if count then redis.call('HINCRBY', links, 'sum', -count) end
  redis.call('HDEL', links, id, 'b:' .. id)
  settle(all, owners, links, bytes, owner)
end
`;

/**
 * Keys: meta, open, all, owners. Values: id, owner, maxOpen, seconds to live, fields of meta. Returns "ok", or "jobs"
 * if too many jobs are open.
 */
export const OPEN_JOB = createScript(`${COMMON}
local maxOpen = tonumber(ARGV[3])
if maxOpen > 0 and redis.call('LLEN', KEYS[2]) >= maxOpen then return 'jobs' end
redis.call('HSET', KEYS[1], 'state', 'receiving', 'done', 0, unpack(ARGV, 5))
redis.call('EXPIRE', KEYS[1], ARGV[4])
redis.call('ZADD', KEYS[3], now(), ARGV[1])
redis.call('SADD', KEYS[4], ARGV[2])
return 'ok'`);

/**
 * Counts the links and bytes of an upload before its next links are stored. Keys: meta, links, bytes. Values: id,
 * owner, links and bytes of the upload with the next links, maxLinks, maxBytes of the owner, maxBytes of all. Returns
 * "ok" or the exceeded limit: "links", "bytes", or "all bytes".
 */
export const RESERVE = createScript(`${COMMON}
if redis.call('HGET', KEYS[1], 'state') ~= 'receiving' then return 'ok' end
local counted = redis.call('HMGET', KEYS[2], ARGV[1], 'b:' .. ARGV[1])
local links = ARGV[3] - tonumber(counted[1] or 0)
local bytes = ARGV[4] - tonumber(counted[2] or 0)
if exceeds(ARGV[5], KEYS[2], 'sum', links) then return 'links' end
if exceeds(ARGV[6], KEYS[2], 'bytes', bytes) then return 'bytes' end
if exceeds(ARGV[7], KEYS[3], 'sum', bytes) then return 'all bytes' end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[3])
redis.call('HINCRBY', KEYS[2], 'sum', links)
setBytes(KEYS[2], KEYS[3], ARGV[2], ARGV[1], tonumber(ARGV[4]))
return 'ok'`);

/** Deletes an upload. Keys: meta, inputs, results, order, all, owners, links, bytes. Values: id, owner. */
export const DISCARD_JOB = createScript(`${EVEN_IF_FULL}${COMMON}
redis.call('UNLINK', KEYS[1], KEYS[2], KEYS[3], KEYS[4])
forget(KEYS[5], KEYS[6], KEYS[7], KEYS[8], ARGV[2], ARGV[1])`);

/** Keys: meta, inputs, results, order. Values: seconds to live, chunk, inputs, (index, result)… of malformed links. */
export const APPEND_CHUNK = createScript(`${COMMON}
if redis.call('HGET', KEYS[1], 'state') ~= 'receiving' then return 0 end
redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
for i = 4, #ARGV, 2 do
  redis.call('HSET', KEYS[3], ARGV[i], ARGV[i + 1])
  redis.call('RPUSH', KEYS[4], ARGV[i])
end
local malformed = (#ARGV - 3) / 2
if malformed > 0 then
  for _, field in ipairs({'done', 'malformed', 'failed', 'rows', 'f:invalid_request'}) do
    redis.call('HINCRBY', KEYS[1], field, malformed)
  end
end
for i = 1, 4 do redis.call('EXPIRE', KEYS[i], ARGV[1]) end
return 1`);

/**
 * Keys: meta, inputs, results, order, open, all, owners, request. Values: id, owner, total, chunks, maxOpen, bytes,
 * retention, first line, hash of the request ('' = the request has no key), own columns ('' = the list is not a table).
 * Returns "ok", "jobs", "lost", or the earlier request with the same key. "lost" includes the loss of some chunks, as
 * after a restart of Redis from a snapshot.
 */
export const COMMIT_JOB = createScript(`${COMMON}
local before = ARGV[9] ~= '' and redis.call('GET', KEYS[8])
if before then return before end
if redis.call('HGET', KEYS[1], 'state') ~= 'receiving' then return 'lost' end
if redis.call('HLEN', KEYS[2]) < tonumber(ARGV[4]) then return 'lost' end
local maxOpen = tonumber(ARGV[5])
if maxOpen > 0 and redis.call('LLEN', KEYS[5]) >= maxOpen then return 'jobs' end
for i = 1, 4 do redis.call('PERSIST', KEYS[i]) end
local created = now()
redis.call('HSET', KEYS[1], 'state', 'waiting', 'created', created, 'total', ARGV[3], 'chunks', ARGV[4], 'next', 0,
  'first', ARGV[8], 'bytes', ARGV[6])
if ARGV[10] ~= '' then redis.call('HSET', KEYS[1], 'own', ARGV[10]) end
redis.call('ZADD', KEYS[6], created, ARGV[1])
redis.call('SADD', KEYS[7], ARGV[2])
if ARGV[9] ~= '' then
  redis.call('SET', KEYS[8], ARGV[1] .. ' ' .. ARGV[9], 'EX', ARGV[7])
  redis.call('HSET', KEYS[1], 'request', KEYS[8])
end
if tonumber(redis.call('HGET', KEYS[1], 'done')) >= tonumber(ARGV[3]) then
  finish(KEYS, ARGV[1], 'finished', ARGV[7])
else
  redis.call('RPUSH', KEYS[5], ARGV[1])
end
return 'ok'`);

/**
 * Cancels an open job, or deletes a job that has ended. Keys: meta, inputs, results, order, open, issued, dropped, all,
 * owners, links, bytes. Values: id, retention, owner, '1' to delete a job that has ended. Returns nil if the owner has
 * no such job; otherwise 1 (deleted) or 0, the time, meta. The issued entries of the job move to `dropped`: no worker
 * has to take them.
 */
export const CANCEL_JOB = createScript(`${EVEN_IF_FULL}${COMMON}
local meta = redis.call('HMGET', KEYS[1], 'owner', 'state', 'request')
if meta[1] ~= ARGV[3] or meta[2] == 'receiving' then return nil end
local found = {0, now()}
local wasOpen = isOpen(meta[2])
if wasOpen then
  finish(KEYS, ARGV[1], 'cancelled', ARGV[2])
  for _, entry in ipairs(redis.call('SMEMBERS', KEYS[6])) do
    if string.sub(entry, 1, #ARGV[1] + 1) == ARGV[1] .. '-' then
      redis.call('SMOVE', KEYS[6], KEYS[7], entry)
      redis.call('EXPIRE', KEYS[7], ARGV[2])
    end
  end
end
for _, value in ipairs(redis.call('HGETALL', KEYS[1])) do found[#found + 1] = value end
if wasOpen or ARGV[4] ~= '1' then return found end
found[1] = 1
redis.call('UNLINK', KEYS[1], KEYS[2], KEYS[3], KEYS[4])
if meta[3] then redis.call('DEL', meta[3]) end
forget(KEYS[8], KEYS[9], KEYS[10], KEYS[11], ARGV[3], ARGV[1])
return found`);
