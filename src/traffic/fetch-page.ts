import type { Cookie as BrowserCookie } from 'playwright';
import { Cookie, CookieJar } from 'tough-cookie';
import type { PlainClient } from '../egress/plain-client.js';
import { asksForConsent, asksForJavaScript, type FetchPage } from '../provider/fast-path/fetched-page.js';
import { isConsentChoice } from '../provider/resource-policy.js';
import { race, type Scope } from '../runtime/scope.js';

/** What plain requests say of themselves: the same as a page of the pool that was just opened. */
export interface RequestIdentity {
  /** The user agent of the browser; starts the browser when it never ran. */
  userAgent(): Promise<string>;
  /** The choice made on the consent page; waits for one that is being taken over. */
  consentCookies(): Promise<readonly BrowserCookie[]>;
  /** For `Accept-Language`. */
  readonly language: string;
}

/** Documents are a few hundred KB, data answers half of that. */
const LIMIT_BYTES = 4 * 1024 * 1024;

/**
 * Plain requests of one attempt, through the egress proxy. They share a cookie jar that starts with the consent choice
 * and is dropped with the attempt. `onPage` is called for a consent page when no choice was made yet, and for a page
 * that requires JavaScript.
 */
export function createFetchPage(
  identity: RequestIdentity,
  client: PlainClient,
  { signal }: Scope,
  onPage: (page: 'consent' | 'javascript_only') => void = () => undefined,
): FetchPage {
  let started: Promise<readonly [CookieJar, string]> | null = null;
  const start = async () => {
    const [cookies, userAgent] = await Promise.all([identity.consentCookies(), identity.userAgent()]);
    return [jarOf(cookies), userAgent] as const;
  };
  return async (url) => {
    started ??= start();
    // Raced: a frozen browser never answers.
    const [jar, userAgent] = await race(signal, started);
    const header = jar.getCookieStringSync(url);
    const hasChosen = jar.getCookiesSync(url).some(({ key, value }) => isConsentChoice({ name: key, value }));
    const answer = await client.get(url, {
      signal,
      limitBytes: LIMIT_BYTES,
      headers: {
        'user-agent': userAgent,
        'accept-language': identity.language,
        ...(header === '' ? {} : { cookie: header }),
      },
    });
    if (!hasChosen && asksForConsent(answer)) onPage('consent');
    if (asksForJavaScript(url, answer)) onPage('javascript_only');
    for (const line of answer.setCookies) jar.setCookieSync(line, url, { ignoreError: true });
    return answer;
  };
}

/** A jar with cookies of the browser. What it cannot hold is left out. */
function jarOf(cookies: readonly BrowserCookie[]): CookieJar {
  const jar = new CookieJar();
  for (const { name, value, domain, path, secure, expires } of cookies) {
    const host = domain.replace(/^\./, '');
    const cookie = new Cookie({
      key: name,
      value,
      path,
      secure,
      // Without a dot before its domain it is of that host alone.
      ...(host === domain ? {} : { domain: host }),
      ...(expires === -1 ? {} : { expires: new Date(expires * 1000) }),
    });
    jar.setCookieSync(cookie, `https://${host}${path}`, { ignoreError: true });
  }
  return jar;
}
