import { parsePlaceRef } from '../../identifiers/classify.js';
import type { PlaceFinder } from '../../services/find-place.js';
import type { Handler } from '../answer.js';
import { presentDetails } from '../contract/responses.js';

/** GET /details: what the provider's page says about a place, by its Place ID. */
export function details(finder: PlaceFinder): Handler<{ placeid: string }> {
  return async ({ placeid }, { scope, options }) => {
    // Only identifiers here: a name or a link belongs to /all.
    parsePlaceRef(placeid);
    const found = await finder.findDetails(placeid, scope, options);
    return { data: presentDetails(found), cache: found.cache };
  };
}
