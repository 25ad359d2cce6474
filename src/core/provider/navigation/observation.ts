import type { Page, Request, Response } from 'playwright';
import { NETWORK_CHANGED } from '../../errors.js';
import { MAPS_HOSTS } from '../../identifiers/provider-hosts.js';
import { deferred } from '../../runtime/deferred.js';
import { RULES } from '../rules/built-in.js';
import { type EmbeddedState, readEmbeddedState } from '../wire/embedded-state.js';
import { type DataAnswer, dataAnswer } from '../wire/envelope.js';
import { isBlockPageUrl } from './block-pages.js';

/** The answers that a page received while it was observed. Grows as answers arrive. */
export interface Observed {
  /** Main documents, oldest first; `html` null while its body is on the way or could not be read. */
  readonly documents: readonly ObservedDocument[];
  /** The page's own /maps/preview/place answers, oldest first. */
  readonly payloads: readonly DataAnswer[];
  /** The page's own /search?tbm=map answers, oldest first. */
  readonly searches: readonly DataAnswer[];
  /** The page's own /maps/timeline/_rpc/pc answers (a single review's data), oldest first. */
  readonly reviews: readonly DataAnswer[];
  /**
   * Error statuses of the page's own data requests and navigations; 0 = no answer, or an answer that broke off. 429
   * also stands for any request that was redirected to a block page.
   */
  readonly failures: readonly number[];
  /** Every failure of a data request since the page was opened, including requests that succeeded when repeated. */
  readonly pastFailures: readonly number[];
  /** Failures of the document's other own requests, except 404 and similar: the page may lack their content. */
  readonly otherFailures: readonly number[];
  readonly pendingData: number;
  /** Unanswered requests for the page's own scripts and data. */
  readonly pending: number;
  /** The `pending` requests, and answers that have begun and not ended. */
  readonly unfinished: number;
  /** `performance.now()` of the latest answer that has begun and not ended; null = no such answer. */
  readonly readingSince: number | null;
  /** A request that the page may need broke off because an address of this machine changed. */
  readonly networkChanged: boolean;
  /** The document has been parsed and its blocking scripts have run. */
  readonly loaded: boolean;
  readonly arrivals: number;
}

export interface ObservedDocument {
  readonly url: string;
  readonly status: number;
  readonly html: string | null;
  /** The state in `html`, parsed once; null when it holds none. */
  readonly embedded: EmbeddedState | null;
}

/** A document as it is observed. `html`: null = its body is on the way or could not be read. */
export function observedDocument(url: string, status: number, html: string | null): ObservedDocument {
  return { url, status, html, embedded: readEmbeddedState(html) };
}

/** `Observed` while it is being filled. */
type Observing = {
  -readonly [K in keyof Observed]: Observed[K] extends readonly (infer Item)[] ? Item[] : Observed[K];
};

/** The observation before any answer. */
export function nothingObserved(): Observing {
  return {
    documents: [],
    payloads: [],
    searches: [],
    reviews: [],
    failures: [],
    pastFailures: [],
    otherFailures: [],
    pending: 0,
    unfinished: 0,
    readingSince: null,
    pendingData: 0,
    networkChanged: false,
    loaded: false,
    arrivals: 0,
  };
}

/**
 * The failures of a page's data requests and navigations: an error status; 0 = no answer, or an answer that broke off.
 * The last result of each kind counts: a failed preload is cleared when the page's own fetch succeeds.
 */
type Failures = Map<DataKind | 'navigation' | 'block_page', number>;

/** Starts listening to a page. It intercepts, changes and sends nothing. */
export function observe(page: Page) {
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
  let next = deferred<void>();
  const wake = () => {
    seen.arrivals += 1;
    next.resolve();
    next = deferred();
  };

  const onRequest = (request: Request) => {
    if (isDocument(request, page)) seen.loaded = false;
    if (!isEssential(request)) return;
    underWay.add(request);
    count();
  };
  const count = () => {
    seen.pending = underWay.size;
    seen.pendingData = [...underWay].filter((request) => dataKind(request.url()) !== null).length;
    seen.unfinished = underWay.size + reading.size;
    seen.readingSince = reading.size === 0 ? null : Math.max(...reading.values());
  };
  const settle = (request: Request) => {
    underWay.delete(request);
    count();
    wake();
  };
  const onEnd = (request: Request) => {
    if (reading.delete(request)) settle(request);
  };
  const onResponse = (response: Response) => {
    const request = response.request();
    // Answers that a former document was reading do not matter to the new document.
    if (isDocument(request, page)) reading.clear();
    else if (isReadByPage(response) && underWay.has(request)) reading.set(request, performance.now());
    collect(response, page, seen, failures).then(
      () => settle(request),
      () => settle(request),
    );
  };
  const onFailed = (request: Request) => {
    reading.delete(request);
    const errorText = request.failure()?.errorText ?? '';
    // The page itself, or its end, aborted the request.
    const isCancelled = errorText.includes('ERR_ABORTED');
    if (errorText === NETWORK_CHANGED && isEssential(request)) seen.networkChanged = true;
    // A failed navigation leaves the content of the next page unknown.
    const kind = isDocument(request, page) ? 'navigation' : dataKind(request.url());
    if (kind !== null) failures.set(kind, 0);
    if (kind !== null && !isCancelled) seen.pastFailures.push(0);
    if (kind !== null) return settle(request);
    if (isBlockPageUrl(request.url())) failures.set('block_page', 429);
    else if (isEssential(request) && !isCancelled) seen.otherFailures.push(0);
    settle(request);
  };
  const onLoaded = () => {
    seen.loaded = true;
    wake();
  };

  page.on('request', onRequest);
  page.on('response', onResponse);
  page.on('requestfinished', onEnd);
  page.on('requestfailed', onFailed);
  page.on('domcontentloaded', onLoaded);
  return {
    seen: seen as Observed,
    /** Resolves at the next arrival. */
    changed: () => next.promise,
    [Symbol.dispose]: () => {
      page.off('request', onRequest);
      page.off('response', onResponse);
      page.off('requestfinished', onEnd);
      page.off('requestfailed', onFailed);
      page.off('domcontentloaded', onLoaded);
    },
  };
}

/** True for answers whose body only the page reads: data answers are read here, errors are known by their status. */
const isReadByPage = (response: Response): boolean => response.ok() && dataKind(response.url()) === null;

async function collect(response: Response, page: Page, seen: Observing, failures: Failures): Promise<void> {
  const request = response.request();
  const url = response.url();
  const isRedirect = response.status() >= 300 && response.status() < 400;
  if (isDocument(request, page)) {
    if (isRedirect) return;
    const document = observedDocument(url, response.status(), null);
    seen.documents.push(document);
    // Failures of the previous document do not matter for the new document.
    failures.clear();
    seen.otherFailures = [];
    Object.assign(document, observedDocument(url, document.status, await bodyOf(response)));
    return;
  }
  const kind = dataKind(url);
  // A redirect to a block page counts as 429 for any request.
  if (isBlockPageUrl(url)) failures.set('block_page', 429);
  if (kind === null && isEssential(request) && isRefusal(response.status()))
    seen.otherFailures.push(response.status());
  if (kind === null || isRedirect) return;
  if (!response.ok()) {
    seen.pastFailures.push(response.status());
    failures.set(kind, response.status());
    return;
  }
  const { length } = seen.documents;
  const body = await bodyOf(response);
  if (body !== null) {
    seen[kind].push(dataAnswer(body));
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

/** Requests that can still bring the page its data: its own scripts and fetches, without logs, tiles and pictures. */
const ESSENTIAL_TYPES = new Set(['document', 'script', 'xhr', 'fetch']);
const NOISE = /\/(?:gen_204|log|maps\/vt|maps\/preview\/log204)\b/;

/** The list in `Observed` that takes the answer of a data request; null for any other request. */
type DataKind = 'payloads' | 'searches' | 'reviews';

export function dataKind(url: string): DataKind | null {
  const { requests } = RULES;
  const matchesAny = (entries: readonly string[]) => entries.some((entry) => isRequest(url, entry));
  if (matchesAny(requests.place)) return 'payloads';
  if (matchesAny(requests.review)) return 'reviews';
  return matchesAny(requests.search) ? 'searches' : null;
}

/** An entry is a path, or a path with one parameter of the query: `/search?tbm=map`. */
function isRequest(url: string, entry: string): boolean {
  const [path = '', parameter] = entry.split('?');
  if (parameter === undefined) return url.includes(path);
  const at = url.indexOf(`${path}?`);
  return (
    at >= 0 &&
    url
      .slice(at + path.length + 1)
      .split('&')
      .includes(parameter)
  );
}

/**
 * True for requests that the page's data may depend on. A preloaded data request has the type "other", and the page's
 * own fetch then sends no second request.
 */
function isEssential(request: Request): boolean {
  if (dataKind(request.url()) !== null) return true;
  const { hostname, pathname } = new URL(request.url());
  return ESSENTIAL_TYPES.has(request.resourceType()) && MAPS_HOSTS.has(hostname) && !NOISE.test(pathname);
}

/** True for the page's own navigation; false for a navigation of a frame in it. */
export function isDocument(request: Request, page: Page): boolean {
  return request.isNavigationRequest() && request.frame() === page.mainFrame();
}

/** True if the status is a refusal. 404 and similar statuses are answers: the requested item does not exist. */
const isRefusal = (status: number): boolean => status === 403 || status === 429 || status >= 500;
