import type { TextTable } from '../rule-set.js';

/**
 * Every selector of the provider's pages, in one table. Source: places.md §3, §4, §8, §9, reviews.md §4, §6, read from the
 * recordings of 2025-12 to 2026-07. Words are matched only where the provider gives no structure. A comma within an
 * entry means "any of", whichever comes first in the document.
 */
export const selectors = {
  panelTitle: ['h1.DUwDvf'],
  category: ['button.DkEaL[jsaction$=".category"]'],
  address: ['button[data-item-id="address"]'],
  rating: ['div.F7nice span[aria-hidden="true"]'],
  reviewCount: ['div.F7nice span[role="img"][aria-label]:not(.ceNzKf)'],
  /** The block below the title that holds rating and count, or the words "no reviews". */
  ratingBlock: ['div.LBgpqf'],
  histogramRow: ['tr.BHOKXe[role="img"]'],
  feed: ['div[role="feed"]'],
  card: ['div.Nv2PK'],
  cardLink: ['a.hfpxzc[href]'],
  sponsored: ['h1.kpih0e'],
  limitedView: ['[jslog^="295516"]'],
  /** The words of a notice above the reviews, beside its button "Details". The Polish label is unverified. places.md §10 */
  notice: [
    '[role="main"] div:has(> div > button[aria-label="Details"]) > div:first-child',
    '[role="main"] div:has(> div > button[aria-label="Szczegóły"]) > div:first-child',
  ],
  tab: ['button[role="tab"]'],
  sortButton: ['button[aria-label*="Sortuj"], button.HQzyZ'],
  /** Items of the sort menu carry their order in data-index. */
  sortNewest: ['[role="menuitemradio"][data-index="1"]'],
  /** Buttons inside a card repeat the attribute. */
  reviewCard: ['div.jftiEf[data-review-id]'],
  cardMore: ['button.w8nwRe.kyuRq, button[jsaction*="review.expandReview"]'],
  cardAuthor: ['div.d4r55'],
  cardProfile: ['button[data-href*="/contrib/"]'],
  cardAvatar: ['img.NBa7we'],
  cardAuthorLine: ['div.RfnDt'],
  cardStars: ['span.kvMYJc[role="img"]'],
  cardScore: ['span.fzvQIb'],
  cardDate: ['span.rsqaWe, span.xRkPPb'],
  cardText: ['div.MyEned span.wiI7pd'],
  cardPhoto: ['button.Tya61d'],
  cardReply: ['div.CDe7pd'],
  cardReplyDate: ['span.DZSIDd'],
  cardReplyText: ['div.wiI7pd'],
  cardLikes: ['span.pkWtMe'],
  /** A single review's page: the link of its place card, and what only a rating section has. */
  placeLink: ['a[href*="/maps/place/"]'],
  ratingSection: ['div.Upo0Ec, span.kvMYJc, span.fzvQIb, span.rsqaWe, span.xRkPPb'],
  captchaForm: ['form#captcha-form'],
  consentReject: ['form:has(input[name="set_eom"][value="true"])'],
  consentControl: ['button, input[type="submit"]'],
} as const satisfies TextTable;
