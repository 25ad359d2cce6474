import type { Page, Request, Response } from 'playwright';
import { MAPS_HOSTS } from '../../identifiers/provider-hosts.js';

/** What a page was sent while it was watched. Grows as answers arrive. */
export interface Observed {
  /** Main documents, oldest first; `html` null while its body is on the way or could not be read. */
  readonly documents: readonly ObservedDocument[];
  /** Bodies of the page's own /maps/preview/place answers, oldest first. */
  readonly payloads: readonly string[];
  /** Bodies of the page's own /search?tbm=map answers, oldest first. */
  readonly searches: readonly string[];
  /** Bodies of the page's own /maps/timeline/_rpc/pc answers (a single review's data), oldest first. */
  readonly reviews: readonly string[];
  /** Error statuses of the page's own data requests; 0 = no answer at all. */
  readonly failures: readonly number[];
  /** Requests of the page's own scripts and data that are under way. */
  readonly pending: number;
  /** The document has been parsed and its blocking scripts have run. */
  readonly loaded: boolean;
  /** Grows with every arrival. */
  readonly arrivals: number;
}

export interface ObservedDocument {
  readonly url: string;
  readonly status: number;
  html: string | null;
}

export interface Observation {
  readonly seen: Observed;
  /** Resolves at the next arrival. */
  changed(): Promise<void>;
  dispose(): void;
}

const PLACE_DATA = '/maps/preview/place';
const REVIEW_DATA = '/maps/timeline/_rpc/pc';
const SEARCH_DATA = /\/search\?(?:.*&)?tbm=map(?:&|$)/;
/** Requests that can still bring the page its data: its own scripts and fetches, no logs, tiles, pictures. */
const ESSENTIAL_TYPES = new Set(['document', 'script', 'xhr', 'fetch']);
const NOISE = /\/(?:gen_204|log|maps\/vt|maps\/preview\/log204)\b/;

interface Mutable {
  documents: ObservedDocument[];
  payloads: string[];
  searches: string[];
  reviews: string[];
  failures: number[];
  pending: number;
  loaded: boolean;
  arrivals: number;
}

/** Starts listening to a page. It only listens: nothing is intercepted, changed or sent. */
export function observe(page: Page): Observation {
  const seen: Mutable = {
    documents: [],
    payloads: [],
    searches: [],
    reviews: [],
    failures: [],
    pending: 0,
    loaded: false,
    arrivals: 0,
  };
  const underWay = new Set<Request>();
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
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) seen.loaded = false;
    if (!isEssential(request)) return;
    underWay.add(request);
    seen.pending = underWay.size;
  };
  const settle = (request: Request) => {
    underWay.delete(request);
    seen.pending = underWay.size;
    notify();
  };
  // Not 'requestfinished': it never comes for an answer whose body the page leaves unread.
  const onResponse = (response: Response) => {
    collect(response, page, seen).then(() => settle(response.request()));
  };
  const onFailed = (request: Request) => {
    if (isData(request.url())) seen.failures.push(0);
    settle(request);
  };
  const onLoaded = () => {
    seen.loaded = true;
    notify();
  };

  page.on('request', onRequest);
  page.on('response', onResponse);
  page.on('requestfailed', onFailed);
  page.on('domcontentloaded', onLoaded);
  return {
    seen,
    changed: () => next,
    dispose: () => {
      page.off('request', onRequest);
      page.off('response', onResponse);
      page.off('requestfailed', onFailed);
      page.off('domcontentloaded', onLoaded);
    },
  };
}

async function collect(response: Response, page: Page, seen: Mutable): Promise<void> {
  const request = response.request();
  const url = response.url();
  const isRedirect = response.status() >= 300 && response.status() < 400;
  if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
    if (isRedirect) return;
    const document: ObservedDocument = { url, status: response.status(), html: null };
    seen.documents.push(document);
    // What the former document's requests came to says nothing about this one.
    seen.failures = [];
    document.html = await bodyOf(response);
    return;
  }
  if (!isData(url) || isRedirect) return;
  if (!response.ok()) {
    seen.failures.push(response.status());
    return;
  }
  const body = await bodyOf(response);
  if (body === null) return;
  if (SEARCH_DATA.test(url)) seen.searches.push(body);
  else if (url.includes(REVIEW_DATA)) seen.reviews.push(body);
  else seen.payloads.push(body);
}

function isData(url: string): boolean {
  return url.includes(PLACE_DATA) || url.includes(REVIEW_DATA) || SEARCH_DATA.test(url);
}

/** A preloaded data request is of type "other", and the page's own fetch then makes no request of its own. */
function isEssential(request: Request): boolean {
  if (isData(request.url())) return true;
  const { hostname, pathname } = new URL(request.url());
  return ESSENTIAL_TYPES.has(request.resourceType()) && MAPS_HOSTS.has(hostname) && !NOISE.test(pathname);
}

/** Null when the browser no longer holds the body, e.g. because the page moved on. */
async function bodyOf(response: Response): Promise<string | null> {
  try {
    return await response.text();
  } catch {
    return null;
  }
}
