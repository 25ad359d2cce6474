/** One link as it stands in the list. */
export interface ListedLink {
  readonly url: string;
  /** Index of the first entry with the same link; its own index for the first. */
  readonly first: number;
}

export interface LinkList {
  readonly links: readonly ListedLink[];
  /** Links that stand in the list before. */
  readonly repeated: number;
  /** Numbers of the lines with text and without a link, from 1. */
  readonly skipped: readonly number[];
}

const SHORT_HOSTS = String.raw`(?:maps\.app\.goo\.gl|goo\.gl|g\.co|g\.page|share\.google)`;
const MAPS_HOSTS = String.raw`(?:(?:www\.|maps\.)?google(?:\.[a-z]{2,3}){1,2})`;
/** With any scheme: a mistyped `htps://` is reported as a wrong link, not skipped. */
const LINK = /(?:https?(?::\/\/|%3a%2f%2f)|(?<![a-z])(?![a-z]*https?:)[a-z]{2,10}:\/\/)[^\s"<>]+/gi;
/** A link without `https://`. */
const BARE_LINK = new RegExp(String.raw`(?<![\w./@-])(?:${SHORT_HOSTS}|${MAPS_HOSTS})\/[^\s"<>]+`, 'gi');
/** A separator before the next link. */
const BEFORE_NEXT = /[;|,'\]](?=https?:\/\/)/i;
/** A share link that contains no other link: none of the separators belongs to it. */
const SHARE_LINK = new RegExp(String.raw`^(https?:\/\/${SHORT_HOSTS}\/(?!\?)[^;|,']*)`, 'i');
/** Links that may lead to a review: share links, `/maps/reviews/…`, `/maps/contrib/<author>/place/…`. */
const MAY_BE_REVIEW = new RegExp(
  String.raw`^https?:\/\/(?:${SHORT_HOSTS}\/|${MAPS_HOSTS}\/maps\/(?:reviews\/|contrib\/\d+\/(?:place|reviews)\/))`,
  'i',
);

/**
 * Finds the links of a text or CSV. Each line may hold other text and several links; lines that begin with `#` are
 * comments. Where a line has links that may lead to a review, its other links (author, photos) are left out. Repeated
 * links stay.
 */
export function parseLinks(text: string): LinkList {
  return collect(text, linksIn);
}

const IDENTIFIER = /(?<![\w-])ChIJ[\w-]{23}(?![\w-])|0x[\da-f]{1,16}:0x[\da-f]{1,16}(?![\da-f])/gi;

/**
 * Finds the places of a text or CSV, with the comments of a list of links. `identifiers`: Place IDs and feature ids,
 * also inside of links; other lines are skipped. `queries`: the links of a line, without any its identifiers, without
 * these the whole line (the name of a place).
 */
export function parsePlaces(text: string, what: 'identifiers' | 'queries'): LinkList {
  if (what === 'identifiers') return collect(text, identifiersIn);
  return collect(text, (line, separators) => {
    const links = linksIn(line, separators);
    const found = links.length > 0 ? links : identifiersIn(line);
    return found.length > 0 ? found : [line.trim()];
  });
}

/** The Place IDs and feature ids of a text, also inside of links. */
export function identifiersIn(text: string): string[] {
  return [...new Set(text.match(IDENTIFIER))];
}

/** What was found in one line of a list. */
export interface FoundLine {
  /** From 1. */
  readonly line: number;
  readonly found: readonly string[];
}

/** The links of every line with content, by the rules of `parseLinks`. */
export function linksByLine(text: string): FoundLine[] {
  return findInLines(text, linksIn);
}

/** `find`: what a line holds; `separators` are the signs besides `,` that separate columns in this text. */
function findInLines(
  text: string,
  find: (line: string, separators: readonly string[]) => string[],
): FoundLine[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  const separators = [';', '|'].filter((sign) => isColumnSeparator(sign, lines.filter(hasContent)));
  return lines.flatMap((line, index) =>
    hasContent(line) ? [{ line: index + 1, found: find(line, separators) }] : [],
  );
}

function collect(text: string, find: (line: string, separators: readonly string[]) => string[]): LinkList {
  return listOfLines(findInLines(text, find));
}

/** The list of what was found, line by line. */
export function listOfLines(lines: readonly FoundLine[]): LinkList {
  const links: ListedLink[] = [];
  const positions = new Map<string, number>();
  for (const url of lines.flatMap(({ found }) => found)) {
    const first = positions.get(url) ?? links.length;
    positions.set(url, first);
    links.push({ url, first });
  }
  const skipped = lines.filter(({ found }) => found.length === 0).map(({ line }) => line);
  return { links, repeated: links.length - positions.size, skipped };
}

/** The links of a cell. `reviews`: those that may lead to a review; `others`: all when there are none of these. */
export function linksInCell(text: string): { readonly reviews: string[]; readonly others: string[] } {
  const links = linksIn(text, []);
  const isReviews = links.some((link) => MAY_BE_REVIEW.test(link));
  return isReviews ? { reviews: links, others: [] } : { reviews: [], others: links };
}

const MAP_LINK = new RegExp(String.raw`^https?:\/\/(?:${SHORT_HOSTS}|${MAPS_HOSTS})\/`, 'i');

/** True for a link that may lead to a place or review on the map. */
export function isMapLink(url: string): boolean {
  return MAP_LINK.test(url);
}

function hasContent(line: string): boolean {
  return line.trim() !== '' && !isComment(line);
}

/** What a spreadsheet shows in place of a value that it could not compute, in Polish and English; and "#12" in a cell. */
const NO_COMMENT =
  /^#(?:(?:N\/A|N\/D!?|REF!|ADR!|VALUE!|ARG!|DIV\/0!|DZIEL\/0!|NAME\?|NAZWA\?|NUM!|LICZBA!|NULL!|ZERO!|SPILL!|ROZLANIE!|CALC!|OBL!|ERROR!)(?=[\s;,|]|$)|\d+(?=[\t;,|]|$))/;

/** True for a line, or the first cell of a row, that is not to be read. */
export function isComment(line: string): boolean {
  const text = line.trim();
  return text.startsWith('#') && !NO_COMMENT.test(text);
}

/** Links may contain `;` and `|`. They separate columns when one stands before a link, or between headings. */
function isColumnSeparator(sign: string, lines: readonly string[]): boolean {
  const [first = '', ...rows] = lines;
  const hasHeadings = first.includes(sign) && !/[/.]/.test(first) && rows.every((row) => row.includes(sign));
  return (rows.length > 0 && hasHeadings) || lines.some((line) => line.includes(`${sign}http`));
}

function linksIn(line: string, separators: readonly string[]): string[] {
  const full = line.match(LINK)?.flatMap((found) => found.split(BEFORE_NEXT));
  const found = full ?? line.match(BARE_LINK)?.map((bare) => `https://${bare}`) ?? [];
  const links = found
    .map((link) => separators.reduce((rest, sign) => rest.split(sign)[0] ?? '', link))
    .map((link) => SHARE_LINK.exec(link)?.[1] ?? withoutCells(link))
    .map(withoutPunctuation)
    .filter((link) => /^https?%3a/i.test(link) || URL.canParse(link));
  const reviews = links.filter((link) => MAY_BE_REVIEW.test(link));
  return reviews.length > 0 ? reviews : links;
}

/** Characters that only a link has, so that a separator before them is part of the link. */
const LINK_CHARACTER = /[/=&%@+]|!\d|\?(?=[^\s])/g;
/** What stands before a further number of coordinates: `@52.2,21.0,17z`, `ll=52.2,21.0`. */
const COORDINATES = /(?:@-?[\d.]+|=-?\d+\.\d+)(?:,-?[\d.]+)*$/;
const LONGEST_COORDINATES = 100;
const NUMBER = /^-?\d[\d.]*[a-z]?$/;
/** A date in the next column, although it may have slashes. */
const DATE = /[;|,](?=\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?:$|[;|,]))/;

/** The link without the columns behind it: a separator ends the link where nothing of a link follows. */
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
      COORDINATES.test(link.slice(Math.max(0, at - LONGEST_COORDINATES), at));
    if (!isCoordinate) return link.slice(0, at);
  }
  return link;
}

/** Leaves out what follows a link in a sentence or a list. */
function withoutPunctuation(link: string): string {
  let end = link.length;
  while (end > 0 && ",.)]';|".includes(link.charAt(end - 1))) end -= 1;
  return link.slice(0, end);
}
