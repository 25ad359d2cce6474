import { AppError } from '../errors.js';
import { offListError } from './hosts.js';
import type { PlainClient, PlainResponse } from './plain-client.js';

const MAX_HOPS = 8;
const BLOCKED_RETRY_SECONDS = 60;

export interface FollowOptions {
  readonly signal: AbortSignal;
  /** Requests made at most (8). */
  readonly maxHops?: number;
  /** True for a URL that needs no further request: following stops before it is asked for. */
  isFinal(url: URL): boolean;
  /** True for a URL that may be asked for. It is https already, with the default port and no user name. */
  allow(url: URL): boolean;
}

export interface FollowResult {
  readonly url: string;
  /**
   * `final`: `isFinal` said so, `url` itself was not asked for. `page`: the server answered with a page in
   * place of a redirect (a JavaScript interstitial). `error_status`: a 4xx, the link leads nowhere.
   */
  readonly outcome: 'final' | 'page' | 'error_status';
  /** Of the last answer; null when no request was needed. */
  readonly status: number | null;
}

/**
 * Follows a share link by plain requests, one redirect at a time (places.md §2: a non-browser user agent gets
 * a real 30x). Every hop is checked before it is asked for; http is upgraded to https, relative targets are
 * resolved.
 * @throws AppError `invalid_request` (a hop off the list), `provider_blocked` (429), `provider_unavailable`
 *   (redirect loop, too many hops, 5xx, no answer); `signal.reason` once aborted
 */
export async function followRedirects(
  client: PlainClient,
  startUrl: string,
  options: FollowOptions,
): Promise<FollowResult> {
  const { signal, maxHops = MAX_HOPS } = options;
  const asked = new Set<string>();
  let url = checkHop(startUrl, null, options);
  let status: number | null = null;
  while (!options.isFinal(url)) {
    if (asked.has(url.href)) throw unavailable('The share link redirects in a circle.');
    if (asked.size >= maxHops) throw unavailable(`The share link redirects more than ${maxHops} times.`);
    asked.add(url.href);
    const response = await client.get(url.href, { signal });
    status = response.status;
    const next = redirectTarget(response);
    if (next === null) return { url: url.href, outcome: judge(status), status };
    url = checkHop(next, url, options);
  }
  return { url: url.href, outcome: 'final', status };
}

function redirectTarget({ status, location }: PlainResponse): string | null {
  return status >= 300 && status < 400 && location !== null ? location : null;
}

function checkHop(target: string, base: URL | null, options: FollowOptions): URL {
  const url = parseHop(target, base);
  const web = url.protocol === 'https:' || url.protocol === 'http:';
  if (!web || url.port !== '' || url.username !== '' || url.password !== '') throw offList(url);
  url.protocol = 'https:';
  if (!options.allow(url)) throw offList(url);
  return url;
}

function parseHop(target: string, base: URL | null): URL {
  try {
    return base === null ? new URL(target) : new URL(target, base);
  } catch (cause) {
    throw new AppError('invalid_request', 'The share link leads to something that is not a URL.', { cause });
  }
}

function offList(url: URL): AppError {
  return offListError('share link', url.hostname);
}

/** What an answer that redirects no further means. */
function judge(status: number): 'page' | 'error_status' {
  if (status >= 200 && status < 300) return 'page';
  if (status === 429 || status === 403) {
    throw new AppError('provider_blocked', 'The map provider asks to slow down. Try again in a minute.', {
      retryAfterSeconds: BLOCKED_RETRY_SECONDS,
    });
  }
  if (status === 400 || status === 404 || status === 410) return 'error_status';
  throw unavailable(`The map provider answered the share link with status ${status}. Try again later.`);
}

function unavailable(message: string): AppError {
  return new AppError('provider_unavailable', message);
}
