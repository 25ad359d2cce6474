import { z } from 'zod';
import { excerpt } from '../../errors.js';

/** One query parameter that must be there, once, and not be empty. */
export const required = (name: string, meaning: string) =>
  z
    .string({
      error: ({ input }) =>
        Array.isArray(input)
          ? `Give the parameter "${name}" only once.`
          : `The parameter "${name}" is required: ${meaning}.`,
    })
    .regex(/\S/, `The parameter "${name}" is empty: give ${meaning}.`)
    .describe(meaning);

export const noParameters = z.object({});

export const searchParameters = z.object({
  query: required('query', 'a place name, map link, share link, Place ID or CID'),
});

export const detailsParameters = z.object({
  placeid: required('placeid', 'a Place ID such as ChIJ… or a feature id 0x…:0x…'),
});

export const allParameters = z.object({
  url: required('url', 'a map link, share link, Place ID, CID or place name'),
});

const identifier = (name: string, meaning: string) =>
  z
    .string({ error: `"${name}" must be a JSON string: a number would lose digits.` })
    .min(1, `"${name}" is empty.`)
    .describe(meaning);

const ONE_OF_TWO = 'Send exactly one of "cid" and "place_id".';

const MOST_NAMES = 3;

/** The first of the names a client made up: it may have sent thousands. */
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
  .meta({ minProperties: 1, maxProperties: 1 })
  .transform((body, context) => {
    if (body.cid !== undefined && body.place_id === undefined) return { cid: body.cid };
    if (body.place_id !== undefined && body.cid === undefined) return { placeId: body.place_id };
    context.addIssue(ONE_OF_TWO);
    return z.NEVER;
  });
