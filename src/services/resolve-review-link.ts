import { followRedirects } from '../egress/follow-redirects.js';
import type { PlainClient } from '../egress/plain-client.js';
import { AppError } from '../errors.js';
import { CONSENT_HOSTS, isLinkHost, MAPS_HOSTS } from '../identifiers/provider-hosts.js';
import { classifyReviewLink, type ReviewLink } from '../identifiers/review-url.js';
import { isWallUrl } from '../provider/pages/walls.js';
import type { Scope } from '../scope.js';

/** What review a link names; share links are followed. */
export type ReviewLinkResolver = (link: string, scope: Scope) => Promise<ReviewLink>;

/** @throws AppError `invalid_request` for links to anything else, `no_results` for share links to nowhere */
export function createReviewLinkResolver(client: PlainClient): ReviewLinkResolver {
  return async (link, { signal }) => {
    const given = classifyReviewLink(link);
    if (given.kind === 'review') return given.link;
    const { url, outcome } = await followRedirects(client, given.url, {
      signal,
      isFinal: (hop) => isPage(hop) && classifyReviewLink(hop.href).kind === 'review',
      allow: (hop) => isLinkHost(hop.hostname),
    });
    if (outcome === 'error_status') {
      throw new AppError(
        'no_results',
        'This share link leads nowhere: it may have been mistyped or withdrawn.',
      );
    }
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
