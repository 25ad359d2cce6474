import type { Page } from 'playwright';
import type { FeatureId } from '../identifiers/feature-id.js';
import {
  type NavigationOptions,
  navigate,
  type PageView,
  rawPlacePage,
} from '../provider/navigation/navigate.js';
import { extractPlace } from './extractors/extract-place.js';
import { pageFeatureId } from './extractors/subject.js';
import { isNothing, type NothingFound, nothingFound } from './nothing-found.js';
import type { PlaceReading } from './place.js';

/** Loads a place page and reads its place, if it shows one. */
export async function openPlace(
  page: Page,
  url: string,
  options: NavigationOptions,
): Promise<PlaceReading | NothingFound> {
  return navigate(page, url, options, (view) => {
    const reading = decidePlace(view, null);
    if (reading === undefined || isNothing(reading)) return reading;
    // Only the drawn page may say that the reviews of a place are withheld. See withoutWithheldCount in extractors/extract-notices.ts.
    if (reading.place.reviewCount === 0 && view.state?.panel == null && !view.settled) return undefined;
    return reading;
  });
}

/** Loads a place page only until its feature id is known. */
export async function openPlaceId(
  page: Page,
  url: string,
  options: NavigationOptions,
): Promise<FeatureId | NothingFound> {
  return navigate(page, url, options, (view) => {
    const raw = rawPlacePage(view);
    const featureId = extractPlace(raw)?.place.featureId ?? pageFeatureId(raw);
    return featureId ?? (view.settled ? nothingFound(view) : undefined);
  });
}

/** The place that a view shows; `NothingFound` when it shows no place; undefined while undecided. */
export function decidePlace(
  view: PageView,
  expected: FeatureId | null,
): PlaceReading | NothingFound | undefined {
  const reading = readPlace(view, expected);
  return reading === null ? nothingFound(view, expected) : reading;
}

/**
 * The place that a view shows, without judging its absence: null = the view shows no place, undefined = undecided. A
 * whole payload decides at once, and a panel alone decides when it lacks nothing. Anything less decides when the page
 * has settled or states that it is limited.
 */
export function readPlace(view: PageView, expected: FeatureId | null): PlaceReading | null | undefined {
  const reading = extractPlace(rawPlacePage(view), expected);
  if (reading === null) return view.settled ? null : undefined;
  // The data behind a panel may not have been read yet; it identifies the panel as the place's own.
  const isPanelWhole = reading.missing.length === 0 && view.seen.pendingData === 0;
  if (!reading.degraded && (reading.fromPayload || isPanelWhole)) return reading;
  const limitedForSure = view.state?.limitedView === true && reading.fromPayload;
  return limitedForSure || view.settled ? reading : undefined;
}
