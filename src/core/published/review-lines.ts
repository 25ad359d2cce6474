import { z } from 'zod';
import {
  REVIEW_FIELD_LIST,
  REVIEW_FIELD_NAMES,
  REVIEW_FIELDS,
  type ReviewFieldName,
} from './review-fields.js';
import { natural, starCount } from './values.js';

const text = z.string();

/** The schema of each kind of value. The provider always gives the values that are not nullable. */
const KINDS = {
  id: text,
  stars: starCount.nullable(),
  text: text.nullable(),
  link: text.nullable(),
  time: natural.nullable(),
  count: natural.nullable(),
  level: z.number().int().min(1).max(10).nullable(),
  flag: z.boolean().nullable(),
  photos: z.array(
    z.object({
      url: z.url().describe('The photo'),
      thumbnail_url: z.url().describe('A smaller version of the photo'),
    }),
  ),
} as const;

type Fields = typeof REVIEW_FIELD_LIST;
type Kind<Name extends ReviewFieldName> = (typeof KINDS)[Fields[Name]['kind']];
type Unwrapped<Name extends ReviewFieldName> = Fields[Name] extends { isNullable: false }
  ? Kind<Name> extends z.ZodNullable<infer Inner>
    ? Inner
    : never
  : Kind<Name>;
type Schema<Name extends ReviewFieldName> = Fields[Name] extends { isOptional: true }
  ? z.ZodOptional<Unwrapped<Name>>
  : Unwrapped<Name>;

function schemaOf(name: ReviewFieldName): z.ZodType {
  const field = REVIEW_FIELD_LIST[name];
  const kind = KINDS[field.kind];
  const schema = 'isNullable' in field && kind instanceof z.ZodNullable ? kind.unwrap() : kind;
  return ('isOptional' in field ? schema.optional() : schema).describe(field.description);
}

const shape = Object.fromEntries(REVIEW_FIELD_NAMES.map((name) => [REVIEW_FIELDS[name], schemaOf(name)]));

/** One element of `data.reviews`. Every key is always present, except the optional keys. */
export const reviewRecord = z
  .object(shape as { [Name in ReviewFieldName as Fields[Name]['published']]: Schema<Name> })
  .meta({ id: 'Review' });

/** The facts of a review by their names inside the service; undefined = the field is left out. */
type ReviewFacts = {
  readonly [Name in ReviewFieldName]:
    | z.infer<Unwrapped<Name>>
    | (Fields[Name] extends { isOptional: true } ? undefined : never);
};

/** A review under its published names, in the specification's order. */
export function publishReview(facts: ReviewFacts): z.infer<typeof reviewRecord> {
  const entries = REVIEW_FIELD_NAMES.flatMap((name) =>
    facts[name] === undefined ? [] : [[REVIEW_FIELDS[name], facts[name]]],
  );
  return Object.fromEntries(entries) as z.infer<typeof reviewRecord>;
}
