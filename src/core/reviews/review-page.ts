import type { Page } from 'playwright';
import { identityOf, parseReviewUrl, type ReviewIdentity } from '../identifiers/review-url.js';
import { drifted, providerFault } from '../provider/faults.js';
import {
  assertNoTrouble,
  type NavigationOptions,
  navigate,
  type PageView,
} from '../provider/navigation/navigate.js';
import type { ReviewPageTarget } from '../provider/urls.js';
import { race } from '../runtime/scope.js';
import { type AbsenceSigns, answerShape, type Sighting } from './extractors/absence-signs.js';
import { isCut, type ShownTexts } from './extractors/cut-text.js';
import { extractReview } from './extractors/extract-review.js';
import {
  contradictsItself,
  isOwnRecord,
  judgeAbsence,
  ownCard,
  type RawReviewPage,
  saysGone,
  showsInFull,
  showsReview,
} from './extractors/visibility.js';
import { captureTexts } from './review-cards.js';
import { findIn } from './subject-search.js';
import { readReviewPageData } from './wire/review-page-data.js';
import { recordIds } from './wire/review-record.js';

/** The result of loading a single review's page. */
export type ReviewPageReading =
  | {
      readonly kind: 'visible';
      readonly raw: RawReviewPage;
      /** The review's id and the shape of its answer, if it was seen in full: then the provider answers normally. */
      readonly sighting: (() => Sighting) | null;
      /** The texts after unfolding; absent if no text was cut. */
      readonly texts?: ShownTexts;
    }
  /** The page shows no review and, as far as it can be judged, answered normally. */
  | { readonly kind: 'absent'; readonly signs: AbsenceSigns }
  /** A page that answered normally and is about the place of another CID. */
  | { readonly kind: 'elsewhere'; readonly cid: string };

/**
 * Loads a review's page until it shows the review in full, or no longer changes. A page that lacks data, in whole or
 * in part, gives no verdict: AppErrors `provider_blocked`, `provider_unavailable`. Unfolds texts whose data is cut.
 */
export async function readReviewPage(
  page: Page,
  target: ReviewPageTarget,
  options: NavigationOptions,
): Promise<ReviewPageReading> {
  const reading = await visitReview(page, target, options);
  if (reading.kind !== 'visible') return reading;
  const { raw } = reading;
  const review = extractReview(raw.data?.record);
  if (review !== null && !isCut(review)) return reading;
  const id = review?.id ?? ownCard(raw)?.id ?? target.reviewId;
  const texts = captureTexts(page, id, options.settleMs);
  return { ...reading, texts: await race(options.scope.signal, texts) };
}

function visitReview(
  page: Page,
  target: ReviewPageTarget,
  options: NavigationOptions,
): Promise<ReviewPageReading> {
  const surface = { reviewId: target.reviewId };
  return navigate(page, target.url, { ...options, surface }, (view) => {
    const raw = rawReviewPage(view, target);
    const isReviewPage = view.state?.panel == null;
    // The data arrives before the page shows its words: a review is visible once both agree (verdicts.md, rule 3).
    if (isReviewPage && showsReview(raw) && (showsInFull(raw) || view.settled)) {
      if (contradictsItself(raw))
        throw drifted('review_page', 'the review in the data, and words that it is gone');
      return visible(view, raw);
    }
    return absenceAtRest(view, raw);
  });
}

function visible(view: PageView, raw: RawReviewPage): ReviewPageReading {
  const { data } = raw;
  const ids = recordIds(data?.record);
  if (data === null || ids === null || !showsInFull(raw)) return { kind: 'visible', raw, sighting: null };
  const { id: reviewId, authorId } = ids;
  const shape = () => answerShape(data, view.seen.documents.at(-1), reviewId);
  const sighting = () => ({ reviewId, authorId, shape: shape() });
  return { kind: 'visible', raw, sighting };
}

/**
 * The meaning of a page without its review once it no longer changes; undefined while it may change. Absence counts
 * only on a page that answered normally: any other page is a fault of the provider. verdicts.md, rules 1–3.
 */
function absenceAtRest(view: PageView, raw: RawReviewPage): ReviewPageReading | undefined {
  if (!view.settled && !isSaidForSure(view, raw)) return undefined;
  assertReviewPage(view, raw.identity);
  assertNoTrouble(view, view.seen.pending);
  const { documents, reviews } = view.seen;
  if (raw.data === null) throw providerFault('the page brought no review data');
  const answers = reviews.map((answer) => readReviewPageData(answer, raw.identity.cid));
  if (answers.includes(null)) throw drifted('review_answer', 'a body that is no answer');
  if (answers.some((answer) => answer?.record != null) && raw.data.record == null)
    throw drifted('review_answer', 'the record slot holds something else');
  // A record by author and place has no id that `judgeAbsences` could find outside the record slot.
  if (findIn(view, raw.identity)?.raw != null)
    throw drifted('review_answer', 'the record of the review stands outside the record slot');
  const absence = judgeAbsence(raw);
  if ('contradiction' in absence) throw drifted('review_page', absence.contradiction);
  if ('elsewhere' in absence) return { kind: 'elsewhere', cid: absence.elsewhere };
  const shape = answerShape(raw.data, documents.at(-1), raw.identity.reviewId);
  const isSaid = saysGone(raw) && raw.data.record == null && raw.data.namesPlace;
  return { kind: 'absent', signs: { reason: absence.reason, shape, saysGone: isSaid } };
}

/** True if the page states below the card that the review is gone, its data is whole, and no request is pending. */
function isSaidForSure({ seen, state }: PageView, raw: RawReviewPage): boolean {
  if (state?.review?.hasCard !== true || raw.data?.namesPlace !== true || raw.data.record != null)
    return false;
  return saysGone(raw) && seen.loaded && seen.pending === 0;
}

/** Throws if the page is not, or no longer, the page of the review. */
function assertReviewPage({ seen, state }: PageView, identity: ReviewIdentity): void {
  const document = seen.documents.at(-1);
  const url = document !== undefined && URL.canParse(document.url) ? new URL(document.url) : null;
  const shown = url === null ? null : parseReviewUrl(url);
  const isAsked = shown !== null && isSame(identityOf(shown), identity);
  if (!isAsked || document?.status !== 200 || state?.panel != null)
    throw providerFault('another page came in place of the review');
}

/** Compares two reviews by id, or by place if one of the links names the author instead. reviews.md §5. */
function isSame(shown: ReviewIdentity, asked: ReviewIdentity): boolean {
  if (shown.reviewId !== null && asked.reviewId !== null) return shown.reviewId === asked.reviewId;
  if (shown.authorId !== null && asked.authorId !== null) return shown.authorId === asked.authorId;
  return shown.cid !== null && shown.cid === asked.cid;
}

/** The raw state of the requested review in a view. */
export function rawReviewPage({ seen, state }: PageView, identity: ReviewIdentity): RawReviewPage {
  const answers = seen.reviews
    .map((answer) => readReviewPageData(answer, identity.cid))
    .filter((data) => data !== null);
  const own = answers.findLast((data) => isOwnRecord(data.record, identity));
  const last = answers.at(-1) ?? null;
  return { identity, data: own ?? last, view: state?.review ?? null };
}
