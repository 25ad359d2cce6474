import { useSignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { clientFailure } from '../../core/published/failure.js';
import { FailureNotice } from './failure-notice.js';
import { Skeleton } from './skeleton.js';

/** Views that are loaded in the same way are one component, so that their shared state stays. */
const known = new Map<unknown, unknown>();

/** A view whose script is loaded when the view is first shown. `isQuiet`: without a word until it is there. */
export function loaded<View>(load: () => Promise<View>, isQuiet = false): View {
  const shared = { load: load as unknown as () => Promise<FunctionComponent>, isQuiet };
  const made = known.get(load) ?? ((props: object) => <Loaded {...shared} props={props} />);
  known.set(load, made);
  return made as View;
}

function Loaded(props: { load: () => Promise<FunctionComponent>; isQuiet: boolean; props: object }) {
  const view = useSignal<{ readonly Shown: FunctionComponent | null } | null>(null);
  const start = async () => {
    view.value = null;
    view.value = { Shown: await props.load().catch(() => null) };
  };
  useEffect(() => void start(), []);
  const found = view.value;
  if (found?.Shown != null) return <found.Shown {...props.props} />;
  if (props.isQuiet) return null;
  if (found === null) return <Skeleton />;
  return <FailureNotice failure={clientFailure('offline')} invalid="" again={() => void start()} />;
}
