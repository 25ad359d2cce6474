import { z } from 'zod';
import { isPartial, parseFeatureId } from '../../identifiers/feature-id.js';
import { parseMid } from '../../identifiers/place-marks.js';

/** A text that is not empty, without white space at its ends. */
export const text = z.string().trim().min(1);

/** A MID, the provider's `/g/…` or `/m/…`. places.md §1 */
export const mid = z.string().refine((value) => parseMid(value) !== null, 'not a MID');

export const latitude = z.number().min(-90).max(90);
export const longitude = z.number().min(-180).max(180);

/** Larger than any count of the provider: larger numbers are times or identifiers. */
const TOO_MANY = 100_000_000;

export const count = z.number().int().min(0).max(TOO_MANY);

/** A link that is safe to publish: never `javascript:` or `data:`. */
export const url = z.url({ protocol: /^https?$/ });

/** A whole feature id. `0x0:0x<cid>` holds only a CID, so it is not accepted. */
export const featureId = z.string().transform((value, context) => {
  const id = parseFeatureId(value);
  if (id !== null && !isPartial(id)) return id;
  context.addIssue('not a whole feature id');
  return z.NEVER;
});
