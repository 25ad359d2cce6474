import { LRUCache } from 'lru-cache';
import { INVALID_REQUEST, isAppError, NO_RESULTS, PROVIDER_UNAVAILABLE } from '../errors.js';
import { cidOfFeature } from '../identifiers/cid.js';
import type { FeatureId } from '../identifiers/feature-id.js';
import { placeIdOfFeature } from '../identifiers/place-id.js';
import {
  classifyReviewLink,
  identityOf,
  namesAuthor,
  parseReviewUrl,
  type ReviewIdentity,
} from '../identifiers/review-url.js';
import type { KnownNotices } from '../places/known-notices.js';
import type { KnownReviews } from '../places/known-reviews.js';
import { isNothing, type NothingFound } from '../places/nothing-found.js';
import type { QueryResolver } from '../places/resolve-query.js';
import { searchPlaceId } from '../places/search-page.js';
import type { ReviewLinkResolver } from '../places/share-links.js';
import { providerFault } from '../provider/faults.js';
import type { PageView } from '../provider/navigation/navigate.js';
import { type ProviderUrls, reviewAddress, reviewTarget } from '../provider/urls.js';
import type { Scope } from '../runtime/scope.js';
import type { PageLoads } from '../traffic/page-loads.js';
import type { AnswerShape } from './extractors/absence-signs.js';
import { extractReview } from './extractors/extract-review.js';
import type { PlaceReviewsPage } from './list-end.js';
import { openPlaceReviewsPage } from './place-reviews-page.js';
import {
  type ControlCandidate,
  type ControlListing,
  type ControlReading,
  type PlaceSubject,
  placeDisturbed,
} from './proof/controls.js';
import type { Review } from './review.js';
import { alsoSeenBy, type ReviewReader } from './review-reader.js';
import type { ReviewSubject } from './subject-search.js';

/** A review that was seen visible, as a control for others. */
export interface ControlReview extends ReviewIdentity {
  readonly link: string;
}

/** Reviews that the page of a place shows. */
interface PlaceReviews {
  readonly reviews: readonly ControlReview[];
  /** True if the page shows every review of the place. */
  readonly isAll: boolean;
}

/** The pages of places that one search for a control opens, each once. */
type PlacePages = (cid: string, scope: Scope) => Promise<PlaceReviews>;

const NO_REVIEWS: PlaceReviews = { reviews: [], isAll: false };

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
  readonly known: Pick<KnownReviews, 'note' | 'noteReview'>;
  readonly memory: CandidateMemory;
}

const MAX_REMEMBERED = 100;
const REMEMBERED_MS = 24 * 3_600_000;
/** Maximum reviews of one place that are tried. */
const MAX_OF_A_PLACE = 3;
/** How long a place is skipped after its page named no other review, in milliseconds. */
const SKIPPED_PLACE_MS = 600_000;
const MAX_SKIPPED_PLACES = 1_000;

/** Known reviews and places that may be controls. Use cases that load pages in different ways share one memory. */
type CandidateMemory = ReturnType<typeof createCandidateMemory>;

export function createCandidateMemory() {
  return {
    remembered: new LRUCache<string, ControlReview>({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS }),
    knownPlaces: new LRUCache<FeatureId, true>({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS }),
    names: new LRUCache<string, string>({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS }),
    features: new LRUCache<string, FeatureId>({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS }),
    skippedPlaces: new LRUCache<string, true>({ max: MAX_SKIPPED_PLACES, ttl: SKIPPED_PLACE_MS }),
    /** The ids of controls whose own links lack some of them, by link. */
    identities: new LRUCache<string, ControlReview>({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS }),
  };
}

/** Forgets the reviews of an author. `skipped`: links to reviews that are no longer shown. */
export function forgetCandidates(
  { remembered, identities }: Pick<CandidateMemory, 'remembered' | 'identities'>,
  skipped: Pick<LRUCache<string, true>, 'keys' | 'delete'>,
  author: string,
): void {
  const isTheirs = (link: string) => namesAuthor(link, author);
  for (const kept of [remembered, identities])
    for (const [name, { authorId, link }] of [...kept]) {
      if (authorId !== author && !isTheirs(link)) continue;
      kept.delete(name);
      skipped.delete(link);
    }
  for (const link of [...skipped.keys()]) if (isTheirs(link)) skipped.delete(link);
}

/** Finds candidates for controls, in the order of docs/provider/verdicts.md, rules 5 and 6. */
export class ControlCandidates {
  readonly #options: CandidateOptions;
  readonly #memory: CandidateMemory;

  constructor(options: CandidateOptions) {
    this.#options = options;
    this.#memory = options.memory;
  }

  /** Remembers a review that was seen visible, for 24 hours. */
  remember(review: ControlReview): void {
    this.#options.known.note(review);
    this.#memory.remembered.set(review.reviewId ?? review.link, review);
  }

  /** Remembers a place that was shown with reviews, for 24 hours. */
  rememberPlace(featureId: FeatureId): void {
    this.#memory.knownPlaces.set(featureId, true);
  }

  /** Loads the page of the place first, where a proof needs it: it is searched for the subjects (verdicts.md, rule 3). */
  async *placePageThenReviews(
    about: readonly ReviewSubject[],
    scope: Scope,
  ): AsyncGenerator<ControlCandidate<AnswerShape>> {
    const [subject] = about;
    if (subject === undefined) return;
    const { remembered, skippedPlaces } = this.#memory;
    const { cid } = subject;
    const configured = this.#options.reviewLinks.map(controlOfLink);
    const offered = new Set<string>();
    const opened = new Map<string, Promise<PlaceReviews>>();
    const pages: PlacePages = (cid, scope) => {
      const page = opened.get(cid) ?? this.#reviewsOf(this.#options.urls.cid(cid), cid, about, scope);
      opened.set(cid, page);
      return page;
    };
    const fresh = (source: string, some: readonly ControlReview[]) =>
      some.flatMap((review) => {
        if (offered.has(review.link) || isOwn(review, about)) return [];
        offered.add(review.link);
        return [this.#reviewControl(review, source, about, pages)];
      });
    let failure: unknown = null;
    const found = async (key: string, look: () => Promise<PlaceReviews>) => {
      if (skippedPlaces.has(key)) return [];
      try {
        const candidates = fresh(key, (await look()).reviews).slice(0, MAX_OF_A_PLACE);
        if (candidates.length === 0) skippedPlaces.set(key, true);
        return candidates;
      } catch (error) {
        if (!isAppError(error, PROVIDER_UNAVAILABLE, INVALID_REQUEST, NO_RESULTS)) throw error;
        scope.log.warn(
          { err: error, place: key },
          'a place of CONTROL_PLACES has no control: it is passed over',
        );
        failure = error;
        return [];
      }
    };
    const isAtThePlace = (review: ControlReview) => cid !== null && review.cid === cid;

    if (cid !== null && about.some(({ needsPlacePage }) => needsPlacePage()))
      await searchPlacePage(pages, cid, about, scope);
    // Only another review of the same place shows that the provider does not disturb this place alone.
    yield* fresh(`reviews of ${cid}`, [...configured, ...remembered.values()].filter(isAtThePlace));
    if (cid !== null && (opened.has(cid) || !skippedPlaces.has(cid))) {
      const page = await searchPlacePage(pages, cid, about, scope);
      const atThePlace = fresh(`page of ${cid}`, page.reviews).slice(0, MAX_OF_A_PLACE);
      if (atThePlace.length === 0 && page.reviews.length === 0) skippedPlaces.set(cid, true);
      yield* atThePlace;
    }
    yield* fresh('CONTROL_REVIEWS', configured);
    yield* fresh(
      'seen lately',
      [...remembered.values()].filter((review) => !isAtThePlace(review)),
    );
    for (const ref of this.#options.placeRefs)
      yield* await found(ref, async () => {
        const { page } = await this.#options.resolve(ref, scope);
        return page.kind === 'search' ? NO_REVIEWS : this.#reviewsOf(page.url, null, about, scope);
      });
    // A failed search for controls is an error, never "no control exists".
    if (offered.size === 0 && failure !== null) throw failure;
  }

  /** The value of a place control is the name of its place. */
  async *places(about: readonly PlaceSubject[]): AsyncGenerator<ControlCandidate<string>> {
    const [subject] = about;
    if (subject === undefined) return;
    for (const ref of new Set([...this.#options.placeRefs, ...this.#memory.knownPlaces.keys()]))
      yield this.#placeControl(ref, subject);
  }

  /** The ids of a control. A form of address may need an id that the control's own link lacks: then its page is read. */
  async #idsOf(
    review: ControlReview,
    needed: 'reviewId' | 'authorId',
    look: (view: PageView) => void,
    scope: Scope,
  ): Promise<ControlReview | null> {
    const { reader, resolveReview, urls } = this.#options;
    const { identities } = this.#memory;
    const ids = identities.get(review.link) ?? review;
    if (ids[needed] !== null && ids.cid !== null) return ids;
    const named = identityOf(await resolveReview(review.link, scope));
    let found = {
      link: ids.link,
      reviewId: ids.reviewId ?? named.reviewId,
      authorId: ids.authorId ?? named.authorId,
      cid: ids.cid ?? named.cid,
    };
    const target = reviewTarget(named, urls);
    if (found[needed] === null && target !== null) {
      const reading = await reader.load(target, scope, look);
      if (reading.kind !== 'visible' || reading.sighting === null) return null;
      const { reviewId, authorId } = reading.sighting();
      found = { ...found, reviewId, authorId };
    }
    identities.set(review.link, found);
    return found;
  }

  /** A control is read at an address of the subject's form (verdicts.md, rule 5). */
  #reviewControl(
    review: ControlReview,
    source: string,
    about: readonly ReviewSubject[],
    pages: PlacePages,
  ): ControlCandidate<AnswerShape> {
    const { reader, urls } = this.#options;
    const { cid } = review;
    const isByAuthor = about[0]?.reviewId === null;
    const look = lookFor(about);
    const inForm = (ids: ReviewIdentity) => (isByAuthor ? { ...ids, reviewId: null } : ids);
    return {
      name: review.link,
      url: reviewAddress(inForm(review)) ?? review.link,
      source,
      place: cid,
      load: async (scope): Promise<ControlReading<AnswerShape>> => {
        const ids = await this.#idsOf(review, isByAuthor ? 'authorId' : 'reviewId', look, scope);
        if (ids === null) return { outcome: 'not_seen', why: 'shown in part' };
        const target = reviewTarget(inForm(ids), urls);
        if (target === null || isOwn(ids, about)) return { outcome: 'unfit' };
        const reading = await reader.load(target, scope, look);
        if (reading.kind === 'elsewhere')
          return { outcome: 'not_seen', why: 'the page is about another place' };
        if (reading.kind === 'absent') return { outcome: 'not_seen', why: reading.signs.reason };
        if (reading.sighting === null) return { outcome: 'not_seen', why: 'shown in part' };
        const { reviewId, authorId, shape } = reading.sighting();
        const seen = { ...ids, reviewId, authorId };
        if (isOwn(seen, about)) return { outcome: 'unfit' };
        this.remember(seen);
        return { outcome: 'seen', value: shape };
      },
      ...(cid !== null && { listing: async (scope) => listingOf(review, await pages(cid, scope)) }),
    };
  }

  /**
   * Opens a place page up to its reviews tab. An incomplete page is loaded again in the same tab, then in another
   * context.
   */
  async #openInFull(
    url: string,
    scope: Scope,
    look: (view: PageView) => void = () => undefined,
  ): Promise<PlaceReviewsPage | null> {
    const isEnough = (opened: PlaceReviewsPage | NothingFound) =>
      isNothing(opened) || showsPlaceInFull(opened);
    const inOneTab = async () => {
      using tab = await this.#options.loads.take(scope);
      const once = () =>
        tab.load(scope, (page, options) => openPlaceReviewsPage(page, url, alsoSeenBy(look, options)));
      const first = await once();
      const last = isEnough(first) ? first : await once();
      if (!isEnough(last)) tab.retire();
      return last;
    };
    const first = await inOneTab();
    const last = isEnough(first) ? first : await inOneTab();
    return isNothing(last) ? null : last;
  }

  /** Reviews that the page of a place shows. @throws AppError `provider_unavailable` when the page was not whole */
  async #reviewsOf(
    url: string,
    cid: string | null,
    about: readonly ReviewSubject[],
    scope: Scope,
  ): Promise<PlaceReviews> {
    const opened = await this.#openInFull(url, scope, lookFor(about));
    const itsCid = opened === null ? null : cidOfFeature(opened.reading.place.featureId);
    if (opened !== null) this.#options.notices.note(itsCid, opened.reading.notices);
    if (opened === null || (cid !== null && itsCid !== cid)) {
      const named = about.filter((subject) => subject.cid === cid && subject.showsPlace());
      if (!named.some(({ needsPlacePage }) => opened === null || needsPlacePage())) return NO_REVIEWS;
      throw providerFault('the page of the place does not show it, although the page of its review names it');
    }
    const { reviewCount } = opened.reading.place;
    const found = opened.inlineRecords.flatMap((record) => {
      const review = extractReview(record);
      if (review === null || itsCid === null || review.placeCid !== itsCid) return [];
      this.#options.known.noteReview(review);
      const control = controlOfReview(review);
      return control === null ? [] : [control];
    });
    // Only a page without trouble, which counts no reviews, proves that the place has no other review.
    const isWithout = opened.troubles.length === 0 && !opened.reading.degraded && (reviewCount ?? 0) === 0;
    if (found.length === 0 && !isWithout)
      throw providerFault('the page that was searched for a control was not complete');
    return { reviews: found, isAll: showsPlaceInFull(opened) && !opened.hasMoreThanInline };
  }

  /** The feature id of a place in CONTROL_PLACES; a CID or a link may need a page load. Null = no such place. */
  async #featureOf(ref: string, scope: Scope): Promise<FeatureId | null> {
    const { features } = this.#memory;
    const earlier = features.get(ref);
    if (earlier !== undefined) return earlier;
    const { known: place, page } = await this.#options.resolve(ref, scope);
    if (place !== null) return place.featureId;
    const opened = page.kind === 'search' ? null : await this.#openInFull(page.url, scope);
    if (opened !== null) features.set(ref, opened.reading.place.featureId);
    return opened?.reading.place.featureId ?? null;
  }

  #placeControl(ref: string, { path, cid }: PlaceSubject): ControlCandidate<string> {
    const { loads, urls } = this.#options;
    const { names } = this.#memory;
    const load = async (scope: Scope): Promise<ControlReading<string>> => {
      const featureId = await this.#featureOf(ref, scope);
      const placeId = featureId === null ? null : placeIdOfFeature(featureId);
      const itsCid = featureId === null ? null : cidOfFeature(featureId);
      if (featureId === null || placeId === null || itsCid === null)
        return { outcome: 'not_seen', why: 'no such place' };
      if (itsCid === cid) return { outcome: 'unfit' };
      const readPage = async (url: string): Promise<ControlReading<string>> => {
        const opened = await this.#openInFull(url, scope);
        if (opened === null) return { outcome: 'not_seen', why: 'no such place' };
        const { name } = opened.reading.place;
        if (!showsPlaceInFull(opened) || name === null)
          return { outcome: 'not_seen', why: 'the place is shown in part' };
        names.set(ref, name);
        return { outcome: 'seen', value: name };
      };
      if (path === 'cid') return readPage(urls.cid(itsCid));
      if (path === 'place') return readPage(urls.place(placeId));
      const earlier = names.get(ref);
      const page = earlier === undefined ? await readPage(urls.place(placeId)) : null;
      if (page !== null && page.outcome !== 'seen') return page;
      const name = earlier ?? (page === null ? '' : page.value);
      using tab = await loads.take(scope);
      const found = await tab.load(scope, (page, options) =>
        searchPlaceId(page, urls.search(name, null), options, null),
      );
      const results = isNothing(found) ? [] : [found, ...(found.candidates ?? [])];
      return results.some((result) => result.featureId === featureId)
        ? { outcome: 'seen', value: name }
        : { outcome: 'not_seen', why: 'the search does not find the place' };
    };
    return { name: ref, source: ref, place: null, load };
  }
}

/** True if a place page was shown in full and without trouble: name, count, histogram, reviews tab. */
function showsPlaceInFull(opened: PlaceReviewsPage | NothingFound): boolean {
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

/** Opens the page of the subjects' place, whose views the subjects see. */
async function searchPlacePage(
  pages: PlacePages,
  cid: string,
  about: readonly ReviewSubject[],
  scope: Scope,
): Promise<PlaceReviews> {
  const page = await pages(cid, scope).catch((error: unknown) => {
    if (!isAppError(error, PROVIDER_UNAVAILABLE)) throw error;
    throw placeDisturbed(`the page of the place: ${error.message}`);
  });
  for (const { notePlacePage } of about) notePlacePage();
  return page;
}

/** Hands the views of a load to all subjects. */
function lookFor(about: readonly ReviewSubject[]): (view: PageView) => void {
  return (view) => {
    for (const subject of about) subject.look(view);
  };
}

function listingOf({ reviewId }: ControlReview, { reviews, isAll }: PlaceReviews): ControlListing {
  if (reviews.some((review) => review.reviewId === reviewId)) return 'listed';
  return isAll ? 'unlisted' : 'unknown';
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
