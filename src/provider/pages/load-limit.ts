import type { AppError } from '../../errors.js';
import { startInnerScope } from '../../scope.js';
import { providerFault } from './block-pages.js';
import type { Observed } from './observed.js';
import type { WatchOptions } from './watch.js';

/**
 * Longest time from a navigation to its decision, in milliseconds: a document that is never answered, a body
 * that never ends, a data request that hangs. A review list may take minutes, one page of the provider may not.
 */
const LOAD_LIMIT_MS = 30_000;

/**
 * Gives `work` a scope that ends with `provider_unavailable` at the load limit, or with the scope it is given.
 * What was still awaited then stands in the cause.
 */
export async function withinLoadLimit<T>(
  options: WatchOptions,
  seen: Observed,
  work: (options: WatchOptions) => Promise<T>,
): Promise<T> {
  const limitMs = options.loadLimitMs ?? LOAD_LIMIT_MS;
  const scope = startInnerScope(options.scope, Number.POSITIVE_INFINITY);
  const timer = setTimeout(() => scope.abort(tooSlow(seen, limitMs)), limitMs);
  try {
    return await work({ ...options, scope });
  } finally {
    clearTimeout(timer);
    scope.dispose();
  }
}

function tooSlow({ documents, loaded, pendingData, unfinished }: Observed, limitMs: number): AppError {
  const document = documents.length === 0 ? 'no document' : loaded ? 'a document' : 'part of a document';
  return providerFault(
    `${document} after ${limitMs} ms, data requests under way: ${pendingData}, others: ${unfinished - pendingData}`,
  );
}
