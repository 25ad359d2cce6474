import type { z } from 'zod';
import { type Language, yesOrNo } from '../contract/language.js';
import { PLACE_FIELDS } from '../contract/place-fields.js';
import type { allData } from '../contract/responses.js';
import { noticeTexts } from '../contract/texts/outcomes.js';
import type { Column } from './table.js';

type All = z.infer<typeof allData>;

/** A place as `/all` returns it; `/details` returns only `place_id` and `details`. */
export type PlaceRow = Pick<All, 'place_id' | 'details'> &
  Partial<Omit<All, 'place_id' | 'details'>> & {
    /** When it was read, `YYYY-MM-DD HH:MM:SS`; none for an answer that is shown at once. */
    readonly checked_at?: string | undefined;
  };

const DETAILS: readonly (readonly [field: keyof typeof PLACE_FIELDS, pl: string, en: string])[] = [
  ['name', 'Nazwa', 'Name'],
  ['address', 'Adres', 'Address'],
  ['category', 'Kategoria', 'Category'],
  ['rating', 'Średnia ocen', 'Average rating'],
  ['reviewCount', 'Liczba opinii', 'Reviews'],
  ['fiveStars', '5 gwiazdek', '5 stars'],
  ['fourStars', '4 gwiazdki', '4 stars'],
  ['threeStars', '3 gwiazdki', '3 stars'],
  ['twoStars', '2 gwiazdki', '2 stars'],
  ['oneStar', '1 gwiazdka', '1 star'],
  ['cid', 'CID', 'CID'],
];

/** The columns of places, one row per place. */
export function placeColumns(language: Language): Column<PlaceRow>[] {
  const pl = language === 'pl';
  return [
    { header: pl ? 'Zapytanie' : 'Query', value: (row) => row.query ?? null },
    { header: 'Place ID', value: (row) => row.place_id },
    ...DETAILS.map(([field, inPolish, inEnglish]) => ({
      header: pl ? inPolish : inEnglish,
      value: (row: PlaceRow) => row.details[PLACE_FIELDS[field]],
    })),
    {
      header: pl ? 'Zamknięte na stałe' : 'Permanently closed',
      // The provider never says that a place is not.
      value: (row) => yesOrNo(language, row.permanently_closed ?? null),
    },
    {
      header: pl ? 'Komunikaty dostawcy map' : 'Notices of the map provider',
      value: (row) => noticeTexts(language, row).join(' ') || null,
    },
    { header: 'Link (Place ID)', form: 'link', value: (row) => row.maps_url ?? null },
    { header: 'Link (CID)', form: 'link', value: (row) => row.maps_cid_url ?? null },
  ];
}
