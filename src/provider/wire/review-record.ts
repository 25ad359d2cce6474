import { z } from 'zod';
import { type FieldsOf, readFields, readOptional, valueAt } from './path-table.js';
import { count, text, url } from './value-types.js';

const microseconds = z.number().int().positive();
/** Set = true or 1; anything else that is a flag is unset. */
const flag = z.union([z.boolean(), z.literal([0, 1])]).transform((value) => value === true || value === 1);

/**
 * `r`, one review record. First paths: records since 2024-10; second: 2023 to mid-2024, author at
 * `r[1][4][0]`. reviews.md §3, 24 real records of 2026.
 */
const REVIEW_RECORD = {
  id: { paths: [[0]], type: text },
  placeCidHex: { paths: [[1, 0]], type: text },
  createdUs: { paths: [[1, 2]], type: microseconds },
  editedUs: { paths: [[1, 3]], type: microseconds },
  dateText: { paths: [[1, 6]], type: text },
  source: { paths: [[1, 13, 0]], type: text },
  stars: { paths: [[2, 0, 0]], type: z.number().int().min(1).max(5) },
  /** Of a partner's review, in a scale of its own. */
  score: { paths: [[2, 8, 1]], type: z.number() },
  language: { paths: [[2, 14, 0]], type: text },
  ownerReplyMark: { paths: [[3, 1]], type: z.unknown().refine((value) => value != null) },
  ownerReplyDateText: { paths: [[3, 3]], type: text },
  ownerReplyText: { paths: [[3, 14, 0, 0]], type: text },
  url: { paths: [[4, 3, 0]], type: url },
  reportUrl: { paths: [[4, 4, 0]], type: url },
} as const;

/** Absent = the review has none; what is there and cannot be read is unknown. */
const TEXT = { paths: [[2, 15, 0, 0]], type: z.string().trim() } as const;
const PHOTOS = { paths: [[2, 2]], type: z.array(z.unknown()) } as const;
const LIKES = {
  paths: [
    [4, 6, 1, 0, 1],
    [4, 1],
  ],
  type: count,
} as const;

const AUTHOR_SINCE_2024 = {
  name: { paths: [[0]], type: text },
  avatarUrl: { paths: [[1]], type: url },
  profileUrl: { paths: [[2, 0]], type: url },
  id: { paths: [[3]], type: z.string().regex(/^\d+$/) },
  totalReviews: { paths: [[5]], type: count },
  totalPhotos: { paths: [[6]], type: count },
  isLocalGuide: { paths: [[8, 0]], type: flag },
  localGuideLevel: { paths: [[8, 1]], type: z.number().int().min(1).max(10) },
  badgeText: { paths: [[10, 0]], type: text },
} as const;

const AUTHOR_BEFORE_2024 = {
  name: { paths: [[4]], type: text },
  avatarUrl: { paths: [[3]], type: url },
  profileUrl: { paths: [[5]], type: url },
  id: { paths: [[13]], type: z.string().regex(/^\d+$/) },
  totalReviews: { paths: [[1]], type: count },
  totalPhotos: { paths: [[2]], type: count },
  isLocalGuide: {
    paths: [[0, 2]],
    type: z
      .number()
      .nullable()
      .transform((value) => value === 1),
  },
  localGuideLevel: { paths: [[0, 0]], type: z.number().int().min(1).max(10) },
  badgeText: { paths: [[12, 0]], type: text },
} as const;

export interface ReviewRecord extends FieldsOf<typeof REVIEW_RECORD> {
  readonly author: AuthorRecord;
  /** Empty when the record holds none. */
  readonly text: string | null;
  readonly photos: readonly unknown[] | null;
  readonly likes: number | null;
}
export type AuthorRecord = FieldsOf<typeof AUTHOR_SINCE_2024>;

const PHOTO_URL = [1, 6, 0] as const;

/** Reads one record; null when it is none (it has no id). */
export function readReviewRecord(record: unknown): ReviewRecord | null {
  const fields = readFields(record, REVIEW_RECORD);
  if (fields.id === null) return null;
  return {
    ...fields,
    author: readAuthor(record),
    text: readOptional(record, TEXT, ''),
    photos: readOptional(record, PHOTOS, []),
    likes: readOptional(record, LIKES, 0),
  };
}

/** The URLs of a record's pictures, in order. */
export function photoUrls(photos: readonly unknown[]): string[] {
  return photos
    .map((photo) => valueAt(photo, PHOTO_URL))
    .filter((value): value is string => url.safeParse(value).success);
}

function readAuthor(record: unknown): AuthorRecord {
  const author = valueAt(record, [1, 4, 5]);
  if (Array.isArray(author)) return readFields(author, AUTHOR_SINCE_2024);
  return readFields(valueAt(record, [1, 4, 0]), AUTHOR_BEFORE_2024);
}
