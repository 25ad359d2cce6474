import { z } from 'zod';
import { required } from '../../contract/parameters.js';
import { detailsData } from '../../contract/place.js';
import { PLACE_FIELDS } from '../../contract/place-fields.js';
import { parsePlaceRef } from '../../identifiers/classify.js';
import {
  DETAILS,
  FEATURE_ID,
  NEW_PLACE_DETAILS,
  NEW_PLACE_ID,
  NOTICES,
  PLACE_ID,
} from '../examples/place.js';
import { refusalOf } from '../examples/refusal-message.js';
import { presentDetails } from '../presenters/place.js';
import { apiEndpoint } from './endpoint.js';
import { LOOKUP_FAILURES } from './lookup-texts.js';

export const detailsParameters = z.object({
  placeid: required('placeid', 'a Place ID such as ChIJ… or a feature id 0x…:0x…'),
});

export const details = apiEndpoint({
  method: 'get',
  path: '/api/details',
  id: 'details',
  tag: 'Places',
  points: 1,
  summary: 'Read the details of a place',
  description: `All eleven fields of \`details\` are always present. Values that the page does not show are \`null\`, never 0 or an empty string; a count is 0 only where the page says that there are no reviews. The five star counts sum to \`${PLACE_FIELDS.reviewCount}\` whenever all of them are known, and are null together.

\`placeid\` takes a Place ID or a feature id \`0x…:0x…\`; for a name, a link or a CID use \`/api/all\`; here they return 400. When the provider has replaced a Place ID, \`place_id\` in the answer is the current one. A Place ID that the provider does not know returns 404. Texts are in the configured language, by default Polish.

\`notices\` is what the map provider itself says about the place and its reviews. It is absent when nothing was seen, which is never "none". Where the provider withholds the reviews, counts of 0 are \`null\`.`,
  query: {
    schema: detailsParameters,
    examples: {
      placeid: { 'a Place ID': PLACE_ID, 'a feature id': FEATURE_ID, 'without reviews': NEW_PLACE_ID },
    },
  },
  isCached: true,
  success: [
    {
      kind: 'data',
      schema: detailsData,
      examples: {
        'a restaurant': { place_id: PLACE_ID, details: DETAILS },
        'a place with notices': { place_id: PLACE_ID, details: DETAILS, notices: NOTICES },
        'a place without reviews': { place_id: NEW_PLACE_ID, details: NEW_PLACE_DETAILS },
      },
    },
  ],
  failures: LOOKUP_FAILURES,
  messages: {
    invalid_request: { 'a name': refusalOf(() => parsePlaceRef('pierogarnia kraków')) },
    no_results: { 'unknown Place ID': 'The map provider shows no place for this query.' },
  },
  handler:
    ({ finder, timeZone }) =>
    async ({ placeid }, { scope, options }) => {
      // Identifiers only: a name or a link belongs to /api/all.
      parsePlaceRef(placeid);
      const found = await finder.findDetails(placeid, scope, options);
      return { data: presentDetails(found, timeZone), cache: found.cache };
    },
});
