import type { FeatureId } from '../../identifiers/feature-id.js';
import type { Found } from '../presence.js';
import type { RawPlacePage, RawReviewCard } from '../raw-state.js';
import { recordCid } from '../wire/review-page-data.js';
import { readReviewRecord } from '../wire/review-record.js';
import { placeSources } from './place.js';

/** Fields of one source, found or not. */
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
  const { payload, panel, bodies, foreign } = placeSources(raw, expected);
  const isLimited = raw.state?.limitedView === true;
  const count = payload?.reviewCount ?? panel?.reviewCount ?? null;
  const hasStatistics = count !== 0 && !isLimited;
  // A payload that was cut lacks them as well: only a panel that shows them, or a page at rest, tells.
  const isJudged = hasStatistics && (settled || panel?.reviewCount != null || panel?.stars != null);
  return {
    payload:
      payload === null
        ? bodies > 0 && foreign.length === 0
          ? { featureId: false }
          : null
        : {
            featureId: true,
            name: payload.name !== null,
            address: payload.address !== null || payload.addressLines !== null,
            category: payload.category !== null,
            ...(hasStatistics && statistics(payload, isJudged)),
          },
    panel: panelPresence(),
  };

  function panelPresence(): FoundFields | null {
    const shown = raw.state?.panel ?? null;
    if (shown === null || panel === null) return settled && payload !== null ? { name: false } : null;
    const hasTab = shown.reviewsTab >= 0;
    const hasRows = settled || panel.stars !== null;
    const hasParts = hasRows || panel.address !== null;
    const isHeadDrawn = hasParts || hasTab;
    return {
      name: true,
      ...(isHeadDrawn && { category: panel.category !== null }),
      ...(isHeadDrawn && hasStatistics && { rating: panel.rating !== null }),
      ...(isHeadDrawn && hasStatistics && { reviewCount: panel.reviewCount !== null }),
      ...(hasParts && hasStatistics && { reviewsTab: hasTab }),
      ...(hasRows && { address: panel.address !== null }),
      ...(settled && hasStatistics && { stars: panel.stars !== null }),
    };
  }
}

interface Statistics {
  readonly rating: unknown;
  readonly reviewCount: unknown;
  readonly stars: unknown;
}

/** What is there counts always, what is missing only where it is known to be missing. */
function statistics({ rating, reviewCount, stars }: Statistics, isJudged: boolean): FoundFields {
  const fields = { rating: rating !== null, reviewCount: reviewCount !== null, stars: stars !== null };
  const isWhole = Object.values(fields).every((found) => found);
  return isWhole || isJudged ? fields : {};
}

/** Which fields the first cards of a list hold; found = any of them holds it. A list that was read has cards. */
export function cardsPresence(cards: readonly RawReviewCard[]): FoundFields {
  const any = (isThere: (card: RawReviewCard) => boolean) => cards.some(isThere);
  if (cards.length === 0) return { id: false };
  return {
    id: true,
    author: any(({ author }) => author !== null),
    stars: any(({ starsLabel, score }) => starsLabel !== null || score !== null),
    dateText: any(({ dateText }) => dateText !== null),
  };
}

/** Which fields the records of one answer hold; found = any of them holds it. Empty without records. */
export function recordsPresence(records: readonly unknown[]): FoundFields {
  const read = records.map((record) => ({ record, fields: readReviewRecord(record) }));
  const any = (isThere: (one: (typeof read)[number]) => boolean) => read.some(isThere);
  if (read.length === 0) return {};
  return {
    id: any(({ fields }) => fields !== null),
    placeCid: any(({ record }) => recordCid(record) !== null),
    stars: any(({ fields }) => fields !== null && (fields.stars !== null || fields.score !== null)),
    publishedAt: any(({ fields }) => fields !== null && fields.createdUs !== null),
    dateText: any(({ fields }) => fields !== null && fields.dateText !== null),
    url: any(({ fields }) => fields !== null && fields.url !== null),
    source: any(({ fields }) => fields !== null && fields.source !== null),
    'author.id': any(({ fields }) => fields !== null && fields.author.id !== null),
    'author.name': any(({ fields }) => fields !== null && fields.author.name !== null),
  };
}
