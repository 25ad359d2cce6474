import { placeIdOfFeature } from '../identifiers/place-id.js';
import { mergeMarks } from '../identifiers/place-marks.js';
import { answered, UNDECIDED } from '../provider/fast-path/fast-path-reading.js';
import type { Origins } from '../provider/origins.js';
import type { NotePresence } from '../provider/presence.js';
import type { ProviderUrls } from '../provider/urls.js';
import type { Scope } from '../runtime/scope.js';
import type { FastPath } from '../traffic/fast-path.js';
import { fetchPlace, fetchSearch, namesPlace } from './fast-path-place.js';
import type { PlaceReading } from './place.js';
import type { FastPlaceReader, LookupPage } from './place-reader.js';

/** `note` takes what was read; an answer of the fast path holds every field, so what it lacks shows on the rendered page. */
export function createFetchedPlaces(
  fastPath: FastPath,
  urls: ProviderUrls,
  note: NotePresence,
): FastPlaceReader {
  const fetchPlacePage = async (url: string, scope: Scope) => {
    if (!namesPlace(url)) return UNDECIDED;
    const reading = await fastPath.read('place', scope, (fetchPage) => fetchPlace(fetchPage, url));
    if (reading.kind === 'undecided') return reading;
    note('payload', foundFields(reading.answer));
    note('form', { place_payload: true });
    return reading;
  };
  const search = async ({ url, wanted }: Extract<LookupPage, { kind: 'search' }>, scope: Scope) => {
    const found = await fastPath.read('search', scope, (fetchPage) => fetchSearch(fetchPage, url, wanted));
    if (found.kind === 'answered') note('form', { search_answer: true });
    return found;
  };

  return {
    identify: async (target, scope) => {
      if (target.kind === 'search') return search(target, scope);
      const reading = await fetchPlacePage(target.url, scope);
      if (reading.kind === 'undecided') return reading;
      const { place, marks } = reading.answer;
      return answered({ ...place, marks });
    },
    read: async (target, scope) => {
      if (target.kind === 'place') return fetchPlacePage(target.url, scope);
      const found = await search(target, scope);
      if (found.kind === 'undecided') return found;
      const { featureId, marks, candidates } = found.answer;
      const placeId = placeIdOfFeature(featureId);
      if (placeId === null) return UNDECIDED;
      const reading = await fetchPlacePage(urls.place(placeId), scope);
      if (reading.kind === 'undecided') return reading;
      if (reading.answer.place.featureId !== featureId) return UNDECIDED;
      return answered({ ...reading.answer, marks: mergeMarks(reading.answer.marks, marks), candidates });
    },
  };
}

/** The statistics of a place without reviews say nothing. */
function foundFields({ place, origins }: PlaceReading): Origins {
  const { rating, reviewCount, stars, ...always } = origins;
  return place.reviewCount === 0 ? always : origins;
}
