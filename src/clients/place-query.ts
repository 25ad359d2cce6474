import { placesIn } from '../lists/links.js';

/** What a pasted text asks for: a place, or whether a review is visible. */
export type PastedQuery =
  | { readonly kind: 'place'; readonly query: string }
  | { readonly kind: 'review'; readonly url: string };

/** A link whose text names a review. A share link may lead to a review as well: only the service can tell. */
const REVIEW_LINK =
  /^https?:\/\/(?:www\.|maps\.)?google(?:\.[a-z]{2,3}){1,2}\/maps\/(?:reviews\/|contrib\/\d+\/(?:place|reviews)\/)/i;

/** A link that has to be followed to know its target. */
const SHARE_LINK = /^https?:\/\/(?:maps\.app\.goo\.gl|goo\.gl|share\.google|g\.co|g\.page)\//i;

/** Place IDs `ChIJ…` and feature ids `0x…:0x…`. */
const IDENTIFIER = /^(?:ChIJ|0x)\S+$/;

/** Finds the link or identifier in a text shared from a phone; a text without one is a name. */
export function pastedQuery(text: string): PastedQuery {
  const [query = ''] = placesIn(text.replace(/\s+/g, ' '));
  return REVIEW_LINK.test(query) ? { kind: 'review', url: query } : { kind: 'place', query };
}

/** True when the query is a place by itself, without a search. */
export function isIdentifier(query: string): boolean {
  return IDENTIFIER.test(query);
}

export function isShareLink(query: string): boolean {
  return SHARE_LINK.test(query);
}
