import { LRUCache } from 'lru-cache';
import { AppError, isAppError } from '../errors.js';
import type { Logger } from '../logger.js';
import type { Metrics } from '../metrics.js';
import type { AnswerShape, Sighting } from '../provider/extractors/review-evidence.js';
import { currentRules } from '../provider/rules/current.js';
import type { Scope } from '../scope.js';
import type { SharedControls } from '../shared-state/shared-controls.js';
import { sharedShape } from './shared-shape.js';
import type { SingleFlight } from './single-flight.js';

/**
 * Whether negative answers can be given. `ok`: a control was seen in full within the maximum age. `unproven`: no
 * control has been seen yet, or the last one is too old. `suspended`: the last control that was tried was not seen.
 */
export type VerdictState = 'ok' | 'unproven' | 'suspended';

/** A review that is known to be visible, and can be read to prove that the provider answers normally. */
export interface ControlReview {
  /** A link to it, of any form. */
  readonly link: string;
  readonly reviewId: string | null;
  /** CID of its place, decimal; null = unknown. */
  readonly cid: string | null;
}

/** What one load of a control showed. */
export type ControlReading =
  /** Card, rating section and own record: the provider answers normally. */
  | { readonly outcome: 'seen'; readonly sighting: Sighting }
  /** Anything less, with the reason for the log. */
  | { readonly outcome: 'not_seen'; readonly why: string };

/** For whom a control is needed. A review is no control of itself. */
export interface ControlRequest {
  /** CID of the place the answer is about; null = unknown. */
  readonly cid: string | null;
  /** Review the answer is about; null = none or unknown. */
  readonly reviewId: string | null;
}

/**
 * Keeps the proof that the provider answers this process normally, or the replicas behind the same address: negative
 * answers rest on it.
 */
export interface Controls {
  state(): VerdictState;
  /**
   * The shape of a control's answer: the latest one if it is fresh, else that of a control read now. Everybody
   * who waits shares one check. Null = no control can be had. @throws AppError `provider_unavailable` when a
   * control was read and not seen in full, any other 503 code when it could not be read
   */
  ensure(request: ControlRequest, scope: Scope): Promise<AnswerShape | null>;
  /**
   * The same for answers that cannot be given without a control. @throws AppError `provider_unavailable` also
   * when none can be had
   */
  require(request: ControlRequest, scope: Scope): Promise<AnswerShape>;
  /** Call when a rendered, signed-out load showed a review in full; `sighting` is taken when it is needed. */
  seen(sighting: () => Sighting): void;
  /** Remembers a review that an ordinary request saw visible. */
  remember(review: ControlReview): void;
  /** Forgets what was seen so far: the rules that pages are read with were replaced, and prove nothing yet. */
  forget(): void;
  /** Ends the timer. */
  close(): void;
}

interface ControlOptions {
  /** Links the operator names, in order of preference. */
  readonly configured: readonly ControlReview[];
  /** How long one control is good for, in milliseconds. */
  readonly maxAgeMs: number;
  readonly flights: SingleFlight;
  /** Loads one control, rendered and signed out. */
  load(review: ControlReview, scope: Scope): Promise<ControlReading>;
  /** Other reviews of a place, as its page shows them; empty when there are none. */
  discover(cid: string, scope: Scope): Promise<readonly ControlReview[]>;
  /** What replicas of the egress group know; null = this is one process by itself. */
  readonly shared?: SharedControls | null;
  readonly metrics: Pick<Metrics, 'controlCheck'>;
  readonly log: Logger;
}

const REMEMBERED_REVIEWS = 100;
const REMEMBERED_MS = 24 * 3_600_000;
/** A control may itself have been removed: so many are tried before verdicts are suspended. */
const TRIED_AT_MOST = 3;
/** A control is renewed by ordinary traffic so many times within its age. */
const RENEWALS = 10;
const RETRY_SECONDS = 30;

/** A review that was seen in full; `at` by the clock of this process. */
interface KnownSighting {
  readonly reviewKey: string;
  readonly shape: AnswerShape;
  readonly at: number;
}

export function createControls(options: ControlOptions): Controls {
  const { configured, maxAgeMs, flights, load, discover, shared = null, metrics, log } = options;
  const remembered = new LRUCache<string, ControlReview>({ max: REMEMBERED_REVIEWS, ttl: REMEMBERED_MS });
  /** The latest sightings of two reviews: one of them is another than the one that is asked about. */
  let sightings: readonly KnownSighting[] = [];
  /** When a control was tried and not seen, if no review was seen since. */
  let failedAt: number | null = null;
  let forgottenAt = Number.NEGATIVE_INFINITY;
  let reported: VerdictState = 'unproven';
  let expiry: NodeJS.Timeout | undefined;

  const fresh = (reviewId: string | null, now = performance.now()): AnswerShape | null => {
    const own = reviewId === null ? null : keyOf(reviewId);
    const found = sightings.find(({ at, reviewKey }) => now - at < maxAgeMs && reviewKey !== own);
    return found?.shape ?? null;
  };
  const keyOf = (reviewId: string) => shared?.reviewKey(reviewId) ?? reviewId;
  const state = (): VerdictState => {
    if (failedAt !== null) return 'suspended';
    return fresh(null) === null ? 'unproven' : 'ok';
  };
  const report = () => {
    const now = state();
    if (now === reported) return;
    log.warn({ verdicts: now, before: reported }, 'the state of negative verdicts changed');
    reported = now;
  };
  const seen = (take: () => Sighting) => {
    const [last] = sightings;
    const isRecent = last !== undefined && performance.now() - last.at < maxAgeMs / RENEWALS;
    if (isRecent && failedAt === null && sightings.length > 1) return;
    const { reviewId, shape, rules } = take();
    // Its page was opened before the rules were replaced.
    if (rules !== currentRules()) return;
    const sighting = { reviewKey: keyOf(reviewId), shape, at: performance.now() };
    failedAt = null;
    note(sighting);
    report();
    tellSeen(sighting);
  };
  const note = (sighting: KnownSighting) => {
    const newer = sightings.find(
      ({ reviewKey, at }) => reviewKey === sighting.reviewKey && at >= sighting.at,
    );
    if (newer !== undefined) return;
    const others = sightings.filter(({ reviewKey }) => reviewKey !== sighting.reviewKey);
    sightings = [sighting, ...others].sort((a, b) => b.at - a.at).slice(0, 2);
    reportWhenOld();
  };
  const reportWhenOld = () => {
    clearTimeout(expiry);
    const ageMs = performance.now() - (sightings[0]?.at ?? 0);
    expiry = setTimeout(
      () => {
        report();
        // A timer may run a millisecond early.
        if (state() === 'ok') reportWhenOld();
      },
      Math.max(0, maxAgeMs - ageMs) + 1,
    );
    expiry.unref();
  };
  const tellSeen = ({ reviewKey, shape, at }: KnownSighting) => {
    shared?.seen({ reviewKey, shape, ageMs: performance.now() - at }).catch(() => undefined);
  };
  const tellSuspended = (at: number) => {
    shared?.suspend(performance.now() - at).catch(() => undefined);
  };

  /**
   * Takes over what the replicas of the egress group know, before anything rests on it. What is in doubt counts as
   * older when it is a sighting, and as newer when it is a suspension. Without Redis this replica knows only its own.
   */
  const learn = async (group: SharedControls) => {
    const asked = performance.now();
    const record = await group.read().catch(() => null);
    if (record === null) return;
    for (const { reviewKey, shape, ageMs } of record.sightings) {
      const parsed = sharedShape.safeParse(shape);
      if (parsed.success && ageMs < maxAgeMs && asked - ageMs > forgottenAt)
        note({ reviewKey, shape: parsed.data, at: asked - ageMs });
    }
    const { suspendedMs } = record;
    const failures = [failedAt, suspendedMs === null ? null : performance.now() - suspendedMs];
    const failure = Math.max(...failures.map((at) => at ?? Number.NEGATIVE_INFINITY));
    const latest = sightings[0];
    failedAt = Number.isFinite(failure) && !(latest !== undefined && latest.at > failure) ? failure : null;
    report();
    // What could not be told while Redis was away.
    if (failedAt !== null && suspendedMs === null) tellSuspended(failedAt);
    if (failedAt === null && suspendedMs !== null && latest !== undefined) tellSeen(latest);
  };
  const remember = (review: ControlReview) => void remembered.set(review.reviewId ?? review.link, review);
  const suspend = () => {
    failedAt = performance.now();
    report();
    tellSuspended(failedAt);
  };

  /**
   * The operator's links and no others, where there are any. Else a known review of the same place and one of
   * another; they may have been removed since, so reviews on the page of the place follow, and all that is known.
   */
  async function* candidates({ cid, reviewId }: ControlRequest, scope: Scope): AsyncGenerator<ControlReview> {
    const known = [...remembered.values()];
    const ownPlace = known.filter((review) => cid !== null && review.cid === cid);
    const offered = new Set<string>();
    const isNew = (review: ControlReview): boolean => {
      if (offered.has(review.link) || (reviewId !== null && review.reviewId === reviewId)) return false;
      offered.add(review.link);
      return true;
    };
    for (const review of configured) if (isNew(review)) yield review;
    if (offered.size > 0) return;
    for (const review of [...ownPlace.slice(0, 1), ...known.slice(0, 1)]) if (isNew(review)) yield review;
    if (cid !== null) for (const review of await discover(cid, scope)) if (isNew(review)) yield review;
    for (const review of known) if (isNew(review)) yield review;
  }

  const read = async (review: ControlReview, scope: Scope): Promise<ControlReading> => {
    try {
      return await load(review, scope);
    } catch (error) {
      // A link that leads nowhere is the operator's mistake, not that of the client.
      if (!isAppError(error, 'invalid_request', 'no_results')) throw error;
      return { outcome: 'not_seen', why: error.message };
    }
  };

  /** Null = there was nothing to try. */
  const check = async (request: ControlRequest, scope: Scope): Promise<AnswerShape | null> => {
    const failures: string[] = [];
    try {
      for await (const review of candidates(request, scope)) {
        const reading = await read(review, scope);
        if (reading.outcome === 'seen') {
          metrics.controlCheck('seen');
          seen(() => reading.sighting);
          remember(review);
          return reading.sighting.shape;
        }
        metrics.controlCheck('not_seen');
        failures.push(reading.why);
        if (failures.length >= TRIED_AT_MOST) break;
      }
    } catch (error) {
      // A client that left proves nothing.
      if (scope.signal.aborted) throw error;
      metrics.controlCheck(isAppError(error) ? error.code : 'failed');
      if (!isAppError(error, 'provider_unavailable')) throw error;
      suspend();
      throw notSeen(error);
    }
    if (failures.length === 0) {
      metrics.controlCheck('none');
      // Verdicts stay suspended until a control is seen, also where this replica has none to read.
      if (shared !== null && failedAt !== null) throw notSeen('another replica did not see its control');
      return null;
    }
    suspend();
    throw notSeen(failures.join('; '));
  };

  const ensure = async (request: ControlRequest, scope: Scope): Promise<AnswerShape | null> => {
    const proven = () => (failedAt === null ? fresh(request.reviewId) : null);
    if (shared !== null) await learn(shared);
    // A shared check may have been made for another review, with the review of this request as its control.
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const known = proven();
      if (known !== null) return known;
      const found = await flights.run('control', scope, (inner) => check(request, inner));
      if (found === null) return null;
    }
    return proven() ?? fail(notSeen('the only control is the review itself'));
  };

  return {
    state,
    ensure,
    require: async (request, scope) => (await ensure(request, scope)) ?? fail(noControl()),
    seen,
    remember,
    forget: () => {
      sightings = [];
      forgottenAt = performance.now();
      report();
    },
    close: () => clearTimeout(expiry),
  };
}

function notSeen(cause: unknown): AppError {
  return new AppError(
    'provider_unavailable',
    'The map provider does not show reviews that are known to be visible at the moment, so nothing can be said about reviews it does not show. Try again later.',
    { cause, retryAfterSeconds: RETRY_SECONDS },
  );
}

/** The error for a negative answer that would rest on nothing. */
export function noControl(): AppError {
  return new AppError(
    'provider_unavailable',
    'No review that is known to be visible could be read to prove that the map provider answers normally, so nothing can be said about what it does not show. Name such reviews in CONTROL_REVIEWS.',
    { retryAfterSeconds: RETRY_SECONDS },
  );
}

function fail(error: AppError): never {
  throw error;
}
