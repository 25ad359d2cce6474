import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Request } from 'playwright';
import { type FollowResult, followRedirects } from '../egress/follow-redirects.js';
import type { PlainClient } from '../egress/plain-client.js';
import {
  AppError,
  INVALID_REQUEST,
  isAppError,
  NO_RESULTS,
  PROVIDER_BLOCKED,
  PROVIDER_UNAVAILABLE,
  providerBlocked,
} from '../errors.js';
import { classifyLink } from '../identifiers/classify.js';
import type { MapTarget } from '../identifiers/map-url.js';
import { CONSENT_HOSTS, isPlaceHost } from '../identifiers/provider-hosts.js';
import { classifyReviewLink, type ReviewLink } from '../identifiers/review-url.js';
import { appLinkTarget, isDeadEnd } from '../identifiers/short-link.js';
import { providerFault } from '../provider/faults.js';
import {
  blockPageCause,
  isBlockPageFor,
  isBlockPageUrl,
  isScriptPageUrl,
} from '../provider/navigation/block-pages.js';
import { type NavigationOptions, navigate } from '../provider/navigation/navigate.js';
import { isDocument } from '../provider/navigation/observation.js';
import { deferred } from '../runtime/deferred.js';
import { race, type Scope, startInnerScope } from '../runtime/scope.js';
import { message } from '../texts/messages.js';
import type { Breaker } from '../traffic/breaker.js';
import type { PageLoads } from '../traffic/page-loads.js';

/**
 * Follows a share link to the first address that `isFinal`.
 * @throws AppError `no_results` when the link leads nowhere, and the errors of `followRedirects` and a page load
 */
export type ShareLinkFollower = (
  link: string,
  scope: Scope,
  isFinal: (hop: URL) => boolean,
) => Promise<string>;

/** Wait times for a share link, in milliseconds. */
export interface ShareLinkPatience {
  /** Between the two attempts: a public client that waits 3 s succeeds (places.md §2). */
  readonly retryDelayMs: number;
  /** For one answer of a host. */
  readonly hopTimeoutMs: number;
}

export const SHARE_LINK_PATIENCE: ShareLinkPatience = { retryDelayMs: 3_000, hopTimeoutMs: 5_000 };

const FAULT_RETRY_SECONDS = 10;

interface FollowerOptions extends ShareLinkPatience {
  readonly client: PlainClient;
  readonly breaker: Pick<Breaker, 'passable' | 'suspected'>;
  /** Loads that never open the breaker: a client chooses where a link leads. */
  readonly loads: PageLoads;
}

/**
 * Follows share links hop by hop with plain requests (places.md §2): a non-browser user agent gets real redirects. If
 * the host serves a page of JavaScript instead, the browser follows the rest. After a 404, the page of dead links or
 * no answer, the link is requested once more after a pause, because share hosts fail for moments. After 400, 403 and
 * 410 it is not requested again.
 */
export function createShareLinkFollower(options: FollowerOptions): ShareLinkFollower {
  const { client, breaker, loads, retryDelayMs, hopTimeoutMs } = options;

  /** The browser follows a hop that leads to the JavaScript-only page (places.md §4). */
  const attempt = async (
    link: string,
    scope: Scope,
    isFinal: (hop: URL) => boolean,
    timeoutMs: number,
  ): Promise<FollowResult> => {
    let asked = link;
    const stops = (hop: URL) => {
      if (isScriptPageUrl(hop.href) || isDeadEnd(hop)) return true;
      if (isBlockPageUrl(hop.href))
        throw isBlockPageFor(hop, asked)
          ? providerBlocked({ cause: blockPageCause(hop.href) })
          : refusedLink('a hop to a block page about another address');
      asked = hop.href;
      return isFinal(hop);
    };
    await breaker.passable(scope);
    const end = await followRedirects(client, link, {
      signal: scope.signal,
      hopTimeoutMs: timeoutMs,
      isFinal: stops,
    });
    if (isDeadEnd(new URL(end.url))) return { ...end, outcome: 'not_found' };
    return isScriptPageUrl(end.url) ? { ...end, url: asked, outcome: 'page' } : end;
  };

  const follow = async (
    link: string,
    scope: Scope,
    isFinal: (hop: URL) => boolean,
  ): Promise<FollowResult> => {
    // A host that hangs must leave time for the second attempt.
    const spareMs = (scope.remaining() - retryDelayMs) / 2;
    const timeoutMs = spareMs > 0 ? Math.min(hopTimeoutMs, spareMs) : hopTimeoutMs;
    const first = await attempt(link, scope, isFinal, timeoutMs);
    if (first.outcome !== 'not_found' && first.outcome !== 'no_answer') return first;
    if (scope.remaining() <= retryDelayMs) throw momentaryFault(first.failure);
    await race(scope.signal, sleep(retryDelayMs, undefined, { signal: scope.signal }));
    return attempt(link, scope, isFinal, hopTimeoutMs);
  };

  const followToEnd: ShareLinkFollower = async (link, scope, isFinal) => {
    const { url, outcome, failure } = await follow(link, scope, isFinal);
    switch (outcome) {
      case 'final':
        return url;
      case 'page': {
        const isEnd = (hop: URL) => isDeadEnd(hop) || isFinal(hop);
        using tab = await loads.take(scope);
        const end = await tab.load(scope, (page, options) => openShareLink(page, url, options, isEnd));
        if (isDeadEnd(new URL(end))) throw leadsNowhere();
        return end;
      }
      case 'not_found':
      case 'gone':
        throw leadsNowhere();
      case 'refused':
        throw refusedLink('status 403');
      case 'no_answer':
        throw momentaryFault(failure);
    }
  };
  return async (link, scope, isFinal) => {
    try {
      return await followToEnd(link, scope, isFinal);
    } catch (error) {
      if (!isAppError(error, PROVIDER_BLOCKED)) throw error;
      throw (await breaker.suspected(error, scope)) ?? refusedLink(error);
    }
  };
}

/** True for a hop whose URL names its target: a map or consent page, or a link that holds another link. */
function isReadable(hop: URL): boolean {
  const { hostname } = hop;
  const isPage = isPlaceHost(hostname) || CONSENT_HOSTS.has(hostname);
  return (isPage && !isBlockPageUrl(hop.href)) || appLinkTarget(hop) !== null;
}

const leadsNowhere = (): AppError => new AppError(NO_RESULTS, message('shareLinkDead'));

/** The provider refuses only this link: it may answer others. */
function refusedLink(cause: AppError | string): AppError {
  return new AppError(PROVIDER_UNAVAILABLE, message('shareLinkRefused'), {
    cause,
    retryAfterSeconds: FAULT_RETRY_SECONDS,
  });
}

function momentaryFault(cause: AppError | null): AppError {
  return new AppError(PROVIDER_UNAVAILABLE, message('shareLinkHostFails'), {
    cause: cause ?? 'status 404, and no time to ask again',
    retryAfterSeconds: FAULT_RETRY_SECONDS,
  });
}

export type ShareLinkResolver = ReturnType<typeof createShareLinkResolver>;

/**
 * Follows share links to the places that their final addresses name.
 * @throws AppError `no_results` when the link leads nowhere, `invalid_request` when it leads to no place
 */
export function createShareLinkResolver(follow: ShareLinkFollower) {
  return async (link: string, scope: Scope): Promise<MapTarget> => {
    const target = placeTarget(new URL(await follow(link, scope, (hop) => placeTarget(hop) !== null)));
    if (target === null) throw new AppError(INVALID_REQUEST, message('shareLinkWithoutPlace'));
    return target;
  };
}

/** The place that a hop names; null = follow the next hop. Throws for a page that is not about a place. */
function placeTarget(hop: URL): MapTarget | null {
  if (!isReadable(hop)) return null;
  const link = classifyLink(hop.href);
  return link.kind === 'map_url' ? link.target : null;
}

export type ReviewLinkResolver = ReturnType<typeof createReviewLinkResolver>;

/**
 * Finds the reviews that links name; share links are followed.
 * @throws AppError `invalid_request` for links to other targets, `no_results` for share links to nowhere
 */
export function createReviewLinkResolver(follow: ShareLinkFollower) {
  return async (link: string, scope: Scope): Promise<ReviewLink> => {
    const given = classifyReviewLink(link);
    if (given.kind === 'review') return given.link;
    const isReview = (hop: URL) => isReadable(hop) && classifyReviewLink(hop.href).kind === 'review';
    const target = classifyReviewLink(await follow(given.url, scope, isReview));
    if (target.kind !== 'review') throw new AppError(INVALID_REQUEST, message('shareLinkWithoutReview'));
    return target.link;
  };
}

/**
 * Opens a share link that is answered with a page of JavaScript (places.md §2), until the page navigates to a final
 * address. The final page is not loaded: its address is enough.
 * @throws errors of `isFinal`; `provider_unavailable` when the page settles elsewhere
 */
async function openShareLink(
  page: Page,
  url: string,
  options: NavigationOptions,
  isFinal: (hop: URL) => boolean,
): Promise<string> {
  using scope = startInnerScope(options.scope, options.scope.remaining());
  const arrived = deferred<string>();
  const onRequest = (request: Request) => {
    if (!isDocument(request, page)) return;
    try {
      if (isFinal(new URL(request.url()))) arrived.resolve(request.url());
    } catch (error) {
      arrived.reject(error);
    }
  };
  page.on('request', onRequest);
  const rest = navigate<never>(page, url, { ...options, scope }, ({ settled }) => {
    if (settled) throw providerFault('the page of a share link leads nowhere');
    return undefined;
  });
  try {
    return await Promise.race([arrived.promise, rest]);
  } finally {
    page.off('request', onRequest);
    scope.abort(providerFault('the share link has been followed'));
  }
}
