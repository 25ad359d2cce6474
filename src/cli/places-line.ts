import { z } from 'zod';
import { failure } from '../core/published/error-body.js';
import { allData } from '../core/published/place-answer.js';

const ofLine = {
  index: z.int().min(0),
  /** When the answer came, by the clock of this computer. */
  checked_at: z.string().optional(),
  checked_at_utc: z.string().optional(),
};

/** The result of one entry of `places`: a line of NDJSON and of the file `--out`. */
export const placesLine = z.discriminatedUnion('type', [
  z.object({ type: z.literal('result'), ...ofLine, ...allData.shape }),
  z.object({
    type: z.literal('error'),
    ...ofLine,
    query: z.string(),
    error: z.object(failure).partial({ reason: true, values: true }),
  }),
]);
export type PlacesLine = z.infer<typeof placesLine>;
