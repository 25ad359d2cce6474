import { Buffer } from 'node:buffer';
import { isReviewId } from '../identifiers/review-url.js';

/** Letters and digits that are turned, counted from the end of the inner id. */
const TURNED = 12;

/**
 * The link and id of a review that does not exist, of the same shape as those of one that does: the last letters and
 * digits inside of its id are others. Null when the link does not hold the id.
 */
export function madeUpReview(link: string, reviewId: string): { link: string; reviewId: string } | null {
  const bytes = Buffer.from(reviewId, 'base64url');
  const positions = [...bytes.keys()].filter((at) => isAlphanumeric(bytes[at])).slice(-TURNED);
  for (const at of positions) bytes[at] = turned(bytes[at] ?? 0);
  const id = bytes.toString('base64url');
  if (id === reviewId || !isReviewId(id) || !link.includes(reviewId)) return null;
  return { link: link.replaceAll(reviewId, id), reviewId: id };
}

function isAlphanumeric(byte: number | undefined): boolean {
  return byte !== undefined && /[A-Za-z\d]/.test(String.fromCharCode(byte));
}

/** Another character of the same kind. */
function turned(byte: number): number {
  const character = String.fromCharCode(byte);
  const [first, size] = /\d/.test(character) ? [48, 10] : /[A-Z]/.test(character) ? [65, 26] : [97, 26];
  return first + ((byte - first + Math.floor(size / 2)) % size);
}
