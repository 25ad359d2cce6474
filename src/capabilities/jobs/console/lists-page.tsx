import { useEffect } from 'preact/hooks';
import { countsText } from '../../../kit/lists/list-counts.js';
import { useConsole, usePageName, useStore } from '../../../kit/ui/context.js';
import { Table, type TableColumn } from '../../../kit/ui/data-table.js';
import { FailureNotice } from '../../../kit/ui/failure-notice.js';
import { Moment } from '../../../kit/ui/moment.js';
import { Offered } from '../../../kit/ui/refusal.js';
import { Skeleton } from '../../../kit/ui/skeleton.js';
import { formatRoute } from '../../../kit/ui/state/route.js';
import { isOpen } from '../job-client.js';
import type { Job } from '../published.js';
import { StateMark } from './list-head.js';
import { ListResults } from './list-results.js';
import { listStore, MAX_ROWS } from './list-store.js';
import { listName, useListTexts } from './texts.js';

/** The page of the lists: all of them, or one with its results. */
export function ListsPage() {
  const { route } = useConsole();
  const id = route.value.view === 'lists' ? route.value.id : '';
  return <Offered part="jobs">{id === '' ? <AllLists /> : <OneList key={id} id={id} />}</Offered>;
}

function AllLists() {
  const { jobs, failure, showAll } = useStore(listStore);
  const texts = useListTexts();
  const { l, t } = texts;
  useEffect(showAll, []);
  const all = jobs.value;
  const link = (job: Job) => <a href={formatRoute({ view: 'lists', id: job.id })}>{listName(texts, job)}</a>;
  const counts = (job: Job) => countsText(texts.language, job);
  const begun = ({ created_at: at }: Job) => <Moment at={at} />;
  const columns: TableColumn<Job>[] = [
    { header: l('list'), class: 'address', cell: link },
    { header: l('what'), width: '11rem', cell: ({ type }) => l(`types.${type}`) },
    { header: l('state'), width: '7.5rem', class: 'verdict', cell: (job) => <StateMark job={job} /> },
    { header: t('links.results'), width: '37%', cell: counts },
    { header: l('begun'), width: '5.5rem', class: 'checked muted', cell: begun },
  ];
  return (
    <>
      {failure.value !== null && <ReadingFailed />}
      {all === null && failure.value === null && <Skeleton />}
      {all?.length === 0 && <p class="intro">{l('intro')}</p>}
      {all !== null && all.length > 0 && (
        <section class="card" aria-label={t('titles.lists')}>
          <Table
            class="verdicts lists"
            name={t('titles.lists')}
            rows={all}
            keyOf={({ id }) => id}
            columns={columns}
          />
          <p class="small muted">{l('kept')}</p>
        </section>
      )}
    </>
  );
}

function OneList({ id }: { id: string }) {
  const { opened, failure, show } = useStore(listStore);
  const { announce } = useConsole();
  const texts = useListTexts();
  const { l, t } = texts;
  useEffect(() => show(id), [id]);
  const list = opened.value?.job.id === id ? opened.value : null;
  const job = list?.job;
  const isOver = job !== undefined && !isOpen(job) && list?.rows.length === Math.min(job.total, MAX_ROWS);
  useEffect(() => {
    if (isOver) announce(`${l(`states.${job.state}`)}. ${countsText(texts.language, job)}`);
  }, [isOver]);
  usePageName(job === undefined ? null : listName(texts, job));
  return (
    <>
      <p>
        <a href={formatRoute({ view: 'lists', id: '' })}>← {l('all')}</a>
      </p>
      {failure.value !== null && <ReadingFailed />}
      {list === null && failure.value === null && <Skeleton />}
      {list !== null && (
        <section class="card results" aria-label={t('links.results')}>
          <ListResults list={list} />
        </section>
      )}
    </>
  );
}

function ReadingFailed() {
  const { failure, again } = useStore(listStore);
  const { l, t } = useListTexts();
  const why = failure.value;
  if (why?.code !== 'job_not_found')
    return why && <FailureNotice failure={why} invalid={t('links.invalid')} again={again} />;
  return (
    <p class="notice bad" role="alert">
      {l('notFound')}
    </p>
  );
}
