import { effect } from '@preact/signals';
import { PLACE_FIELDS } from '../../contract/place-fields.js';
import type { PlaceLookup } from '../place/store.js';
import type { Library } from './store.js';

/** Keeps the places that are found. */
export function followPlaces(place: PlaceLookup, library: Library): void {
  effect(() => {
    const lookup = place.lookup.value;
    const outcome = lookup?.outcome ?? null;
    if (lookup === null || outcome === null || !('data' in outcome)) return;
    // Not a part of the effect: the library reads its own signals.
    queueMicrotask(() => void library.notePlace(lookup.query, outcome.data.details[PLACE_FIELDS.name]));
  });
}
