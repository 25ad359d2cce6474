import { z } from 'zod';
import { required } from './requests.js';

/** A whole number within bounds, optional. */
const wholeParameter = (name: string, min: number, max: number) =>
  z
    .string({ error: `Give the parameter "${name}" only once.` })
    .regex(/^\d{1,6}$/, `The parameter "${name}" must be a whole number from ${min} to ${max}.`)
    .transform(Number)
    .refine(
      (value) => value >= min && value <= max,
      `The parameter "${name}" must be a whole number from ${min} to ${max}.`,
    )
    .optional();

const DEFAULT_MAX_PAGES = 10;

export const placeReviewsParameters = z
  .object({
    placeid: required('placeid', 'a Place ID such as ChIJ… or a feature id 0x…:0x…'),
    max_pages: wholeParameter('max_pages', 1, 50).describe(
      'Pages of up to 200 reviews to fetch, 1 to 50; 10',
    ),
    min_stars: wholeParameter('min_stars', 1, 5).describe('Fewest stars to return, 1 to 5'),
    max_stars: wholeParameter('max_stars', 1, 5).describe('Most stars to return, 1 to 5'),
  })
  .refine(
    ({ min_stars, max_stars }) =>
      min_stars === undefined || max_stars === undefined || min_stars <= max_stars,
    '"min_stars" is above "max_stars": no review could pass.',
  )
  .transform(({ placeid, max_pages, min_stars, max_stars }) => ({
    placeRef: placeid,
    maxPages: max_pages ?? DEFAULT_MAX_PAGES,
    minStars: min_stars ?? null,
    maxStars: max_stars ?? null,
  }));

const reviewLink = 'a link to a review, shortened or full';

export const reviewParameters = z.object({ url: required('url', reviewLink) });

const MAX_BULK_LINKS = 1000;
const BULK = `Send {"urls": [...]} with 1 to ${MAX_BULK_LINKS} review links.`;

export const bulkVisibilityBody = z.strictObject(
  {
    urls: z
      .array(z.string({ error: BULK }).min(1, BULK), { error: BULK })
      .min(1, BULK)
      .max(MAX_BULK_LINKS, BULK),
  },
  { error: BULK },
);
