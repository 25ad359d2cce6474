import { useConsole, useParts } from '../../kit/ui/context.js';
import { FailureNotice } from '../../kit/ui/failure-notice.js';
import { Skeleton } from '../../kit/ui/skeleton.js';
import { Welcome } from '../../kit/ui/welcome.js';
import { loaded } from '../loaded.js';

/** The first page: that of a capability, or what the product does if the service offers no such capability. */
export function StartView() {
  const { offers } = useConsole();
  const start = useParts().find((part) => part.start !== undefined)?.start;
  if (start !== undefined) {
    const Start = loaded(start);
    return <Start />;
  }
  if (offers.all.value !== null) return <Welcome />;
  const failure = offers.failure.value;
  if (failure === null) return <Skeleton />;
  return <FailureNotice failure={failure} invalid="" again={() => void offers.ask()} />;
}
