import { LRUCache } from 'lru-cache';
import { AppError, isAppError } from '../contract/errors.js';
import { message } from '../contract/messages.js';
import type { ControlCandidate, ControlReading, PlaceSubject } from '../controls/controls.js';
import { cidOfFeature } from '../identifiers/cid.js';
import type { FeatureId } from '../identifiers/feature-id.js';
import { placeIdOfFeature } from '../identifiers/place-id.js';
import { classifyReviewLink, parseReviewUrl, type ReviewLink } from '../identifiers/review-url.js';
import type { KnownNotices } from '../places/known-notices.js';
import { isNothing, type NothingFound } from '../places/nothing-found.js';
import type { QueryResolver } from '../places/resolve-query.js';
import { searchPlaceId } from '../places/search-page.js';
import type { ReviewLinkResolver } from '../places/share-links.js';
import type { ProviderUrls } from '../provider/urls.js';
import type { Scope } from '../runtime/scope.js';
import type { PageLoads } from '../traffic/page-loads.js';
import { extractReview } from './extractors/review.js';
import type { AnswerShape } from './extractors/review-evidence.js';
import { identityOf, type ReviewIdentity } from './extractors/visibility.js';
import { openPlaceReviewsPage, type PlaceReviewsPage } from './place-reviews-page.js';
import type { Review } from './review.js';
import type { ReviewReader } from './review-reader.js';

/** A review that was seen visible, as a control for others. */
export interface ControlReview extends ReviewIdentity {
  readonly link: string;
}

interface CandidateOptions {
  readonly reader: ReviewReader;
  readonly loads: PageLoads;
  readonly resolveReview: ReviewLinkResolver;
  readonly resolve: QueryResolver;
  readonly urls: ProviderUrls;
  /** CONTROL_REVIEWS. */
  readonly reviewLinks: readonly string[];
  /** CONTROL_PLACES. */
  readonly placeRefs: readonly string[];
  readonly notices: Pick<KnownNotices, 'note'>;
  /** Default: a new, empty memory. */
  readonly memory?: CandidateMemory;
}

const MAX_REMEMBERED = 100;
const REMEMBERED_MS = 24 * 3_600_000;
/** Maximum reviews of one place that are tried. */
const MAX_OF_A_PLACE = 3;
/** How long a place is skipped after its page named no other review, in milliseconds. */
const SKIPPED_PLACE_MS = 600_000;
const MAX_SKIPPED_PLACES = 1_000;

/** Known reviews and places that may be controls. Use cases that load pages in different ways share one memory. */
export type CandidateMemory = ReturnType<typeof createCandidateMemory>;

export function createCandidateMemory() {
  return {
    remembered: new LRUCache<string, ControlReview>({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS }),
    knownPlaces: new LRUCache<FeatureId, true>({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS }),
    names: new LRUCache<string, string>({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS }),
    features: new LRUCache<string, FeatureId>({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS }),
    skippedPlaces: new LRUCache<string, true>({ max: MAX_SKIPPED_PLACES, ttl: SKIPPED_PLACE_MS }),
  };
}

export type ControlCandidates = ReturnType<typeof createControlCandidates>;

/** Finds candidates for controls, in the order of docs/provider/verdicts.md, rules 5 and 6. */
export function createControlCandidates(options: CandidateOptions) {
  const { reader, loads, resolveReview, resolve, urls, reviewLinks, placeRefs, notices } = options;
  const { remembered, knownPlaces, names, features, skippedPlaces } =
    options.memory ?? createCandidateMemory();
  const configured = reviewLinks.map(controlOfLink);

  /** Remembers a review that was seen visible, for 24 hours. */
  const remember = (review: ControlReview) => void remembered.set(review.reviewId ?? review.link, review);

  const reviewControl = (
    review: ControlReview,
    source: string,
    about: readonly ReviewIdentity[],
  ): ControlCandidate<AnswerShape> => ({
    name: review.link,
    source,
    load: async (scope): Promise<ControlReading<AnswerShape>> => {
      const target = reviewTarget(await resolveReview(review.link, scope), urls);
      const reading = await reader.load(target, scope);
      if (reading.kind === 'elsewhere')
        return { outcome: 'not_seen', why: 'the page is about another place' };
      if (reading.kind === 'absent') return { outcome: 'not_seen', why: reading.evidence.reason };
      if (reading.sighting === null) return { outcome: 'not_seen', why: 'shown in part' };
      const { reviewId, authorId, shape } = reading.sighting();
      const seen = { link: review.link, reviewId, authorId, cid: target.cid };
      if (isOwn(seen, about)) return { outcome: 'own' };
      remember(seen);
      return { outcome: 'seen', value: shape };
    },
  });

  const isEnough = (opened: PlaceReviewsPage | NothingFound) => isNothing(opened) || isWhole(opened);
  /**
   * Opens a place page up to its reviews tab. An incomplete page is loaded again in the same tab, then in another
   * context.
   */
  const openWhole = async (url: string, scope: Scope): Promise<PlaceReviewsPage | null> => {
    const inOneTab = () =>
      loads.withTab(scope, async ({ load, retire }) => {
        const once = () => load(scope, (page, navigation) => openPlaceReviewsPage(page, url, navigation));
        const first = await once();
        const last = isEnough(first) ? first : await once();
        if (!isEnough(last)) retire();
        return last;
      });
    const first = await inOneTab();
    const last = isEnough(first) ? first : await inOneTab();
    return isNothing(last) ? null : last;
  };

  /** Reviews that the page of a place shows. @throws AppError `provider_unavailable` when the page was not whole */
  const reviewsOf = async (url: string, cid: string | null, scope: Scope): Promise<ControlReview[]> => {
    const opened = await openWhole(url, scope);
    if (opened === null) return [];
    const itsCid = cidOfFeature(opened.reading.place.featureId);
    notices.note(itsCid, opened.reading.notices);
    if (cid !== null && itsCid !== cid) return [];
    const found = opened.inlineRecords.flatMap((record) => {
      const review = extractReview(record);
      const isOwnPlace = itsCid !== null && review?.placeCid === itsCid;
      return isOwnPlace ? (controlOfReview(review) ?? []) : [];
    });
    if (found.length > 0) return found.slice(0, MAX_OF_A_PLACE);
    // Only a page without trouble proves that the place has no other review.
    if (opened.troubles.length > 0 || opened.reading.degraded) {
      throw new AppError('provider_unavailable', message('providerFails'), {
        cause: 'the page that was searched for a control was not complete',
        retryAfterSeconds: 10,
      });
    }
    return [];
  };

  async function* reviews(
    about: readonly ReviewIdentity[],
    scope: Scope,
  ): AsyncGenerator<ControlCandidate<AnswerShape>> {
    const offered = new Set<string>();
    const fresh = (source: string, some: readonly ControlReview[]) =>
      sameLinkKindFirst(some, about).flatMap((review) => {
        if (offered.has(review.link) || isOwn(review, about)) return [];
        offered.add(review.link);
        return [reviewControl(review, source, about)];
      });
    let failure: unknown = null;
    const found = async (key: string, look: () => Promise<readonly ControlReview[]>) => {
      if (skippedPlaces.has(key)) return [];
      try {
        const candidates = fresh(key, await look());
        if (candidates.length === 0) skippedPlaces.set(key, true);
        return candidates;
      } catch (error) {
        if (!isAppError(error, 'provider_unavailable')) throw error;
        failure = error;
        return [];
      }
    };
    const known = () => [...remembered.values()];
    const cids = new Set(about.flatMap(({ cid }) => cid ?? []));

    yield* fresh('CONTROL_REVIEWS', configured);
    const atThePlace = fresh(
      'same place',
      known().filter(({ cid }) => cid !== null && cids.has(cid)),
    );
    yield* atThePlace;
    const [firstCid] = cids;
    if (atThePlace.length === 0 && firstCid !== undefined)
      yield* await found(firstCid, () => reviewsOf(urls.cid(firstCid), firstCid, scope));
    yield* fresh('seen lately', known());
    for (const ref of placeRefs) {
      const url = await pageOf(ref, scope);
      if (url !== null) yield* await found(ref, () => reviewsOf(url, null, scope));
    }
    // A failed search for controls is an error, never "no control exists".
    if (offered.size === 0 && failure !== null) throw failure;
  }

  /** The feature id of a place in CONTROL_PLACES; a CID or a link may need a page load. Null = no such place. */
  const featureOf = async (ref: string, scope: Scope): Promise<FeatureId | null> => {
    const known = features.get(ref);
    if (known !== undefined) return known;
    const { known: place, page } = await resolve(ref, scope);
    if (place !== null) return place.featureId;
    const opened = page.kind === 'search' ? null : await openWhole(page.url, scope);
    if (opened !== null) features.set(ref, opened.reading.place.featureId);
    return opened?.reading.place.featureId ?? null;
  };
  const pageOf = async (ref: string, scope: Scope): Promise<string | null> => {
    const { page } = await resolve(ref, scope);
    return page.kind === 'search' ? null : page.url;
  };

  const placeControl = (ref: string, { path, cid }: PlaceSubject): ControlCandidate<string> => ({
    name: ref,
    source: ref,
    load: async (scope): Promise<ControlReading<string>> => {
      const featureId = await featureOf(ref, scope);
      const placeId = featureId === null ? null : placeIdOfFeature(featureId);
      const itsCid = featureId === null ? null : cidOfFeature(featureId);
      if (featureId === null || placeId === null || itsCid === null)
        return { outcome: 'not_seen', why: 'no such place' };
      if (itsCid === cid) return { outcome: 'own' };
      const readPage = async (url: string): Promise<ControlReading<string>> => {
        const opened = await openWhole(url, scope);
        if (opened === null) return { outcome: 'not_seen', why: 'no such place' };
        const { name } = opened.reading.place;
        if (!isWhole(opened) || name === null)
          return { outcome: 'not_seen', why: 'the place is shown in part' };
        names.set(ref, name);
        return { outcome: 'seen', value: name };
      };
      if (path === 'cid') return readPage(urls.cid(itsCid));
      if (path === 'place') return readPage(urls.place(placeId));
      const known = names.get(ref);
      const page = known === undefined ? await readPage(urls.place(placeId)) : null;
      if (page !== null && page.outcome !== 'seen') return page;
      const name = known ?? (page === null ? '' : page.value);
      const found = await loads.withTab(scope, ({ load }) =>
        load(scope, (tab, navigation) => searchPlaceId(tab, urls.search(name, null), navigation, null)),
      );
      const results = isNothing(found) ? [] : [found, ...(found.candidates ?? [])];
      return results.some((result) => result.featureId === featureId)
        ? { outcome: 'seen', value: name }
        : { outcome: 'not_seen', why: 'the search does not find the place' };
    },
  });

  /** The value of a place control is the name of its place. */
  async function* places(about: readonly PlaceSubject[]): AsyncGenerator<ControlCandidate<string>> {
    const [subject] = about;
    if (subject === undefined) return;
    for (const ref of new Set([...placeRefs, ...knownPlaces.keys()])) yield placeControl(ref, subject);
  }

  return {
    reviews,
    places,
    remember,
    /** Remembers a place that was shown with reviews, for 24 hours. */
    rememberPlace: (featureId: FeatureId) => void knownPlaces.set(featureId, true),
  };
}

/** True if a place page was shown in full and without trouble: name, count, histogram, reviews tab. */
function isWhole(opened: PlaceReviewsPage | NothingFound): boolean {
  if (isNothing(opened) || opened.troubles.length > 0 || opened.reviewsTab < 0) return false;
  const { name, reviewCount, stars } = opened.reading.place;
  return name !== null && stars !== null && reviewCount !== null && reviewCount > 0;
}

/** True if the review is, or may be, one of the reviews in question: such a review cannot be a control. */
function isOwn(review: ReviewIdentity, about: readonly ReviewIdentity[]): boolean {
  return about.some(
    ({ reviewId, authorId, cid }) =>
      (reviewId !== null && reviewId === review.reviewId) ||
      (authorId !== null && cid !== null && authorId === review.authorId && cid === review.cid),
  );
}

/** Sorts reviews: links of the same kind as the requested links (by review id or by author) come first. */
function sameLinkKindFirst(
  reviews: readonly ControlReview[],
  about: readonly ReviewIdentity[],
): ControlReview[] {
  const isByAuthor = (link: string) => URL.canParse(link) && parseReviewUrl(new URL(link))?.reviewId === null;
  const wanted = about.every(({ reviewId }) => reviewId === null);
  return reviews.toSorted(
    (one, other) => Number(isByAuthor(one.link) !== wanted) - Number(isByAuthor(other.link) !== wanted),
  );
}

/** The page of a review and the ids that identify the review on it. */
export function reviewTarget(link: ReviewLink, urls: ProviderUrls) {
  return { ...identityOf(link), url: urls.review(link.url) };
}

/** Turns a listed review with stars into a control for other reviews; null if its link does not name the review. */
export function controlOfReview({ id, url, stars, placeCid, author }: Review): ControlReview | null {
  const link = url === null || stars === null ? null : parseReviewUrl(new URL(url));
  if (url === null || link?.reviewId !== id) return null;
  return { link: url, reviewId: id, authorId: author.id, cid: placeCid };
}

/** A link of CONTROL_REVIEWS; it was checked with the configuration. */
function controlOfLink(link: string): ControlReview {
  const given = classifyReviewLink(link);
  if (given.kind === 'share_link') return { link, reviewId: null, authorId: null, cid: null };
  return { link, ...identityOf(given.link) };
}
