import type { Page, Request, Response } from 'playwright';
import { type DataKind, dataKind, isCancelled, isDocument, isEssential, isRefusal } from './data-requests.js';

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
  /** Error statuses of the page's own data requests and navigations; 0 = no answer, or one that broke off. */
  readonly failures: readonly number[];
  /** The document's other own requests that broke off or met an error: it may lack what they were for. */
  readonly troubles: number;
  /** Data requests under way. */
  readonly pendingData: number;
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

interface Mutable {
  documents: ObservedDocument[];
  payloads: string[];
  searches: string[];
  reviews: string[];
  failures: number[];
  troubles: number;
  pending: number;
  pendingData: number;
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
    troubles: 0,
    pending: 0,
    pendingData: 0,
    loaded: false,
    arrivals: 0,
  };
  const failures = noteFailures(seen);
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
    if (isDocument(request, page)) seen.loaded = false;
    if (!isEssential(request)) return;
    underWay.add(request);
    count();
  };
  const count = () => {
    seen.pending = underWay.size;
    seen.pendingData = [...underWay].filter((request) => dataKind(request.url()) !== null).length;
  };
  const settle = (request: Request) => {
    underWay.delete(request);
    count();
    notify();
  };
  // Not 'requestfinished': it never comes for an answer whose body the page leaves unread.
  const onResponse = (response: Response) => {
    collect(response, page, seen, failures).then(
      () => settle(response.request()),
      () => settle(response.request()),
    );
  };
  const onFailed = (request: Request) => {
    // A page that could not go on to the next one says nothing about what it would have shown.
    const kind = isDocument(request, page) ? 'navigation' : dataKind(request.url());
    if (kind !== null) failures.note(kind, 0);
    else if (isEssential(request) && !isCancelled(request)) seen.troubles += 1;
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

interface FailureNotes {
  note(kind: DataKind | 'navigation', status: number): void;
  clear(kind: DataKind): void;
  clearAll(): void;
}

/** The last word of each data request counts: a preload that failed is forgotten when the page's fetch succeeds. */
function noteFailures(seen: Mutable): FailureNotes {
  const byKind = new Map<DataKind | 'navigation', number>();
  const publish = () => {
    seen.failures = [...byKind.values()];
  };
  return {
    note: (kind, status) => {
      byKind.set(kind, status);
      publish();
    },
    clear: (kind) => {
      byKind.delete(kind);
      publish();
    },
    clearAll: () => {
      byKind.clear();
      publish();
    },
  };
}

async function collect(response: Response, page: Page, seen: Mutable, failures: FailureNotes): Promise<void> {
  const request = response.request();
  const url = response.url();
  const isRedirect = response.status() >= 300 && response.status() < 400;
  if (isDocument(request, page)) {
    if (isRedirect) return;
    const document: ObservedDocument = { url, status: response.status(), html: null };
    seen.documents.push(document);
    // What the former document's requests came to says nothing about this one.
    failures.clearAll();
    seen.troubles = 0;
    document.html = await bodyOf(response);
    return;
  }
  const kind = dataKind(url);
  if (kind === null && isEssential(request) && isRefusal(response.status())) seen.troubles += 1;
  if (kind === null || isRedirect) return;
  if (!response.ok()) return failures.note(kind, response.status());
  const { length } = seen.documents;
  const body = await bodyOf(response);
  if (body !== null) {
    seen[kind].push(body);
    failures.clear(kind);
  } else if (seen.documents.length === length) {
    failures.note(kind, 0);
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
