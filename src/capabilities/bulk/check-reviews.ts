import { AppError, INTERNAL_ERROR, isAppError } from '../../core/errors.js';
import type { Inspection, ReviewInspector, Stages } from '../../core/reviews/inspect-review.js';
import { deferred } from '../../core/runtime/deferred.js';
import { partPriority, race, type Scope, startInnerScope } from '../../core/runtime/scope.js';
import { type CheckProgress, createCheckProgress } from './check-progress.js';
import { message } from './messages.js';

/** The result of one link of a bulk check. `indexes`: all its positions in the list; `at`: when the verdict was found. */
export type CheckedLink = { readonly url: string; readonly indexes: readonly number[] } & (
  | { readonly inspection: Inspection; readonly at: number }
  | { readonly error: AppError }
);

interface BulkOptions {
  readonly inspector: Pick<ReviewInspector, 'visibility'>;
  /** Links in the first stage at once, for all bulk checks together: share links and the HTTP fast path. */
  readonly fetchedAtOnce: number;
  /** Links that load pages at once, for all bulk checks together. */
  readonly renderedAtOnce: number;
  /** Deadline of each link, in milliseconds; its clock stops while the link waits for its loads. */
  readonly timeoutMs: number;
}

export type BulkChecker = (
  urls: readonly string[],
  scope: Scope,
  emit: (checked: CheckedLink) => void | Promise<void>,
  /** Called every `PROGRESS_MS` with the links that remain. */
  onProgress?: (progress: CheckProgress) => void | Promise<void>,
) => Promise<void>;

const PROGRESS_MS = 2_000;

/**
 * Checks many links, each once even if it is in the list several times, and hands results on in the order of
 * completion. All links go through share links and the HTTP fast path first, which decide most visible reviews. The
 * links that are still undecided are proven on rendered pages, the links of one place together. A failed link is a
 * result of its own; only an abort by the client ends the whole check.
 */
export function createBulkChecker(options: BulkOptions): BulkChecker {
  const { inspector, fetchedAtOnce, renderedAtOnce, timeoutMs } = options;
  const createSlots = () => ({ fetched: slotsOf(fetchedAtOnce), rendered: slotsOf(renderedAtOnce) });
  // The watch waits while other loads wait: its links must not keep the slots of bulk checks meanwhile.
  const slots = { requests: createSlots(), watch: createSlots() };

  const check = async (
    url: string,
    indexes: readonly number[],
    scope: Scope,
    stages: Stages,
  ): Promise<CheckedLink> => {
    using inner = startInnerScope(scope, timeoutMs, partPriority(scope, 'bulk'));
    try {
      return { url, indexes, inspection: await inspector.visibility(url, inner, stages), at: Date.now() };
    } catch (error) {
      if (scope.signal.aborted) throw scope.signal.reason;
      if (isAppError(error)) return { url, indexes, error };
      scope.log.error({ err: error }, 'checking a link failed');
      return {
        url,
        indexes,
        error: new AppError(INTERNAL_ERROR, message('unexpectedFailure'), { cause: error }),
      };
    }
  };

  return async (urls, scope, emit, onProgress) => {
    const { fetched, rendered } = scope.priority === 'background' ? slots.watch : slots.requests;
    const [enterFetched, enterRendered] = [fetched.ofCheck(), rendered.ofCheck()];
    const links = positionsByLink(urls);
    const progress = createCheckProgress(urls.length, links.size);
    const running: Promise<void>[] = [];
    let emitted: Promise<void> = Promise.resolve();
    const hand = (send: () => void | Promise<void>) => {
      emitted = emitted.then(send);
      emitted.catch(() => undefined);
      return emitted;
    };
    const stopReports =
      onProgress === undefined ? null : reportEvery(() => hand(() => onProgress(progress.now())));
    try {
      for (const [url, indexes] of links) {
        const leave = await enterFetched(scope);
        const link = progress.begin();
        const stages = stagesOf(leave, enterRendered, link);
        const checking = check(url, indexes, scope, stages)
          .finally(() => {
            leave();
            link.end(indexes.length);
          })
          .then((checked) => hand(() => emit(checked)));
        checking.catch(() => undefined);
        running.push(checking);
        // If the client does not read results, no further links are checked.
        await emitted;
      }
      await Promise.all(running);
    } finally {
      stopReports?.();
    }
  };
}

/** Reports every `PROGRESS_MS`, once the last report is sent. Call the returned function to stop. */
function reportEvery(send: () => Promise<void>): () => void {
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const wait = () => {
    if (!isOver) timer = setTimeout(() => void send().then(wait, () => undefined), PROGRESS_MS);
  };
  wait();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** The stages of one link of a check. `leave` releases its slot of the first stage; further calls do nothing. */
function stagesOf(
  leave: () => void,
  enter: EnterSlot,
  link: ReturnType<ReturnType<typeof createCheckProgress>['begin']>,
): Stages {
  return {
    undecided: () => {
      link.undecided();
      leave();
    },
    // Slots belong to a proof, not to the links that wait for it: two checks may share a proof.
    slot: async (place, scope) => {
      const waitForSlot = async (isBegun: boolean) => {
        const resume = scope.pauseDeadline();
        return enter(scope, { place, isBegun }).finally(resume);
      };
      let leaveProof = await waitForSlot(false);
      return {
        without: async (work) => {
          link.loaded();
          leaveProof();
          const result = await work;
          leaveProof = await waitForSlot(true);
          return result;
        },
        [Symbol.dispose]: () => leaveProof(),
      };
    },
  };
}

/** A link that waits for a slot. */
interface WaitingLink {
  /** CID of its place; null = unknown. */
  readonly place: string | null;
  /** Whether its proof has begun. */
  readonly isBegun: boolean;
  readonly hand: () => void;
}

/** Acquires a slot. Returns the function that releases it. @throws the scope's reason when the scope ends first */
type EnterSlot = (scope: Scope, link?: Pick<WaitingLink, 'place' | 'isBegun'>) => Promise<() => void>;

const NEW_LINK = { place: null, isBegun: false };

/**
 * The slots of one stage. Checks take turns. Among the links of a check, proofs that have begun go first, then links of
 * the place that was served last, then links in order of request.
 */
function slotsOf(count: number) {
  /** The waiting links, by check; the check to serve next comes first. */
  const waiting = new Map<symbol, Set<WaitingLink>>();
  const lastPlaces = new Map<symbol, string | null>();
  let left = count;
  const nextOf = (check: symbol, links: ReadonlySet<WaitingLink>): WaitingLink | undefined => {
    const all = [...links];
    const place = lastPlaces.get(check) ?? null;
    return (
      all.find(({ isBegun }) => isBegun) ??
      all.find((link) => place !== null && link.place === place) ??
      all[0]
    );
  };
  const release = () => {
    for (const [check, links] of waiting) {
      const next = nextOf(check, links);
      waiting.delete(check);
      if (next === undefined) continue;
      links.delete(next);
      waiting.set(check, links);
      lastPlaces.set(check, next.place);
      return next.hand();
    }
    left += 1;
    if (left === count) lastPlaces.clear();
  };
  const takeSlot = () => {
    let isHeld = true;
    return () => {
      if (isHeld) {
        isHeld = false;
        release();
      }
    };
  };
  return {
    ofCheck: (): EnterSlot => {
      const check = Symbol('check');
      return async ({ signal }, { place, isBegun } = NEW_LINK) => {
        if (left > 0) {
          left -= 1;
          lastPlaces.set(check, place);
          return takeSlot();
        }
        const links = waiting.get(check) ?? new Set();
        waiting.set(check, links);
        const handed = deferred<void>();
        const link = { place, isBegun, hand: handed.resolve };
        links.add(link);
        try {
          await race(signal, handed.promise);
          return takeSlot();
        } catch (error) {
          // The slot was handed over at the moment when the client left: the next link takes it.
          if (!links.delete(link)) release();
          throw error;
        }
      };
    },
  };
}

/** The usual maximum time of a rendered load. */
const USUAL_LOAD_SECONDS = 3;

/**
 * Links to render at once: the number of pages, but not more than the provider rate limiter admits during one load. So
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
