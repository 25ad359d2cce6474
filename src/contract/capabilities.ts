import { z } from 'zod';

/** What an installation has beside the endpoints that every installation has. */
export const capabilitiesData = z
  .object({
    jobs: z
      .boolean()
      .describe('Whether this client can have jobs. Redis may still be out of reach for a time'),
    jobs_refusal: z
      .string()
      .nullable()
      .describe('Why this client can have no jobs, as `/api/jobs` says it; null when it can'),
  })
  .meta({ id: 'Capabilities' });

export type Capabilities = z.infer<typeof capabilitiesData>;
