import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Button } from '../../../kit/ui/button.js';
import { useConsole, useStore, useTexts } from '../../../kit/ui/context.js';
import { PAGE_SIZE, Table } from '../../../kit/ui/data-table.js';
import { Choice, TextInput } from '../../../kit/ui/fields.js';
import { Menu } from '../../../kit/ui/menu.js';
import { Moment } from '../../../kit/ui/moment.js';
import { SelectionBar, Tick } from '../../../kit/ui/selection.js';
import { Mark } from '../../../kit/ui/signs.js';
import { formatRoute, type Route, watchOf } from '../../../kit/ui/state/route.js';
import { hasKey } from '../../../kit/ui/state/service.js';
import { setter } from '../../../kit/ui/state/ui-signals.js';
import type { WatchData, WatchesData } from '../published.js';
import { WATCH_STATES } from '../values.js';
import { AddForm } from './add-watches.js';
import { ComparePage } from './compare-page.js';
import { grouped } from './event-kinds.js';
import { WatchPage } from './one-watch.js';
import { PeriodChoice, presetPeriod } from './period.js';
import { Actions, useWatchFiles } from './watch-actions.js';
import { countsText, hiddenOf, isException, type Known, StateMark } from './watch-figures.js';
import { WatchTexts } from './watch-frame.js';
import { Reading, useAnswer, useRefresh, useWatchTexts } from './watch-state.js';
import { watchInput } from './watch-stores.js';

/** Watches that are read with one request. */
const PART = '500';
const FIGURES = ['rating', 'reviews', 'hidden'] as const;
type Column = 'name' | (typeof FIGURES)[number] | 'at';
/** A client (`watch` is null), or one of its watches. */
interface Line {
  readonly client: string;
  readonly watch: WatchData | null;
  readonly own: readonly WatchData[];
}

/** A figure of a watch; undefined = the watch has none. */
function figureOf(watch: WatchData, by: (typeof FIGURES)[number]): Known | undefined {
  const { kind, figures } = watch;
  if (by === 'hidden') return hiddenOf(watch);
  const value = by === 'rating' ? figures?.rating : figures?.review_count;
  return kind === 'review' ? undefined : value == null ? null : { value, at: figures?.at };
}

/** The watches below their clients, also on further pages; without clients, the watches. Unknown values come last. */
function linesOf(
  watches: readonly WatchData[],
  { by, isDown }: { by: Column; isDown: boolean },
  nameOf: (watch: WatchData) => string,
): Line[] {
  const value = (watch: WatchData) =>
    by === 'name' ? nameOf(watch) : by === 'at' ? watch.proven_at : (figureOf(watch, by)?.value ?? null);
  const compared = (a: string | number | null, b: string | number | null) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    const up =
      typeof a === 'number' ? a - Number(b) : a.localeCompare(String(b), undefined, { numeric: true });
    return isDown ? -up : up;
  };
  const sorted = watches.toSorted((one, other) => compared(value(one), value(other)));
  const groups = grouped(sorted, ({ client }) => client ?? '');
  if (by === 'name') groups.sort(([one], [other]) => compared(one || null, other || null));
  const lines: Line[] = [];
  const hasClients = groups.some(([client]) => client !== '');
  for (const [client, own] of groups)
    for (const [index, watch] of own.entries()) {
      if (hasClients && index === 0) lines.push({ client, watch: null, own });
      if (hasClients && lines.length % PAGE_SIZE === 0) lines.push({ client, watch: null, own });
      lines.push({ client, watch, own: [watch] });
    }
  return lines;
}

/** The views of the watch: all watches, one watch, watches beside each other. */
export const WatchView = () => <WatchTexts children={<Page />} />;

function Page() {
  const shown = useConsole().route.value;
  if (shown.view === 'compare') return <ComparePage route={shown} />;
  if (shown.view !== 'watch') return null;
  return shown.id === '' ? <ClientsPage route={shown} /> : <WatchPage key={shown.id} route={shown} />;
}

/** The clients with their watches: search, actions, and the form for more. */
function ClientsPage({ route }: { route: Extract<Route, { view: 'watch' }> }) {
  const { api, go } = useConsole();
  const { t } = useWatchTexts();
  const input = useStore(watchInput);
  const { state, client: named } = route;
  const answer = useAnswer(state, async (signal) => {
    const watches: WatchData[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const query = { state: state || undefined, limit: PART, after };
      const page = await api.data({ path: 'watches', query, signal }, hasKey<WatchesData>('watches'));
      watches.push(...page.watches);
      after = page.next;
    }
    return { state, watches };
  });
  // The answer to an earlier choice says nothing about this one.
  const all = answer.data?.state === state ? answer.data.watches : null;
  useRefresh(all?.some((watch) => watch.state === 'new') ?? false, answer.again);
  // An address may also name a client: exactly this one, until another text is typed.
  const text = useSignal(route.query || named);
  useEffect(() => setter(text)(route.query || named), [route]);
  const isOfClient = named !== '' && text.value === named;
  const isAdding = useSignal(false);
  const isEmpty = all?.length === 0 && state === '';
  const isOpen = isEmpty || isAdding.value || !input.isEmpty.value;
  useEffect(() => {
    if (isOpen) isAdding.value = true;
  }, [isOpen]);
  const words = text.value.trim().toLowerCase();
  const shown = all?.filter(({ client, label, place_name: place, author, note, subject }) =>
    isOfClient
      ? client === named
      : [client, label, place, author, note, subject].some((one) => one?.toLowerCase().includes(words)),
  );
  const asked = isOfClient ? route : { ...route, client: '', query: text.value.trim() };
  const submit = (event: Event) => {
    event.preventDefault();
    go(asked);
  };
  const states = WATCH_STATES.map((one) => [one, t(`watch.states.${one}`)] as const);
  return (
    <>
      {answer.data !== null && !isEmpty && (
        <div class="toolbar">
          <form class="line grow" aria-label={t('watch.list.filters')} onSubmit={submit}>
            <TextInput
              {...{ type: 'search', value: text.value, change: setter(text) }}
              {...{ 'aria-label': t('watch.list.query'), placeholder: t('watch.list.search') }}
            />
            <Choice
              id="watch-state"
              label={t('watch.list.state')}
              isBeside
              value={state}
              options={[['', t('watch.all')], ['attention', t('watch.needsAttention')], ...states]}
              choose={(one) => go({ ...asked, state: one })}
            />
          </form>
          <Button
            {...{ class: '', text: t('watch.add'), 'aria-expanded': isOpen }}
            onClick={() => setter(isAdding)(!isOpen)}
          />
        </div>
      )}
      {isOpen && <AddForm done={answer.again} />}
      {isEmpty && <p class="notice note">{t('watch.list.none')}</p>}
      <Reading of={{ ...answer, data: all }} />
      {shown?.length === 0 && !isEmpty && <p class="muted">{t('watch.list.noMatch')}</p>}
      {shown !== undefined && shown.length > 0 && (
        <section class="card" aria-label={t('titles.watch')}>
          <ClientTable key={state} watches={shown} changed={answer.again} />
        </section>
      )}
    </>
  );
}

function ClientTable({ watches, changed }: { watches: readonly WatchData[]; changed: () => void }) {
  const { formats } = useTexts();
  const { t, nameOf } = useWatchTexts();
  const files = useWatchFiles();
  const page = useSignal(0);
  const period = useSignal(presetPeriod('lastMonth'));
  const ticked = useSignal<ReadonlySet<string>>(new Set());
  const sort = useSignal<{ by: Column; isDown: boolean }>({ by: 'name', isDown: false });
  const { by: sorted, isDown } = sort.value;
  const chosen = watches.filter(({ id }) => ticked.value.has(id));
  const places = chosen.filter(({ kind }) => kind === 'place').map(({ id }) => id);
  // The lost reviews with their packs, of the client of all of them.
  const client = chosen.every((one) => one.client === chosen[0]?.client) ? (chosen[0]?.client ?? '') : '';
  const [first = ''] = chosen.map(({ created_at: at }) => at).toSorted();
  const column = (by: Column, width: string | undefined, cell: (watch: WatchData) => ComponentChildren) => {
    const turn = () =>
      setter(sort)({ by, isDown: sorted === by ? !isDown : by !== 'name' && by !== 'rating' });
    const name = t(`watch.columns.${by}`);
    return {
      ...{ width, class: by, header: <Button class="sort" text={name} onClick={turn} /> },
      sort: sorted !== by ? undefined : isDown ? ('descending' as const) : ('ascending' as const),
      // The name stands where the table has no headings.
      cell: ({ watch }: Line) => {
        const shown = watch && cell(watch);
        return shown && [<span class="label small muted">{name} </span>, shown];
      },
    };
  };
  return (
    <>
      <Table<Line>
        class="verdicts clients"
        name={t('titles.watch')}
        page={page}
        rows={linesOf(watches, sort.value, nameOf)}
        keyOf={({ watch, client }, index) => watch?.id ?? `${index} ${client}`}
        rowClass={({ watch }) => (watch === null ? 'client' : undefined)}
        columns={[
          {
            ...column('name', undefined, () => null),
            cell: ({ client: of, watch, own }) => (
              <div class="switch">
                {watch === null ? (
                  <strong class="own">{`${of || t('watch.noClient')} (${own.length})`}</strong>
                ) : (
                  <>
                    <Tick ticked={ticked} row={watch.id} name={nameOf(watch)} />
                    <Name watch={watch} />
                  </>
                )}
              </div>
            ),
          },
          ...FIGURES.map((by) =>
            column(by, '6.25rem', (watch) => {
              const known = figureOf(watch, by);
              if (known == null) return known === null ? '–' : null;
              const { value, at, isLeast = false } = known;
              return (
                <span
                  title={at && formats.moment(at)}
                  class={by === 'hidden' && value > 0 ? 'bad toned' : ''}
                >
                  {isLeast && '≥ '}
                  {by === 'rating' ? formats.decimal(value) : formats.number(value)}
                  {at && at.slice(0, 10) !== watch.proven_at?.slice(0, 10) && (
                    <div class="small muted">
                      <Moment at={at} />
                    </div>
                  )}
                </span>
              );
            }),
          ),
          column('at', '6.25rem', ({ proven_at: at }) => (at === null ? '–' : <Moment at={at} />)),
          {
            ...{ header: t('watch.list.state'), width: '12rem' },
            cell: ({ watch, own }) => {
              const value = own.filter((one) => isException(one) && one.state !== 'paused').length;
              if (watch !== null) return <State watch={watch} />;
              return value > 0 && <Mark tone="warn" sign="!" text={t('watch.needs', { value })} />;
            },
          },
        ]}
      />
      <SelectionBar ticked={ticked} rows={watches.map(({ id }) => id)}>
        {files && (
          <Menu text={t('watch.one.report')}>
            <PeriodChoice id="report-period" period={period.value} choose={setter(period)} />
            <files.Reports watches={chosen} {...period.value} />
          </Menu>
        )}
        <a
          class="button quiet"
          href={formatRoute({ view: 'home', type: 'lost', client, from: first.slice(0, 10) })}
        >
          {t('watch.files.evidence')}
        </a>
        {places.length > 1 && (
          <a class="button quiet" href={formatRoute({ view: 'compare', ids: places.join() })}>
            {t('watch.compare.go')}
          </a>
        )}
        <Menu text="⋯" name={t('more')}>
          <Actions watches={chosen} shown={['check', 'pause', 'resume', 'remove']} done={changed} />
        </Menu>
      </SelectionBar>
    </>
  );
}

function Name({ watch }: { watch: WatchData }) {
  const { t, nameOf } = useWatchTexts();
  const { id, kind, place_name: place } = watch;
  const name = nameOf(watch);
  const about = [kind === 'review' && t('watch.kinds.review'), place];
  return (
    <div class="own">
      <a href={formatRoute(watchOf(id))}>{name}</a>{' '}
      <span class="small muted">{about.filter((one) => one && one !== name).join(' · ')}</span>
    </div>
  );
}

/** What is out of the ordinary; a watch with a result says nothing. */
function State({ watch }: { watch: WatchData }) {
  const { formats } = useTexts();
  const texts = useWatchTexts();
  const { state, checked_at: checked, proven_at: proven } = watch;
  const lines = [
    state === 'new' && texts.t('watch.states.new'),
    ...countsText(texts, watch, formats, false),
    checked !== null && checked !== proven && texts.t('watch.list.later', { at: formats.moment(checked) }),
  ];
  return (
    <>
      {isException(watch) && <StateMark watch={watch} />}
      <div class="small muted">{lines.filter(Boolean).join(' · ')}</div>
    </>
  );
}
