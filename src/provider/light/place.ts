import { chooseMarked, type MarkedPlace, type WantedPlace } from '../../identifiers/place-marks.js';
import { extractPlace } from '../extractors/place.js';
import { pageFeatureId } from '../extractors/subject.js';
import { inlinePlaces } from '../pages/search-results.js';
import type { PlaceReading } from '../place.js';
import { dataLink, PLACE_DATA } from '../wire/data-link.js';
import { type AskPlainly, type PlainReading, plainBody } from './plain-page.js';

/**
 * Reads a place without rendering it: its document, and the data request that document itself names, or holds
 * inline. No answer unless everything published is there and agrees (the document's id with the data's, the star
 * counts with the count): then only rendering can tell. The same extractor reads both lanes.
 */
export async function readPlacePlainly(ask: AskPlainly, url: string): Promise<PlainReading<PlaceReading>> {
  const html = await plainBody(ask, url);
  if (html === null) return null;
  const named = pageFeatureId({ url, html });
  if (named === null) return null;
  const inline = extractPlace({ url, html, payloads: [], state: null }, named);
  if (inline !== null && isWhole(inline)) return inline;
  const link = dataLink(html, url, PLACE_DATA);
  const payload = link === null ? null : await plainBody(ask, link);
  if (payload === null) return null;
  const reading = extractPlace({ url, html, payloads: [payload], state: null }, named);
  if (reading === null || reading.degraded) return null;
  return isWhole(reading) ? reading : undefined;
}

/**
 * The wanted result, or the first real one, of a search whose answer stands in the document itself; else null.
 * places.md §7.
 */
export async function searchPlainly(
  ask: AskPlainly,
  url: string,
  wanted: WantedPlace | null,
): Promise<MarkedPlace | null> {
  const html = await plainBody(ask, url);
  return chooseMarked(inlinePlaces(html), wanted);
}

function isWhole({ degraded, missing }: PlaceReading): boolean {
  return !degraded && missing.length === 0;
}
