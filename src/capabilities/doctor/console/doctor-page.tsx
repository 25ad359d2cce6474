import { useEffect } from 'preact/hooks';
import { wallClock } from '../../../kit/lists/table.js';
import { Button } from '../../../kit/ui/button.js';
import { useConsole, useStore, useTexts } from '../../../kit/ui/context.js';
import { FailureNotice } from '../../../kit/ui/failure-notice.js';
import { Mark } from '../../../kit/ui/signs.js';
import type { DoctorCheck, DoctorData } from '../published.js';
import { CHECK_IDS, describeIn, doctorTexts } from '../texts.js';
import { createCheckup } from './doctor-store.js';

/** The view of the doctor: the last run, and a button for a new run. */
export function DoctorView() {
  const { announce } = useConsole();
  const checkup = useStore(createCheckup);
  const { t } = useTexts();
  useEffect(() => void checkup.read(), []);
  const { state, busy, failure } = checkup;
  const answer = state.value;
  const isRunning = busy.value === 'quick' || busy.value === 'whole';
  const start = async (quick: boolean) => {
    await checkup.start(quick);
    if (checkup.failure.value === null) announce(t('doctor.done'));
  };
  return (
    <>
      <p class="intro">{t('doctor.intro')}</p>
      <div class="actions">
        <button type="button" disabled={busy.value !== null} onClick={() => void start(false)}>
          {t('doctor.check')}
        </button>
        <Button
          text={t('doctor.checkQuickly')}
          disabled={busy.value !== null}
          onClick={() => void start(true)}
        />
      </div>
      {isRunning && (
        <p class="busy" role="status">
          {busy.value === 'quick' ? t('doctor.runningQuick') : t('doctor.running')}
        </p>
      )}
      {failure.value !== null && (
        <FailureNotice
          failure={failure.value}
          invalid={t('doctor.invalid')}
          again={() => void checkup.read()}
        />
      )}
      {answer === null && busy.value === 'reading' && <p class="busy">{t('loading')}</p>}
      {answer !== null && <Run answer={answer} />}
    </>
  );
}

const NOTICES = {
  ok: 'notice good',
  degraded: 'notice',
  failing: 'notice bad',
  unknown: 'notice',
} as const;
const MARKS = {
  ok: ['good', '✓'],
  warn: ['warn', '!'],
  fail: ['bad', '✗'],
  skipped: ['plain', '–'],
} as const;

function Run({ answer: { status, run } }: { answer: DoctorData }) {
  const { t, formats, language } = useTexts();
  const words = doctorTexts(language);
  return (
    <section class="card" aria-labelledby="last-run">
      <h2 id="last-run">{t('doctor.lastRun')}</h2>
      <p class={NOTICES[status]}>{words(`state.${status}`)}</p>
      {run !== null && (
        <>
          <p class="small muted">
            {t('doctor.at', { moment: formats.moment(wallClock(new Date(run.started_at)) ?? '') })} ·{' '}
            {words(run.quick ? 'run.quick' : 'run.full', {
              seconds: formats.decimal(run.ms / 1000),
              loads: run.loads,
            })}
          </p>
          <ul class="rows checks">
            {run.checks.map((check, index) => (
              <CheckItem key={`${index} ${check.id}`} check={check} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function CheckItem({ check }: { check: DoctorCheck }) {
  const { language } = useTexts();
  const { id, subject, status, values, ms } = check;
  const words = doctorTexts(language);
  // For a code that this version does not know, the text of the service is shown, in English.
  const told = describeIn(language)({ code: check.code, values });
  const [tone, sign] = MARKS[status];
  return (
    <li>
      <div class="line words">
        <Mark tone={tone} sign={sign} text={words(`status.${status}`)} />
        <strong>{CHECK_IDS.includes(id) ? words(`check.${id}`) : id}</strong>
        {subject !== null && <code>{subject}</code>}
        {ms > 0 && <span class="small muted">{ms} ms</span>}
      </div>
      <p>{told.seen}</p>
      {told.advice !== null && status !== 'ok' && (
        <p class="small">
          <strong>{words('adviceLabel')}:</strong> {told.advice}
        </p>
      )}
    </li>
  );
}
