import { z } from 'zod';
import { ERROR_CODES } from './errors.js';
import { REASONS } from './reasons.js';

/** Any string: a client also reads codes of later versions. The OpenAPI document lists the codes of this version. */
export const errorCode = z.string().meta({
  id: 'ErrorCode',
  enum: [...ERROR_CODES],
  description: 'Stable name of the failure. Programs should depend on this name, not on the message',
});

/** Machine-readable fields of an `invalid_request` or `unknown_parameter`. Other errors and results of earlier versions do not have them. */
export const refusal = {
  field: z
    .string()
    .nullable()
    .describe(
      'Only with `invalid_request` and `unknown_parameter`: the parameter, or the path in the body, such as `urls[3]`; null when no single field is at fault',
    )
    .optional(),
  reason: z
    .string()
    .meta({
      id: 'RefusalReason',
      enum: [...REASONS],
      description:
        'Only with `invalid_request` and `unknown_parameter`: the stable name of the fault. Where a request has several faults, the first one. Later versions may add names; `other` = a fault without a name of its own',
    })
    .optional(),
};

/** Body of every error answer. */
export const errorBody = z
  .object({
    status: z.literal('error'),
    error: z.object({
      code: errorCode,
      message: z.string().describe('What failed, why, and what to do; its wording may change'),
      ...refusal,
      existing_id: z
        .string()
        .describe('Only with `watch_exists`: the id of the watch of this subject')
        .optional(),
      request_id: z.string().describe('The X-Request-Id of this answer'),
    }),
  })
  .meta({ id: 'Error' });

/** Last line of a stream that failed after it had begun. */
export const streamFailure = errorBody.extend({ type: z.literal('error') }).meta({ id: 'StreamFailure' });
