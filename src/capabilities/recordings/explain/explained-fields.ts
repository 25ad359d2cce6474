import type { z } from 'zod';
import { cidOfFeature } from '../../../core/identifiers/cid.js';
import { placeIdOfFeature } from '../../../core/identifiers/place-id.js';
import { countOf } from '../../../core/places/extractors/count-label.js';
import { PLACE_PAYLOAD } from '../../../core/places/wire/place-payload.js';
import type { Say } from '../../../core/provider/rules/print-rules.js';
import { PLACE_FIELDS } from '../../../core/published/place-fields.js';
import { REVIEW_FIELDS } from '../../../core/published/review-fields.js';
import { AUTHOR, OPTIONAL, REVIEW_RECORD } from '../../../core/reviews/wire/review-record.js';

/** A list of selectors for a field, e.g. `selectors.reviewCount`. */
export interface SelectorList {
  readonly list: string;
  /** The attribute that holds the value; null = the text. */
  readonly attribute: string | null;
}

/** A published field, and every list of the rules that finds it. */
export interface Field {
  readonly of: 'place' | 'review';
  /** The name inside the code, e.g. `reviewCount`, `author.name`. */
  readonly name: string;
  readonly published: readonly string[];
  /** Lists of paths, e.g. `paths.placePayload.reviewCount`. */
  readonly paths: readonly { readonly list: string; readonly type: z.ZodType }[];
  readonly shown: SelectorList | null;
}

/** In the order in which the provider sends the counts: ascending. */
const STARS: readonly string[] = (
  ['oneStar', 'twoStars', 'threeStars', 'fourStars', 'fiveStars'] as const
).map((name) => PLACE_FIELDS[name]);

const LABEL = 'aria-label';

/** The list of selectors for a field, and the attribute that is read instead of the text. */
const SHOWN: Readonly<Record<string, readonly [list: string, attribute?: string]>> = {
  'place.name': ['panelTitle'],
  'place.address': ['address', LABEL],
  'place.category': ['category'],
  'place.rating': ['rating'],
  'place.reviewCount': ['reviewCount', LABEL],
  'place.stars': ['histogramRow', LABEL],
  'review.stars': ['cardStars', LABEL],
  'review.text': ['cardText'],
  'review.dateText': ['cardDate'],
  'review.author.name': ['cardAuthor'],
  'review.author.id': ['cardProfile', 'data-href'],
  'review.author.profileUrl': ['cardProfile', 'data-href'],
  'review.author.avatarUrl': ['cardAvatar', 'src'],
  'review.author.totalReviews': ['cardAuthorLine'],
  'review.author.totalPhotos': ['cardAuthorLine'],
  'review.author.badgeText': ['cardAuthorLine'],
  'review.likes': ['cardLikes'],
};

function fieldOf(of: Field['of'], name: string, published: readonly string[], paths: Field['paths']): Field {
  const [list, attribute = null] = SHOWN[`${of}.${name}`] ?? [];
  const shown = list === undefined ? null : { list: `selectors.${list}`, attribute };
  return { of, name, published, paths, shown };
}

function placeField(published: readonly string[], ...keys: readonly (keyof typeof PLACE_PAYLOAD)[]): Field {
  const paths = keys.map((key) => ({ list: `paths.placePayload.${key}`, type: PLACE_PAYLOAD[key] }));
  return fieldOf('place', keys[0] ?? '', published, paths);
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
  return type === undefined ? [] : [fieldOf('review', name, [published], [{ list, type }])];
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

/** Parses `field=value`; returns a text with the reason if it cannot. Published names come before internal names. */
export function parseWant(given: string, say: Say): Want | string {
  const [, name = null, text = ''] = /^([\w.]+)(?:=(.*))?$/su.exec(given) ?? [];
  if (name === null)
    return say(`--want ${given}: oczekiwano pole=wartość`, `--want ${given}: field=value is expected`);
  const field =
    FIELDS.find(({ published }) => published.includes(name)) ?? FIELDS.find((one) => one.name === name);
  if (field === undefined)
    return say(`--want ${given}: nie ma takiego pola`, `--want ${given}: there is no such field`);
  if (text.trim() === '')
    return say(`--want ${given}: brakuje wartości`, `--want ${given}: the value is missing`);
  return { field, name, text };
}

/** Whether a value in the data or on the page equals the wanted value, in any usual spelling. */
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
  if (field.name === 'stars' && star >= 0) {
    const [, label = '', count = ''] = /^\s*(\d)\D[^,]*, (.*)$/su.exec(value) ?? [];
    return label === String(star + 1) && numberIn(count) === numberIn(wanted);
  }
  // "41 opinii · 125 zdjęć"
  if (field.paths.some(({ type }) => type.safeParse(1).success))
    return value.split('·').some((part) => numberIn(part) === numberIn(wanted));
  // "Adres: ul. Długa 1", a link to a contributor
  const shown = clean(value);
  return shown === wanted || shown.endsWith(`: ${wanted}`) || shown.split('/').includes(wanted);
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
