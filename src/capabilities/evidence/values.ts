// Values of requests for evidence packs. Does not import zod, because the console bundles it.

/** `others`: reviews by other authors are covered in the pictures. */
export const BLURS = ['others', 'none'] as const;
export type Blur = (typeof BLURS)[number];
