import { LRUCache } from 'lru-cache';
import { AppError } from '../errors.js';
import { cidOfFeature } from '../identifiers/cid.js';
import type { FeatureId } from '../identifiers/feature-id.js';
import type { ReviewLink } from '../identifiers/review-url.js';
import type { Metrics } from '../metrics.js';
import { holdsPlaceName, shownPlaceName } from '../provider/extractors/place-name.js';
import { extractReview } from '../provider/extractors/review.js';
import { type AbsenceEvidence, proveAbsence } from '../provider/extractors/review-evidence.js';
import {
  type AbsenceReason,
  isOwnRecord,
  type RawReviewPage,
  type ShownReview,
  shownReview,
  type VisibilityReason,
} from '../provider/extractors/visibility.js';
import { drifted } from '../provider/navigation/block-pages.js';
import type { ReviewPageReading, ReviewPageTarget } from '../provider/pages/review-page.js';
import type { NotePresence } from '../provider/presence.js';
import type { Review } from '../provider/review.js';
import type { ProviderUrls } from '../provider/urls.js';
import { type Scope, startInnerScope } from '../scope.js';
import { type ControlReview, type Controls, noControl } from './controls.js';
import type { NegativeAnswers } from './negative-answers.js';
import type { PageLoads } from './page-loads.js';
import type { ReviewDepth, ReviewReader, VisibleReading } from './review-reader.js';
import { assertRulesInUse } from './rules-in-use.js';
import type { ReviewLinkResolver } from './share-links.js';
import type { SingleFlight } from './single-flight.js';

/** Whether a review is visible, and what was read when it is. */
export interface Inspection {
  readonly reason: VisibilityReason;
  /** Null unless the review is visible and its record came with the page. */
  readonly review: Review | null;
  /** What the page shows of a visible review whose record did not come; else null. */
  readonly shown: ShownReview | null;
  readonly placeName: string | null;
  /** Of the reviewed place, in full; null when the page does not hold it. */
  readonly featureId: FeatureId | null;
}

/** Inspects single reviews by their links. */
export interface ReviewInspector {
  /** Everything about the review. @throws AppError `invalid_request`, `no_results`, any 503 code */
  details(link: string, scope: Scope): Promise<Inspection>;
  /** The verdict, with the least work that decides it, and whatever was read on the way. */
  visibility(link: string, scope: Scope): Promise<Inspection>;
}

interface InspectorOptions {
  readonly reader: ReviewReader;
  readonly loads: Pick<PageLoads, 'hasRoomForTwo'>;
  readonly controls: Pick<Controls, 'state' | 'ensure' | 'seen' | 'remember'>;
  readonly resolve: ReviewLinkResolver;
  readonly urls: ProviderUrls;
  readonly flights: SingleFlight;
  readonly metrics: Pick<Metrics, 'verdict' | 'drift'>;
  readonly note: NotePresence;
  readonly negatives: NegativeAnswers;
}

/** One review under inspection. */
interface Inquiry {
  readonly target: ReviewPageTarget;
  readonly depth: ReviewDepth;
  readonly scope: Scope;
}

type Verdict = VisibleReading | { readonly kind: 'absent'; readonly reason: AbsenceReason };

export function createReviewInspector(options: InspectorOptions): ReviewInspector {
  const { reader, loads, controls, resolve, urls, flights, metrics, note: notePresence, negatives } = options;
  const names = createPlaceNames();

  const load = async ({ target, depth, scope }: Inquiry): Promise<ReviewPageReading> => {
    const reading = await reader.load(target, depth, scope);
    if (reading.kind === 'visible') note(reading);
    return reading;
  };

  /** What a visible review teaches: that the provider answers normally, and where the place's name stands. */
  const note = ({ raw, sighting }: VisibleReading): void => {
    names.remember(raw);
    if (sighting !== null) controls.seen(sighting);
  };

  /**
   * "Not visible" takes two loads in different contexts, and a control (verdicts.md, rules 4 and 5). Where the
   * fast path has found no record and there is room, the two run at the same time.
   */
  const judge = async (inquiry: Inquiry): Promise<Verdict> => {
    const { target, depth, scope } = inquiry;
    const fetched = await reader.fetch(target, scope);
    if (fetched.kind === 'answered') {
      // The fast path sees no card, where a page has the name of the place.
      const isEnough = depth === 'visibility' || names.of(fetched.answer.raw) !== null;
      return isEnough ? fetched.answer : judgeInTurn(inquiry);
    }
    if (fetched.hint !== 'no_record') return judgeInTurn(inquiry);
    // While verdicts are suspended the loads of a review that seems to be gone would be for nothing.
    if (controls.state() === 'suspended') await controls.ensure(target, scope);
    return loads.hasRoomForTwo(scope) ? judgeTogether(inquiry) : judgeInTurn(inquiry);
  };

  const judgeInTurn = async (inquiry: Inquiry): Promise<Verdict> => {
    const first = await load(inquiry);
    if (first.kind === 'visible') return first;
    // Without a control a second load would be for nothing.
    if (controls.state() !== 'ok') await controls.ensure(inquiry.target, inquiry.scope);
    const second = await load(inquiry);
    return second.kind === 'visible' ? second : prove(inquiry, first.evidence, second.evidence);
  };

  /** One sighting ends both loads. */
  const judgeTogether = async (inquiry: Inquiry): Promise<Verdict> => {
    const inner = startInnerScope(inquiry.scope, inquiry.scope.remaining());
    try {
      const both = [load({ ...inquiry, scope: inner }), load({ ...inquiry, scope: inner })];
      const ended = await Promise.race([firstSighting(both), Promise.allSettled(both)]);
      if ('kind' in ended) return ended;
      const [first, second] = ended.map(evidenceOf);
      if (first === undefined || second === undefined) throw new TypeError('two loads give two outcomes');
      return await prove(inquiry, first, second);
    } finally {
      inner.abort(new AppError('client_gone', 'The other load has decided.'));
      inner.dispose();
    }
  };

  const prove = async (
    { target, scope }: Inquiry,
    first: AbsenceEvidence,
    second: AbsenceEvidence,
  ): Promise<Verdict> => {
    const control = await controls.ensure(target, scope);
    // What old rules do not find is no evidence, and a control seen with new ones says nothing about them.
    for (const { rules } of [first, second]) assertRulesInUse(rules);
    const proof = proveAbsence(first, second, control);
    if ('reason' in proof) {
      // The form was that of the control: what drifted is over also where nobody asks for visible reviews.
      if (control !== null) notePresence('form', { review_answer: true });
      negatives.assertSound('review_not_visible');
      return { kind: 'absent', reason: proof.reason };
    }
    if ('needsControl' in proof) throw noControl();
    metrics.drift('review_answer');
    if (proof.ofForm) notePresence('form', { review_answer: false });
    scope.log.warn({ drift: proof.drift }, 'a review page without its review has an unknown form');
    throw drifted('review_answer', proof.drift);
  };

  const inspect = async (depth: ReviewDepth, url: string, scope: Scope): Promise<Inspection> => {
    const link = await resolve(url, scope);
    const target = targetOf(link, urls);
    const verdict = await flights.run(`${depth} ${link.url}`, scope, (inner) =>
      judge({ target, depth, scope: inner }),
    );
    if (verdict.kind === 'visible') controls.remember(controlOf(verdict, link.url));
    metrics.verdict(verdict.kind === 'visible' ? 'visible' : verdict.reason);
    if (verdict.kind === 'absent') return { ...NOTHING, reason: verdict.reason };
    return { ...inspectionOf(verdict), placeName: names.of(verdict.raw) };
  };

  return {
    visibility: (url, scope) => inspect('visibility', url, scope),
    details: (url, scope) => inspect('details', url, scope),
  };
}

const KNOWN_NAMES = 1_000;
const KNOWN_NAMES_MS = 3_600_000;
const NOTHING = { review: null, shown: null, placeName: null, featureId: null } as const;

function targetOf({ url, reviewId, authorId, featureId }: ReviewLink, urls: ProviderUrls): ReviewPageTarget {
  const cid = featureId === null ? null : cidOfFeature(featureId);
  return { url: urls.review(url), reviewId, authorId, cid };
}

function inspectionOf({ raw }: VisibleReading): Omit<Inspection, 'placeName'> {
  const { data, identity } = raw;
  const review = isOwnRecord(data?.record, identity) ? extractReview(data?.record) : null;
  return {
    reason: 'visible',
    review,
    shown: review === null ? shownReview(raw) : null,
    featureId: data?.featureId ?? null,
  };
}

/** A review that was seen, as a control for others. The id of its record stands in for one its link does not name. */
function controlOf({ raw }: VisibleReading, link: string): ControlReview {
  const { reviewId, cid } = raw.identity;
  return { link, reviewId: reviewId ?? extractReview(raw.data?.record)?.id ?? null, cid };
}

/** Pending for ever when no load shows the review. */
function firstSighting(loads: readonly Promise<ReviewPageReading>[]): Promise<VisibleReading> {
  return new Promise((resolve) => {
    for (const load of loads) {
      load.then(
        (reading) => {
          if (reading.kind === 'visible') resolve(reading);
        },
        () => undefined,
      );
    }
  });
}

/** @throws what the load threw */
function evidenceOf(load: PromiseSettledResult<ReviewPageReading>): AbsenceEvidence | undefined {
  if (load.status === 'rejected') throw load.reason;
  return load.value.kind === 'absent' ? load.value.evidence : undefined;
}

/** Names of places as cards showed them: the HTTP fast path sees no card. */
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
