import type { RawPanel } from '../../provider/raw-state.js';
import type { StarCounts } from '../place.js';
import { PLACE_PAYLOAD } from '../wire/place-payload.js';
import { countOf, trimmed } from './count-label.js';

/** The facts that a rendered panel shows about a place. Texts that are read only from the payload are left out. */
export type PanelFacts = ReturnType<typeof readPanel>;

/** Reads a panel's texts and labels. It parses digits, not words. places.md §8 */
export function readPanel(panel: RawPanel) {
  return {
    name: trimmed(panel.name),
    address: addressOf(panel.addressLabel),
    category: trimmed(panel.category),
    rating: ratingOf(panel.rating),
    reviewCount: panel.saysNoReviews ? 0 : countOf(panel.reviewCountLabel),
    stars: starCountsOf(panel.histogramLabels),
  };
}

/** "Adres: ul. Długa 1" → "ul. Długa 1": the text before the first ": " is the label's name. */
function addressOf(label: string | null): string | null {
  if (label === null) return null;
  const colon = label.indexOf(': ');
  return trimmed(colon < 0 ? label : label.slice(colon + 2));
}

/** "4,7" or "4.7" or "5" → number from 1 to 5. */
function ratingOf(text: string | null): number | null {
  const match = /^\s*([1-5])(?:[.,](\d))?\s*$/.exec(text ?? '');
  if (match === null) return null;
  const rating = Number(`${match[1]}.${match[2] ?? '0'}`);
  return rating <= 5 ? rating : null;
}

/** Reads five labels "5 gwiazdek, 6 921 opinii" … "1 gwiazdka, 125 opinii" in any order; null unless all are valid. */
function starCountsOf(labels: readonly string[]): StarCounts | null {
  const counts = new Map<number, number>();
  for (const label of labels) {
    const comma = label.indexOf(', ');
    const stars = Number(/^\s*(\d)/.exec(label)?.[1] ?? Number.NaN);
    const count = comma < 0 ? null : countOf(label.slice(comma + 2));
    if (count === null || counts.has(stars)) return null;
    counts.set(stars, count);
  }
  const all = [1, 2, 3, 4, 5].map((stars) => counts.get(stars));
  return counts.size === all.length ? (PLACE_PAYLOAD.stars.safeParse(all).data ?? null) : null;
}
