import type { Page } from 'playwright';
import { placeBodies } from '../extractors/place.js';
import type { NavigationOptions } from '../navigation/navigate.js';
import { navigate, rawPlacePage } from '../navigation/navigate.js';
import { placeArray } from '../wire/place-payload.js';
import { inlineReviewRecords } from '../wire/reviews-batch.js';

/**
 * Loads a place page as far as the review records that come with its payload (places.md §6), of whatever place they
 * are; empty when none came.
 */
export function readFirstReviews(
  page: Page,
  url: string,
  options: NavigationOptions,
): Promise<readonly unknown[]> {
  return navigate(page, url, options, (view) => {
    const places = placeBodies(rawPlacePage(view)).map(placeArray);
    const records = places.flatMap((place) => (place === null ? [] : inlineReviewRecords(place)));
    return records.length > 0 || view.settled ? records : undefined;
  });
}
