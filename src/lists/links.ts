// Finds links and identifiers in texts, by the same rules for lists, tables and pasted texts.

const SHORT_HOSTS = String.raw`(?:maps\.app\.goo\.gl|goo\.gl|g\.co|g\.page|share\.google)`;
const MAPS_HOSTS = String.raw`(?:(?:www\.|maps\.)?google(?:\.[a-z]{2,3}){1,2})`;
/** A link with any scheme: a mistyped `htps://` is reported as a wrong link. */
const LINK = /(?:https?(?::\/\/|%3a%2f%2f)|(?<![a-z])(?![a-z]*https?:)[a-z]{2,10}:\/\/)[^\s"<>]+/gi;
/** A link without `https://`. */
const BARE_LINK = new RegExp(String.raw`(?<![\w./@-])(?:${SHORT_HOSTS}|${MAPS_HOSTS})\/[^\s"<>]+`, 'gi');
/** A separator before the next link. */
const BEFORE_NEXT = /[;|,'\]](?=https?:\/\/)/i;
/** A share link without another link inside: it ends at the first separator. */
const SHARE_LINK = new RegExp(String.raw`^(https?:\/\/${SHORT_HOSTS}\/(?!\?)[^;|,']*)`, 'i');
/** Links that name a review: `/maps/reviews/…`, `/maps/contrib/<author>/place/…`. */
const NAMES_REVIEW = new RegExp(
  String.raw`^https?:\/\/${MAPS_HOSTS}\/maps\/(?:reviews\/|contrib\/\d+\/(?:place|reviews)\/)`,
  'i',
);
const IS_SHORT = new RegExp(String.raw`^https?:\/\/${SHORT_HOSTS}\/`, 'i');

/** True for a link whose target is unknown until it is followed. */
export function isShareLink(link: string): boolean {
  return IS_SHORT.test(link);
}

function mayBeReview(link: string): boolean {
  return isShareLink(link) || NAMES_REVIEW.test(link);
}

const IDENTIFIER = /(?<![\w-])ChIJ[\w-]{23}(?![\w-])|0x[\da-f]{1,16}:0x[\da-f]{1,16}(?![\da-f])/gi;

/** The Place IDs and feature ids of a text, including ids inside links. */
export function identifiersIn(text: string): string[] {
  return [...new Set(text.match(IDENTIFIER))];
}

/** The places that a line of text names: its links, or else its identifiers, or else the whole line. */
export function placesIn(line: string, separators: readonly string[] = separatorsIn([line])): string[] {
  const links = linksIn(line, separators);
  const found = links.length > 0 ? links : identifiersIn(line);
  return found.length > 0 ? found : [line.trim()];
}

/** The query in a pasted text: a place, or the visibility of a review. */
export type PastedQuery =
  | { readonly kind: 'place'; readonly query: string }
  | { readonly kind: 'review'; readonly url: string };

/** Finds the link or identifier in a text shared from a phone. A text without a link or identifier is a name. */
export function pastedQuery(text: string): PastedQuery {
  const [query = ''] = placesIn(text.replace(/\s+/g, ' '));
  return NAMES_REVIEW.test(query) ? { kind: 'review', url: query } : { kind: 'place', query };
}

/** True if the query identifies a place without a search: a Place ID or a feature id. */
export function isIdentifier(query: string): boolean {
  return /^(?:ChIJ|0x)\S+$/.test(query);
}

const NO_LINKS = { reviews: [], others: [] };

/** The links of a cell. `reviews`: links that may lead to a review; `others`: all links if `reviews` is empty. */
export function linksInCell(text: string): { readonly reviews: string[]; readonly others: string[] } {
  const links = linksIn(text);
  if (links.length === 0) return NO_LINKS;
  const hasReview = links.some(mayBeReview);
  return hasReview ? { reviews: links, others: [] } : { reviews: [], others: links };
}

const IS_ON_MAPS = new RegExp(String.raw`^https?:\/\/${MAPS_HOSTS}\/`, 'i');

/** True for a link that may lead to a place or review on the map. */
export function isMapLink(url: string): boolean {
  return isShareLink(url) || IS_ON_MAPS.test(url);
}

/** Texts with "#" that are not comments: error values of a spreadsheet, in Polish and English, and "#12". */
const NO_COMMENT =
  /^#(?:(?:N\/A|N\/D!?|REF!|ADR!|VALUE!|ARG!|DIV\/0!|DZIEL\/0!|NAME\?|NAZWA\?|NUM!|LICZBA!|NULL!|ZERO!|SPILL!|ROZLANIE!|CALC!|OBL!|ERROR!)(?=[\s;,|]|$)|\d+(?=[\t;,|]|$))/;

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
  // Most cells of a table are words and numbers.
  if (!line.includes('/') && !/%2f/i.test(line)) return [];
  const full = line.match(LINK)?.flatMap((found) => found.split(BEFORE_NEXT));
  const found = full ?? line.match(BARE_LINK)?.map((bare) => `https://${bare}`) ?? [];
  const links = found
    .map((link) => separators.reduce((rest, sign) => rest.split(sign)[0] ?? '', link))
    .map((link) => SHARE_LINK.exec(link)?.[1] ?? withoutCells(link))
    .map(withoutPunctuation)
    .filter((link) => /^https?%3a/i.test(link) || URL.canParse(link));
  const reviews = links.filter(mayBeReview);
  return reviews.length > 0 ? reviews : links;
}

/** Characters found only in links: a separator before them is part of the link. */
const LINK_CHARACTER = /[/=&%@+]|!\d|\?(?=[^\s])/g;
/** The text before a further number of coordinates: `@52.2,21.0,17z`, `ll=52.2,21.0`. */
const COORDINATES = /(?:@-?[\d.]+|=-?\d+\.\d+)(?:,-?[\d.]+)*$/;
const MAX_COORDINATE_CHARACTERS = 100;
const NUMBER = /^-?\d[\d.]*[a-z]?$/;
/** The separator before a date in the next column. A date may have slashes, like a link. */
const DATE = /[;|,](?=\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?:$|[;|,]))/;

/** Cuts off the columns after a link: a separator ends the link if no character of `LINK_CHARACTER` follows. */
function withoutCells(text: string): string {
  const link = text.split(DATE)[0] ?? '';
  let start = 0;
  for (const { index } of link.matchAll(LINK_CHARACTER)) start = index + 1;
  for (let at = start; at < link.length; at += 1) {
    if (!';|,'.includes(link.charAt(at))) continue;
    const next = link.slice(at + 1).split(/[;|,]/, 1)[0] ?? '';
    const isCoordinate =
      link.charAt(at) === ',' &&
      NUMBER.test(next) &&
      COORDINATES.test(link.slice(Math.max(0, at - MAX_COORDINATE_CHARACTERS), at));
    if (!isCoordinate) return link.slice(0, at);
  }
  return link;
}

/** Cuts off punctuation that follows a link in a sentence or a list. */
function withoutPunctuation(link: string): string {
  let end = link.length;
  while (end > 0 && ",.)]';|".includes(link.charAt(end - 1))) end -= 1;
  return link.slice(0, end);
}

/** The ids in the link of a review. */
export interface LinkFacts {
  /** Decimal digits; null when the link does not name its author. */
  readonly authorId: string | null;
  readonly placeId: string | null;
  /** Decimal digits; null when the link does not name its place by its CID. */
  readonly cid: string | null;
}

const AUTHOR = /\/maps\/contrib\/(\d{15,25})(?!\d)/;
const PLACE_ID = /(?<![\w-])ChIJ[\w-]{23}(?![\w-])/;
/** The second half of a feature id is the CID; the first half is 0x0 in links to reviews. */
const CID = /0x[\da-f]{1,16}:0x([\da-f]{1,16})(?![\da-f])/i;

/** Reads author and place from a link, percent-encoded or not; null if it names neither, such as a share link. */
export function linkFacts(url: string): LinkFacts | null {
  const text = decoded(url);
  const half = CID.exec(text)?.[1];
  const number = half === undefined ? 0n : BigInt(`0x${half}`);
  const facts = {
    authorId: AUTHOR.exec(text)?.[1] ?? null,
    placeId: PLACE_ID.exec(text)?.[0] ?? null,
    cid: number === 0n ? null : String(number),
  };
  return Object.values(facts).every((fact) => fact === null) ? null : facts;
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
