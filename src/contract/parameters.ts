import { z } from 'zod';
import { message } from './messages.js';

/** A query parameter that must be given exactly once and must not be empty. `meaning` is its description. */
export const required = (name: string, meaning: string) =>
  z
    .string({
      error: ({ input }) =>
        Array.isArray(input)
          ? message('parameterRepeated', { name })
          : message('parameterMissing', { name, meaning }),
    })
    .regex(/\S/, message('parameterEmpty', { name, meaning }))
    .describe(meaning);

/** A query parameter that is a whole number from `min` to `max`. */
export const wholeNumber = (name: string, min: number, max: number) => {
  const outside = message('parameterOutOfRange', { name, least: min, most: max });
  return z
    .string({ error: message('parameterRepeated', { name }) })
    .regex(/^\d{1,6}$/, outside)
    .transform(Number)
    .pipe(z.int(outside).min(min, outside).max(max, outside));
};
