/** Who wrote a review, as the provider shows them. Null = the record does not say. */
export interface ReviewAuthor {
  readonly name: string | null;
  /** Decimal digits. */
  readonly id: string | null;
  readonly profileUrl: string | null;
  readonly avatarUrl: string | null;
  readonly totalReviews: number | null;
  readonly totalPhotos: number | null;
  readonly isLocalGuide: boolean;
  /** 1 to 10; only for local guides (the record holds a number for others too). */
  readonly localGuideLevel: number | null;
  readonly badgeText: string | null;
}

/** One picture of a review. */
export interface ReviewPhoto {
  readonly url: string;
  readonly thumbnailUrl: string;
}

/** A text that came cut, or ends as if it were: "… More". */
export interface CutText {
  /** As it came, with its mark. */
  readonly sent: string;
  /** What stands before the mark. */
  readonly start: string;
}

/** The owner's answer to a review. */
export interface OwnerReply {
  /** Null also when it came cut. */
  readonly text: string | null;
  readonly cut: CutText | null;
  /** Relative date in words, as shown. */
  readonly dateText: string | null;
}

/** One review. Null = the record does not say. */
export interface Review {
  readonly id: string;
  /** CID of the reviewed place, decimal; cards do not hold it. */
  readonly placeCid: string | null;
  /** Taken over from a partner of the provider: such reviews are not part of the place's count. */
  readonly isPartner: boolean | null;
  /** 1 to 5; null for partner reviews, which have no stars of the provider's own. */
  readonly stars: number | null;
  /**
   * The whole text as written, not its translation; empty when the review is stars only, null when it is unknown or
   * came cut.
   */
  readonly text: string | null;
  readonly cut: CutText | null;
  /** Relative date in words, as shown; edited reviews keep their prefix. */
  readonly dateText: string | null;
  /** When it was first published, in seconds since 1970. */
  readonly publishedAt: number | null;
  /** When it was last changed, in seconds since 1970; null when it was not, or when the record does not say. */
  readonly editedAt: number | null;
  /** Null when the record does not say. */
  readonly isEdited: boolean | null;
  readonly language: string | null;
  readonly url: string | null;
  readonly reportUrl: string | null;
  readonly author: ReviewAuthor;
  /** Null when not all of them could be read. */
  readonly photoCount: number | null;
  /** Those that could be read. */
  readonly photos: readonly ReviewPhoto[];
  readonly ownerReply: OwnerReply | null;
  /** 0 when the provider says none; null when its number is shortened or unreadable. */
  readonly likes: number | null;
}
