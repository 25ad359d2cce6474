import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, INTERNAL_ERROR, isAppError, shuttingDown } from '../../core/errors.js';
import type { Logger } from '../../core/runtime/logger.js';
import { type OwnedScope, startInnerScope, startScope } from '../../core/runtime/scope.js';
import { nextStep } from '../../core/runtime/turns.js';
import type { JobType } from '../../kit/lists/list-limits.js';
import { JOB_KINDS, type JobRunner } from './job.js';
import { retryDelay, stepAfter } from './link-retry.js';
import type { ClaimedLinks, LinkWork, NewResult, OpenLink } from './link-work.js';
import { message } from './messages.js';
import { packFailure, packResult } from './packed-result.js';

interface ProcessorOptions {
  readonly store: Pick<LinkWork, 'isOpen' | 'record' | 'postpone' | 'release' | 'renew'>;
  readonly runner: JobRunner;
  /** Deadline of a link, in milliseconds. */
  readonly timeouts: Readonly<Record<JobType, number>>;
  /** How long temporary failures are retried, in milliseconds. After that, the failure is the result. */
  readonly retryMs: number;
  readonly metrics: { readonly jobLink: (outcome: string, count?: number) => void };
  readonly log: Logger;
  /** Default: `HOLD_MS`. */
  readonly holdMs?: number;
  /** Default: `STORE_AGAIN_MS`. */
  readonly storeAgainMs?: number;
}

/**
 * How long a worker holds links, in milliseconds, while this process cannot look anything up. Then another replica gets
 * a chance.
 */
const HOLD_MS = 120_000;
const USUAL_WAIT_SECONDS = 10;
/** A result that could not be stored is stored again after this time. */
const STORE_AGAIN_MS = 1_000;

type Outcome =
  | ({ readonly kind: 'result' } & NewResult)
  /** `failure`: the failure of the last attempt. */
  | { readonly kind: 'later' | 'held'; readonly failure: Uint8Array }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'closed' };

/** Asks the links of claims. */
export class LinkProcessor {
  readonly #options: ProcessorOptions;
  readonly #live = new Map<ClaimedLinks, OwnedScope>();
  readonly #stopping = new AbortController();

  constructor(options: ProcessorOptions) {
    this.#options = options;
  }

  /**
   * Resolves when every link has a result, waits for another attempt, or was given back because the process stops.
   * Rejects when the database fails at that moment: then the claim ends by itself.
   */
  async process(claim: ClaimedLinks): Promise<void> {
    const { log } = this.#options;
    const { job, links, owner } = claim;
    const scope = startScope(`job-${job}-${links[0]?.number}`, log, null, 'bulk', `job ${owner}`);
    this.#live.set(claim, scope);
    try {
      await this.#work(claim, scope);
    } finally {
      this.#live.delete(claim);
      scope[Symbol.dispose]();
    }
  }
  /** The jobs of which at least so many claims are at work. */
  jobsAtWork(claims: number): string[] {
    const jobs = [...this.#live.keys()].map(({ job }) => job);
    return jobs.filter((id) => jobs.filter((other) => other === id).length >= claims);
  }
  /** Whether so many lists of reviews are at work: each takes hundreds of megabytes. */
  hasLists(lists: number): boolean {
    return [...this.#live.keys()].filter(({ type }) => type === 'place-reviews').length >= lists;
  }
  /** Renews claims. Work on a lost claim ends: another worker has its links. */
  async renew(claims: readonly ClaimedLinks[]): Promise<void> {
    const lost = await this.#options.store.renew(claims);
    for (const claim of lost) this.#live.get(claim)?.abort(shuttingDown());
  }
  /** Begins no further link. */
  stop() {
    this.#stopping.abort();
  }
  /** Ends the links under way as well; another worker looks them up again. */
  abort(reason: AppError) {
    this.stop();
    for (const scope of this.#live.values()) scope.abort(reason);
  }

  #isStopping() {
    return this.#stopping.signal.aborted;
  }
  #pause(ms: number) {
    return sleep(ms, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }
  async #ask({ type, parameters }: ClaimedLinks, input: string, scope: OwnedScope) {
    const { runner, timeouts } = this.#options;
    using inner = startInnerScope(scope, timeouts[type], JOB_KINDS[type].priority);
    const { outcome, data, rows } = await runner({ type, parameters, input }, inner);
    return { data: await packResult(data), outcome, rows };
  }
  /** Asks about one link until it has a result, or until it has to wait. `until`: how long it may wait here. */
  async #resolve(claim: ClaimedLinks, link: OpenLink, scope: OwnedScope, until: number): Promise<Outcome> {
    const { store, retryMs } = this.#options;
    for (;;) {
      if (this.#isStopping() || scope.signal.aborted) return { kind: 'stopped' };
      try {
        return { kind: 'result', ...(await this.#ask(claim, link.input, scope)) };
      } catch (thrown) {
        if (scope.signal.aborted) return { kind: 'stopped' };
        const error = asFailure(thrown);
        if (error.kind === INTERNAL_ERROR) scope.log.error({ err: error }, 'a link of a job failed');
        const step = stepAfter(error, link, retryMs);
        const failure = packFailure(error, Date.now());
        if (step === 'final') return { kind: 'result', data: failure, outcome: error.code, rows: 1 };
        if (step === 'later') return { kind: 'later', failure };
        const waitMs = (error.retryAfterSeconds ?? USUAL_WAIT_SECONDS) * 1_000;
        const heldMs = Math.max(0, until - performance.now());
        // Wait before the release; otherwise every link of the job would be claimed and released in a tight loop.
        await this.#pause(Math.min(waitMs, heldMs));
        if (this.#isStopping()) return { kind: 'stopped' };
        if (!(await this.#untilStored(() => store.isOpen(claim.job)))) return { kind: 'closed' };
        if (waitMs > heldMs) return { kind: 'held', failure };
      }
    }
  }
  /** Repeats a step while the database cannot be used: a result that cost page loads is not thrown away. */
  async #untilStored<T>(step: () => Promise<T>): Promise<T> {
    const { log, storeAgainMs = STORE_AGAIN_MS } = this.#options;
    for (;;) {
      try {
        return await step();
      } catch (error) {
        if (this.#isStopping()) throw error;
        log.debug({ err: error }, 'a result of a job waits for the database');
        await this.#pause(storeAgainMs);
      }
    }
  }
  /** Asks the links of a claim, several at once. */
  async #work(claim: ClaimedLinks, scope: OwnedScope): Promise<void> {
    const { store, metrics, holdMs = HOLD_MS } = this.#options;
    const until = performance.now() + holdMs;
    const left = linksByInput(claim.links);
    /** Why no further link begins; null = the next one may begin. */
    let end: 'stopped' | 'closed' | 'held' | 'failed' | null = null;
    let delayMs = 0;
    const finish = async (link: OpenLink, same: readonly OpenLink[]): Promise<typeof end> => {
      const numbers = same.map(({ number }) => number);
      const outcome = await this.#resolve(claim, link, scope, until);
      if (outcome.kind === 'closed' || outcome.kind === 'stopped') return outcome.kind;
      if (outcome.kind === 'result') {
        const { isOpen, added } = await this.#untilStored(() => store.record(claim, numbers, outcome));
        metrics.jobLink(outcome.outcome, added);
        // The last result ends the job. A cancelled job takes no more results.
        return isOpen ? null : 'closed';
      }
      // `record` reports whether the job is still open. This link has no result, so the state is read here.
      if (!(await this.#untilStored(() => store.isOpen(claim.job)))) return 'closed';
      const waitMs = retryDelay(link.attempts);
      await this.#untilStored(() => store.postpone(claim, numbers, waitMs, outcome.failure));
      if (outcome.kind === 'later') return null;
      delayMs = Math.max(delayMs, waitMs);
      return 'held';
    };
    const worker = async () => {
      while (end === null) {
        const same = left.shift();
        const [link] = same ?? [];
        if (same === undefined || link === undefined) return;
        try {
          end = (await finish(link, same)) ?? end;
        } catch (error) {
          end = 'failed';
          throw error;
        }
        // A link that is refused at once waits for nothing else: the whole job would hold up the event loop.
        await nextStep({ client: scope.client });
      }
    };
    const workers = Array.from({ length: JOB_KINDS[claim.type].atOnce }, worker);
    // Every link that has begun ends before the work on the claim does.
    await Promise.allSettled(workers);
    await Promise.all(workers);
    if (end === 'stopped') await store.release(claim);
    if (end === 'held') await this.#untilStored(() => store.release(claim, delayMs));
  }
}

function asFailure(thrown: unknown): AppError {
  if (isAppError(thrown)) return thrown;
  return new AppError(INTERNAL_ERROR, message('unexpectedFailure'), { cause: thrown });
}

/** Groups equal links: each is looked up once. */
function linksByInput(links: readonly OpenLink[]): OpenLink[][] {
  const groups = new Map<string, OpenLink[]>();
  for (const link of links) {
    const key = link.input.trim();
    groups.set(key, [...(groups.get(key) ?? []), link]);
  }
  return [...groups.values()];
}
