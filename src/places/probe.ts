import type { ProviderUrls } from '../provider/urls.js';
import type { Logger } from '../runtime/logger.js';
import { type Scope, startScope } from '../runtime/scope.js';
import type { PageLoads } from '../traffic/page-loads.js';
import { openPlace } from './place-page.js';
import { createQueryResolver } from './resolve-query.js';

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
  const resolve = createQueryResolver(urls, () => Promise.reject(new Error('a probe follows no link')));
  const addressOf = async (place: string, scope: Scope): Promise<string | null> => {
    const found = await resolve(place, scope).catch(() => null);
    return found?.page.kind === 'place' ? found.page.url : null;
  };
  const firstAddress = async (scope: Scope): Promise<string> => {
    for (const place of places) {
      const address = await addressOf(place, scope);
      if (address !== null) return address;
    }
    throw new Error('no place to probe with');
  };
  return async () => {
    const scope = startScope('probe', log, timeoutMs);
    try {
      const address = await firstAddress(scope);
      await loads.withTab(scope, ({ load }) =>
        load(scope, (page, navigation) => openPlace(page, address, navigation)),
      );
    } finally {
      scope.dispose();
    }
  };
}
