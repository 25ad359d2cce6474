import { effect, signal } from '@preact/signals';
import { type Failure, failureOf } from '../../../core/published/failure.js';
import type { Here } from '../../../kit/ui/context.js';
import { UNSTOPPED } from '../../../kit/ui/state/runs.js';
import { hasKey } from '../../../kit/ui/state/service.js';
import { readonly } from '../../../kit/ui/state/ui-signals.js';
import type { DoctorData } from '../published.js';

/** The runs of the doctor in the service. */
export function createCheckup({ api, keys }: Pick<Here, 'api' | 'keys'>) {
  /** Null until the last run was read. */
  const state = signal<DoctorData | null>(null);
  /** The current request; null = the store is idle. */
  const busy = signal<'reading' | 'quick' | 'whole' | null>(null);
  const failure = signal<Failure | null>(null);

  const ask = async (kind: 'reading' | 'quick' | 'whole', query: Readonly<Record<string, string>>) => {
    if (busy.value !== null) return;
    busy.value = kind;
    failure.value = null;
    try {
      // A key that is refused here may be valid for the other views, so the console does not ask for another key.
      const asksForKey = keys.current.value === null;
      state.value = await api.data(
        { path: 'doctor', query, asksForKey, signal: UNSTOPPED },
        hasKey<DoctorData>('status'),
      );
    } catch (error) {
      failure.value = failureOf(error, UNSTOPPED);
    } finally {
      busy.value = null;
    }
  };
  effect(() => {
    // Hide the answer when the key changes: it belongs to the old key.
    void keys.current.value;
    state.value = null;
  });
  return {
    ...readonly({ state, busy, failure }),
    /** Reads the last run. Does nothing during another request. */
    read: () => ask('reading', { last: 'true' }),
    /** Requests a new run, which costs points. */
    start: (quick: boolean) => (quick ? ask('quick', { quick: 'true' }) : ask('whole', {})),
  };
}
