import { z } from 'zod';

// Schemas of values that several answers share.

/** A whole number from 0. */
export const natural = z.number().int().min(0);
export const starCount = z.number().int().min(1).max(5);
/** A text, or null where it is unknown. */
export const maybeText = z.string().nullable();

export const localDay = z.string().regex(/^\d{4}-\d\d-\d\d$/);
const localTime = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

/** A time in the configured time zone. Its description begins with `meaning`. */
export const timeOf = (meaning: string) =>
  localTime.describe(`${meaning}, YYYY-MM-DD HH:MM:SS in the configured time zone`);

const utcTwin = (name: string) =>
  z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    .describe(`\`${name}\` in ISO 8601 and UTC, YYYY-MM-DDTHH:MM:SSZ`);

/** The fields of a time: `name` in the configured time zone, and `<name>_utc`. */
export function timeFields<Name extends string>(name: Name, meaning: string) {
  const fields = { [name]: timeOf(meaning), [`${name}_utc`]: utcTwin(name) };
  return fields as { [Key in Name | `${Name}_utc`]: z.ZodString };
}

/** The fields of a time that may be null. */
export function maybeTimeFields<Name extends string>(name: Name, meaning: string) {
  const fields = { [name]: timeOf(meaning).nullable(), [`${name}_utc`]: utcTwin(name).nullable() };
  return fields as { [Key in Name | `${Name}_utc`]: z.ZodNullable<z.ZodString> };
}

/** A time in UTC, beside the same time in the configured time zone. */
export const utcMoment = utcTwin('checked_at');

export const localMoment = localTime.describe(
  'YYYY-MM-DD HH:MM:SS in the configured time zone (TIME_ZONE, else Europe/Warsaw)',
);
