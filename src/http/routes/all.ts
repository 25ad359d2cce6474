import type { PlaceFinder } from '../../services/find-place.js';
import type { Handler } from '../answer.js';
import { presentAll } from '../contract/responses.js';

/** GET /all: search and details in one call, by one page load. */
export function all(finder: PlaceFinder): Handler<{ url: string }> {
  return async ({ url }, { scope, options }) => {
    const found = await finder.findDetails(url, scope, options);
    return { data: presentAll(url, found), cache: found.cache };
  };
}
