import type { PageLease } from '../browser/lease.js';
import type { PlainClient } from '../egress/plain-client.js';
import { asksForConsent, asksForJavaScript, type FetchPage } from '../provider/fast-path/fetched-page.js';
import { isConsentChoice } from '../provider/resource-policy.js';
import { race, type Scope } from '../scope.js';

/** Documents are a few hundred KB, data answers half of that. */
const LIMIT_BYTES = 4 * 1024 * 1024;

/**
 * Makes plain requests look like those of the context: its cookies, user agent and language, through the same proxy.
 * Cookies set by one answer are sent with the next and dropped with the lease. `onPage` is called for a consent page
 * when this context has made no choice, and for a page that requires JavaScript.
 */
export function createFetchPage(
  lease: Pick<PageLease, 'cookies' | 'userAgent'>,
  client: PlainClient,
  language: string,
  { signal }: Scope,
  onPage: (page: 'consent' | 'javascript_only') => void = () => undefined,
): FetchPage {
  const received = new Map<string, string>();
  return async (url) => {
    // Raced: a frozen browser never answers.
    const kept = await race(signal, lease.cookies(url));
    // A cookie received later replaces the one of the context.
    const cookies = new Map([...pairsOf(kept), ...received]);
    const hasChosen = [...cookies].some(([name, value]) => isConsentChoice({ name, value }));
    const header = [...cookies].map((pair) => pair.join('=')).join('; ');
    const answer = await client.get(url, {
      signal,
      limitBytes: LIMIT_BYTES,
      headers: {
        'user-agent': lease.userAgent,
        'accept-language': language,
        ...(header === '' ? {} : { cookie: header }),
      },
    });
    if (!hasChosen && asksForConsent(answer)) onPage('consent');
    if (asksForJavaScript(url, answer)) onPage('javascript_only');
    for (const line of answer.setCookies) {
      const [, name, value] = /^([^=;\s]+)=([^;]*)/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) received.set(name, value);
    }
    return answer;
  };
}

/** Name and value of each cookie of a `Cookie` header. */
function pairsOf(header: string): (readonly [string, string])[] {
  const entries = header.split('; ').filter((entry) => entry !== '');
  return entries.map((entry) => {
    const at = entry.indexOf('=');
    return [entry.slice(0, at), entry.slice(at + 1)];
  });
}
