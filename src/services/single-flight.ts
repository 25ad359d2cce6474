import { AppError, isAppError } from '../errors.js';
import { race, type Scope, startScope, type Timings } from '../scope.js';

interface Flight {
  readonly outcome: Promise<unknown>;
  readonly scope: ReturnType<typeof startScope>;
  waiting: number;
}

/** Runs the same work once for everybody who asks for it at the same time. */
export interface SingleFlight {
  /**
   * Joins the work under way for `key`, or starts it. The work ends early only when everyone who waited for
   * it has left. Somebody who joined late and outlives the work's own deadline starts it anew.
   */
  run<T>(key: string, scope: Scope, work: (scope: Scope) => Promise<T>): Promise<T>;
}

/** A request may wait for several pieces of work: a bulk check does. */
function addTimings(total: Timings, part: Timings): void {
  total.waitMs += part.waitMs;
  total.paceMs += part.paceMs;
  total.renderMs += part.renderMs;
  total.extractMs += part.extractMs;
  total.pageLoads += part.pageLoads;
  total.lightMs += part.lightMs;
  if (part.lane !== null) total.lane = total.lane === null || total.lane === part.lane ? part.lane : 'mixed';
  total.missing = part.missing;
}

/** `timeoutMs` is the longest deadline of a piece of work; it is never later than that of whoever starts it. */
export function createSingleFlight(timeoutMs: number): SingleFlight {
  const flights = new Map<string, Flight>();

  const start = (key: string, scope: Scope, work: (scope: Scope) => Promise<unknown>): Flight => {
    const own = startScope(scope.id, scope.log, Math.max(0, Math.min(timeoutMs, scope.remaining())));
    const outcome = work({ ...own, errand: scope.errand }).finally(() => {
      own.dispose();
      if (flights.get(key)?.outcome === outcome) flights.delete(key);
    });
    outcome.catch(() => undefined);
    const flight: Flight = { outcome, scope: own, waiting: 0 };
    flights.set(key, flight);
    return flight;
  };

  const join = async (key: string, flight: Flight, scope: Scope): Promise<unknown> => {
    flight.waiting += 1;
    try {
      return await race(scope.signal, flight.outcome);
    } finally {
      flight.waiting -= 1;
      addTimings(scope.timings, flight.scope.timings);
      if (flight.waiting === 0 && scope.signal.aborted) {
        if (flights.get(key) === flight) flights.delete(key);
        flight.scope.abort(new AppError('client_gone', 'Nobody waits for this answer any more.'));
      }
    }
  };

  return {
    run: async <T>(key: string, scope: Scope, work: (scope: Scope) => Promise<T>): Promise<T> => {
      for (;;) {
        const running = flights.get(key);
        const flight = running ?? start(key, scope, work);
        try {
          return (await join(key, flight, scope)) as T;
        } catch (error) {
          const outlived =
            running !== undefined && !scope.signal.aborted && isAppError(error, 'deadline_exceeded');
          if (!outlived) throw error;
        }
      }
    },
  };
}
