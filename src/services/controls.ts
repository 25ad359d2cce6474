import { LRUCache } from 'lru-cache';
import { AppError, isAppError } from '../errors.js';
import type { Logger } from '../logger.js';
import type { Metrics } from '../metrics.js';
import type { AnswerShape, Sighting } from '../provider/extractors/review-evidence.js';
import type { Scope } from '../scope.js';
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

/** Keeps the proof that the provider answers this process normally: negative answers rest on it. */
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

export function createControls(options: ControlOptions): Controls {
  const { configured, maxAgeMs, flights, load, discover, metrics, log } = options;
  const remembered = new LRUCache<string, ControlReview>({ max: REMEMBERED_REVIEWS, ttl: REMEMBERED_MS });
  /** The latest sightings of two reviews: one of them is another than the one that is asked about. */
  let sightings: readonly (Sighting & { readonly at: number })[] = [];
  let hasFailed = false;
  let reported: VerdictState = 'unproven';
  let expiry: NodeJS.Timeout | undefined;

  const fresh = (reviewId: string | null): AnswerShape | null => {
    const now = performance.now();
    const found = sightings.find(({ at, ...seen }) => now - at < maxAgeMs && seen.reviewId !== reviewId);
    return found?.shape ?? null;
  };
  const state = (): VerdictState => {
    if (hasFailed) return 'suspended';
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
    if (isRecent && !hasFailed && sightings.length > 1) return;
    const sighting = take();
    const others = sightings.filter(({ reviewId }) => reviewId !== sighting.reviewId);
    sightings = [{ ...sighting, at: performance.now() }, ...others.slice(0, 1)];
    hasFailed = false;
    report();
    clearTimeout(expiry);
    expiry = setTimeout(report, maxAgeMs + 1);
    expiry.unref();
  };
  const remember = (review: ControlReview) => void remembered.set(review.reviewId ?? review.link, review);
  const suspend = () => {
    hasFailed = true;
    report();
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
          const { sighting } = reading;
          metrics.controlCheck('seen');
          seen(() => sighting);
          remember(review);
          return sighting.shape;
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
      return null;
    }
    suspend();
    throw notSeen(failures.join('; '));
  };

  const ensure = async (request: ControlRequest, scope: Scope): Promise<AnswerShape | null> => {
    const proven = () => (hasFailed ? null : fresh(request.reviewId));
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
