import type { z } from 'zod';
import { cidOfFeature } from '../../../core/identifiers/cid.js';
import { placeIdOfFeature } from '../../../core/identifiers/place-id.js';
import { countOf } from '../../../core/places/extractors/count-label.js';
import { PLACE_PAYLOAD } from '../../../core/places/wire/place-payload.js';
import { PLACE_FIELDS } from '../../../core/published/place-fields.js';
import { REVIEW_FIELDS } from '../../../core/published/review-fields.js';
import { AUTHOR, OPTIONAL, REVIEW_RECORD } from '../../../core/reviews/wire/review-record.js';

/** A published field, and every list of paths that finds it in the data. */
export interface Field {
  readonly of: 'place' | 'review';
  /** The name inside the code, e.g. `reviewCount`, `author.name`. */
  readonly name: string;
  readonly published: readonly string[];
  /** Lists of paths, e.g. `paths.placePayload.reviewCount`. */
  readonly paths: readonly { readonly list: string; readonly type: z.ZodType }[];
}

/** In the order in which the provider sends the counts: ascending. */
const STARS: readonly string[] = (
  ['oneStar', 'twoStars', 'threeStars', 'fourStars', 'fiveStars'] as const
).map((name) => PLACE_FIELDS[name]);

function placeField(published: readonly string[], ...keys: readonly (keyof typeof PLACE_PAYLOAD)[]): Field {
  const paths = keys.map((key) => ({ list: `paths.placePayload.${key}`, type: PLACE_PAYLOAD[key] }));
  return { of: 'place', name: keys[0] ?? '', published, paths };
}

const PLACE: readonly Field[] = [
  placeField([PLACE_FIELDS.cid], 'featureId'),
  placeField([PLACE_FIELDS.name], 'name'),
  placeField([PLACE_FIELDS.address], 'address', 'addressLines'),
  placeField([PLACE_FIELDS.category], 'category'),
  placeField([PLACE_FIELDS.rating], 'rating'),
  placeField([PLACE_FIELDS.reviewCount], 'reviewCount'),
  placeField(STARS, 'stars'),
];

/** Fields that have another name in the rules. */
const RECORD_NAMES: Readonly<Record<string, string>> = {
  publishedAt: 'createdUs',
  editedAt: 'editedUs',
  'ownerReply.text': 'ownerReplyText',
  'ownerReply.dateText': 'ownerReplyDateText',
};

export const AUTHOR_LIST = 'paths.authorSince2024';
const RECORD_TYPES: Readonly<Record<string, z.ZodType>> = { ...REVIEW_RECORD, ...OPTIONAL };
const AUTHOR_TYPES: Readonly<Record<string, z.ZodType>> = AUTHOR;

const REVIEW = Object.entries(REVIEW_FIELDS).flatMap(([name, published]): Field[] => {
  const [, ofAuthor = null] = name.split('author.');
  const key = ofAuthor ?? RECORD_NAMES[name] ?? name;
  const type = (ofAuthor === null ? RECORD_TYPES : AUTHOR_TYPES)[key];
  const list = `${ofAuthor === null ? 'paths.reviewRecord' : AUTHOR_LIST}.${key}`;
  // A field computed from other fields has no list of its own.
  return type === undefined ? [] : [{ of: 'review', name, published: [published], paths: [{ list, type }] }];
});

/** Every published field; the fields of places come first. */
export const FIELDS: readonly Field[] = [...PLACE, ...REVIEW];

/** The value of a field that a person has seen on a page. */
export interface Want {
  readonly field: Field;
  /** The name as typed. */
  readonly name: string;
  readonly text: string;
}

/** Parses `field=value`, with a published or internal name; null = it is not of this form, or of an unknown field. */
export function parseWant(given: string): Want | null {
  const [, name = '', text = ''] = /^([\w.]+)=(.*)$/su.exec(given) ?? [];
  const field =
    FIELDS.find(({ published }) => published.includes(name)) ?? FIELDS.find((one) => one.name === name);
  return field === undefined || text.trim() === '' ? null : { field, name, text };
}

/** Whether a value in the data equals the wanted value, in any usual spelling. */
export function isWanted({ field, name, text }: Want, value: unknown): boolean {
  const wanted = clean(text);
  const star = STARS.indexOf(name);
  if (Array.isArray(value))
    return star < 0 ? clean(value.join(', ')) === wanted : value[star] === numberIn(wanted);
  if (typeof value === 'boolean') return String(value) === wanted;
  if (typeof value === 'number')
    return numberIn(wanted) === (field.name.endsWith('At') ? Math.floor(value / MICROSECONDS) : value);
  if (typeof value !== 'string') return false;
  if (field.name === 'featureId')
    return [value, cidOfFeature(value), placeIdOfFeature(value)].includes(wanted);
  return clean(value) === wanted;
}

const MICROSECONDS = 1_000_000;

/** "8 713 opinii" → 8713, "4,7" → 4.7, "5/5" → 5; NaN equals nothing. */
function numberIn(text: string): number {
  const digits = text.trim().replace(',', '.').replace(/\/5$/, '');
  return countOf(text.trim()) ?? (digits === '' ? Number.NaN : Number(digits));
}

function clean(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
