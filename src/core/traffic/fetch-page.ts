import type { Cookie as BrowserCookie } from 'playwright';
import { Cookie, CookieJar } from 'tough-cookie';
import type { PlainClient } from '../egress/plain-client.js';
import { asksForConsent, asksForJavaScript, type FetchPage } from '../provider/fetched-page.js';
import { isConsentChoice } from '../provider/resource-policy.js';
import { race, type Scope } from '../runtime/scope.js';

/** How plain requests identify themselves: like a page of the pool that was just opened. */
export interface RequestIdentity {
  /** The user agent of the browser. Starts the browser if it has not run yet. */
  userAgent(): Promise<string>;
  /** Cookies of the choice on the consent page. Waits while a choice is being saved. */
  consentCookies(): Promise<readonly BrowserCookie[]>;
  /** For `Accept-Language`. */
  readonly language: string;
}

/** A document has a few hundred KB, a data answer about half as much. */
const LIMIT_BYTES = 4 * 1024 * 1024;

/**
 * Makes the plain requests of one attempt, through the egress proxy. They share a cookie jar that starts with the
 * consent choice and is dropped after the attempt. Calls `onPage` for a consent page if no choice was made yet, and for
 * a page that requires JavaScript.
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
    // A frozen browser never answers, so the signal must be able to end this wait.
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

/** A jar with the cookies of the browser. Cookies that the jar refuses are left out. */
function jarOf(cookies: readonly BrowserCookie[]): CookieJar {
  const jar = new CookieJar();
  for (const { name, value, domain, path, secure, expires } of cookies) {
    const host = domain.replace(/^\./, '');
    const cookie = new Cookie({
      key: name,
      value,
      path,
      secure,
      // A cookie whose domain has no leading dot belongs to this host only.
      ...(host === domain ? {} : { domain: host }),
      ...(expires === -1 ? {} : { expires: new Date(expires * 1000) }),
    });
    jar.setCookieSync(cookie, `https://${host}${path}`, { ignoreError: true });
  }
  return jar;
}
