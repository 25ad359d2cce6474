import type { MarkedPlace, WantedPlace } from '../identifiers/place-marks.js';
import type { PlaceReading } from '../provider/place.js';
import type { Scope } from '../scope.js';

/** A provider page to look a place up on; a search may be for one place of several that bear the name. */
export type LookupPage =
  | { readonly kind: 'place'; readonly url: string }
  | { readonly kind: 'search'; readonly url: string; readonly wanted: WantedPlace | null };

/** Looks places up at the provider. Null = the provider says that there is none; undefined = cannot decide. */
export interface PlaceReader {
  /** Which place it is, and no more. A search gives the wanted place, or else its first result. */
  identify(target: LookupPage, scope: Scope): Promise<MarkedPlace | null | undefined>;
  /** Everything the provider says about it. */
  read(target: LookupPage, scope: Scope): Promise<PlaceReading | null | undefined>;
}

/** A reader that always decides, or throws. */
export interface DecidingPlaceReader extends PlaceReader {
  identify(target: LookupPage, scope: Scope): Promise<MarkedPlace | null>;
  read(target: LookupPage, scope: Scope): Promise<PlaceReading | null>;
}

/** Asks the first reader, and the second where the first cannot decide. */
export function inOrder(first: PlaceReader, second: DecidingPlaceReader): DecidingPlaceReader {
  return {
    identify: async (target, scope) => {
      const place = await first.identify(target, scope);
      return place === undefined ? second.identify(target, scope) : place;
    },
    read: async (target, scope) => {
      const reading = await first.read(target, scope);
      return reading === undefined ? second.read(target, scope) : reading;
    },
  };
}
