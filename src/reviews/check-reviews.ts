import { AppError, isAppError } from '../contract/errors.js';
import { message } from '../contract/messages.js';
import { race, type Scope, startInnerScope } from '../runtime/scope.js';
import type { Idle, Inspection, ReviewInspector } from './inspect-review.js';

/** What became of one link of a bulk check; `indexes` are all its positions. */
export type CheckedLink = { readonly url: string; readonly indexes: readonly number[] } & (
  | { readonly inspection: Inspection }
  | { readonly error: AppError }
);

interface BulkOptions {
  readonly inspector: ReviewInspector;
  /** Links checked at once, those of all bulk checks together. */
  readonly concurrency: number;
  /** Deadline of each link, in milliseconds; its clock stands still while the link waits for its loads. */
  readonly timeoutMs: number;
}

export type BulkChecker = (
  urls: readonly string[],
  scope: Scope,
  emit: (checked: CheckedLink) => void | Promise<void>,
) => Promise<void>;

/**
 * Checks many links, each once however often it stands in the list, and hands results on in the order of
 * completion. A link that fails is a result of its own; only the client leaving ends the whole.
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
    const inner = startInnerScope(scope, timeoutMs, 'bulk');
    /** A link that waits for a control lets the next link have its slot. */
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
      // A client that does not read gets no further links checked.
      await emitted;
    }
    await Promise.all(running);
  };
}

interface Slots {
  /**
   * For the links of one check: waits for a slot, in order of asking; checks take turns. Returns how to leave it; it
   * throws the scope's reason when the scope ends first.
   */
  ofCheck(scope: Scope): () => Promise<() => void>;
}

function createSlots(count: number): Slots {
  /** The links that wait, by check; the check that is served next comes first. */
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
    ofCheck: ({ signal }) => {
      const check = Symbol('check');
      return async () => {
        if (left > 0) {
          left -= 1;
          return leave;
        }
        const links = waiting.get(check) ?? new Set();
        waiting.set(check, links);
        let hand: () => void = () => undefined;
        const handed = new Promise<void>((resolve) => {
          hand = () => {
            links.delete(hand);
            resolve();
          };
        });
        links.add(hand);
        try {
          await race(signal, handed);
          return leave;
        } catch (error) {
          // Handed over at the very moment the client left: the next one takes it.
          if (!links.delete(hand)) leave();
          throw error;
        }
      };
    },
  };
}

/** What a rendered load takes at most on most days. */
const USUAL_LOAD_SECONDS = 3;

/**
 * Links to check at once: as many as there are pages, and no more than the provider rate limiter lets through in the
 * time of a load. So bulk links use the limit on most days, and when pages become slow, because the provider or this
 * machine is busy, they do not fill the machine. `loadsPerMinute` 0 = no limit.
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
