/**
 * Every selector of the provider's pages, in one table. Source: places.md §3, §4, §8, §9, read from the
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
  captchaForm: 'form#captcha-form',
  consentReject: 'form:has(input[name="set_eom"][value="true"])',
  consentControl: 'button, input[type="submit"]',
} as const;

/** Whole texts by which a page says that a place has no reviews. "Brak opinii" is Polish, unverified. */
export const NO_REVIEWS_TEXTS = ['Brak opinii', 'No reviews'] as const;
