import { useEffect } from 'preact/hooks';
import { useConsole, usePageName, useStore } from '../../../kit/ui/context.js';
import { Table } from '../../../kit/ui/data-table.js';
import { FailureNotice } from '../../../kit/ui/failure-notice.js';
import { Moment } from '../../../kit/ui/moment.js';
import { Refusal } from '../../../kit/ui/refusal.js';
import { formatRoute } from '../../../kit/ui/state/route.js';
import { isOpen } from '../job-client.js';
import { StateMark } from './list-head.js';
import { ListResults } from './list-results.js';
import { listStore } from './list-store.js';
import { countsText, listName, useListTexts } from './texts.js';

/** The page of the lists: all of them, or one with its results. */
export function ListsPage() {
  const { route, offers } = useConsole();
  const refused = offers.refusal('jobs');
  const id = route.value.view === 'lists' ? route.value.id : '';
  if (refused !== null) return <Refusal {...refused} />;
  return id === '' ? <AllLists /> : <OneList key={id} id={id} />;
}

function AllLists() {
  const { jobs, failure, showAll } = useStore(listStore);
  const texts = useListTexts();
  const { l, t } = texts;
  useEffect(showAll, []);
  const all = jobs.value;
  return (
    <>
      {failure.value !== null && <ReadingFailed again={showAll} />}
      {all === null && failure.value === null && <p class="busy">{t('loading')}</p>}
      {all?.length === 0 && <p class="intro">{l('intro')}</p>}
      {all !== null && all.length > 0 && (
        <section class="card" aria-label={t('titles.lists')}>
          <Table
            class="verdicts lists"
            name={t('titles.lists')}
            rows={all}
            keyOf={({ id }) => id}
            columns={[
              {
                header: l('list'),
                class: 'address',
                cell: (job) => (
                  <a href={formatRoute({ view: 'lists', id: job.id })}>{listName(texts, job)}</a>
                ),
              },
              { header: l('what'), width: '9.5rem', cell: ({ type }) => l(`types.${type}`) },
              {
                header: l('state'),
                width: '7.5rem',
                class: 'verdict',
                cell: (job) => <StateMark job={job} />,
              },
              {
                header: t('links.results'),
                width: '39%',
                class: 'own',
                cell: (job) => countsText(texts, job),
              },
              {
                header: l('begun'),
                width: '5.5rem',
                class: 'checked muted',
                cell: (job) => <Moment at={job.created_at} />,
              },
            ]}
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
  const state = job?.state;
  useEffect(() => {
    if (job !== undefined && !isOpen(job)) announce(`${l(`states.${job.state}`)}. ${countsText(texts, job)}`);
  }, [state]);
  usePageName(job === undefined ? null : listName(texts, job));
  return (
    <>
      <p>
        <a href={formatRoute({ view: 'lists', id: '' })}>← {l('all')}</a>
      </p>
      {failure.value !== null && <ReadingFailed again={() => show(id)} />}
      {list === null && failure.value === null && <p class="busy">{t('loading')}</p>}
      {list !== null && (
        <section class="card results" aria-label={t('links.results')}>
          <ListResults list={list} />
        </section>
      )}
    </>
  );
}

function ReadingFailed({ again }: { again: () => void }) {
  const { failure } = useStore(listStore);
  const { l, t } = useListTexts();
  const why = failure.value;
  if (why === null) return null;
  if (why.code !== 'job_not_found')
    return <FailureNotice failure={why} invalid={t('links.invalid')} again={again} />;
  return (
    <p class="notice bad" role="alert">
      {l('notFound')}
    </p>
  );
}
