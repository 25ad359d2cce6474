import { useSignal } from '@preact/signals';
import { type Failure, failureOf } from '../../core/published/failure.js';
import { useConsole } from './context.js';
import { UNSTOPPED } from './state/runs.js';

/** One action at a time. `run` gets a text to read aloud at its end, or null. */
export function useAction() {
  const { announce } = useConsole();
  const isBusy = useSignal(false);
  const failure = useSignal<Failure | null>(null);
  const run = async (work: () => Promise<string | null>) => {
    if (isBusy.value) return;
    isBusy.value = true;
    failure.value = null;
    try {
      const said = await work();
      if (said !== null) announce(said);
    } catch (error) {
      failure.value = failureOf(error, UNSTOPPED);
    } finally {
      isBusy.value = false;
    }
  };
  return { isBusy: isBusy.value, failure: failure.value, run };
}
