import { readySchema } from '../../published/health.js';
import type { Offer } from '../../published/offers.js';
import * as about from './about.js';
import type { Endpoint } from './endpoint.js';
import * as health from './health-endpoints.js';
import * as places from './place-endpoints.js';
import { placeReviews } from './place-reviews.js';
import * as reviews from './review-endpoints.js';

/**
 * The endpoints of the core, in the order of the OpenAPI document. `checks`: what capabilities add to `/readyz`. Call it
 * once in a process.
 */
export function coreEndpoints(
  offers: readonly Offer[],
  checks: Parameters<typeof readySchema>[0],
): readonly Endpoint[] {
  return [
    places.search,
    places.details,
    places.all,
    places.convert,
    placeReviews,
    reviews.reviewVisibility,
    reviews.reviewDetails,
    about.info,
    about.capabilitiesEndpoint(offers),
    about.openapi,
    health.alive,
    health.readyEndpoint(readySchema(checks)),
    health.metrics,
  ];
}
