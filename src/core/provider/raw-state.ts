import type { EmbeddedState } from './wire/embedded-state.js';
import type { DataAnswer } from './wire/envelope.js';

// The captured state of a page: plain data without any judgement.

/** A place panel as shown: the unchanged texts and labels of its parts. Null = the part does not exist. */
export interface RawPanel {
  readonly name: string;
  readonly category: string | null;
  readonly addressLabel: string | null;
  readonly rating: string | null;
  readonly reviewCountLabel: string | null;
  readonly histogramLabels: readonly string[];
  /** The page says in words that there are no reviews. */
  readonly saysNoReviews: boolean;
  /** Index of the reviews tab among the tabs; -1 = no such tab. */
  readonly reviewsTab: number;
}

export interface RawCard {
  readonly href: string;
  readonly sponsored: boolean;
}

/** A part of a review's page that may hold a review: a card with an id, or everything outside of these cards. */
export interface RawReviewPart {
  /** The `data-review-id`; null if the part has no such attribute. */
  readonly id: string | null;
  /** Account numbers in the part's links to contributors. */
  readonly authorIds: readonly string[];
  /** True if the part holds any element of the section with stars, date and the Like/Share row. */
  readonly hasSection: boolean;
  /** Label of the stars, or a hotel's "5/5". */
  readonly stars: string | null;
  /** Every label that reads as a number of stars, whatever its class. */
  readonly starLabels: readonly string[];
  readonly author: string | null;
  /** The whole text; null also while the text is folded. */
  readonly text: string | null;
}

/** The page of a single review as shown. */
export interface RawReviewView {
  /** The card of the reviewed place. */
  readonly hasCard: boolean;
  /** The target of the card's link. */
  readonly placeHref: string | null;
  /** The first text of the card: the name of the place, if the card is drawn as recorded. */
  readonly cardHeading: string | null;
  readonly cards: readonly RawReviewPart[];
  /** Everything outside the cards. */
  readonly loose: RawReviewPart;
  /** The words outside the cards state that the review is no longer available. */
  readonly saysGone: boolean;
  /** The requested id is in the panel, outside the parameters of links. */
  readonly mentionsReview: boolean;
}

/** Everything on a rendered page that decides an answer. Plain data. */
export interface RawPageState {
  readonly panel: RawPanel | null;
  /** Null = no result list on the page. */
  readonly cards: readonly RawCard[] | null;
  /** Null unless the page is read for a single review. */
  readonly review: RawReviewView | null;
  /** The ids of the first reviews that the page of a place shows; empty unless the page is read for a place. */
  readonly reviewIds: readonly string[];
  /** The texts of notices above the reviews, without hidden texts. */
  readonly notices: readonly string[];
  /** The marker of the limited view is on the page, or was on it since the first capture. */
  readonly limitedView: boolean;
  /** The words of an error message are on the page, or were on it: an error message closes by itself. */
  readonly errorMessage: boolean;
  /** The page says in words that the place does not exist; false unless the page is read for a place. */
  readonly saysNotFound: boolean;
  /** The page has the HTML form of the unusual-traffic page. */
  readonly blockPage: boolean;
  /** The page has a cookie consent form that can be declined. */
  readonly consent: boolean;
}

/** The kind of page to read: a place, or a review by its id; null if the link names no review id. */
export type Surface = 'place' | { readonly reviewId: string | null };

/** The addresses and the document of one page load that identify the place. */
export interface PageNames {
  /** The requested address; absent = unknown. */
  readonly asked?: string;
  /** The tab's address now. */
  readonly url: string;
  /** The state in the document that the server sent; null when it has none or could not be read. */
  readonly embedded: EmbeddedState | null;
}

/** The raw state of one place page: its document, its data answers, its rendered state. */
export interface RawPlacePage extends PageNames {
  /** The /maps/preview/place answers, oldest first. */
  readonly payloads: readonly DataAnswer[];
  /** The rendered state; null before the first capture. */
  readonly state: RawPageState | null;
  /** When the page was read, in milliseconds since 1970. */
  readonly readAt: number;
}

/** One review card as shown: unchanged texts and labels. Null = the part does not exist. */
export interface RawReviewCard {
  readonly id: string;
  readonly author: string | null;
  readonly profileUrl: string | null;
  readonly avatarUrl: string | null;
  /** "Lokalny przewodnik · 41 opinii · 125 zdjęć" */
  readonly authorLine: string | null;
  readonly starsLabel: string | null;
  /** Hotels: "5/5". */
  readonly score: string | null;
  readonly dateText: string | null;
  readonly text: string | null;
  /** The text is cut off: its "more" button is still there. */
  readonly cutOff: boolean;
  /** Values of background-image. */
  readonly photos: readonly string[];
  readonly reply: { readonly text: string | null; readonly dateText: string | null } | null;
  readonly likes: string | null;
}
