import { z } from 'zod';
import type { Conversion } from '../../services/convert.js';
import type { FoundDetails, FoundPlace } from '../../services/find-place.js';
import { placeDetails, presentPlaceDetails } from './place.js';

const source = z
  .enum(['search_result', 'map_url', 'place_id', 'cid'])
  .describe(
    'search_result: the first result for a name, also for the name in a link when it is not certain that the link means this place; map_url: the place a map or share link names; place_id for a Place ID or feature id; cid for a CID',
  );
const cid = z.string().regex(/^\d{1,20}$/);
const placeId = z.string().describe('Place ID, ChIJ…');

export const infoData = z
  .object({
    name: z.string().describe('Name of the API'),
    version: z.string().describe('Version of the API, as in semantic versioning'),
    endpoints: z.record(z.string(), z.string()).describe('Endpoint label → short description in Polish'),
  })
  .meta({ id: 'InfoData' });

export function presentInfo(version: string): z.infer<typeof infoData> {
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
  })
  .meta({ id: 'SearchData' });

export function presentSearch(query: string, found: FoundPlace): z.infer<typeof searchData> {
  return { query, place_id: found.placeId, type: found.source };
}

export const detailsData = z
  .object({
    place_id: placeId.describe(
      'Place ID of the place described; a newer one when the provider has replaced the one asked for',
    ),
    details: placeDetails,
  })
  .meta({ id: 'DetailsData' });

export function presentDetails(found: FoundDetails): z.infer<typeof detailsData> {
  return { place_id: found.placeId, details: presentPlaceDetails(found.reading.place) };
}

export const allData = z
  .object({
    query: z.string().describe('The url parameter as received'),
    place_id: placeId,
    source,
    details: placeDetails,
    cid: cid.nullable().describe('CID, the same as in details'),
    maps_url: z.url().describe('Link to the place, built from the Place ID'),
    maps_cid_url: z.url().nullable().describe('Link to the place, built from the CID'),
  })
  .meta({ id: 'AllData' });

export function presentAll(query: string, found: FoundDetails): z.infer<typeof allData> {
  const details = presentPlaceDetails(found.reading.place);
  return {
    query,
    place_id: found.placeId,
    source: found.source,
    details,
    cid: details.cid,
    maps_url: `https://www.google.com/maps/place/?q=place_id:${found.placeId}`,
    maps_cid_url: details.cid === null ? null : `https://www.google.com/maps?cid=${details.cid}`,
  };
}

export const convertData = z
  .object({
    cid: cid.describe('CID, decimal digits'),
    place_id: placeId,
    conversion_type: z.enum(['cid_to_place_id', 'place_id_to_cid']).describe('Direction of the conversion'),
  })
  .meta({ id: 'ConvertData' });

export function presentConversion(conversion: Conversion): z.infer<typeof convertData> {
  return { cid: conversion.cid, place_id: conversion.placeId, conversion_type: conversion.direction };
}
