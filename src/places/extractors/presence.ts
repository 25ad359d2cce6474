import type { FeatureId } from '../../identifiers/feature-id.js';
import type { Found, FoundFields } from '../../provider/presence.js';
import type { RawPlacePage } from '../../provider/raw-state.js';
import type { Place } from '../place.js';
import { panelOrigins } from './panel.js';
import { placeSources } from './place.js';

/**
 * The fields that the payload and the panel of a place hold. Optional fields and parts that the page may not show yet
 * are left out: the statistics of a place without reviews or of a limited view, and panel parts while nothing is
 * drawn below them. Null = the page did not have that source.
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
  // A truncated payload lacks statistics as well. Their absence counts only if the panel shows them or the page is at
  // rest.
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
 * A place without any number in data and panel usually has no reviews, so these places are not drift. A field that
 * moves in only one source, or a single number that moves, still shows.
 */
function hasAnyStatistics(
  facts: Pick<Place, 'rating' | 'reviewCount' | 'stars'> | null | undefined,
): boolean {
  return facts != null && (facts.rating ?? facts.reviewCount ?? facts.stars) !== null;
}

/** A field without an entry was not found. */
function known(fields: Readonly<Record<string, Found | undefined>>): FoundFields {
  return Object.fromEntries(Object.entries(fields).map(([field, found]) => [field, found ?? null]));
}
