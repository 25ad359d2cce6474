import type { z } from 'zod';
import type { notice } from '../../published/notices.js';
import { examplePlace, PLACE_FIELD_LIST, publishFacts } from '../../published/place-fields.js';

/** The invented place of all examples of places. */
export const PLACE_ID = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
export const FEATURE_ID = '0x47165b1c0a9d3e27:0x3f5c81d2ab904e16';
export const CID = PLACE_FIELD_LIST.cid.examples[0];
export const SHARE_LINK = 'https://maps.app.goo.gl/PoLsKa1Zmysl7';
export const MAP_LINK = `https://www.google.com/maps/place/?q=place_id:${PLACE_ID}`;

export const DETAILS = publishFacts(examplePlace(0));

/** An invented place without reviews. */
export const NEW_PLACE_ID = 'ChIJYb6TfUrwIUcRfdPJSgixL14';
export const NEW_PLACE_DETAILS = publishFacts(examplePlace(1));

const { name, address, rating } = examplePlace(0);

/** The results of a search by name: the place above and another place. */
export const CANDIDATES = [
  {
    place_id: PLACE_ID,
    ...publishFacts({ name, address, rating }),
  },
  {
    place_id: 'ChIJF8SALp1bFkcRo41GsX_glSw',
    ...publishFacts({
      name: 'Pierogarnia Zmyślona',
      address: 'ul. Drugiej Gałęzi 2, 90-999 Łódź',
      rating: null,
    }),
  },
];

/** The notices of the provider on a place in Germany. */
export const NOTICES: z.infer<typeof notice>[] = [
  {
    kind: 'reviews_removed_defamation',
    text: '21 to 50 reviews removed due to defamation complaints.',
    min: 21,
    max: 50,
    seen_at: '2026-11-22 14:03:11',
    seen_at_utc: '2026-11-22T13:03:11Z',
  },
];
