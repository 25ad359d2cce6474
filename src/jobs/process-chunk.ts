import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, type ErrorCode, isAppError } from '../contract/errors.js';
import type { JobType } from '../contract/jobs.js';
import { message, type ServiceMessage } from '../contract/messages.js';
import type { Logger } from '../runtime/logger.js';
import type { Metrics } from '../runtime/metrics.js';
import { type OwnedScope, startInnerScope, startScope } from '../runtime/scope.js';
import { JOB_KINDS, type JobRunner } from './job.js';
import { packResult } from './packed-result.js';
import { nextStep, retryDelay } from './retry.js';
import { failedResult } from './stored-job.js';
import {
  type ChunkEntry,
  entryName,
  type OpenLink,
  type StartedChunk,
  type WaitingLink,
  type WorkStore,
} from './work-store.js';

interface ProcessorOptions {
  readonly store: Pick<WorkStore, 'start' | 'isOpen' | 'record' | 'settle' | 'postpone'>;
  readonly runner: JobRunner;
  /** Deadline of a link, in milliseconds. */
  readonly timeouts: Readonly<Record<JobType, number>>;
  /** How long temporary failures are retried, in milliseconds. After that, the failure is the result. */
  readonly retryMs: number;
  readonly metrics: Pick<Metrics, 'jobLink'>;
  readonly log: Logger;
  /** Default: `HOLD_MS`. */
  readonly holdMs?: number;
}

/**
 * How long a worker holds a chunk, in milliseconds, while this replica cannot look anything up. Then another replica
 * gets a chance.
 */
const HOLD_MS = 120_000;
const USUAL_WAIT_SECONDS = 10;

interface LinkResult {
  readonly packed: string;
  readonly counters: Readonly<Record<string, number>>;
  /** For the metrics. */
  readonly label: string;
}

type Outcome =
  | ({ readonly kind: 'result' } & LinkResult)
  /** `packed`: the failure of the last attempt. */
  | { readonly kind: 'later' | 'held'; readonly packed: string }
  | { readonly kind: 'stopped' | 'closed' };

function failure(code: ErrorCode, reason: ServiceMessage): Outcome {
  const counters = { failed: 1, [`f:${code}`]: 1, rows: 1 };
  return { kind: 'result', packed: failedResult(code, reason, Date.now()), counters, label: code };
}

/** The result of a lost link, so that the job can end with a result for each of its links. */
const lost = () => failure('internal_error', message('linkLost'));

/** Works on chunks. */
export function createChunkProcessor(options: ProcessorOptions) {
  const { store, runner, timeouts, retryMs, metrics, log, holdMs = HOLD_MS } = options;
  const live = new Set<OwnedScope>();
  const stopping = new AbortController();
  const isStopping = () => stopping.signal.aborted;

  const ask = async (chunk: StartedChunk, input: string, scope: OwnedScope): Promise<LinkResult> => {
    const { type, parameters } = chunk;
    const inner = startInnerScope(scope, timeouts[type], JOB_KINDS[type].priority);
    try {
      const { outcome, data, rows } = await runner({ type, parameters, input }, inner);
      return { packed: await packResult(data), counters: { [outcome]: 1, rows }, label: outcome };
    } finally {
      inner.dispose();
    }
  };

  /** Asks about one link until it has a result, or until the chunk has to be postponed. */
  const resolve = async (
    entry: ChunkEntry,
    chunk: StartedChunk,
    input: string,
    scope: OwnedScope,
    holdUntil: number,
  ): Promise<Outcome> => {
    const forMs = entry.since === 0 ? 0 : Math.max(0, Date.now() - entry.since * 1_000);
    for (;;) {
      if (isStopping()) return { kind: 'stopped' };
      try {
        return { kind: 'result', ...(await ask(chunk, input, scope)) };
      } catch (thrown) {
        if (scope.signal.aborted) return { kind: 'stopped' };
        const error = asFailure(thrown);
        if (error.code === 'internal_error') scope.log.error({ err: error }, 'a link of a job failed');
        const step = nextStep(error, { attempt: entry.attempt, forMs }, retryMs);
        if (step === 'final') return failure(error.code, error.message);
        const packed = failedResult(error.code, error.message, Date.now());
        if (step === 'later') return { kind: 'later', packed };
        const waitMs = (error.retryAfterSeconds ?? USUAL_WAIT_SECONDS) * 1_000;
        const heldMs = Math.max(0, holdUntil - performance.now());
        // Wait before requeueing; otherwise every chunk of the job would be requeued in a tight loop.
        await sleep(Math.min(waitMs, heldMs), undefined, { signal: stopping.signal }).catch(() => undefined);
        if (isStopping()) return { kind: 'stopped' };
        if (!(await store.isOpen(entry.job))) return { kind: 'closed' };
        if (waitMs > heldMs) return { kind: 'held', packed };
      }
    }
  };

  /** One pass over the links without a result, several at once. */
  const pass = async (
    entry: ChunkEntry,
    chunk: StartedChunk,
    links: readonly OpenLink[],
    scope: OwnedScope,
    holdUntil: number,
  ): Promise<'asked' | 'stopped' | 'closed' | readonly WaitingLink[]> => {
    const waiting: WaitingLink[] = [];
    const left = linksByInput(links);
    /** Why no further link begins; null = the next one may begin. */
    let end: 'stopped' | 'closed' | 'held' | 'failed' | null = null;
    const finish = async (same: readonly OpenLink[], input: string | null): Promise<typeof end> => {
      const outcome = input === null ? lost() : await resolve(entry, chunk, input, scope, holdUntil);
      if (outcome.kind !== 'result') {
        if (!('packed' in outcome)) return outcome.kind;
        waiting.push(...same.map(({ index }) => ({ index, packed: outcome.packed })));
        if (outcome.kind === 'held') return 'held';
        // After a result, `record` reports whether the job is still open. This link has no result, so the state is read
        // here.
        return (await store.isOpen(entry.job)) ? null : 'closed';
      }
      const { packed, counters, label } = outcome;
      const { isOpen, added } = await store.record(
        entry,
        same.map(({ index }) => ({ index, packed, counters })),
      );
      metrics.jobLink(label, added);
      // The last result ends the job. A cancelled job takes no more results.
      return isOpen ? null : 'closed';
    };
    const worker = async () => {
      while (end === null) {
        const same = left.shift();
        const [link] = same ?? [];
        if (same === undefined || link === undefined) return;
        try {
          end = (await finish(same, link.input)) ?? end;
        } catch (error) {
          end = 'failed';
          throw error;
        }
      }
    };
    const workers = Array.from({ length: JOB_KINDS[chunk.type].atOnce }, worker);
    // Every link that has begun ends before the chunk does.
    await Promise.allSettled(workers);
    await Promise.all(workers);
    if (end === 'stopped' || end === 'closed') return end;
    return waiting.length > 0 ? waiting : 'asked';
  };

  const work = async (entry: ChunkEntry, scope: OwnedScope): Promise<boolean> => {
    if (isStopping()) return false;
    const chunk = await store.start(entry);
    if (chunk === null) return true;
    const holdUntil = performance.now() + holdMs;
    let { links } = chunk;
    for (;;) {
      const end = await pass(entry, chunk, links, scope, holdUntil);
      if (end === 'stopped') return false;
      if (typeof end !== 'string') {
        await store.postpone(entry, chunk, retryDelay(entry.attempt), end);
        return true;
      }
      // Redis may have lost results with the last second of its append-only file.
      const missing = await store.settle(entry, chunk);
      if (missing.length === 0 || end === 'closed') return true;
      const again = await store.start(entry);
      if (again === null) return true;
      links = again.links;
    }
  };

  return {
    /**
     * Resolves when the chunk is settled or postponed. False = the chunk has to go back to the queue, because this
     * replica stops. Rejects when Redis fails; the chunk is then still in the window of its owner.
     */
    process: async (entry: ChunkEntry) => {
      const scope = startScope(`job-${entryName(entry)}`, log, null, 'bulk', `job ${entry.owner}`);
      live.add(scope);
      try {
        return await work(entry, scope);
      } finally {
        live.delete(scope);
        scope.dispose();
      }
    },
    /** Begins no further link. */
    stop: () => stopping.abort(),
    /** Ends the links under way as well; another worker looks them up again. */
    abort: (reason: AppError) => {
      stopping.abort();
      for (const scope of live) scope.abort(reason);
    },
  };
}

function asFailure(thrown: unknown): AppError {
  if (isAppError(thrown)) return thrown;
  return new AppError('internal_error', message('unexpectedFailure'), { cause: thrown });
}

/** Groups equal links: each is looked up once. */
function linksByInput(links: readonly OpenLink[]): OpenLink[][] {
  const groups = new Map<string | undefined, OpenLink[]>();
  for (const link of links) {
    const key = link.input?.trim();
    groups.set(key, [...(groups.get(key) ?? []), link]);
  }
  return [...groups.values()];
}
