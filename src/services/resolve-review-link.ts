import { AppError } from '../errors.js';
import { CONSENT_HOSTS, MAPS_HOSTS } from '../identifiers/provider-hosts.js';
import { classifyReviewLink, type ReviewLink } from '../identifiers/review-url.js';
import { isWallUrl } from '../provider/pages/walls.js';
import type { Scope } from '../scope.js';
import type { ShareLinkFollower } from './follow-share-link.js';

/** What review a link names; share links are followed. */
export type ReviewLinkResolver = (link: string, scope: Scope) => Promise<ReviewLink>;

/** @throws AppError `invalid_request` for links to anything else, `no_results` for share links to nowhere */
export function createReviewLinkResolver(follow: ShareLinkFollower): ReviewLinkResolver {
  return async (link, scope) => {
    const given = classifyReviewLink(link);
    if (given.kind === 'review') return given.link;
    const isReview = (hop: URL) => isPage(hop) && classifyReviewLink(hop.href).kind === 'review';
    const { url, outcome } = await follow(given.url, scope, isReview);
    // A share link answered with a page of JavaScript names nothing; the browser shows the review itself.
    if (outcome === 'page') return { reviewId: null, authorId: null, featureId: null, url };
    const target = classifyReviewLink(url);
    if (target.kind !== 'review')
      throw new AppError('invalid_request', 'This share link does not lead to a review.');
    return target.link;
  };
}

function isPage(hop: URL): boolean {
  const isProvider = MAPS_HOSTS.has(hop.hostname) || CONSENT_HOSTS.has(hop.hostname);
  return isProvider && !isWallUrl(hop.href);
}
