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
  /**
   * Error statuses of the page's own data requests and navigations; 0 = no answer, or one that broke off. 429
   * also for any request that was redirected to a block page.
   */
  readonly failures: readonly number[];
  /** Every failure of a data request since the page was opened, also of those that were repeated with success. */
  readonly pastFailures: readonly number[];
  /**
   * The same of the document's other own requests, without those that say there is nothing (404): it may lack
   * what they were for.
   */
  readonly troubles: readonly number[];
  /** Data requests under way. */
  readonly pendingData: number;
  /** Requests of the page's own scripts and data that are unanswered. */
  readonly pending: number;
  /** Those that are unanswered, or whose answer has begun and not ended. */
  readonly unfinished: number;
  /** `performance.now()` of the latest answer that has begun and not ended; null = there is none. */
  readonly readingSince: number | null;
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

/** The same while it is being filled. */
export interface Observing {
  documents: ObservedDocument[];
  payloads: string[];
  searches: string[];
  reviews: string[];
  failures: number[];
  pastFailures: number[];
  troubles: number[];
  pending: number;
  unfinished: number;
  readingSince: number | null;
  pendingData: number;
  loaded: boolean;
  arrivals: number;
}

/** Nothing was sent so far. */
export function nothingObserved(): Observing {
  return {
    documents: [],
    payloads: [],
    searches: [],
    reviews: [],
    failures: [],
    pastFailures: [],
    troubles: [],
    pending: 0,
    unfinished: 0,
    readingSince: null,
    pendingData: 0,
    loaded: false,
    arrivals: 0,
  };
}
