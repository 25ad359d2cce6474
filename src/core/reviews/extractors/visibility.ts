import { cidOfFeature } from '../../identifiers/cid.js';
import { percentDecoded } from '../../identifiers/input-text.js';
import { parseMapUrl } from '../../identifiers/map-url.js';
import type { ReviewIdentity } from '../../identifiers/review-url.js';
import type { RawReviewPart, RawReviewView } from '../../provider/raw-state.js';
import { pathsOfText } from '../../provider/wire/text-paths.js';
import type { VisibilityReason } from '../../published/lines.js';
import type { Review } from '../review.js';
import { type ReviewPageData, recordCid } from '../wire/review-page-data.js';
import { hasStarsPart, isRated, recordIds } from '../wire/review-record.js';
import { type ShownTexts, withShownTexts } from './cut-text.js';
import { extractReview } from './extract-review.js';

export type AbsenceReason = Exclude<VisibilityReason, 'visible'>;

export interface RawReviewPage {
  readonly identity: ReviewIdentity;
  /** The page's own data answer; null when no readable answer came. */
  readonly data: ReviewPageData | null;
  /** The rendered state; null before the first capture. */
  readonly view: RawReviewView | null;
}

/** The meaning of a page that shows no review. */
type Absence =
  | { readonly reason: AbsenceReason }
  /** The page is about another place, by its CID: the requested place may have been merged into that place. */
  | { readonly elsewhere: string }
  /** The page and its data do not fit together, or hold signs of a review: they give no verdict. */
  | { readonly contradiction: string };

/**
 * The verdict for a page that does not show its review: see `VisibilityReason` in the OpenAPI document. The page must
 * have settled without trouble, and its data must be an answer.
 */
export function judgeAbsence(raw: RawReviewPage): Absence {
  const { data, view, identity } = raw;
  if (data === null || view === null) return { contradiction: 'no data or no page' };
  const merged = placeOfAuthorsRecord(raw);
  if (merged !== null) return { elsewhere: merged };
  const sign = signOfReview(raw);
  if (sign !== null) return { contradiction: sign };
  const shownCid = cidOfHref(view.placeHref);
  if (shownCid !== null && identity.cid !== null && shownCid !== identity.cid) return { elsewhere: shownCid };
  if (!data.holdsPlace)
    return view.hasCard ? { contradiction: 'a card without data' } : { reason: 'no_business_data' };
  if (!data.namesPlace)
    return data.otherCid === null
      ? { contradiction: 'the data is about other places' }
      : { elsewhere: data.otherCid };
  if (!view.hasCard) return { reason: 'no_business_card' };
  return { reason: data.record == null ? 'no_rating_section' : 'no_rating' };
}

/** The CID in a record by the requested author, if it is the CID of another place; null otherwise. */
function placeOfAuthorsRecord({ data, identity }: RawReviewPage): string | null {
  const { authorId, reviewId, cid } = identity;
  if (reviewId !== null || authorId === null || data === null) return null;
  const itsCid = recordCid(data.record);
  return recordIds(data.record)?.authorId === authorId && itsCid !== cid ? itsCid : null;
}

/** True if the page states below the card that the review is gone. The words alone prove nothing. */
export function saysGone(raw: RawReviewPage): boolean {
  return raw.view?.saysGone === true && ownPart(raw) === null && !hasLooseSection(raw);
}

/** True if the data holds the review and the page states that it is gone, without showing it. */
export function contradictsItself(raw: RawReviewPage): boolean {
  return raw.view?.saysGone === true && raw.data?.record != null && !showsInFull(raw);
}

/**
 * True if the review certainly exists: its own record with a rating came with the data, or the page shows the place
 * card and the review's own card with stars. This can be decided before the page has settled. Stars without the
 * review's id or author prove nothing.
 */
export function showsReview(raw: RawReviewPage): boolean {
  const { data, view, identity } = raw;
  if (data !== null && isOwnRecord(data.record, identity) && isRated(data.record)) return true;
  const own = ownPart(raw);
  return view?.hasCard === true && own?.hasSection === true && isRating(own.stars);
}

/** True if the card of the place, the rating section and the record of the review were all read. */
export function showsInFull(raw: RawReviewPage): boolean {
  const { data, view, identity } = raw;
  if (data === null || view === null || !view.hasCard) return false;
  return isOwnRecord(data.record, identity) && isRated(data.record) && isRating(ownCard(raw)?.stars ?? null);
}

/**
 * True for the record of the review that a link names: by its id, else by its author and its place. An author's
 * records at other places are other reviews.
 */
export function isOwnRecord(record: unknown, { reviewId, authorId, cid }: ReviewIdentity): boolean {
  const ids = recordIds(record);
  if (ids === null) return false;
  if (reviewId !== null) return ids.id === reviewId;
  if (authorId === null || ids.authorId !== authorId) return false;
  return cid !== null && recordCid(record) === cid;
}

/** A sign of a review although its known positions are empty; null = no sign. */
function signOfReview(raw: RawReviewPage): string | null {
  const { data, view, identity } = raw;
  if (data === null || view === null) return null;
  const own = ownPart(raw);
  if (data.record != null) {
    if (!isOwnRecord(data.record, identity)) return 'the record slot does not hold the record asked for';
    if (hasStarsPart(data.record)) return 'the stars of the record cannot be read';
    if (own?.hasSection !== true && !view.loose.hasSection) return 'a record that is not shown';
  } else {
    if (own !== null) return 'the card of the review without its record';
    if (hasLooseSection(raw)) return 'a rating section without a record';
    if (view.cards.some(({ authorIds }) => authorIds.some((id) => id === identity.authorId)))
      return 'a card of the author without a record';
    if (view.mentionsReview) return 'the id of the review on the page without a record';
  }
  if (view.loose.starLabels.length > 0 || (own?.starLabels.length ?? 0) > 0) return 'stars on the page';
  return null;
}

/**
 * True if part of a review is outside all cards that name another review. A link by its author always names that
 * author, so the author's id alone does not count.
 */
function hasLooseSection({ view, identity }: RawReviewPage): boolean {
  if (view === null) return false;
  return view.loose.hasSection || view.loose.authorIds.some((id) => id !== identity.authorId);
}

/** The part of a page that shows its review; null if the page does not show it. */
export function ownCard(raw: RawReviewPage): RawReviewPart | null {
  return ownPart(raw) ?? (raw.view?.loose.hasSection === true ? raw.view.loose : null);
}

/**
 * The review's own card on the page, matched by its id, or by the author that its own record names; null = no such
 * card. An author has written other reviews, so an author's card counts only with that record.
 */
function ownPart({ data, view, identity }: RawReviewPage): RawReviewPart | null {
  if (view === null) return null;
  const record = isOwnRecord(data?.record, identity) ? recordIds(data?.record) : null;
  const ids = [identity.reviewId, record?.id ?? null].filter((id) => id !== null);
  const byId = view.cards.find(({ id }) => id !== null && ids.includes(id));
  if (byId !== undefined) return byId;
  const author = record?.authorId ?? null;
  const isByAuthor = ({ id, authorIds }: RawReviewPart) =>
    author !== null && id === null && authorIds.includes(author);
  return [...view.cards, view.loose].find(isByAuthor) ?? null;
}

/** Stars, or the score of a hotel or partner: "4,5/5", "8/10". */
function isRating(label: string | null): boolean {
  return starsOf(label) !== null || /^\s*\d{1,2}(?:[.,]\d)?\s*\/\s*(?:5|10)\s*$/.test(label ?? '');
}

/** "4 gwiazdki", "Ocena: 4 gwiazdki", or a hotel's "4/5". */
function starsOf(label: string | null): number | null {
  const stars = /(?<![\d.,])([1-5])(?:[.,]0)?(?![\d.,]*\d)/.exec(
    (label ?? '').replace(/\/\s*(?:5|10)\s*$/, ''),
  )?.[1];
  return stars === undefined ? null : Number(stars);
}

function cidOfHref(href: string | null): string | null {
  if (href === null || !URL.canParse(href, 'https://www.google.com')) return null;
  const target = parseMapUrl(new URL(href, 'https://www.google.com'));
  if ('cid' in target) return target.cid;
  return 'featureId' in target ? cidOfFeature(target.featureId) : null;
}

/** The review as the page shows it, without its record. */
export interface ShownReview {
  readonly author: string | null;
  readonly text: string | null;
  readonly stars: number | null;
}

/** A visible review: from its record, completed by the texts of its page, or, without the record, from its card. */
export function readVisible(
  raw: RawReviewPage,
  texts: ShownTexts = { text: null, reply: null },
): { readonly review: Review | null; readonly shown: ShownReview | null } {
  const record = raw.data?.record;
  const review = isOwnRecord(record, raw.identity) ? extractReview(record) : null;
  if (review !== null) return { review: withShownTexts(review, texts), shown: null };
  const own = ownPart(raw);
  const text = own?.text?.trim() || texts.text;
  const shown = own && { author: own.author?.trim() || null, text, stars: starsOf(own.stars) };
  return { review, shown };
}

/**
 * The name of the reviewed place on its card, if another source agrees: the card's link, or the data. Null otherwise:
 * the position of the name in the data is not recorded (reviews.md §6), so it is never guessed.
 */
export function shownPlaceName(raw: RawReviewPage): string | null {
  const { view } = raw;
  const heading = clean(view?.cardHeading ?? null);
  if (heading === null) return null;
  const isInLink = nameOfHref(view?.placeHref ?? null) === heading;
  return isInLink || holdsPlaceName(raw, heading) ? heading : null;
}

/** True if the data of another page of the place still holds a name that a card showed. */
export function holdsPlaceName({ data }: RawReviewPage, name: string): boolean {
  return data !== null && pathsOfText(data.answer, name).length > 0;
}

/** `/maps/place/NAME/…`; NAME may be empty. places.md §2. */
function nameOfHref(href: string | null): string | null {
  const segment = /\/maps\/place\/([^/]+)\//.exec(href ?? '')?.[1] ?? '';
  return clean(percentDecoded(segment.replaceAll('+', ' ')));
}

function clean(text: string | null): string | null {
  const value = text?.replace(/\s+/gu, ' ').trim() ?? '';
  return value === '' ? null : value;
}
