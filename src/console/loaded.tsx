import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { clientFailure } from '../core/published/failure.js';
import type { Shown } from '../kit/ui/context.js';
import { FailureNotice } from '../kit/ui/failure-notice.js';
import { Skeleton } from '../kit/ui/skeleton.js';

/** Views that are loaded in the same way are one component, so that their shared state stays. */
const known = new Map<() => Promise<Shown>, Shown>();

/** A view whose script is loaded when the view is first shown. `isQuiet`: without a word until it is there. */
export function loaded(load: () => Promise<Shown>, isQuiet = false): Shown {
  const made = known.get(load) ?? (() => <Loaded load={load} isQuiet={isQuiet} />);
  known.set(load, made);
  return made;
}

function Loaded({ load, isQuiet }: { load: () => Promise<Shown>; isQuiet: boolean }) {
  const view = useSignal<{ readonly Shown: Shown | null } | null>(null);
  const start = async () => {
    view.value = null;
    view.value = { Shown: await load().catch(() => null) };
  };
  useEffect(() => void start(), []);
  const found = view.value;
  if (found?.Shown != null) return <found.Shown />;
  if (isQuiet) return null;
  if (found === null) return <Skeleton />;
  return <FailureNotice failure={clientFailure('offline')} invalid="" again={() => void start()} />;
}
