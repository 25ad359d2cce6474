import { marksOfPlaceUrl } from '../identifiers/link-marks.js';
import { parseMapUrl } from '../identifiers/map-url.js';
import type { MarkedPlace } from '../identifiers/place-marks.js';
import type { NavigationOptions, PageView } from '../provider/navigation/navigate.js';
import { inlineBodies, readEmbeddedState } from '../provider/wire/embedded-state.js';
import { searchEnvelope } from './wire/search-envelope.js';
import { readSearchPayload, type SearchResult } from './wire/search-payload.js';

/** A card of the rendered list. */
export interface ListedPlace extends MarkedPlace {
  readonly href: string;
}

/** A place of the search answer that has no card in the rendered list. */
export interface UnlistedPlace extends MarkedPlace {
  readonly href: null;
}

/** The places of the page's own search answer, fetched or inline, without advertisements. */
export function answeredPlaces({ seen }: PageView): readonly SearchResult[] {
  const fetched = placesOf(seen.searches);
  return fetched.length > 0 ? fetched : inlinePlaces(seen.documents.at(-1)?.html ?? null);
}

/** Reports whether the page's own search answers had a known shape. Call once, with the view that decided. */
export function noteSearch({ seen }: PageView, { note }: Pick<NavigationOptions, 'note'>): void {
  if (note === undefined) return;
  const inline = inlineBodies(readEmbeddedState(seen.documents.at(-1)?.html ?? null), 'search');
  for (const body of [...seen.searches, ...inline]) {
    const envelope = searchEnvelope(body);
    if (envelope !== 'no_answer') note('form', { search_answer: envelope !== 'unknown_form' });
  }
}

/** The places of an inline search answer in the document. places.md §7 */
export function inlinePlaces(html: string | null): readonly SearchResult[] {
  return placesOf(inlineBodies(readEmbeddedState(html), 'search'));
}

function placesOf(bodies: readonly string[]): readonly SearchResult[] {
  return bodies.flatMap((body) => readSearchPayload(body) ?? []);
}

/** The rendered list without advertisements, which have a heading of their own. places.md §8. */
export function listedPlaces(view: PageView): readonly ListedPlace[] {
  const real = (view.state?.cards ?? []).filter(
    ({ href, sponsored }) => !sponsored && URL.canParse(href, view.url),
  );
  return real.flatMap(({ href }) => {
    const url = new URL(href, view.url);
    const target = parseMapUrl(url);
    if (!('featureId' in target)) return [];
    return [{ featureId: target.featureId, name: null, marks: marksOfPlaceUrl(url), href }];
  });
}
