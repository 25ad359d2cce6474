import type { SearchedPlace, WantedPlace } from '../identifiers/place-marks.js';
import type { FastPathResult } from '../provider/fast-path/fast-path-reading.js';
import type { Scope } from '../runtime/scope.js';
import type { PlaceReading } from './place.js';

/** A provider page to look a place up on; a search may be for one place of several that bear the name. */
export type LookupPage =
  | { readonly kind: 'place'; readonly url: string }
  | { readonly kind: 'search'; readonly url: string; readonly wanted: WantedPlace | null };

/** Looks places up at the provider. Null = the provider says that there is none. */
export interface PlaceReader {
  /** Which place it is, and no more. A search gives the wanted place, or else its first result. */
  identify(target: LookupPage, scope: Scope): Promise<SearchedPlace | null>;
  /** Everything the provider says about it. */
  read(target: LookupPage, scope: Scope): Promise<PlaceReading | null>;
}

/** The same by the HTTP fast path, which never says that there is no place: that takes rendered pages. */
export interface FastPlaceReader {
  identify(target: LookupPage, scope: Scope): Promise<FastPathResult<SearchedPlace>>;
  read(target: LookupPage, scope: Scope): Promise<FastPathResult<PlaceReading>>;
}

/** Asks the fast reader, and the other one where it is undecided. */
export function inOrder(fast: FastPlaceReader, rendered: PlaceReader): PlaceReader {
  return {
    identify: async (target, scope) => {
      const place = await fast.identify(target, scope);
      return place.kind === 'answered' ? place.answer : rendered.identify(target, scope);
    },
    read: async (target, scope) => {
      const reading = await fast.read(target, scope);
      return reading.kind === 'answered' ? reading.answer : rendered.read(target, scope);
    },
  };
}
