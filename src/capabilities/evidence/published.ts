import { z } from 'zod';
import { failure } from '../../core/published/error-body.js';
import { reviewDetails } from '../../core/published/review-answer.js';
import { refusal } from './messages.js';
import { MAX_SEEN_AUTHOR, MAX_SEEN_TEXT } from './values.js';

const publicKey = {
  key_id: z.string().describe('SHA-256 of the public key (SPKI, DER), lower-case hex'),
  public_key: z.string().describe('The public key as PEM'),
};

/** The public key that signs evidence packs, and the keys before it. */
export const evidenceKeyData = z
  .object({
    ...publicKey,
    earlier_keys: z
      .array(z.object(publicKey))
      .describe('The keys that signed earlier packs: they stay published after the key was changed'),
  })
  .meta({ id: 'EvidenceKey' });

/** A moment with the time zone and nine decimals of a second has 35 characters. */
const MAX_MOMENT = 64;

/** A text of `min` to `max` characters; `name` is its name in messages. */
function sized(name: string, min: number, max: number) {
  const outside = refusal('lengthOutOfRange', { name, least: min, most: max });
  return z.string({ error: outside }).min(min, outside).max(max, outside);
}

/** The fields of an earlier sighting without the stars. Their names in messages begin with `prefix`. */
export function seenTexts(prefix: 'seen_' | 'seen.') {
  const on = z.union([z.iso.date(), z.iso.datetime({ offset: true }).max(MAX_MOMENT)], {
    error: refusal('seenOnInvalid', { name: `${prefix}on` }),
  });
  return {
    author: sized(`${prefix}author`, 1, MAX_SEEN_AUTHOR).optional().describe('Author of the review'),
    text: sized(`${prefix}text`, 0, MAX_SEEN_TEXT).optional().describe('Text of the review; "" = stars only'),
    on: on.optional().describe('When the client saw the review: YYYY-MM-DD, or ISO 8601 with the time zone'),
  };
}

const RATING = refusal('parameterOutOfRange', { name: 'seen.rating', least: 1, most: 5 });

/** The review as the client saw it earlier. The service does not check it. */
export const seenEarlier = z
  .strictObject(
    {
      ...seenTexts('seen.'),
      rating: z.int(RATING).min(1, RATING).max(5, RATING).optional().describe('Stars of the review'),
    },
    { error: refusal('seenFields') },
  )
  .meta({ id: 'SeenEarlier' });

export type SeenEarlier = z.infer<typeof seenEarlier>;

/** `index.json` of a ZIP with several evidence packs. */
export const evidenceIndex = z.object({
  packs: z.array(
    z.object({
      index: z.number().int().min(0).describe('Position of the link in the request'),
      review_url: z.string(),
      file: z.string().nullable().describe('The pack in this ZIP; null when there is none'),
      is_visible: z.boolean().nullable(),
      visibility_reason: reviewDetails.shape.visibility_reason.nullable(),
      error: z.object(failure).nullable().describe('Why there is no pack; null when there is one'),
    }),
  ),
});

export type EvidenceIndex = z.infer<typeof evidenceIndex>;
