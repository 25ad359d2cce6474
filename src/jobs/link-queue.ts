import type { Worker } from 'bullmq';
import type { Redis, RedisOptions } from 'ioredis';
import type { Logger } from '../runtime/logger.js';
import { within } from '../runtime/timeout.js';
import { clientOptions } from '../shared-state/connection.js';
import { failureName } from '../shared-state/redis-failures.js';
import type { RedisAddress } from '../shared-state/redis-url.js';
import type { Run } from './stored-job.js';
import { type ChunkEntry, entryName, parseEntry } from './work-store.js';

interface QueueOptions {
  readonly address: RedisAddress;
  readonly prefix: string;
  readonly log: Logger;
}

const NAME = 'links';
/** A worker that is silent for this long loses its chunks. After a kill, another worker takes them this much later. */
const LOCK_MS = 15_000;
const STALLED_CHECK_MS = 10_000;
const RETRY_MS = 1_000;
const CLOSE_MS = 1_000;
/** A connection that is silent for this long is replaced; longer than a blocking command of BullMQ waits. */
const SILENT_MS = 30_000;
const KEEP_ALIVE_MS = 10_000;
/** BullMQ keeps events for listeners. The service does not listen to them. */
const EVENTS = 100;

/** The queue of chunks in BullMQ. It has its own connection, which waits for Redis without a limit. */
export async function createLinkQueue({ address, prefix, log }: QueueOptions) {
  // Imported here, so that a service without Redis does not load them.
  const [{ Redis: Client }, { Queue, Worker, WaitingError }] = await Promise.all([
    import('ioredis'),
    import('bullmq'),
  ]);
  const redis: Redis = new Client({ ...clientOptions(address), ...WAITING_OPTIONS });
  const onError = (error: unknown) => log.debug({ reason: failureName(error) }, 'the queue of jobs failed');
  redis.on('error', onError);
  // BullMQ duplicates this connection for blocking commands, and waits for the duplicate even when it closes.
  const connections = [redis];
  const connection = Object.assign(redis, { duplicate: duplicates(redis, connections, onError) });
  const queue = new Queue(NAME, { connection, prefix, streams: { events: { maxLen: EVENTS } } });
  queue.on('error', onError);
  let worker: Worker | null = null;
  const live = new Set<Promise<void>>();

  return {
    /** Runs commands of workers. They wait while Redis cannot be reached. */
    run: ((commands) => commands(redis)) as Run,
    /** Whether Redis answers commands now. */
    isReady: () => redis.status === 'ready',
    /** Adds the entries that are not in the queue yet. */
    add: async (entries: readonly ChunkEntry[]) => {
      if (entries.length === 0) return;
      await queue.addBulk(
        entries.map((entry) => ({
          name: 'chunk',
          data: { owner: entry.owner },
          // BullMQ does not add an entry whose id is already in the queue.
          opts: { jobId: entryName(entry), priority: entry.turn, removeOnComplete: true, removeOnFail: true },
        })),
      );
    },
    /** Removes the entries that no worker has taken. */
    remove: async (entries: readonly ChunkEntry[]) => {
      await Promise.all(entries.map((entry) => queue.remove(entryName(entry))));
    },
    /**
     * Takes up to `concurrency` chunks at once. `process` returns false for a chunk that has to go back to the queue.
     */
    work: (concurrency: number, process: (entry: ChunkEntry) => Promise<boolean>) => {
      const run = async (job: { id?: string; data: { owner: string } }, moveBack: () => Promise<unknown>) => {
        if (await process(parseEntry(job.data.owner, job.id ?? ''))) return;
        await moveBack();
        throw new WaitingError();
      };
      worker = new Worker<{ owner: string }>(
        NAME,
        async (job, token) => {
          const running = run(job, () => job.moveToWait(token));
          const ended = running.then(
            () => undefined,
            () => undefined,
          );
          live.add(ended);
          await running.finally(() => live.delete(ended));
        },
        {
          connection,
          prefix,
          concurrency,
          lockDuration: LOCK_MS,
          stalledInterval: STALLED_CHECK_MS,
          // Chunks are safe to repeat, so BullMQ must never give them up.
          maxStalledCount: Number.MAX_SAFE_INTEGER,
          runRetryDelay: RETRY_MS,
          removeOnComplete: { count: 0 },
          removeOnFail: { count: 0 },
        },
      );
      worker.on('error', onError);
      worker.on('failed', (_job, error) => onError(error));
    },
    /** Takes no more chunks. */
    pause: () => void worker?.pause(true).catch(onError),
    /** Resolves when no chunk is under way. */
    idle: async () => void (await Promise.all(live)),
    /** Ends the connections, in bounded time. */
    close: async () => {
      // BullMQ itself makes the last step of a chunk, after `live`. If Redis was never reached, BullMQ would wait for
      // ever.
      const closed = Promise.all([worker?.close(), queue.close()]).catch(onError);
      await within(CLOSE_MS, closed);
      for (const one of connections) one.disconnect();
    },
  };
}

/** Options of a client that waits for Redis: ioredis queues commands and sends them again by itself. */
const WAITING_OPTIONS = {
  maxRetriesPerRequest: null,
  socketTimeout: SILENT_MS,
  keepAlive: KEEP_ALIVE_MS,
} satisfies RedisOptions;

/** The client's `duplicate`, which adds each copy to `made`. */
function duplicates(client: Redis, made: Redis[], onError: (error: unknown) => void): Redis['duplicate'] {
  const duplicate = client.duplicate.bind(client);
  return (override) => {
    const copy = duplicate(override);
    copy.on('error', onError);
    made.push(copy);
    return copy;
  };
}
