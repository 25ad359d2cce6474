import type { CoreServices } from '../../core/api/endpoints/endpoint.js';
import { listRequest, wholeList } from '../../core/api/endpoints/place-reviews.js';
import { presentAll } from '../../core/api/presenters/present-place.js';
import { utcTime } from '../../core/published/times.js';
import type { ReviewLister } from '../../core/reviews/list-reviews.js';
import { verdictKind } from '../../core/texts/outcomes.js';
import { isAsAsked } from '../../kit/lists/list-columns.js';
import { presentCheck } from '../../kit/lists/present-check.js';
import type { JobRunner } from './job.js';
import { MAX_RESULT_BYTES, tooLong } from './packed-result.js';

/** A list that is larger than a result may be is not read on before it is refused: the reading ends with the error. */
const bounded = (lister: ReviewLister): ReviewLister => ({
  list: async (request, scope, emit) => {
    let left = MAX_RESULT_BYTES;
    const summary = await lister.list(request, scope, async (event) => {
      if (event.kind === 'review') left -= JSON.stringify(event.review).length;
      if (left <= 0) throw tooLong();
      await emit(event);
    });
    if (left <= 0) throw tooLong();
    return summary;
  },
});

type RunnerServices = Pick<CoreServices, 'finder' | 'reviews' | 'inspector' | 'localTime'>;

/**
 * Answers one link of a job in the same way as its endpoint. The stored data leave out the link and `checked_at`,
 * because a job keeps up to a million results: the presenter computes `checked_at` from `checked_at_utc`.
 */
export function createJobRunner({
  finder,
  reviews: lister,
  inspector,
  localTime,
}: RunnerServices): JobRunner {
  return async ({ type, parameters, input }, scope) => {
    switch (type) {
      case 'review-visibility': {
        const inspection = await inspector.visibility(input, scope);
        const { review_url, checked_at, ...data } = presentCheck(input, inspection, {
          at: Date.now(),
          localTime,
        });
        const kind = verdictKind(data);
        return { outcome: kind === 'hidden' ? 'not_visible' : kind, data, rows: 1 };
      }
      case 'place-details': {
        const found = await finder.findDetails(input, scope, { fresh: false });
        const { query, ...data } = presentAll(input, found, localTime);
        const at = Date.now() - found.cache.ageSeconds * 1_000;
        return { outcome: 'found', data: { ...data, checked_at_utc: utcTime(at) }, rows: 1 };
      }
      case 'place-reviews': {
        const request = listRequest(input, parameters, localTime);
        const list = await wholeList(bounded(lister), request, scope, localTime);
        const { reviews, ...summary } = list;
        const data = { ...summary, checked_at_utc: utcTime(Date.now()), reviews };
        const isLimited = isAsAsked(list, 'max_pages' in parameters);
        const outcome = list.complete ? 'complete' : isLimited ? 'limited' : 'partial';
        return { outcome, data, rows: Math.max(1, reviews.length) };
      }
    }
  };
}
