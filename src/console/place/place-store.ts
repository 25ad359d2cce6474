import { signal as stateOf } from '@preact/signals';
import type { z } from 'zod';
import { type Failure, failureOf } from '../../core/published/failure.js';
import type { allData } from '../../core/published/place-answer.js';
import type { Api } from '../../kit/client/api.js';
import { createRuns } from '../../kit/ui/state/runs.js';
import { hasKey } from '../../kit/ui/state/service.js';
import { readonly, setter } from '../../kit/ui/state/ui-signals.js';

export type PlaceAnswer = z.infer<typeof allData>;
export const isPlaceAnswer = hasKey<PlaceAnswer>('details');
type PlaceOutcome = { readonly data: PlaceAnswer; readonly loadedAt: number } | { readonly failure: Failure };

/** A lookup of a place; `outcome` is null until it ends. */
interface Lookup {
  readonly query: string;
  readonly outcome: PlaceOutcome | null;
}

/** The lookup of one place. */
export function createPlaceLookup(api: Api) {
  const lookup = stateOf<Lookup | null>(null);
  const readAt = stateOf(0);
  const runs = createRuns();
  return {
    ...readonly({ lookup }),
    find: async (query: string) => {
      const { signal, isLatest } = runs.begin();
      lookup.value = { query, outcome: null };
      const asked = { path: 'all', query: { url: query }, onRead: setter(readAt), signal };
      const outcome = await api.data(asked, isPlaceAnswer).then(
        (data) => ({ data, loadedAt: readAt.value }),
        (error) => ({ failure: failureOf(error, signal) }),
      );
      if (isLatest()) lookup.value = { query, outcome };
    },
  };
}
