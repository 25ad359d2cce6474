import type { Page } from 'playwright';
import type { FeatureId } from '../../identifiers/feature-id.js';
import { race } from '../../scope.js';
import { extractPlace, pageFeatureId, type RawPlacePage } from '../extractors/place.js';
import type { PlaceReading } from '../place.js';
import { readEmbeddedState, stateFeatureId } from '../wire/embedded-state.js';
import { parseGuarded } from '../wire/envelope.js';
import { observe } from './observation.js';
import { providerFault, throttled } from './walls.js';
import { type PageView, type WatchOptions, watch } from './watch.js';

/** Loads a place page; gives what it says about the place, or null when the provider shows no such place. */
export async function openPlace(
  page: Page,
  url: string,
  options: WatchOptions,
): Promise<PlaceReading | null> {
  return visit(page, url, options, (view) => decidePlace(view, null));
}

/** Loads a place page no further than needed to know which place it is: its feature id, or null. */
export async function openPlaceId(page: Page, url: string, options: WatchOptions): Promise<FeatureId | null> {
  return visit(page, url, options, (view) => {
    const raw = rawPlacePage(view);
    const featureId = extractPlace(raw)?.place.featureId ?? pageFeatureId(raw);
    if (featureId !== null) return featureId;
    return view.settled ? nothingFound(view) : undefined;
  });
}

/** Navigates (or reloads when the page is already there) and follows the page until `decide` answers. */
export async function visit<T>(
  page: Page,
  url: string,
  options: WatchOptions,
  decide: (view: PageView) => T | undefined,
): Promise<T> {
  const observation = observe(page);
  try {
    await race(options.scope.signal, page.goto(url, { waitUntil: 'commit', timeout: 0 }));
    return await watch(page, observation, options, decide);
  } finally {
    observation.dispose();
  }
}

/**
 * The place a view shows, null when the provider shows none, undefined while that is open. A whole payload
 * decides at once; a panel alone when nothing is missing from it; anything less when the page has settled
 * or says itself that it is limited.
 */
export function decidePlace(view: PageView, expected: FeatureId | null): PlaceReading | null | undefined {
  const raw = rawPlacePage(view);
  const reading = extractPlace(raw, expected);
  if (reading === null) return view.settled ? nothingFound(view) : undefined;
  if (!reading.degraded && (reading.fromPayload || reading.missing.length === 0)) return reading;
  const limitedForSure = view.state?.limitedView === true && reading.fromPayload;
  return limitedForSure || view.settled ? reading : undefined;
}

/**
 * A settled page without a place means "nothing found" only on evidence: all its data requests were answered
 * with whole data, and its document is the provider's own and names no place. Anything else is a fault.
 */
export function nothingFound({ seen }: PageView): null {
  if (seen.failures.length > 0) throw providerFault(`data requests failed: ${seen.failures.join(', ')}`);
  if (seen.troubles.includes(429)) throw throttled("429 to one of the page's own requests");
  if (seen.troubles.length > 0)
    throw providerFault(`the page's own requests failed: ${seen.troubles.join(', ')}`);
  const data = [...seen.payloads, ...seen.searches];
  if (data.some((body) => parseGuarded(body) === undefined)) throw providerFault('data came cut off');
  const document = seen.documents.at(-1);
  if (document?.status === 404) return null;
  // Whatever a page without data waits for may be what would have told it where to go.
  if (data.length === 0 && seen.unfinished > 0) throw providerFault('the page still waits for an answer');
  const state = document?.html == null ? null : readEmbeddedState(document.html);
  if (state === null && data.length === 0) throw providerFault('the page holds neither state nor data');
  if (state !== null && stateFeatureId(state) !== null) throw providerFault('the place was not drawn');
  return null;
}

/** A view as the extractors take it. */
export function rawPlacePage({ url, seen, state }: PageView): RawPlacePage {
  return { url, html: seen.documents.at(-1)?.html ?? null, payloads: seen.payloads, state };
}
