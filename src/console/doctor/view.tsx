import { useEffect } from 'preact/hooks';
import { useConsole, useTexts } from '../context.js';
import { FailureNotice } from '../ui/failure-notice.js';
import { FieldHistory } from './history.js';
import { Run } from './run.js';

/** The view of the state: the last run of the doctor, a new one, and the fields since the start. */
export function DoctorView() {
  const { checkup, announce } = useConsole();
  const { doctor: texts } = useTexts();
  useEffect(() => void checkup.read(), []);
  const { state, busy, failure } = checkup;
  const answer = state.value;
  const isRunning = busy.value === 'quick' || busy.value === 'whole';
  const start = async (quick: boolean) => {
    await checkup.start(quick);
    if (checkup.failure.value === null) announce(texts.done);
  };
  return (
    <>
      <p class="intro">{texts.intro}</p>
      <div class="actions">
        <button type="button" disabled={busy.value !== null} onClick={() => void start(false)}>
          {texts.check}
        </button>
        <button type="button" class="quiet" disabled={busy.value !== null} onClick={() => void start(true)}>
          {texts.checkQuickly}
        </button>
        <span class="muted small">{texts.costs}</span>
      </div>
      {isRunning && (
        <p class="busy" role="status">
          {busy.value === 'quick' ? texts.runningQuick : texts.running}
        </p>
      )}
      {failure.value !== null && (
        <FailureNotice failure={failure.value} invalid={texts.invalid} again={() => void checkup.read()} />
      )}
      {answer === null && busy.value === 'reading' && <p class="busy">{texts.loading}</p>}
      {answer !== null && <Run answer={answer} />}
      {answer !== null && <FieldHistory fields={answer.fields} />}
    </>
  );
}
