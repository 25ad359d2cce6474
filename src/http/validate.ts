import type { z } from 'zod';
import { AppError } from '../errors.js';
import type { ServiceMessage } from '../service-messages.js';

/** The input as its schema has it. @throws AppError `invalid_request` with all reasons */
export function validate<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const reasons = result.error.issues.map((issue) => issue.message);
  // Zod knows texts only; test/unit/service-messages.spec.ts asks every schema for its messages.
  throw new AppError('invalid_request', [...new Set(reasons)].join(' ') as ServiceMessage);
}
