import { Router } from '@koa/router';
import type { BulkChecker } from '../services/check-reviews.js';
import type { PlaceFinder } from '../services/find-place.js';
import type { ReviewInspector } from '../services/inspect-review.js';
import type { ReviewLister } from '../services/list-reviews.js';
import { fromBody, fromQuery } from './answer.js';
import {
  allParameters,
  convertBody,
  detailsParameters,
  noParameters,
  searchParameters,
} from './contract/requests.js';
import {
  BULK_MIN_POINTS,
  bulkPoints,
  bulkVisibilityBody,
  placeReviewsParameters,
  reviewParameters,
} from './contract/review-requests.js';
import { atOnce } from './middleware/at-once.js';
import { deadline } from './middleware/deadline.js';
import type { Guard } from './middleware/guard.js';
import { jsonBody } from './middleware/json-body.js';
import { all } from './routes/all.js';
import { bulkVisibility } from './routes/bulk-visibility.js';
import { convert } from './routes/convert.js';
import { details } from './routes/details.js';
import { info } from './routes/info.js';
import { placeReviews } from './routes/place-reviews.js';
import { reviewDetails } from './routes/review-details.js';
import { reviewVisibility } from './routes/review-visibility.js';
import { search } from './routes/search.js';
import type { RequestState } from './state.js';

export interface RouterOptions {
  readonly finder: PlaceFinder;
  readonly reviews: ReviewLister;
  /** Deadline of a review list, in milliseconds. */
  readonly reviewsTimeoutMs: number;
  readonly inspector: ReviewInspector;
  readonly bulk: BulkChecker;
  /** IANA time zone of the dates in answers. */
  readonly timeZone: string;
  readonly version: string;
  /** Lists, and bulk checks, that one client may run at once; 0 = no limit. */
  readonly listsPerClient: number;
  readonly bulkPerClient: number;
  /** Lists of all clients together at once; 0 = no limit. */
  readonly maxLists: number;
}

/**
 * Every endpoint, one line each, with the points it costs. One point buys about one page load of the provider:
 * a verdict that needs a second load is rare, and a client cannot foresee it. A list scrolls through many
 * pages, a bulk check opens many and costs more when it has more than 100 links. The links of a bulk check have a
 * deadline each, the whole has none.
 */
export function createRouter(options: RouterOptions, points: Guard): Router<RequestState> {
  const { finder, reviews, reviewsTimeoutMs, inspector, bulk, timeZone, version } = options;
  const listing = deadline(reviewsTimeoutMs);
  const fewLists = atOnce({
    what: 'lists of reviews',
    perClient: { setting: 'LISTS_PER_CLIENT', most: options.listsPerClient },
    total: { setting: 'MAX_LISTS', most: options.maxLists },
  });
  const fewBulkChecks = atOnce({
    what: 'bulk checks',
    perClient: { setting: 'BULK_PER_CLIENT', most: options.bulkPerClient },
    total: null,
  });
  return new Router<RequestState>({ prefix: '/api' })
    .get('/info', points(1), fromQuery(noParameters, info(version)))
    .get('/search', points(1), fromQuery(searchParameters, search(finder)))
    .get('/details', points(1), fromQuery(detailsParameters, details(finder)))
    .get('/all', points(1), fromQuery(allParameters, all(finder)))
    .post('/convert', points(1), jsonBody('64kb'), fromBody(convertBody, convert(finder)))
    .get(
      '/place-reviews',
      points(10),
      fewLists,
      listing,
      fromQuery(placeReviewsParameters, placeReviews(reviews)),
    )
    .get('/review-details', points(1), fromQuery(reviewParameters, reviewDetails(inspector, timeZone)))
    .get('/review-visibility', points(1), fromQuery(reviewParameters, reviewVisibility(inspector, timeZone)))
    .post(
      '/review-visibility',
      points(BULK_MIN_POINTS),
      fewBulkChecks,
      deadline(null),
      jsonBody('1mb'),
      fromBody(bulkVisibilityBody, bulkVisibility(bulk, timeZone), {
        form: 'lines',
        price: ({ urls }) => bulkPoints(urls.length),
      }),
    );
}
