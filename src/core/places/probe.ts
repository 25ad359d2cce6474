import { classifyQuery } from '../identifiers/classify.js';
import type { ProviderUrls } from '../provider/urls.js';
import type { Logger } from '../runtime/logger.js';
import { startScope } from '../runtime/scope.js';
import type { PageLoads } from '../traffic/page-loads.js';
import { openPlace } from './place-page.js';
import { lookupOf } from './resolve-query.js';

interface ProbeOptions {
  /** Loads that bypass the breaker. */
  readonly loads: PageLoads;
  readonly urls: ProviderUrls;
  /** The probe loads the first of these places that has an address without following a link. */
  readonly places: readonly string[];
  readonly timeoutMs: number;
  readonly log: Logger;
}

/**
 * Loads the page of a place that the service chose, to learn whether the provider answers this machine at all. Any
 * page except a block page counts as an answer. @throws AppError as any load
 */
export function createProbe({ loads, urls, places, timeoutMs, log }: ProbeOptions): () => Promise<void> {
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
