import type { RawPageState, RawReviewCard } from '../../core/provider/raw-state.js';

export interface RecordingPart {
  /** File name in the folder of the recording. */
  readonly file: string;
  /** The document, the data of a place, a search or a review, or a batch of a list. */
  readonly kind: 'document' | 'payload' | 'search' | 'review' | 'batch';
  readonly url: string;
  readonly method: string;
  readonly status: number;
  /** The relevant headers: content-type, cache-control, location and age. */
  readonly headers: Readonly<Record<string, string>>;
}

/** `case.json` of a recording. */
export interface RecordingCase {
  readonly format: 2;
  /** The kind of the recorded page; `consent`: a consent page that could not be declined. */
  readonly kind: 'place' | 'search' | 'reviews' | 'review' | 'consent';
  /** The link as given, with the identifiers of people replaced. */
  readonly link: string;
  /** The address that was opened. */
  readonly asked: string;
  /** The tab's address at the end. */
  readonly url: string;
  /** The source of the pages. Scripts of the real provider are not recorded, so a browser cannot replay its pages. */
  readonly provider: 'real' | 'stand-in';
  /** True: the place is replaced as well. */
  readonly anonymous: boolean;
  /** True once a person has compared expected.json with the page. */
  readonly reviewed: boolean;
  readonly recordedAt: string;
  readonly versions: { readonly node: string; readonly chromium: string; readonly placeLookup: string };
  readonly locale: { readonly language: string; readonly region: string; readonly timeZone: string };
  /** The requested review; null unless the recording shows a review. */
  readonly review: Readonly<Record<'reviewId' | 'authorId' | 'cid', string | null>> | null;
  readonly parts: readonly RecordingPart[];
}

/** `shown.json` of a recording. */
export interface RecordedView {
  /** The state of the settled page. */
  readonly state: RawPageState | null;
  /** The cards of the review list. */
  readonly cards: readonly RawReviewCard[];
  /** The markup of the side panel of the settled page, and of the list at its end. */
  readonly panel: string | null;
  readonly list: string | null;
}

/** A recording in memory. */
export interface Recording extends RecordedView {
  readonly about: RecordingCase;
  /** Bodies by the file name of their part. */
  readonly bodies: Readonly<Record<string, string>>;
}
