import { z } from 'zod';
import { AppError } from '../contract/errors.js';
import type { ServiceMessage } from '../contract/messages.js';

/** The input as its schema has it. @throws AppError `invalid_request` with all reasons */
export function validate<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const reasons = result.error.issues.map((issue) => issue.message);
  // Zod knows texts only; test/unit/service-messages.spec.ts asks every schema for its messages.
  throw new AppError('invalid_request', [...new Set(reasons)].join(' ') as ServiceMessage);
}

/**
 * A list of `min` to `max` elements. A loop checks it first and ends at the first fault, whose message is `error` or that
 * of the element: zod alone keeps an issue for each bad element.
 */
export function boundedList<T>(
  element: z.ZodType<T>,
  { min, max, error }: { readonly min: number; readonly max: number; readonly error: ServiceMessage },
): z.ZodType<T[]> {
  const faultOf = (value: unknown): string | undefined => {
    if (!Array.isArray(value) || value.length < min || value.length > max) return error;
    for (const one of value) {
      const { error: fault } = element.safeParse(one);
      if (fault !== undefined) return fault.issues[0]?.message;
    }
    return undefined;
  };
  return z
    .unknown()
    .check((list) => {
      const message = faultOf(list.value);
      if (message !== undefined) list.issues.push({ code: 'custom', message, input: list.value });
    })
    .pipe(z.array(element).min(min).max(max));
}
