import { useConsole, useTexts } from '../context.js';
import { FailureNotice } from '../ui/failure-notice.js';

/** Why the jobs could not be read. */
export function BoardFailure() {
  const { board } = useConsole();
  const { jobs: texts } = useTexts();
  const failure = board.failure.value;
  if (failure === null) {
    return board.jobs.value === null ? <p class="busy">{texts.loading}</p> : null;
  }
  return <FailureNotice failure={failure} invalid={texts.invalid} again={() => void board.refresh()} />;
}
