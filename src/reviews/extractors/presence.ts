import type { FeatureId } from '../../identifiers/feature-id.js';
import { panelOrigins } from '../../places/extractors/panel.js';
import { placeSources } from '../../places/extractors/place.js';
import type { Place } from '../../places/place.js';
import type { Found } from '../../provider/presence.js';
import type { RawPlacePage, RawReviewCard } from '../../provider/raw-state.js';
import { recordOrigins } from './review.js';
import { cardOrigins } from './review-card.js';

/** Fields of one source, and where each was found. */
export type FoundFields = Readonly<Record<string, Found>>;

/**
 * Which fields the payload and the panel of a place hold. Left out is what a place need not have or a page need not
 * show yet: statistics of a place without reviews and of a limited view, and parts of a panel below which nothing is
 * drawn so far. Null = that source did not come with the page.
 */
export function placePresence(
  raw: RawPlacePage,
  expected: FeatureId | null,
  settled: boolean,
): { readonly payload: FoundFields | null; readonly panel: FoundFields | null } {
  const { own, panel, foreign, bodies } = placeSources(raw, expected);
  const isLimited = raw.state?.limitedView === true;
  const count = own?.payload.reviewCount ?? panel?.reviewCount ?? null;
  const hasStatistics =
    count !== 0 && !isLimited && (hasAnyStatistics(own?.payload) || hasAnyStatistics(panel));
  if (own === null) {
    const isUnread = bodies > 0 && foreign.length === 0;
    return { payload: isUnread ? { featureId: false } : null, panel: shownFields() };
  }
  const { featureId, name, address, addressLines, category, rating, reviewCount, stars } = own.origins;
  const statistics = { rating, reviewCount, stars };
  const isWhole = Object.values(statistics).every((origin) => origin != null);
  // A payload that was cut lacks them as well: only a panel that shows them, or a page at rest, tells.
  const isJudged = settled || panel?.reviewCount != null || panel?.stars != null;
  const payload = {
    ...known({ featureId, name, address: address ?? addressLines, category }),
    ...(hasStatistics && (isWhole || isJudged) && known(statistics)),
  };
  return { payload, panel: shownFields() };

  function shownFields(): FoundFields | null {
    const shown = raw.state?.panel ?? null;
    if (shown === null || panel === null) return settled && own !== null ? { name: false } : null;
    const origins = panelOrigins(shown);
    const hasTab = shown.reviewsTab >= 0;
    const hasRows = settled || panel.stars !== null;
    const hasParts = hasRows || panel.address !== null;
    const isHeadDrawn = hasParts || hasTab;
    return known({
      name: origins.name,
      ...(isHeadDrawn && { category: origins.category }),
      ...(isHeadDrawn && hasStatistics && { rating: origins.rating, reviewCount: origins.reviewCount }),
      ...(hasParts && hasStatistics && { reviewsTab: hasTab }),
      ...(hasRows && { address: origins.address }),
      ...(settled && hasStatistics && { stars: origins.stars }),
    });
  }
}

/**
 * A place that neither data nor panel gives any number for has no reviews as a rule: many of them are no drift. What moves
 * in one of the two, or for one number, still shows.
 */
function hasAnyStatistics(
  facts: Pick<Place, 'rating' | 'reviewCount' | 'stars'> | null | undefined,
): boolean {
  return facts != null && (facts.rating ?? facts.reviewCount ?? facts.stars) !== null;
}

/** The fields of records that are followed: those that most reviews have, and those that verdicts rest on. */
const OF_RECORDS = [
  ...['id', 'placeCid', 'stars', 'score', 'publishedAt', 'dateText', 'url', 'source', 'language'],
  ...['author.id', 'author.name', 'author.totalReviews'],
] as const;

/** Which fields the records of one answer hold; found = any of them holds it. Empty without records. */
export function recordsPresence(records: readonly unknown[]): FoundFields {
  const { score = null, stars = null, ...fields } = anyOf(records.map(recordOrigins), OF_RECORDS);
  // Partners' reviews have a score in place of stars.
  return records.length === 0 ? {} : { ...fields, stars: stars ?? score };
}

const OF_CARDS = ['id', 'stars', 'dateText', 'author.name', 'author.id'] as const;

/** Which fields the first cards of a list hold; found = any of them holds it. A list that was read has cards. */
export function cardsPresence(cards: readonly RawReviewCard[]): FoundFields {
  return cards.length === 0 ? { id: false } : anyOf(cards.map(cardOrigins), OF_CARDS);
}

function anyOf(read: readonly FoundFields[], fields: readonly string[]): FoundFields {
  const first = (field: string) => read.find((origins) => origins[field] != null)?.[field] ?? null;
  return Object.fromEntries(fields.map((field) => [field, first(field)]));
}

/** A field that the tables do not name was not found. */
function known(fields: Readonly<Record<string, Found | undefined>>): FoundFields {
  return Object.fromEntries(Object.entries(fields).map(([field, found]) => [field, found ?? null]));
}
