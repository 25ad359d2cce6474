import type { Page } from 'playwright';
import type { FeatureId } from '../identifiers/feature-id.js';
import {
  type NavigationOptions,
  navigate,
  type PageView,
  rawPlacePage,
} from '../provider/navigation/navigate.js';
import { extractPlace } from './extractors/place.js';
import { placePresence } from './extractors/presence.js';
import { pageFeatureId } from './extractors/subject.js';
import { isNothing, type NothingFound, nothingFound } from './nothing-found.js';
import type { PlaceReading } from './place.js';

/** Loads a place page; gives what it says about the place, if it shows one. */
export async function openPlace(
  page: Page,
  url: string,
  options: NavigationOptions,
): Promise<PlaceReading | NothingFound> {
  return navigate(page, url, options, (view) => {
    const reading = decidePlace(view, null);
    if (reading !== undefined && !isNothing(reading)) notePlace(view, null, options);
    return reading;
  });
}

/** Loads a place page no further than needed to know which place it is: its feature id. */
export async function openPlaceId(
  page: Page,
  url: string,
  options: NavigationOptions,
): Promise<FeatureId | NothingFound> {
  return navigate(page, url, options, (view) => {
    const raw = rawPlacePage(view);
    const featureId = extractPlace(raw)?.place.featureId ?? pageFeatureId(raw);
    if (featureId !== null) return featureId;
    return view.settled ? nothingFound(view) : undefined;
  });
}

/**
 * The place a view shows, `NothingFound` when it shows none, undefined while that is open. A whole payload
 * decides at once; a panel alone when nothing is missing from it; anything less when the page has settled
 * or says itself that it is limited.
 */
export function decidePlace(
  view: PageView,
  expected: FeatureId | null,
): PlaceReading | NothingFound | undefined {
  const reading = readPlace(view, expected);
  return reading === null ? nothingFound(view, expected) : reading;
}

/** Reports what the payload and the panel of a place held. Call once, with the view that decided. */
export function notePlace(
  view: PageView,
  expected: FeatureId | null,
  { note }: Pick<NavigationOptions, 'note'>,
): void {
  if (note === undefined) return;
  const { payload, panel } = placePresence(rawPlacePage(view), expected, view.settled);
  if (payload !== null) note('payload', payload);
  if (payload !== null) note('form', { place_payload: true });
  if (panel !== null) note('panel', panel);
}

/** The same without a word on whether there is a place: null = it shows none, undefined = that is open. */
export function readPlace(view: PageView, expected: FeatureId | null): PlaceReading | null | undefined {
  const reading = extractPlace(rawPlacePage(view), expected);
  if (reading === null) return view.settled ? null : undefined;
  // The data a panel was drawn from, by which it is known to be the place's own, may not have been read yet.
  const isPanelWhole = reading.missing.length === 0 && view.seen.pendingData === 0;
  if (!reading.degraded && (reading.fromPayload || isPanelWhole)) return reading;
  const limitedForSure = view.state?.limitedView === true && reading.fromPayload;
  return limitedForSure || view.settled ? reading : undefined;
}
