import type { Worker } from 'bullmq';
import type { Redis, RedisOptions } from 'ioredis';
import type { Logger } from '../runtime/logger.js';
import { clientOptions } from '../shared-state/connection.js';
import { failureName } from '../shared-state/redis-failures.js';
import type { RedisAddress } from '../shared-state/redis-url.js';
import type { Run } from './stored-job.js';
import { type ChunkEntry, entryName, parseEntry } from './work-store.js';

/** The queue of chunks in BullMQ. It has a connection of its own, which waits for Redis as long as it takes. */
export interface LinkQueue {
  /** For the commands of workers: they wait while Redis is away. */
  readonly run: Run;
  /** Whether commands are answered now. */
  isReady(): boolean;
  /** Adds those that are not there. */
  add(entries: readonly ChunkEntry[]): Promise<void>;
  /** Removes those that no worker has taken. */
  remove(entries: readonly ChunkEntry[]): Promise<void>;
  /** Takes chunks, `concurrency` at once. `process` gives false for a chunk that has to go back to the queue. */
  work(concurrency: number, process: (entry: ChunkEntry) => Promise<boolean>): void;
  /** Takes no more chunks. */
  pause(): void;
  /** Resolves when no chunk is under way. */
  idle(): Promise<void>;
  /** Ends the connections, in bounded time. */
  close(): Promise<void>;
}

interface QueueOptions {
  readonly address: RedisAddress;
  readonly prefix: string;
  readonly log: Logger;
}

const NAME = 'links';
/** A worker that says nothing for so long has lost its chunks; so long after a kill, another one takes them. */
const LOCK_MS = 15_000;
const STALLED_CHECK_MS = 10_000;
const RETRY_MS = 1_000;
const CLOSE_MS = 1_000;
/** Above the longest time that BullMQ blocks. */
const SILENT_MS = 30_000;
const KEEP_ALIVE_MS = 10_000;
/** BullMQ keeps events for listeners, of which there are none. */
const EVENTS = 100;

export async function createLinkQueue({ address, prefix, log }: QueueOptions): Promise<LinkQueue> {
  // Loaded here, so that a service without Redis does without them.
  const [{ Redis: Client }, { Queue, Worker, WaitingError }] = await Promise.all([
    import('ioredis'),
    import('bullmq'),
  ]);
  const redis: Redis = new Client({ ...clientOptions(address), ...PATIENT });
  const onError = (error: unknown) => log.debug({ reason: failureName(error) }, 'the queue of jobs failed');
  redis.on('error', onError);
  // BullMQ makes one more, to block on, and waits for it also when it is to be closed.
  const connections = [redis];
  const connection = Object.assign(redis, { duplicate: duplicates(redis, connections, onError) });
  const queue = new Queue(NAME, { connection, prefix, streams: { events: { maxLen: EVENTS } } });
  queue.on('error', onError);
  let worker: Worker | null = null;
  const live = new Set<Promise<void>>();

  return {
    run: (commands) => commands(redis),
    isReady: () => redis.status === 'ready',
    add: async (entries) => {
      if (entries.length === 0) return;
      await queue.addBulk(
        entries.map((entry) => ({
          name: 'chunk',
          data: { owner: entry.owner },
          // An entry that is there already is not added again.
          opts: { jobId: entryName(entry), priority: entry.turn, removeOnComplete: true, removeOnFail: true },
        })),
      );
    },
    remove: async (entries) => {
      await Promise.all(entries.map((entry) => queue.remove(entryName(entry))));
    },
    work: (concurrency, process) => {
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
          // A chunk is safe to repeat, and is never given up.
          maxStalledCount: Number.MAX_SAFE_INTEGER,
          runRetryDelay: RETRY_MS,
          removeOnComplete: { count: 0 },
          removeOnFail: { count: 0 },
        },
      );
      worker.on('error', onError);
      worker.on('failed', (_job, error) => onError(error));
    },
    pause: () => void worker?.pause(true).catch(onError),
    idle: async () => void (await Promise.all(live)),
    close: async () => {
      // The last step of a chunk is BullMQ's own, after `live`. Where Redis was never there it would wait for ever.
      const closed = Promise.all([worker?.close(), queue.close()]).catch(onError);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, CLOSE_MS);
      });
      await Promise.race([closed, late]);
      clearTimeout(timer);
      for (const one of connections) one.disconnect();
    },
  };
}

/** The options of a client that waits for Redis; ioredis queues commands and sends them again by itself. */
const PATIENT = {
  maxRetriesPerRequest: null,
  socketTimeout: SILENT_MS,
  keepAlive: KEEP_ALIVE_MS,
} satisfies RedisOptions;

/** The client's `duplicate`, noted in `made`. */
function duplicates(client: Redis, made: Redis[], onError: (error: unknown) => void): Redis['duplicate'] {
  const duplicate = client.duplicate.bind(client);
  return (override) => {
    const copy = duplicate(override);
    copy.on('error', onError);
    made.push(copy);
    return copy;
  };
}
