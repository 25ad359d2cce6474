// Values of requests for evidence packs. Does not import zod, because the console bundles it.

/** Maximum links of one request for evidence packs. */
export const MAX_EVIDENCE_LINKS = 50;
/** Characters of the author's name and of the text of an earlier sighting. */
export const MAX_SEEN_AUTHOR = 200;
export const MAX_SEEN_TEXT = 10_000;
/** `others`: the reviews of other people are covered in the pictures. */
export const BLURS = ['others', 'none'] as const;
export type Blur = (typeof BLURS)[number];
