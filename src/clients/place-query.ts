import { placesIn } from '../lists/links.js';

/** The query in a pasted text: a place, or the visibility of a review. */
export type PastedQuery =
  | { readonly kind: 'place'; readonly query: string }
  | { readonly kind: 'review'; readonly url: string };

/** A link that names a review. A share link may also lead to a review, which only the service can find out. */
const REVIEW_LINK =
  /^https?:\/\/(?:www\.|maps\.)?google(?:\.[a-z]{2,3}){1,2}\/maps\/(?:reviews\/|contrib\/\d+\/(?:place|reviews)\/)/i;

/** A link whose target is unknown until it is followed. */
const SHARE_LINK = /^https?:\/\/(?:maps\.app\.goo\.gl|goo\.gl|share\.google|g\.co|g\.page)\//i;

/** Place IDs `ChIJ…` and feature ids `0x…:0x…`. */
const IDENTIFIER = /^(?:ChIJ|0x)\S+$/;

/** Finds the link or identifier in a text shared from a phone. A text without a link or identifier is a name. */
export function pastedQuery(text: string): PastedQuery {
  const [query = ''] = placesIn(text.replace(/\s+/g, ' '));
  return REVIEW_LINK.test(query) ? { kind: 'review', url: query } : { kind: 'place', query };
}

/** True if the query identifies a place without a search. */
export function isIdentifier(query: string): boolean {
  return IDENTIFIER.test(query);
}

export function isShareLink(query: string): boolean {
  return SHARE_LINK.test(query);
}
