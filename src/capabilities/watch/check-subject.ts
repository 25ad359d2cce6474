import { INTERNAL_ERROR, isAppError, NO_RESULTS, PROVIDER_UNAVAILABLE } from '../../core/errors.js';
import { cidOfFeature } from '../../core/identifiers/cid.js';
import { placeIdOfFeature } from '../../core/identifiers/place-id.js';
import { classifyReviewLink, parseReviewUrl } from '../../core/identifiers/review-url.js';
import { withholdsReviews } from '../../core/places/extractors/extract-notices.js';
import type { FoundDetails, PlaceFinder } from '../../core/places/find-place.js';
import { reviewLink } from '../../core/provider/urls.js';
import type { VisibilityReason } from '../../core/published/lines.js';
import type { Inspection, ReviewInspector } from '../../core/reviews/inspect-review.js';
import type { ReviewLister, ReviewsSummary } from '../../core/reviews/list-reviews.js';
import type { Review } from '../../core/reviews/review.js';
import { type Scope, startInnerScope } from '../../core/runtime/scope.js';
import type { bulkOf } from '../bulk/bulk.js';
import { authorKey, reviewOfAuthor } from './authors.js';
import type { CheckResult, SeenReview } from './known.js';
import { readKnown } from './ledger.js';
import { chosen, nominate } from './nominate.js';
import { sighting } from './observe-review.js';
import { isSamePlace, type PlaceState, readPlaceState, type SeenPlace } from './place-state.js';
import type { Database, Row } from './schema.js';

/** What checks of subjects need. */
export interface Checking {
  readonly db: Database;
  /** The secret of the database. */
  readonly hashKey: string;
  readonly finder: Pick<PlaceFinder, 'findDetails'>;
  readonly reviews: ReviewLister;
  readonly inspector: Pick<ReviewInspector, 'details'>;
  readonly bulk: ReturnType<typeof bulkOf>;
  /** How many nominated reviews one check proves; more if more became missing at once. By default 10; for tests. */
  readonly proofs?: number;
  /** Deadline of reading a place or a review, in milliseconds, and of reading a list. */
  readonly timeoutMs: number;
  readonly listTimeoutMs: number;
  readonly now: () => number;
}

/** `checkSubject`, for the scheduler. */
export type SubjectChecker = (watch: Row<'watch'>, scope: Scope) => Promise<CheckResult>;

type Findings = Omit<CheckResult, 'at' | 'loads'>;
type Look = Parameters<typeof nominate>[1];

/** The whole list: the maximum of pages, as in the API. */
const WHOLE_LIST = { maxPages: 50, minStars: null, maxStars: null, since: null };
/** How many nominated reviews a check proves. */
const PROOFS = 10;
/** The trouble of a check that finds another place for the first time. */
const OTHER_PLACE = 'other_place';
export const NOTHING: Findings = { trouble: null, place: null, list: null, reviews: [], verdicts: new Map() };

/** Checks the subject of a watch. Faults of the provider are part of the result. @throws the scope's reason */
export async function checkSubject(checking: Checking, watch: Row<'watch'>, scope: Scope) {
  const check = watch.kind === 'place' ? checkPlace : checkReview;
  const findings = await check(checking, watch, scope);
  scope.signal.throwIfAborted();
  return { at: checking.now(), loads: scope.timings.pageLoads, ...findings };
}

/** The value, or the code of the error. */
async function attempt<T>(scope: Scope, ms: number, work: (scope: Scope) => Promise<T>): Promise<T | string> {
  const inner = startInnerScope(scope, ms);
  try {
    return await work(inner);
  } catch (error) {
    if (scope.signal.aborted) throw scope.signal.reason;
    if (isAppError(error)) return error.code;
    scope.log.error({ err: error }, 'a check of the watch failed');
    return INTERNAL_ERROR.code;
  } finally {
    inner[Symbol.dispose]();
  }
}

function details({ finder, timeoutMs }: Checking, query: string, scope: Scope) {
  return attempt(scope, timeoutMs, (inner) => finder.findDetails(query, inner, { fresh: true }));
}

/**
 * Verdicts on the nominated reviews whose turn it is, by review id; null = the check of the review failed. `pages`: the
 * visible ones, as their own pages show them.
 */
async function prove(checking: Checking, watch: Row<'watch'>, look: Look, scope: Scope) {
  const { db, hashKey, bulk, proofs = PROOFS } = checking;
  const known = await readKnown(db, watch);
  const verdicts = new Map<string, VisibilityReason | null>();
  const pages: SeenReview[] = [];
  const links = new Map<string, string>();
  for (const { url, review_id: id } of chosen(nominate(known, look), proofs)) {
    if (url === null) verdicts.set(id, null);
    else links.set(url, id);
  }
  await bulk([...links.keys()], scope, (checked) => {
    const [id = '', found] = [links.get(checked.url), 'inspection' in checked ? checked.inspection : null];
    verdicts.set(id, found?.reason ?? null);
    if (found?.reason === 'visible') pages.push({ ...seenAlone(found, hashKey), id });
  });
  return { known, verdicts, pages };
}

/** The provider shows no such place: a result, unless another way to read the place shows it. */
async function checkGone(checking: Checking, watch: Row<'watch'>, scope: Scope): Promise<Findings> {
  const found = await details(checking, watch.subject, scope);
  if (found !== NO_RESULTS.code)
    return { ...NOTHING, trouble: typeof found === 'string' ? found : PROVIDER_UNAVAILABLE.code };
  const look = { at: checking.now(), list: null, reviews: [], isGone: true };
  const { verdicts, pages } = await prove(checking, watch, look, scope);
  return { ...NOTHING, isGone: true, verdicts, pages };
}

/** Reads the list, then the nominated reviews, then the place: its notices decide whether the verdicts count. */
async function checkPlace(checking: Checking, watch: Row<'watch'>, scope: Scope): Promise<Findings> {
  const reviews: SeenReview[] = [];
  const request = { placeRef: watch.subject, ...WHOLE_LIST };
  const list = await attempt(scope, checking.listTimeoutMs, (inner) =>
    checking.reviews.list(request, inner, (event) => {
      if (event.kind === 'review' && event.review.isPartner !== true)
        reviews.push(seenReview(event.review, checking.hashKey));
    }),
  );
  if (list === NO_RESULTS.code) return checkGone(checking, watch, scope);
  // A list that failed before its end does not say which place its reviews belong to.
  if (typeof list === 'string') {
    const found = await details(checking, watch.subject, scope);
    const isRead = typeof found !== 'string' && !isElsewhere(watch, found);
    return { ...NOTHING, trouble: list, place: isRead ? placeOf(found, null) : null };
  }
  const look = { at: checking.now(), list, reviews, isGone: false };
  const { known, verdicts, pages } = await prove(checking, watch, look, scope);
  const found = await details(checking, watch.subject, scope);
  if (typeof found === 'string')
    return { ...NOTHING, trouble: found, list, reviews, verdicts: sightings(verdicts), pages };
  // The two loads show different places: the place is being merged, or one of the loads is wrong.
  if (!isSamePlace(found.placeId, list.placeId)) return { ...NOTHING, trouble: PROVIDER_UNAVAILABLE.code };
  // Another place counts when the next check finds it, too.
  if (isElsewhere(watch, found) && watch.trouble !== OTHER_PLACE) return { ...NOTHING, trouble: OTHER_PLACE };
  const place = placeOf(found, list);
  const isSound = place.isWhole && !withholds(place, known.place);
  const { reviewIds } = found.reading;
  const counted = isSound ? sightings(verdicts, (id) => !reviewIds.includes(id)) : sightings(verdicts);
  return { trouble: null, place, list, reviews, verdicts: counted, pages };
}

async function checkReview(checking: Checking, watch: Row<'watch'>, scope: Scope): Promise<Findings> {
  const { db, hashKey, inspector } = checking;
  const named = classifyReviewLink(watch.subject);
  const link = named.kind === 'review' ? named.link : null;
  const id = link?.reviewId ?? reviewOfAuthor(authorKey(hashKey, link?.authorId ?? ''));
  const known = await readKnown(db, watch);
  const kept = known.reviews.get(id)?.url ?? null;
  const ownId = ownIdOf(kept);
  const seen = await attempt(scope, checking.timeoutMs, (inner) =>
    inspector.details(watch.subject, inner, ownId),
  );
  if (typeof seen === 'string') return { ...NOTHING, trouble: seen };
  if (seen.reason === 'visible') {
    // The link with the review's own id is kept: a link by author alone is no proof (verdicts.md, rule 5).
    const alone = seenAlone(seen, hashKey);
    const url = link?.authorId == null ? watch.subject : (alone.url ?? kept ?? watch.subject);
    const review = { ...alone, id, url };
    return { ...NOTHING, place: placeOfReview(seen), reviews: [review] };
  }
  // Reviews of a place that withholds them look as if they were gone.
  const { place: before } = known;
  const cid = link?.featureId == null ? null : cidOfFeature(link.featureId);
  const query = before?.placeId ?? cid;
  const found = query === null ? NO_RESULTS.code : await details(checking, query, scope);
  const verdicts = new Map([[id, seen.reason]]);
  if (found === NO_RESULTS.code) return { ...NOTHING, verdicts };
  if (typeof found === 'string') return { ...NOTHING, trouble: found };
  // The page of the place shows the review (verdicts.md, rule 3).
  const ids: readonly unknown[] = [link?.reviewId, link?.authorId, ownId];
  if (found.reading.reviewIds.some((one) => ids.includes(one)))
    return { ...NOTHING, trouble: PROVIDER_UNAVAILABLE.code };
  const place = placeOf(found, null);
  if (withholds(place, before)) return { ...NOTHING, trouble: 'withheld' };
  // The notices stand beside the verdict: they may explain it.
  const isMoved = isElsewhere(watch, found);
  if (isMoved && watch.trouble !== OTHER_PLACE) return { ...NOTHING, trouble: OTHER_PLACE };
  if (!place.isWhole) return { ...NOTHING, trouble: 'limited_view' };
  return { ...NOTHING, verdicts, notices: place.notices, place: isMoved ? place : null };
}

/** Whether another place was found than earlier checks saw. */
function isElsewhere({ place }: Row<'watch'>, { placeId }: FoundDetails): boolean {
  return !isSamePlace(readPlaceState(place)?.placeId ?? null, placeId);
}

/**
 * Keeps the verdicts "visible". The verdict "not visible" counts only after the page of the place, with its notices, has
 * been read, and if that page lacks the review.
 */
function sightings(
  verdicts: ReadonlyMap<string, VisibilityReason | null>,
  isMissing: (id: string) => boolean = () => false,
): Map<string, VisibilityReason | null> {
  const counts = ([id, reason]: [string, unknown]) => reason === 'visible' || isMissing(id);
  return new Map([...verdicts].map((one) => [one[0], counts(one) ? one[1] : null]));
}

/** `before`: the place as earlier checks saw it. */
function withholds({ notices, reviewCount }: SeenPlace, before: PlaceState | null): boolean {
  return withholdsReviews(notices, reviewCount, before?.reviewCount ?? null);
}

function placeOf({ placeId, reading }: FoundDetails, list: ReviewsSummary | null): SeenPlace {
  const { place, degraded, limitedView, fromPayload } = reading;
  const { name, address, rating, reviewCount } = place;
  const notices = [...reading.notices, ...(list?.notices ?? [])];
  const isWhole = fromPayload && !degraded && !limitedView;
  return { placeId, name, address, rating, reviewCount, notices, isWhole };
}

function placeOfReview({ featureId, placeName }: Inspection): SeenPlace {
  const placeId = featureId === null ? null : placeIdOfFeature(featureId);
  const unknown = { address: null, rating: null, reviewCount: null, notices: [], isWhole: false };
  return { placeId, name: placeName, ...unknown };
}

/** A record holds the whole review; a card of a rendered list may lack parts of it, or show a translation. */
function seenReview(review: Review, hashKey: string): SeenReview {
  const { ownerReply, hasNoReply, author, placeCid } = review;
  const isRecord = placeCid !== null;
  return {
    id: review.id,
    url: linkOf(review),
    authorKey: author.id === null ? null : authorKey(hashKey, author.id),
    isOwn: review.isPartner === false,
    stars: review.stars,
    text: isRecord ? review.text : null,
    photos: isRecord ? review.photoCount : null,
    reply: hasNoReply ? null : isRecord ? (ownerReply?.text ?? undefined) : undefined,
    author: author.name,
    dateText: review.dateText,
    publishedAt: review.publishedAt,
    editedAt: review.editedAt,
  };
}

/** The review's own id in the link that the ledger keeps; null = the link names its author, or no link is kept. */
function ownIdOf(url: string | null): string | null {
  return url === null || !URL.canParse(url) ? null : (parseReviewUrl(new URL(url))?.reviewId ?? null);
}

/** The link in the record of a review, else a link made from its ids; null = both are unknown. */
function linkOf({ id, url, placeCid }: Review): string | null {
  const link = url === null ? null : parseReviewUrl(new URL(url));
  if (link?.reviewId === id) return link.url;
  return placeCid === null ? null : reviewLink(id, placeCid);
}

/** A review on its own page. Without its record only the sighting is certain. */
function seenAlone({ review, shown }: Inspection, hashKey: string): SeenReview {
  return review === null ? { ...sighting(''), author: shown?.author ?? null } : seenReview(review, hashKey);
}
