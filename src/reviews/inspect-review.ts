import { LRUCache } from 'lru-cache';
import type { VisibilityReason } from '../contract/lines.js';
import type { Controls } from '../controls/controls.js';
import { type Attempt, proveAbsence, type Round } from '../controls/prove-absence.js';
import type { FeatureId } from '../identifiers/feature-id.js';
import type { KnownNotices, SeenNotice } from '../places/known-notices.js';
import type { ReviewLinkResolver } from '../places/share-links.js';
import { drifted } from '../provider/faults.js';
import type { NotePresence } from '../provider/origins.js';
import type { ProviderUrls } from '../provider/urls.js';
import type { Metrics } from '../runtime/metrics.js';
import type { Scope } from '../runtime/scope.js';
import type { SingleFlight } from '../traffic/single-flight.js';
import { type ControlCandidates, type ControlReview, reviewTarget } from './control-candidates.js';
import { isCut } from './extractors/cut-text.js';
import { extractReview } from './extractors/review.js';
import { type AbsenceEvidence, type AnswerShape, judgeAbsences } from './extractors/review-evidence.js';
import {
  type AbsenceReason,
  holdsPlaceName,
  type RawReviewPage,
  type ReviewIdentity,
  readVisible,
  type ShownReview,
  shownPlaceName,
} from './extractors/visibility.js';
import type { Review } from './review.js';
import type { ReviewPageReading, ReviewPageTarget } from './review-page.js';
import type { ReviewReader, VisibleReading } from './review-reader.js';

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
}

/** Runs work during which a link needs no slot, such as the wait for a shared control. */
export type Idle = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * The two stages of a link of a list: share links and the HTTP fast path, which need no page, then the proof on
 * rendered pages.
 */
export interface Stages {
  /** Called when the first stage did not decide the link. */
  undecided(): void;
  /** Runs the proof once pages are free for it. `place`: CID; null = unknown. */
  prove<T>(place: string | null, scope: Scope, proof: (idle: Idle) => Promise<T>): Promise<T>;
}

/** A single request does not wait between its stages. */
const SINGLE: Stages = {
  undecided: () => undefined,
  prove: (_place, _scope, proof) => proof((work) => work()),
};

interface InspectorOptions {
  readonly reader: ReviewReader;
  readonly controls: Controls<ReviewIdentity, AnswerShape>;
  readonly remember: ControlCandidates['remember'];
  readonly resolve: ReviewLinkResolver;
  readonly urls: ProviderUrls;
  readonly flights: SingleFlight;
  readonly metrics: Pick<Metrics, 'verdict' | 'drift'>;
  readonly note: NotePresence;
  readonly notices: KnownNotices;
}

interface Inquiry {
  readonly target: ReviewPageTarget;
  readonly scope: Scope;
  readonly idle: Idle;
}

interface Asked extends Omit<Inquiry, 'idle'> {
  readonly link: string;
  readonly depth: ReviewDepth;
}

type Verdict = VisibleReading | { readonly kind: 'absent'; readonly reason: AbsenceReason };

export type ReviewInspector = ReturnType<typeof createReviewInspector>;

/** Inspects single reviews by their links. */
export function createReviewInspector(options: InspectorOptions) {
  const { reader, controls, remember, resolve, urls, flights, metrics, note } = options;
  const names = createPlaceNames();

  /** "Visible" needs one load; "not visible" needs absences and controls in turn (verdicts.md, rules 4 and 5). */
  const judge = async ({ link, target, depth, scope }: Asked, stages: Stages): Promise<Verdict> => {
    // A single request joins no work of a list, which waits for slots and to share controls.
    const name = `${scope.priority} ${depth} ${link}`;
    const fetched = await flights.run(`fetch ${name}`, scope, (inner) => reader.fetch(target, inner));
    // The fast path reads no card. Only a rendered card has the name of the place and the rest of a cut text.
    const isEnough = (reading: VisibleReading) => names.of(reading.raw) !== null && isWhole(reading);
    if (fetched !== null && (depth === 'visibility' || isEnough(fetched))) return fetched;
    stages.undecided();
    return flights.run(`prove ${name}`, scope, (inner) =>
      stages.prove(target.cid, inner, (idle) => judgeRendered({ target, scope: inner, idle })),
    );
  };

  const judgeRendered = async (inquiry: Inquiry): Promise<Verdict> => {
    const { target, scope, idle } = inquiry;
    const proof = await proveAbsence({
      controls,
      wordsSuffice: false,
      control: () => idle(() => controls.after(target, scope)),
      attempt: async (): Promise<
        Attempt<Exclude<ReviewPageReading, { kind: 'absent' }>, AbsenceEvidence>
      > => {
        const reading = await reader.load(target, scope);
        if (reading.kind !== 'absent') return { kind: 'over', outcome: reading };
        return { kind: 'absent', evidence: reading.evidence, saysSo: reading.evidence.saysGone };
      },
    });
    if (proof.kind === 'absent') return judgeRounds(proof.rounds, scope);
    if (proof.outcome.kind === 'elsewhere') return judgeElsewhere(inquiry, proof.outcome.cid);
    if (proof.absences > 0) controls.contradicted();
    return proof.outcome;
  };

  /** A page about another place counts if the place of the link has been merged into that place. */
  const judgeElsewhere = async (inquiry: Inquiry, cid: string): Promise<Verdict> => {
    const { target, scope } = inquiry;
    const isMerged = target.cid !== null && (await reader.shownCid(target.cid, scope)) === cid;
    if (isMerged) return judgeRendered({ ...inquiry, target: { ...target, cid } });
    metrics.drift('review_page');
    throw drifted('review_page', 'the page is about another place');
  };

  const judgeRounds = (rounds: readonly Round<AbsenceEvidence, AnswerShape>[], scope: Scope): Verdict => {
    const judged = judgeAbsences(rounds);
    if ('reason' in judged) {
      note('form', { review_answer: true });
      return { kind: 'absent', reason: judged.reason };
    }
    metrics.drift('review_answer');
    scope.log.warn({ drift: judged.contradiction }, 'a review page without its review contradicts itself');
    throw drifted('review_answer', judged.contradiction);
  };

  const inspect = async (
    depth: ReviewDepth,
    url: string,
    scope: Scope,
    stages: Stages,
  ): Promise<Inspection> => {
    const end = controls.begin(scope);
    try {
      const link = await resolve(url, scope);
      const target = reviewTarget(link, urls);
      const verdict = await judge({ link: link.url, target, depth, scope }, stages);
      metrics.verdict(verdict.kind === 'visible' ? 'visible' : verdict.reason);
      const notices = options.notices.of(target.cid);
      if (verdict.kind === 'absent') return { ...NOTHING, reason: verdict.reason, notices };
      names.remember(verdict.raw);
      remember(controlOf(verdict, link.url));
      const { raw, texts } = verdict;
      const placeName = names.of(raw);
      const featureId = raw.data?.featureId ?? null;
      return { reason: 'visible', ...readVisible(raw, texts), placeName, featureId, notices };
    } finally {
      end();
    }
  };

  return {
    /** The verdict with the fewest loads that decide it, and the facts read on the way. */
    visibility: (link: string, scope: Scope, stages: Stages = SINGLE) =>
      inspect('visibility', link, scope, stages),
    /** Everything about the review. @throws AppError `invalid_request`, `no_results`, any 503 code */
    details: (link: string, scope: Scope) => inspect('details', link, scope, SINGLE),
  };
}

const KNOWN_NAMES = 1_000;
const KNOWN_NAMES_MS = 3_600_000;
const NOTHING = { review: null, shown: null, placeName: null, featureId: null } as const;

/** False if the data holds only the beginning of a text. */
function isWhole({ raw }: VisibleReading): boolean {
  const review = extractReview(raw.data?.record);
  return review !== null && !isCut(review);
}

/** Turns a visible review into a control for other reviews. The record gives the ids that the link lacks. */
function controlOf({ raw }: VisibleReading, link: string): ControlReview {
  const { reviewId, authorId, cid } = raw.identity;
  const review = extractReview(raw.data?.record);
  return {
    link,
    reviewId: reviewId ?? review?.id ?? null,
    authorId: authorId ?? review?.author.id ?? null,
    cid: cid ?? review?.placeCid ?? null,
  };
}

/** Names of places on cards, for the HTTP fast path, which reads no card. */
function createPlaceNames() {
  const names = new LRUCache<FeatureId, string>({ max: KNOWN_NAMES, ttl: KNOWN_NAMES_MS });
  return {
    remember: (raw: RawReviewPage): void => {
      const name = shownPlaceName(raw);
      const featureId = raw.data?.featureId ?? null;
      if (name !== null && featureId !== null) names.set(featureId, name);
    },
    /** A name from another page counts only while the data still holds it. */
    of: (raw: RawReviewPage): string | null => {
      const known = names.get(raw.data?.featureId ?? '') ?? null;
      return shownPlaceName(raw) ?? (known !== null && holdsPlaceName(raw, known) ? known : null);
    },
  };
}
