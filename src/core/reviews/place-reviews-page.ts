import type { Page } from 'playwright';
import type { FeatureId } from '../identifiers/feature-id.js';
import { datedNotices, mergeNotices, withShownNotices } from '../places/extractors/extract-notices.js';
import { extractPlace, placeAnswers } from '../places/extractors/extract-place.js';
import { pageFeatureId } from '../places/extractors/subject.js';
import { isNothing, type NothingFound, nothingFound } from '../places/nothing-found.js';
import type { PlaceReading } from '../places/place.js';
import { hasSnippets, inlineReviewRecords, readPlacePayload } from '../places/wire/place-payload.js';
import { drifted } from '../provider/faults.js';
import {
  type NavigationOptions,
  navigate,
  type PageView,
  rawPlacePage,
} from '../provider/navigation/navigate.js';
import { captureInput, nextPageState } from '../provider/navigation/page-state.js';
import type { RawPageState, RawPlacePage } from '../provider/raw-state.js';
import { race } from '../runtime/scope.js';
import { doubtsOf, LIMITED, type PlaceReviewsPage } from './list-end.js';
import { lookForReviews } from './scroll-list.js';
import { hasMoreThanInline } from './wire/reviews-batch.js';

/**
 * Loads a place page up to its reviews tab; `NothingFound` when the provider shows no such place. The page may be
 * drawn before its data has been read here: the function waits for the records and notices in the data.
 */
export async function openPlaceReviewsPage(
  page: Page,
  url: string,
  options: NavigationOptions,
): Promise<PlaceReviewsPage | NothingFound> {
  const troubles = new Set<string>();
  const opened = await navigate(page, url, options, (view) => {
    noteTroubles(view, troubles);
    if (view.seen.pendingData > 0 && !view.settled && !view.dataOverdue) return undefined;
    return decide(view, troubles);
  });
  const isDecided =
    isNothing(opened) || opened.reading.place.reviewCount !== null || opened.doubts.length > 0;
  if (isDecided || opened.reviewsTab < 0) return opened;
  const tab = await lookForReviews(page, opened.reviewsTab, options);
  const seen = { ...(await race(options.scope.signal, withReviewsTab(page, opened))), tab };
  return tab === 'none' && seen.troubles.length === 0 ? withoutReviews(seen) : seen;
}

/** The page of a place whose reviews tab says in words that it has no reviews. */
function withoutReviews(opened: PlaceReviewsPage): PlaceReviewsPage {
  const { place, missing } = opened.reading;
  const counted = { ...place, reviewCount: 0, stars: [0, 0, 0, 0, 0] as const };
  const known = missing.filter((name) => name !== 'reviewCount' && name !== 'stars');
  const degraded = place.name === null;
  return { ...opened, reading: { ...opened.reading, place: counted, missing: known, degraded } };
}

/** Notes troubles as they appear: a failed request may be repeated with success, and a marker may go away. */
function noteTroubles({ seen, state }: PageView, troubles: Set<string>): void {
  for (const status of seen.pastFailures) troubles.add(`a data request failed: ${status}`);
  if (state !== null) for (const words of shownTroubles(state)) troubles.add(words);
}

function shownTroubles({ limitedView, errorMessage }: RawPageState): string[] {
  return [...(limitedView ? [LIMITED] : []), ...(errorMessage ? ['an error message'] : [])];
}

/**
 * The page after its reviews tab was opened: adds the troubles that its document has shown meanwhile, even briefly,
 * and the notices above the reviews, as long as the page still shows this place.
 */
export async function withReviewsTab(page: Page, opened: PlaceReviewsPage): Promise<PlaceReviewsPage> {
  const state = await page.evaluate(nextPageState, captureInput(null));
  const troubles = [...new Set([...opened.troubles, ...shownTroubles(state)])];
  const shownPlace = pageFeatureId({ url: page.url(), embedded: null });
  const isOther = shownPlace !== null && shownPlace !== opened.reading.place.featureId;
  const { reading } = opened;
  const shown = withShownNotices(reading.notices, isOther ? [] : state.notices);
  const notices = datedNotices(shown, Date.now());
  return { ...opened, reading: { ...reading, notices }, troubles };
}

/** The page with the notices of another reading of the same place; a reading of another place adds nothing. */
export function withNotices(
  opened: PlaceReviewsPage,
  other: Pick<PlaceReading, 'place' | 'notices'>,
): PlaceReviewsPage {
  const { reading } = opened;
  if (other.place.featureId !== reading.place.featureId) return opened;
  return { ...opened, reading: { ...reading, notices: mergeNotices(reading.notices, other.notices) } };
}

function decide(view: PageView, troubles: ReadonlySet<string>): PlaceReviewsPage | NothingFound | undefined {
  const raw = rawPlacePage(view);
  const reading = extractPlace(raw);
  if (reading === null) return view.settled ? nothingFound(view) : undefined;
  const named = pageFeatureId({ url: '', embedded: raw.embedded });
  if (named !== null && named !== reading.place.featureId) {
    if (!view.settled) return undefined;
    throw drifted('place_payload', "another place's data came in place of the page's own");
  }
  const reviewsTab = view.state?.panel?.reviewsTab ?? -1;
  const { reviewCount } = reading.place;
  // The panel may be drawn before its data, with the first records, has been read here.
  const isRead = view.seen.pendingData === 0 || view.dataOverdue;
  const hasList = reviewsTab >= 0 && reviewCount !== null && reviewCount > 0 && isRead;
  const showsLimitedView = view.state?.limitedView === true && view.seen.payloads.length > 0;
  if (!hasList && !showsLimitedView && !view.settled) return undefined;
  const { own, foreign } = payloadsOf(raw, reading.place.featureId);
  const opened = {
    reading,
    reviewsTab,
    tab: null,
    inlineRecords: own.flatMap(({ place }) => inlineReviewRecords(place)),
    hasMoreThanInline: own.some(({ place }) => hasMoreThanInline(place)),
    foreignRecords: foreign.flatMap(({ place }) => inlineReviewRecords(place)).length,
    troubles: [...troubles],
  };
  const ownData = own.filter(({ payload }) => payload?.featureId != null && payload.name !== null);
  const hasReviews = opened.inlineRecords.length > 0 || ownData.some(({ place }) => hasSnippets(place));
  const doubts = doubtsOf(view, reading.place, ownData.length > 0, hasReviews);
  return { ...opened, doubts: [...troubles, ...doubts] };
}

/** The answers of a page that hold the data of its place, and of other places: each belongs by its feature id. */
function payloadsOf(raw: RawPlacePage, featureId: FeatureId) {
  const bodies = new Map(placeAnswers(raw).map((answer) => [answer.body, answer]));
  const read = [...bodies.values()].map(readPlacePayload);
  const isOwn = ({ payload }: (typeof read)[number]) => (payload?.featureId ?? featureId) === featureId;
  return { own: read.filter(isOwn), foreign: read.filter((one) => !isOwn(one)) };
}
