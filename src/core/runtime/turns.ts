import type { Scope } from './scope.js';

/** How long all long work together may hold up a turn of the event loop. */
const STEP_MS = 1;

/** For whom a piece of work is done. */
type Worker = Pick<Scope, 'client' | 'signal'>;

/** The pieces of work that wait for their next step, by client; the client whose turn is next comes first. */
const waiting = new Map<string | null, (() => void)[]>();

/** When long work first ran in this turn of the event loop; null = not yet. */
let turnSince: number | null = null;

/** Whether long work has held up this turn of the event loop for `STEP_MS`. */
function isTurnOver(): boolean {
  if (turnSince === null) {
    turnSince = performance.now();
    setImmediate(() => {
      turnSince = null;
    });
  }
  return performance.now() - turnSince >= STEP_MS;
}

/** Begins the next step, and with it the turn. While more work waits, it repeats itself in the next turn. */
function beginStep(): void {
  turnSince = null;
  isTurnOver();
  const [[client, [begin, ...later]] = [null, []]] = waiting;
  waiting.delete(client);
  if (later.length > 0) waiting.set(client, later);
  begin?.();
  if (waiting.size > 0) setImmediate(beginStep);
}

/**
 * Waits for the next step of long work. In the whole process, one step begins in a turn of the event loop, so that any
 * number of long requests leaves time for short requests. Clients take turns.
 * @throws the reason of the signal when the request has ended
 */
export async function nextStep({ client, signal }: Partial<Worker> = {}): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve) => {
    if (waiting.size === 0) setImmediate(beginStep);
    waiting.set(client ?? null, [...(waiting.get(client ?? null) ?? []), resolve]);
  });
  signal?.throwIfAborted();
}

/**
 * Divides long work into steps: call the returned function often. It waits for the next step when long work, this or
 * other, has held up the turn of the event loop for `STEP_MS`. `scope`: the request for which the work is done; the
 * work ends with the request.
 */
export function createTurns(scope: Partial<Worker> = {}): () => Promise<void> {
  return async () => {
    if (isTurnOver()) await nextStep(scope);
  };
}
