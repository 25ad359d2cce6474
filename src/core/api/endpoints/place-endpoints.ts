import { z } from 'zod';
import { excerpt } from '../../errors.js';
import { parsePlaceRef } from '../../identifiers/classify.js';
import { MAX_INPUT_CHARACTERS } from '../../identifiers/input-text.js';
import { cidToPlaceId, placeIdToCid } from '../../places/convert.js';
import type { PlaceReading } from '../../places/place.js';
import { allData, convertData, detailsData, searchData } from '../../published/place-answer.js';
import { PLACE_FIELDS } from '../../published/place-fields.js';
import { refusal } from '../../texts/messages.js';
import {
  CANDIDATES,
  CID,
  DETAILS,
  FEATURE_ID,
  MAP_LINK,
  NEW_PLACE_DETAILS,
  NEW_PLACE_ID,
  NOTICES,
  PLACE_ID,
  SHARE_LINK,
} from '../examples/place-examples.js';
import type { FailureName } from '../openapi/failure-answers.js';
import { presentAll, presentConversion, presentDetails, presentSearch } from '../presenters/present-place.js';
import { clientText, required } from '../validate.js';
import { apiEndpoint, dataOf, successText } from './endpoint.js';

// Texts and failures shared by the endpoints that ask the map provider.

/** The failures of every endpoint that asks the map provider. */
export const LOOKUP_FAILURES: readonly FailureName[] = ['NoResults', 'Unavailable'];

/** An example of each kind of query for a place. */
const QUERY_EXAMPLES = {
  'a name': 'pierogarnia kraków',
  'a map link': MAP_LINK,
  'a share link': SHARE_LINK,
  'a Place ID': PLACE_ID,
  'a feature id': FEATURE_ID,
  'a CID': CID,
};

/** `type` and `source` of the answer to each kind of query. Markdown. */
const QUERY_KINDS = `| the query is | \`type\`, \`source\` |
|---|---|
| a name, an address, any other text | \`search_result\`: the first result that is not an advertisement |
| a map link or share link | \`map_url\` when the answer is the place that the link names, else \`search_result\` |
| a Place ID, or a feature id \`0x…:0x…\` | \`place_id\` |
| a CID (decimal digits) | \`cid\` |

A link names its place by a Place ID, feature id or CID, or by its name together with a MID (\`kgmid=/g/…\`, \`!16s…\`) or coordinates. In the latter case the name is searched for, near the coordinates if there are any, and the result must have the same MID or, where the link or the result has no MID, lie within 150 m of the pin (\`!3d…!4d…\`) or, without a pin, of the middle of the map (\`@lat,lng\`). If no result meets this condition, or nothing can be compared, the answer is the first result with \`search_result\`: the result may be another branch. A link that holds only a name is a search too.`;

/** A query that the answer repeats as received. */
const REPEATED = {
  isRepeated: true,
  tooLong: refusal('queryTooLong', { most: MAX_INPUT_CHARACTERS }),
} as const;

const searchParameters = z.object({
  query: required('query', 'a place name, map link, share link, Place ID or CID', REPEATED),
});

export const search = apiEndpoint({
  method: 'get',
  path: '/api/search',
  id: 'search',
  tag: 'Places',
  summary: 'Find the Place ID of a name, link or identifier',
  description: `The kind of query decides how the place is looked up; \`type\` says how it was found:

${QUERY_KINDS}

\`query\` in the answer is the query as received. A Place ID, or a link with a Place ID, is converted without a request to the map provider: whether the place exists is not checked. If nothing is found, the answer is 404. Surrounding blanks and one layer of percent-encoding are removed; a query may have at most 2048 characters.`,
  query: { schema: searchParameters, examples: { query: QUERY_EXAMPLES } },
  isCached: true,
  success: dataOf(searchData, {
    'by name': { query: 'pierogarnia kraków', place_id: PLACE_ID, type: 'search_result' },
    'the first of several': {
      query: 'pierogarnia',
      place_id: PLACE_ID,
      type: 'search_result',
      candidates: CANDIDATES,
    },
    'by share link': { query: SHARE_LINK, place_id: PLACE_ID, type: 'map_url' },
    'by CID': { query: CID, place_id: PLACE_ID, type: 'cid' },
  }),
  failures: LOOKUP_FAILURES,
  errorField: () => 'query',
  handler:
    ({ finder }) =>
    async ({ query }, { scope, options }) => {
      const found = await finder.find(query, scope, options);
      return { data: presentSearch(query, found), cache: found.cache };
    },
});

const detailsParameters = z.object({
  placeid: required('placeid', 'a Place ID such as ChIJ… or a feature id 0x…:0x…'),
});

export const details = apiEndpoint({
  method: 'get',
  path: '/api/details',
  id: 'details',
  tag: 'Places',
  summary: 'Read the details of a place',
  description: `All fields of \`details\` are always present. Values that the page does not show are \`null\`, never 0 or an empty string; a count is 0 only where the page says that there are no reviews. The five star counts sum to \`${PLACE_FIELDS.reviewCount}\` whenever they are known; either all five are known or all five are null.

\`placeid\` takes a Place ID or a feature id \`0x…:0x…\`; for a name, a link or a CID use \`/api/all\`: this endpoint returns 400 for them. When the provider has replaced a Place ID, \`place_id\` in the answer is the current one. A Place ID that the provider does not know returns 404. Texts are in the configured language, by default Polish.

\`notices\` has the notices of the map provider about the place and its reviews. It is absent when no notice was seen, which does not prove that there is no notice. Where the provider withholds the reviews, counts of 0 are \`null\`.`,
  query: {
    schema: detailsParameters,
    examples: {
      placeid: { 'a Place ID': PLACE_ID, 'a feature id': FEATURE_ID, 'without reviews': NEW_PLACE_ID },
    },
  },
  isCached: true,
  success: dataOf(detailsData, {
    'a restaurant': { place_id: PLACE_ID, details: DETAILS },
    'a place with notices': { place_id: PLACE_ID, details: DETAILS, notices: NOTICES },
    'a place without reviews': { place_id: NEW_PLACE_ID, details: NEW_PLACE_DETAILS },
  }),
  failures: LOOKUP_FAILURES,
  errorField: () => 'placeid',
  handler: ({ finder, localTime }) => {
    // The answer depends on the reading alone, so the answers from a cached reading share one text.
    const texts = new WeakMap<PlaceReading, string>();
    return async ({ placeid }, { scope, options }) => {
      // Accepts identifiers only. /api/all also takes names and links.
      const found = await finder.detailsOf(parsePlaceRef(placeid), scope, options);
      const json = texts.get(found.reading) ?? successText(presentDetails(found, localTime));
      texts.set(found.reading, json);
      return { json, cache: found.cache };
    };
  },
});

const allParameters = z.object({
  url: required('url', 'a map link, share link, Place ID, CID or place name', REPEATED),
});

export const all = apiEndpoint({
  method: 'get',
  path: '/api/all',
  id: 'all',
  tag: 'Places',
  summary: 'Find a place and read its details in one call',
  description: `Search and details with one page load. \`url\` takes what \`/api/search\` takes, not only links; \`query\` in the answer repeats it as received, and \`source\` says how the place was found:

${QUERY_KINDS}

\`cid\` is the same as in \`details\`. \`maps_url\` is built from the Place ID, \`maps_cid_url\` from the CID; both \`cid\` and \`maps_cid_url\` are null for the rare place that has no CID.`,
  query: { schema: allParameters, examples: { url: QUERY_EXAMPLES } },
  isCached: true,
  success: dataOf(allData, {
    'by share link': {
      query: SHARE_LINK,
      place_id: PLACE_ID,
      source: 'map_url',
      details: DETAILS,
      cid: CID,
      maps_url: MAP_LINK,
      maps_cid_url: `https://www.google.com/maps?cid=${CID}`,
    },
  }),
  failures: LOOKUP_FAILURES,
  errorField: () => 'url',
  handler:
    ({ finder, localTime }) =>
    async ({ url }, { scope, options }) => {
      const found = await finder.findDetails(url, scope, options);
      return { data: presentAll(url, found, localTime), cache: found.cache };
    },
});

const identifier = (name: string, meaning: string) =>
  clientText({ name }).min(1, refusal('fieldEmpty', { name })).describe(meaning);

const MAX_NAMES = 3;

/** Lists only the first few unknown names: a client may send thousands. */
function namesOf(names: readonly string[]): string {
  const first = names.slice(0, MAX_NAMES).map((name) => `"${excerpt(name)}"`);
  const more = names.length - first.length;
  return first.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

const convertBody = z
  .strictObject(
    {
      cid: identifier('cid', 'CID to convert to a Place ID').optional(),
      place_id: identifier('place_id', 'Place ID to convert to a CID').optional(),
    },
    {
      error: (issue) =>
        issue.code === 'unrecognized_keys'
          ? refusal('unknownField', { names: namesOf(issue.keys) })
          : refusal('cidOrPlaceId'),
    },
  )
  .refine(({ cid, place_id }) => (cid === undefined) !== (place_id === undefined), {
    error: refusal('cidOrPlaceId'),
    // The refusal of an unknown field ends with the same words.
    when: ({ issues }) => issues.length === 0,
  })
  .meta({ id: 'ConvertRequest', minProperties: 1, maxProperties: 1 });

export const convert = apiEndpoint({
  method: 'post',
  path: '/api/convert',
  id: 'convert',
  tag: 'Places',
  summary: 'Convert a CID to a Place ID, or a Place ID to a CID',
  description: `Send exactly one of \`cid\` and \`place_id\`, as a JSON string; both, neither, a number or an unknown field return 400. \`conversion_type\` is \`cid_to_place_id\` or \`place_id_to_cid\`.

A Place ID is converted without a request to the map provider, also while the map provider cannot be reached. A CID takes one lookup, because a Place ID holds more than the CID; an unknown CID returns 404. A few Place IDs, which do not begin with \`ChIJ\`, hold no CID: the answer is 400. The body is a JSON object of at most 64 KiB with \`Content-Type: application/json\`, uncompressed.`,
  body: {
    schema: convertBody,
    limit: '64kb',
    examples: { 'a Place ID': { place_id: PLACE_ID }, 'a CID': { cid: CID } },
  },
  isCached: true,
  success: dataOf(convertData, {
    'from a Place ID': { cid: CID, place_id: PLACE_ID, conversion_type: 'place_id_to_cid' },
    'from a CID': { cid: CID, place_id: PLACE_ID, conversion_type: 'cid_to_place_id' },
  }),
  failures: LOOKUP_FAILURES,
  errorField: ({ cid }) => (cid === undefined ? 'place_id' : 'cid'),
  handler:
    ({ finder }) =>
    async ({ cid, place_id }, { scope, options }) => {
      // The schema requires exactly one of the two fields.
      const conversion =
        cid === undefined ? placeIdToCid(String(place_id)) : await cidToPlaceId(finder, cid, scope, options);
      return { data: presentConversion(conversion), cache: conversion.cache };
    },
});
