import { useEffect } from 'preact/hooks';
import { jobFileName } from '../../../kit/lists/file-name.js';
import { JOB_TYPES } from '../../../kit/lists/list-limits.js';
import { useAction } from '../../../kit/ui/action.js';
import { useConsole, useStore, useTexts } from '../../../kit/ui/context.js';
import { Downloads } from '../../../kit/ui/downloads.js';
import { FailureNotice } from '../../../kit/ui/failure-notice.js';
import { Choice } from '../../../kit/ui/fields.js';
import { ListForm } from '../../../kit/ui/input/list-form.js';
import { Progress } from '../../../kit/ui/progress-bar.js';
import { ConfirmedButton, type QuestionWords } from '../../../kit/ui/question.js';
import { Refusal } from '../../../kit/ui/refusal.js';
import { Mark } from '../../../kit/ui/signs.js';
import { formatRoute, PAGE_CHOICES } from '../../../kit/ui/state/route.js';
import { setter } from '../../../kit/ui/state/ui-signals.js';
import type { Texts } from '../../../kit/ui/texts.js';
import { isOpen } from '../job-client.js';
import type { Job } from '../published.js';
import { jobDraft } from './draft.js';
import { JobResults } from './job-results-table.js';
import { jobBoard } from './jobs-store.js';

/** The view of the jobs: a form and all jobs, or one job with its results. */
export function JobsView() {
  const board = useStore(jobBoard);
  const { route } = useConsole();
  useEffect(() => board.watch(), []);
  const id = route.value.view === 'lists' ? route.value.id : '';
  return id === '' ? <AllJobs /> : <JobPage key={id} id={id} />;
}

function AllJobs() {
  const board = useStore(jobBoard);
  const { offers } = useConsole();
  const { t } = useTexts();
  return (
    <>
      <p class="intro">{t('jobs.intro')}</p>
      {offers.has('jobs') && <JobForm />}
      <BoardFailure />
      {board.jobs.value !== null && <JobList />}
    </>
  );
}

function JobList() {
  const board = useStore(jobBoard);
  const words = useTexts();
  const { t } = words;
  const jobs = board.jobs.value ?? [];
  return (
    <section class="card" aria-labelledby="job-list">
      <h2 id="job-list">{t('jobs.list')}</h2>
      {jobs.length === 0 ? (
        <p class="muted">{t('jobs.empty')}</p>
      ) : (
        <ul class="rows jobs">
          {jobs.map((job) => (
            <li key={job.id}>
              <h3>
                <a href={formatRoute({ view: 'lists', id: job.id })}>{jobName(words, job)}</a>
              </h3>
              <JobState job={job} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function JobPage({ id }: { id: string }) {
  const board = useStore(jobBoard);
  const { go } = useConsole();
  const words = useTexts();
  const { t } = words;
  const job = board.jobs.value?.find((one) => one.id === id);
  const ending = (how: 'finishing' | 'cancelling' | 'removing') =>
    words.jobs.ending(how, job === undefined ? 0 : job.total - job.done);
  const isKnown = job !== undefined;
  useEffect(() => board.closeResults, [id]);
  return (
    <>
      <p>
        <a href={formatRoute({ view: 'lists', id: '' })}>← {t('jobs.back')}</a>
      </p>
      <BoardFailure />
      {job !== undefined && (
        <section class="card" aria-labelledby="job-name">
          <h2 id="job-name">{jobName(words, job)}</h2>
          <JobState job={job} />
          <p class="small muted">
            Id: <code>{job.id}</code>
          </p>
          <div class="actions">
            {!isOpen(job) && <JobDownloads job={job} />}
            {isOpen(job) && job.retrying > 0 && (
              <EndButton key="finish" words={ending('finishing')} run={() => board.finish(id)} />
            )}
            {isOpen(job) ? (
              <EndButton key="cancel" words={ending('cancelling')} run={() => board.cancel(id)} />
            ) : (
              <EndButton
                key="remove"
                words={ending('removing')}
                run={() => board.remove(id, () => go({ view: 'lists', id: '' }))}
              />
            )}
          </div>
          <JobResults job={job} />
        </section>
      )}
      {board.jobs.value !== null && !isKnown && (
        <p class="notice bad" role="alert">
          {t('jobs.notFound')}
        </p>
      )}
    </>
  );
}

/** Downloads of all results of a job that has ended. */
function JobDownloads({ job }: { job: Job }) {
  const board = useStore(jobBoard);
  const { t, language } = useTexts();
  const names = { csv: t('download.csv'), xlsx: t('download.xlsx'), ndjson: t('jobs.ndjson') };
  const files = (['csv', 'xlsx', 'ndjson'] as const).map((format) => ({
    text: names[format],
    make: async () =>
      [await board.download(job.id, format, language), `${jobFileName(job, language)}.${format}`] as const,
  }));
  return <Downloads files={files} invalid={t('jobs.tooLong')} />;
}

/** A button that ends a job after a question. */
function EndButton({ words, run }: { words: QuestionWords & { done: string }; run: () => Promise<void> }) {
  const { t } = useTexts();
  const { failure, run: act } = useAction();
  const confirm = async () => {
    await run();
    return words.done;
  };
  return (
    <>
      <ConfirmedButton words={words} run={() => void act(confirm)} />
      {failure !== null && <FailureNotice failure={failure} invalid={t('jobs.invalid')} />}
    </>
  );
}

function BoardFailure() {
  const board = useStore(jobBoard);
  const { offers } = useConsole();
  const { t } = useTexts();
  const refused = offers.refusal('jobs');
  if (refused !== null) return <Refusal {...refused} />;
  const failure = board.failure.value;
  if (failure === null) {
    return board.jobs.value === null ? <p class="busy">{t('loading')}</p> : null;
  }
  return <FailureNotice failure={failure} invalid={t('jobs.invalid')} again={() => void board.refresh()} />;
}

const TONES = {
  waiting: 'plain',
  running: 'accent',
  finished: 'good',
  cancelled: 'warn',
  deleted: 'warn',
} as const;

function JobState({ job }: { job: Job }) {
  const { jobs: texts, formats, t } = useTexts();
  const { total, done, state, retrying, next_attempt_at: next } = job;
  const counts = [
    job.visible === undefined ? null : t('jobs.visible', { value: job.visible }),
    job.not_visible === undefined ? null : t('jobs.hidden', { value: job.not_visible }),
    t('jobs.failed', { value: job.failed }),
    isOpen(job) && job.links_per_minute !== null
      ? t('jobs.rate', { perMinute: formats.decimal(job.links_per_minute) })
      : null,
  ];
  const ended = (at: string) => t(state === 'cancelled' ? 'jobs.cancelledAt' : 'jobs.ended', { at });
  const waiting =
    retrying === 0 ? null : texts.waiting(retrying, next === null ? null : formats.moment(next));
  const times = [
    job.estimated_end_at === null ? null : t('jobs.estimate', { at: formats.moment(job.estimated_end_at) }),
    job.ended_at === null ? null : ended(formats.moment(job.ended_at)),
    job.expires_at === null ? null : t('jobs.expires', { at: formats.moment(job.expires_at) }),
  ];
  return (
    <div class="stack job-state">
      <Progress
        label={t('jobs.progress', { done, all: total })}
        done={done}
        all={Math.max(1, total)}
        text={t('jobs.progress', { done, all: total })}
      >
        <Mark tone={TONES[state]} text={t(`jobs.state.${state}`)} />
      </Progress>
      <p class="small">{joined(counts)}</p>
      {waiting !== null && <p class="small">{waiting}</p>}
      {joined(times) !== '' && <p class="small muted">{joined(times)}</p>}
    </div>
  );
}

const joined = (parts: readonly (string | null)[]) => parts.filter((part) => part !== null).join(' · ');

/** The name of a job: its type, and when it was made. */
function jobName({ t, formats }: Texts, { type, created_at }: Job): string {
  return t('jobs.named', { type: t(`jobs.types.${type}`), at: formats.moment(created_at) });
}

/** The form that begins a job. */
function JobForm() {
  const board = useStore(jobBoard);
  const draft = useStore(jobDraft);
  const { go } = useConsole();
  const { t, jobs: words } = useTexts();
  const type = draft.type.value;
  const { list, table } = draft.input.own.value;
  const { links, repeated, skipped } = list;
  const { isBusy, failure, run } = useAction();
  const submit = async () => {
    const job = await draft.submit();
    board.put(job);
    go({ view: 'lists', id: job.id });
    return t('jobs.submitted');
  };
  return (
    <div class="stack">
      <ListForm
        input={draft.input}
        title={t('jobs.add')}
        name="job"
        label={t(`jobs.labels.${type}`)}
        placeholder={type === 'place-reviews' ? 'ChIJ…' : 'https://maps.app.goo.gl/…'}
        counted={
          links.length === 0 && skipped.length === 0
            ? t('jobs.none')
            : words.counted(links.length, repeated, skipped.length, table?.width ?? 0)
        }
        action={isBusy ? t('jobs.sending') : t('jobs.submit')}
        isReady={links.length > 0 && !isBusy}
        start={() => void run(submit)}
        above={<JobFields />}
      />
      {failure !== null && <FailureNotice failure={failure} invalid={t('jobs.invalid')} />}
      {failure?.code === 'rate_limited' && <p>{t('jobs.tooMany')}</p>}
    </div>
  );
}

/** What the job does with each entry of the list. */
function JobFields() {
  const draft = useStore(jobDraft);
  const { t } = useTexts();
  return (
    <div class="line fields">
      <Choice
        id="job-type"
        label={t('jobs.type')}
        value={draft.type.value}
        options={JOB_TYPES.map((type) => [type, t(`jobs.types.${type}`)])}
        choose={setter(draft.type)}
      />
      {draft.type.value === 'place-reviews' && (
        <Choice
          id="job-pages"
          label={t('jobs.maxPages')}
          value={draft.maxPages.value}
          options={PAGE_CHOICES.map((pages) => [pages, t('reviews.pagesOf', { reviews: pages * 200 })])}
          choose={setter(draft.maxPages)}
        />
      )}
    </div>
  );
}
