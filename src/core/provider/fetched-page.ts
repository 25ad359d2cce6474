import { providerBlocked } from '../errors.js';
import { isConsentUrl } from '../identifiers/provider-hosts.js';
import { blockPageCause, isBlockPageUrl, isScriptPage, isScriptPageUrl } from './navigation/block-pages.js';

interface FetchedPage {
  readonly status: number;
  /** The `Location` header; null if the answer has no such header. */
  readonly location: string | null;
  /** The whole body; empty for a redirect. */
  readonly body: string;
}

/** Fetches one page of the provider with the cookies and headers of a context; follows no redirect. */
export type FetchPage = (url: string) => Promise<FetchedPage>;

/** True for an answer that redirects to the consent page. places.md §3 */
export function asksForConsent({ location }: Pick<FetchedPage, 'location'>): boolean {
  return location !== null && isConsentUrl(location);
}

/** True for the JavaScript-only page: the provider asks for a browser and does not refuse the address. places.md §4 */
export function asksForJavaScript(url: string, answer: Pick<FetchedPage, 'location' | 'body'>): boolean {
  return isScriptPageUrl(targetOf(url, answer)) || isScriptPage(answer.body);
}

/**
 * The body of an ordinary answer; null for any other answer. A consent page and the JavaScript-only page also give
 * null: they need a rendered page. @throws AppError `provider_blocked` if the address is refused. places.md §4
 */
export async function fetchBody(fetchPage: FetchPage, url: string): Promise<string | null> {
  const answer = await fetchPage(url);
  const { status, body } = answer;
  const target = targetOf(url, answer);
  const needsBrowser = asksForJavaScript(url, answer);
  if (status === 429 || (isBlockPageUrl(target) && !needsBrowser))
    throw providerBlocked({ cause: blockPageCause(target) });
  return status === 200 && !needsBrowser ? body : null;
}

/** The target of a redirect; the address itself if the answer is not a redirect. */
function targetOf(url: string, { location }: Pick<FetchedPage, 'location'>): string {
  return location !== null && URL.canParse(location, url) ? new URL(location, url).href : url;
}

/**
 * One attempt by the HTTP fast path: the same answer as the rendered page gives, or
 * - `undecided`: the provider answered properly, but only a rendered page shows the answer.
 * - `unusable`: the provider's answers cannot be used. Only this result is a failure of the fast path.
 *
 * Without an answer the page is rendered. The fast path never reports an absence.
 */
export type FastPathReading<T extends object> = T | 'undecided' | 'unusable';
