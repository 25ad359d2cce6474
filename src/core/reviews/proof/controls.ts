import { LRUCache } from 'lru-cache';
import {
  AppError,
  DiagnosticError,
  INVALID_REQUEST,
  isAppError,
  NO_RESULTS,
  PROVIDER_UNAVAILABLE,
} from '../../errors.js';
import { deferred } from '../../runtime/deferred.js';
import type { Logger } from '../../runtime/logger.js';
import type { Metrics } from '../../runtime/metrics.js';
import { race, type Scope } from '../../runtime/scope.js';
import { type Message, message } from '../../texts/messages.js';
import type { SingleFlight } from '../../traffic/single-flight.js';

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
  /**
   * The candidate cannot be the control of this answer: it is the subject itself, or it has no address of the subject's
   * form.
   */
  | { readonly outcome: 'unfit' };

/**
 * Whether the page of its place still shows a candidate. `listed`: the page shows it. `unlisted`: the page shows every
 * review of the place, and not this one. `unknown`: the page shows only some reviews, and not this one.
 */
export type ControlListing = 'listed' | 'unlisted' | 'unknown';

/** A candidate that was tried for a request. */
export interface TriedControl {
  /** The address of its load. */
  readonly url: string;
  /** CID of its place, decimal; null = unknown, or the candidate is itself a place. */
  readonly place: string | null;
  /** `skipped`: it was missing earlier, and the page of its place did not show it, so it was not loaded again. */
  readonly outcome: 'seen' | 'not_seen' | 'skipped';
  /** Why it was not seen; null = it was seen. */
  readonly why: string | null;
  /** Milliseconds since 1970: when it was loaded, or for `skipped` when it was found missing. */
  readonly at: number;
}

/** A review or place that is known to exist. Reading it proves that the provider answers normally. */
export interface ControlCandidate<V> {
  /** An address or an id, for the log and for the memory of candidates that no longer exist. */
  readonly name: string;
  /** The address of its load; by default its name. */
  readonly url?: string;
  /** The source of the candidate. At most two candidates of one source are tried. */
  readonly source: string;
  /** CID of its place, decimal; null = unknown, or the candidate is itself a place. */
  readonly place: string | null;
  /** @throws AppError when the load itself fails */
  load(scope: Scope): Promise<ControlReading<V>>;
  /** Opens the page of its place. @throws AppError when the page cannot be read; absent = there is no such page */
  listing?(scope: Scope): Promise<ControlListing>;
}

/** The cause of an error that withholds negative answers about one place only. */
class PlaceDisturbance extends DiagnosticError {
  override readonly name = 'PlaceDisturbance';
}

/** The error for a place whose reviews or page the provider does not show as usual. */
export function placeDisturbed(why: string): AppError {
  return unproven(message('placeDisturbed'), new PlaceDisturbance(why));
}

/** The memory of the controls of one kind of page. Use cases that load pages in different ways share it. */
type ControlMemory = ReturnType<typeof createControlMemory>;

interface ControlOptions<R, V> {
  readonly kind: 'review' | 'place' | 'search';
  readonly memory: ControlMemory;
  readonly flights: SingleFlight;
  /**
   * Candidates in order of preference, without the subjects of the requests. @throws AppError when candidates cannot be
   * looked for
   */
  candidates(requests: readonly R[], scope: Scope): AsyncIterable<ControlCandidate<V>>;
  /**
   * The form of the address of a request: what the controls of one form show proves nothing about another form.
   */
  formOf(request: R): string;
  /** CID of the place of a request, decimal; null = unknown. Requests of one form and place share a control. */
  placeOf(request: R): string | null;
  /** Receives each candidate that is tried. */
  onTried?(request: R, tried: TriedControl): void;
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
/** How long the reviews of a disturbed place cannot be controls of other places, in milliseconds. */
const DISTURBED_MS = 600_000;

/** A control that several requests with the same key wait for. */
interface SharedControl<R> {
  readonly id: number;
  readonly requests: R[];
  /** Settles when no further request can join: then the control is read. */
  readonly closed: Promise<void>;
  close(): void;
}

/**
 * Proves that the provider answers normally, for one kind of page. A control proves only the loads before it
 * (docs/provider/verdicts.md, rules 4 to 6), so the service remembers only whether a control was shown.
 */
export class Controls<R, V> {
  readonly #options: ControlOptions<R, V>;
  /** Requested controls that other requests can join. */
  readonly #waiting = new Map<string, SharedControl<R>>();
  /** Running bulk links that do not wait for a control yet: each may still join a shared control. */
  #expected = 0;
  #lastId = 0;

  constructor(options: ControlOptions<R, V>) {
    this.#options = options;
  }

  state(): VerdictState {
    return this.#options.memory.trusts.state();
  }

  /**
   * Reads a control that begins after this call. Bulk links wait up to ten seconds to share a control; all other
   * requests do not wait. @throws AppError `provider_unavailable` when no control was shown in full or no candidate
   * exists; any other 503 code when the control could not be read
   */
  async after(request: R, scope: Scope): Promise<V> {
    const { kind, flights, formOf, placeOf } = this.#options;
    const trust = this.trust(request);
    const shared = this.#sharedControlOf(`${formOf(request)} ${placeOf(request) ?? ''}`);
    shared.requests.push(request);
    const isShared = mayShare(scope);
    if (isShared) this.#addExpected(-1);
    else shared.close();
    try {
      const value = await flights.run(`control ${kind} ${shared.id}`, scope, (inner) =>
        this.#check(shared, trust, inner),
      );
      const left = trust.waitMs().toEnd;
      if (left > 0) throw suspended(left);
      return value;
    } finally {
      if (isShared) this.#addExpected(1);
    }
  }

  /** The trust in negative answers that the controls of this form of address have earned. */
  trust(request: R): Trust {
    const { memory, formOf } = this.#options;
    return memory.trusts.of(formOf(request));
  }

  /** Expects a running bulk link to ask for a control. Call the returned function when the link ends. */
  expectLink(scope: Scope): () => void {
    if (!mayShare(scope)) return () => undefined;
    this.#addExpected(1);
    return () => this.#addExpected(-1);
  }

  #sharedControlOf(key: string): SharedControl<R> {
    const waiting = this.#waiting.get(key);
    if (waiting !== undefined) return waiting;
    this.#lastId += 1;
    const closed = deferred<void>();
    const shared: SharedControl<R> = {
      id: this.#lastId,
      requests: [],
      closed: closed.promise,
      close: () => {
        clearTimeout(timer);
        if (this.#waiting.get(key) === shared) this.#waiting.delete(key);
        closed.resolve();
      },
    };
    const timer = setTimeout(shared.close, SHARE_MS);
    this.#waiting.set(key, shared);
    return shared;
  }

  /**
   * Closes all waiting controls when no other link can join. A link that takes a free slot is expected within this turn
   * of the event loop.
   */
  #addExpected(more: number): void {
    this.#expected += more;
    if (this.#expected > 0) return;
    setTimeout(() => {
      if (this.#expected <= 0) for (const shared of [...this.#waiting.values()]) shared.close();
    }, 0);
  }

  /**
   * Loads a candidate. A candidate whose address leads nowhere counts as missing: its errors are never the answer to a
   * request.
   */
  async #load(
    candidate: ControlCandidate<V>,
    requests: readonly R[],
    scope: Scope,
  ): Promise<ControlReading<V>> {
    const at = Date.now();
    const reading = await candidate.load(scope).catch((error: unknown): ControlReading<V> => {
      if (!isAppError(error, INVALID_REQUEST, NO_RESULTS)) throw error;
      return { outcome: 'not_seen', why: error.message };
    });
    const { outcome } = reading;
    if (outcome === 'unfit') return reading;
    this.#options.metrics.controlCheck(outcome);
    const why = outcome === 'seen' ? null : reading.why;
    const { name, url = name, place } = candidate;
    for (const request of requests) this.#options.onTried?.(request, { url, place, outcome, why, at });
    return reading;
  }

  /**
   * Explains missing candidates after `shown` was shown: either they no longer exist, or the provider was disturbed a
   * moment ago, or the provider disturbs their place. Returns true if the place of the requests is disturbed.
   */
  async #explain(
    missing: readonly Missing<V>[],
    shown: ControlCandidate<V>,
    requests: readonly R[],
    scope: Scope,
  ): Promise<boolean> {
    const { kind, memory, placeOf, log } = this.#options;
    const [request] = requests;
    if (request === undefined) return false;
    const trust = this.trust(request);
    const asked = placeOf(request);
    for (const [place, some] of byPlace(missing)) {
      trust.contradicted();
      const isAsked = place !== null && place === asked;
      const gone: Missing<V>[] = [];
      for (const one of some) {
        // The asked place is judged by its page first: no load of a candidate can clear a listed candidate.
        const again = isAsked ? null : await this.#load(one.candidate, requests, scope);
        if (again?.outcome === 'seen') trust.failed();
        else gone.push(one);
      }
      const listings: (ControlListing | 'trouble')[] = [];
      for (const { candidate } of gone) listings.push(await readListing(candidate, scope));
      const isOneShown = shown.place === place;
      const isDisturbed =
        listings.some((one) => one === 'listed' || one === 'trouble') ||
        (place !== null && gone.length > 1 && !isOneShown && listings.includes('unknown'));
      if (isDisturbed) {
        log.warn(
          { control: kind, place },
          'reviews of a place are not shown, but its page does not lack them',
        );
        if (isAsked) return true;
        if (place !== null) memory.disturbed.set(place, true);
        continue;
      }
      for (const { candidate, why } of gone) {
        const again = isAsked ? await this.#load(candidate, requests, scope) : null;
        const { name } = candidate;
        if (again?.outcome === 'seen') {
          trust.failed();
          continue;
        }
        memory.skipped.set(name, { why, at: Date.now() });
        log.warn({ control: kind, name, why }, 'a control is no longer shown: it is skipped for a day');
      }
    }
    return false;
  }

  /** Returns the first candidate that is shown; null = no candidate could be tried. */
  async #readFirst(
    requests: readonly R[],
    scope: Scope,
  ): Promise<{ readonly value: V } | { readonly why: string } | null> {
    const { memory, placeOf } = this.#options;
    const { skipped, disturbed } = memory;
    const missing: Missing<V>[] = [];
    const places = new Set(requests.map(placeOf));
    for await (const candidate of this.#options.candidates(requests, scope)) {
      const { name, url = name, place, source } = candidate;
      const before = skipped.get(name);
      if (before !== undefined) {
        for (const request of requests)
          this.#options.onTried?.(request, { url, place, outcome: 'skipped', ...before });
        continue;
      }
      if (place !== null && disturbed.has(place) && !places.has(place)) continue;
      const tried = missing.filter((other) => other.candidate.source === source).length;
      if (tried >= MAX_OF_A_SOURCE) continue;
      const reading = await this.#load(candidate, requests, scope);
      if (reading.outcome === 'unfit') continue;
      if (reading.outcome === 'not_seen') {
        missing.push({ candidate, why: reading.why });
        if (missing.length >= MAX_TRIED) break;
        continue;
      }
      if (await this.#explain(missing, candidate, requests, scope))
        throw placeDisturbed('reviews of the place that its page lists are not shown');
      return { value: reading.value };
    }
    return missing.length === 0 ? null : { why: missing.map(({ why }) => why).join('; ') };
  }

  async #check(shared: SharedControl<R>, trust: Trust, scope: Scope): Promise<V> {
    const { metrics } = this.#options;
    const resume = scope.pauseDeadline();
    await race(scope.signal, shared.closed).finally(resume);
    const { toNext, toEnd } = trust.waitMs();
    if (toNext > 0) throw suspended(toEnd);
    trust.begun();
    const found = await this.#readFirst(shared.requests, scope).catch((error: unknown) => {
      // A request that its client aborted proves nothing about the provider.
      if (scope.signal.aborted) throw error;
      metrics.controlCheck(isAppError(error) ? error.code : 'failed');
      if (isAppError(error) && error.cause instanceof PlaceDisturbance) throw error;
      // The request itself is valid: an error of a control is not its answer.
      if (!isAppError(error, PROVIDER_UNAVAILABLE, INVALID_REQUEST, NO_RESULTS)) throw error;
      trust.failed();
      throw unproven(message('controlNotShown'), error);
    });
    if (found === null) {
      metrics.controlCheck('none');
      throw unproven(message('noControl'));
    }
    if ('why' in found) {
      trust.failed();
      throw unproven(message('controlNotShown'), found.why);
    }
    trust.seen();
    return found.value;
  }
}

/** A page that cannot be read proves nothing. */
async function readListing<V>(
  candidate: ControlCandidate<V>,
  scope: Scope,
): Promise<ControlListing | 'trouble'> {
  try {
    return (await candidate.listing?.(scope)) ?? 'unlisted';
  } catch (error) {
    if (!isAppError(error, PROVIDER_UNAVAILABLE, INVALID_REQUEST, NO_RESULTS)) throw error;
    return 'trouble';
  }
}

/** True for bulk links and background work: nobody waits for the answer about a single link. */
const mayShare = ({ priority }: Scope): boolean => priority === 'bulk' || priority === 'background';

interface Missing<V> {
  readonly candidate: ControlCandidate<V>;
  readonly why: string;
}

/** Missing candidates by their place; candidates of no known place are judged one by one. */
function byPlace<V>(missing: readonly Missing<V>[]): readonly [string | null, readonly Missing<V>[]][] {
  const places = new Map<string | Missing<V>, [string | null, Missing<V>[]]>();
  for (const one of missing) {
    const { place } = one.candidate;
    const group = places.get(place ?? one) ?? [place, []];
    group[1].push(one);
    places.set(place ?? one, group);
  }
  return [...places.values()];
}

/** Makes the memory of the controls of one kind of page. */
export function createControlMemory(kind: ControlOptions<never, never>['kind'], log: Logger) {
  return {
    trusts: createTrusts((state, before) =>
      log.warn({ control: kind, verdicts: state, before }, 'the state of negative answers changed'),
    ),
    /** Candidates that no longer exist. */
    skipped: new LRUCache<string, { readonly why: string; readonly at: number }>({
      max: MAX_SKIPPED,
      ttl: SKIPPED_MS,
    }),
    /** CIDs of places whose reviews were missing although the page of the place shows them. */
    disturbed: new LRUCache<string, true>({ max: MAX_SKIPPED, ttl: DISTURBED_MS }),
  };
}

const MAX_FORMS = 100;

/**
 * The trust in controls by the form of address. The state of all: a form that never worked does not count while another
 * form has worked, because a client chooses the form.
 */
function createTrusts(onChange: (state: VerdictState, before: VerdictState) => void) {
  const forms = new LRUCache<string, Trust>({ max: MAX_FORMS });
  let reported: VerdictState = 'unproven';
  const state = (): VerdictState => {
    const all = [...forms.values()];
    const proven = all.filter((form) => form.hasSeen());
    const counted = proven.length > 0 ? proven : all;
    if (counted.some((form) => form.state() === 'suspended')) return 'suspended';
    return proven.length > 0 ? 'ok' : 'unproven';
  };
  const report = () => {
    const now = state();
    if (now !== reported) onChange(now, reported);
    reported = now;
  };
  return {
    state,
    of: (form: string): Trust => {
      const trust = forms.get(form) ?? createTrust(report);
      forms.set(form, trust);
      return trust;
    },
  };
}

export type Trust = ReturnType<typeof createTrust>;

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
function createTrust(onChange: () => void) {
  let cautiousUntil = Number.NEGATIVE_INFINITY;
  let hasSeen = false;
  /** Good controls since the last failed control, and when the last control began or ended; null = not suspended. */
  let recovery: { good: number; firstAt: number; lastAt: number } | null = null;

  const state = (): VerdictState => (recovery !== null ? 'suspended' : hasSeen ? 'ok' : 'unproven');
  const contradicted = () => {
    cautiousUntil = performance.now() + CAUTION_MS;
  };

  return {
    state,
    hasSeen: () => hasSeen,
    /** Call when a load showed a review or place that an earlier load did not show. */
    contradicted,
    /** Absences that a negative answer needs: three for some time after a failed control or a contradicted absence. */
    absencesNeeded: (): number => (performance.now() < cautiousUntil ? 3 : 2),
    /** @throws AppError `provider_unavailable` while negative answers are suspended */
    assertSound: (): void => {
      if (recovery !== null) throw suspended(RECOVERY_MS);
    },
    /** Call when a control begins to be read. */
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
      onChange();
    },
    failed: () => {
      contradicted();
      recovery = { good: 0, firstAt: 0, lastAt: performance.now() };
      onChange();
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

function unproven(reason: Message, cause?: unknown, ms = RECOVERY_MS): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(ms / 1_000));
  return new AppError(PROVIDER_UNAVAILABLE, reason, { cause, retryAfterSeconds });
}

const suspended = (ms: number): AppError => unproven(message('controlRecovering'), undefined, ms);
