import type { Origins } from '../../provider/origins.js';
import type { Review, ReviewPhoto } from '../review.js';
import { recordCid } from '../wire/review-page-data.js';
import {
  photoUrls,
  type ReviewRecord,
  readReviewRecord,
  reviewRecordOrigins,
} from '../wire/review-record.js';
import { readText } from './cut-text.js';

/** One record as a review, or null when it is no review record. Never throws. */
export function extractReview(record: unknown): Review | null {
  const read = readReviewRecord(record);
  if (read === null || read.id === null) return null;
  const { author } = read;
  const isLocalGuide = author.isLocalGuide === true;
  const photos = photoUrls(read.photos ?? []).map(photoOf);
  return {
    id: read.id,
    placeCid: recordCid(record),
    isPartner: isPartner(read),
    stars: read.stars,
    ...readText(read.text),
    dateText: read.dateText,
    publishedAt: read.createdUs === null ? null : Math.floor(read.createdUs / 1_000_000),
    editedAt: editedAtOf(read),
    isEdited: isEdited(read),
    language: read.language,
    url: read.url,
    reportUrl: read.reportUrl ?? reportUrlOf(read.id),
    author: { ...author, isLocalGuide, localGuideLevel: isLocalGuide ? author.localGuideLevel : null },
    photoCount: photoCountOf(photos, read.photos),
    photos,
    ownerReply: ownerReplyOf(read),
    likes: read.likes,
  };
}

/**
 * Where the fields of `extractReview` were found in a record, those of the author and of the owner's answer as
 * `author.name`, `ownerReply.text`. What is computed or simply not there was found nowhere.
 */
export function recordOrigins(record: unknown): Origins {
  const { placeCidHex, createdUs, editedUs, ownerReplyText, ownerReplyDateText, ownerReplyMark, ...others } =
    reviewRecordOrigins(record);
  return {
    ...others,
    placeCid: placeCidHex ?? null,
    publishedAt: createdUs ?? null,
    editedAt: editedUs ?? null,
    ownerReply: ownerReplyMark ?? null,
    'ownerReply.text': ownerReplyText ?? null,
    'ownerReply.dateText': ownerReplyDateText ?? null,
  };
}

/** The report link that needs no revision token. reviews.md §5. */
export function reportUrlOf(reviewId: string): string {
  return `https://www.google.com/local/content/rap/report?postId=${reviewId}&d=17924085&t=1`;
}

function isEdited({ createdUs, editedUs }: ReviewRecord): boolean | null {
  return createdUs === null || editedUs === null ? null : editedUs > createdUs;
}

/** The time of the last change; null unless it is later than the publication. reviews.md §3. */
function editedAtOf({ createdUs, editedUs }: ReviewRecord): number | null {
  if (createdUs === null || editedUs === null || editedUs <= createdUs) return null;
  return Math.floor(editedUs / 1_000_000);
}

/** Who published a review: the provider itself, under this name. reviews.md §3. */
const OWN_SOURCE = 'Google';

/** Partner reviews have a score in place of stars. Stars beside a partner's name decide nothing. reviews.md §3. */
function isPartner({ source, stars, score }: ReviewRecord): boolean | null {
  if (source === OWN_SOURCE) return false;
  if (source === null) return stars !== null ? false : score !== null ? true : null;
  return stars === null ? true : null;
}

function ownerReplyOf(read: ReviewRecord): Review['ownerReply'] {
  if (read.ownerReplyMark === null) return null;
  return { ...readText(read.ownerReplyText), dateText: read.ownerReplyDateText };
}

/** Null when there are pictures that could not be read: how many there are is then not known for sure. */
export function photoCountOf(
  photos: readonly ReviewPhoto[],
  given: readonly unknown[] | null,
): number | null {
  return photos.length === given?.length ? photos.length : null;
}

/** Size and crop stand behind the last "=" of a picture's URL; the thumbnail is the same picture, smaller. */
export function photoOf(url: string): ReviewPhoto {
  const sizeAt = url.lastIndexOf('=');
  const base = sizeAt < url.lastIndexOf('/') ? url : url.slice(0, sizeAt);
  return { url, thumbnailUrl: `${base}=w300-h225-p-k-no` };
}
