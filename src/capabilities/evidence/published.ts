import { z } from 'zod';
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

const moment = z.union([z.iso.date(), z.iso.datetime({ offset: true }).max(MAX_MOMENT)], {
  error: refusal('seenOnInvalid', { name: 'seen_on' }),
});

/** The fields of an earlier sighting without the stars. */
export const seenTexts = {
  author: sized('seen_author', 1, MAX_SEEN_AUTHOR).optional().describe('Author of the review'),
  text: sized('seen_text', 0, MAX_SEEN_TEXT).optional().describe('Text of the review; "" = stars only'),
  on: moment
    .optional()
    .describe('When the client saw the review: YYYY-MM-DD, or ISO 8601 with the time zone'),
};

/** The review as the client saw it earlier. The service does not check it. */
export interface SeenEarlier {
  readonly author?: string | undefined;
  readonly rating?: number | undefined;
  readonly text?: string | undefined;
  readonly on?: string | undefined;
}
