import type { Priority } from '../runtime/scope.js';
import type { Shared, SharedTurns } from './shared.js';

/** The provider rate limiter: how many loads may begin. The load queue decides which load begins next. */
export interface ProviderRateLimit {
  /** Loads that may begin at this moment. */
  left(): number;
  /** Takes the turn of one load. */
  take(): Turn;
  /** Milliseconds until one more load may begin; Infinity when waiting brings no further turn. */
  untilNextMs(): number;
  /** Turns that bulk links and lists leave to single requests, which then need not wait. */
  readonly reserve: number;
  /**
   * Call when no more loads can begin. A shared limiter then asks for a turn. `foremost` returns the priority of the
   * load that would begin next if it had a turn; null = no load could begin.
   */
  request(foremost: () => Priority | null): void;
  /** Calls `serve` when a requested turn has come. */
  onGranted(serve: () => void): void;
}

/** The turn of a load that is about to begin. */
export interface Turn {
  /** Call when the load begins. Until then fewer turns are kept, because all of them could be used at that moment. */
  begun(): void;
  /** Call instead when the load cannot begin. */
  giveBack(): void;
}

const BURSTS_PER_MINUTE = 12;
/** A local limiter needs no requests: its turns come with time. */
const LOCAL = { request: () => undefined, onGranted: () => undefined };
const NO_LIMIT: ProviderRateLimit = {
  ...LOCAL,
  left: () => Number.POSITIVE_INFINITY,
  take: () => ({ begun: () => undefined, giveBack: () => undefined }),
  untilNextMs: () => Number.POSITIVE_INFINITY,
  reserve: 0,
};

/** Loads that may begin at once after a pause: the turns of five seconds. */
function maxTurns(perMinute: number): number {
  return Math.max(1, Math.floor(perMinute / BURSTS_PER_MINUTE));
}

/**
 * A bucket of turns that refills evenly. In any period, at most as many loads begin as the limit allows for it, plus
 * one bucket. rate-limiter-flexible counts in fixed windows, which allows bursts at their edges. `perMinute` 0 = no
 * limit. `max`: turns of a full bucket. `isEmpty`: the bucket starts empty.
 */
export function createProviderRateLimit(
  perMinute: number,
  { max = maxTurns(perMinute), isEmpty = false } = {},
): ProviderRateLimit {
  if (perMinute === 0) return NO_LIMIT;
  const intervalMs = 60_000 / perMinute;
  let left = isEmpty ? 0 : max;
  let countedAt = performance.now();
  /** Turns of loads that have not begun yet. */
  let pending = 0;
  const refill = () => {
    const now = performance.now();
    left = Math.min(max - pending, left + (now - countedAt) / intervalMs);
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
      return next > max - pending ? Number.POSITIVE_INFINITY : (next - left) * intervalMs;
    },
    reserve: Math.floor(max / 2),
  };
}

interface SharedRateLimitOptions {
  readonly perMinute: number;
  /** Number of replicas that share the limit, as configured by the operator. */
  readonly processes: number;
  readonly turns: SharedTurns;
  readonly state: Pick<Shared, 'health' | 'onChange'>;
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
