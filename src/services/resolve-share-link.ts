import { followRedirects } from '../egress/follow-redirects.js';
import type { PlainClient } from '../egress/plain-client.js';
import { AppError } from '../errors.js';
import { classifyLink } from '../identifiers/classify.js';
import type { MapTarget } from '../identifiers/map-clues.js';
import { CONSENT_HOSTS, isLinkHost, MAPS_HOSTS } from '../identifiers/provider-hosts.js';
import { isWallUrl } from '../provider/pages/walls.js';
import type { Scope } from '../scope.js';

/** Where a share link leads: a place target, or a page that only a browser can follow further. */
export type ShareLinkTarget = MapTarget | { readonly browserUrl: string };

export type ShareLinkResolver = (link: string, scope: Scope) => Promise<ShareLinkTarget>;

/**
 * Follows share links hop by hop with plain requests (places.md §2): a non-browser user agent gets real
 * redirects. Where a page of JavaScript is served instead, the browser goes on from there.
 * @throws AppError `no_results` when the link leads nowhere, `invalid_request` when it leads to no place
 */
export function createShareLinkResolver(client: PlainClient): ShareLinkResolver {
  return async (link, { signal }) => {
    const { url, outcome } = await followRedirects(client, link, {
      signal,
      isFinal: (hop) => placeTarget(hop) !== null,
      allow: (hop) => isLinkHost(hop.hostname),
    });
    if (outcome === 'error_status') {
      throw new AppError(
        'no_results',
        'This share link leads nowhere: it may have been mistyped or withdrawn.',
      );
    }
    if (outcome === 'page') return { browserUrl: url };
    const target = placeTarget(new URL(url));
    if (target === null) throw new AppError('invalid_request', 'This share link does not lead to a place.');
    return target;
  };
}

/** A map page, or a consent page that continues to one; null = ask on. Throws for a page about no place. */
function placeTarget(hop: URL): MapTarget | null {
  const isPage = MAPS_HOSTS.has(hop.hostname) || CONSENT_HOSTS.has(hop.hostname);
  if (!isPage || isWallUrl(hop.href)) return null;
  const link = classifyLink(hop.href);
  return link.kind === 'map_url' ? link.target : null;
}
