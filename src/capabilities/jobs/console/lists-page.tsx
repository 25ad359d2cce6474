import { useEffect } from 'preact/hooks';
import { countsText } from '../../../kit/lists/list-counts.js';
import { Reading, useAnswer, useRefresh } from '../../../kit/ui/answer.js';
import { useConsole, usePageName, useStore } from '../../../kit/ui/context.js';
import { Table, type TableColumn } from '../../../kit/ui/data-table.js';
import { Moment } from '../../../kit/ui/moment.js';
import { Offered } from '../../../kit/ui/refusal.js';
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
  const texts = useListTexts();
  const { l, t } = texts;
  const answer = useAnswer('', useStore(listStore).all);
  const { data: all, failure } = answer;
  // A service that cannot be reached is asked again.
  useRefresh(failure === null ? all?.some(isOpen) === true : failure.status === null, answer.again);
  const link = (job: Job) => <a href={formatRoute({ view: 'lists', id: job.id })}>{listName(texts, job)}</a>;
  const begun = ({ created_at: at }: Job) => <Moment at={at} />;
  const columns: TableColumn<Job>[] = [
    { header: l('list'), class: 'address', cell: link },
    { header: l('what'), width: '11rem', cell: ({ type }) => l(`types.${type}`) },
    { header: l('state'), width: '7.5rem', class: 'verdict', cell: (job) => <StateMark job={job} /> },
    { header: t('links.results'), width: '37%', cell: (job) => countsText(texts.language, job) },
    { header: l('begun'), width: '5.5rem', class: 'checked muted', cell: begun },
  ];
  return (
    <>
      <Reading of={answer} />
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
  const { opened, failure, show, again } = useStore(listStore);
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
      <Reading of={{ data: list, failure: failure.value, again }} notFound={l('notFound')} />
      {list !== null && (
        <section class="card results" aria-label={t('links.results')}>
          <ListResults list={list} />
        </section>
      )}
    </>
  );
}
