import { useEffect } from 'preact/hooks';
import { clientFailure } from '../../contract/failure.js';
import { useConsole, useTexts } from '../context.js';
import { formatRoute } from '../state/route.js';
import { FailureNotice } from '../ui/failure-notice.js';
import { CancelButton, RemoveButton } from './actions.js';
import { BoardFailure } from './board-failure.js';
import { JobDownloads } from './downloads.js';
import { JobState } from './job-state.js';
import { jobName } from './names.js';
import { JobResults } from './results.js';
import { isOpen } from './store.js';

/** One job with its results. */
export function JobPage({ id }: { id: string }) {
  const { board, pages } = useConsole();
  const { jobs: texts } = useTexts();
  const job = board.jobs.value?.find((one) => one.id === id);
  const isKnown = job !== undefined;
  useEffect(() => pages.close, [id]);
  return (
    <>
      <p>
        <a href={formatRoute({ view: 'jobs', id: '' })}>← {texts.back}</a>
      </p>
      <BoardFailure />
      {job !== undefined && (
        <section class="card" aria-labelledby="job-name">
          <h2 id="job-name">{jobName(texts, job)}</h2>
          <JobState job={job} />
          <p class="small muted">
            Id: <code>{job.id}</code>
          </p>
          {isOpen(job) ? (
            <CancelButton job={job} />
          ) : (
            <div class="actions">
              <JobDownloads job={job} />
              <RemoveButton job={job} />
            </div>
          )}
          <JobResults job={job} />
        </section>
      )}
      {board.jobs.value !== null && !isKnown && (
        <FailureNotice failure={{ ...clientFailure('unexpected'), code: 'job_not_found' }} invalid="" />
      )}
    </>
  );
}
