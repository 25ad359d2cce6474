import type { Page } from 'playwright';
import { type AppError, NETWORK_CHANGED, providerBlocked } from '../../errors.js';
import { isConsentUrl } from '../../identifiers/provider-hosts.js';
import { race, type Scope, startInnerScope } from '../../runtime/scope.js';
import { type DriftKind, drifted, providerFault } from '../faults.js';
import type { RawPageState, RawPlacePage, Surface } from '../raw-state.js';
import { RULES } from '../rules/built-in.js';
import { blockPageCause, isBlockPageUrl, isScriptPage } from './block-pages.js';
import { type Observed, observe } from './observation.js';
import { createPageCaptures } from './page-state.js';

/** The known state of a page at one moment. */
export interface PageView {
  /** The requested address. */
  readonly asked: string;
  /** The tab's address now. */
  readonly url: string;
  readonly seen: Observed;
  readonly state: RawPageState | null;
  /** The page has loaded, fetches nothing more and has stopped changing. */
  readonly settled: boolean;
  /** Data requests have been pending for so long that their answers may never come. */
  readonly dataOverdue: boolean;
  /** The moment of the view, in milliseconds since 1970. */
  readonly readAt: number;
}

/** A view in the shape that the extractors of places read. */
export function rawPlacePage({ asked, url, seen, state, readAt }: PageView): RawPlacePage {
  const embedded = seen.documents.at(-1)?.embedded ?? null;
  return { asked, url, embedded, payloads: seen.payloads, state, readAt };
}

/**
 * Throws if the page had any trouble since it was opened: such a page proves no absence (verdicts.md, rule 2).
 * `waiting`: the number of requests without an answer.
 */
export function assertNoTrouble({ seen, state }: PageView, waiting: number): void {
  const failures = [...seen.failures, ...seen.pastFailures, ...seen.otherFailures];
  if (failures.length > 0) throw providerFault(`requests of the page failed: ${failures.join(', ')}`);
  if (waiting > 0) throw providerFault('the page still waits for an answer');
  if (state === null) throw providerFault('the page could not be read');
  if (state.errorMessage) throw providerFault('the page showed an error message');
  if (state.limitedView) throw providerFault('the page is a limited view');
}

export interface NavigationOptions {
  /** Its signal ends the navigation; its timings include the cost of extraction. */
  readonly scope: Scope;
  /** How long a loaded page must stay still to count as settled, in milliseconds; a page that draws slowly, twice. */
  readonly settleMs: number;
  /** The kind of page to read; by default a place. */
  readonly surface?: Surface;
  /** The maximum time until one page is decided, in milliseconds; 30 s by default. */
  readonly loadLimitMs?: number;
  /** The time after which pending data are overdue, in milliseconds; 8 s by default. */
  readonly dataPatienceMs?: number;
  /** Reports an answer of unknown shape that does not end the load; `where` says what it holds. */
  readonly onDrift?: (kind: DriftKind, where: string) => void;
  /** Receives each view before it is decided. */
  readonly onView?: (view: PageView) => void;
}

/** Reads a view; undefined = not decided yet. */
type Decide<T> = (view: PageView) => T | undefined;

/**
 * Opens an address in the tab and follows the page event by event until `decide` answers. Once the page has settled,
 * `decide` is called a last time and must answer. Declines consent pages on the way (places.md §3). All pages of the
 * provider are loaded here.
 * @throws AppError `provider_blocked` at a block page, `provider_unavailable` when the provider fails, or when the
 *   page is not decided within the load limit; the scope's reason when it ends first
 */
export async function navigate<T>(
  page: Page,
  url: string,
  options: NavigationOptions,
  decide: Decide<T>,
): Promise<T> {
  using navigation = startNavigation(page, url, options);
  return await navigation.open(decide);
}

/**
 * Starts a navigation in several steps, each within the load limit. All share the observed answers of the page. `using`
 * ends it.
 */
export function startNavigation(page: Page, url: string, options: NavigationOptions) {
  const observation = observe(page);
  /** Waits for an action on the current page and follows the page until `decide` answers. */
  const act = async <T>(action: Promise<unknown>, decide: Decide<T>): Promise<T> => {
    using limit = startLoadLimit(options, observation.seen);
    await race(limit.scope.signal, action);
    return await follow(page, url, observation, { ...options, scope: limit.scope }, decide);
  };
  return {
    act,
    /** Goes to the address (or reloads when the page is already there) and follows the page until `decide` answers. */
    open: <T>(decide: Decide<T>) => act(page.goto(url, { waitUntil: 'commit', timeout: 0 }), decide),
    [Symbol.dispose]: observation[Symbol.dispose],
  };
}

const MAX_CONSENT_PAGES = 3;
/** Limit for pages that replace their document over and over. */
const MAX_DOCUMENTS = 20;
/**
 * The pause before a capture that follows two lost ones, in milliseconds: on a busy machine the next document comes
 * much later than the former goes, and until then the driver refuses each capture at once.
 */
const LOST_PAUSE_MS = 50;

/** Each round reads the current view, then waits for the next event: data, a capture of the page, or quiet. */
async function follow<T>(
  page: Page,
  asked: string,
  observation: ReturnType<typeof observe>,
  options: NavigationOptions,
  decide: Decide<T>,
): Promise<T> {
  const { seen } = observation;
  const { signal, timings } = options.scope;
  const captures = createPageCaptures(page, options.surface ?? 'place');
  const startedAt = performance.now();
  const overdueAt = startedAt + (options.dataPatienceMs ?? PATIENCE_MS);
  let askedAt = startedAt;
  let consentPages = 0;
  let lostInARow = 0;
  let wasSlow = false;
  let settled = false;

  const leaveConsentPage = async () => {
    consentPages += 1;
    if (consentPages > MAX_CONSENT_PAGES) throw providerFault('the consent page comes back');
    await race(signal, declineConsent(page));
    captures.forget();
  };

  const askForResult = (): T | undefined => {
    // A consent page without a known form has changed its layout: nothing else is read from it. places.md §3
    if (settled && isConsentUrl(page.url())) throw drifted('consent_form', 'no form that can be declined');
    const since = performance.now();
    askedAt = since;
    const dataOverdue = seen.pendingData > 0 && since >= overdueAt;
    const state = captures.state();
    const view = { asked, url: page.url(), seen, state, settled, dataOverdue, readAt: Date.now() };
    options.onView?.(view);
    const result = decide(view);
    timings.extractMs += performance.now() - since;
    if (result === undefined && settled)
      throw providerFault(`settled without an answer; failed data requests: ${seen.failures.join() || 0}`);
    return result;
  };

  const nextEvent = () => {
    const captured = captures.next();
    const arrived = observation.changed().then(() => 'arrived' as const);
    const quiet = startQuietTimer(seen, options.settleMs, startedAt);
    // `decide` is called once when the data are overdue, even if they became overdue after the last call.
    const overdue = startTimer(
      'overdue',
      askedAt < overdueAt ? Math.max(0, overdueAt - performance.now()) : -1,
    );
    return race(signal, Promise.race([arrived, quiet.over, overdue.over, captured])).finally(() => {
      quiet.stop();
      overdue.stop();
    });
  };

  for (;;) {
    assertNoBlockPage(page.url(), seen, captures.state());
    if (captures.state()?.consent) await leaveConsentPage();
    else {
      // After a change of the network only a finding counts, never what the page at rest lacks.
      const result = settled && seen.networkChanged ? undefined : askForResult();
      if (result !== undefined) return result;
      if (seen.networkChanged) throw providerFault(NETWORK_CHANGED);
    }
    const event = await nextEvent();
    const since = performance.now();
    const isStillNow = event === 'quiet' && (await race(signal, isStill(page, seen, startedAt)));
    // A page whose frame takes over 100 ms may not have drawn what this process has read: it rests once more.
    const isSlow = performance.now() - since > Math.min(100, options.settleMs / 3);
    // A capture that came meanwhile is read first: this process may be slower than the page.
    settled = isStillNow && !captures.isBehind() && (!isSlow || wasSlow);
    wasSlow = event === 'quiet' && isSlow;
    if (event === 'arrived' || event === 'quiet' || event === 'overdue') continue;
    captures.take(event);
    lostInARow = event === null ? lostInARow + 1 : 0;
    if (lostInARow > 1) await race(signal, startTimer('pause', LOST_PAUSE_MS).over);
  }
}

/**
 * Throws when the provider refuses or fails instead of answering: the unusual-traffic page (places.md §4: matched by
 * path, status and HTML form, never by words), the "enable JavaScript" page, an error status, ever new documents.
 */
function assertNoBlockPage(url: string, seen: Observed, state: RawPageState | null): void {
  const { status = 200, html = null } = seen.documents.at(-1) ?? {};
  const blocked = isBlockPageUrl(url) || state?.blockPage === true || (html !== null && isScriptPage(html));
  if (blocked || status === 429 || seen.failures.includes(429))
    throw providerBlocked({ cause: blockPageCause(url) });
  if (status >= 400 && status !== 404) throw providerFault(`document status ${status}`);
  if (seen.documents.length > MAX_DOCUMENTS) throw providerFault('the page keeps replacing itself');
}

/**
 * A page whose script keeps the processor busy looks still from outside, so it must draw once more: by then its
 * script has run, and may have begun to fetch.
 */
async function isStill(page: Page, seen: Observed, startedAt: number): Promise<boolean> {
  const before = seen.arrivals;
  const drawn = page.evaluate(
    () => new Promise<boolean>((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(true), 0))),
  );
  if (!(await drawn.catch(() => false)) || seen.arrivals !== before) return false;
  return seen.loaded && seen.pendingData === 0 && patienceLeft(seen, startedAt) === 0;
}

/** How long requests that are not for data delay the page: some are never answered. */
const PATIENCE_MS = 8_000;
/**
 * How long an answer that has begun delays the page: a long answer that the page leaves unread never ends (measured).
 */
const READING_PATIENCE_MS = 2_000;

/** How much longer requests that are not for data delay the page, in milliseconds; 0 = no delay. */
function patienceLeft({ pending, readingSince }: Observed, startedAt: number): number {
  const now = performance.now();
  const forAnswers = pending > 0 ? startedAt + PATIENCE_MS - now : 0;
  const forBodies = readingSince === null ? 0 : readingSince + READING_PATIENCE_MS - now;
  return Math.max(0, forAnswers, forBodies);
}

/** Fires when the page had no network activity for `settleMs`. */
function startQuietTimer(seen: Observed, settleMs: number, startedAt: number) {
  const isWaiting = !seen.loaded || seen.pendingData > 0;
  return startTimer('quiet', isWaiting ? -1 : Math.max(settleMs, patienceLeft(seen, startedAt)));
}

/** Resolves after `ms`; never if `ms` is negative. */
function startTimer<T extends string>(name: T, ms: number) {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<T>((resolve) => {
    if (ms >= 0) timer = setTimeout(() => resolve(name), ms);
  });
  return { over, stop: () => clearTimeout(timer) };
}

/** Limit for the click and for leaving the page: eight pages that open at once on two cores take seconds to draw. */
const DECLINE_TIMEOUT_MS = 15_000;

/**
 * Declines cookies on the consent page: the form that holds set_eom=true, with buttons or with plain submit inputs
 * (places.md §3). Resolves when the page has left for its target; rejects with the driver's timeout when it stays.
 */
async function declineConsent(page: Page): Promise<void> {
  const { selectors } = RULES;
  const forms = page.locator(selectors.consentReject.join(', '));
  const control = forms.locator(selectors.consentControl.join(', ')).filter({ visible: true }).first();
  const consentUrl = page.url();
  const left = page.waitForURL((url) => url.href !== consentUrl, {
    waitUntil: 'commit',
    timeout: DECLINE_TIMEOUT_MS,
  });
  await Promise.all([left, control.click({ timeout: DECLINE_TIMEOUT_MS, noWaitAfter: true })]);
}

/**
 * Longest time of one step, in milliseconds. This limit ends steps whose document is never answered, whose body never
 * ends, or whose data request hangs. Reading a list of reviews may take minutes, but loading one page may not.
 */
const LOAD_LIMIT_MS = 30_000;

/** Starts a scope that ends at the load limit; the cause of that error names the pending requests. */
function startLoadLimit(options: NavigationOptions, seen: Observed) {
  const limitMs = options.loadLimitMs ?? LOAD_LIMIT_MS;
  const scope = startInnerScope(options.scope, Number.POSITIVE_INFINITY);
  const timer = setTimeout(() => scope.abort(tooSlow(seen, limitMs)), limitMs);
  const dispose = () => {
    clearTimeout(timer);
    scope[Symbol.dispose]();
  };
  return { scope, [Symbol.dispose]: dispose };
}

function tooSlow({ documents, loaded, pendingData, unfinished }: Observed, limitMs: number): AppError {
  const document = documents.length === 0 ? 'no document' : loaded ? 'a document' : 'part of a document';
  return providerFault(
    `${document} after ${limitMs} ms, data requests under way: ${pendingData}, others: ${unfinished - pendingData}`,
  );
}
