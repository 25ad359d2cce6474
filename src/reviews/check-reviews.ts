import { AppError, isAppError } from '../contract/errors.js';
import { message } from '../contract/messages.js';
import { deferred } from '../runtime/deferred.js';
import { partPriority, race, type Scope, startInnerScope } from '../runtime/scope.js';
import type { Idle, Inspection, ReviewInspector } from './inspect-review.js';

/** The result of one link of a bulk check; `indexes` are all its positions in the list. */
export type CheckedLink = { readonly url: string; readonly indexes: readonly number[] } & (
  | { readonly inspection: Inspection }
  | { readonly error: AppError }
);

interface BulkOptions {
  readonly inspector: ReviewInspector;
  /** Links checked at once, for all bulk checks together. */
  readonly concurrency: number;
  /** Deadline of each link, in milliseconds; its clock stops while the link waits for its loads. */
  readonly timeoutMs: number;
}

export type BulkChecker = (
  urls: readonly string[],
  scope: Scope,
  emit: (checked: CheckedLink) => void | Promise<void>,
) => Promise<void>;

/**
 * Checks many links, each once even if it is in the list several times, and hands results on in the order of
 * completion. A failed link is a result of its own; only an abort by the client ends the whole check.
 */
export function createBulkChecker({ inspector, concurrency, timeoutMs }: BulkOptions): BulkChecker {
  const slots = createSlots(concurrency);

  const check = async (
    url: string,
    indexes: readonly number[],
    scope: Scope,
    { leave: leaveFirst, enter }: { readonly leave: () => void; readonly enter: () => Promise<() => void> },
  ): Promise<CheckedLink> => {
    let leave = leaveFirst;
    const inner = startInnerScope(scope, timeoutMs, partPriority(scope, 'bulk'));
    /** A link that waits for a control gives its slot to the next link. */
    const idle: Idle = async (work) => {
      leave();
      leave = () => undefined;
      try {
        return await work();
      } finally {
        const resume = inner.pauseDeadline();
        leave = await enter().finally(resume);
      }
    };
    try {
      return { url, indexes, inspection: await inspector.visibility(url, inner, idle) };
    } catch (error) {
      if (scope.signal.aborted) throw scope.signal.reason;
      if (isAppError(error)) return { url, indexes, error };
      scope.log.error({ err: error }, 'checking a link failed');
      return {
        url,
        indexes,
        error: new AppError('internal_error', message('unexpectedFailure'), { cause: error }),
      };
    } finally {
      leave();
      inner.dispose();
    }
  };

  return async (urls, scope, emit) => {
    const enter = slots.ofCheck(scope);
    const running: Promise<void>[] = [];
    let emitted: Promise<void> = Promise.resolve();
    for (const [url, indexes] of positionsByLink(urls)) {
      const leave = await enter();
      const checking = check(url, indexes, scope, { leave, enter }).then((checked) => {
        emitted = emitted.then(() => emit(checked));
        return emitted;
      });
      checking.catch(() => undefined);
      running.push(checking);
      // If the client does not read results, no further links are checked.
      await emitted;
    }
    await Promise.all(running);
  };
}

function createSlots(count: number) {
  /** The waiting links, by check; the check to serve next comes first. */
  const waiting = new Map<symbol, Set<() => void>>();
  let left = count;
  const leave = () => {
    for (const [check, links] of waiting) {
      const [next] = links;
      waiting.delete(check);
      if (next === undefined) continue;
      waiting.set(check, links);
      return next();
    }
    left += 1;
  };
  return {
    /**
     * Acquires slots for the links of one check, in order of request; checks take turns. Returns the function that
     * releases the slot; throws the scope's reason when the scope ends first.
     */
    ofCheck: ({ signal }: Scope) => {
      const check = Symbol('check');
      return async (): Promise<() => void> => {
        if (left > 0) {
          left -= 1;
          return leave;
        }
        const links = waiting.get(check) ?? new Set();
        waiting.set(check, links);
        const handed = deferred<void>();
        const hand = () => {
          links.delete(hand);
          handed.resolve();
        };
        links.add(hand);
        try {
          await race(signal, handed.promise);
          return leave;
        } catch (error) {
          // The slot was handed over at the moment when the client left: the next link takes it.
          if (!links.delete(hand)) leave();
          throw error;
        }
      };
    },
  };
}

/** The usual maximum time of a rendered load. */
const USUAL_LOAD_SECONDS = 3;

/**
 * Links to check at once: the number of pages, but not more than the provider rate limiter admits during one load. So
 * bulk links usually reach the rate limit, and when pages become slow, because the provider or this machine is busy,
 * they do not fill the machine. `loadsPerMinute` 0 = no limit.
 */
export function linksAtOnce(pages: number, loadsPerMinute: number): number {
  if (loadsPerMinute === 0) return pages;
  return Math.min(pages, Math.max(1, Math.ceil((loadsPerMinute / 60) * USUAL_LOAD_SECONDS)));
}

function positionsByLink(urls: readonly string[]): Map<string, number[]> {
  const positions = new Map<string, number[]>();
  for (const [index, url] of urls.entries()) {
    const key = url.trim();
    positions.set(key, [...(positions.get(key) ?? []), index]);
  }
  return positions;
}
