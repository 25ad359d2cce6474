import { z } from 'zod';

/** A query parameter that must be given exactly once and must not be empty. `meaning` is its description. */
export const required = (name: string, meaning: string) =>
  z
    .string({
      error: ({ input }) =>
        Array.isArray(input)
          ? `Give the parameter "${name}" only once.`
          : `The parameter "${name}" is required: ${meaning}.`,
    })
    .regex(/\S/, `The parameter "${name}" is empty: give ${meaning}.`)
    .describe(meaning);

/** A query parameter that is a whole number from `min` to `max`. */
export const wholeNumber = (name: string, min: number, max: number) => {
  const outside = `The parameter "${name}" must be a whole number from ${min} to ${max}.`;
  return z
    .string({ error: `Give the parameter "${name}" only once.` })
    .regex(/^\d{1,6}$/, outside)
    .transform(Number)
    .pipe(z.int(outside).min(min, outside).max(max, outside));
};
