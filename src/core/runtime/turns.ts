import type { Scope } from './scope.js';

/** How long a piece of work may hold up the event loop. */
const STEP_MS = 10;

/** For whom a piece of work is done. */
type Worker = Pick<Scope, 'client' | 'signal'>;

/** The pieces of work that wait for their next step, by client; the client whose turn is next comes first. */
const waiting = new Map<string | null, (() => void)[]>();

/** Begins the next step. While further work waits, it repeats itself in the next turn of the event loop. */
function beginStep(): void {
  for (const [client, [begin, ...later]] of waiting) {
    waiting.delete(client);
    if (later.length > 0) waiting.set(client, later);
    begin?.();
    break;
  }
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
 * Divides long work into steps: call the returned function often. It waits for the next step when the work has held up
 * the event loop for 10 ms. `scope`: the request for which the work is done; the work ends with the request.
 */
export function createTurns(scope: Partial<Worker> = {}): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < STEP_MS) return;
    await nextStep(scope);
    since = performance.now();
  };
}
