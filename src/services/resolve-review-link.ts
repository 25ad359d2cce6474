import { AppError } from '../errors.js';
import { classifyReviewLink, type ReviewLink } from '../identifiers/review-url.js';
import type { Scope } from '../scope.js';
import { isReadable, type ShareLinkFollower } from './follow-share-link.js';

/** What review link names; share links are followed. */
export type ReviewLinkResolver = (link: string, scope: Scope) => Promise<ReviewLink>;

/** @throws AppError `invalid_request` for links to anything else, `no_results` for share links to nowhere */
export function createReviewLinkResolver(follow: ShareLinkFollower): ReviewLinkResolver {
  return async (link, scope) => {
    const given = classifyReviewLink(link);
    if (given.kind === 'review') return given.link;
    const isReview = (hop: URL) => isReadable(hop) && classifyReviewLink(hop.href).kind === 'review';
    const target = classifyReviewLink(await follow(given.url, scope, isReview));
    if (target.kind !== 'review')
      throw new AppError('invalid_request', 'This share link does not lead to a review.');
    return target.link;
  };
}
