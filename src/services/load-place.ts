import type { PageLease, PagePool } from '../browser/pool.js';
import type { FeatureId } from '../identifiers/feature-id.js';
import { openPlace, openPlaceId } from '../provider/pages/place-page.js';
import { searchPlace, searchPlaceId } from '../provider/pages/search-page.js';
import type { WatchOptions } from '../provider/pages/watch.js';
import type { PlaceReading } from '../provider/place.js';
import { type Scope, startInnerScope } from '../scope.js';

/** A provider page to look a place up on. */
export interface LookupPage {
  readonly kind: 'place' | 'search';
  readonly url: string;
}

/** Looks places up on the provider's pages. Null = the provider answered twice that there is none. */
export interface PlaceLoader {
  /** Which place it is, and no more. */
  identify(target: LookupPage, scope: Scope): Promise<FeatureId | null>;
  /** Everything the page says about it. */
  read(target: LookupPage, scope: Scope): Promise<PlaceReading | null>;
}

interface LoaderOptions {
  readonly pool: PagePool;
  readonly settleMs: number;
}

/** Kept back from the deadline so that an incomplete answer can still be given. */
const ANSWER_RESERVE_MS = 500;

export function createPlaceLoader({ pool, settleMs }: LoaderOptions): PlaceLoader {
  const rendering = async <T>(scope: Scope, load: (options: WatchOptions) => Promise<T>): Promise<T> => {
    const since = performance.now();
    scope.timings.pageLoads += 1;
    try {
      return await load({ scope, settleMs });
    } finally {
      scope.timings.renderMs += performance.now() - since;
    }
  };

  const identify = (target: LookupPage, scope: Scope) =>
    pool.withPage(scope, async ({ page }) => {
      const load = target.kind === 'place' ? openPlaceId : searchPlaceId;
      const found = await rendering(scope, (options) => load(page, target.url, options));
      return found ?? (await rendering(scope, (options) => load(page, target.url, options)));
    });

  const readOnce = ({ page }: PageLease, target: LookupPage, scope: Scope) => {
    const load = target.kind === 'place' ? openPlace : searchPlace;
    return rendering(scope, (options) => load(page, target.url, options));
  };

  /**
   * Limited view, truncated payload or nothing found: the same tab once more (the first load set an
   * anonymous cookie), then a fresh context once (places.md §9). What still lacks stays null.
   */
  const read = async (target: LookupPage, scope: Scope): Promise<PlaceReading | null> => {
    const first = await pool.withPage(scope, async (lease) => {
      const reading = await readOnce(lease, target, scope);
      if (reading !== null && !reading.degraded) return { reading, again: false };
      if (reading === null) {
        const second = await readOnce(lease, target, scope);
        return { reading: second, again: second?.degraded ?? false };
      }
      const reloaded = await optional(scope, (inner) => readOnce(lease, target, inner));
      const better = fuller(reading, reloaded);
      if (better.degraded) lease.retire();
      return { reading: better, again: better.degraded };
    });
    if (!first.again || first.reading === null) return first.reading;
    const fresh = await optional(scope, (inner) =>
      pool.withPage(inner, (lease) => readOnce(lease, target, inner)),
    );
    return fuller(first.reading, fresh);
  };

  /** A further attempt that may fail: null then, and always early enough to answer with what there is. */
  const optional = async <T>(scope: Scope, attempt: (scope: Scope) => Promise<T>): Promise<T | null> => {
    const remaining = scope.remaining() - ANSWER_RESERVE_MS;
    if (remaining <= 0) return null;
    const inner = startInnerScope(scope, remaining);
    try {
      return await attempt(inner);
    } catch (error) {
      if (scope.signal.aborted) throw error;
      scope.log.warn({ err: error }, 'a further attempt at a degraded page failed');
      return null;
    } finally {
      inner.dispose();
    }
  };

  return { identify, read };
}

/** The reading with fewer gaps; never of another place than the first one. */
function fuller(first: PlaceReading, second: PlaceReading | null): PlaceReading {
  if (second === null || second.place.featureId !== first.place.featureId) return first;
  return second.missing.length < first.missing.length ? second : first;
}
