import type { PlaceFinder } from '../../services/find-place.js';
import type { Handler } from '../answer.js';
import { presentSearch } from '../contract/responses.js';

/** GET /search: the Place ID of whatever names a place. */
export function search(finder: PlaceFinder): Handler<{ query: string }> {
  return async ({ query }, { scope, options }) => {
    const found = await finder.find(query, scope, options);
    return { data: presentSearch(query, found), cache: found.cache };
  };
}
