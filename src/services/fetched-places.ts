import { placeIdOfFeature } from '../identifiers/place-id.js';
import { mergeMarks } from '../identifiers/place-marks.js';
import { answered, UNDECIDED } from '../provider/fast-path/fast-path-reading.js';
import { fetchPlace, fetchSearch, namesPlace } from '../provider/fast-path/place.js';
import type { ProviderUrls } from '../provider/urls.js';
import type { Scope } from '../scope.js';
import type { FastPath } from './fast-path.js';
import type { FastPlaceReader, LookupPage } from './place-reader.js';

export function createFetchedPlaces(fastPath: FastPath, urls: ProviderUrls): FastPlaceReader {
  const fetchPlacePage = async (url: string, scope: Scope) =>
    namesPlace(url) ? fastPath.read('place', scope, (fetchPage) => fetchPlace(fetchPage, url)) : UNDECIDED;
  const search = ({ url, wanted }: Extract<LookupPage, { kind: 'search' }>, scope: Scope) =>
    fastPath.read('search', scope, (fetchPage) => fetchSearch(fetchPage, url, wanted));

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
