import { type FollowResult, followRedirects } from '../egress/follow-redirects.js';
import type { PlainClient } from '../egress/plain-client.js';
import { AppError } from '../errors.js';
import { isLinkHost } from '../identifiers/provider-hosts.js';
import { isScriptWallUrl } from '../provider/pages/walls.js';
import type { Scope } from '../scope.js';
import type { Breaker } from './breaker.js';

/** Where a share link leads: `final` as `isFinal` says, or a page of JavaScript only a browser can follow. */
export type ShareLinkEnd = FollowResult & { readonly outcome: 'final' | 'page' };

/** @throws AppError `no_results` when the link leads nowhere, and whatever `followRedirects` throws */
export type ShareLinkFollower = (
  link: string,
  scope: Scope,
  isFinal: (hop: URL) => boolean,
) => Promise<ShareLinkEnd>;

/**
 * Follows share links hop by hop with plain requests (places.md §2): a non-browser user agent gets real
 * redirects. Where a page of JavaScript is served instead, the browser goes on from there; where a hop leads to
 * the JavaScript-only page (places.md §4), from that hop.
 */
export function createShareLinkFollower(client: PlainClient, breaker: Breaker): ShareLinkFollower {
  return async (link, scope, isFinal) => {
    const { signal } = scope;
    const allow = (hop: URL) => isLinkHost(hop.hostname);
    let asked = link;
    const stops = (hop: URL) => {
      if (isScriptWallUrl(hop.href)) return true;
      asked = hop.href;
      return isFinal(hop);
    };
    const options = { signal, isFinal: stops, allow };
    const end = await breaker.ask(scope, () => followRedirects(client, link, options));
    if (isScriptWallUrl(end.url)) return { ...end, url: asked, outcome: 'page' };
    if (end.outcome === 'error_status') {
      throw new AppError(
        'no_results',
        'This share link leads nowhere: it may have been mistyped or withdrawn.',
      );
    }
    return { ...end, outcome: end.outcome };
  };
}
