import { CID, FEATURE_ID, MAP_LINK, PLACE_ID, SHARE_LINK } from '../examples/place.js';
import type { FailureName } from '../openapi/failures.js';

// What the endpoints that ask the map provider have in common.

/** The failures of every endpoint that asks the map provider. */
export const LOOKUP_FAILURES: readonly FailureName[] = [
  'InvalidRequest',
  'Unauthorized',
  'NoResults',
  'RateLimited',
  'InternalError',
  'Unavailable',
];

/** What is said of a share link that leads nowhere. */
export const DEAD_LINK = 'This share link leads nowhere: it may have been mistyped or withdrawn.';

/** Everything that names a place. */
export const QUERY_EXAMPLES = {
  'a name': 'pierogarnia kraków',
  'a map link': MAP_LINK,
  'a share link': SHARE_LINK,
  'a Place ID': PLACE_ID,
  'a feature id': FEATURE_ID,
  'a CID': CID,
};

/** How each kind of query is answered. Markdown. */
export const QUERY_KINDS = `| the query is | \`type\`, \`source\` |
|---|---|
| a name, an address, any other text | \`search_result\`: the first result that is not an advertisement |
| a map link or share link | \`map_url\` when the answer is the place that the link names, else \`search_result\` |
| a Place ID, or a feature id \`0x…:0x…\` | \`place_id\` |
| a CID (decimal digits) | \`cid\` |

A link names its place by a Place ID, feature id or CID, or by its name together with a MID (\`kgmid=/g/…\`, \`!16s…\`) or coordinates. In the latter case the name is searched for, near the coordinates if there are any, and the result must have the same MID or, where one of the two has none, lie within 150 m of the pin (\`!3d…!4d…\`) or, without a pin, of the middle of the map (\`@lat,lng\`). If none of the results does, or nothing can be compared, the answer is the first result and says \`search_result\`: it may be another branch. A link that holds a name and nothing else is a search too.`;
