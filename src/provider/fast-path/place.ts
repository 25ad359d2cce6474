import { chooseMarked, type MarkedPlace, type WantedPlace } from '../../identifiers/place-marks.js';
import { extractPlace } from '../extractors/place.js';
import { pageFeatureId } from '../extractors/subject.js';
import { inlinePlaces } from '../pages/search-results.js';
import type { PlaceReading } from '../place.js';
import { dataLink, PLACE_DATA } from '../wire/data-link.js';
import { type FastPathReading, type FetchPage, fetchBody } from './fetched-page.js';

/**
 * Reads a place without rendering it: its document, and the data request that document itself names, or holds
 * inline. No result unless every published field is there and consistent (the id of the document with that of the
 * data, the star counts with the count): otherwise the page is rendered. The same extractor reads rendered pages.
 */
export async function fetchPlace(fetchPage: FetchPage, url: string): Promise<FastPathReading<PlaceReading>> {
  const html = await fetchBody(fetchPage, url);
  if (html === null) return null;
  const named = pageFeatureId({ url, html });
  if (named === null) return null;
  const inline = extractPlace({ url, html, payloads: [], state: null }, named);
  if (inline !== null && isWhole(inline)) return inline;
  const link = dataLink(html, url, PLACE_DATA);
  const payload = link === null ? null : await fetchBody(fetchPage, link);
  if (payload === null) return null;
  const reading = extractPlace({ url, html, payloads: [payload], state: null }, named);
  if (reading === null || reading.degraded) return null;
  return isWhole(reading) ? reading : undefined;
}

/**
 * The wanted result, or the first real one, of a search whose document holds the answer; else null.
 * places.md §7.
 */
export async function fetchSearch(
  fetchPage: FetchPage,
  url: string,
  wanted: WantedPlace | null,
): Promise<MarkedPlace | null> {
  const html = await fetchBody(fetchPage, url);
  return chooseMarked(inlinePlaces(html), wanted);
}

/** False for the address of a CID: its document names no place, only the page's script finds it. places.md §2 */
export function namesPlace(url: string): boolean {
  return new URL(url).pathname.startsWith('/maps/place/');
}

function isWhole({ degraded, missing }: PlaceReading): boolean {
  return !degraded && missing.length === 0;
}
