import { z } from 'zod';
import { isPartial, parseFeatureId } from '../../identifiers/feature-id.js';
import { parseMid } from '../../identifiers/place-marks.js';

/** A text with something in it; white space at its ends is not part of it. */
export const text = z.string().trim().min(1);

/** A MID, the provider's `/g/…` or `/m/…`. places.md §1 */
export const mid = z.string().refine((value) => parseMid(value) !== null, 'not a MID');

export const latitude = z.number().min(-90).max(90);
export const longitude = z.number().min(-180).max(180);

/** Nothing the provider counts is as many: above are moments and identifiers. */
const TOO_MANY = 100_000_000;

/** A number of things. */
export const count = z.number().int().min(0).max(TOO_MANY);

/** A link that may be published: never `javascript:` or `data:`. */
export const url = z.url({ protocol: /^https?$/ });

/** A whole feature id; `0x0:0x<cid>` names a CID only and does not count. */
export const featureId = z.string().transform((value, context) => {
  const id = parseFeatureId(value);
  if (id !== null && !isPartial(id)) return id;
  context.addIssue('not a whole feature id');
  return z.NEVER;
});
