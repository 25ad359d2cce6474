import { AppError, INVALID_REQUEST, isAppError, PROVIDER_UNAVAILABLE, providerBlocked } from '../errors.js';
import { isLinkHost, MAPS_HOSTS } from '../identifiers/provider-hosts.js';
import { isMiddleHop } from '../identifiers/short-link.js';
import { type Message, message } from '../texts/messages.js';
import { offListError } from './hosts.js';
import type { PlainClient, PlainResponse } from './plain-client.js';

/** Maximum number of requests. */
const MAX_HOPS = 8;

interface FollowOptions {
  readonly signal: AbortSignal;
  /** Maximum wait for one answer, in milliseconds. */
  readonly hopTimeoutMs: number;
  /** True for a URL that needs no request: following stops before it is requested. */
  isFinal(url: URL): boolean;
}

/**
 * How following ended. `final`: `isFinal` was true; that URL was not requested. `page`: the server answered with a page
 * in place of a redirect (a JavaScript interstitial). `not_found`: 404, which share hosts also answer for a while for
 * links that work later (places.md §2). `gone`: 400 or 410. `refused`: 403 for this one link. `no_answer`: silence or a
 * broken connection.
 */
type FollowOutcome = 'final' | 'page' | 'not_found' | 'gone' | 'refused' | 'no_answer';

export interface FollowResult {
  readonly url: string;
  readonly outcome: FollowOutcome;
  /** Why there is no answer; null = there is an answer. */
  readonly failure: AppError | null;
}

/**
 * Follows a share link by plain requests, one redirect at a time (places.md §2: a non-browser user agent gets a real
 * 30x). Checks every hop before requesting it, upgrades http to https and resolves relative targets.
 * @throws AppError `invalid_request` (a hop to a host that is not on the list), `provider_blocked` (429; 403 of a map
 * host), `provider_unavailable` (redirect loop, too many hops, 5xx); `signal.reason` once aborted
 */
export async function followRedirects(
  client: PlainClient,
  startUrl: string,
  options: FollowOptions,
): Promise<FollowResult> {
  const asked = new Set<string>();
  let url = checkHop(startUrl, null);
  while (!options.isFinal(url)) {
    if (asked.has(url.href)) throw unavailable(message('shareLinkInCircle'));
    if (asked.size >= MAX_HOPS) throw unavailable(message('shareLinkTooManyHops', { most: MAX_HOPS }));
    asked.add(url.href);
    const response = await ask(client, url, options);
    if (response instanceof AppError) return { url: url.href, outcome: 'no_answer', failure: response };
    const { status, location } = response;
    const next = status >= 300 && status < 400 ? location : null;
    if (next === null) return { url: url.href, outcome: judge(status, url), failure: null };
    url = checkHop(next, url);
  }
  return { url: url.href, outcome: 'final', failure: null };
}

/** Requests one hop. Returns the failure if the hop was not answered, or not in time. */
async function ask(
  client: PlainClient,
  url: URL,
  { signal, hopTimeoutMs }: FollowOptions,
): Promise<PlainResponse | AppError> {
  const timeout = AbortSignal.timeout(Math.ceil(hopTimeoutMs));
  try {
    return await client.get(url.href, { signal: AbortSignal.any([signal, timeout]) });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (timeout.aborted) return unavailable(message('shareLinkUnanswered'));
    if (isAppError(error, PROVIDER_UNAVAILABLE)) return error;
    throw error;
  }
}

function checkHop(target: string, base: URL | null): URL {
  const url = parseHop(target, base);
  const web = url.protocol === 'https:' || url.protocol === 'http:';
  const isPlain = web && url.port === '' && url.username === '' && url.password === '';
  if (isPlain) url.protocol = 'https:';
  if (!isPlain || !isLinkHost(url.hostname)) throw offListError('share link', url.hostname);
  return url;
}

function parseHop(target: string, base: URL | null): URL {
  try {
    return base === null ? new URL(target) : new URL(target, base);
  } catch (cause) {
    throw new AppError(INVALID_REQUEST, message('shareLinkToNoUrl'), { cause });
  }
}

/** Judges an answer without a redirect. A 403 of a map host blocks this service; other hosts refuse only the link. */
function judge(status: number, url: URL): FollowOutcome {
  if (status >= 200 && status < 300) return 'page';
  const isMapHost = MAPS_HOSTS.has(url.hostname) && !isMiddleHop(url);
  if (status === 429 || (status === 403 && isMapHost)) throw providerBlocked();
  if (status === 403) return 'refused';
  if (status === 404) return 'not_found';
  if (status === 400 || status === 410) return 'gone';
  throw unavailable(message('shareLinkStatus', { status }));
}

const unavailable = (reason: Message): AppError => new AppError(PROVIDER_UNAVAILABLE, reason);
