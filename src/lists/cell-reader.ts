import { identifiersIn, linksInCell } from './link-list.js';

/** What a list holds: links to reviews, or names, links and identifiers of places. */
export type Listed = 'reviews' | 'places';

/** What a cell holds: `sure` decides which column is the one to read, `possible` is used when no cell is sure. */
export interface CellReader {
  sure(text: string): readonly string[];
  possible(text: string): readonly string[];
  /** Headings of the column to read, where several would do. */
  readonly heading: RegExp;
  /** Whether a row may name several, in several columns. */
  readonly takesSeveral: boolean;
  /** Whether the first row is headings; it holds nothing that is sure. */
  isHeadings(first: readonly string[], hasOthers: boolean): boolean;
}

/** Finds the links of a cell. */
export type LinksInCell = typeof linksInCell;

/** Remembers the links of each cell: one list asks for them several times. */
export function rememberedLinks(): LinksInCell {
  const known = new Map<string, ReturnType<LinksInCell>>();
  return (text) => {
    const found = known.get(text) ?? linksInCell(text);
    known.set(text, found);
    return found;
  };
}

/** Links to reviews, or other links in their place. */
export const reviewLinks = (linksOf: LinksInCell): CellReader => ({
  sure: (text) => linksOf(text).reviews,
  possible: (text) => linksOf(text).others,
  heading: /link|url|opini|review/i,
  takesSeveral: true,
  isHeadings: (first, hasOthers) => hasOthers && first.every((text) => linksOf(text).others.length === 0),
});

const CID = /^\s*(?:cid\s*:\s*)?\d{14,20}\s*$/i;

/** Headings of a column of places. */
const PLACE_HEADING = /link|url|nazw|name|firma|miejsc|place|wizyt|cid|zapytan|query/i;
/** The same where the first row may as well be a place: "Firma Zmyślona" and "Ornament" are names. */
const SURE_PLACE_HEADING =
  /^\s*(?:(?:nazw[ay]|link[ia]?|url|cid|zapytani[ea]|query|wizyt[oó]wk[ai]|place[\s_-]*id)(?!\p{L}).{0,25}|firm[ay]|miejsc[ea]|places?|names?|(?:business|company|place)[\s_]names?)\s*:?\s*$/iu;

/** Links, Place IDs, feature ids and CIDs; otherwise the whole cell, as a name. */
export const placesBy = (linksOf: LinksInCell): CellReader => ({
  sure: (text) => {
    const { reviews, others } = linksOf(text);
    const links = [...reviews, ...others];
    if (links.length > 0) return links.slice(0, 1);
    return CID.test(text) ? [text.trim()] : identifiersIn(text);
  },
  possible: (text) => (/[\p{L}\d]/u.test(text) ? [text.trim()] : []),
  heading: PLACE_HEADING,
  takesSeveral: false,
  isHeadings: (first) => first.some((text) => SURE_PLACE_HEADING.test(text)),
});

/** By what a list holds. */
export const CELL_READERS: Readonly<Record<Listed, (linksOf: LinksInCell) => CellReader>> = {
  reviews: reviewLinks,
  places: placesBy,
};
