import { AppError } from '../errors.js';
import { classifyLink } from '../identifiers/classify.js';
import type { MapTarget } from '../identifiers/map-clues.js';
import { CONSENT_HOSTS, MAPS_HOSTS } from '../identifiers/provider-hosts.js';
import { isWallUrl } from '../provider/pages/walls.js';
import type { Scope } from '../scope.js';
import type { ShareLinkFollower } from './follow-share-link.js';

/** Where a share link leads: a place target, or a page that only a browser can follow further. */
export type ShareLinkTarget = MapTarget | { readonly browserUrl: string };

export type ShareLinkResolver = (link: string, scope: Scope) => Promise<ShareLinkTarget>;

/** @throws AppError `no_results` when the link leads nowhere, `invalid_request` when it leads to no place */
export function createShareLinkResolver(follow: ShareLinkFollower): ShareLinkResolver {
  return async (link, scope) => {
    const { url, outcome } = await follow(link, scope, (hop) => placeTarget(hop) !== null);
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
