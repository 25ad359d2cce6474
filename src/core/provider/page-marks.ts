// Marks by which pages of the provider name people and places. Functions that run inside a page get them as arguments.

/** Links to contributors. docs/provider/reviews.md §4 */
export const CONTRIBUTOR_LINK = '[data-href*="/contrib/"], a[href*="/contrib/"]';
/** The account number in the address of a contributor. */
export const CONTRIBUTOR_ID = /\/contrib\/(\d+)/;
/** Pictures of accounts. docs/provider/reviews.md §4 */
export const ACCOUNT_PICTURE = 'img[src*="googleusercontent.com/a/"], img[src*="googleusercontent.com/a-/"]';
/** Links to places. docs/provider/reviews.md §6 */
export const PLACE_LINK = 'a[href*="/maps/place/"]';

/** Finds the address of one contributor in HTML. `authorId`: decimal digits. */
export function contributorAddress(authorId: string): RegExp {
  return new RegExp(`/contrib/${authorId}(?!\\d)`);
}
