import type { Page } from 'playwright';
import { extractPlace, placeBodies } from '../extractors/place.js';
import type { PlaceReading } from '../place.js';
import { placeArray } from '../wire/place-payload.js';
import { inlineReviewRecords } from '../wire/reviews-batch.js';
import { nothingFound, rawPlacePage, visit } from './place-page.js';
import type { PageView, WatchOptions } from './watch.js';

/** A place page opened for its reviews. */
export interface ReviewsPage {
  readonly reading: PlaceReading;
  /** Index of the tab with the reviews; -1 when the page shows none (limited view, or no reviews). */
  readonly reviewsTab: number;
  /** The first records, inlined with the place. */
  readonly inlineRecords: readonly unknown[];
}

/** Loads a place page as far as its reviews tab; null when the provider shows no such place. */
export function openReviewsPage(page: Page, url: string, options: WatchOptions): Promise<ReviewsPage | null> {
  return visit(page, url, options, decide);
}

function decide(view: PageView): ReviewsPage | null | undefined {
  const raw = rawPlacePage(view);
  const reading = extractPlace(raw);
  if (reading === null) return view.settled ? nothingFound(view) : undefined;
  const reviewsTab = view.state?.panel?.reviewsTab ?? -1;
  const hasNone = reading.place.reviewCount === 0 && !reading.degraded;
  const hasList = reviewsTab >= 0 && reading.place.reviewCount !== null;
  const isLimited = view.state?.limitedView === true && view.seen.payloads.length > 0;
  if (!hasNone && !hasList && !isLimited && !view.settled) return undefined;
  const places = placeBodies(raw)
    .map(placeArray)
    .filter((place) => place !== null);
  return { reading, reviewsTab, inlineRecords: places.flatMap(inlineReviewRecords) };
}
