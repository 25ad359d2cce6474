import type { z } from 'zod';
import { PLACE_FIELDS } from '../../contract/place-fields.js';
import { REVIEW_FIELDS } from '../../contract/review-fields.js';
import { cidOfFeature } from '../../identifiers/cid.js';
import { placeIdOfFeature } from '../../identifiers/place-id.js';
import { countOf } from '../../places/extractors/count-label.js';
import { readPanel } from '../../places/extractors/panel.js';
import { PLACE_PAYLOAD } from '../../places/wire/place-payload.js';
import type { RawPanel, RawReviewCard } from '../../provider/raw-state.js';
import { extractCard } from '../../reviews/extractors/review-card.js';
import { AUTHOR, OPTIONAL, REVIEW_RECORD } from '../../reviews/wire/review-record.js';

/** A list of paths that leads to a field. */
export interface PathSource {
  /** In the rules, e.g. `paths.placePayload.reviewCount`. */
  readonly list: string;
  readonly type: z.ZodType;
  /** The field's value from what the type gives. */
  readonly value: (parsed: unknown) => unknown;
}

/** A list of selectors that leads to a field. */
export interface ShownSource {
  /** In the rules, e.g. `selectors.reviewCount`. */
  readonly list: string;
  /** The attribute that is read; null = the text. */
  readonly attribute: string | null;
  /** All elements found are read together, not the first one. */
  readonly many: boolean;
  /** By the real reader; null = not readable. */
  readonly read: (raw: readonly string[]) => unknown;
}

/** A published field, and every list that leads to it. */
export interface Field {
  readonly of: 'place' | 'review';
  /** The name inside the code, e.g. `reviewCount`, `author.name`. */
  readonly name: string;
  readonly published: readonly string[];
  readonly paths: readonly PathSource[];
  readonly shown: ShownSource | null;
}

const NO_PANEL: RawPanel = {
  name: '',
  category: null,
  addressLabel: null,
  rating: null,
  reviewCountLabel: null,
  histogramLabels: [],
  saysNoReviews: false,
  reviewsTab: -1,
  matched: {},
};

const NO_CARD: RawReviewCard = {
  id: 'x',
  author: null,
  profileUrl: null,
  avatarUrl: null,
  authorLine: null,
  starsLabel: null,
  score: null,
  dateText: null,
  text: null,
  cutOff: false,
  photos: [],
  reply: null,
  likes: null,
  matched: {},
};

const asItIs = (parsed: unknown) => parsed;
const LABEL = 'aria-label';

function payload(name: keyof typeof PLACE_PAYLOAD, value: PathSource['value'] = asItIs): PathSource {
  return { list: `paths.placePayload.${name}`, type: PLACE_PAYLOAD[name], value };
}

function panel(
  list: string,
  attribute: string | null,
  part: (raw: readonly string[]) => Partial<RawPanel>,
  field: keyof ReturnType<typeof readPanel>,
  many = false,
): ShownSource {
  const read = (raw: readonly string[]) => readPanel({ ...NO_PANEL, ...part(raw) })[field];
  return { list: `selectors.${list}`, attribute, many, read };
}

const STARS = [
  PLACE_FIELDS.oneStar,
  PLACE_FIELDS.twoStars,
  PLACE_FIELDS.threeStars,
  PLACE_FIELDS.fourStars,
  PLACE_FIELDS.fiveStars,
] as const;

const lines = (parsed: unknown) => (Array.isArray(parsed) ? parsed.join(', ') : parsed);

const PLACE: readonly Field[] = [
  {
    of: 'place',
    name: 'featureId',
    published: [PLACE_FIELDS.cid],
    paths: [payload('featureId')],
    shown: null,
  },
  {
    of: 'place',
    name: 'name',
    published: [PLACE_FIELDS.name],
    paths: [payload('name')],
    shown: panel('panelTitle', null, ([name = '']) => ({ name }), 'name'),
  },
  {
    of: 'place',
    name: 'address',
    published: [PLACE_FIELDS.address],
    paths: [payload('address'), payload('addressLines', lines)],
    shown: panel('address', LABEL, ([addressLabel = null]) => ({ addressLabel }), 'address'),
  },
  {
    of: 'place',
    name: 'category',
    published: [PLACE_FIELDS.category],
    paths: [payload('category')],
    shown: panel('category', null, ([category = null]) => ({ category }), 'category'),
  },
  {
    of: 'place',
    name: 'rating',
    published: [PLACE_FIELDS.rating],
    paths: [payload('rating')],
    shown: panel('rating', null, ([rating = null]) => ({ rating }), 'rating'),
  },
  {
    of: 'place',
    name: 'reviewCount',
    published: [PLACE_FIELDS.reviewCount],
    paths: [payload('reviewCount')],
    shown: panel('reviewCount', LABEL, ([label = null]) => ({ reviewCountLabel: label }), 'reviewCount'),
  },
  {
    of: 'place',
    name: 'stars',
    published: STARS,
    paths: [payload('stars')],
    shown: panel('histogramRow', LABEL, (raw) => ({ histogramLabels: raw }), 'stars', true),
  },
];

const record = (
  name: keyof typeof REVIEW_RECORD | keyof typeof OPTIONAL,
  value: PathSource['value'] = asItIs,
): readonly PathSource[] => [
  { list: `paths.reviewRecord.${name}`, type: { ...REVIEW_RECORD, ...OPTIONAL }[name], value },
];

const author = (name: keyof typeof AUTHOR): readonly PathSource[] => [
  { list: `paths.authorSince2024.${name}`, type: AUTHOR[name], value: asItIs },
];

function card(list: string, attribute: string | null, part: keyof RawReviewCard, name: string): ShownSource {
  const read = ([raw]: readonly string[]) =>
    reviewValue(extractCard({ ...NO_CARD, [part]: raw ?? null }), name);
  return { list: `selectors.${list}`, attribute, many: false, read };
}

const seconds = (parsed: unknown) => Math.floor(Number(parsed) / 1_000_000);

const REVIEW_SOURCES: Readonly<
  Record<
    Exclude<keyof typeof REVIEW_FIELDS, 'hasOwnerReply' | 'photoCount'>,
    readonly [readonly PathSource[], ShownSource | null]
  >
> = {
  id: [record('id'), null],
  stars: [record('stars'), card('cardStars', LABEL, 'starsLabel', 'stars')],
  text: [record('text'), card('cardText', null, 'text', 'text')],
  dateText: [record('dateText'), card('cardDate', null, 'dateText', 'dateText')],
  publishedAt: [record('createdUs', seconds), null],
  editedAt: [record('editedUs', seconds), null],
  language: [record('language'), null],
  url: [record('url'), null],
  reportUrl: [record('reportUrl'), null],
  'author.name': [author('name'), card('cardAuthor', null, 'author', 'author.name')],
  'author.id': [author('id'), card('cardProfile', 'data-href', 'profileUrl', 'author.id')],
  'author.profileUrl': [
    author('profileUrl'),
    card('cardProfile', 'data-href', 'profileUrl', 'author.profileUrl'),
  ],
  'author.avatarUrl': [author('avatarUrl'), card('cardAvatar', 'src', 'avatarUrl', 'author.avatarUrl')],
  'author.totalReviews': [
    author('totalReviews'),
    card('cardAuthorLine', null, 'authorLine', 'author.totalReviews'),
  ],
  'author.totalPhotos': [
    author('totalPhotos'),
    card('cardAuthorLine', null, 'authorLine', 'author.totalPhotos'),
  ],
  'author.isLocalGuide': [author('isLocalGuide'), null],
  'author.localGuideLevel': [author('localGuideLevel'), null],
  'author.badgeText': [author('badgeText'), card('cardAuthorLine', null, 'authorLine', 'author.badgeText')],
  photos: [record('photos'), null],
  'ownerReply.text': [record('ownerReplyText'), null],
  'ownerReply.dateText': [record('ownerReplyDateText'), null],
  likes: [record('likes'), card('cardLikes', null, 'likes', 'likes')],
};

const REVIEW: readonly Field[] = Object.entries(REVIEW_SOURCES).map(([name, [paths, shown]]) => ({
  of: 'review',
  name,
  published: [REVIEW_FIELDS[name as keyof typeof REVIEW_FIELDS]],
  paths,
  shown,
}));

/** Every published field, those of places first. */
export const FIELDS: readonly Field[] = [...PLACE, ...REVIEW];

/** A field by its published or its internal name; published names count first. */
export function fieldNamed(name: string): Field | null {
  return (
    FIELDS.find(({ published }) => published.includes(name)) ??
    FIELDS.find((field) => field.name === name) ??
    null
  );
}

/** A field of a review by its internal name. */
export function reviewValue(review: unknown, name: string): unknown {
  const value = name
    .split('.')
    .reduce<unknown>((part, key) => (Object(part) as Readonly<Record<string, unknown>>)[key], review);
  return value ?? null;
}

/** Whether a value of the field is the one a person has read off the page, in whatever form it was written. */
export function isWritten(field: Field, published: string, text: string, value: unknown): boolean {
  const plain = clean(text);
  if (field.name === 'featureId') {
    const id = value as Parameters<typeof cidOfFeature>[0];
    return [cidOfFeature(id), id, placeIdOfFeature(id)].includes(plain as typeof id);
  }
  const star: number = STARS.findIndex((name) => name.includes(published));
  if (field.name === 'stars' && field.of === 'place' && Array.isArray(value))
    return star >= 0 ? value[star] === countOf(plain) : value.join() === plain.split(/[\s,;/]+/).join();
  if (typeof value === 'number')
    return (
      countOf(plain) === value ||
      Number(plain.replace(',', '.')) === value ||
      (Number.parseInt(plain, 10) === value && /^\d\s*\/|^\d\s*\p{L}/u.test(plain))
    );
  if (typeof value === 'boolean') return plain === String(value);
  return typeof value === 'string' && clean(value) === plain;
}

/** Whether two sources say the same. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string') return clean(one) === clean(other);
  return JSON.stringify(one) === JSON.stringify(other);
}

function clean(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
