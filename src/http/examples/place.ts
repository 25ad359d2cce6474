import type { z } from 'zod';
import type { notice } from '../../contract/notices.js';

/** An invented place, as all examples of places show it. */
export const PLACE_ID = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
export const FEATURE_ID = '0x47165b1c0a9d3e27:0x3f5c81d2ab904e16';
export const CID = '4565666864068316694';
export const SHARE_LINK = 'https://maps.app.goo.gl/PoLsKa1Zmysl7';
export const MAP_LINK = `https://www.google.com/maps/place/?q=place_id:${PLACE_ID}`;

export const DETAILS = {
  cid: CID,
  nazwa_wizytowki: 'Pierogarnia Pod Zmyśloną Różą',
  adres: 'ul. Nieistniejąca 12, 31-999 Kraków',
  kategoria: 'Restauracja',
  srednia_ocen: 4.6,
  liczba_opinii: 8713,
  liczba_5_gwiazdek: 6921,
  liczba_4_gwiazdek: 1039,
  liczba_3_gwiazdek: 398,
  liczba_2_gwiazdek: 143,
  liczba_1_gwiazdka: 212,
};

/** A place nobody has reviewed yet. */
export const NEW_PLACE_ID = 'ChIJYb6TfUrwIUcRfdPJSgixL14';
export const NEW_PLACE_DETAILS = {
  cid: '6786837812643222397',
  nazwa_wizytowki: 'Zakład Ślusarski Nowootwarty',
  adres: 'ul. Kluczowa 1, 60-999 Poznań',
  kategoria: 'Ślusarz',
  srednia_ocen: null,
  liczba_opinii: 0,
  liczba_5_gwiazdek: 0,
  liczba_4_gwiazdek: 0,
  liczba_3_gwiazdek: 0,
  liczba_2_gwiazdek: 0,
  liczba_1_gwiazdka: 0,
};

/** The results of a search by name: the place above and another. */
export const CANDIDATES = [
  {
    place_id: PLACE_ID,
    nazwa_wizytowki: DETAILS.nazwa_wizytowki,
    adres: DETAILS.adres,
    srednia_ocen: DETAILS.srednia_ocen,
  },
  {
    place_id: 'ChIJF8SALp1bFkcRo41GsX_glSw',
    nazwa_wizytowki: 'Pierogarnia Zmyślona',
    adres: 'ul. Drugiej Gałęzi 2, 90-999 Łódź',
    srednia_ocen: null,
  },
];

/** What the provider says of a place in Germany. */
export const NOTICES: z.infer<typeof notice>[] = [
  {
    kind: 'reviews_removed_defamation',
    text: '21 to 50 reviews removed due to defamation complaints.',
    min: 21,
    max: 50,
    seen_at: '2026-11-22 14:03:11',
  },
];
