import { z } from 'zod';
import { maybeText } from './values.js';

/** The optional parts of an installation. */
export const capabilitiesData = z
  .object({
    jobs: z
      .boolean()
      .describe('Whether this client can have jobs. Redis may still be out of reach for a time'),
    jobs_refusal: maybeText.describe(
      'Why this client can have no jobs, as `/api/jobs` says it; null when it can',
    ),
    evidence: z.boolean().describe('Whether this service makes evidence packs'),
    evidence_refusal: maybeText.describe(
      'Why it makes none, as `/api/review-evidence` says it; null when it does',
    ),
    watch: z
      .boolean()
      .describe('Whether this client can watch subjects. The database may still be out of reach for a time'),
    watch_refusal: maybeText.describe(
      'Why this client can watch nothing, as `/api/watches` says it; null when it can',
    ),
  })
  .meta({ id: 'Capabilities' });

export type Capabilities = z.infer<typeof capabilitiesData>;
