import type { SearchedPlace, WantedPlace } from '../identifiers/place-marks.js';
import type { FastPathResult } from '../provider/fast-path/fast-path-reading.js';
import type { Scope } from '../runtime/scope.js';
import type { PlaceReading } from './place.js';

/** A provider page for a lookup. A search may look for one of several places with the same name. */
export type LookupPage =
  | { readonly kind: 'place'; readonly url: string }
  | { readonly kind: 'search'; readonly url: string; readonly wanted: WantedPlace | null };

/** Looks places up at the provider. Null = the provider has no such place. */
export interface PlaceReader {
  /** Only identifies the place. A search gives the wanted place, or else its first result. */
  identify(target: LookupPage, scope: Scope): Promise<SearchedPlace | null>;
  /** Reads all the provider's data about the place. */
  read(target: LookupPage, scope: Scope): Promise<PlaceReading | null>;
}

/** Looks places up by the HTTP fast path, which never reports an absence: an absence needs rendered pages. */
export interface FastPlaceReader {
  identify(target: LookupPage, scope: Scope): Promise<FastPathResult<SearchedPlace>>;
  read(target: LookupPage, scope: Scope): Promise<FastPathResult<PlaceReading>>;
}

/** Asks the fast reader first, and the rendered reader if the fast reader is undecided. */
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
