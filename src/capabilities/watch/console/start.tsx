import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Shown } from '../../../kit/ui/context.js';

/** What changed since the last visit; nothing while nothing is watched. Its code is loaded when it is shown. */
export function Start() {
  const loaded = useSignal<{ readonly Shown: Shown } | null>(null);
  useEffect(() => {
    void import('./start-view.js').then(
      ({ StartView }) => {
        loaded.value = { Shown: StartView };
      },
      () => undefined,
    );
  }, []);
  return loaded.value && <loaded.value.Shown />;
}
