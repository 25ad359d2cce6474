import { measureMemoryUse } from './process-tree.js';
import { type Arena, startService, withCleanup } from './processes.js';
import { listByService } from './review-lists.js';
import { LONG_LIST } from './review-workload.js';
import { numberText } from './statistics.js';

// As many of the longest lists at once as the service takes: what the memory limit in deploy/compose.yaml must hold.

const LISTS = 3;
/** Lists hold half of the pages: with the default number of a small machine fewer would run at once. */
const CONTEXTS = 2 * LISTS;
const LIMIT_MB = 2_048;

/** The memory of `MAX_LISTS` longest lists at once, as text. */
export function measureListsAtOnce(arena: Arena, _quick: boolean, signal: AbortSignal): Promise<string> {
  return withCleanup(async (keep) => {
    const { address, pid } = await keep(
      startService(arena, {
        BROWSER_CONTEXTS: String(CONTEXTS),
        LISTS_PER_CLIENT: '0',
        MAX_LISTS: String(LISTS),
        REVIEWS_TIMEOUT_MS: '600000',
      }),
    );
    signal.throwIfAborted();
    const since = performance.now();
    const { before, highest } = await measureMemoryUse(pid, () =>
      Promise.all(Array.from({ length: LISTS }, () => listByService(address, LONG_LIST))),
    );
    return [
      `${LISTS} lists of ${LONG_LIST.reviews} reviews at once, ${numberText((performance.now() - since) / 1000)} s`,
      `  memory (PSS of the process tree): ${numberText(before)} MB before, ${numberText(highest)} MB at most (goal: below ${LIMIT_MB})`,
    ].join('\n');
  });
}
