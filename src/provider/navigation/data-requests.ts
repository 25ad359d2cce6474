import type { Page, Request } from 'playwright';
import { MAPS_HOSTS } from '../../identifiers/provider-hosts.js';
import { PLACE_DATA, REVIEW_DATA } from '../wire/data-link.js';

const SEARCH_DATA = /\/search\?(?:.*&)?tbm=map(?:&|$)/;
/** Requests that can still bring the page its data: its own scripts and fetches, no logs, tiles, pictures. */
const ESSENTIAL_TYPES = new Set(['document', 'script', 'xhr', 'fetch']);
const NOISE = /\/(?:gen_204|log|maps\/vt|maps\/preview\/log204)\b/;

/** Where the answer of a data request belongs; null for any other request. */
export type DataKind = 'payloads' | 'searches' | 'reviews';

export function dataKind(url: string): DataKind | null {
  if (url.includes(PLACE_DATA)) return 'payloads';
  if (url.includes(REVIEW_DATA)) return 'reviews';
  return SEARCH_DATA.test(url) ? 'searches' : null;
}

/** A preloaded data request is of type "other", and the page's own fetch then makes no request of its own. */
export function isEssential(request: Request): boolean {
  if (dataKind(request.url()) !== null) return true;
  const { hostname, pathname } = new URL(request.url());
  return ESSENTIAL_TYPES.has(request.resourceType()) && MAPS_HOSTS.has(hostname) && !NOISE.test(pathname);
}

/** True for the page's own navigation, not that of a frame in it. */
export function isDocument(request: Request, page: Page): boolean {
  return request.isNavigationRequest() && request.frame() === page.mainFrame();
}

/** Broken off by the page itself, or by its end. */
export function isCancelled(request: Request): boolean {
  return request.failure()?.errorText.includes('ERR_ABORTED') ?? false;
}

/** Not 404 and the like, by which the provider says that there is nothing. */
export function isRefusal(status: number): boolean {
  return status === 403 || status === 429 || status >= 500;
}
