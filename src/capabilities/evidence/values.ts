// Values of requests for evidence packs. Does not import zod, because the console bundles it.

/** Maximum characters of the author's name in an earlier sighting. */
export const MAX_SEEN_AUTHOR = 200;
/** Maximum characters of the review's text in an earlier sighting. */
export const MAX_SEEN_TEXT = 10_000;
/** `others`: reviews by other authors are covered in the pictures. */
export const BLURS = ['others', 'none'] as const;
export type Blur = (typeof BLURS)[number];
