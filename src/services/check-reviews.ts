import { AppError, isAppError } from '../errors.js';
import { race, type Scope, startInnerScope } from '../scope.js';
import type { Inspection, ReviewInspector } from './inspect-review.js';

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

  const check = async (url: string, indexes: readonly number[], scope: Scope): Promise<CheckedLink> => {
    const inner = startInnerScope(scope, timeoutMs, 'bulk');
    try {
      return { url, indexes, inspection: await inspector.visibility(url, inner) };
    } catch (error) {
      if (scope.signal.aborted) throw scope.signal.reason;
      if (isAppError(error)) return { url, indexes, error };
      scope.log.error({ err: error }, 'checking a link failed');
      const message = 'The service failed in an unexpected way.';
      return { url, indexes, error: new AppError('internal_error', message, { cause: error }) };
    } finally {
      inner.dispose();
    }
  };

  return async (urls, scope, emit) => {
    const links = [...positionsByLink(urls)];
    const worker = async (): Promise<void> => {
      for (let next = links.shift(); next !== undefined; next = links.shift()) {
        const leave = await slots.enter(scope);
        const checked = await check(next[0], next[1], scope).finally(leave);
        await emit(checked);
      }
    };
    await Promise.all(Array.from({ length: Math.min(concurrency, links.length) }, worker));
  };
}

interface Slots {
  /** Waits for a slot, in order of asking; returns how to leave it. @throws the scope's reason when it ends first */
  enter(scope: Scope): Promise<() => void>;
}

function createSlots(count: number): Slots {
  const waiting = new Set<() => void>();
  let left = count;
  const leave = () => {
    const [next] = waiting;
    if (next === undefined) left += 1;
    else next();
  };
  return {
    enter: async ({ signal }) => {
      if (left > 0) {
        left -= 1;
        return leave;
      }
      let hand: () => void = () => undefined;
      const handed = new Promise<void>((resolve) => {
        hand = () => {
          waiting.delete(hand);
          resolve();
        };
      });
      waiting.add(hand);
      try {
        await race(signal, handed);
        return leave;
      } catch (error) {
        // Handed over at the very moment the client left: the next one takes it.
        if (!waiting.delete(hand)) leave();
        throw error;
      }
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
