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
      {answer?.service != null && <Now service={answer.service} fields={answer.fields} />}
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

const GIGABYTE = 1e9;

/** What the service says of itself. What it does not have, such as watches, has no line. */
function Now(props: { service: NonNullable<DoctorData['service']>; fields: DoctorData['fields'] }) {
  const { service: now, fields } = props;
  const { formats, language } = useTexts();
  const words = doctorTexts(language);
  const shown = (at: string) => ({ moment: formats.moment(wallClock(new Date(at)) ?? '') });
  const line = (isGood: boolean, text: string) => ({ status: isGood ? 'ok' : 'warn', text }) as const;
  const { free_bytes: free, proven_at: proven, checks_overdue: overdue, backup_at: backup } = now;
  const failing = now.deliveries_failing;
  const drifting = fields.flatMap(({ field, source, drifting }) =>
    drifting ? [[field, source].filter(Boolean).join(' · ')] : [],
  );
  const lines = [
    now.provider_blocked ? line(false, words('now.blocked')) : line(true, words('now.free')),
    now.browser_available ? line(true, words('now.browser')) : line(false, words('now.browserAway')),
    free !== null &&
      line(free >= GIGABYTE, words('now.disk', { gigabytes: formats.decimal(free / GIGABYTE) })),
    proven !== null && line(true, words('now.proven', shown(proven))),
    proven === null && overdue !== null && line(true, words('now.notProven')),
    overdue !== null && line(overdue === 0, words('now.overdue', { count: overdue })),
    failing !== null && line(failing === 0, words('now.failing', { count: failing })),
    backup !== null && line(true, words('now.backup', shown(backup))),
    backup === null && free !== null && line(false, words('now.noBackup')),
    drifting.length > 0 && line(false, words('now.drifting', { fields: drifting.join(', ') })),
    line(true, words('now.version', { version: now.version })),
  ].filter((one) => one !== false);
  return (
    <section class="card" aria-labelledby="service-now">
      <h2 id="service-now">{words('now.title')}</h2>
      <ul class="rows checks">
        {lines.map(({ status, text }) => (
          <li key={text} class="line words">
            <Mark tone={MARKS[status][0]} sign={MARKS[status][1]} text={words(`status.${status}`)} />
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}

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
