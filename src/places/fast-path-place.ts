import { chooseMarked, type SearchedPlace, type WantedPlace } from '../identifiers/place-marks.js';
import {
  answered,
  type FastPathReading,
  UNDECIDED,
  UNUSABLE,
} from '../provider/fast-path/fast-path-reading.js';
import { type FetchPage, fetchBody } from '../provider/fast-path/fetched-page.js';
import { dataLink } from '../provider/wire/data-link.js';
import { extractPlace } from './extractors/place.js';
import { pageFeatureId } from './extractors/subject.js';
import type { PlaceReading } from './place.js';
import { inlinePlaces } from './search-results.js';
import { candidatesOf } from './wire/search-payload.js';

/**
 * Reads a place without rendering it: its document, and the data request that document itself names, or holds
 * inline. No answer unless every published field is there and consistent (the id of the document with that of the
 * data, the star counts with the count): otherwise the page is rendered. The same extractor reads rendered pages.
 */
export async function fetchPlace(fetchPage: FetchPage, url: string): Promise<FastPathReading<PlaceReading>> {
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

/** The wanted result, or the first real one, of a search whose document holds the answer. places.md §7 */
export async function fetchSearch(
  fetchPage: FetchPage,
  url: string,
  wanted: WantedPlace | null,
): Promise<FastPathReading<SearchedPlace>> {
  const html = await fetchBody(fetchPage, url);
  const results = inlinePlaces(html);
  const place = chooseMarked(results, wanted);
  return place === null ? UNUSABLE : answered({ ...place, candidates: candidatesOf(results) });
}

/** False for the address of a CID: its document names no place, only the page's script finds it. places.md §2 */
export function namesPlace(url: string): boolean {
  return new URL(url).pathname.startsWith('/maps/place/');
}

function isWhole({ degraded, missing }: PlaceReading): boolean {
  return !degraded && missing.length === 0;
}
