import type { Page, Request } from 'playwright';
import { MAPS_HOSTS } from '../../identifiers/provider-hosts.js';
import type { RuleSet } from '../rules/built-in.js';

/** Requests that can still bring the page its data: its own scripts and fetches, without logs, tiles and pictures. */
const ESSENTIAL_TYPES = new Set(['document', 'script', 'xhr', 'fetch']);
const NOISE = /\/(?:gen_204|log|maps\/vt|maps\/preview\/log204)\b/;

/** The list in `Observed` that takes the answer of a data request; null for any other request. */
export type DataKind = 'payloads' | 'searches' | 'reviews';

export function dataKind(url: string, { requests }: RuleSet): DataKind | null {
  const isOne = (entries: readonly string[]) => entries.some((entry) => isRequest(url, entry));
  if (isOne(requests.place)) return 'payloads';
  if (isOne(requests.review)) return 'reviews';
  return isOne(requests.search) ? 'searches' : null;
}

/** An entry is a path, or a path with one parameter of the query: `/search?tbm=map`. */
function isRequest(url: string, entry: string): boolean {
  const [path = '', parameter] = entry.split('?');
  if (parameter === undefined) return url.includes(path);
  const at = url.indexOf(`${path}?`);
  return (
    at >= 0 &&
    url
      .slice(at + path.length + 1)
      .split('&')
      .includes(parameter)
  );
}

/**
 * True for requests that the page's data may depend on. A preloaded data request has the type "other", and the page's
 * own fetch then sends no second request.
 */
export function isEssential(request: Request, rules: RuleSet): boolean {
  if (dataKind(request.url(), rules) !== null) return true;
  const { hostname, pathname } = new URL(request.url());
  return ESSENTIAL_TYPES.has(request.resourceType()) && MAPS_HOSTS.has(hostname) && !NOISE.test(pathname);
}

/** True for the page's own navigation; false for a navigation of a frame in it. */
export function isDocument(request: Request, page: Page): boolean {
  return request.isNavigationRequest() && request.frame() === page.mainFrame();
}

/** True if the page itself, or its end, aborted the request. */
export function isCancelled(request: Request): boolean {
  return request.failure()?.errorText.includes('ERR_ABORTED') ?? false;
}

/** True if the status is a refusal. 404 and similar statuses are answers: the requested item does not exist. */
export function isRefusal(status: number): boolean {
  return status === 403 || status === 429 || status >= 500;
}
