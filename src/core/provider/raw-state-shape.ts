import { z } from 'zod';
import type { RawPageState, RawReviewCard } from './raw-state.js';

const maybe = z.string().nullable();
/** The same type for each name. */
const all = <Type extends z.ZodType, Name extends string>(type: Type, ...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, type])) as Readonly<Record<Name, Type>>;
const texts = z.array(z.string());
const matched = z.record(z.string(), z.string());
const reviewPart = z.object({
  ...all(maybe, 'id', 'stars', 'author', 'text'),
  ...{ ...all(texts, 'authorIds', 'starLabels'), hasSection: z.boolean() },
});
/** A captured state that was kept in a file. */
export const rawPageState: z.ZodType<RawPageState> = z.object({
  panel: z
    .object({
      ...{
        name: z.string(),
        histogramLabels: texts,
        saysNoReviews: z.boolean(),
        reviewsTab: z.number(),
        matched,
      },
      ...all(maybe, 'category', 'addressLabel', 'rating', 'reviewCountLabel'),
    })
    .nullable(),
  cards: z.array(z.object({ href: z.string(), sponsored: z.boolean() })).nullable(),
  review: z
    .object({
      ...{ cards: z.array(reviewPart), loose: reviewPart, ...all(maybe, 'placeHref', 'cardHeading') },
      ...all(z.boolean(), 'hasCard', 'saysGone', 'mentionsReview'),
    })
    .nullable(),
  ...all(texts, 'reviewIds', 'notices'),
  ...all(z.boolean(), 'limitedView', 'errorMessage', 'saysNotFound', 'blockPage', 'consent'),
});
export const rawReviewCard: z.ZodType<RawReviewCard> = z.object({
  ...{ id: z.string(), cutOff: z.boolean(), photos: texts, matched },
  ...all(
    maybe,
    'author',
    'profileUrl',
    'avatarUrl',
    'authorLine',
    'starsLabel',
    'score',
    'dateText',
    'text',
    'likes',
  ),
  reply: z.object(all(maybe, 'text', 'dateText')).nullable(),
});
