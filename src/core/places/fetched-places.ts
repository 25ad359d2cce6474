import {
  chooseMarked,
  mergeMarks,
  type SearchedPlace,
  type WantedPlace,
} from '../identifiers/place-marks.js';
import { type FastPathReading, type FetchPage, fetchBody } from '../provider/fetched-page.js';
import type { ProviderUrls } from '../provider/urls.js';
import { dataLink, readEmbeddedState } from '../provider/wire/embedded-state.js';
import { dataAnswer } from '../provider/wire/envelope.js';
import type { Scope } from '../runtime/scope.js';
import type { FastPath } from '../traffic/fast-path.js';
import { extractPlace } from './extractors/extract-place.js';
import { pageFeatureId } from './extractors/subject.js';
import type { PlaceReading } from './place.js';
import { type LookupPage, lookupOfRef } from './resolve-query.js';
import { candidatesOf, readSearchPayload } from './wire/search-payload.js';

export type FetchedPlaces = ReturnType<typeof createFetchedPlaces>;

/**
 * Looks places up by the HTTP fast path, which never reports an absence: an absence needs rendered pages. An answer of
 * the fast path always holds every field.
 */
export function createFetchedPlaces(fastPath: FastPath, urls: ProviderUrls) {
  /** The document of a CID names no place: only the script of the page finds the place. places.md §2 */
  const fetchPlacePage = async ({ kind, url }: Pick<LookupPage, 'kind' | 'url'>, scope: Scope) => {
    if (kind === 'cid') return null;
    return fastPath.read('place', scope, (fetchPage) => fetchPlace(fetchPage, url));
  };
  const search = ({ url, wanted }: Extract<LookupPage, { kind: 'search' }>, scope: Scope) =>
    fastPath.read('search', scope, (fetchPage) => fetchSearch(fetchPage, url, wanted));

  return {
    /** Only identifies the place; null = the page must be rendered. */
    identify: async (target: LookupPage, scope: Scope): Promise<SearchedPlace | null> => {
      if (target.kind === 'search') return search(target, scope);
      const reading = await fetchPlacePage(target, scope);
      return reading && { ...reading.place, marks: reading.marks };
    },
    /** Reads all the provider's data about the place; null = the page must be rendered. */
    read: async (target: LookupPage, scope: Scope): Promise<PlaceReading | null> => {
      if (target.kind !== 'search') return fetchPlacePage(target, scope);
      const found = await search(target, scope);
      if (found === null) return null;
      const { featureId, marks, candidates } = found;
      const { page } = lookupOfRef({ placeId: null, featureId }, urls);
      const reading = await fetchPlacePage(page, scope);
      if (reading?.place.featureId !== featureId) return null;
      return { ...reading, marks: mergeMarks(reading.marks, marks), candidates };
    },
  };
}

/**
 * Reads a place without rendering it: its document, and the data request that the document names, or the inline
 * payload. Answers only if every published field is present and consistent (the id of the document with the id of the
 * data, the star counts with the count); otherwise the page is rendered. Rendered pages use the same extractor.
 */
async function fetchPlace(fetchPage: FetchPage, url: string): Promise<FastPathReading<PlaceReading>> {
  const html = await fetchBody(fetchPage, url);
  if (html === null) return 'unusable';
  const embedded = readEmbeddedState(html);
  const named = pageFeatureId({ url, embedded });
  if (named === null) return 'unusable';
  const page = { url, embedded, payloads: [], state: null, readAt: Date.now() };
  const inline = extractPlace(page, named);
  if (inline !== null && isComplete(inline)) return inline;
  const link = dataLink(html, url, 'place');
  const payload = link === null ? null : await fetchBody(fetchPage, link);
  if (payload === null) return 'unusable';
  const reading = extractPlace({ ...page, payloads: [dataAnswer(payload)] }, named);
  if (reading === null || reading.degraded) return 'unusable';
  return isComplete(reading) ? reading : 'undecided';
}

/** The wanted result, or the first non-advertisement, of a search whose document holds the answer. places.md §7 */
async function fetchSearch(
  fetchPage: FetchPage,
  url: string,
  wanted: WantedPlace | null,
): Promise<FastPathReading<SearchedPlace>> {
  const html = await fetchBody(fetchPage, url);
  const results = readEmbeddedState(html)?.searches.flatMap(readSearchPayload) ?? [];
  const place = chooseMarked(results, wanted);
  return place === null ? 'unusable' : { ...place, candidates: candidatesOf(results) };
}

const isComplete = ({ degraded, missing }: PlaceReading): boolean => !degraded && missing.length === 0;
