import { z } from 'zod';
import { required } from '../../contract/parameters.js';
import { searchData } from '../../contract/place.js';
import { classifyQuery } from '../../identifiers/classify.js';
import { CANDIDATES, CID, PLACE_ID, SHARE_LINK } from '../examples/place.js';
import { refusalOf } from '../examples/refusal-message.js';
import { presentSearch } from '../presenters/place.js';
import { apiEndpoint } from './endpoint.js';
import { DEAD_LINK, LOOKUP_FAILURES, QUERY_EXAMPLES, QUERY_KINDS } from './lookup-texts.js';

export const searchParameters = z.object({
  query: required('query', 'a place name, map link, share link, Place ID or CID'),
});

export const search = apiEndpoint({
  method: 'get',
  path: '/api/search',
  id: 'search',
  tag: 'Places',
  points: 1,
  summary: 'Find the Place ID of a name, link or identifier',
  description: `The kind of query decides how the place is looked up; \`type\` says how it was found:

${QUERY_KINDS}

\`query\` in the answer is the query as received. A Place ID or a link that names one is converted without a request to the map provider: whether the place exists is not checked. If nothing is found, the answer is 404. Surrounding blanks and one layer of percent-encoding are removed; a query may have at most 2048 characters.`,
  query: { schema: searchParameters, examples: { query: QUERY_EXAMPLES } },
  isCached: true,
  success: [
    {
      kind: 'data',
      schema: searchData,
      examples: {
        'by name': { query: 'pierogarnia kraków', place_id: PLACE_ID, type: 'search_result' },
        'the first of several': {
          query: 'pierogarnia',
          place_id: PLACE_ID,
          type: 'search_result',
          candidates: CANDIDATES,
        },
        'by share link': { query: SHARE_LINK, place_id: PLACE_ID, type: 'map_url' },
        'by CID': { query: CID, place_id: PLACE_ID, type: 'cid' },
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
    ({ finder }) =>
    async ({ query }, { scope, options }) => {
      const found = await finder.find(query, scope, options);
      return { data: presentSearch(query, found), cache: found.cache };
    },
});
