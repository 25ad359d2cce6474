import type { Job } from '../../contract/lines.js';
import { useTexts } from '../context.js';
import { minuteOf } from './names.js';
import { isOpen } from './store.js';

const MARKS = {
  waiting: 'waiting',
  running: 'running',
  finished: 'visible',
  cancelled: 'failed',
  deleted: 'failed',
} as const;

/** How far a job is: state, progress, counts and times. */
export function JobState({ job }: { job: Job }) {
  const { jobs: texts, formats } = useTexts();
  const { total, done, state, visible, not_visible: hidden, failed } = job;
  const counts = [
    visible === undefined ? null : texts.visible(visible),
    hidden === undefined ? null : texts.hidden(hidden),
    texts.failed(failed),
    isOpen(job) && job.links_per_minute !== null ? texts.rate(formats.decimal(job.links_per_minute)) : null,
  ];
  const ended = state === 'cancelled' ? texts.cancelledAt : texts.ended;
  const times = [
    job.estimated_end_at === null ? null : texts.estimate(minuteOf(job.estimated_end_at)),
    job.ended_at === null ? null : ended(minuteOf(job.ended_at)),
    job.expires_at === null ? null : texts.expires(minuteOf(job.expires_at)),
  ];
  return (
    <div class="job-state">
      <div class="progress">
        <span class={`mark ${MARKS[state]}`}>{texts.states[state]}</span>
        <progress max={Math.max(1, total)} value={done} aria-label={texts.progress(done, total)} />
        <span>{texts.progress(done, total)}</span>
      </div>
      <p class="small">{joined(counts)}</p>
      {joined(times) !== '' && <p class="small muted">{joined(times)}</p>}
    </div>
  );
}

function joined(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join(' · ');
}
