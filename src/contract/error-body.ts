import { z } from 'zod';
import { ERROR_CODES } from './errors.js';

/** Any string: a client also reads codes of later versions. The OpenAPI document lists the codes of this version. */
export const errorCode = z.string().meta({
  id: 'ErrorCode',
  enum: [...ERROR_CODES],
  description: 'Stable name of the failure; programs decide by it, not by the message',
});

/** Body of every answer that is not a success. */
export const errorBody = z
  .object({
    status: z.literal('error'),
    error: z.object({
      code: errorCode,
      message: z.string().describe('What failed, why, and what to do; its wording may change'),
      request_id: z.string().describe('The X-Request-Id of this answer'),
    }),
  })
  .meta({ id: 'Error' });

/** Last line of a stream that failed after it had begun. */
export const streamFailure = errorBody.extend({ type: z.literal('error') }).meta({ id: 'StreamFailure' });
