import type { z } from 'zod';
import { cidOfFeature } from '../../identifiers/cid.js';
import { placeIdOfFeature } from '../../identifiers/place-id.js';
import type { Conversion } from '../../places/convert.js';
import type { Found, FoundDetails } from '../../places/find-place.js';
import type { Place, SeenNotice } from '../../places/place.js';
import { placeLink } from '../../provider/urls.js';
import type { notice } from '../../published/notices.js';
import type {
  allData,
  convertData,
  detailsData,
  placeDetails,
  searchData,
} from '../../published/place-answer.js';
import { publishFacts } from '../../published/place-fields.js';
import { inBothZones } from '../../published/times.js';
import type { LocalTime } from '../local-time.js';

function presentPlaceDetails(place: Place): z.infer<typeof placeDetails> {
  const [oneStar, twoStars, threeStars, fourStars, fiveStars] = place.stars ?? [null, null, null, null, null];
  const { featureId, stars: _, ...facts } = place;
  const cid = cidOfFeature(featureId);
  return publishFacts({ ...facts, cid, oneStar, twoStars, threeStars, fourStars, fiveStars });
}

function presentCandidates({ candidates: found }: Found): Pick<z.infer<typeof searchData>, 'candidates'> {
  if (found.length === 0) return {};
  const presented = found.flatMap(({ featureId, ...facts }) => {
    const id = placeIdOfFeature(featureId);
    return id === null ? [] : [{ place_id: id, ...publishFacts(facts) }];
  });
  return { candidates: presented };
}

function presentClosureAndNotices({ reading: { notices } }: FoundDetails, localTime: LocalTime) {
  const isClosed = notices.some(({ kind }) => kind === 'permanently_closed');
  return { ...(isClosed && { permanently_closed: true as const }), ...presentNotices(notices, localTime) };
}

/** `data` of `/api/search`. `query`: the query as received. */
export function presentSearch(query: string, found: Found): z.infer<typeof searchData> {
  return { query, place_id: found.placeId, type: found.source, ...presentCandidates(found) };
}

/** `data` of `/api/details`. */
export function presentDetails(found: FoundDetails, localTime: LocalTime): z.infer<typeof detailsData> {
  return {
    place_id: found.placeId,
    details: presentPlaceDetails(found.reading.place),
    ...presentClosureAndNotices(found, localTime),
  };
}

/** `data` of `/api/all`. `query`: the parameter `url` as received. */
export function presentAll(
  query: string,
  found: FoundDetails,
  localTime: LocalTime,
): z.infer<typeof allData> {
  const details = presentPlaceDetails(found.reading.place);
  return {
    query,
    place_id: found.placeId,
    source: found.source,
    details,
    cid: details.cid,
    maps_url: `https://www.google.com/maps/place/?q=place_id:${found.placeId}`,
    maps_cid_url: details.cid === null ? null : placeLink(details.cid),
    ...presentClosureAndNotices(found, localTime),
    ...presentCandidates(found),
  };
}

/** `data` of `/api/convert`. */
export function presentConversion(conversion: Conversion): z.infer<typeof convertData> {
  return { cid: conversion.cid, place_id: conversion.placeId, conversion_type: conversion.direction };
}

/** Presents the notices; an empty object without notices. */
export function presentNotices(
  seen: readonly SeenNotice[],
  localTime: LocalTime,
): { notices?: z.infer<typeof notice>[] } {
  if (seen.length === 0) return {};
  return {
    notices: seen.map(({ kind, text, min, max, seenAt }) => ({
      kind,
      text,
      min,
      max,
      ...inBothZones('seen_at', seenAt, localTime),
    })),
  };
}
