import { placeIdOfFeature } from '../identifiers/place-id.js';
import {
  chooseMarked,
  mergeMarks,
  type SearchedPlace,
  type WantedPlace,
} from '../identifiers/place-marks.js';
import {
  answered,
  type FastPathReading,
  type FastPathResult,
  type FetchPage,
  fetchBody,
  UNDECIDED,
  UNUSABLE,
} from '../provider/fast-path/fetched-page.js';
import type { NotePresence, Origins } from '../provider/origins.js';
import type { ProviderUrls } from '../provider/urls.js';
import { dataLink } from '../provider/wire/embedded-state.js';
import type { Scope } from '../runtime/scope.js';
import type { FastPath } from '../traffic/fast-path.js';
import { extractPlace } from './extractors/place.js';
import { pageFeatureId } from './extractors/subject.js';
import type { PlaceReading } from './place.js';
import type { LookupPage } from './resolve-query.js';
import { inlinePlaces } from './search-page.js';
import { candidatesOf } from './wire/search-payload.js';

export type FetchedPlaces = ReturnType<typeof createFetchedPlaces>;

/**
 * Looks places up by the HTTP fast path, which never reports an absence: an absence needs rendered pages. `note`
 * receives the fields that were read. An answer of the fast path always holds every field; a missing field is
 * noted only when the page is rendered.
 */
export function createFetchedPlaces(fastPath: FastPath, urls: ProviderUrls, note: NotePresence) {
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
    /** Only identifies the place. */
    identify: async (target: LookupPage, scope: Scope): Promise<FastPathResult<SearchedPlace>> => {
      if (target.kind === 'search') return search(target, scope);
      const reading = await fetchPlacePage(target.url, scope);
      if (reading.kind === 'undecided') return reading;
      const { place, marks } = reading.answer;
      return answered({ ...place, marks });
    },
    /** Reads all the provider's data about the place. */
    read: async (target: LookupPage, scope: Scope): Promise<FastPathResult<PlaceReading>> => {
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

/** Omits the statistics of a place without reviews: their absence means nothing. */
function foundFields({ place, origins }: PlaceReading): Origins {
  const { rating, reviewCount, stars, ...always } = origins;
  return place.reviewCount === 0 ? always : origins;
}

/**
 * Reads a place without rendering it: its document, and the data request that the document names, or the inline
 * payload. Answers only if every published field is present and consistent (the id of the document with the id of the
 * data, the star counts with the count); otherwise the page is rendered. Rendered pages use the same extractor.
 */
async function fetchPlace(fetchPage: FetchPage, url: string): Promise<FastPathReading<PlaceReading>> {
  const html = await fetchBody(fetchPage, url);
  if (html === null) return UNUSABLE;
  const named = pageFeatureId({ url, html });
  if (named === null) return UNUSABLE;
  const inline = extractPlace({ url, html, payloads: [], state: null }, named);
  if (inline !== null && isWhole(inline)) return answered(inline);
  const link = dataLink(html, url, 'place');
  const payload = link === null ? null : await fetchBody(fetchPage, link);
  if (payload === null) return UNUSABLE;
  const reading = extractPlace({ url, html, payloads: [payload], state: null }, named);
  if (reading === null || reading.degraded) return UNUSABLE;
  return isWhole(reading) ? answered(reading) : UNDECIDED;
}

/** The wanted result, or the first non-advertisement, of a search whose document holds the answer. places.md §7 */
async function fetchSearch(
  fetchPage: FetchPage,
  url: string,
  wanted: WantedPlace | null,
): Promise<FastPathReading<SearchedPlace>> {
  const html = await fetchBody(fetchPage, url);
  const results = inlinePlaces(html);
  const place = chooseMarked(results, wanted);
  return place === null ? UNUSABLE : answered({ ...place, candidates: candidatesOf(results) });
}

/** False for the address of a CID: its document names no place, only the page's script finds the place. places.md §2 */
function namesPlace(url: string): boolean {
  return new URL(url).pathname.startsWith('/maps/place/');
}

function isWhole({ degraded, missing }: PlaceReading): boolean {
  return !degraded && missing.length === 0;
}
