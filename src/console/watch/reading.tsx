import { useTexts } from '../context.js';
import { FailureNotice } from '../ui/failure-notice.js';
import { type Answer, useWatchTexts } from './state.js';

/** Says that an answer is being read, or why it could not be read. */
export function Reading({ of }: { of: Pick<Answer<unknown>, 'data' | 'failure' | 'again'> }) {
  const { loading } = useTexts();
  const { invalid, notFound } = useWatchTexts();
  const { data, failure, again } = of;
  if (failure === null) return data === null ? <p class="busy">{loading}</p> : null;
  if (failure.serviceCode !== 'watch_not_found')
    return <FailureNotice failure={failure} invalid={invalid} again={again} />;
  return (
    <p class="notice bad" role="alert">
      {notFound}
    </p>
  );
}
