import type { Priority } from '../runtime/scope.js';
import type { SharedState } from '../shared-state/connection.js';
import type { SharedTurns } from '../shared-state/turns.js';
import { createProviderRateLimit, mostTurns, type ProviderRateLimit } from './provider-rate-limit.js';

interface SharedRateLimitOptions {
  readonly perMinute: number;
  /** Number of replicas that share the limit, as far as the operator knows. */
  readonly fleetSize: number;
  readonly turns: SharedTurns;
  readonly state: Pick<SharedState, 'health' | 'onChange'>;
}

/** After a failure that concerns this question alone. */
const RETRY_MS = 1_000;

/**
 * The provider rate limiter of a whole egress group. It asks for one turn at a time, for the load at the head of the
 * queue and only while one could begin, so that none is used up by waiting. While Redis cannot be used, each replica
 * has its part of the limit.
 */
export function createSharedRateLimit(options: SharedRateLimitOptions): ProviderRateLimit {
  const { perMinute, fleetSize, turns, state } = options;
  const mostPending = Math.max(2, Math.floor(mostTurns(perMinute) / fleetSize));
  /** Loads that have their turn and have not begun: they would all begin at once. */
  let pending = 0;
  /** The name of a turn that was given and not taken yet. */
  let inHand: string | null = null;
  let isAsking = false;
  /** Whom the next turn is for; null = nobody. */
  let wanted: Priority | null = null;
  /** Until it is worth asking again, and whether the request it was for is a single one. */
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
    if (isAsking || inHand !== null || wanted === null || pending >= mostPending) return;
    isAsking = true;
    const isSingle = wanted === 'single';
    const answer = await turns.ask(isSingle).catch(() => ({ waitMs: RETRY_MS }));
    isAsking = false;
    // A failure makes the state degraded as a rule: the local part of the limit has taken over.
    if (local !== null) return;
    if ('turn' in answer) {
      inHand = answer.turn;
      serve();
      return;
    }
    // Asked for other work, and a single request has come meanwhile: it need not wait as long.
    if (wanted === 'single' && !isSingle) return void ask();
    waiting = { timer: setTimeout(() => void ask(), Math.ceil(answer.waitMs)), isSingle };
  };
  const useLocal = () => {
    stopWaiting();
    inHand = null;
    // Empty: the loads of the last minute may have been all that the limit allows.
    local = createProviderRateLimit(perMinute / fleetSize, { isEmpty: true, most: 1 });
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
