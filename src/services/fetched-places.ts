import { placeIdOfFeature } from '../identifiers/place-id.js';
import { mergeMarks } from '../identifiers/place-marks.js';
import { fetchPlace, fetchSearch, namesPlace } from '../provider/fast-path/place.js';
import type { ProviderUrls } from '../provider/urls.js';
import type { Scope } from '../scope.js';
import type { FastPath } from './fast-path.js';
import type { LookupPage, PlaceReader } from './place-reader.js';

/** Reads places by the HTTP fast path. It never says that there is no place: that takes rendered pages. */
export function createFetchedPlaces(fastPath: FastPath, urls: ProviderUrls): PlaceReader {
  const fetchPlacePage = (url: string, scope: Scope) =>
    fastPath.read('place', scope, (fetchPage) => fetchPlace(fetchPage, url));
  const search = ({ url, wanted }: Extract<LookupPage, { kind: 'search' }>, scope: Scope) =>
    fastPath.read('search', scope, (fetchPage) => fetchSearch(fetchPage, url, wanted));

  return {
    identify: async (target, scope) => {
      if (target.kind === 'search') return search(target, scope);
      if (!namesPlace(target.url)) return undefined;
      const reading = await fetchPlacePage(target.url, scope);
      return reading && { ...reading.place, marks: reading.marks };
    },
    read: async (target, scope) => {
      if (target.kind === 'place')
        return namesPlace(target.url) ? fetchPlacePage(target.url, scope) : undefined;
      const found = await search(target, scope);
      const placeId = found === undefined ? null : placeIdOfFeature(found.featureId);
      if (found === undefined || placeId === null) return undefined;
      const reading = await fetchPlacePage(urls.place(placeId), scope);
      if (reading?.place.featureId !== found.featureId) return undefined;
      return { ...reading, marks: mergeMarks(reading.marks, found.marks) };
    },
  };
}
