import type { Priority } from '../runtime/scope.js';
import type { SharedState } from '../shared-state/connection.js';
import type { SharedTurns } from '../shared-state/turns.js';

/** The provider rate limiter: how many loads may begin. The load queue decides which one begins next. */
export interface ProviderRateLimit {
  /** Loads that may begin at this moment. */
  left(): number;
  /** Takes the turn of one load. */
  take(): Turn;
  /** Milliseconds until there is one more; Infinity when no more are kept. */
  untilNextMs(): number;
  /** Loads that bulk links leave for single requests, which then need not wait. */
  readonly reserve: number;
  /**
   * Call when no more loads can begin: `foremost` gives how urgent the load is that would begin next if it had a turn,
   * null = none would. A limiter that is shared asks for a turn then.
   */
  request(foremost: () => Priority | null): void;
  /** `serve` is called when a turn that was asked for has come. */
  onGranted(serve: () => void): void;
}

/** The turn of a load that is about to begin. */
export interface Turn {
  /** Call when the load begins. Until then fewer turns are kept: they would all be used at that moment. */
  begun(): void;
  /** Call instead when the load cannot begin. */
  giveBack(): void;
}

const BURSTS_PER_MINUTE = 12;
/** Turns are there by themselves, in time. */
const LOCAL = { request: () => undefined, onGranted: () => undefined };
const NO_LIMIT: ProviderRateLimit = {
  ...LOCAL,
  left: () => Number.POSITIVE_INFINITY,
  take: () => ({ begun: () => undefined, giveBack: () => undefined }),
  untilNextMs: () => Number.POSITIVE_INFINITY,
  reserve: 0,
};

/** Loads that may begin at once after a pause: five seconds' worth. */
function mostTurns(perMinute: number): number {
  return Math.max(1, Math.floor(perMinute / BURSTS_PER_MINUTE));
}

/**
 * A bucket of turns that refills evenly: in no time do more loads begin than the limit allows in it, plus one bucket.
 * rate-limiter-flexible counts in fixed windows, which ends in bursts at their edges. `perMinute` 0 = no limit. `most`: turns of a full
 * bucket. `isEmpty`: it begins without any.
 */
export function createProviderRateLimit(
  perMinute: number,
  { most = mostTurns(perMinute), isEmpty = false } = {},
): ProviderRateLimit {
  if (perMinute === 0) return NO_LIMIT;
  const intervalMs = 60_000 / perMinute;
  let left = isEmpty ? 0 : most;
  let countedAt = performance.now();
  /** Turns of loads that have not begun yet. */
  let pending = 0;
  const refill = () => {
    const now = performance.now();
    left = Math.min(most - pending, left + (now - countedAt) / intervalMs);
    countedAt = now;
    return left;
  };
  return {
    ...LOCAL,
    left: () => Math.floor(refill()),
    take: () => {
      left = refill() - 1;
      pending += 1;
      return {
        begun: () => {
          refill();
          pending -= 1;
        },
        giveBack: () => {
          left = refill() + 1;
          pending -= 1;
        },
      };
    },
    untilNextMs: () => {
      const next = Math.floor(refill()) + 1;
      return next > most - pending ? Number.POSITIVE_INFINITY : (next - left) * intervalMs;
    },
    reserve: Math.floor(most / 2),
  };
}

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
