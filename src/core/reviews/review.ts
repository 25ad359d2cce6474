import type { AuthorRecord } from './wire/review-record.js';

export interface ReviewPhoto {
  readonly url: string;
  readonly thumbnailUrl: string;
}

/** A text that is cut, or ends like a cut text: "… More". */
export interface CutText {
  /** The received text, with its mark. */
  readonly sent: string;
  /** The text before the mark. */
  readonly start: string;
}

interface OwnerReply {
  /** Null also when it is cut. */
  readonly text: string | null;
  readonly cut: CutText | null;
  /** Relative date in words, as shown. */
  readonly dateText: string | null;
}

/** One review. Null = the record does not name the value. */
export interface Review {
  readonly id: string;
  /** CID of the reviewed place, decimal; cards do not hold it. */
  readonly placeCid: string | null;
  /** True if the review comes from a partner of the provider: a place's count does not include it. */
  readonly isPartner: boolean | null;
  /** 1 to 5; null for partner reviews, which have no stars of the provider's own. */
  readonly stars: number | null;
  /** The whole original text, not a translation; empty when the review is stars only, null when unknown or cut. */
  readonly text: string | null;
  readonly cut: CutText | null;
  /** Relative date in words, as shown; edited reviews keep their prefix. */
  readonly dateText: string | null;
  /** The time of the first publication, in seconds since 1970. */
  readonly publishedAt: number | null;
  /** The time of the last change, in seconds since 1970; null when it is unchanged or unknown. */
  readonly editedAt: number | null;
  /** Null when the record does not show it. */
  readonly isEdited: boolean | null;
  readonly language: string | null;
  readonly url: string | null;
  readonly reportUrl: string | null;
  /** As shown; `localGuideLevel` only for local guides, although the record holds a number for other authors, too. */
  readonly author: AuthorRecord;
  /** Null when some photos could not be read. */
  readonly photoCount: number | null;
  readonly photos: readonly ReviewPhoto[];
  readonly ownerReply: OwnerReply | null;
  /** True if the record proves that there is no reply. False for cards and where the reply could not be read. */
  readonly hasNoReply: boolean;
  /** 0 when the provider shows none; null when its number is shortened or unreadable. */
  readonly likes: number | null;
}
