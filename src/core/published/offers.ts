import { z } from 'zod';
import { reason, values } from './error-body.js';
import { maybeText } from './values.js';

const refusalReason = reason
  .nullable()
  .optional()
  .describe('The `reason` of the refusal, for programs that translate it; null without a refusal');

/** The optional parts of an installation. */
export const capabilitiesData = z
  .object({
    jobs: z
      .boolean()
      .describe('Whether this client may use jobs. The database itself may be unreachable at the moment'),
    jobs_refusal: maybeText.describe(
      'Why this client may not use jobs: the message of `/api/jobs`; null when the client may',
    ),
    jobs_refusal_reason: refusalReason,
    jobs_refusal_values: values.optional(),
    evidence: z.boolean().describe('Whether this service makes evidence packs'),
    evidence_refusal: maybeText.describe(
      'Why this service makes no evidence packs: the message of `/api/review-evidence`; null when it makes them',
    ),
    evidence_refusal_reason: refusalReason,
    evidence_refusal_values: values.optional(),
    watch: z
      .boolean()
      .describe(
        'Whether this client may watch subjects. The database itself may be unreachable at the moment',
      ),
    watch_refusal: maybeText.describe(
      'Why this client may not watch subjects: the message of `/api/watches`; null when the client may',
    ),
    watch_refusal_reason: refusalReason,
    watch_refusal_values: values.optional(),
  })
  .meta({ id: 'Capabilities' });

export type Capabilities = z.infer<typeof capabilitiesData>;
