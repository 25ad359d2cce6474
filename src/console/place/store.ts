import { type ReadonlySignal, signal as stateOf } from '@preact/signals';
import type { z } from 'zod';
import type { Api } from '../../clients/api.js';
import { type Failure, failureOf } from '../../contract/failure.js';
import type { allData } from '../../contract/place.js';

export type PlaceAnswer = z.infer<typeof allData>;
export type PlaceOutcome = { readonly data: PlaceAnswer } | { readonly failure: Failure };

/** A lookup of a place; `outcome` is null until it ends. */
export interface Lookup {
  readonly query: string;
  readonly outcome: PlaceOutcome | null;
}

export interface PlaceLookup {
  readonly lookup: ReadonlySignal<Lookup | null>;
  /** Starts a lookup and cancels the one before. */
  find(query: string): Promise<void>;
}

export function createPlaceLookup(api: Api): PlaceLookup {
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
      const outcome = await api.data({ path: 'all', query: { url: query }, signal }, isPlace).then(
        (data): PlaceOutcome => ({ data }),
        (error): PlaceOutcome => ({ failure: failureOf(error, signal) }),
      );
      if (running === current) lookup.value = { query, outcome };
    },
  };
}

/** The page is served by the service itself, so an object is taken for a place without further checks. */
function isPlace(value: unknown): value is PlaceAnswer {
  return typeof value === 'object' && value !== null;
}
