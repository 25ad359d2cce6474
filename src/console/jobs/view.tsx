import { useEffect } from 'preact/hooks';
import { useConsole, useTexts } from '../context.js';
import { formatRoute } from '../state/route.js';
import { BoardFailure } from './board-failure.js';
import { JobForm } from './form.js';
import { JobPage } from './job-page.js';
import { JobState } from './job-state.js';
import { jobName } from './names.js';

/** The view of the jobs: a form and all jobs, or one job with its results. */
export function JobsView() {
  const { board, route } = useConsole();
  useEffect(() => board.watch(), []);
  const id = route.value.view === 'jobs' ? route.value.id : '';
  return id === '' ? <AllJobs /> : <JobPage key={id} id={id} />;
}

function AllJobs() {
  const { board } = useConsole();
  const { jobs: texts } = useTexts();
  return (
    <>
      <p class="intro">{texts.intro}</p>
      {board.isOffered.value && <JobForm />}
      <BoardFailure />
      {board.jobs.value !== null && <JobList />}
    </>
  );
}

function JobList() {
  const { board } = useConsole();
  const { jobs: texts } = useTexts();
  const jobs = board.jobs.value ?? [];
  return (
    <section class="card" aria-labelledby="job-list">
      <h2 id="job-list">{texts.list}</h2>
      {jobs.length === 0 ? (
        <p class="muted">{texts.empty}</p>
      ) : (
        <ul class="jobs">
          {jobs.map((job) => (
            <li key={job.id}>
              <h3>
                <a href={formatRoute({ view: 'jobs', id: job.id })}>{jobName(texts, job)}</a>
              </h3>
              <JobState job={job} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
