// Values of lists. Does not import zod: console and command line use them.

/** What is asked about each link of a list. */
export const JOB_TYPES = ['review-visibility', 'place-details', 'place-reviews'] as const;
export type JobType = (typeof JOB_TYPES)[number];

/** Maximum links of one request. */
export const MAX_BULK_LINKS = 1_000;
