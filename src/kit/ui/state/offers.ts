import { signal } from '@preact/signals';
import { type Failure, failureOf } from '../../../core/published/failure.js';
import type { Api } from '../../client/api.js';
import { createRuns } from './runs.js';
import { readonly } from './ui-signals.js';

/** Why a part is not offered, as the service says it. */
interface RefusedOffer {
  readonly message: string;
  readonly reason: string | undefined;
  readonly values: Readonly<Record<string, string>>;
}

export type Offers = ReturnType<typeof createOffers>;

const ASK_AGAIN_MS = 30_000;

/** Which parts this service offers to this client. It is asked until it has answered. */
export function createOffers(api: Pick<Api, 'data'>) {
  /** The answer of the service; null until it has answered. */
  const all = signal<Readonly<Record<string, unknown>> | null>(null);
  /** Why the service did not answer the last time. */
  const failure = signal<Failure | null>(null);
  const questions = createRuns();
  let asking: ReturnType<typeof setTimeout> | undefined;

  /** No user is asked for a key, and no request fails, for a view that is not open. */
  const ask = async () => {
    const { signal: stopped, isLatest } = questions.begin();
    clearTimeout(asking);
    try {
      const request = { path: 'capabilities', signal: stopped, asksForKey: false };
      all.value = await api.data(request, isObject);
      failure.value = null;
    } catch (error) {
      const ended = failureOf(error, stopped);
      if (!isLatest()) return;
      failure.value = ended;
      asking = setTimeout(() => void ask(), ASK_AGAIN_MS);
    }
  };
  void ask();

  return {
    ...readonly({ all, failure }),
    ask,
    has: (name: string): boolean => all.value?.[name] === true,
    /** Why a part is not offered; null = it is, or the service has not answered yet. */
    refusal: (name: string): RefusedOffer | null => {
      const said = all.value;
      if (said === null || said[name] === true) return null;
      const reason = said[`${name}_refusal_reason`];
      return {
        message: String(said[`${name}_refusal`] ?? ''),
        reason: typeof reason === 'string' ? reason : undefined,
        values: (said[`${name}_refusal_values`] ?? {}) as RefusedOffer['values'],
      };
    },
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
