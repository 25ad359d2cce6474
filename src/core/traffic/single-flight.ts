import { AppError, CLIENT_GONE, DEADLINE_EXCEEDED, isAppError } from '../errors.js';
import { type OwnedScope, PRIORITIES, race, type Scope, startScope, type Timings } from '../runtime/scope.js';
import { message } from '../texts/messages.js';
import { keyHash } from './timed-cache.js';

interface Flight {
  readonly outcome: Promise<unknown>;
  readonly scope: OwnedScope;
  readonly joined: ReturnType<typeof createJoined>;
}

/** The requests that wait for one piece of work. */
function createJoined() {
  const waiting = new Set<{ readonly scope: Scope; resume: () => void }>();
  let pauses = 0;
  return {
    /** Returns the function that removes the request. */
    add: (scope: Scope) => {
      const entry = { scope, resume: pauses > 0 ? scope.pauseDeadline() : () => undefined };
      waiting.add(entry);
      return () => {
        waiting.delete(entry);
        entry.resume();
      };
    },
    isEmpty: () => waiting.size === 0,
    /**
     * The request of the highest priority, so that a single request does not wait behind bulk links that came first.
     * Among equals the first; null = no request waits yet.
     */
    foremost: () => {
      const scopes = [...waiting].map(({ scope }) => scope);
      const priority = PRIORITIES.find((one) => scopes.some((scope) => scope.priority === one));
      return scopes.find((scope) => scope.priority === priority) ?? null;
    },
    /** Pauses the deadlines of all waiting requests, also of requests that join meanwhile. */
    pauseDeadlines: () => {
      pauses += 1;
      if (pauses === 1) for (const entry of waiting) entry.resume = entry.scope.pauseDeadline();
      return () => {
        pauses -= 1;
        if (pauses > 0) return;
        for (const entry of waiting) {
          entry.resume();
          entry.resume = () => undefined;
        }
      };
    },
  };
}

/** Adds the timings of one piece of work: a request may wait for several, as for a list of links. */
function addTimings(total: Timings, part: Timings): void {
  total.waitMs += part.waitMs;
  total.renderMs += part.renderMs;
  total.extractMs += part.extractMs;
  total.pageLoads += part.pageLoads;
  total.fastPathMs += part.fastPathMs;
  if (part.path !== null) total.path = total.path === null || total.path === part.path ? part.path : 'mixed';
  total.missing = part.missing;
}

export type SingleFlight = ReturnType<typeof createSingleFlight>;

/**
 * Runs equal work once for all requests that ask for it at the same time. `timeoutMs`: maximum duration of a piece of
 * work. Its deadline is never later than its first request's.
 */
export function createSingleFlight(timeoutMs: number) {
  const flights = new Map<string, Flight>();

  const start = (key: string, scope: Scope, work: (scope: Scope) => Promise<unknown>): Flight => {
    const longest = Math.max(0, Math.min(timeoutMs, scope.remaining()));
    const own = startScope(scope.id, scope.log, longest, scope.priority, scope.client);
    const joined = createJoined();
    const shared: Scope = {
      ...own,
      get priority() {
        return joined.foremost()?.priority ?? own.priority;
      },
      get client() {
        const foremost = joined.foremost();
        return foremost === null ? own.client : foremost.client;
      },
      pauseDeadline: () => {
        const resume = [own.pauseDeadline(), joined.pauseDeadlines()];
        return () => {
          for (const one of resume) one();
        };
      },
    };
    const outcome = work(shared).finally(() => {
      own[Symbol.dispose]();
      if (flights.get(key)?.outcome === outcome) flights.delete(key);
    });
    outcome.catch(() => undefined);
    const flight: Flight = { outcome, scope: own, joined };
    flights.set(key, flight);
    return flight;
  };

  const join = async (key: string, flight: Flight, scope: Scope): Promise<unknown> => {
    const leave = flight.joined.add(scope);
    try {
      return await race(scope.signal, flight.outcome);
    } finally {
      leave();
      addTimings(scope.timings, flight.scope.timings);
      if (flight.joined.isEmpty() && scope.signal.aborted) {
        if (flights.get(key) === flight) flights.delete(key);
        flight.scope.abort(new AppError(CLIENT_GONE, message('nobodyWaits')));
      }
    }
  };

  const runHashed = async <T>(key: string, scope: Scope, work: (scope: Scope) => Promise<T>): Promise<T> => {
    for (;;) {
      const running = flights.get(key);
      const flight = running ?? start(key, scope, work);
      try {
        return (await join(key, flight, scope)) as T;
      } catch (error) {
        const outlived =
          running !== undefined && !scope.signal.aborted && isAppError(error, DEADLINE_EXCEEDED);
        if (!outlived) throw error;
      }
    }
  };

  return {
    /**
     * Joins the work under way for `name`, or starts it. The work ends early only when all requests that waited for it
     * have left. A request that joined late and outlives the work's deadline starts the work anew. This function is not
     * async: an async function would keep the text of the query in memory until the work ends.
     */
    run: <T>(name: string, scope: Scope, work: (scope: Scope) => Promise<T>): Promise<T> =>
      runHashed(keyHash(name), scope, work),
  };
}
