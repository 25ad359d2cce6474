import { z } from 'zod';

const unknown = 'null when the map provider does not say';
const text = (meaning: string) => z.string().nullable().describe(`${meaning}; ${unknown}`);
const count = (meaning: string) => z.number().int().min(0).nullable().describe(`${meaning}; ${unknown}`);

/**
 * One element of `data.reviews`, in the specification's order. Every key is always present, but the two of
 * the owner's reply, which are there only when there is a reply, and `edited_unix` of an edited review. This one is an
 * addition to the specification: the record of a review that was not edited has exactly the specified keys.
 */
export const reviewRecord = z
  .object({
    review_id: z.string().describe('Identifier of the review'),
    stars: z
      .number()
      .int()
      .min(1)
      .max(5)
      .nullable()
      .describe("1 to 5; null for partner reviews, which have no stars of the map provider's own"),
    review_text: z
      .string()
      .nullable()
      .describe(
        'The whole text as written, not a translation; "" when the review is stars only; null when it is unknown, also when the map provider gives only its beginning',
      ),
    date_text: text('Relative date in words, as shown; an edited review keeps its prefix'),
    date_unix: count('When the review was first published, Unix time in seconds'),
    edited_unix: z
      .number()
      .int()
      .min(0)
      .optional()
      .describe('When the review was last changed, Unix time in seconds; present only when it was edited'),
    review_language: z.string().nullable().describe('Language code of the text; null without a text'),
    review_url: text('Link to the review'),
    report_url: text('Direct link for reporting the review'),
    author_name: text('Author name as shown; authors may show a nickname, also on old reviews'),
    author_id: text('Author identifier, digits; it stays when the author shows another name'),
    author_profile_url: text('Author profile link'),
    author_avatar_url: text('Author avatar image link'),
    author_total_reviews: count('Number of reviews the author has'),
    author_total_photos: count('Number of photos the author added'),
    author_is_local_guide: z.boolean().describe('Whether the author is a local guide'),
    author_local_guide_level: z
      .number()
      .int()
      .min(1)
      .max(10)
      .nullable()
      .describe('1 to 10; null when the author is no local guide'),
    author_badge_text: z
      .string()
      .nullable()
      .describe('Badge text of the author as shown; null when there is none'),
    photos_count: z
      .number()
      .int()
      .min(0)
      .nullable()
      .describe('Number of photos in the review; null when not all of them could be read'),
    photos: z.array(
      z.object({
        url: z.url().describe('The photo'),
        thumbnail_url: z.url().describe('A small form of it'),
      }),
    ),
    has_owner_response: z
      .boolean()
      .describe('Whether a reply of the owner is shown; a reply that waits for moderation is not'),
    owner_response_text: z
      .string()
      .nullable()
      .optional()
      .describe(
        `Whole text of the reply, present when there is one; ${unknown}, or gives only the beginning`,
      ),
    owner_response_date: z
      .string()
      .nullable()
      .optional()
      .describe(`Relative date of the reply in words, present when there is one; ${unknown}`),
    likes_count: z
      .number()
      .int()
      .min(0)
      .nullable()
      .describe('Number of likes; null when the page shows it shortened or it could not be read'),
  })
  .meta({ id: 'Review' });
