import { Buffer } from 'node:buffer';
import { isAppError, PROVIDER_UNAVAILABLE } from '../../core/errors.js';
import { cidOfFeature } from '../../core/identifiers/cid.js';
import { isReviewId, parseReviewUrl, type ReviewLink } from '../../core/identifiers/review-url.js';
import { isNothing } from '../../core/places/nothing-found.js';
import type { PlaceReading } from '../../core/places/place.js';
import { extractReview } from '../../core/reviews/extractors/extract-review.js';
import { openPlaceReviewsPage } from '../../core/reviews/place-reviews-page.js';
import type { Review } from '../../core/reviews/review.js';
import { readFirstBatches } from '../../core/reviews/scroll-list.js';
import { fail, ok, type Result, warn } from './check-report.js';
import type { Run } from './doctor-lookups.js';
import { subjectOf } from './place-checks.js';

/** The first batches of a list. They hold reviews, so they never become part of a report. */
type FirstBatches = Awaited<ReturnType<typeof readBatches>>;

const BATCHES = 3;

/** Checks the first batches of a place's list, one visible review, and a made-up review. */
export async function checkReviews(place: PlaceReading, run: Run): Promise<void> {
  const { list } = run;
  const subject = subjectOf(place.place.featureId);
  const read = await list.check('reviews_batches', subject, async () =>
    batchesResult(await readBatches(place, run)),
  );
  if (read === null) return;
  const sample = sampleOf(read.reviews);
  if (sample === null) {
    list.note('review_visible', subject, warn({ code: 'review_none' }));
    return;
  }
  const hasControl = await list.check('review_visible', subject, () => visibleResult(sample, place, run));
  await checkMadeUp(sample, subject, hasControl === true, run);
}

/** `unread`: records without id or place. `end` null = the list has more batches. */
async function readBatches({ place }: PlaceReading, { lookups, parts: { urls, settleMs }, scope }: Run) {
  const cid = cidOfFeature(place.featureId);
  using tab = await lookups.loads.take(scope);
  const url = urls.place(subjectOf(place.featureId));
  const opened = await tab.load(scope, (page, options) => openPlaceReviewsPage(page, url, options));
  // Do not reuse a page with a review list.
  tab.retire();
  const none: readonly Review[] = [];
  const stalled = { kind: 'stalled' } as const;
  if (isNothing(opened) || opened.reviewsTab < 0)
    return { batches: 0, reviews: none, unread: 0, end: stalled };
  const { batches, end } = await tab.during(
    readFirstBatches(tab.page(), opened, { scope, settleMs }, BATCHES),
  );
  const records = batches.flatMap((batch) => batch.records);
  const own = records
    .flatMap((record) => extractReview(record) ?? [])
    .filter(({ placeCid }) => placeCid === cid);
  const reviews = [...new Map(own.map((review) => [review.id, review])).values()];
  return { batches: batches.length, reviews, unread: records.length - own.length, end };
}

/** Whether the first batches of the list could be read. */
function batchesResult(read: FirstBatches): Result<FirstBatches> {
  const { batches, reviews, unread, end } = read;
  const seen = { batches, reviews: reviews.length, unread, end: end?.kind ?? null };
  const hasEndedBadly = end !== null && end.kind !== 'end' && end.kind !== 'flagged';
  if (reviews.length === 0) return warn({ code: 'batches_none', ...seen });
  if (unread > 0 || hasEndedBadly) return { ...warn({ code: 'batches_unread', ...seen }), value: read };
  return { ...ok({ code: 'batches_read', ...seen }), value: read };
}

interface Sample {
  readonly link: ReviewLink;
  readonly reviewId: string;
}

/** The first review that has stars and a link, and is not from a partner. */
function sampleOf(reviews: readonly Review[]): Sample | null {
  for (const { id, url, stars, isPartner } of reviews) {
    if (isPartner !== false || stars === null || url === null || !URL.canParse(url)) continue;
    const link = parseReviewUrl(new URL(url));
    if (link?.reviewId === id) return { link, reviewId: id };
  }
  return null;
}

/** The value is true if the review can be used as a control. */
async function visibleResult(
  { link, reviewId }: Sample,
  { place }: PlaceReading,
  { lookups, parts: { urls, remember }, scope }: Run,
): Promise<Result<boolean>> {
  const target = { url: urls.review(link.url), reviewId, authorId: null, cid: cidOfFeature(place.featureId) };
  const reading = await lookups.reader.load(target, scope);
  if (reading.kind !== 'visible') return warn({ code: 'review_not_shown' });
  if (reading.sighting === null) return warn({ code: 'review_in_part' });
  const { authorId } = reading.sighting();
  for (const take of [lookups.remember, remember])
    take({ link: link.url, reviewId, authorId, cid: target.cid });
  return { ...ok({ code: 'review_in_full' }), value: true };
}

/** A made-up review must never be visible, and must be "not visible" only with proof. verdicts.md, rule 5. */
async function checkMadeUp(
  { link, reviewId }: Sample,
  subject: string,
  hasControl: boolean,
  { list, lookups, scope }: Run,
): Promise<void> {
  const madeUp = madeUpReview(link.url, reviewId);
  if (madeUp === null) return;
  await list.check('review_made_up', subject, async () => {
    try {
      const { reason } = await lookups.inspector.visibility(madeUp.link, scope);
      if (reason === 'visible') return fail({ code: 'made_up_visible' });
      return hasControl ? ok({ code: 'made_up_absent', reason }) : warn({ code: 'made_up_unproven' });
    } catch (error) {
      // Without proof, `provider_unavailable` is the right answer.
      if (!isAppError(error, PROVIDER_UNAVAILABLE)) throw error;
      return hasControl ? warn({ code: 'made_up_undecided' }) : ok({ code: 'made_up_undecided' });
    }
  });
}

/** Letters and digits that are replaced, counted from the end of the inner id. */
const REPLACED_CHARACTERS = 12;
const KINDS = ['0123456789', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'];

/**
 * Makes the link and id of a review that does not exist, by replacing the last letters and digits inside the id of a
 * real review with others of the same kind. Null if the link does not hold the id.
 */
function madeUpReview(link: string, reviewId: string): { link: string; reviewId: string } | null {
  const inner = [...Buffer.from(reviewId, 'base64url').toString('latin1')];
  const positions = [...inner.keys()]
    .filter((at) => /[A-Za-z\d]/.test(inner[at] ?? ''))
    .slice(-REPLACED_CHARACTERS);
  for (const at of positions) {
    const kind = KINDS.find((characters) => characters.includes(inner[at] ?? '')) ?? '';
    inner[at] = kind.charAt((kind.indexOf(inner[at] ?? '') + kind.length / 2) % kind.length);
  }
  const id = Buffer.from(inner.join(''), 'latin1').toString('base64url');
  if (id === reviewId || !isReviewId(id) || !link.includes(reviewId)) return null;
  return { link: link.replaceAll(reviewId, id), reviewId: id };
}
