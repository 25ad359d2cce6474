import { z } from 'zod';
import { NOTICE_KINDS } from '../contract/notices.js';
import { PLACE_TEXTS, type PlaceText } from '../contract/place-fields.js';
import { MAX_NOTICE_TEXT, MAX_NOTICES } from './extractors/notices.js';
import type { RememberedPlace } from './find-place.js';
import type { DatedReading } from './known-notices.js';
import { knownPlace } from './resolve-query.js';

// The form of what other replicas have stored. Anything else is read from the provider again.

const text = z.string().max(2_000);
const featureId = z.string().refine((id) => knownPlace(id)?.featureId === id, 'no feature id');

const candidate = z.strictObject({
  featureId,
  name: text.nullable(),
  address: text.nullable(),
  rating: z.number().min(1).max(5).nullable(),
});

export const rememberedPlace: z.ZodType<RememberedPlace> = z
  .strictObject({
    featureId,
    placeId: z.string(),
    byNameAlone: z.boolean(),
    candidates: z.array(candidate).max(20),
  })
  .refine((place) => knownPlace(place.featureId)?.placeId === place.placeId, 'two places');

const count = z.number().int().nonnegative();
const marks = z.strictObject({
  mid: text.nullable(),
  at: z.strictObject({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) }).nullable(),
});

const origin = z.strictObject({
  source: z.enum(['payload', 'panel', 'record', 'card', 'search']),
  list: text,
  set: z.enum(['operator', 'built-in']),
  entry: text,
});

const notice = z.strictObject({
  kind: z.enum(NOTICE_KINDS),
  text: z.string().max(2 * MAX_NOTICE_TEXT),
  min: count.nullable(),
  max: count.nullable(),
  seenAt: count,
});

const texts = Object.fromEntries(PLACE_TEXTS.map((name) => [name, text.nullable()])) as Record<
  PlaceText,
  z.ZodNullable<z.ZodString>
>;

/** Only complete readings are remembered. */
export const rememberedReading: z.ZodType<DatedReading> = z.strictObject({
  place: z.strictObject({
    featureId,
    ...texts,
    rating: z.number().min(1).max(5).nullable(),
    reviewCount: count.nullable(),
    stars: z.tuple([count, count, count, count, count]).nullable(),
  }),
  notices: z.array(notice).max(MAX_NOTICES),
  missing: z.array(z.string().max(40)).max(20),
  degraded: z.literal(false),
  fromPayload: z.boolean(),
  marks,
  limitedView: z.boolean(),
  foreignPayloads: count,
  // A replica of a former version stores none.
  origins: z.record(z.string().max(40), origin.nullable()).default({}),
});
