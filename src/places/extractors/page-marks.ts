import type { FeatureId } from '../../identifiers/feature-id.js';
import { marksOfPlaceUrl } from '../../identifiers/link-marks.js';
import { parseMapUrl } from '../../identifiers/map-url.js';
import { coordinatesOf, mergeMarks, NO_MARKS, type PlaceMarks } from '../../identifiers/place-marks.js';
import { readEmbeddedState, stateFeatureId, stateMarks } from '../../provider/wire/embedded-state.js';
import type { PlacePayload } from '../wire/place-payload.js';

/**
 * What a page says of its place besides the name: its data first, then its document, then the address it gave
 * itself. Each counts only if it names that very place.
 */
export function pageMarks(
  featureId: FeatureId,
  payload: PlacePayload | null,
  { html, url }: { readonly html: string | null; readonly url: string },
): PlaceMarks {
  const ofPayload = payload?.featureId === featureId ? marksOfPayload(payload) : NO_MARKS;
  const ofPage = mergeMarks(marksOfDocument(featureId, html), marksOfAddress(featureId, url));
  return mergeMarks(ofPayload, ofPage);
}

function marksOfPayload({ mid, lat, lng }: PlacePayload): PlaceMarks {
  return { mid, at: coordinatesOf(lat, lng) };
}

function marksOfDocument(featureId: FeatureId, html: string | null): PlaceMarks {
  const state = html === null ? null : readEmbeddedState(html);
  return state !== null && stateFeatureId(state) === featureId ? stateMarks(state) : NO_MARKS;
}

function marksOfAddress(featureId: FeatureId, address: string): PlaceMarks {
  if (!URL.canParse(address)) return NO_MARKS;
  const url = new URL(address);
  const target = parseMapUrl(url);
  return 'featureId' in target && target.featureId === featureId ? marksOfPlaceUrl(url) : NO_MARKS;
}
