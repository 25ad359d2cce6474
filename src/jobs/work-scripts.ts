import { createScript } from '../shared-state/script.js';
import { COMMON, EVEN_IF_FULL } from './scripts.js';

// The scripts of workers; see scripts.ts.

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
 * Stores results that are not there yet, and counts them. Keys: meta, inputs, results, order, open, links, bytes. Values:
 * id, retention, owner, (index, result, counters as `name=by name=by`)…. Gives the state, and how many were new.
 */
export const RECORD_RESULTS = createScript(`${COMMON}
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
 * Forgets what has expired of some of one owner's jobs, uploads of killed replicas included, and counts the links and
 * bytes of jobs that were not counted. Keys: all, owners, open, turns, links, bytes. Values: owner, name of meta with "*"
 * for the id, the first job to look at, the last one, bytes of a link of unknown length. Gives how many were looked at and
 * are left, and how many of all its jobs wait and run.
 */
export const TIDY_OWNER = createScript(`${EVEN_IF_FULL}${COMMON}
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
