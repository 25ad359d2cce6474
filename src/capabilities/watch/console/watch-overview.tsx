import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { z } from 'zod';
import { useConsole, useTexts } from '../../../kit/ui/context.js';
import { Table } from '../../../kit/ui/data-table.js';
import { Choice, TextInput } from '../../../kit/ui/fields.js';
import { Moment } from '../../../kit/ui/moment.js';
import { Pager } from '../../../kit/ui/pager.js';
import { SelectionBar, Tick } from '../../../kit/ui/selection.js';
import { Mark } from '../../../kit/ui/signs.js';
import { formatRoute, type Route, watchOf } from '../../../kit/ui/state/route.js';
import { hasKey } from '../../../kit/ui/state/service.js';
import { setter } from '../../../kit/ui/state/ui-signals.js';
import type { WatchData, watchesData } from '../published.js';
import { WATCH_STATES } from '../values.js';
import { AddForm } from './add-watches.js';
import { figure } from './delta.js';
import type { WatchTexts } from './texts.js';
import { Actions } from './watch-actions.js';
import { ClientChoice, Reading, usePages, useRefresh, useWatchTexts } from './watch-state.js';

type WatchRoute = Extract<Route, { view: 'watch' }>;
type Page = z.infer<typeof watchesData>;

/** Watches on a page. */
const PAGE = 100;
const isPage = hasKey<Page>('watches');

/** All watches: the table with search and actions, and the form for more. */
export function Overview({ route }: { route: WatchRoute }) {
  const { api, go } = useConsole();
  const texts = useWatchTexts();
  const { t } = texts;
  const { state, kind, client, query } = route;
  const given = Object.entries({ state, kind, client, query }).filter(([, text]) => text !== '');
  const filters = JSON.stringify(given);
  const answer = usePages<Page>(filters, (after, signal) => {
    const asked = { ...Object.fromEntries(given), limit: String(PAGE), after };
    return api.data({ path: 'watches', query: asked, signal }, isPage);
  });
  const { data: shown, page, turn } = answer;
  useRefresh(shown?.watches.some((watch) => watch.state === 'new') ?? false, answer.again);
  const isEmpty = shown?.total === 0 && given.length === 0;
  const text = useSignal(query);
  useEffect(() => setter(text)(query), [query]);
  const submit = (event: Event) => {
    event.preventDefault();
    go({ ...route, query: text.value.trim() });
  };
  return (
    <>
      <AddForm isOpen={isEmpty} done={answer.again} />
      {isEmpty && <p class="notice note">{t('watch.list.none')}</p>}
      <Reading of={answer} />
      {shown !== null && !isEmpty && (
        <section class="card" aria-label={t('watch.back')}>
          <form class="line fields" aria-label={t('watch.list.filters')} onSubmit={submit}>
            <div class="grow">
              <label for="watch-query">{t('watch.list.query')}</label>
              <TextInput id="watch-query" type="search" value={text.value} change={setter(text)} />
            </div>
            <Choice
              id="watch-state"
              label={t('watch.list.state')}
              value={state}
              options={[
                ['', t('watch.all')],
                ['attention', t('watch.needsAttention')],
                ...WATCH_STATES.map((one) => [one, t(`watch.states.${one}`)] as const),
              ]}
              choose={(one) => go({ ...route, state: one })}
            />
            <ClientChoice
              id="watch-client-of"
              {...{ clients: shown.clients, client }}
              choose={(one) => go({ ...route, client: one })}
            />
            <button type="submit" class="quiet">
              {t('watch.list.search')}
            </button>
          </form>
          <WatchTable
            key={`${filters} ${page}`}
            watches={shown.watches}
            isPaused={state === 'paused'}
            changed={answer.again}
          />
          <Pager page={page} all={shown.total} size={PAGE} turn={turn} />
        </section>
      )}
    </>
  );
}

function WatchTable(props: { watches: readonly WatchData[]; isPaused: boolean; changed: () => void }) {
  const { watches, isPaused, changed } = props;
  const { formats } = useTexts();
  const texts = useWatchTexts();
  const { t } = texts;
  const ticked = useSignal<ReadonlySet<string>>(new Set());
  const chosen = watches.filter(({ id }) => ticked.value.has(id));
  const places = chosen.filter(({ kind }) => kind === 'place');
  if (watches.length === 0) return <p class="muted">{t('watch.list.noMatch')}</p>;
  return (
    <>
      <Table<WatchData>
        class="verdicts"
        name={t('titles.watch')}
        rows={watches}
        keyOf={({ id }) => id}
        columns={[
          {
            header: t('titles.watch'),
            cell: (watch) => (
              <div class="switch">
                <Tick ticked={ticked} row={watch.id} name={texts.nameOf(watch)} />
                <Name watch={watch} />
              </div>
            ),
          },
          { header: t('watch.list.state'), width: '10.25rem', cell: (watch) => <StateMark watch={watch} /> },
          {
            header: t('watch.list.ledger'),
            width: '14rem',
            cell: (watch) => countsText(texts, watch, formats).map((text) => <div key={text}>{text}</div>),
          },
          {
            header: t('watch.one.proven'),
            width: '9rem',
            class: 'muted',
            cell: ({ proven_at: proven, checked_at: checked }) => (
              <>
                {proven === null ? '–' : <Moment at={proven} />}
                {checked !== null && checked !== proven && (
                  <div class="small">{t('watch.list.later', { at: formats.moment(checked) })}</div>
                )}
              </>
            ),
          },
        ]}
      />
      <SelectionBar ticked={ticked} rows={watches.map(({ id }) => id)}>
        <Actions
          watches={chosen}
          shown={isPaused ? ['resume', 'remove'] : ['check', 'pause', 'resume']}
          done={changed}
        />
        {places.length > 1 && (
          <a
            class="button quiet"
            href={formatRoute({ view: 'compare', ids: places.map(({ id }) => id).join() })}
          >
            {t('watch.compare.go')}
          </a>
        )}
      </SelectionBar>
    </>
  );
}

function Name({ watch }: { watch: WatchData }) {
  const texts = useWatchTexts();
  const { id, kind, label, place_name: place } = watch;
  const about = [texts.t(`watch.kinds.${kind}`), watch.client, label === null ? null : place];
  return (
    <div>
      <a href={formatRoute(watchOf(id))}>{texts.nameOf(watch)}</a>
      <div class="small muted excerpt">{about.filter((part) => part !== null).join(' · ')}</div>
    </div>
  );
}

const MARKS = {
  new: ['plain', undefined],
  watching: ['good', '✓'],
  visible: ['good', '✓'],
  not_visible: ['bad', '✕'],
  never_visible: ['bad', '✕'],
  trouble: ['warn', '!'],
  paused: ['plain', 'Ⅱ'],
} as const;

/** The state of a watch, and why its checks fail. */
export function StateMark({ watch }: { watch: WatchData }) {
  const { state, trouble, proven_at: proven, gone_at: gone } = watch;
  const texts = useWatchTexts();
  const isGone = state === 'watching' && gone !== null;
  const [tone, sign] = MARKS[isGone ? 'not_visible' : state];
  const isFirst = state === 'trouble' && proven === null;
  const text = isGone ? 'watch.gone' : isFirst ? 'watch.firstFailed' : (`watch.states.${state}` as const);
  return (
    <>
      <Mark tone={tone} sign={sign} text={texts.t(text)} />
      {trouble !== null && <div class="small">{texts.trouble(trouble)}</div>}
    </>
  );
}

/** Rating (`hasFigures`) and numbers of reviews, and what the list covers; "–" before the first result. */
export function countsText(
  { t }: WatchTexts,
  watch: WatchData,
  { moment, number, decimal }: ReturnType<typeof useTexts>['formats'],
  hasFigures = true,
): string[] {
  const { kind, figures, counts, coverage, gone_at: gone } = watch;
  if (counts === null) return ['–'];
  const { visible, not_visible: hidden, unconfirmed, not_seen_lately: unseen } = counts;
  const { oldest_sighting_at: oldest } = counts;
  const { read = 0, total = null } = coverage ?? {};
  const texts = [
    gone !== null && t('watch.list.gone', { at: moment(gone) }),
    hasFigures &&
      kind === 'place' &&
      t('watch.list.figures', {
        rating: figure(figures?.rating, (value) => `${decimal(value)} ★`),
        count: figure(figures?.review_count, number),
      }),
    hasFigures && figures !== null && t('watch.list.read', { at: moment(figures.at) }),
    visible !== null && t('watch.list.visible', { value: visible }),
    hidden > 0 && t('watch.list.hidden', { value: hidden }),
    unconfirmed > 0 && t('watch.list.unconfirmed', { value: unconfirmed }),
    unseen > 0 && oldest !== null && t('watch.list.notSeen', { value: unseen, at: moment(oldest) }),
    coverage?.complete === false &&
      (total === null || total <= read
        ? t('watch.list.newestIncomplete', { read })
        : t('watch.list.newestOf', { read, total })),
  ];
  return texts.filter((text) => text !== false);
}
