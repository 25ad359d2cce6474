// What is captured of a page: plain data, untouched by any judgement. This file imports nothing.

/** Which entry of the rules found a part: by the name of the list, e.g. `selectors.rating`. Lists that found nothing are absent. */
export type MatchedEntries = Readonly<Record<string, string>>;

/** A place panel as shown: the texts and labels of its parts, untouched. Null = the part is not there. */
export interface RawPanel {
  readonly name: string;
  readonly category: string | null;
  readonly addressLabel: string | null;
  readonly rating: string | null;
  readonly reviewCountLabel: string | null;
  readonly histogramLabels: readonly string[];
  /** The page says in words that there are no reviews. */
  readonly saysNoReviews: boolean;
  /** Index of the tab with the reviews among the tabs; -1 = there is none. */
  readonly reviewsTab: number;
  readonly matched: MatchedEntries;
}

/** One card of a result list. */
export interface RawCard {
  readonly href: string;
  readonly sponsored: boolean;
}

/** A part of a review's page that may hold a review: a card with an id, or all that is outside of such cards. */
export interface RawReviewPart {
  /** The `data-review-id`; null without one. */
  readonly id: string | null;
  /** Account numbers in the part's links to contributors. */
  readonly authorIds: readonly string[];
  /** Anything of the section that holds stars, date and the Like/Share row. */
  readonly hasSection: boolean;
  /** Label of the stars, or a hotel's "5/5". */
  readonly stars: string | null;
  /** Every label that reads as a number of stars, whatever its class. */
  readonly starLabels: readonly string[];
  readonly author: string | null;
  /** Null also while it is folded: what is shown then is not the whole text. */
  readonly text: string | null;
}

/** The page of a single review as shown. */
export interface RawReviewView {
  /** The card of the reviewed place. */
  readonly hasCard: boolean;
  /** Where the card leads. */
  readonly placeHref: string | null;
  /** The first text of the card: the name of the place, if the card is drawn as recorded. */
  readonly cardHeading: string | null;
  readonly cards: readonly RawReviewPart[];
  readonly loose: RawReviewPart;
  readonly saysGone: boolean;
  /** The id that was asked for stands in the panel, other than in a link's parameters. */
  readonly mentionsReview: boolean;
}

/** Everything decisive that a rendered page shows. Plain data. */
export interface RawPageState {
  readonly panel: RawPanel | null;
  /** Null = no result list on the page. */
  readonly cards: readonly RawCard[] | null;
  /** Null unless the page is watched for a single review. */
  readonly review: RawReviewView | null;
  /** The words of notices that are shown above the reviews; texts in hidden parts are not among them. */
  readonly notices: readonly string[];
  /** The marker of the limited view stands on the page, or stood there since it was first looked at. */
  readonly limitedView: boolean;
  /** The words of an error message stand on the page, or stood there: such a message closes by itself. */
  readonly errorMessage: boolean;
  /** The page says in words that there is no such place; false unless it is watched for a place. */
  readonly saysNotFound: boolean;
  /** The form of the unusual-traffic page. */
  readonly blockPage: boolean;
  /** A cookie consent form that can be declined. */
  readonly consent: boolean;
}

/** What a page is watched for; a review by its id, or null where the link names none. */
export type Surface = 'place' | { readonly reviewId: string | null };

/** The addresses and the document of one page load, as far as they identify the place. */
export interface PageNames {
  /** The address the page was asked for; absent = unknown. */
  readonly asked?: string;
  /** The tab's address now. */
  readonly url: string;
  /** The HTML as the server sent it; null when it could not be read. */
  readonly html: string | null;
}

/** The raw state of one place page: what it was sent, what it fetched, what it shows. */
export interface RawPlacePage extends PageNames {
  /** Bodies of /maps/preview/place answers, oldest first. */
  readonly payloads: readonly string[];
  /** What is rendered; null before anything was captured. */
  readonly state: RawPageState | null;
}

/** One review card as shown: texts and labels, untouched. Null = the part is not there. */
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
  /** The text is cut off: it has a "more" button that is still there. */
  readonly cutOff: boolean;
  /** Values of background-image. */
  readonly photos: readonly string[];
  readonly reply: { readonly text: string | null; readonly dateText: string | null } | null;
  readonly likes: string | null;
  readonly matched: MatchedEntries;
}
