/** The answers that a page received while it was watched. Grows as answers arrive. */
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
   * Error statuses of the page's own data requests and navigations; 0 = no answer, or an answer that broke off. 429
   * also stands for any request that was redirected to a block page.
   */
  readonly failures: readonly number[];
  /** Every failure of a data request since the page was opened, including requests that succeeded when repeated. */
  readonly pastFailures: readonly number[];
  /** Failures of the document's other own requests, except 404 and similar: the page may lack their content. */
  readonly troubles: readonly number[];
  /** Data requests under way. */
  readonly pendingData: number;
  /** Unanswered requests for the page's own scripts and data. */
  readonly pending: number;
  /** The `pending` requests, and answers that have begun and not ended. */
  readonly unfinished: number;
  /** `performance.now()` of the latest answer that has begun and not ended; null = no such answer. */
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

/** `Observed` while it is being filled. */
export type Observing = {
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
    troubles: [],
    pending: 0,
    unfinished: 0,
    readingSince: null,
    pendingData: 0,
    loaded: false,
    arrivals: 0,
  };
}
