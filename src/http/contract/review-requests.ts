import { z } from 'zod';
import { required } from './requests.js';

/** A whole number within bounds. */
const wholeParameter = (name: string, min: number, max: number) => {
  const outside = `The parameter "${name}" must be a whole number from ${min} to ${max}.`;
  return z
    .string({ error: `Give the parameter "${name}" only once.` })
    .regex(/^\d{1,6}$/, outside)
    .transform(Number)
    .pipe(z.int(outside).min(min, outside).max(max, outside));
};

const DEFAULT_MAX_PAGES = 10;

/** The parameters as sent; `placeReviewsParameters` are the same as the service understands them. */
export const placeReviewsQuery = z
  .object({
    placeid: required('placeid', 'a Place ID such as ChIJ… or a feature id 0x…:0x…'),
    max_pages: wholeParameter('max_pages', 1, 50)
      .default(DEFAULT_MAX_PAGES)
      .describe('Pages of up to 200 reviews to fetch'),
    min_stars: wholeParameter('min_stars', 1, 5).optional().describe('Fewest stars to return'),
    max_stars: wholeParameter('max_stars', 1, 5).optional().describe('Most stars to return'),
  })
  .refine(
    ({ min_stars, max_stars }) =>
      min_stars === undefined || max_stars === undefined || min_stars <= max_stars,
    '"min_stars" is above "max_stars": no review could pass.',
  );

export const placeReviewsParameters = placeReviewsQuery.transform(
  ({ placeid, max_pages, min_stars, max_stars }) => ({
    placeRef: placeid,
    maxPages: max_pages,
    minStars: min_stars ?? null,
    maxStars: max_stars ?? null,
  }),
);

const reviewLink = 'a link to a review, shortened or full';

export const reviewParameters = z.object({ url: required('url', reviewLink) });

const MAX_BULK_LINKS = 1000;
const BULK = `Send {"urls": [...]} with 1 to ${MAX_BULK_LINKS} review links.`;

export const bulkVisibilityBody = z.strictObject(
  {
    urls: z
      .array(z.string({ error: BULK }).min(1, BULK).describe(reviewLink), { error: BULK })
      .min(1, BULK)
      .max(MAX_BULK_LINKS, BULK),
  },
  { error: BULK },
);

/** Points a bulk check costs, however few its links are; charged before its body is read. */
export const BULK_MIN_POINTS = 10;
const LINKS_PER_POINT = 10;

/** Points a bulk check of so many links costs. */
export function bulkPoints(links: number): number {
  return Math.max(BULK_MIN_POINTS, Math.ceil(links / LINKS_PER_POINT));
}
