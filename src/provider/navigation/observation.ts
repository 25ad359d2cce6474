import type { Page, Request, Response } from 'playwright';
import type { RuleSet } from '../rules/built-in.js';
import { isBlockPageUrl } from './block-pages.js';
import { type DataKind, dataKind, isCancelled, isDocument, isEssential, isRefusal } from './data-requests.js';
import { nothingObserved, type Observed, type ObservedDocument, type Observing } from './observed.js';

export interface Observation {
  readonly seen: Observed;
  /** Resolves at the next arrival. */
  changed(): Promise<void>;
  dispose(): void;
}

/**
 * The failures of a page's data requests and navigations: an error status; 0 = no answer, or an answer that broke off.
 * The last result of each kind counts: a failed preload is cleared when the page's own fetch succeeds.
 */
type Failures = Map<DataKind | 'navigation' | 'block_page', number>;

/** Starts listening to a page. It intercepts, changes and sends nothing. */
export function observe(page: Page, rules: RuleSet): Observation {
  const kindOf = (url: string) => dataKind(url, rules);
  const failures: Failures = new Map();
  const seen: Observing = {
    ...nothingObserved(),
    get failures() {
      return [...failures.values()];
    },
  };
  const underWay = new Set<Request>();
  /** Answers that have begun, and their start times. */
  const reading = new Map<Request, number>();
  let wake: () => void = () => undefined;
  let next = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const notify = () => {
    seen.arrivals += 1;
    wake();
    next = new Promise<void>((resolve) => {
      wake = resolve;
    });
  };

  const onRequest = (request: Request) => {
    if (isDocument(request, page)) seen.loaded = false;
    if (!isEssential(request, rules)) return;
    underWay.add(request);
    count();
  };
  const count = () => {
    seen.pending = underWay.size;
    seen.pendingData = [...underWay].filter((request) => kindOf(request.url()) !== null).length;
    seen.unfinished = underWay.size + reading.size;
    seen.readingSince = reading.size === 0 ? null : Math.max(...reading.values());
  };
  const settle = (request: Request) => {
    underWay.delete(request);
    count();
    notify();
  };
  const onEnd = (request: Request) => {
    if (reading.delete(request)) settle(request);
  };
  const onResponse = (response: Response) => {
    const request = response.request();
    // Answers that a former document was reading do not matter to the new document.
    if (isDocument(request, page)) reading.clear();
    else if (isReadByPage(response, rules) && underWay.has(request)) reading.set(request, performance.now());
    collect(response, { page, rules }, seen, failures).then(
      () => settle(request),
      () => settle(request),
    );
  };
  const onFailed = (request: Request) => {
    reading.delete(request);
    // A failed navigation leaves the content of the next page unknown.
    const kind = isDocument(request, page) ? 'navigation' : kindOf(request.url());
    if (kind !== null) failures.set(kind, 0);
    if (kind !== null && !isCancelled(request)) seen.pastFailures.push(0);
    if (kind !== null) return settle(request);
    if (isBlockPageUrl(request.url())) failures.set('block_page', 429);
    else if (isEssential(request, rules) && !isCancelled(request)) seen.troubles.push(0);
    settle(request);
  };
  const onLoaded = () => {
    seen.loaded = true;
    notify();
  };

  page.on('request', onRequest);
  page.on('response', onResponse);
  page.on('requestfinished', onEnd);
  page.on('requestfailed', onFailed);
  page.on('domcontentloaded', onLoaded);
  return {
    seen,
    changed: () => next,
    dispose: () => {
      page.off('request', onRequest);
      page.off('response', onResponse);
      page.off('requestfinished', onEnd);
      page.off('requestfailed', onFailed);
      page.off('domcontentloaded', onLoaded);
    },
  };
}

/** True for answers whose body only the page reads: data answers are read here, errors are known by their status. */
function isReadByPage(response: Response, rules: RuleSet): boolean {
  return response.ok() && dataKind(response.url(), rules) === null;
}

async function collect(
  response: Response,
  { page, rules }: { readonly page: Page; readonly rules: RuleSet },
  seen: Observing,
  failures: Failures,
): Promise<void> {
  const request = response.request();
  const url = response.url();
  const isRedirect = response.status() >= 300 && response.status() < 400;
  if (isDocument(request, page)) {
    if (isRedirect) return;
    const document: ObservedDocument = { url, status: response.status(), html: null };
    seen.documents.push(document);
    // Failures of the previous document do not matter for the new document.
    failures.clear();
    seen.troubles = [];
    document.html = await bodyOf(response);
    return;
  }
  const kind = dataKind(url, rules);
  // A redirect to a block page counts as 429 for any request.
  if (isBlockPageUrl(url)) failures.set('block_page', 429);
  if (kind === null && isEssential(request, rules) && isRefusal(response.status()))
    seen.troubles.push(response.status());
  if (kind === null || isRedirect) return;
  if (!response.ok()) {
    seen.pastFailures.push(response.status());
    failures.set(kind, response.status());
    return;
  }
  const { length } = seen.documents;
  const body = await bodyOf(response);
  if (body !== null) {
    seen[kind].push(body);
    failures.delete(kind);
  } else if (seen.documents.length === length) {
    seen.pastFailures.push(0);
    failures.set(kind, 0);
  }
}

/** Null when the browser no longer holds the body, e.g. because the page moved on. */
async function bodyOf(response: Response): Promise<string | null> {
  try {
    return await response.text();
  } catch {
    return null;
  }
}
