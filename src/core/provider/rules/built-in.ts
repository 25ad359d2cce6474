import { PLACE_LINK } from '../page-marks.js';

/** A path into nested arrays; a number is an index. */
export type IndexPath = readonly number[];

/** Entries of a rule, tried in order. */
type RuleList<E extends string | IndexPath> = readonly E[];

/** Fields of one object of a wire format, and the possible paths of each. */
type PathTable = Readonly<Record<string, RuleList<IndexPath>>>;

/** Selectors, words, names: lists of texts. */
type TextTable = Readonly<Record<string, RuleList<string>>>;

/** `P`'s fields in the answer of /maps/preview/place. places.md §6, recorded in 5 of 5 payloads. */
const placePayload = {
  featureId: [[10]],
  name: [[11]],
  address: [[39]],
  addressLines: [[2]],
  mid: [[89]],
  lat: [[9, 2]],
  lng: [[9, 3]],
  category: [[13, 0]],
  rating: [[4, 7]],
  reviewCount: [[4, 8]],
  /** Ascending: one star first. */
  stars: [[175, 3]],
  /** 1 for a place that is closed for good. Reported by one project; null in all recordings, all of open places. */
  closedFlag: [[23]],
  /**
   * In words: open, or closed for good or for a time; [203, 1, 8, 0] is the short text. Reported; all recordings show
   * places that are open or open again.
   */
  openingStatus: [
    [203, 1, 4, 0],
    [203, 1, 8, 0],
    [34, 4, 4],
  ],
  /** The opening status as a number, the same in all languages. */
  openingCode: [[203, 1, 2]],
  /** The provider's notices about the place's reviews. places.md §10 */
  notices: [[241, 0]],
} as const satisfies PathTable;

/** One of `P`'s notices. places.md §10 */
const placeNotice = {
  kind: [[0]],
  detail: [[1, 0]],
  title: [[1, 1]],
  short: [[1, 3]],
} as const satisfies PathTable;

/** In `P`: texts written by people: snippets of reviews, the owner's description and reviews. places.md §6, §10 */
const writtenByPeople = {
  texts: [[31], [154], [175]],
} as const satisfies PathTable;

/** The position of `P` in the answer of /maps/preview/place. places.md §6. */
const placeAnswer = {
  place: [[6]],
} as const satisfies PathTable;

/** In `P`: the first review records, each in a list of its own, and the token of the next records. places.md §6. */
const inlineReviews = {
  list: [[175, 9, 0, 0]],
  /** Path in an item of the list. */
  record: [[0]],
  token: [[175, 9, 0, 6]],
  /** Three short reviews, also if the list is absent: author at [8], stars at [9], id at [10]. They are not read. */
  snippets: [[31, 1]],
} as const satisfies PathTable;

/** `S`, the state in the document. places.md §5. The name beside the feature id may be the query: it is never read. */
const embeddedState = {
  featureId: [[5, 3, 2, 0]],
  mid: [[5, 3, 2, 15]],
  lat: [[5, 3, 2, 7, 2]],
  lng: [[5, 3, 2, 7, 3]],
  /** The array that holds guarded bodies, directly or in nested arrays. */
  bodies: [[3]],
} as const satisfies PathTable;

/**
 * Guarded bodies in `S[3]`, or in any array it holds: [6] (V1: the place payload), [5] (V2: an echo of the request,
 * without a place) and [2] (a search answer). places.md §5, §7. All entries are tried.
 */
const inlineBodies = {
  place: [[6], [5]],
  search: [[2]],
} as const satisfies PathTable;

/** One result is a place array with the paths of the place payload. places.md §7. */
const searchResult = {
  featureId: [[10]],
  name: [[11]],
  address: [[39]],
  rating: [[4, 7]],
  mid: [[89]],
  lat: [[9, 2]],
  lng: [[9, 3]],
} as const satisfies PathTable;

/** Position of results in 2025: `D[64][i][1]` (advertisements have no [1]). places.md §7. */
const searchSince2025 = {
  list: [[64]],
  place: [[1]],
} as const satisfies PathTable;

/** Position of results in 2024, and still in July 2026: `D[0][1][i][14]`, i >= 1, with slot 64 null. */
const searchBefore2025 = {
  list: [[0, 1]],
  place: [[14]],
} as const satisfies PathTable;

/** `r`, one review record. reviews.md §3, 24 real records of 2026. */
const reviewRecord = {
  id: [[0]],
  placeCidHex: [[1, 0]],
  createdUs: [[1, 2]],
  /** Time of the last change; equal to `createdUs` when the review was not edited. */
  editedUs: [[1, 3]],
  dateText: [[1, 6]],
  source: [[1, 13, 0]],
  stars: [[2, 0, 0]],
  /** The part that holds the stars. A part without readable stars is a contradiction, never "no stars". */
  starsPart: [[2, 0]],
  /** The score of a partner's review, on the partner's own scale. */
  score: [[2, 8, 1]],
  language: [[2, 14, 0]],
  /** Absent = the review has no text; an unreadable value = unknown. The same applies to photos and likes. */
  text: [[2, 15, 0, 0]],
  translatedText: [[2, 15, 1, 0]],
  photos: [[2, 2]],
  likes: [
    [4, 6, 1, 0, 1],
    [4, 1],
  ],
  ownerReplyMark: [[3, 1]],
  ownerReplyDateText: [[3, 3]],
  ownerReplyText: [[3, 14, 0, 0]],
  url: [[4, 3, 0]],
  reportUrl: [[4, 4, 0]],
  author: [[1, 4, 5]],
} as const satisfies PathTable;

/** Paths in one picture of a record. */
const reviewPhoto = {
  url: [[1, 6, 0]],
} as const satisfies PathTable;

/** Paths in the author of a record. */
const reviewAuthor = {
  name: [[0]],
  avatarUrl: [[1]],
  profileUrl: [[2, 0]],
  id: [[3]],
  totalReviews: [[5]],
  totalPhotos: [[6]],
  isLocalGuide: [[8, 0]],
  localGuideLevel: [[8, 1]],
  badgeText: [[10, 0]],
} as const satisfies PathTable;

/** An entry of a reviews answer, `["wrb.fr", id, payload, …]`. reviews.md §2. */
const reviewsFrame = {
  id: [[1]],
  payload: [[2]],
} as const satisfies PathTable;

/** The payload of that entry: `[null, token, [[r], …], null, null, end]`. reviews.md §2. */
const reviewsPayload = {
  token: [[1]],
  records: [[2]],
  /** Path in an item of the records. */
  record: [[0]],
  end: [[5]],
} as const satisfies PathTable;

/** The answer to the data request of a single review's page. reviews.md §6. */
const reviewAnswer = {
  record: [[7]],
} as const satisfies PathTable;

/**
 * All selectors of the provider's pages. Source: places.md §3, §4, §8, §9, reviews.md §4, §6, read from the
 * recordings of 2025-12 to 2026-07. Words are matched only where the provider gives no structure. A comma within an
 * entry means "any of": the first match in the document wins.
 */
const selectors = {
  panelTitle: ['h1.DUwDvf'],
  category: ['button.DkEaL[jsaction$=".category"]'],
  address: ['button[data-item-id="address"]'],
  rating: ['div.F7nice span[aria-hidden="true"]'],
  reviewCount: ['div.F7nice span[role="img"][aria-label]:not(.ceNzKf)'],
  /** The block below the title that holds rating and count, or the words "no reviews". */
  ratingBlock: ['div.LBgpqf'],
  /** Parts of a place's panel that are not about the place alone: its name, reviews, and other places. */
  notOfPlace: [':is(h1, a, button, [role="link"], [role="button"], [role="article"], [data-review-id])'],
  histogramRow: ['tr.BHOKXe[role="img"]'],
  feed: ['div[role="feed"]'],
  card: ['div.Nv2PK'],
  cardLink: ['a.hfpxzc[href]'],
  sponsored: ['h1.kpih0e'],
  limitedView: ['[jslog^="295516"]'],
  /**
   * The words of a notice above the reviews, beside its button "Details". The Polish label is unverified. places.md §10
   */
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
  /** A single review's page: the link of its place card, and the elements that only a rating section has. */
  placeLink: [PLACE_LINK],
  ratingSection: ['div.Upo0Ec, span.kvMYJc, span.fzvQIb, span.rsqaWe, span.xRkPPb'],
  captchaForm: ['form#captcha-form'],
  consentReject: ['form:has(input[name="set_eom"][value="true"])'],
  consentControl: ['button, input[type="submit"]'],
} as const satisfies TextTable;

/** Texts of the provider's pages, matched where the pages give no structure. */
const words = {
  /** Whole texts by which a page says that a place has no reviews. "Brak opinii" is Polish, unverified. */
  noReviews: ['Brak opinii', 'No reviews'],
  /** Labels of the reviews tab; tabs are recognised by label, never by index. reviews.md §4, places.md §8. */
  reviewsTab: [
    ...([
      'Opinie',
      'Reviews',
      'Rezensionen',
      'Avis',
      'Recenze',
      'Recenzie',
      'Reseñas',
      'Recensioni',
    ] as const),
    ...(['Beoordelingen', 'Avaliações', 'Críticas', 'Vélemények', 'Recenzii', 'Відгуки'] as const),
    'Atsiliepimai',
  ],
  /**
   * The label of the button below a cut text, which also ends a cut text after "…". "Plus" is recorded, "More" and
   * "Więcej" are reported, the others are unverified. reviews.md §4, §6.
   */
  more: [
    ...(['Więcej', 'More', 'Mehr', 'Plus', 'Více', 'Viac', 'Más', 'Altro'] as const),
    ...(['Meer', 'Mais', 'Tovább', 'Mai mult', 'Більше', 'Daugiau'] as const),
  ],
  /** The notice of the limited view. Polish is reported, in part; German and English found 2026-11-22. places.md §9. */
  limitedView: ['ograniczonego widoku', 'seeing a limited view of Google Maps', 'Die Ansicht ist beschränkt'],
  /** The text of a place card's link. reviews.md §6. */
  placeDetails: ['Szczegóły miejsca', 'Place details', 'See place details'],
  /** The text below the place card of a removed review. The Polish words are unverified. reviews.md §6. */
  reviewGone: ['Ta opinia nie jest już dostępna', 'This review is no longer available'],
  /** The text of a page for a place that does not exist. The Polish words are unverified. places.md §8. */
  notFound: [
    "Google Maps can't find",
    'Google Maps can’t find',
    'Mapy Google nie mogą znaleźć',
    'Nie udało się znaleźć',
  ],
  /** Whole opening statuses of places that are closed for good, or for a time. Polish unverified. places.md §6. */
  permanentlyClosed: ['Zamknięte na stałe', 'Permanently closed', 'Dauerhaft geschlossen'],
  temporarilyClosed: ['Tymczasowo zamknięte', 'Temporarily closed', 'Vorübergehend geschlossen'],
  /**
   * Parts of notices that identify their kind. Polish texts are unknown: there the code and the digits decide.
   * places.md §10.
   */
  noticeDefamation: [
    ...(['due to defamation complaints', 'due to a defamation complaint'] as const),
    ...(['Beschwerden wegen Diffamierung', 'Beschwerde wegen Diffamierung'] as const),
  ],
  noticeSuspicious: ['fake reviews were recently removed', 'high-rated reviews were recently removed'],
  noticePaused: ['Posting is currently turned off', 'Posting reviews is turned off'],
  /** All entries are unverified: the provider's help says that it withholds reviews, but quotes no notice. */
  noticeWithheld: [
    ...(['Reviews are currently not shown', 'Reviews are temporarily not shown'] as const),
    ...(['Rezensionen werden derzeit nicht angezeigt', 'Opinie nie są obecnie wyświetlane'] as const),
  ],
  /** Numbers of removed reviews that notices spell out. places.md §10. */
  noticeOne: ['One review', '1 review', 'Eine Bewertung', '1 Bewertung'],
  noticeTwoToFive: ['Two to five', 'Zwei bis fünf'],
  noticeSixToTen: ['Six to ten', 'Sechs bis zehn'],
  /** The number directly after these words is not part of the range. */
  noticeMoreThan: ['More than', 'Over', 'Mehr als', 'Über'],
  /**
   * Error messages of a page without data: throttling, not a removal. Only "Server error" is recorded; the others are
   * unverified. They close by themselves after a few seconds. reviews.md §6.
   */
  error: [
    ...(['Błąd serwera', 'Coś poszło nie tak', 'Wystąpił błąd', 'Spróbuj ponownie później'] as const),
    ...(['Server error', 'Something went wrong', 'An error occurred', 'Please try again later'] as const),
  ],
} as const satisfies TextTable;

/** The provider's names for the request of a batch of reviews, in its address and in the answer. reviews.md §2. */
const frameIds = {
  reviews: ['qv9Egd', '/MapsUgcPostService.ListUgcPosts'],
} as const satisfies TextTable;

/** Data requests of a page: a path, and if needed `?name=value` of its query. places.md §5, §7, reviews.md §1, §6. */
const requests = {
  place: ['/maps/preview/place'],
  search: ['/search?tbm=map'],
  review: ['/maps/timeline/_rpc/pc'],
  /** The only live request that carries reviews. Only the page sends it. Other calls share its path. */
  reviews: ['/data/batchexecute'],
} as const satisfies TextTable;

/** Texts that surround data. */
const marks = {
  /** The guard the provider puts before JSON so that it cannot be run as a script. places.md §5, §6. */
  jsonGuard: [")]}'"],
  /** The texts before and after the state in a document. places.md §5, 18 of 18 recordings. */
  stateStart: ['window.APP_INITIALIZATION_STATE='],
  stateEnd: [';window.APP_FLAGS='],
} as const satisfies TextTable;

const TABLES = {
  paths: {
    placePayload,
    placeNotice,
    writtenByPeople,
    placeAnswer,
    inlineReviews,
    embeddedState,
    inlineBodies,
    searchResult,
    searchSince2025,
    searchBefore2025,
    reviewRecord,
    reviewPhoto,
    reviewAuthor,
    reviewsFrame,
    reviewsPayload,
    reviewAnswer,
  },
  selectors,
  words,
  frameIds,
  requests,
  marks,
} as const;

type Widened<T> = T extends readonly (readonly number[])[]
  ? RuleList<readonly number[]>
  : T extends readonly string[]
    ? RuleList<string>
    : { readonly [K in keyof T]: Widened<T[K]> };

/** All lists with positions in the provider's pages and answers. The types of valid values are in the code. */
export type RuleSet = Widened<typeof TABLES>;

/** Where values stand in the pages and answers of the provider. A change of the provider is a release. */
export const RULES: RuleSet = TABLES;
