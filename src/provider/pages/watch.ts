import type { Page } from 'playwright';
import { race, type Scope } from '../../scope.js';
import { assertNoBlockPage, providerFault } from './block-pages.js';
import { declineConsent } from './consent.js';
import type { Observation } from './observation.js';
import type { Observed } from './observed.js';
import { captureInput, nextPageState } from './page-state.js';
import type { RawPageState, Surface } from './raw-state.js';

/** What is known of a page at one moment. */
export interface PageView {
  /** The address the visit began with. */
  readonly asked: string;
  /** The tab's address now. */
  readonly url: string;
  readonly seen: Observed;
  readonly state: RawPageState | null;
  /** The page has loaded, fetches nothing more and has stopped changing. */
  readonly settled: boolean;
}

export interface WatchOptions {
  /** Its signal ends the watch; its timings take what extraction costs. */
  readonly scope: Scope;
  /** How long a loaded page must stay still to count as settled, in milliseconds. */
  readonly settleMs: number;
  /** What to look for; by default a place. */
  readonly surface?: Surface;
  /** How long one page may take to be decided, in milliseconds; see `withinLoadLimit`. */
  readonly loadLimitMs?: number;
}

/** A page under way, and the address the visit began with. */
export interface Visited {
  readonly page: Page;
  readonly asked: string;
  readonly observation: Observation;
}

/** A page that replaces itself over and over is not followed for ever. */
const MAX_LOST_DOCUMENTS = 20;
const MAX_CONSENT_PAGES = 3;

/**
 * Follows a page event by event until `decide` gives a result; undefined = not yet. Once the page has
 * settled `decide` is asked a last time and must answer. Consent pages are declined on the way; block pages and
 * provider faults throw AppErrors; the signal ends the wait with its reason.
 */
export async function watch<T>(
  { page, asked, observation }: Visited,
  options: WatchOptions,
  decide: (view: PageView) => T | undefined,
): Promise<T> {
  const { seen } = observation;
  const { signal, timings } = options.scope;
  let state: RawPageState | null = null;
  /** The last capture as it came; the page compares itself with it. */
  let shown: RawPageState | null = null;
  let capture: Promise<RawPageState | null> | null = null;
  let lostDocuments = 0;
  let consentPages = 0;
  let settled = false;
  let limitedView = false;
  let errorMessage = false;
  const startedAt = performance.now();

  for (;;) {
    assertNoBlockPage(page.url(), seen, state);
    if (state?.consent) {
      consentPages += 1;
      if (consentPages > MAX_CONSENT_PAGES) throw providerFault('the consent page comes back');
      await race(signal, declineConsent(page));
      state = null;
      shown = null;
      capture = null;
    } else {
      const since = performance.now();
      const result = decide({ asked, url: page.url(), seen, state, settled });
      timings.extractMs += performance.now() - since;
      if (result !== undefined) return result;
      if (settled) throw providerFault(`failed data requests: ${seen.failures.join(', ') || 'none'}`);
    }

    capture ??= captureState(page, shown, options.surface ?? 'place');
    const arrived = observation.changed().then(() => 'arrived' as const);
    const quiet = startQuietTimer(seen, options.settleMs, startedAt);
    const event = await race(signal, Promise.race([arrived, quiet.over, capture])).finally(quiet.stop);
    settled = event === 'quiet' && (await race(signal, isStill(page, seen, startedAt)));
    if (event === 'arrived' || event === 'quiet') continue;
    capture = null;
    if (event === null) {
      lostDocuments += 1;
      if (lostDocuments > MAX_LOST_DOCUMENTS) throw providerFault('the page keeps replacing itself');
      state = null;
      shown = null;
    } else {
      shown = event;
      // The consent page is not the page asked for.
      limitedView ||= !event.consent && event.limitedView;
      errorMessage ||= !event.consent && event.errorMessage;
      // What one document of the visit showed is not forgotten with it.
      state = { ...event, limitedView, errorMessage };
    }
  }
}

/** Null when the document went away before it could answer. */
function captureState(
  page: Page,
  known: RawPageState | null,
  surface: Surface,
): Promise<RawPageState | null> {
  return page.evaluate(nextPageState, captureInput(known, surface)).catch(() => null);
}

/**
 * A page whose script keeps the processor busy looks still from outside. So it is asked to draw once more:
 * by then its script has had its turn, and may have begun to fetch.
 */
async function isStill(page: Page, seen: Observed, startedAt: number): Promise<boolean> {
  const before = seen.arrivals;
  const drawn = page.evaluate(
    () => new Promise<boolean>((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(true), 0))),
  );
  return (await drawn.catch(() => false)) && !isBusy(seen, startedAt) && seen.arrivals === before;
}

/** Requests that are not for data hold a page back only so long: some are never answered. */
const PATIENCE_MS = 8_000;
/** And an answer that has begun: a long one never ends when the page leaves it unread (measured). */
const READING_PATIENCE_MS = 2_000;

/** How long requests that are not for data still hold the page back, in milliseconds; 0 = they do not. */
function patienceLeft({ pending, readingSince }: Observed, startedAt: number): number {
  const now = performance.now();
  const forAnswers = pending > 0 ? startedAt + PATIENCE_MS - now : 0;
  const forBodies = readingSince === null ? 0 : readingSince + READING_PATIENCE_MS - now;
  return Math.max(0, forAnswers, forBodies);
}

function isBusy(seen: Observed, startedAt: number): boolean {
  return !seen.loaded || seen.pendingData > 0 || patienceLeft(seen, startedAt) > 0;
}

/** Fires when the page had no network activity for `settleMs`. */
function startQuietTimer(seen: Observed, settleMs: number, startedAt: number) {
  if (!seen.loaded || seen.pendingData > 0) {
    return { over: new Promise<never>(() => undefined), stop: () => undefined };
  }
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<'quiet'>((resolve) => {
    timer = setTimeout(() => resolve('quiet'), Math.max(settleMs, patienceLeft(seen, startedAt)));
  });
  return { over, stop: () => clearTimeout(timer) };
}
