import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, INTERNAL_ERROR, isAppError } from '../../core/errors.js';
import type { Logger } from '../../core/runtime/logger.js';
import { type Scope, startInnerScope } from '../../core/runtime/scope.js';
import { nextStep } from '../../core/runtime/turns.js';
import type { JobType } from '../../kit/lists/list-limits.js';
import { JOB_KINDS, type JobRunner } from './job.js';
import type { NewResult } from './job-store.js';
import { isRefusedForGood } from './job-tables.js';
import { BUG_ATTEMPTS, stepAfter } from './link-retry.js';
import type { ClaimedLink, LinkWork } from './link-work.js';
import { message } from './messages.js';
import { packFailure, packResult } from './packed-result.js';

interface ProcessorOptions {
  readonly store: Pick<LinkWork, 'record' | 'postpone' | 'release'>;
  readonly runner: JobRunner;
  /** Deadline of a link, in milliseconds. */
  readonly timeouts: Readonly<Record<JobType, number>>;
  readonly metrics: { readonly jobLink: (outcome: string, count: number) => void };
  readonly log: Logger;
  /** Default: `STORE_AGAIN_MS`. */
  readonly storeAgainMs?: number;
  /** By default the monotonic clock of the process, in milliseconds. */
  readonly now?: () => number;
}

/** A result that could not be stored is stored again after this time. */
const STORE_AGAIN_MS = 1_000;

/** A link that waits for another attempt. `failure`: the failure of the last one. */
type Waiting = { readonly failure: Uint8Array; readonly waitMs: number; readonly isBug: boolean };

/** Asks the links that this process claims. */
export class LinkProcessor {
  readonly #options: ProcessorOptions;
  readonly #now: () => number;
  readonly #pausedUntil = new Map<JobType, number>();

  constructor(options: ProcessorOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Whether this process can answer no link of this type now. The provider may refuse lists and answer other links. */
  isPaused(type: JobType): boolean {
    return this.#now() < (this.#pausedUntil.get(type) ?? 0);
  }
  /**
   * Resolves when the link has a result, waits for another attempt, or was given back because the scope ended. Rejects
   * when the database fails at the end, or can never take what the link gave: then the claim ends by itself.
   */
  async process(claim: ClaimedLink, scope: Scope): Promise<void> {
    const { store, metrics } = this.#options;
    const found = scope.signal.aborted ? null : await this.#ask(claim, scope);
    if (found === null) return store.release(claim);
    if ('failure' in found)
      return this.#untilStored(claim, scope, () =>
        store.postpone(claim, found.waitMs, found.failure, found.isBug),
      );
    const stored = await this.#untilStored(claim, scope, () => store.record(claim, found));
    if (stored > 0) metrics.jobLink(found.outcome, stored);
    // A link that is refused at once waits for nothing else: the whole job would hold up the event loop.
    await nextStep({ client: scope.client });
  }

  /** Asks about a link. Null = the scope ended before an answer. */
  async #ask(claim: ClaimedLink, scope: Scope): Promise<NewResult | Waiting | null> {
    const { type, parameters, input } = claim;
    const { runner, timeouts } = this.#options;
    using inner = startInnerScope(scope, timeouts[type], JOB_KINDS[type].priority);
    try {
      // Its claims ended by themselves again and again: asked once more, it may end this process, too.
      if (claim.bugs >= BUG_ATTEMPTS) throw new Error('a link of a job had no end in several claims');
      const { outcome, data, rows } = await runner({ type, parameters, input }, inner);
      return { data: await packResult(data), outcome, rows };
    } catch (thrown) {
      if (scope.signal.aborted) return null;
      const error = asFailure(thrown);
      const isBug = error.kind === INTERNAL_ERROR;
      if (isBug) scope.log.error({ err: error }, 'a link of a job failed');
      const { waitMs, pauseMs } = stepAfter(error, claim);
      const failure = packFailure(error, Date.now());
      if (waitMs === null) return { data: failure, outcome: error.code, rows: 1 };
      // Otherwise the worker would claim and postpone all links of the job at once.
      const until = Math.max(this.#now() + pauseMs, this.#pausedUntil.get(type) ?? 0);
      if (pauseMs > 0) this.#pausedUntil.set(type, until);
      return { failure, waitMs, isBug };
    }
  }
  /**
   * Repeats a step until the database takes it: a result that cost page loads is not thrown away, and a database that is
   * away, locked or full does not count against the link. Rejects when it can never take the step, and when the scope ends.
   */
  async #untilStored<T>(claim: ClaimedLink, { signal }: Scope, step: () => Promise<T>): Promise<T> {
    const { store, log, storeAgainMs = STORE_AGAIN_MS } = this.#options;
    for (;;) {
      try {
        return await step();
      } catch (error) {
        if (signal.aborted) await store.release(claim).catch(() => undefined);
        if (signal.aborted || isRefusedForGood(error)) throw error;
        log.debug({ err: error }, 'a result of a job waits for the database');
        await sleep(storeAgainMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }
}

function asFailure(thrown: unknown): AppError {
  if (isAppError(thrown)) return thrown;
  return new AppError(INTERNAL_ERROR, message('unexpectedFailure'), { cause: thrown });
}
