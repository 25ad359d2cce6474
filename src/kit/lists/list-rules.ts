import { isRoundedNumber } from '../../core/identifiers/cid.js';
import { isMeantAsIdentifier, isPlaceLink, placeKey } from '../../core/identifiers/classify.js';
import { identifiersIn } from '../../core/identifiers/find-link.js';
import { type HeadingKind, hasKnownHeadings, isKnownHeading } from './headings.js';
import {
  distinctPlaces,
  isMapLink,
  isShareLink,
  linksIn,
  mayBeReview,
  namesReview,
  placesIn,
} from './links-in-lists.js';

// The rules for reading lists: what a heading means, what a cell means, and which of them wins.

/** Content of a list: links to reviews; names, links and identifiers of places; or only Place IDs and feature ids. */
export type Listed = 'reviews' | 'places' | 'ids';

/** What the heading of a cell says; null = the column has no heading, or its heading is not known. */
export type Kind = HeadingKind | null;
/** Finds what a cell names; empty = nothing of this meaning. */
type Look = (text: string, kind: Kind) => readonly string[];

/** One meaning of cells. Earlier meanings win over later ones. */
interface Meaning {
  readonly find: Look;
  /** The least rank of a column that is read for this meaning; absent: any. */
  readonly least?: number;
  /** Whether the entries are texts, not links or identifiers. */
  readonly isText?: boolean;
}

export interface ListRules {
  readonly meanings: readonly Meaning[];
  /** The certain links or ids of a cell. */
  readonly sure: Look;
  /** Texts that may be a link or name. They are read if no cell of the row has a certain link or id. */
  readonly possible: Look;
  /** The name of a place, for a row without a link. Absent: names are not searched for. */
  readonly name?: Look;
  /** Read from a row whose cells have no certain link or id, and in whose columns of links there is no possible one. */
  readonly last?: Look;
  /** The links, names or ids of a line of plain text. */
  readonly inLine: (line: string, separators: readonly string[]) => readonly string[];
  /** Whether a cell shows by itself that it names an entry of the list; a share link does not. */
  readonly isDefinite: (text: string) => boolean;
  /** A column with links to something else: no cell of it stands in for an empty cell of its row. */
  readonly elsewhere: HeadingKind | null;
  /** Whether the entries are places: one place in several forms is one entry. */
  readonly namesPlaces: boolean;
  /** Whether a row may have several links, in several columns. */
  readonly takesSeveral: boolean;
  /** Whether the first row is headings; it has no certain link or id. `columns`: the columns that are read. */
  readonly isHeadings: (first: readonly string[], columns: readonly number[]) => boolean;
}

/** A cell that says that a link is missing. */
export const NO_LINK = /^(?:brak.*|nie ma.*|none|no (?:link|review).*|n\/?[ad]|#.*|[^\p{L}]*)$/iu;
const NUMBER_OR_DATE = /^(?=[\s.,:/+-]*\d)[\d\s.,:/+%-]+$/;
/** A cell that says that the row has no place. */
const NO_PLACE =
  /^(?:brak(?: (?:danych|linku?|opinii|wizyt\S+|nazwy|miejsca))?|\((?:puste|blank)\)|nie ma|none|no link|n\/?[ad]|#n\/[ad]!?)$/i;
/** A text that cannot be a name: an address of a web site or of mail, a number, a date. */
const NO_NAME = /^(?:(?=\S+$)\S+:\/\/.*|www\.\S+|[^\s@]+@[^\s@]+|[\d\s.,:/+()%-]*|\p{L}{0,3}[\d\s-]{6,})$/iu;
/** Words that only headings have; "Sklep" or "Salon" may be a name. */
const CERTAIN = /nazw|name|title|firm|company|business|miejsc|place|link|url|adr|cid/i;
/** The first cell of a row of sums. */
const TOTAL =
  /^(?:razem|gesamt|summe|(?:w )?sum(?:a|ie)|łącznie|ogółem|podsumowanie|liczba|ilość|(?:grand )?total|sum|average|średnia)(?: (?:końcowa|całkowita|wizytówek|opinii|firm|miejsc))?\s?(?::[\s\d]*)?$/i;

/** A text that may be an identifier. Fewer digits are rarely a CID, and often a number of a register or an account. */
const MAY_BE_IDENTIFIER =
  /ChIJ|0x[\da-f]|cid|place_?id|^(?!\d{1,14}$|\d{21,}$)\D{0,3}\d[\d\s.,'\u2019]{13,28}\W?$/i;
/** A number without a label. It is a CID only where its heading says so. */
const BARE_NUMBER = /^[^\p{L}]*$/u;

/** True for a cell that is meant as an identifier, valid or not: the service reports what is wrong with it. */
function isIdentifierCell(text: string): boolean {
  return MAY_BE_IDENTIFIER.test(text) && isMeantAsIdentifier(text);
}

/** True for a page of search results for words: it may be the report of a tool, and not a place. */
function isSearchPage(link: string): boolean {
  return /^[^?#]*\/search(?:[/?#]|$)/.test(link) && isPlaceLink(link) && placeKey(link) === null;
}

/** True for a cell that is certainly a heading, also of reviews. */
export function isHeadingText(text: string): boolean {
  return isKnownHeading(text) || /^(?:opini[ae]|reviews?|l\.p\.)$/i.test(text);
}

/** True for a text that is always a heading and never an entry, whatever stands below it. */
export function isCertainHeading(text: string): boolean {
  return CERTAIN.test(text) && isKnownHeading(text);
}

/** True for a number whose last digits a spreadsheet has lost, such as a CID that a workbook holds as a number. */
export function isRounded(cell: string | number | boolean | null | undefined): boolean {
  if (typeof cell === 'string') return isRoundedNumber(cell);
  return typeof cell === 'number' && Math.abs(cell) > Number.MAX_SAFE_INTEGER;
}

/** True for a row of sums, whose other cells are numbers, and for a row with the numbers of the columns. */
export function isTotal(cells: readonly string[]): boolean {
  const [first = '', ...others] = cells.filter((text) => text !== '');
  if (cells.length > 2 && cells.every((text, at) => text === String(at + 1))) return true;
  const isSum = (text: string) => NUMBER_OR_DATE.test(text.replace(/ ?\p{Ll}{1,9}\.?$/u, ''));
  return TOTAL.test(first) && others.length > 0 && others.every(isSum);
}

/**
 * Whether a first row without links is headings: one of its cells is a usual heading, or a text is above the links. The
 * first row is an entry without a link if the cell above the links is empty or "brak", or if the row has numbers or
 * dates.
 */
function isHeadingOfLinks(first: readonly string[], columns: readonly number[]): boolean {
  if (first.some(isHeadingText)) return true;
  if (first.some((text) => NUMBER_OR_DATE.test(text))) return false;
  return columns.some((column) => !NO_LINK.test(first[column] ?? ''));
}

/**
 * How well a heading names the column to read, in lists of places and in lists of reviews: more than 0 for a good
 * heading, less for a column of something else.
 */
const RANKS: Readonly<Record<HeadingKind, readonly [place: number, review: number]>> = {
  id: [3, 0],
  cid: [2.9, 0],
  map: [3, -2],
  link: [3, 1],
  name: [2, 0],
  client: [1, 0],
  address: [-1, 0],
  review: [-1, 2],
  town: [-2, 0],
  note: [-3, -1],
  other: [-3, 0],
};
/** A name under a heading that may be a name itself, such as "Sklep". */
const NAME_RANK = 1.5;

/** Rank of a column; `heading` is empty for a column that is known by its texts alone. */
export function rankOf({ namesPlaces }: ListRules, kind: Kind, heading: string): number {
  if (namesPlaces && kind === 'name' && heading !== '' && !CERTAIN.test(heading)) return NAME_RANK;
  return kind === null ? 0 : RANKS[kind][namesPlaces ? 0 : 1];
}

/** Makes the rules, which remember the links of each cell: reading a list needs them several times. */
export function rulesFor(listed: Listed): ListRules {
  const known = new Map<string, readonly string[]>();
  return RULES[listed]((text) => {
    const found = known.get(text) ?? linksIn(text);
    known.set(text, found);
    return found;
  });
}

const RULES: Readonly<Record<Listed, (allOf: (text: string) => readonly string[]) => ListRules>> = {
  /** Links to reviews, or other links in their place. */
  reviews: (allOf) => {
    const sure: Look = (text) => (allOf(text).some(mayBeReview) ? allOf(text) : []);
    return {
      meanings: [
        { find: sure, least: 0 },
        { find: (text) => allOf(text).filter(namesReview) },
        { find: allOf },
      ],
      sure,
      possible: allOf,
      inLine: linksIn,
      isDefinite: (text) => allOf(text).some(namesReview),
      elsewhere: 'map',
      namesPlaces: false,
      takesSeveral: true,
      isHeadings: (first, columns) =>
        first.every((text) => allOf(text).length === 0) && isHeadingOfLinks(first, columns),
    };
  },
  /** Links, Place IDs, feature ids and CIDs; otherwise the whole cell, as a name. */
  places: (allOf) => {
    const mapLinks = (text: string) => allOf(text).filter(isMapLink).slice(0, 1);
    const last: Look = (text) => mapLinks(text).filter(isSearchPage);
    const sure: Look = (text, kind) => {
      const links = allOf(text);
      // A link to a review or author names no place of this list, and a share link below "Opinia" leads to a review.
      const isOfReview = kind === 'review' || kind === 'note';
      const isPlace = (link: string) =>
        !/\/maps\/contrib\/|\/maps\/reviews\//.test(link) &&
        !isSearchPage(link) &&
        (!isOfReview || (!isShareLink(link) && isPlaceLink(link)));
      if (links.length > 0) return links.filter((link) => isMapLink(link) && isPlace(link)).slice(0, 1);
      const ids = distinctPlaces(identifiersIn(text));
      if (ids.length > 0) return ids;
      const isNumber = BARE_NUMBER.test(text);
      const saysCid = kind === 'cid' || kind === 'id' || kind === 'map';
      return isIdentifierCell(text) && (saysCid || !isNumber) ? [text.trim()] : [];
    };
    const possible: Look = (text, kind) => {
      const isForeign = kind === 'other' && BARE_NUMBER.test(text) && isIdentifierCell(text);
      if (!/[\p{L}\d]/u.test(text) || NO_PLACE.test(text.trim()) || isForeign) return [];
      return [linksIn(text)[0] ?? text.trim()];
    };
    const name: Look = (text, kind) => possible(text, kind).filter((found) => !NO_NAME.test(found));
    return {
      meanings: [
        { find: sure },
        // Tools also name the page of results that they read: a place that is certain comes first.
        { find: last, least: 2 },
        { find: name, least: NAME_RANK, isText: true },
        { find: mapLinks },
        { find: name, least: 0, isText: true },
        { find: (text, kind) => (isIdentifierCell(text) ? possible(text, kind) : []) },
        { find: name, isText: true },
        { find: possible, isText: true },
      ],
      sure,
      possible,
      name,
      last,
      inLine: placesIn,
      isDefinite: (text) => !allOf(text).some(isShareLink),
      elsewhere: 'review',
      namesPlaces: true,
      takesSeveral: false,
      isHeadings: (first) =>
        hasKnownHeadings(first) ||
        (first.some(isHeadingText) && !first.some((text) => NUMBER_OR_DATE.test(text))),
    };
  },
  /** Place IDs and feature ids, including ids inside links. */
  ids: () => ({
    meanings: [{ find: identifiersIn }],
    sure: identifiersIn,
    possible: () => [],
    inLine: (line) => distinctPlaces(identifiersIn(line)),
    isDefinite: () => true,
    elsewhere: null,
    namesPlaces: true,
    takesSeveral: true,
    isHeadings: isHeadingOfLinks,
  }),
};

const PLACES = RULES.places(linksIn);

/** True for an entry that is searched by its words: it has no link and no id. */
export function isPlaceName(entry: string): boolean {
  return linksIn(entry).length === 0 && PLACES.sure(entry, 'cid').length === 0;
}
