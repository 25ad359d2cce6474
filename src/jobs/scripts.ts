import { createScript } from '../shared-state/script.js';

// What has to happen in one step, in Lua. Redis runs a script as a whole, and its append-only file holds all of it or
// nothing. Times are those of Redis, in milliseconds.

const COMMON = `
local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
local function isOpen(state) return state == 'waiting' or state == 'running' end
-- Ends a job: from now on it only waits to be deleted. keys: meta, inputs, results, order, open
local function finish(keys, id, state, retention)
  local ended = now()
  redis.call('HSET', keys[1], 'state', state, 'ended', ended, 'expires', ended + retention * 1000)
  for i = 1, 4 do redis.call('EXPIRE', keys[i], retention) end
  redis.call('LREM', keys[5], 0, id)
end
-- Forgets a job of an owner, and the links it counted for. "links" of an owner holds them by job, and their sum.
local function forget(all, owners, links, owner, id)
  redis.call('ZREM', all, id)
  local count = redis.call('HGET', links, id)
  if count then
    redis.call('HDEL', links, id)
    redis.call('HINCRBY', links, 'sum', -count)
  end
  if redis.call('EXISTS', all) == 0 then
    redis.call('DEL', links)
    redis.call('SREM', owners, owner)
  end
end
`;

/**
 * Keys: meta, open, all, owners, links. Values: id, owner, mostOpen, mostLinks, seconds to live, fields of meta. Gives
 * "ok", "jobs" (too many open ones) or "links" (no room for one more).
 */
export const OPEN_JOB = createScript(`${COMMON}
local mostOpen = tonumber(ARGV[3])
if mostOpen > 0 and redis.call('LLEN', KEYS[2]) >= mostOpen then return 'jobs' end
local mostLinks = tonumber(ARGV[4])
if mostLinks > 0 and tonumber(redis.call('HGET', KEYS[5], 'sum') or 0) >= mostLinks then return 'links' end
redis.call('HSET', KEYS[1], 'state', 'receiving', 'done', 0, unpack(ARGV, 6))
redis.call('EXPIRE', KEYS[1], ARGV[5])
redis.call('ZADD', KEYS[3], now(), ARGV[1])
redis.call('SADD', KEYS[4], ARGV[2])
return 'ok'`);

/** Counts links that come in. Keys: meta, links. Values: id, number of links, mostLinks. 0 = too many with these. */
export const RESERVE_LINKS = createScript(`
if redis.call('HGET', KEYS[1], 'state') ~= 'receiving' then return 1 end
local most = tonumber(ARGV[3])
if most > 0 and tonumber(redis.call('HGET', KEYS[2], 'sum') or 0) + ARGV[2] > most then return 0 end
redis.call('HINCRBY', KEYS[2], ARGV[1], ARGV[2])
redis.call('HINCRBY', KEYS[2], 'sum', ARGV[2])
return 1`);

/** Deletes an upload. Keys: meta, inputs, results, order, all, owners, links. Values: id, owner. */
export const DISCARD_JOB = createScript(`${COMMON}
redis.call('UNLINK', KEYS[1], KEYS[2], KEYS[3], KEYS[4])
forget(KEYS[5], KEYS[6], KEYS[7], ARGV[2], ARGV[1])`);

/** Keys: meta, inputs, results, order. Values: seconds to live, chunk, inputs, (index, result)… of malformed entries. */
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
 * Keys: meta, inputs, results, order, open, all, owners, links, request. Values: id, owner, total, chunks, mostOpen,
 * mostLinks, retention, first line, hash of the request ('' = it has no key), own columns ('' = none). Gives
 * "ok", "jobs", "links", "lost" (also
 * when only some chunks are: a Redis that was restarted from a snapshot), or what the key of the request was used for
 * before.
 */
export const COMMIT_JOB = createScript(`${COMMON}
local before = ARGV[9] ~= '' and redis.call('GET', KEYS[9])
if before then return before end
if redis.call('HGET', KEYS[1], 'state') ~= 'receiving' then return 'lost' end
if redis.call('HLEN', KEYS[2]) < tonumber(ARGV[4]) then return 'lost' end
local mostOpen = tonumber(ARGV[5])
if mostOpen > 0 and redis.call('LLEN', KEYS[5]) >= mostOpen then return 'jobs' end
local counted = redis.call('HMGET', KEYS[8], 'sum', ARGV[1])
local kept = tonumber(counted[1] or 0) - tonumber(counted[2] or 0) + ARGV[3]
local mostLinks = tonumber(ARGV[6])
if mostLinks > 0 and kept > mostLinks then return 'links' end
redis.call('HSET', KEYS[8], 'sum', kept, ARGV[1], ARGV[3])
for i = 1, 4 do redis.call('PERSIST', KEYS[i]) end
local created = now()
redis.call('HSET', KEYS[1], 'state', 'waiting', 'created', created, 'total', ARGV[3], 'chunks', ARGV[4], 'next', 0,
  'first', ARGV[8])
if ARGV[10] ~= '' then redis.call('HSET', KEYS[1], 'own', ARGV[10]) end
redis.call('ZADD', KEYS[6], created, ARGV[1])
redis.call('SADD', KEYS[7], ARGV[2])
if ARGV[9] ~= '' then
  redis.call('SET', KEYS[9], ARGV[1] .. ' ' .. ARGV[9], 'EX', ARGV[7])
  redis.call('HSET', KEYS[1], 'request', KEYS[9])
end
if tonumber(redis.call('HGET', KEYS[1], 'done')) >= tonumber(ARGV[3]) then
  finish(KEYS, ARGV[1], 'finished', ARGV[7])
else
  redis.call('RPUSH', KEYS[5], ARGV[1])
end
return 'ok'`);

/**
 * Cancels an open job, or deletes one that has ended. Keys: meta, inputs, results, order, open, issued, dropped, all,
 * owners, links. Values: id, retention, owner, '1' to delete a job that has ended. Nil = no such job. Else: 1 =
 * deleted, the time, meta. The entries that no worker has to take any more go to `dropped`.
 */
export const CANCEL_JOB = createScript(`${COMMON}
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
forget(KEYS[8], KEYS[9], KEYS[10], ARGV[3], ARGV[1])
return found`);

/**
 * Brings chunks of one owner into its window: first those whose time to be tried again has come, then new ones, its
 * jobs in turn. Each gets the number of the owner's turn, by which the queue is ordered, so that the chunks of owners
 * alternate. An owner without chunks in the window begins where the others are; `turns` holds those with chunks, so
 * that many owners with nothing to do cost nothing. Keys: open, issued, delayed, turns. Values: window, name of meta
 * with "*" for the id, owner, name of issued with "*" for the owner, the highest number of a turn. Gives the entries.
 */
export const ISSUE_CHUNKS = createScript(`${COMMON}
local entries = {}
local issued = redis.call('SCARD', KEYS[2])
local room = tonumber(ARGV[1]) - issued
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
 * Keys: meta, inputs, results, issued. Values: entry, chunk, first index, number of links. Nil = this entry is over.
 * Else: type, parameters, total of links, inputs ('' = Redis has lost them), and for each link whether it has a result.
 */
export const START_CHUNK = createScript(`${COMMON}
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
 * Stores results that are not there yet, and counts them. Keys: meta, inputs, results, order, open. Values: id,
 * retention, (index, result, counters as `name=by name=by`)…. Gives the state, and how many were new.
 */
export const RECORD_RESULTS = createScript(`${COMMON}
local meta = redis.call('HMGET', KEYS[1], 'state', 'total')
if meta[1] ~= 'running' then return {meta[1] or 'gone', 0} end
local added = 0
local done = 0
for i = 3, #ARGV, 3 do
  if redis.call('HSETNX', KEYS[3], ARGV[i], ARGV[i + 1]) == 1 then
    redis.call('RPUSH', KEYS[4], ARGV[i])
    for field, by in string.gmatch(ARGV[i + 2], '(%S+)=(%d+)') do redis.call('HINCRBY', KEYS[1], field, by) end
    done = redis.call('HINCRBY', KEYS[1], 'done', 1)
    added = added + 1
  end
end
if done < tonumber(meta[2]) then return {'running', added} end
finish(KEYS, ARGV[1], 'finished', ARGV[2])
return {'finished', added}`);

/**
 * Takes a chunk out of the window. Keys: meta, results, issued, delayed. Values: entry, first index, number of links,
 * then nothing, or the entry to come back as and in how many milliseconds. Gives the indexes that have no result,
 * which may have been lost with the last second of an append-only file: then the chunk stays where it is.
 */
export const SETTLE_CHUNK = createScript(`${COMMON}
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
 * Forgets what has expired of some of one owner's jobs, uploads of killed replicas included, and counts the links of
 * jobs that were not counted. Keys: all, owners, open, turns, links. Values: owner, name of meta with "*" for the id,
 * the first job to look at, the last one. Gives how many were looked at and are left, and how many of all its jobs wait
 * and run.
 */
export const TIDY_OWNER = createScript(`${COMMON}
local left = 0
local ids = redis.call('ZRANGE', KEYS[1], ARGV[3], ARGV[4])
for _, id in ipairs(ids) do
  local meta = redis.call('HMGET', (string.gsub(ARGV[2], '%*', id)), 'owner', 'total')
  if not meta[1] then
    forget(KEYS[1], KEYS[2], KEYS[5], ARGV[1], id)
  else
    left = left + 1
    if meta[2] and redis.call('HSETNX', KEYS[5], id, meta[2]) == 1 then
      redis.call('HINCRBY', KEYS[5], 'sum', meta[2])
    end
  end
end
if redis.call('EXISTS', KEYS[1]) == 0 then
  redis.call('DEL', KEYS[5])
  redis.call('SREM', KEYS[2], ARGV[1])
  redis.call('HDEL', KEYS[4], ARGV[1])
end
local counts = {#ids, left, 0, 0}
for _, id in ipairs(redis.call('LRANGE', KEYS[3], 0, -1)) do
  local state = redis.call('HGET', (string.gsub(ARGV[2], '%*', id)), 'state')
  if state == 'waiting' then counts[3] = counts[3] + 1 elseif state == 'running' then counts[4] = counts[4] + 1 end
end
return counts`);
