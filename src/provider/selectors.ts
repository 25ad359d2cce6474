/**
 * Every selector of the provider's pages, in one table. Source: places.md §3, §4, §8, §9, reviews.md §4, §6, read from the
 * recordings of 2025-12 to 2026-07. Words are matched only where the provider gives no structure.
 */
export const SELECTORS = {
  panelTitle: 'h1.DUwDvf',
  category: 'button.DkEaL[jsaction$=".category"]',
  address: 'button[data-item-id="address"]',
  rating: 'div.F7nice span[aria-hidden="true"]',
  reviewCount: 'div.F7nice span[role="img"][aria-label]:not(.ceNzKf)',
  /** The block below the title that holds rating and count, or the words "no reviews". */
  ratingBlock: 'div.LBgpqf',
  histogramRow: 'tr.BHOKXe[role="img"]',
  feed: 'div[role="feed"]',
  card: 'div.Nv2PK',
  cardLink: 'a.hfpxzc[href]',
  sponsored: 'h1.kpih0e',
  limitedView: '[jslog^="295516"]',
  tab: 'button[role="tab"]',
  sortButton: 'button[aria-label*="Sortuj"], button.HQzyZ',
  /** Items of the sort menu carry their order in data-index. */
  sortNewest: '[role="menuitemradio"][data-index="1"]',
  /** Buttons inside a card repeat the attribute. */
  reviewCard: 'div.jftiEf[data-review-id]',
  cardMore: 'button.w8nwRe.kyuRq, button[jsaction*="review.expandReview"]',
  cardAuthor: 'div.d4r55',
  cardProfile: 'button[data-href*="/contrib/"]',
  cardAvatar: 'img.NBa7we',
  cardAuthorLine: 'div.RfnDt',
  cardStars: 'span.kvMYJc[role="img"]',
  cardScore: 'span.fzvQIb',
  cardDate: 'span.rsqaWe, span.xRkPPb',
  cardText: 'div.MyEned span.wiI7pd',
  cardPhoto: 'button.Tya61d',
  cardReply: 'div.CDe7pd',
  cardReplyDate: 'span.DZSIDd',
  cardReplyText: 'div.wiI7pd',
  cardLikes: 'span.pkWtMe',
  /** A single review's page: the link of its place card, and what only a rating section has. */
  placeLink: 'a[href*="/maps/place/"]',
  ratingSection: 'div.Upo0Ec, span.kvMYJc, span.fzvQIb, span.rsqaWe, span.xRkPPb',
  captchaForm: 'form#captcha-form',
  consentReject: 'form:has(input[name="set_eom"][value="true"])',
  consentControl: 'button, input[type="submit"]',
} as const;

/** Whole texts by which a page says that a place has no reviews. "Brak opinii" is Polish, unverified. */
export const NO_REVIEWS_TEXTS = ['Brak opinii', 'No reviews'] as const;

/** What the tab with the reviews is called; tabs are recognised by label, never by index. reviews.md §4, places.md §8. */
export const REVIEWS_TAB_LABELS = [
  ...['Opinie', 'Reviews', 'Rezensionen', 'Avis', 'Recenze', 'Recenzie', 'Reseñas', 'Recensioni'],
  ...['Beoordelingen', 'Avaliações', 'Críticas', 'Vélemények', 'Recenzii', 'Відгуки', 'Atsiliepimai'],
] as const;

/** What the link of a place card says. reviews.md §6. */
export const PLACE_DETAILS_TEXTS = ['Szczegóły miejsca', 'Place details', 'See place details'] as const;

/** Below the place card of a review that is gone. The Polish words are unverified. reviews.md §6. */
export const REVIEW_GONE_TEXTS = [
  'Ta opinia nie jest już dostępna',
  'This review is no longer available',
] as const;

/** What a page says in words when there is no such place. The Polish words are unverified. places.md §8. */
export const NOT_FOUND_TEXTS = [
  "Google Maps can't find",
  'Google Maps can’t find',
  'Mapy Google nie mogą znaleźć',
  'Nie udało się znaleźć',
] as const;

/**
 * Error messages of a page that got no data: throttling, not a removal. Only "Server error" is recorded; the others
 * are unverified. They close by themselves after a few seconds. reviews.md §6.
 */
export const ERROR_TEXTS = [
  ...['Błąd serwera', 'Coś poszło nie tak', 'Wystąpił błąd', 'Spróbuj ponownie później'],
  ...['Server error', 'Something went wrong', 'An error occurred', 'Please try again later'],
] as const;
