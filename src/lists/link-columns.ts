import type { Language } from '../contract/language.js';
import { type LinkFacts, linkFacts } from './link-facts.js';
import type { Column } from './table.js';
import type { VerdictRow } from './verdict-columns.js';

/** What the link of a review says by itself, for rows of which nothing was read. */
export function linkColumns(language: Language): Column<LinkFacts | null>[] {
  const pl = language === 'pl';
  return [
    { header: pl ? 'ID autora z linku' : 'Author ID in the link', value: (facts) => facts?.authorId ?? null },
    { header: pl ? 'Place ID z linku' : 'Place ID in the link', value: (facts) => facts?.placeId ?? null },
    {
      header: pl ? 'CID miejsca z linku' : 'CID of the place in the link',
      value: (facts) => facts?.cid ?? null,
    },
  ];
}

/** The facts of a result's link; null when its review was read, and for a link that says nothing. */
export function factsBesides(row: VerdictRow): LinkFacts | null {
  return row.type === 'result' && row.review != null ? null : linkFacts(row.review_url);
}
