import { z } from 'zod';
import { excerpt } from '../../contract/errors.js';
import { convertData } from '../../contract/place.js';
import { cidToPlaceId, placeIdToCid } from '../../places/convert.js';
import { CID, PLACE_ID } from '../examples/place.js';
import { refusalOf } from '../examples/refusal-message.js';
import { presentConversion } from '../presenters/place.js';
import { validate } from '../validate.js';
import { apiEndpoint } from './endpoint.js';
import { LOOKUP_FAILURES } from './lookup-texts.js';

const identifier = (name: string, meaning: string) =>
  z
    .string({ error: `"${name}" must be a JSON string: a number would lose digits.` })
    .min(1, `"${name}" is empty.`)
    .describe(meaning);

const ONE_OF_TWO = 'Send exactly one of "cid" and "place_id".';

const MOST_NAMES = 3;

/** The first few of the unknown names: a client may have sent thousands. */
function namesOf(names: readonly string[]): string {
  const first = names.slice(0, MOST_NAMES).map((name) => `"${excerpt(name)}"`);
  const more = names.length - first.length;
  return first.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

export const convertBody = z
  .strictObject(
    {
      cid: identifier('cid', 'CID to convert to a Place ID').optional(),
      place_id: identifier('place_id', 'Place ID to convert to a CID').optional(),
    },
    {
      error: (issue) =>
        issue.code === 'unrecognized_keys'
          ? `Unknown field: ${namesOf(issue.keys)}. ${ONE_OF_TWO}`
          : ONE_OF_TWO,
    },
  )
  .refine(({ cid, place_id }) => (cid === undefined) !== (place_id === undefined), {
    error: ONE_OF_TWO,
    // The refusal of an unknown field ends with the same words.
    when: ({ issues }) => issues.length === 0,
  })
  .meta({ id: 'ConvertRequest', minProperties: 1, maxProperties: 1 });

export const convert = apiEndpoint({
  method: 'post',
  path: '/api/convert',
  id: 'convert',
  tag: 'Places',
  points: 1,
  summary: 'Convert a CID to a Place ID, or a Place ID to a CID',
  description: `Send exactly one of \`cid\` and \`place_id\`, as a JSON string; both, neither, a number or an unknown field return 400. \`conversion_type\` is \`cid_to_place_id\` or \`place_id_to_cid\`.

A Place ID is converted without a request to the map provider, also while that cannot be reached. A CID takes one lookup, because a Place ID holds more than the CID; an unknown CID returns 404. A few Place IDs, none of which begins with \`ChIJ\`, hold no CID: 400. The body is a JSON object of at most 64 KiB with \`Content-Type: application/json\`, uncompressed.`,
  body: {
    schema: convertBody,
    limit: '64kb',
    examples: { 'a Place ID': { place_id: PLACE_ID }, 'a CID': { cid: CID } },
  },
  isCached: true,
  success: [
    {
      kind: 'data',
      schema: convertData,
      examples: {
        'from a Place ID': { cid: CID, place_id: PLACE_ID, conversion_type: 'place_id_to_cid' },
        'from a CID': { cid: CID, place_id: PLACE_ID, conversion_type: 'cid_to_place_id' },
      },
    },
  ],
  failures: LOOKUP_FAILURES,
  messages: {
    invalid_request: {
      'a number': refusalOf(() => validate(convertBody, { cid: 1 })),
    },
    no_results: { 'unknown CID': 'The map provider shows no place for this query.' },
  },
  handler:
    ({ finder }) =>
    async ({ cid, place_id }, { scope, options }) => {
      // The schema requires exactly one of them.
      const conversion =
        cid === undefined ? placeIdToCid(String(place_id)) : await cidToPlaceId(finder, cid, scope, options);
      return { data: presentConversion(conversion), cache: conversion.cache };
    },
});
