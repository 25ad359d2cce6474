import { refusalOf } from '../../core/errors.js';
import { classifyQuery, isPlaceLink, placeKey } from '../../core/identifiers/classify.js';
import { findLinks, identifiersIn } from '../../core/identifiers/find-link.js';
import { MAPS_HOSTS, SHORT_HOSTS } from '../../core/identifiers/provider-hosts.js';

// The links and identifiers of lists, tables and pasted texts.

/** The path of a link that names a review. */
const REVIEW_PATH = /^\/maps\/(?:u\/\d{1,3}\/)?(?:reviews\/|contrib\/\d+\/(?:place|reviews)\/)/;

function hostOf(link: string): string {
  return URL.canParse(link) ? new URL(link).hostname : '';
}

/** True for a link whose target is unknown until it is followed. */
export function isShareLink(link: string): boolean {
  return SHORT_HOSTS.has(hostOf(link)) && /^https?:/i.test(link);
}

export function namesReview(link: string): boolean {
  return MAPS_HOSTS.has(hostOf(link)) && REVIEW_PATH.test(new URL(link).pathname);
}

/** True for a link that names a review, or whose target is unknown until it is followed. */
export function mayBeReview(link: string): boolean {
  return isShareLink(link) || namesReview(link);
}

/** The mark or number of an entry in a written list: `- Bar`, `• Bar`, `1. Bar`. */
const LIST_MARK = /^\s{0,99}(?:[-*–•▪●◦✓✔✅☐☑☒]|\[[ x]?\]|\d{1,3}[.)]|[a-z]\))\s{1,9}(?=\S)/iu;

/** The places that a line of text names: its links to the map, or other links, or its identifiers, or the whole line. */
export function placesIn(line: string, separators: readonly string[] = separatorsIn([line])): string[] {
  const links = linksIn(line, separators);
  const mapLinks = links.filter(isMapLink);
  const found =
    mapLinks.length > 0 ? mapLinks : links.length > 0 ? links : distinctPlaces(identifiersIn(line));
  return found.length > 0 || !/[\p{L}\p{N}]/u.test(line) ? found : [line.replace(LIST_MARK, '').trim()];
}

/** The entries, without repetitions: an entry is left out if an earlier entry names the same place. */
export function distinctPlaces(entries: readonly string[]): string[] {
  return [
    ...new Map(entries.toReversed().map((entry) => [placeKey(entry) ?? entry, entry])).values(),
  ].toReversed();
}

/** The query in a pasted text: a place, or the visibility of a review. */
type PastedQuery =
  | { readonly kind: 'place'; readonly query: string }
  | { readonly kind: 'review'; readonly url: string };

/** Finds the link or identifier in a pasted text; the whole text where the service reads it otherwise or refuses it. */
export function pastedQuery(text: string): PastedQuery {
  const given = text.trim();
  const links = [...new Set(linksIn(given))];
  const [query = given] = links.length === 0 ? placesIn(given.replace(/\s+/g, ' ')) : links;
  if (links.length > 0 && links.every(namesReview))
    return { kind: 'review', url: links.length === 1 ? query : given };
  return { kind: 'place', query: readingOf(query) === readingOf(given) ? query : given };
}

/** How the service reads a query, for comparison. */
function readingOf(query: string): string {
  return refusalOf(() => classifyQuery(query))?.message ?? JSON.stringify(classifyQuery(query));
}

/** True if the query identifies a place without a search: a Place ID or a feature id. */
export const isIdentifier = (query: string): boolean => /^(?:ChIJ|0x)\S+$/.test(query);

/** True for a link that may lead to a place or review on the map. Wrapped links count. */
export function isMapLink(link: string): boolean {
  return isShareLink(link) || MAPS_HOSTS.has(hostOf(link)) || isPlaceLink(link);
}

/** Texts with "#" that are not comments: error values of a spreadsheet, in Polish and English, and "#12". */
const NO_COMMENT = /^#(?:(?:N\/[AD]!?|[A-Z/0]{3,10}[!?])(?=[\s;,|]|$)|\d+(?=[\t;,|]|$))/;

/** True for a comment: a line, or the first cell of a row, that must be skipped. */
export function isComment(line: string): boolean {
  const text = line.trim();
  return text.startsWith('#') && !NO_COMMENT.test(text);
}

/** Links may contain `;` and `|`. Such a sign separates columns if it is before a link, or between headings. */
export function separatorsIn(lines: readonly string[]): string[] {
  const [first = '', ...rows] = lines;
  return [';', '|'].filter((sign) => {
    const hasHeadings =
      first.includes(sign) && !/[/.]/.test(first) && rows.every((row) => row.includes(sign));
    return (rows.length > 0 && hasHeadings) || lines.some((line) => line.includes(`${sign}http`));
  });
}

/**
 * The links of a line of text. If some links may lead to a review, the other links (author, photos) are left out.
 * @param separators the signs besides `,` that separate columns in its list, see `separatorsIn`
 */
export function linksIn(line: string, separators: readonly string[] = []): string[] {
  const found = findLinks(line, separators);
  const full = found.filter(({ isBare }) => !isBare);
  const links = (full.length > 0 ? full : found).map(({ link }) => link);
  const reviews = links.filter(mayBeReview);
  return reviews.length > 0 ? reviews : links;
}
