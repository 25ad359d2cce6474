import { z } from 'zod';
import { RULES } from '../../provider/rules/built-in.js';
import {
  type FieldsOf,
  readField,
  readFields,
  readOptional,
  valueAt,
} from '../../provider/wire/path-table.js';
import { count, text, url } from '../../provider/wire/value-types.js';

// The types of the fields of a review record. Their paths: provider/rules/built-in.ts.

/** From 2001 to 2286: a smaller number is another value, and not a date of 1970. */
const microseconds = z.number().int().min(1e15).max(1e16);
/** A flag: set = true or 1, unset = false or 0. */
const flag = z.union([z.boolean(), z.literal([0, 1])]).transform((value) => value === true || value === 1);

const REVIEW_RECORD = {
  id: text,
  placeCidHex: text,
  createdUs: microseconds,
  editedUs: microseconds,
  dateText: text,
  source: text,
  stars: z.number().int().min(1).max(5),
  /** The score of a partner's review, on the partner's own scale. */
  score: z.number(),
  language: text,
  translatedText: text,
  ownerReplyMark: z.unknown().refine((value) => value != null),
  ownerReplyDateText: text,
  ownerReplyText: text,
  url,
  reportUrl: url,
} as const;

/** Absent = the review does not have the field; an unreadable value = unknown. */
const OPTIONAL = { text: z.string().trim(), photos: z.array(z.unknown()), likes: count } as const;

const array = z.array(z.unknown());

const AUTHOR = {
  name: text,
  avatarUrl: url,
  profileUrl: url,
  /** Decimal digits. */
  id: z.string().regex(/^\d+$/),
  totalReviews: count,
  totalPhotos: count,
  isLocalGuide: flag,
  localGuideLevel: z.number().int().min(1).max(10),
  badgeText: text,
} as const;

export interface ReviewRecord extends FieldsOf<typeof REVIEW_RECORD> {
  readonly author: AuthorRecord;
  /** Empty when the record holds no text. */
  readonly text: string | null;
  readonly photos: readonly unknown[] | null;
  readonly likes: number | null;
}
export type AuthorRecord = FieldsOf<typeof AUTHOR>;

/** Reads one record; null when it has no id. */
export function readReviewRecord(record: unknown): ReviewRecord | null {
  const { reviewRecord: paths, reviewAuthor } = RULES.paths;
  const fields = readFields(record, paths, REVIEW_RECORD);
  if (fields.id === null) return null;
  const optional = <T>(name: keyof typeof OPTIONAL, type: z.ZodType<T>, none: T | null) =>
    readOptional(record, paths[name], type, none);
  const author = readField(record, paths.author, array);
  return {
    ...fields,
    author: {
      ...readFields(author, reviewAuthor, AUTHOR),
      // A flag that is not set may be left out.
      isLocalGuide: readOptional(author, reviewAuthor.isLocalGuide, flag, false),
    },
    // A translation has an original.
    text: optional('text', OPTIONAL.text, fields.translatedText === null ? '' : null),
    photos: optional('photos', OPTIONAL.photos, []),
    likes: optional('likes', OPTIONAL.likes, 0),
  };
}

/** The ids of a record and of its author; null when it has no id. Far quicker than reading the whole record. */
export function recordIds(record: unknown): { readonly id: string; readonly authorId: string | null } | null {
  const { reviewRecord, reviewAuthor } = RULES.paths;
  const id = readField(record, reviewRecord.id, REVIEW_RECORD.id);
  const author = readField(record, reviewRecord.author, array);
  return id === null ? null : { id, authorId: readField(author, reviewAuthor.id, AUTHOR.id) };
}

/** True if the record has stars, or a score in place of them, as reviews of partners. */
export function isRated(record: unknown): boolean {
  const { stars, score } = RULES.paths.reviewRecord;
  return (
    (readField(record, stars, REVIEW_RECORD.stars) ?? readField(record, score, REVIEW_RECORD.score)) !== null
  );
}

/** The URLs of a record's pictures, in order. */
export function photoUrls(photos: readonly unknown[]): string[] {
  const paths = RULES.paths.reviewPhoto.url;
  return photos.map((photo) => readField(photo, paths, url)).filter((value) => value !== null);
}

/** True if the record has a value in the place of the stars: without readable stars this is a contradiction. */
export function hasStarsPart(record: unknown): boolean {
  const { stars, starsPart } = RULES.paths.reviewRecord;
  return [...starsPart, ...stars].some((path) => valueAt(record, path) != null);
}

/**
 * True if the record proves that the review has no reply: the array that holds a reply exists, and every position of a
 * part of a reply is empty in it (reviews.md §3). A part that was moved or has another shape proves nothing.
 */
export function hasNoReply(record: unknown): boolean {
  const { ownerReplyMark, ownerReplyDateText, ownerReplyText } = RULES.paths.reviewRecord;
  const parts = [...ownerReplyMark, ...ownerReplyDateText, ...ownerReplyText];
  return ownerReplyMark.some(
    (mark) =>
      Array.isArray(valueAt(record, mark.slice(0, -1))) &&
      // Only the beginning of each path is read: a date or text of another shape may be a reply.
      parts.every((path) => valueAt(record, path.slice(0, mark.length)) == null),
  );
}
