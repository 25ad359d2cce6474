import type { z } from 'zod';
import { createLocalTime } from '../../core/api/local-time.js';
import { presentDetails, presentSearch } from '../../core/api/presenters/present-place.js';
import {
  type Moment,
  presentReview,
  presentReviewDetails,
} from '../../core/api/presenters/present-review.js';
import { cidOfFeature } from '../../core/identifiers/cid.js';
import type { FeatureId } from '../../core/identifiers/feature-id.js';
import { placeIdOfFeature } from '../../core/identifiers/place-id.js';
import { chooseMarked, severalFrom } from '../../core/identifiers/place-marks.js';
import { extractPlace } from '../../core/places/extractors/extract-place.js';
import { answeredPlaces, listedPlaces } from '../../core/places/search-page.js';
import { candidatesOf } from '../../core/places/wire/search-payload.js';
import { type PageView, rawPlacePage } from '../../core/provider/navigation/navigate.js';
import { nothingObserved } from '../../core/provider/navigation/observation.js';
import type { placeReviewsData } from '../../core/published/place-reviews-answer.js';
import { extractReview } from '../../core/reviews/extractors/extract-review.js';
import { extractCard } from '../../core/reviews/extractors/review-card.js';
import {
  judgeAbsence,
  readVisible,
  shownPlaceName,
  showsReview,
} from '../../core/reviews/extractors/visibility.js';
import { rawReviewPage } from '../../core/reviews/review-page.js';
import { readReviewsBatch } from '../../core/reviews/wire/reviews-batch.js';
import type { Recording, RecordingPart } from './recording.js';

/** The settled page of a recording, for the functions that read pages. */
export function viewOf(recording: Recording): PageView {
  const { about, state } = recording;
  const documents = about.parts
    .filter(({ kind, status }) => kind === 'document' && (status < 300 || status >= 400))
    .map(({ url, status, file }) => ({ url, status, html: recording.bodies[file] ?? null }));
  const seen = {
    ...nothingObserved(),
    documents,
    payloads: bodiesOf(recording, 'payload'),
    searches: bodiesOf(recording, 'search'),
    reviews: bodiesOf(recording, 'review'),
    loaded: true,
  };
  return { asked: about.asked, url: about.url, seen, state, settled: true, dataOverdue: false };
}

/** The answer of the service for a recorded page; null if the extractors read nothing. */
export function readRecorded(recording: Recording): unknown {
  const { kind, link, locale, recordedAt, review } = recording.about;
  const moment = { at: Date.parse(recordedAt), localTime: createLocalTime(locale.timeZone) };
  const view = viewOf(recording);
  switch (kind) {
    case 'consent':
      return null;
    case 'place':
      return success(placeData(view, moment));
    case 'search':
      return success(searchData(view, link));
    case 'reviews':
      return success(listData(recording, view));
    case 'review': {
      const identity = review ?? { reviewId: null, authorId: null, cid: null };
      return reviewData(view, identity, link, moment);
    }
  }
}

function bodiesOf({ about, bodies }: Recording, wanted: RecordingPart['kind']): string[] {
  return about.parts
    .filter(({ kind, status }) => kind === wanted && status === 200)
    .flatMap(({ file }) => bodies[file] ?? []);
}

function success(data: unknown) {
  return { status: 'success', data };
}

const NOT_CACHED = { outcome: 'none', ageSeconds: 0 } as const;

function placeData(view: PageView, moment: Moment) {
  const reading = extractPlace(rawPlacePage(view));
  if (reading === null) return null;
  const { featureId } = reading.place;
  const notices = reading.notices.map((notice) => ({ ...notice, seenAt: moment.at }));
  const details = {
    ...found(featureId),
    reading: { ...reading, notices },
    source: 'place_id',
    cache: NOT_CACHED,
    candidates: [],
  } as const;
  return presentDetails(details, moment.localTime);
}

function searchData(view: PageView, query: string) {
  const results = answeredPlaces(view);
  const named = chooseMarked(results, null) ?? chooseMarked(listedPlaces(view), null);
  const featureId = named?.featureId ?? extractPlace(rawPlacePage(view))?.place.featureId ?? null;
  if (featureId === null) return null;
  const candidates = severalFrom(featureId, candidatesOf(results));
  return presentSearch(query, {
    ...found(featureId),
    source: 'search_result',
    cache: NOT_CACHED,
    candidates,
  });
}

function found(featureId: FeatureId) {
  return { featureId, placeId: placeIdOfFeature(featureId) ?? featureId };
}

/** The reviews in the batches that belong to the place. A card is used if the record of its review is missing. */
function listData(recording: Recording, view: PageView): Partial<z.infer<typeof placeReviewsData>> | null {
  const reading = extractPlace(rawPlacePage(view));
  if (reading === null) return null;
  const { featureId, reviewCount } = reading.place;
  const cid = cidOfFeature(featureId);
  const records = bodiesOf(recording, 'batch').flatMap((body) => {
    const batch = readReviewsBatch(body);
    return batch.kind === 'batch' ? batch.batch.records : [];
  });
  const read = records.map(extractReview).filter((review) => review !== null && review.placeCid === cid);
  const shown = recording.cards.map(extractCard);
  const byId = new Map(
    [...shown, ...read].flatMap((review) => (review === null ? [] : [[review.id, review]])),
  );
  const inOrder = new Set([...read, ...shown].flatMap((review) => review?.id ?? []));
  const reviews = [...inOrder].flatMap((id) => byId.get(id) ?? []).map(presentReview);
  return {
    place_id: found(featureId).placeId,
    reviews_count: reviews.length,
    total_reviews: reviewCount,
    reviews,
  };
}

/** One load is not enough for a negative verdict: a missing review is reported as `absent`. */
function reviewData(
  view: PageView,
  identity: Parameters<typeof rawReviewPage>[1],
  link: string,
  moment: Moment,
) {
  const raw = rawReviewPage(view, identity);
  if (!showsReview(raw)) return { status: 'absent', absence: judgeAbsence(raw) };
  const inspection = {
    reason: 'visible' as const,
    ...readVisible(raw),
    placeName: shownPlaceName(raw),
    featureId: raw.data?.featureId ?? null,
    notices: [],
    controls: [],
  };
  return success(presentReviewDetails(link, inspection, moment));
}
