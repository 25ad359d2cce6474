import { AppError } from '../errors.js';
import { classifyLink } from '../identifiers/classify.js';
import type { MapTarget } from '../identifiers/link-identifiers.js';
import type { Scope } from '../scope.js';
import { isReadable, type ShareLinkFollower } from './follow-share-link.js';

/** The place a share link leads to, as the link at its end names it. */
export type ShareLinkResolver = (link: string, scope: Scope) => Promise<MapTarget>;

/** @throws AppError `no_results` when the link leads nowhere, `invalid_request` when it leads to no place */
export function createShareLinkResolver(follow: ShareLinkFollower): ShareLinkResolver {
  return async (link, scope) => {
    const target = placeTarget(new URL(await follow(link, scope, (hop) => placeTarget(hop) !== null)));
    if (target === null) throw new AppError('invalid_request', 'This share link does not lead to a place.');
    return target;
  };
}

/** What a hop names; null = ask on. Throws for a page about no place. */
function placeTarget(hop: URL): MapTarget | null {
  if (!isReadable(hop)) return null;
  const link = classifyLink(hop.href);
  return link.kind === 'map_url' ? link.target : null;
}
