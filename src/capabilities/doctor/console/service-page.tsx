import { catalogue } from '../../../core/texts/catalogue.js';
import { wallClock } from '../../../kit/lists/table.js';
import { useAnswer } from '../../../kit/ui/answer.js';
import { useConsole, useTexts } from '../../../kit/ui/context.js';
import { FailureNotice } from '../../../kit/ui/failure-notice.js';
import { Mark } from '../../../kit/ui/signs.js';
import { hasKey } from '../../../kit/ui/state/service.js';
import type { DoctorData } from '../published.js';
import { en } from './en.js';
import { pl } from './pl.js';

const textsOf = catalogue(en, pl);
const MARKS = { ok: { tone: 'good', sign: '✓' }, warn: { tone: 'warn', sign: '!' } } as const;

/** For an operator: what the running service says of itself. */
export function ServiceView() {
  const { api } = useConsole();
  const { language } = useTexts();
  const words = textsOf(language);
  // A key that is refused here may be valid for the other pages, so the console does not ask for another key.
  const asked = { path: 'doctor', query: { last: 'true' }, asksForKey: false };
  const isDoctor = hasKey<DoctorData>('status');
  const { data, failure, again } = useAnswer('', (signal) => api.data({ ...asked, signal }, isDoctor));
  return (
    <>
      {failure?.status === 401 && <p class="muted">{words('operatorOnly')}</p>}
      {failure !== null && failure.status !== 401 && (
        <FailureNotice failure={failure} invalid={words('invalid')} again={again} />
      )}
      {data !== null && <Now {...data} />}
    </>
  );
}

/** What the service does not have, such as watches, has no line. */
function Now({ service: now }: DoctorData) {
  const { formats, language } = useTexts();
  const words = textsOf(language);
  const shown = (at: string) => ({ moment: formats.moment(wallClock(new Date(at)) ?? '') });
  const line = (isGood: boolean, text: string) => ({ tone: isGood ? 'ok' : 'warn', text }) as const;
  if (now === null) return null;
  const { free_bytes: free, proven_at: proven, checks_overdue: overdue, backup_at: backup } = now;
  const failing = now.deliveries_failing;
  const lines = [
    now.provider_blocked ? line(false, words('blocked')) : line(true, words('free')),
    now.browser_available ? line(true, words('browser')) : line(false, words('browserAway')),
    free !== null && line(free >= 1e9, words('disk', { gigabytes: formats.decimal(free / 1e9) })),
    proven !== null && line(true, words('proven', shown(proven))),
    proven === null && overdue !== null && line(true, words('notProven')),
    overdue !== null && line(overdue === 0, words('overdue', { count: overdue })),
    failing !== null && line(failing === 0, words('failing', { count: failing })),
    backup !== null && line(true, words('backup', shown(backup))),
    backup === null && free !== null && line(false, words('noBackup')),
    line(true, words('version', { version: now.version })),
  ]
    .filter((one) => one !== false)
    .sort((one, other) => Number(one.tone === 'ok') - Number(other.tone === 'ok'));
  return (
    <section class="card" aria-labelledby="service-now">
      <h2 id="service-now">{words('title')}</h2>
      <ul class="rows checks">
        {lines.map(({ tone, text }) => (
          <li key={text} class="line words">
            <Mark {...MARKS[tone]} text={words(tone)} />
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}
