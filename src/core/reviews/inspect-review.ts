import { LRUCache } from 'lru-cache';
import type { FeatureId } from '../identifiers/feature-id.js';
import { identityOf, parseReviewUrl, type ReviewLink } from '../identifiers/review-url.js';
import type { KnownNotices } from '../places/known-notices.js';
import type { KnownReviews } from '../places/known-reviews.js';
import type { SeenNotice } from '../places/place.js';
import type { ReviewLinkResolver } from '../places/share-links.js';
import { drifted } from '../provider/faults.js';
import { type ProviderUrls, type ReviewPageTarget, reviewLink, reviewTarget } from '../provider/urls.js';
import type { VisibilityReason } from '../published/lines.js';
import type { Metrics } from '../runtime/metrics.js';
import type { Scope } from '../runtime/scope.js';
import type { SingleFlight } from '../traffic/single-flight.js';
import type { ControlCandidates, ControlReview } from './control-candidates.js';
import { type AbsenceSigns, type AnswerShape, judgeAbsences } from './extractors/absence-signs.js';
import { isCut } from './extractors/cut-text.js';
import { extractReview } from './extractors/extract-review.js';
import {
  type AbsenceReason,
  holdsPlaceName,
  type RawReviewPage,
  readVisible,
  type ShownReview,
  shownPlaceName,
} from './extractors/visibility.js';
import type { Controls, TriedControl } from './proof/controls.js';
import { type Attempt, proveAbsence, type Round } from './proof/prove-absence.js';
import type { Review } from './review.js';
import type { ReviewPageReading } from './review-page.js';
import type { ReviewReader, VisibleReading } from './review-reader.js';
import {
  createSubjectSearch,
  type FoundSubject,
  type ReviewSubject,
  type SubjectSearch as Search,
} from './subject-search.js';

/** `visibility`: the verdict, with the facts read on the way. `details`: everything that the page shows. */
type ReviewDepth = 'visibility' | 'details';

/** The verdict on a review, with the facts read if it is visible. */
export interface Inspection {
  readonly reason: VisibilityReason;
  /** Null unless the review is visible and its record came with the page. */
  readonly review: Review | null;
  /** The review as the page shows it, if it is visible and its record did not come; else null. */
  readonly shown: ShownReview | null;
  readonly placeName: string | null;
  /** The full feature id of the reviewed place; null when the page does not hold it. */
  readonly featureId: FeatureId | null;
  /** Recent notices of the provider about the reviewed place. Empty proves nothing. */
  readonly notices: readonly SeenNotice[];
  /** Every control that was tried for the verdict, in order, also controls that were not shown. */
  readonly controls: readonly TriedControl[];
}

/** Room for one proof on rendered pages; `using` gives it back. */
interface ProofSlot extends Disposable {
  /** Waits for work that needs no page, such as a shared control. Meanwhile other proofs have the slot. */
  without<T>(work: Promise<T>): Promise<T>;
}

/**
 * The two stages of a link of a list: share links and the HTTP fast path, which need no page, then the proof on
 * rendered pages.
 */
export interface Stages {
  /** Called when the first stage did not decide the link. */
  undecided(): void;
  /** Waits until pages are free for the proof. `place`: CID; null = unknown. */
  slot(place: string | null, scope: Scope): Promise<ProofSlot>;
}

/** A single request does not wait between its stages. */
const SINGLE: Stages = {
  undecided: () => undefined,
  slot: async () => ({ without: (work) => work, [Symbol.dispose]: () => undefined }),
};

interface InspectorOptions {
  readonly reader: ReviewReader;
  readonly controls: Omit<Controls<ReviewSubject, AnswerShape>, 'state'>;
  readonly candidates: Pick<ControlCandidates, 'remember'>;
  readonly known: Pick<KnownReviews, 'noteReview' | 'last' | 'reviewIdOf' | 'assertNotSeenLately'>;
  /** Lists the newest reviews of a place down to a date, in seconds since 1970. `cid`: decimal. */
  readonly readList: (cid: string, since: number, scope: Scope) => Promise<unknown>;
  readonly resolve: ReviewLinkResolver;
  readonly urls: ProviderUrls;
  readonly flights: SingleFlight;
  readonly metrics: Pick<Metrics, 'verdict' | 'drift'>;
  readonly notices: KnownNotices;
}

interface Inquiry {
  readonly target: ReviewPageTarget;
  readonly scope: Scope;
  readonly slot: ProofSlot;
}

type Verdict = (
  | VisibleReading
  /** The review's own page does not show it, and the page of another load does. */
  | { readonly kind: 'visible_on_another_page'; readonly raw: RawReviewPage }
  | { readonly kind: 'absent'; readonly reason: AbsenceReason }
) & { readonly controls?: readonly TriedControl[] };

/** Inspects single reviews by their links. */
export class ReviewInspector {
  readonly #options: InspectorOptions;
  /** Names of places on cards, for the HTTP fast path, which reads no card. */
  readonly #names = new LRUCache<FeatureId, string>({ max: KNOWN_NAMES, ttl: KNOWN_NAMES_MS });

  constructor(options: InspectorOptions) {
    this.#options = options;
  }

  /** The verdict with the fewest loads that decide it, and the facts read on the way. */
  visibility(link: string, scope: Scope, stages: Stages = SINGLE): Promise<Inspection> {
    return this.#inspect('visibility', link, scope, stages);
  }

  /**
   * Everything about the review. `ownId`: the id of the review, if it is known although the link names its author.
   * @throws AppError `invalid_request`, `no_results`, any 503 code
   */
  details(link: string, scope: Scope, ownId: string | null = null): Promise<Inspection> {
    return this.#inspect('details', link, scope, SINGLE, ownId);
  }

  /** "Visible" needs one load; "not visible" needs absences and controls in turn (verdicts.md, rules 4 and 5). */
  async #judge(link: ReviewLink, depth: ReviewDepth, scope: Scope, stages: Stages): Promise<Verdict> {
    const { reader, urls, flights } = this.#options;
    const target = reviewTarget(identityOf(link), urls);
    if (target === null) throw drifted('review_page', 'a link without the id of its place');
    // A single request joins no work of a list, which waits for slots and to share controls.
    const name = `${scope.priority} ${depth} ${link.url}`;
    // For "visible", the link may be read as it was given: only a proof of absence needs an address like its control's.
    const given = { ...target, url: urls.review(link.url) };
    const fetched = await flights.run(`fetch ${name}`, scope, (inner) => reader.fetch(given, inner));
    // The fast path reads no card. Only a rendered card has the name of the place and the rest of a cut text.
    const isEnough = (reading: VisibleReading) => this.#nameOf(reading.raw) !== null && hasWholeText(reading);
    if (fetched !== null && (depth === 'visibility' || isEnough(fetched))) return fetched;
    stages.undecided();
    return flights.run(`prove ${name}`, scope, async (inner) => {
      using slot = await stages.slot(target.cid, inner);
      return await this.#judgeRendered({ target, scope: inner, slot });
    });
  }

  async #judgeRendered(inquiry: Inquiry): Promise<Verdict> {
    const { reader, controls, known, readList } = this.#options;
    const { target, scope, slot } = inquiry;
    const search = createSubjectSearch(target, () => known.last(target) !== null);
    const { subject } = search;
    const trust = controls.trust(subject);
    /** What other loads of the proof hold of the review decides before an error of a control does. */
    const control = async (): Promise<AnswerShape> => {
      const [read] = await Promise.allSettled([slot.without(controls.after(subject, scope))]);
      assertNotFound(search.found());
      if (read.status === 'rejected') throw read.reason;
      return read.value;
    };
    try {
      const proof = await proveAbsence({
        trust,
        wordsSuffice: false,
        control,
        attempt: async (): Promise<Attempt<Exclude<ReviewPageReading, { kind: 'absent' }>, AbsenceSigns>> => {
          const reading = await reader.load(target, scope);
          if (reading.kind !== 'absent') return { kind: 'over', outcome: reading };
          search.noteAbsence(reading.signs);
          return { kind: 'absent', signs: reading.signs, saysSo: reading.signs.saysGone };
        },
      });
      if (proof.kind === 'absent') {
        const verdict = this.#judgeRounds(proof.rounds, scope);
        if (!search.isSaid())
          await known.assertNotSeenLately(target, (cid, since) => readList(cid, since, scope));
        return { ...verdict, controls: search.controls() };
      }
      if (proof.outcome.kind === 'elsewhere') {
        const verdict = await this.#judgeElsewhere(inquiry, search, proof.outcome.cid);
        if (verdict.kind === 'absent') assertNotFound(search.found());
        return verdict;
      }
      if (proof.absences > 0) trust.contradicted();
      return { ...proof.outcome, controls: search.controls() };
    } catch (error) {
      const raw = scope.signal.aborted ? null : this.#reviewFoundBy(search, scope);
      if (raw === null) throw error;
      return { kind: 'visible_on_another_page', raw, controls: search.controls() };
    }
  }

  /**
   * The review as another load of the proof shows it: then the review is visible, whatever error ended the proof. Null =
   * no load shows it in full, or its own page says that it is gone: the two contradict each other (verdicts.md, rule 3).
   */
  #reviewFoundBy(search: Search, scope: Scope): RawReviewPage | null {
    const { controls, known } = this.#options;
    const found = search.found();
    if (found === null) return null;
    controls.trust(search.subject).contradicted();
    const { raw, where } = found;
    scope.log.warn({ where }, 'a review is not on its own page, and on another page');
    const seen = extractReview(raw?.data?.record);
    if (seen !== null) known.noteReview(seen);
    return search.hasWords() ? null : raw;
  }

  /** A page about another place counts if the place of the link has been merged into that place. */
  async #judgeElsewhere(inquiry: Inquiry, { subject }: Search, cid: string): Promise<Verdict> {
    const { reader, metrics } = this.#options;
    const { target, scope } = inquiry;
    const shown = target.cid === null ? null : await reader.shownCid(target.cid, scope, subject.look);
    if (shown === cid) return this.#judgeRendered({ ...inquiry, target: { ...target, cid } });
    metrics.drift('review_page');
    throw drifted('review_page', 'the page is about another place');
  }

  #judgeRounds(
    rounds: readonly Round<AbsenceSigns, AnswerShape>[],
    scope: Scope,
  ): { readonly kind: 'absent'; readonly reason: AbsenceReason } {
    const judged = judgeAbsences(rounds);
    if ('reason' in judged) return { kind: 'absent', reason: judged.reason };
    this.#options.metrics.drift('review_answer');
    scope.log.warn({ drift: judged.contradiction }, 'a review page without its review contradicts itself');
    throw drifted('review_answer', judged.contradiction);
  }

  async #inspect(
    depth: ReviewDepth,
    url: string,
    scope: Scope,
    stages: Stages,
    ownId: string | null = null,
  ): Promise<Inspection> {
    const { controls, candidates, known, resolve, metrics, notices } = this.#options;
    const end = controls.expectLink(scope);
    try {
      const given = await resolve(url, scope);
      let link = given;
      let verdict = await this.#judge(link, depth, scope, stages);
      const own = verdict.kind === 'absent' ? this.#ownLink(given, ownId) : null;
      // The form with the author may be broken: the form with the review's own id decides, too (verdicts.md, rule 5).
      if (own !== null) {
        // The link has left its first stage.
        const second = await this.#judge(own, depth, scope, { ...stages, undecided: () => undefined });
        const tried = [...(verdict.controls ?? []), ...(second.controls ?? [])];
        if (second.kind !== 'absent') link = own;
        verdict = { ...(second.kind === 'absent' ? verdict : second), controls: tried };
      }
      metrics.verdict(verdict.kind === 'absent' ? verdict.reason : 'visible');
      const { cid } = identityOf(link);
      const about = { notices: notices.of(cid), controls: verdict.controls ?? [] };
      if (verdict.kind === 'absent') return { ...NOTHING, reason: verdict.reason, ...about };
      if (verdict.kind === 'visible') candidates.remember(controlOf(verdict, link));
      const { raw } = verdict;
      const texts = verdict.kind === 'visible' ? verdict.texts : undefined;
      const read = readVisible(raw, texts);
      if (read.review !== null) known.noteReview(read.review);
      const placeName = this.#nameOf(raw);
      const featureId = raw.data?.featureId ?? null;
      const shownName = shownPlaceName(raw);
      if (shownName !== null && featureId !== null) this.#names.set(featureId, shownName);
      return { reason: 'visible', ...read, placeName, featureId, ...about };
    } finally {
      end();
    }
  }

  /** The link with the review's own id, for a link that names its author; null = its id is unknown. */
  #ownLink(link: ReviewLink, given: string | null): ReviewLink | null {
    const { authorId, cid } = identityOf(link);
    if (authorId === null || cid === null) return null;
    const id = given ?? this.#options.known.reviewIdOf(authorId, cid);
    return id === null ? null : parseReviewUrl(new URL(reviewLink(id, cid)));
  }

  /** The name of the place. A name from another page counts only while the data still holds it. */
  #nameOf(raw: RawReviewPage): string | null {
    const known = this.#names.get(raw.data?.featureId ?? '') ?? null;
    return shownPlaceName(raw) ?? (known !== null && holdsPlaceName(raw, known) ? known : null);
  }
}

/** Throws if another load of a proof holds something of its subject: then the proof is over. */
function assertNotFound(found: FoundSubject | null): void {
  if (found !== null) throw drifted('review_page', `another page of the proof holds ${found.where}`);
}

const KNOWN_NAMES = 1_000;
const KNOWN_NAMES_MS = 3_600_000;
const NOTHING = { review: null, shown: null, placeName: null, featureId: null } as const;

/** False if the data holds only the beginning of a text. */
function hasWholeText({ raw }: VisibleReading): boolean {
  const review = extractReview(raw.data?.record);
  return review !== null && !isCut(review);
}

/** Turns a visible review into a control for other reviews. The record gives the ids that the link lacks. */
function controlOf({ raw }: VisibleReading, link: ReviewLink): ControlReview {
  const { reviewId, authorId, cid } = raw.identity;
  const review = extractReview(raw.data?.record);
  return {
    link: link.url,
    reviewId: reviewId ?? review?.id ?? null,
    authorId: authorId ?? review?.author.id ?? null,
    cid: cid ?? review?.placeCid ?? null,
  };
}
