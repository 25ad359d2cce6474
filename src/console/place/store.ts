import { type ReadonlySignal, signal as stateOf } from '@preact/signals';
import type { z } from 'zod';
import type { Api } from '../../clients/api.js';
import { type Failure, failureOf } from '../../contract/failure.js';
import type { allData } from '../../contract/place.js';
import { hasKey } from '../state/answers.js';

export type PlaceAnswer = z.infer<typeof allData>;
export const isPlaceAnswer = hasKey<PlaceAnswer>('details');
export type PlaceOutcome = { readonly data: PlaceAnswer } | { readonly failure: Failure };

/** A lookup of a place; `outcome` is null until it ends. */
export interface Lookup {
  readonly query: string;
  readonly outcome: PlaceOutcome | null;
}

export interface PlaceLookup {
  readonly lookup: ReadonlySignal<Lookup | null>;
  /** Starts a lookup and cancels the previous lookup. */
  find(query: string): Promise<void>;
}

/** @param onFound called with every place that was found, by its query */
export function createPlaceLookup(
  api: Api,
  onFound: (query: string, place: PlaceAnswer) => void,
): PlaceLookup {
  const lookup = stateOf<Lookup | null>(null);
  let running = new AbortController();
  return {
    lookup,
    find: async (query) => {
      running.abort();
      const current = new AbortController();
      running = current;
      lookup.value = { query, outcome: null };
      const { signal } = current;
      const outcome = await api.data({ path: 'all', query: { url: query }, signal }, isPlaceAnswer).then(
        (data): PlaceOutcome => ({ data }),
        (error): PlaceOutcome => ({ failure: failureOf(error, signal) }),
      );
      if (running !== current) return;
      lookup.value = { query, outcome };
      if ('data' in outcome) onFound(query, outcome.data);
    },
  };
}
