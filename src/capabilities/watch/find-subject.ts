import { AppError, aboutField, excerpt, INVALID_REQUEST, isAppError } from '../../core/errors.js';
import { classifyQuery } from '../../core/identifiers/classify.js';
import type { Found, PlaceFinder } from '../../core/places/find-place.js';
import type { ReviewLinkResolver } from '../../core/places/share-links.js';
import type { Scope } from '../../core/runtime/scope.js';
import type { Subject } from './identity.js';
import { message } from './messages.js';

interface SubjectOptions {
  readonly finder: Pick<PlaceFinder, 'find' | 'detailsOf'>;
  readonly resolveReview: ReviewLinkResolver;
}

/**
 * Finds the subject that a text names. A Place ID, a feature id and the whole link of a review need no access to the
 * provider. A name that fits several places is refused, and so is a map link whose place was found by its name alone:
 * nobody would notice for months that the wrong place is watched.
 */
export function createSubjectFinder({ finder, resolveReview }: SubjectOptions) {
  /** The review that a text names, or the error that says why the text names no review. */
  const reviewIn = async (text: string, scope: Scope) => {
    try {
      return await resolveReview(text, scope);
    } catch (error) {
      if (isAppError(error, INVALID_REQUEST)) return error;
      throw error;
    }
  };

  const foundByName = async ({ placeId, featureId }: Found, scope: Scope) => {
    const { reading } = await finder.detailsOf({ placeId, featureId }, scope, { fresh: false });
    const place = [reading.place.name, reading.place.address].filter(Boolean).join(', ');
    return new AppError(INVALID_REQUEST, message('placeByName', { place: excerpt(place), id: placeId }));
  };

  /** @throws AppError `invalid_request`, `no_results`, any 503 code */
  return async (text: string, scope: Scope): Promise<Subject> => {
    const review = await reviewIn(text, scope);
    if (!isAppError(review)) return { kind: 'review', subject: review.url };
    try {
      const found = await finder.find(text, scope, { fresh: false });
      const { placeId, candidates, source } = found;
      if (candidates.length > 0)
        throw new AppError(INVALID_REQUEST, message('severalPlaces', { count: candidates.length }));
      if (source !== 'search_result' || classifyQuery(text).kind === 'name')
        return { kind: 'place', subject: placeId };
      throw await foundByName(found, scope);
    } catch (error) {
      // The link names a review, but it is cut.
      const isCut = isAppError(error) && error.said[0].id === 'linkToReview';
      throw aboutField(isCut ? review : error, 'subject');
    }
  };
}
