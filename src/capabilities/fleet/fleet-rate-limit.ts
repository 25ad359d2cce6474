import type { Priority } from '../../core/runtime/scope.js';
import {
  createProviderRateLimit,
  maxTurns,
  type ProviderRateLimit,
} from '../../core/traffic/provider-rate-limit.js';
import type { SharedState } from './shared-state.js';

/** `turn`: the name of the given turn. `waitMs`: the time until a turn may be given. */
export type TurnAnswer = { readonly turn: string } | { readonly waitMs: number };

/** The turns at the provider rate limiter that processes share. Methods throw SharedStateUnavailable. */
export interface SharedTurns {
  /**
   * Asks for the turn of one load, for a single request or for other work. Other work waits while a single request of
   * any process waits.
   */
  ask(isSingle: boolean): Promise<TurnAnswer>;
  /** Gives back an unused turn, unless another turn was given after it. */
  giveBack(turn: string): Promise<void>;
}

interface SharedRateLimitOptions {
  readonly perMinute: number;
  /** Number of replicas that share the limit, as configured by the operator. */
  readonly processes: number;
  readonly turns: SharedTurns;
  readonly state: Pick<SharedState, 'health' | 'onChange'>;
}

/** Pause after a failed request for a turn. */
const RETRY_MS = 1_000;

/**
 * The provider rate limiter of a whole egress group. It asks for one turn at a time, for the first load of the queue
 * and only while that load could begin, so that waiting uses up no turn. While PostgreSQL cannot be used, each replica has
 * its part of the limit.
 */
export function createSharedRateLimit(options: SharedRateLimitOptions): ProviderRateLimit {
  const { perMinute, processes, turns, state } = options;
  const maxPending = Math.max(2, Math.floor(maxTurns(perMinute) / processes));
  /** Loads that have their turn and have not begun; all of them could begin at once. */
  let pending = 0;
  /** The name of a granted turn that no load has taken yet. */
  let inHand: string | null = null;
  let isAsking = false;
  /** The priority of the load that needs the next turn; null = no load needs a turn. */
  let wanted: Priority | null = null;
  /** The timer of the next request for a turn, and whether the last request was for a single request. */
  let waiting: { readonly timer: NodeJS.Timeout; readonly isSingle: boolean } | null = null;
  let serve: () => void = () => undefined;
  let local: ProviderRateLimit | null = null;

  const stopWaiting = () => {
    clearTimeout(waiting?.timer);
    waiting = null;
  };
  const giveBack = (turn: string) => void turns.giveBack(turn).catch(() => undefined);
  const ask = async () => {
    stopWaiting();
    if (isAsking || inHand !== null || wanted === null || pending >= maxPending) return;
    isAsking = true;
    const isSingle = wanted === 'single';
    const answer = await turns.ask(isSingle).catch(() => ({ waitMs: RETRY_MS }));
    isAsking = false;
    // A failure usually makes the state degraded. The local limiter has then taken over.
    if (local !== null) return;
    if ('turn' in answer) {
      inHand = answer.turn;
      serve();
      return;
    }
    // The request was for background work. A single request has come meanwhile and may get a turn earlier.
    if (wanted === 'single' && !isSingle) return void ask();
    waiting = { timer: setTimeout(() => void ask(), Math.ceil(answer.waitMs)), isSingle };
  };
  const useLocal = () => {
    stopWaiting();
    inHand = null;
    // The bucket starts empty: the loads of the last minute may have used the whole limit.
    local = createProviderRateLimit(perMinute / processes, { isEmpty: true, max: 1 });
    serve();
  };
  state.onChange((health) => {
    if (health === 'degraded') return useLocal();
    local = null;
    serve();
  });
  if (state.health() === 'degraded') useLocal();

  return {
    left: () => local?.left() ?? (inHand === null ? 0 : 1),
    take: () => {
      if (local !== null) return local.take();
      const turn = inHand;
      inHand = null;
      pending += 1;
      return {
        begun: () => {
          pending -= 1;
        },
        giveBack: () => {
          pending -= 1;
          if (turn !== null) giveBack(turn);
        },
      };
    },
    untilNextMs: () => local?.untilNextMs() ?? Number.POSITIVE_INFINITY,
    reserve: 0,
    request: (foremost) => {
      if (local !== null) return;
      wanted = foremost();
      if (wanted === null) {
        stopWaiting();
        if (inHand !== null) giveBack(inHand);
        inHand = null;
      } else if (waiting === null || (wanted === 'single' && !waiting.isSingle)) void ask();
    },
    onGranted: (callback) => {
      serve = callback;
    },
  };
}
