import type { Words } from './language.js';

/** Characters of a review's text in `text_excerpt` of a checked link. */
export const MAX_EXCERPT = 200;

interface Photo {
  readonly url: string;
  readonly thumbnail_url: string;
}

interface ReviewField {
  /** Name in answers, as in the specification. */
  readonly published: string;
  /** Type of its value; `review-answer.ts` has the schema of each kind, and says which may be null. */
  readonly kind: 'id' | 'stars' | 'text' | 'link' | 'time' | 'count' | 'level' | 'flag' | 'photos';
  /** Text for the OpenAPI document. */
  readonly description: string;
  /** Column heading. */
  readonly label: Words;
  /** Sort key of the columns, ascending: the review itself first, then the author, links and identifiers. */
  readonly column: number;
  /** Value in the example. The example is a review that was not edited. */
  readonly example: string | number | boolean | null | readonly Photo[];
  /** True: answers leave the field out when it does not apply, such as the text of a missing reply. */
  readonly isOptional?: true;
  /** False: the value is never null. */
  readonly isNullable?: false;
}

const nullIfUnknown = 'null when the map provider does not say';
const REVIEW_ID = 'Ci9DQUlRQUNvZENodHljRjlvT2xWU1FXdE5WRlZWTTFKd1NWRjBOREo2ZFRneVpESRAB';
const PHOTOS = [
  {
    url: 'https://lh3.googleusercontent.com/grass-cs/ACvplmauuc=k-no',
    thumbnail_url: 'https://lh3.googleusercontent.com/grass-cs/ACvplmauuc=w300-h225-p-k-no',
  },
] as const;

/**
 * The published fields of a review of a list, by their names inside the service, in the specification's order. Schema,
 * OpenAPI document, example and columns of tables are made from this list. It does not import zod, because the console
 * bundles it. `edited_unix` is an addition to the specification: the record of a review that was not edited has exactly
 * the specified keys.
 */
export const REVIEW_FIELD_LIST = {
  id: {
    published: 'review_id',
    kind: 'id',
    description: 'Identifier of the review',
    label: { pl: 'ID opinii', en: 'Review ID' },
    column: 240,
    example: REVIEW_ID,
  },
  stars: {
    published: 'stars',
    kind: 'stars',
    description:
      "1 to 5; null when unknown, and for partner reviews, which have no stars of the map provider's own",
    label: { pl: 'Gwiazdki', en: 'Stars' },
    column: 10,
    example: 5,
  },
  text: {
    published: 'review_text',
    kind: 'text',
    description:
      'The whole text as written, not a translation; "" when the review is stars only; null when it is unknown, also when the map provider gives only its beginning',
    label: { pl: 'Treść opinii', en: 'Review text' },
    column: 50,
    example: 'Zażółć gęślą jaźń! „Najlepszy” żurek w mieście.',
  },
  dateText: {
    published: 'date_text',
    kind: 'text',
    description: `Relative date in words, as shown, with the prefix that marks an edited review; ${nullIfUnknown}`,
    label: { pl: 'Data względna', en: 'Relative date' },
    column: 40,
    example: '3 godziny temu',
  },
  publishedAt: {
    published: 'date_unix',
    kind: 'time',
    description: `When the review was first published, Unix time in seconds; ${nullIfUnknown}`,
    label: { pl: 'Opublikowano', en: 'Published' },
    column: 20,
    example: 1795165199,
  },
  editedAt: {
    published: 'edited_unix',
    kind: 'time',
    description: 'When the review was last changed, Unix time in seconds; present only when it was edited',
    label: { pl: 'Edytowano', en: 'Edited' },
    column: 30,
    example: null,
    isOptional: true,
    isNullable: false,
  },
  language: {
    published: 'review_language',
    kind: 'text',
    description: 'Language code of the text; null without a text',
    label: { pl: 'Język', en: 'Language' },
    column: 60,
    example: 'pl',
  },
  url: {
    published: 'review_url',
    kind: 'link',
    description: `Link to the review; ${nullIfUnknown}`,
    label: { pl: 'Link do opinii', en: 'Review link' },
    column: 180,
    example: `https://www.google.com/maps/reviews/data=!4m8!14m7!1m6!2m5!1s${REVIEW_ID}!2m1!1s0x0:0xdd8c450359e84ac3`,
  },
  reportUrl: {
    published: 'report_url',
    kind: 'link',
    description: `Direct link for reporting the review; ${nullIfUnknown}`,
    label: { pl: 'Link do zgłoszenia', en: 'Report link' },
    column: 190,
    example: `https://www.google.com/local/content/rap/report?postId=${REVIEW_ID}&t=1`,
  },
  'author.name': {
    published: 'author_name',
    kind: 'text',
    description: `Author name as shown; authors may show a nickname, also on old reviews; ${nullIfUnknown}`,
    label: { pl: 'Autor', en: 'Author' },
    column: 70,
    example: 'Łucja Wymyślona-Kęs',
  },
  'author.id': {
    published: 'author_id',
    kind: 'text',
    description: `Author identifier, digits; it stays the same when the author shows another name; ${nullIfUnknown}`,
    label: { pl: 'ID autora', en: 'Author ID' },
    column: 230,
    example: '110483770106878901976',
  },
  'author.profileUrl': {
    published: 'author_profile_url',
    kind: 'link',
    description: `Author profile link; ${nullIfUnknown}`,
    label: { pl: 'Profil autora', en: "Author's profile" },
    column: 200,
    example: 'https://www.google.com/maps/contrib/110483770106878901976?hl=pl',
  },
  'author.avatarUrl': {
    published: 'author_avatar_url',
    kind: 'link',
    description: `Author avatar image link; ${nullIfUnknown}`,
    label: { pl: 'Awatar autora', en: "Author's avatar" },
    column: 210,
    example: 'https://lh3.googleusercontent.com/a-/ALV-UjLyMG=s120-c-rp-mo-br100',
  },
  'author.totalReviews': {
    published: 'author_total_reviews',
    kind: 'count',
    description: `Number of reviews the author has; ${nullIfUnknown}`,
    label: { pl: 'Opinie autora', en: "Author's reviews" },
    column: 80,
    example: 41,
  },
  'author.totalPhotos': {
    published: 'author_total_photos',
    kind: 'count',
    description: `Number of photos the author added; ${nullIfUnknown}`,
    label: { pl: 'Zdjęcia autora', en: "Author's photos" },
    column: 90,
    example: 125,
  },
  'author.isLocalGuide': {
    published: 'author_is_local_guide',
    kind: 'flag',
    description: `Whether the author is a local guide; ${nullIfUnknown}`,
    label: { pl: 'Lokalny przewodnik', en: 'Local guide' },
    column: 100,
    example: true,
  },
  'author.localGuideLevel': {
    published: 'author_local_guide_level',
    kind: 'level',
    description: '1 to 10; null when the author is no local guide, or when unknown',
    label: { pl: 'Poziom przewodnika', en: 'Local guide level' },
    column: 110,
    example: 7,
  },
  'author.badgeText': {
    published: 'author_badge_text',
    kind: 'text',
    description: 'Badge text of the author as shown; null without a badge',
    label: { pl: 'Odznaka autora', en: "Author's badge" },
    column: 120,
    example: 'Lokalny przewodnik · 41 opinii',
  },
  photoCount: {
    published: 'photos_count',
    kind: 'count',
    description: 'Number of photos in the review; null when not all of them could be read',
    label: { pl: 'Zdjęcia w opinii', en: 'Photos in the review' },
    column: 130,
    example: 1,
  },
  photos: {
    published: 'photos',
    kind: 'photos',
    description: 'The photos that could be read',
    label: { pl: 'Linki do zdjęć', en: 'Photo links' },
    column: 220,
    example: PHOTOS,
  },
  hasOwnerReply: {
    published: 'has_owner_response',
    kind: 'flag',
    description: `Whether a reply of the owner is shown. A reply that waits for moderation is not shown; ${nullIfUnknown}`,
    label: { pl: 'Odpowiedź właściciela', en: 'Owner replied' },
    column: 150,
    example: true,
  },
  'ownerReply.text': {
    published: 'owner_response_text',
    kind: 'text',
    description: `Whole text of the reply; present when a reply is shown; null when the map provider does not give the text or gives only its beginning`,
    label: { pl: 'Treść odpowiedzi', en: 'Reply text' },
    column: 160,
    example: 'Dziękujemy i zapraszamy ponownie!',
    isOptional: true,
  },
  'ownerReply.dateText': {
    published: 'owner_response_date',
    kind: 'text',
    description: `Relative date of the reply in words; present when a reply is shown; ${nullIfUnknown}`,
    label: { pl: 'Data odpowiedzi', en: 'Reply date' },
    column: 170,
    example: 'godzinę temu',
    isOptional: true,
  },
  likes: {
    published: 'likes_count',
    kind: 'count',
    description: 'Number of likes; null when the page shows it shortened or it could not be read',
    label: { pl: 'Polubienia', en: 'Likes' },
    column: 140,
    example: 3,
  },
} as const satisfies Readonly<Record<string, ReviewField>>;

type Fields = typeof REVIEW_FIELD_LIST;

/** Name of a field inside the service; the fields of author and reply as `author.name`, `ownerReply.text`. */
export type ReviewFieldName = keyof Fields;

/** The names of the fields inside the service, in the specification's order. */
export const REVIEW_FIELD_NAMES = Object.keys(REVIEW_FIELD_LIST) as readonly ReviewFieldName[];

/** Name inside the service → published name. */
export const REVIEW_FIELDS = Object.fromEntries(
  REVIEW_FIELD_NAMES.map((name) => [name, REVIEW_FIELD_LIST[name].published]),
) as { readonly [Name in ReviewFieldName]: Fields[Name]['published'] };
