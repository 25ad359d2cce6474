import { LRUCache } from 'lru-cache';
import { AppError, isAppError } from '../contract/errors.js';
import { message } from '../contract/messages.js';
import type { Logger } from '../runtime/logger.js';
import type { Metrics } from '../runtime/metrics.js';
import { race, type Scope } from '../runtime/scope.js';
import type { SingleFlight } from '../traffic/single-flight.js';

/**
 * Whether the service gives negative answers. `ok`: the last control was shown in full. `unproven`: no control has
 * been read yet. `suspended`: a control was not shown, and three good controls in a row over 30 seconds have not
 * followed.
 */
export type VerdictState = 'ok' | 'unproven' | 'suspended';

/** The lookup that a negative answer about a place belongs to. */
export interface PlaceSubject {
  /** How the request addressed the place: a control is read the same way. */
  readonly path: 'cid' | 'place' | 'search';
  /** CID of the place, decimal; null = unknown. */
  readonly cid: string | null;
}

export type ControlReading<V> =
  /** The control was shown in full: the provider answers normally. */
  | { readonly outcome: 'seen'; readonly value: V }
  /** The control was not shown in full. `why` is for the log. */
  | { readonly outcome: 'not_seen'; readonly why: string }
  /** The candidate is the subject of the answer itself, so it cannot be the control of this answer. */
  | { readonly outcome: 'own' };

/** A review or place that is known to exist. Reading it proves that the provider answers normally. */
export interface ControlCandidate<V> {
  /** An address or an id, for the log and for the memory of candidates that no longer exist. */
  readonly name: string;
  /** The source of the candidate. At most two candidates of one source are tried. */
  readonly source: string;
  /** @throws AppError when the load itself fails */
  load(scope: Scope): Promise<ControlReading<V>>;
}

export type Controls<R, V> = ReturnType<typeof createControls<R, V>>;

/** The memory of the controls of one kind of page. Use cases that load pages in different ways share it. */
export type ControlMemory = ReturnType<typeof createControlMemory>;

interface ControlOptions<R, V> {
  readonly kind: 'review' | 'place' | 'search';
  /** Default: a new, empty memory. */
  readonly memory?: ControlMemory;
  readonly flights: SingleFlight;
  /**
   * Candidates in order of preference, without the subjects of the requests. @throws AppError when candidates cannot be
   * looked for
   */
  candidates(requests: readonly R[], scope: Scope): AsyncIterable<ControlCandidate<V>>;
  /** Requests with the same key may share a control. */
  keyOf(request: R): string;
  readonly metrics: Pick<Metrics, 'controlCheck'>;
  readonly log: Logger;
}

/** How long bulk links wait to share a control, in milliseconds. */
const SHARE_MS = 10_000;
/** Missing candidates, of one source and of all sources, after which the provider counts as disturbed. */
const MAX_OF_A_SOURCE = 2;
const MAX_TRIED = 6;
/** How long a candidate that no longer exists is skipped, in milliseconds. */
const SKIPPED_MS = 24 * 3_600_000;
const MAX_SKIPPED = 1_000;

/** A control that several requests with the same key wait for. */
interface SharedControl<R> {
  readonly id: number;
  readonly requests: R[];
  readonly begun: Promise<void>;
  begin(): void;
}

/**
 * Proves that the provider answers normally, for one kind of page. A control proves only the loads before it
 * (docs/provider/verdicts.md, rules 4 to 6), so the service remembers only whether a control was shown.
 */
export function createControls<R, V>(options: ControlOptions<R, V>) {
  const { kind, flights, candidates, keyOf, metrics, log } = options;
  const { trust, skipped } = options.memory ?? createControlMemory(kind, log);
  /** Requested controls that have not begun. */
  const waiting = new Map<string, SharedControl<R>>();
  /** Running bulk links that do not wait for a control yet: each may still join a shared control. */
  let expected = 0;
  let lastId = 0;

  const sharedControlOf = (key: string): SharedControl<R> => {
    const known = waiting.get(key);
    if (known !== undefined) return known;
    lastId += 1;
    let timer: NodeJS.Timeout | undefined;
    let start: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      start = resolve;
    });
    const shared: SharedControl<R> = {
      id: lastId,
      requests: [],
      begun,
      begin: () => {
        clearTimeout(timer);
        if (waiting.get(key) === shared) waiting.delete(key);
        start();
      },
    };
    timer = setTimeout(shared.begin, SHARE_MS);
    waiting.set(key, shared);
    return shared;
  };
  /**
   * Begins all waiting controls when no other link can join. A link that takes a free slot registers within this turn
   * of the event loop.
   */
  const beginIfNobodyComes = () => {
    setTimeout(() => {
      if (expected <= 0) for (const shared of [...waiting.values()]) shared.begin();
    }, 0);
  };
  const expect = (more: number) => {
    expected += more;
    if (expected <= 0) beginIfNobodyComes();
  };

  const passOver = (candidate: ControlCandidate<V>, why: string) => {
    skipped.set(candidate.name, true);
    log.warn(
      { control: kind, name: candidate.name, why },
      'a control is no longer shown: it is skipped for a day',
    );
  };
  /** A candidate whose address leads nowhere counts as missing. */
  const load = async (candidate: ControlCandidate<V>, scope: Scope): Promise<ControlReading<V>> => {
    try {
      return await candidate.load(scope);
    } catch (error) {
      if (!isAppError(error, 'invalid_request', 'no_results')) throw error;
      return { outcome: 'not_seen', why: error.message };
    }
  };

  /**
   * Returns the first candidate that is shown; null = no candidate could be tried. Each candidate that was missing
   * before it is read once more: either it no longer exists, or the provider was disturbed a moment ago.
   */
  const readFirst = async (
    requests: readonly R[],
    scope: Scope,
  ): Promise<{ readonly value: V } | { readonly why: string } | null> => {
    const missing: { readonly candidate: ControlCandidate<V>; readonly why: string }[] = [];
    for await (const candidate of candidates(requests, scope)) {
      const tried = missing.filter((other) => other.candidate.source === candidate.source).length;
      if (skipped.has(candidate.name) || tried >= MAX_OF_A_SOURCE) continue;
      const reading = await load(candidate, scope);
      if (reading.outcome === 'own') continue;
      metrics.controlCheck(reading.outcome);
      if (reading.outcome === 'not_seen') {
        missing.push({ candidate, why: reading.why });
        if (missing.length >= MAX_TRIED) break;
        continue;
      }
      for (const { candidate: gone, why } of missing) {
        trust.doubt();
        if ((await load(gone, scope)).outcome === 'not_seen') passOver(gone, why);
        else trust.failed();
      }
      return { value: reading.value };
    }
    return missing.length === 0 ? null : { why: missing.map(({ why }) => why).join('; ') };
  };

  const check = async (shared: SharedControl<R>, scope: Scope): Promise<V> => {
    const resume = scope.pauseDeadline();
    await race(scope.signal, shared.begun).finally(resume);
    const { toNext, toEnd } = trust.waitMs();
    if (toNext > 0) throw suspended(toEnd);
    trust.begun();
    let found: Awaited<ReturnType<typeof readFirst>>;
    try {
      found = await readFirst(shared.requests, scope);
    } catch (error) {
      // A request that its client aborted proves nothing about the provider.
      if (scope.signal.aborted) throw error;
      metrics.controlCheck(isAppError(error) ? error.code : 'failed');
      if (!isAppError(error, 'provider_unavailable')) throw error;
      trust.failed();
      throw notShown(error);
    }
    if (found === null) {
      metrics.controlCheck('none');
      throw noControl();
    }
    if ('why' in found) {
      trust.failed();
      throw notShown(found.why);
    }
    trust.seen();
    return found.value;
  };

  return {
    state: trust.state,
    /**
     * Reads a control that begins after this call. Bulk links wait up to ten seconds to share a control; all other
     * requests do not wait. @throws AppError `provider_unavailable` when no control was shown in full or no candidate
     * exists; any other 503 code when the control could not be read
     */
    after: async (request: R, scope: Scope): Promise<V> => {
      const shared = sharedControlOf(keyOf(request));
      shared.requests.push(request);
      const isShared = mayShare(scope);
      if (isShared) expect(-1);
      else shared.begin();
      try {
        const value = await flights.run(`control ${kind} ${shared.id}`, scope, (inner) =>
          check(shared, inner),
        );
        const left = trust.waitMs().toEnd;
        if (left > 0) throw suspended(left);
        return value;
      } finally {
        if (isShared) expect(1);
      }
    },
    /**
     * Absences that a negative answer needs at the moment: two, or three for some time after a failed control or a
     * contradicted absence.
     */
    absencesNeeded: trust.absencesNeeded,
    /** Call when a load showed a review or place that an earlier load did not show. */
    contradicted: trust.doubt,
    /** @throws AppError `provider_unavailable` while negative answers are suspended */
    assertSound: () => {
      if (trust.state() === 'suspended') throw suspended(RECOVERY_MS);
    },
    /** Registers a running bulk link, which may ask for a control. Call the returned function when the link ends. */
    begin: (scope: Scope): (() => void) => {
      if (!mayShare(scope)) return () => undefined;
      expect(1);
      return () => expect(-1);
    },
  };
}

/** True for links of bulk checks and watches: nobody waits for the answer about a single link. */
function mayShare({ priority }: Scope): boolean {
  return priority === 'bulk' || priority === 'watch';
}

/** Makes the memory of the controls of one kind of page. */
export function createControlMemory(kind: ControlOptions<never, never>['kind'], log: Logger) {
  return {
    trust: createTrust((state, before) =>
      log.warn({ control: kind, verdicts: state, before }, 'the state of negative answers changed'),
    ),
    /** Candidates that no longer exist. */
    skipped: new LRUCache<string, true>({ max: MAX_SKIPPED, ttl: SKIPPED_MS }),
  };
}

/** Good controls in a row, and their minimum time span, before the service gives negative answers again. */
const RECOVERY_CONTROLS = 3;
const RECOVERY_MS = 30_000;
/** While negative answers are suspended, controls closer together than this prove nothing more. */
const RECOVERY_PAUSE_MS = 10_000;
/**
 * For this long after a failed control or a contradicted absence, a negative answer needs one more round. Milliseconds.
 */
const CAUTION_MS = 600_000;

/** Tracks whether the controls so far allow negative answers. Times by the monotonic clock, in milliseconds. */
function createTrust(onChange: (state: VerdictState, before: VerdictState) => void) {
  let cautiousUntil = Number.NEGATIVE_INFINITY;
  let hasSeen = false;
  /** Good controls since the last failed control, and when the last control began or ended; null = not suspended. */
  let recovery: { good: number; firstAt: number; lastAt: number } | null = null;
  let reported: VerdictState = 'unproven';

  const state = (): VerdictState => (recovery !== null ? 'suspended' : hasSeen ? 'ok' : 'unproven');
  const report = () => {
    const now = state();
    if (now !== reported) onChange(now, reported);
    reported = now;
  };
  const doubt = () => {
    cautiousUntil = performance.now() + CAUTION_MS;
  };

  return {
    state,
    doubt,
    absencesNeeded: (): number => (performance.now() < cautiousUntil ? 3 : 2),
    begun: () => {
      if (recovery !== null) recovery = { ...recovery, lastAt: performance.now() };
    },
    seen: () => {
      const now = performance.now();
      hasSeen = true;
      if (recovery !== null) {
        const { good, firstAt } = recovery;
        recovery = { good: good + 1, firstAt: good === 0 ? now : firstAt, lastAt: now };
        if (recovery.good >= RECOVERY_CONTROLS && now - recovery.firstAt >= RECOVERY_MS) recovery = null;
      }
      report();
    },
    failed: () => {
      doubt();
      recovery = { good: 0, firstAt: 0, lastAt: performance.now() };
      report();
    },
    /** Milliseconds until the next control is worth reading, and until the suspension can end. */
    waitMs: (): { readonly toNext: number; readonly toEnd: number } => {
      if (recovery === null) return { toNext: 0, toEnd: 0 };
      const now = performance.now();
      const pause = Math.max(0, recovery.lastAt + RECOVERY_PAUSE_MS - now);
      const toEnd = recovery.good === 0 ? pause + RECOVERY_MS : recovery.firstAt + RECOVERY_MS - now;
      return toEnd <= 0 ? { toNext: 0, toEnd: 0 } : { toNext: Math.min(pause, toEnd), toEnd };
    },
  };
}

function notShown(why: string | AppError): AppError {
  return new AppError('provider_unavailable', message('controlNotShown'), {
    cause: why,
    retryAfterSeconds: RECOVERY_MS / 1_000,
  });
}

function suspended(ms: number): AppError {
  return new AppError('provider_unavailable', message('controlRecovering'), {
    retryAfterSeconds: Math.max(1, Math.ceil(ms / 1_000)),
  });
}

function noControl(): AppError {
  return new AppError('provider_unavailable', message('noControl'), {
    retryAfterSeconds: RECOVERY_MS / 1_000,
  });
}
