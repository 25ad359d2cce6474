import { type ReadonlySignal, signal } from '@preact/signals';
import type { z } from 'zod';
import type { allData } from '../../../http/contract/responses.js';
import type { Api } from '../api/client.js';
import type { Outcome } from '../api/failure.js';

export type PlaceAnswer = z.infer<typeof allData>;

/** A place being looked up, or looked up; `outcome` is null while it goes on. */
export interface Lookup {
  readonly query: string;
  readonly outcome: Outcome<PlaceAnswer> | null;
}

export interface PlaceLookup {
  readonly lookup: ReadonlySignal<Lookup | null>;
  /** Replaces a lookup that still goes on. */
  find(query: string): Promise<void>;
}

export function createPlaceLookup(api: Api): PlaceLookup {
  const lookup = signal<Lookup | null>(null);
  let running = new AbortController();
  return {
    lookup,
    find: async (query) => {
      running.abort();
      const current = new AbortController();
      running = current;
      lookup.value = { query, outcome: null };
      const path = `/api/all?${new URLSearchParams({ url: query })}`;
      const outcome = await api.get<PlaceAnswer>(path, current.signal);
      if (running === current) lookup.value = { query, outcome };
    },
  };
}
