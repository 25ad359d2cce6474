import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long a piece of work may hold up the event loop. */
const STEP_MS = 10;

/**
 * Divides long work into steps: call the returned function often. It lets other events run when the work has held up
 * the event loop for 10 ms.
 */
export function createTurns(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < STEP_MS) return;
    await nextTurn();
    since = performance.now();
  };
}
