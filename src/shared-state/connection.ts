import type { Redis, RedisOptions } from 'ioredis';
import { StartupError } from '../contract/errors.js';
import { deferred } from '../runtime/deferred.js';
import type { Logger } from '../runtime/logger.js';
import { createKeys } from './keys.js';
import { failureName, isOfOneCommand, loginProblem, SharedStateUnavailable } from './redis-failures.js';
import type { RedisAddress } from './redis-url.js';
import { createScript } from './script.js';

/** `degraded`: Redis cannot be used, and this replica uses its own state. */
export type SharedStateHealth = 'ok' | 'degraded';

/** The connection to the Redis that the replicas share. */
export type SharedState = Awaited<ReturnType<typeof connectSharedState>>;

interface SharedStateOptions {
  readonly address: RedisAddress;
  readonly egressGroup: string;
  readonly log: Logger;
}

/** Maximum wait for commands, in milliseconds. */
const COMMAND_MS = 300;
/**
 * Commands that take longer are slow. If all commands are slow for `SLOW_TIME_MS`, Redis is not used, because it would
 * slow lookups down.
 */
const SLOW_MS = 100;
const SLOW_TIME_MS = 1_000;
const CONNECT_MS = 2_000;
/** How long the start waits for Redis. */
const START_MS = 1_000;
const PROBE_EVERY_MS = 1_000;
const MAX_RETRY_MS = 2_000;
/** After this many probes without an answer, a connection is replaced: its other end may be gone without notice. */
const LATE_PROBES = 5;
const HEALTH_KEY_MS = 10_000;
/** The answer of a full Redis to commands that store data. */
const FULL = 'OOM';

/** Writes, so that it fails when Redis is full or read-only. */
const PROBE = createScript(`return redis.call('SET', KEYS[1], '1', 'PX', ARGV[1])`);

/**
 * Connects to Redis. If Redis does not answer within a second, the service starts without it and uses it later.
 * @throws StartupError when Redis refuses the login
 */
export async function connectSharedState(options: SharedStateOptions) {
  const { address, egressGroup, log } = options;
  // Imported here, so that a service without Redis does not load its client.
  const { Redis: Client } = await import('ioredis');
  const redis = new Client({ ...clientOptions(address), ...FAIL_FAST_OPTIONS });
  const keys = createKeys(address.password, egressGroup);
  const listeners: ((health: SharedStateHealth) => void)[] = [];
  const repeated = new Set<NodeJS.Timeout>();
  let health: SharedStateHealth = 'degraded';
  let isClosed = false;
  let isStarting = true;
  let isProbing = false;
  /** The latest failure of the connection itself, for the log. */
  let failure = 'timeout';
  let isFull = false;
  let slowSince: number | null = null;
  let lateProbes = 0;

  const change = (next: SharedStateHealth, reason: string) => {
    isFull = reason === FULL;
    if (health === next || isClosed) return;
    health = next;
    slowSince = null;
    if (next === 'ok') log.info({ sharedState: next }, 'the shared state in Redis is used');
    else log.warn({ sharedState: next, reason }, 'Redis cannot be used: continuing with local state');
    for (const listener of listeners) listener(next);
  };
  const noteSpeed = (isSlow: boolean) => {
    if (!isSlow) slowSince = null;
    else slowSince ??= performance.now();
    if (slowSince !== null && performance.now() - slowSince >= SLOW_TIME_MS) change('degraded', 'slow');
  };

  /**
   * Runs commands, which take at most `COMMAND_MS` together. `worksWhenFull`: the commands only read and delete, which
   * a full Redis allows.
   * @throws SharedStateUnavailable when the commands fail or take longer, and at once while degraded
   */
  const run = async <T>(commands: (redis: Redis) => Promise<T>, worksWhenFull = false): Promise<T> => {
    if (health === 'degraded' && !(isFull && worksWhenFull)) throw new SharedStateUnavailable(isFull);
    try {
      return await inTime(commands(redis), COMMAND_MS, noteSpeed);
    } catch (error) {
      // A rejection that is not an Error is an answer: rate-limiter-flexible rejects with a refusal.
      if (!(error instanceof Error)) throw error;
      if (isOfOneCommand(error)) log.warn({ reply: failureName(error) }, 'Redis refused a command');
      else change('degraded', error instanceof Late ? 'timeout' : failureName(error));
      throw new SharedStateUnavailable(isFull);
    }
  };

  const probe = async () => {
    if (isProbing || isClosed || health === 'ok' || redis.status !== 'ready') return;
    isProbing = true;
    try {
      // A slow Redis stays degraded.
      await inTime(PROBE(redis, [keys.health], [HEALTH_KEY_MS]), SLOW_MS);
      lateProbes = 0;
      change('ok', '');
    } catch (error) {
      failure = error instanceof Late ? 'timeout' : failureName(error);
      change('degraded', failure);
      lateProbes = error instanceof Late ? lateProbes + 1 : 0;
      if (lateProbes % LATE_PROBES === LATE_PROBES - 1) redis.disconnect(true);
    } finally {
      isProbing = false;
    }
  };

  const started = deferred<string | null>();
  const onStarted = () => started.resolve(null);
  listeners.push(onStarted);
  redis.on('error', (error: unknown) => {
    failure = failureName(error);
    const problem = isStarting ? loginProblem(error) : null;
    if (problem !== null) started.resolve(problem);
  });
  redis.on('close', () => change('degraded', failure));
  redis.on('ready', () => void probe());
  const prober = setInterval(() => void probe(), PROBE_EVERY_MS);
  prober.unref();
  const close = () => {
    isClosed = true;
    clearInterval(prober);
    for (const timer of repeated) clearTimeout(timer);
    redis.disconnect();
  };

  redis.connect().catch(() => undefined);
  const deadline = setTimeout(onStarted, START_MS);
  const problem = await started.promise;
  clearTimeout(deadline);
  isStarting = false;
  listeners.length = 0;
  if (problem !== null) {
    close();
    throw new StartupError(problem);
  }
  if (health === 'degraded')
    log.warn(
      { sharedState: health, reason: failure },
      'Redis cannot be reached: starting with local state; Redis is used as soon as it answers',
    );

  return {
    keys,
    health: () => health,
    run,
    /** Calls `listener` after each change. */
    onChange: (listener: (health: SharedStateHealth) => void): void => void listeners.push(listener),
    /**
     * Repeats `work` every `ms` milliseconds while Redis can be used, and at once when it can be used again. Failures
     * of `work` are ignored.
     */
    repeat: (ms: number, work: () => Promise<void>) => {
      let timer: NodeJS.Timeout | undefined;
      const again = async () => {
        if (timer !== undefined) {
          clearTimeout(timer);
          repeated.delete(timer);
        }
        timer = undefined;
        if (health === 'ok') await work().catch(() => undefined);
        // A recovery may have started another round meanwhile.
        if (isClosed || timer !== undefined || health === 'degraded') return;
        timer = setTimeout(() => void again(), ms);
        timer.unref();
        repeated.add(timer);
      };
      listeners.push((next) => {
        if (next === 'ok') void again();
      });
      void again();
    },
    close,
  };
}

/** The address of Redis for a client, and how soon the client gives up and tries again. */
export function clientOptions({ host, port, username, password, db, isTls }: RedisAddress) {
  return {
    host,
    port,
    db,
    ...(username !== null && { username }),
    ...(password !== null && { password }),
    // A certificate is checked against the host name. Node.js does not accept an address as `servername`.
    ...(isTls && { tls: /^[\d.]+$|:/.test(host) ? {} : { servername: host } }),
    connectTimeout: CONNECT_MS,
    disconnectTimeout: COMMAND_MS,
    retryStrategy: (times: number) => Math.min(MAX_RETRY_MS, 100 * 2 ** Math.min(times, 10)),
  } satisfies RedisOptions;
}

/** The options of a client that never waits for Redis. */
const FAIL_FAST_OPTIONS = {
  lazyConnect: true,
  // For commands of ioredis itself, such as the login. Commands of `run` have a limit of their own.
  commandTimeout: SLOW_TIME_MS,
  // Commands do not wait for Redis and are not sent twice.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
} satisfies RedisOptions;

class Late extends Error {}

/**
 * Waits at most `ms` milliseconds for an answer; `note` is told whether the answer was slow. Time in which this process
 * was busy does not count: answers that arrived meanwhile are read first.
 */
function inTime<T>(work: Promise<T>, ms: number, note: (isSlow: boolean) => void = () => undefined) {
  return new Promise<T>((resolve, reject) => {
    let isSlow = ms <= SLOW_MS;
    let timer: NodeJS.Timeout;
    const wait = (part: number) => {
      timer = setTimeout(() => setImmediate(late), part);
    };
    let isOver = false;
    const late = () => {
      if (isOver) return;
      if (isSlow) return reject(new Late());
      isSlow = true;
      wait(ms - SLOW_MS);
    };
    wait(Math.min(ms, SLOW_MS));
    const end = () => {
      isOver = true;
      clearTimeout(timer);
      note(isSlow);
    };
    work.finally(end).then(resolve, reject);
  });
}
