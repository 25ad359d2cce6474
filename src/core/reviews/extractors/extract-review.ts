import type { Review, ReviewPhoto } from '../review.js';
import { recordCid } from '../wire/review-page-data.js';
import { hasNoReply, photoUrls, type ReviewRecord, readReviewRecord } from '../wire/review-record.js';
import { readText } from './cut-text.js';

/** Reads one record as a review; null when it is not a review record. Never throws. */
export function extractReview(record: unknown): Review | null {
  const read = readReviewRecord(record);
  if (read === null || read.id === null) return null;
  const { author } = read;
  const photos = photoUrls(read.photos ?? []).map(photoOf);
  return {
    id: read.id,
    placeCid: recordCid(record),
    isPartner: isPartner(read),
    stars: read.stars,
    ...readText(read.text),
    dateText: read.dateText,
    publishedAt: secondsOf(read.createdUs),
    // The last change counts only if it is later than the publication. reviews.md §3.
    editedAt: isEdited(read) === true ? secondsOf(read.editedUs) : null,
    isEdited: isEdited(read),
    language: read.language,
    url: read.url,
    reportUrl: read.reportUrl ?? reportUrlOf(read.id),
    author: { ...author, localGuideLevel: author.isLocalGuide ? author.localGuideLevel : null },
    photoCount: photoCountOf(photos, read.photos),
    photos,
    ownerReply: ownerReplyOf(read),
    hasNoReply: hasNoReply(record),
    likes: read.likes,
  };
}

/** The report link that needs no revision token. reviews.md §5. */
export function reportUrlOf(reviewId: string): string {
  return `https://www.google.com/local/content/rap/report?postId=${reviewId}&d=17924085&t=1`;
}

const secondsOf = (us: number | null) => (us === null ? null : Math.floor(us / 1_000_000));

function isEdited({ createdUs, editedUs }: ReviewRecord): boolean | null {
  return createdUs === null || editedUs === null ? null : editedUs > createdUs;
}

/** The source name of the provider's own reviews. reviews.md §3. */
const OWN_SOURCE = 'Google';

/** Partner reviews have a score in place of stars. Stars beside a partner's name give null. reviews.md §3. */
function isPartner({ source, stars, score }: ReviewRecord): boolean | null {
  if (source === OWN_SOURCE) return false;
  if (source === null) return stars !== null ? false : score !== null ? true : null;
  return stars === null ? true : null;
}

function ownerReplyOf(read: ReviewRecord): Review['ownerReply'] {
  if (read.ownerReplyMark === null) return null;
  return { ...readText(read.ownerReplyText), dateText: read.ownerReplyDateText };
}

/** The number of pictures; null when some pictures could not be read, because the number is then uncertain. */
export function photoCountOf(
  photos: readonly ReviewPhoto[],
  given: readonly unknown[] | null,
): number | null {
  return photos.length === given?.length ? photos.length : null;
}

/** Reads a picture from its URL. Size and crop follow the last "="; the thumbnail is the same picture, smaller. */
export function photoOf(url: string): ReviewPhoto {
  const sizeAt = url.lastIndexOf('=');
  const base = sizeAt < url.lastIndexOf('/') ? url : url.slice(0, sizeAt);
  return { url, thumbnailUrl: `${base}=w300-h225-p-k-no` };
}
