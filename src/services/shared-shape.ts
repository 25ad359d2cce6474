import { z } from 'zod';
import type { AnswerShape } from '../provider/extractors/review-evidence.js';

const paths = z.array(z.string().max(200)).max(100);

/** Another replica's sighting is one only in exactly this form. */
export const sharedShape: z.ZodType<AnswerShape> = z.strictObject({
  slots: z.number().int().min(1).max(1_000),
  dataEchoes: paths,
  documentEchoes: paths,
});
