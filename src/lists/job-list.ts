import type { JobType } from '../contract/lines.js';
import { type LinkList, parseLinks, parsePlaces } from './link-list.js';

/** Finds in a text or CSV what a job of this type takes. */
export function parseJobList(type: JobType, text: string): LinkList {
  if (type === 'review-visibility') return parseLinks(text);
  return parsePlaces(text, type === 'place-reviews' ? 'identifiers' : 'queries');
}
