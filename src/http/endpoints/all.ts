import { z } from 'zod';
import { required } from '../../contract/parameters.js';
import { allData } from '../../contract/place.js';
import { classifyQuery } from '../../identifiers/classify.js';
import { CID, DETAILS, MAP_LINK, PLACE_ID, SHARE_LINK } from '../examples/place.js';
import { refusalOf } from '../examples/refusal-message.js';
import { presentAll } from '../presenters/place.js';
import { apiEndpoint } from './endpoint.js';
import { DEAD_LINK, LOOKUP_FAILURES, QUERY_EXAMPLES, QUERY_KINDS } from './lookup-texts.js';

export const allParameters = z.object({
  url: required('url', 'a map link, share link, Place ID, CID or place name'),
});

export const all = apiEndpoint({
  method: 'get',
  path: '/api/all',
  id: 'all',
  tag: 'Places',
  points: 1,
  summary: 'Find a place and read its details in one call',
  description: `Search and details with one page load. \`url\` takes what \`/api/search\` takes, not only links; \`query\` in the answer repeats it as received, and \`source\` says how the place was found:

${QUERY_KINDS}

\`cid\` is the same as in \`details\`. \`maps_url\` is built from the Place ID, \`maps_cid_url\` from the CID; both \`cid\` and \`maps_cid_url\` are null for the rare place that has no CID.`,
  query: { schema: allParameters, examples: { url: QUERY_EXAMPLES } },
  isCached: true,
  success: [
    {
      kind: 'data',
      schema: allData,
      examples: {
        'by share link': {
          query: SHARE_LINK,
          place_id: PLACE_ID,
          source: 'map_url',
          details: DETAILS,
          cid: CID,
          maps_url: MAP_LINK,
          maps_cid_url: `https://www.google.com/maps?cid=${CID}`,
        },
      },
    },
  ],
  failures: LOOKUP_FAILURES,
  messages: {
    invalid_request: { 'a foreign link': refusalOf(() => classifyQuery('https://example.com/')) },
    no_results: {
      'nothing found': 'The map provider shows no place for this query.',
      'a dead share link': DEAD_LINK,
    },
  },
  handler:
    ({ finder, timeZone }) =>
    async ({ url }, { scope, options }) => {
      const found = await finder.findDetails(url, scope, options);
      return { data: presentAll(url, found, timeZone), cache: found.cache };
    },
});
