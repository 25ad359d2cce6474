import type { PageLease } from '../browser/pool.js';
import type { PlainClient } from '../egress/plain-client.js';
import type { AskPlainly } from '../provider/light/plain-page.js';
import type { Scope } from '../scope.js';

/** Documents are a few hundred KB, data answers half of that. */
const LIMIT_BYTES = 4 * 1024 * 1024;

/**
 * Plain requests as the borrowed context would make them: its cookies, its name, its language, through the
 * same way out. Cookies set by one answer go with the next; none of them outlives the loan.
 */
export function askAs(
  lease: Pick<PageLease, 'cookies' | 'userAgent'>,
  client: PlainClient,
  language: string,
  { signal }: Scope,
): AskPlainly {
  const received = new Map<string, string>();
  return async (url) => {
    const kept = await lease.cookies(url);
    const cookie = [kept, ...received].map((entry) => (typeof entry === 'string' ? entry : entry.join('=')));
    const header = cookie.filter((entry) => entry !== '').join('; ');
    const answer = await client.get(url, {
      signal,
      limitBytes: LIMIT_BYTES,
      headers: {
        'user-agent': lease.userAgent,
        'accept-language': language,
        ...(header === '' ? {} : { cookie: header }),
      },
    });
    for (const line of answer.setCookies) {
      const [, name, value] = /^([^=;\s]+)=([^;]*)/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) received.set(name, value);
    }
    return answer;
  };
}
