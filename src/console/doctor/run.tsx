import type { DoctorCheck, DoctorData } from '../../contract/doctor.js';
import { describeIn, doctorTexts } from '../../contract/doctor-texts/describe.js';
import { useConsole, useTexts } from '../context.js';

const NOTICES = {
  ok: 'notice whole',
  degraded: 'notice',
  failing: 'notice failure',
  unknown: 'notice',
} as const;
const MARKS = {
  ok: ['visible', '✓'],
  warn: ['failed', '!'],
  fail: ['hidden', '✗'],
  skipped: ['waiting', '–'],
} as const;

/** The last run: its state and its checks. */
export function Run({ answer: { status, run } }: { answer: DoctorData }) {
  const { languages } = useConsole();
  const { doctor: texts, formats } = useTexts();
  const words = doctorTexts(languages.current.value);
  return (
    <section class="card" aria-labelledby="last-run">
      <h2 id="last-run">{texts.lastRun}</h2>
      <p class={NOTICES[status]}>{words.states[status]}</p>
      {run !== null && (
        <>
          <p class="small muted">
            {texts.at(new Date(run.started_at).toLocaleString(languages.current.value))} ·{' '}
            {words.run(run.quick, formats.decimal(run.ms / 1000), run.loads)}
          </p>
          <ul class="checks">
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
  const { languages } = useConsole();
  const { doctor: texts } = useTexts();
  const { id, subject, status, values, fields, ms } = check;
  const language = languages.current.value;
  const words = doctorTexts(language);
  // The service writes English; a code it does not know is told in its words.
  const code = check.code as Parameters<ReturnType<typeof describeIn>>[0]['code'];
  const told = describeIn(language)({ code, values });
  const [mark, sign] = MARKS[status];
  return (
    <li>
      <div class="check-head">
        <span class={`mark ${mark}`}>
          <span aria-hidden="true">{sign}</span> {words.statuses[status]}
        </span>
        <strong>{words.checks[id] ?? id}</strong>
        {subject !== null && <code>{subject}</code>}
        {ms > 0 && <span class="small muted">{ms} ms</span>}
      </div>
      <p>{told.seen}</p>
      {told.advice !== null && status !== 'ok' && (
        <p class="small">
          <strong>{words.advice}:</strong> {told.advice}
        </p>
      )}
      {fields.length > 0 && (
        <details>
          <summary>{texts.fieldsRead}</summary>
          <ul class="small">
            {fields.map(({ field, found, source, set, list, entry }) => (
              <li key={field}>
                <code>{field}</code>: {found ? words.found : words.missing}
                {[source, set, list, entry]
                  .filter((part) => part !== null)
                  .map((part) => ` · ${part}`)
                  .join('')}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}
