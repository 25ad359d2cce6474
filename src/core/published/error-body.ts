import { z } from 'zod';

/** Any string: a client also reads codes of later versions. The OpenAPI document lists the codes of this version. */
export const errorCode = z.string().meta({
  id: 'ErrorCode',
  description: 'Stable name of the failure. Programs should depend on this name, not on the message',
});

/** Any string, as the code. The OpenAPI document lists the reasons of this version. */
export const reason = z.string().meta({
  id: 'RefusalReason',
  description:
    'Stable name of the message, for programs that translate the message. Where a request has several faults, `message` names all of them, and `reason` the first one. Later versions may add names; `other` = the message has no name',
});

export const values = z
  .record(z.string(), z.string())
  .describe('The values in the message of `reason`, by name; `{}` when the message has none');

/** A failure without the field at fault. */
export const failure = {
  code: errorCode,
  message: z.string().describe('What failed, why, and what to do; its wording may change'),
  reason,
  values,
};

/** A failure. Only an `invalid_request` or `unknown_parameter` has a field. */
export const fault = {
  ...failure,
  field: z
    .string()
    .nullable()
    .describe(
      'Only with `invalid_request` and `unknown_parameter`: the parameter, or the path in the body, such as `urls[3]`; null when no single field is at fault',
    )
    .optional(),
};

export const errorBody = z
  .object({
    status: z.literal('error'),
    error: z.object({
      ...fault,
      existing_id: z.string().describe('Only with 409: the id of what exists already').optional(),
      request_id: z.string().describe('The X-Request-Id of this answer'),
    }),
  })
  .meta({ id: 'Error' });

/** Last line of a stream that failed after it had begun. */
export const streamFailure = errorBody.extend({ type: z.literal('error') }).meta({ id: 'StreamFailure' });
