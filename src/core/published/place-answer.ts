import { z } from 'zod';
import { placeNotices } from './notices.js';
import { PLACE_FIELD_LIST, PLACE_FIELDS, type PlaceFieldName } from './place-fields.js';
import { maybeText, natural } from './values.js';

const cid = z.string().regex(/^\d{1,20}$/);
const rating = z.number().min(1).max(5);
const KINDS = { cid, text: z.string(), rating, count: natural } as const;

type Fields = typeof PLACE_FIELD_LIST;
type Shape = {
  [Name in PlaceFieldName as Fields[Name]['published']]: z.ZodNullable<(typeof KINDS)[Fields[Name]['kind']]>;
};

const shape = Object.fromEntries(
  Object.values(PLACE_FIELD_LIST).map(({ published, kind, description }) => [
    published,
    KINDS[kind].nullable().describe(description),
  ]),
) as Shape;

/**
 * The place details object. All fields are always present; an unknown fact is null, never 0. Counts are 0 only when the
 * provider's page says that there are no reviews.
 */
export const placeDetails = z.object(shape).meta({ id: 'PlaceDetails' });

const source = z
  .enum(['search_result', 'map_url', 'place_id', 'cid'])
  .describe(
    'search_result: the first result for a name, also for the name in a link when it is not certain that the link means this place; map_url: the place that a map link or share link names; place_id: the query is a Place ID or feature id; cid: the query is a CID',
  );
const placeId = z.string().describe('Place ID, ChIJ…');

/** All results of a search with several results. An addition to the specification, which has only the first result. */
const candidates = z
  .array(
    z
      .object({
        place_id: placeId,
        [PLACE_FIELDS.name]: maybeText.describe('Name of the business listing'),
        [PLACE_FIELDS.address]: maybeText.describe('Address; null when the search answer has no address'),
        [PLACE_FIELDS.rating]: rating
          .nullable()
          .describe('Average rating; null when the search answer has no rating'),
      })
      .meta({ id: 'PlaceCandidate' }),
  )
  .min(2)
  .max(20)
  .optional()
  .describe(
    'All results of the search, in the order of the map provider; this place is the first. Present only when a name has several results',
  );

/** An addition to the specification; absent unless the provider says that the place is closed. */
const permanentlyClosed = z
  .literal(true)
  .optional()
  .describe(
    'The map provider shows the place as permanently closed; one of the notices says the same. Absence does not prove that the place is open',
  );

export const infoData = z
  .object({
    name: z.string().describe('Name of the API'),
    version: z.string().describe('Version of the API, as in semantic versioning'),
    endpoints: z.record(z.string(), z.string()).describe('Endpoint label → short description in Polish'),
  })
  .meta({ id: 'InfoData' });

export function infoOf(version: string): z.infer<typeof infoData> {
  return {
    name: 'PlaceID Finder API',
    version,
    endpoints: {
      'GET /info': 'Informacje o API i lista punktów końcowych',
      'GET /search?query=...': 'Place ID dla nazwy miejsca, linku do mapy, Place ID lub CID',
      'GET /details?placeid=...': 'Szczegóły wizytówki: CID, nazwa, adres, kategoria i rozkład ocen',
      'POST /convert': 'Zamiana CID na Place ID albo Place ID na CID',
    },
  };
}

export const searchData = z
  .object({
    query: z.string().describe('The query as received'),
    place_id: placeId,
    type: source,
    candidates,
  })
  .meta({ id: 'SearchData' });

export const detailsData = z
  .object({
    place_id: placeId.describe(
      'Place ID of the place described. It differs from the requested Place ID when the provider has replaced that Place ID',
    ),
    details: placeDetails,
    permanently_closed: permanentlyClosed,
    notices: placeNotices,
  })
  .meta({ id: 'DetailsData' });

export const allData = z
  .object({
    query: z.string().describe('The url parameter as received'),
    place_id: placeId,
    source,
    details: placeDetails,
    cid: cid.nullable().describe('CID, the same as in details'),
    maps_url: z.url().describe('Link to the place, built from the Place ID'),
    maps_cid_url: z.url().nullable().describe('Link to the place, built from the CID'),
    permanently_closed: permanentlyClosed,
    notices: placeNotices,
    candidates,
  })
  .meta({ id: 'AllData' });

export const convertData = z
  .object({
    cid: cid.describe('CID, decimal digits'),
    place_id: placeId,
    conversion_type: z.enum(['cid_to_place_id', 'place_id_to_cid']).describe('Direction of the conversion'),
  })
  .meta({ id: 'ConvertData' });
