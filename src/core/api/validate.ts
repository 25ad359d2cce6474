import { z } from 'zod';
import { AppError, excerpt, INVALID_REQUEST } from '../errors.js';
import { MAX_INPUT_CHARACTERS, trimInput } from '../identifiers/input-text.js';
import { type RefusalText, readRefusal, refusal } from '../texts/messages.js';

/** Parses the input by its schema. @throws AppError `invalid_request` with all reasons */
export function validate<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const { issues } = result.error;
  const [first = '', ...others] = new Set(issues.map((issue) => issue.message));
  throw new AppError(INVALID_REQUEST, [readRefusal(first), ...others.map(readRefusal)], {
    field: fieldAt(issues[0]),
  });
}

/** A path as JavaScript writes it, such as `urls[3]`, of an unknown field as well; undefined for the input as a whole. */
function fieldAt(issue: z.core.$ZodIssue | undefined): string | undefined {
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1).map(excerpt) : [];
  const [first, ...others] = [...(issue?.path ?? []), ...unknown];
  if (first === undefined) return undefined;
  const written = others.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`));
  return [String(first), ...written].join('');
}

/** Bytes of a body with the limit "1mb". */
export const MEBIBYTE = 1_048_576;

/** Maximum length of a text with the blanks around it. They do not count towards its own maximum. */
const MAX_WITH_BLANKS = 8_192;

interface TextLimit {
  readonly name: string;
  /** Maximum characters; an emoji counts once. */
  readonly most?: number;
  /** The message for a value of another type than text. */
  readonly error?: RefusalText;
  readonly tooLong?: RefusalText;
  /** Keeps the blanks around the text, because the answer repeats it as received. */
  readonly isRepeated?: boolean;
}

/**
 * A text of a client, limited and without the blanks around it. Every text in the query or body of an endpoint comes
 * from here, or its schema has a maximum of its own: test/core/api/input-limits.spec.ts looks for texts without one.
 */
export function clientText({
  name,
  most = MAX_INPUT_CHARACTERS,
  error = refusal('fieldNotAString', { name }),
  tooLong = refusal('fieldTooLong', { name, most }),
  isRepeated = false,
}: TextLimit) {
  const limited = z.string({ error }).refine((text) => isWithin(text, most), { error: tooLong, abort: true });
  // JSON Schema counts characters as this limit does; `max` of zod would count an emoji twice.
  return (isRepeated ? limited : limited.overwrite(trimInput)).meta({ maxLength: most });
}

function isWithin(text: string, most: number): boolean {
  if (text.length > Math.max(most, MAX_WITH_BLANKS)) return false;
  const trimmed = trimInput(text);
  return trimmed.length <= most || [...trimmed].length <= most;
}

/** A parameter or field that must be given and must not be empty. `meaning` is its description. */
export const required = (name: string, meaning: string, limit: Omit<TextLimit, 'name' | 'error'> = {}) =>
  clientText({ ...limit, name, error: refusal('parameterMissing', { name, meaning }) })
    .regex(/\S/, refusal('parameterEmpty', { name, meaning }))
    .describe(meaning);

/**
 * A link of a list, as received. Only the size of the body limits it: a link that is too long is a fault of its own
 * line in the answer, and does not refuse the other links.
 */
export const listedLink = (error: RefusalText) => z.string({ error }).min(1, error).max(MEBIBYTE, error);

/** A query parameter that is a whole number from `min` to `max`. */
export const wholeNumber = (name: string, min: number, max: number) => {
  const outside = refusal('parameterOutOfRange', { name, least: min, most: max });
  return z
    .string()
    .regex(/^\d{1,6}$/, outside)
    .transform(Number)
    .pipe(z.int(outside).min(min, outside).max(max, outside));
};

/** A query parameter that is a day, `YYYY-MM-DD`. */
export const day = (name: string, meaning: string) =>
  z.iso
    .date({ error: refusal('dayInvalid', { name }) })
    .describe(meaning)
    .optional();

/** A query parameter that is a switch, by default off. */
export const trueOrFalse = (name: string) =>
  z.enum(['true', 'false'], { error: refusal('notTrueOrFalse', { name }) }).default('false');

export const fileLanguage = (otherwise: 'pl' | 'en', meaning: string) =>
  z
    .enum(['pl', 'en'], { error: refusal('langInvalid') })
    .default(otherwise)
    .describe(meaning);

/**
 * A list of `min` to `max` elements. A loop checks the list first and stops at the first fault: zod alone would keep an
 * issue for each bad element. The message is `error`, or the message of the bad element.
 */
export function boundedList<T>(
  element: z.ZodType<T>,
  { min, max, error }: { readonly min: number; readonly max: number; readonly error: RefusalText },
): z.ZodType<T[]> {
  const faultOf = (value: unknown): { message: string | undefined; path: number[] } | null => {
    if (!Array.isArray(value) || value.length < min || value.length > max)
      return { message: error, path: [] };
    for (const [at, one] of value.entries()) {
      const { error: fault } = element.safeParse(one);
      if (fault !== undefined) return { message: fault.issues[0]?.message, path: [at] };
    }
    return null;
  };
  return z
    .unknown()
    .check((list) => {
      const fault = faultOf(list.value);
      if (fault !== null) list.issues.push({ code: 'custom', ...fault, input: list.value });
    })
    .pipe(z.array(element).min(min).max(max));
}
