import { classifyQuery } from '../identifiers/classify.js';
import type { ProviderUrls } from '../provider/urls.js';
import type { Logger } from '../runtime/logger.js';
import { startScope } from '../runtime/scope.js';
import type { PageLoads } from '../traffic/page-loads.js';
import { openPlace } from './place-page.js';
import { lookupOf } from './resolve-query.js';

/**
 * Loads the page of a place that the service chose, to learn whether the provider answers this machine at all. Any
 * page except a block page counts as an answer. `loads` bypass the breaker; the first of the `places` that has an
 * address without following a link is loaded. @throws AppError as any load
 */
export function createProbe(
  loads: PageLoads,
  urls: ProviderUrls,
  places: readonly string[],
  timeoutMs: number,
  log: Logger,
): () => Promise<void> {
  const address = places
    .map(classifyQuery)
    .flatMap((query) => (query.kind === 'share_link' ? [] : [lookupOf(query, urls).page]))
    .find(({ kind }) => kind !== 'search')?.url;
  return async () => {
    if (address === undefined) throw new Error('no place to probe with');
    using scope = startScope('probe', log, timeoutMs);
    using tab = await loads.take(scope);
    await tab.load(scope, (page, navigation) => openPlace(page, address, navigation));
  };
}
