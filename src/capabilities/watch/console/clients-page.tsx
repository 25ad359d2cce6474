import { signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Reading, useAnswer, useRefresh } from '../../../kit/ui/answer.js';
import { Button } from '../../../kit/ui/button.js';
import { useConsole, useStore, useTexts } from '../../../kit/ui/context.js';
import { Table } from '../../../kit/ui/data-table.js';
import { Choice, TextInput } from '../../../kit/ui/fields.js';
import { Menu } from '../../../kit/ui/menu.js';
import { Moment } from '../../../kit/ui/moment.js';
import { PAGE_SIZE } from '../../../kit/ui/pager.js';
import { Offered } from '../../../kit/ui/refusal.js';
import { SelectionBar, Tick, type Ticked, tableViews } from '../../../kit/ui/selection.js';
import { Mark } from '../../../kit/ui/signs.js';
import { formatRoute, type Route, watchOf } from '../../../kit/ui/state/route.js';
import { setter } from '../../../kit/ui/state/ui-signals.js';
import type { Texts } from '../../../kit/ui/texts.js';
import type { WatchData } from '../published.js';
import { WATCH_STATES } from '../values.js';
import { AddForm } from './add-watches.js';
import { ComparePage } from './compare-page.js';
import { type Changes, grouped } from './event-kinds.js';
import { WatchPage } from './one-watch.js';
import { PeriodChoice, presetPeriod } from './period.js';
import { Actions, useWatchFiles } from './watch-actions.js';
import {
  countsText,
  Delta,
  hiddenOf,
  isException,
  type Known,
  StateMark,
  useChanges,
} from './watch-figures.js';
import { useWatchTexts, WatchTexts } from './watch-state.js';
import { readWatches, watchInput } from './watch-stores.js';

const FIGURES = ['rating', 'change', 'reviews', 'hidden'] as const;
type Figure = (typeof FIGURES)[number];
type Column = 'name' | Figure | 'at';
const WIDTHS = { rating: '4.5rem', change: '7.5rem', reviews: '5rem', hidden: '6.25rem' } as const;
/** A client (`watch` is null), or one of its watches. */
interface Line {
  readonly client: string;
  readonly watch: WatchData | null;
  readonly own: readonly WatchData[];
}

/** A figure of a watch; undefined = the watch has none. */
function figureOf(watch: WatchData, by: Figure, changes: Changes | null): Known | undefined {
  const { id, kind, figures } = watch;
  if (by === 'hidden') return hiddenOf(watch);
  if (kind === 'review') return undefined;
  const change = changes === null ? null : changes.get(id);
  if (by === 'change') return change == null ? change : { value: change };
  const value = by === 'rating' ? figures?.rating : figures?.review_count;
  return value == null ? null : { value, at: figures?.at };
}

/** A figure of a watch as the table shows it; null = the watch has none. */
function figureCell(watch: WatchData, by: Figure, changes: Changes | null, formats: Texts['formats']) {
  const known = figureOf(watch, by, changes);
  if (known == null) return known === null ? '–' : null;
  const { value, at, isLeast = false } = known;
  if (by === 'change') return <Delta change={value} write={formats.decimal} isZeroShown />;
  return (
    <span title={at && formats.moment(at)} class={by === 'hidden' && value > 0 ? 'bad toned' : ''}>
      {isLeast && '≥ '}
      {by === 'rating' ? formats.decimal(value) : formats.number(value)}
      {at && at.slice(0, 10) !== watch.proven_at?.slice(0, 10) && (
        <div class="small muted">
          <Moment at={at} />
        </div>
      )}
    </span>
  );
}

/** The lines of the table: each client, then its watches if it is open. If no watch has a client, only watches. */
function linesOf(sorted: readonly WatchData[], isOpen: (client: string) => boolean): Line[] {
  const groups = grouped(sorted, ({ client }) => client ?? '');
  const lines: Line[] = [];
  const hasClients = groups.some(([client]) => client !== '');
  for (const [client, own] of groups) {
    if (hasClients) lines.push({ client, watch: null, own });
    if (hasClients && !isOpen(client)) continue;
    for (const watch of own) {
      if (hasClients && lines.length % PAGE_SIZE === 0) lines.push({ client, watch: null, own });
      lines.push({ client, watch, own: [watch] });
    }
  }
  return lines;
}

/** Unknown values come last. */
function sortedBy(
  watches: readonly WatchData[],
  isDown: boolean,
  keysOf: (watch: WatchData) => readonly (string | number | null)[],
): WatchData[] {
  const compared = (a: string | number | null, b: string | number | null) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    const up =
      typeof a === 'number' ? a - Number(b) : a.localeCompare(String(b), undefined, { numeric: true });
    return isDown ? -up : up;
  };
  return watches.toSorted((one, other) => {
    const others = keysOf(other);
    return keysOf(one).reduce<number>((sum, value, at) => sum || compared(value, others[at] ?? null), 0);
  });
}

/** The views of the watch: all watches, one watch, watches beside each other. */
export const WatchView = () => <Offered part="watch" children={<WatchTexts children={<Page />} />} />;

function Page() {
  const shown = useConsole().route.value;
  if (shown.view === 'compare') return <ComparePage route={shown} />;
  if (shown.view !== 'watch') return null;
  return shown.id === '' ? <ClientsPage route={shown} /> : <WatchPage key={shown.id} route={shown} />;
}

/** The clients with their watches: search, actions, and the form for more. */
function ClientsPage({ route }: { route: Extract<Route, { view: 'watch' }> }) {
  const { api, go, refine } = useConsole();
  const { t } = useWatchTexts();
  const input = useStore(watchInput);
  const { state, client: named } = route;
  const answer = useAnswer(state, (signal) => readWatches(api, { state: state || undefined }, signal));
  const all = answer.data?.watches;
  useRefresh(all?.some((watch) => watch.state === 'new') ?? false, answer.again);
  // An address may also name a client: exactly this one, until another text is typed.
  const text = route.query || named;
  const isOfClient = named !== '' && text === named;
  const isAdding = useSignal(false);
  const isEmpty = all?.length === 0 && state === '';
  const isOpen = isEmpty || isAdding.value || !input.isEmpty.value;
  useEffect(() => {
    if (isOpen) isAdding.value = true;
  }, [isOpen]);
  const words = text.trim().toLowerCase();
  const shown = all?.filter(({ client, label, place_name: place, author, note, subject }) =>
    isOfClient
      ? client === named
      : [client, label, place, author, note, subject].some((one) => one?.toLowerCase().includes(words)),
  );
  const type = (query: string) => refine({ ...route, client: '', query });
  const address = formatRoute({ ...route, query: '' });
  const states = WATCH_STATES.map((one) => [one, t(`watch.states.${one}`)] as const);
  return (
    <>
      {answer.data !== null && !isEmpty && (
        <div class="toolbar">
          <form
            class="line grow"
            aria-label={t('watch.list.filters')}
            onSubmit={(event) => event.preventDefault()}
          >
            <TextInput
              {...{ type: 'search', value: text, change: type }}
              {...{ 'aria-label': t('watch.list.query'), placeholder: t('watch.list.search') }}
            />
            <Choice
              id="watch-state"
              label={t('watch.list.state')}
              isBeside
              value={state}
              options={[['', t('watch.all')], ['attention', t('watch.needsAttention')], ...states]}
              choose={(one) => go({ ...route, state: one })}
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
      <Reading of={answer} />
      {answer.data?.isWhole === false && <p class="notice">{t('watch.list.notWhole')}</p>}
      {shown?.length === 0 && !isEmpty && <p class="muted">{t('watch.list.noMatch')}</p>}
      {shown !== undefined && shown.length > 0 && (
        <section class="card" aria-label={t('titles.watch')}>
          <ClientTable key={address} address={address} watches={shown} changed={answer.again} />
        </section>
      )}
    </>
  );
}

/** What is sorted and opened: it is there when the user comes back. */
const clientsView = () => ({
  sort: signal<{ by: Column; isDown: boolean }>({ by: 'name', isDown: false }),
  /** The clients that the user opened or closed. More watches than a page has begin closed. */
  turned: signal<ReadonlyMap<string, boolean>>(new Map()),
});

/** `address`: ticks belong to it, so that nothing is ticked that another address showed. A search narrows them. */
function ClientTable(props: { address: string; watches: readonly WatchData[]; changed: () => void }) {
  const { address, watches, changed } = props;
  const { formats } = useTexts();
  const { t, nameOf } = useWatchTexts();
  const files = useWatchFiles();
  const { changes, answer } = useChanges(watches);
  const { sort, turned } = useStore(clientsView);
  const { page, ticked } = useStore(tableViews)(address);
  const period = useSignal(presetPeriod('lastMonth'));
  const isOpen = (client: string) => turned.value.get(client) ?? watches.length <= PAGE_SIZE;
  const turn = (client: string) => setter(turned)(new Map([...turned.value, [client, !isOpen(client)]]));
  const { by: sorted, isDown } = sort.value;
  const sortedWatches = sortedBy(watches, isDown, (watch) => {
    if (sorted === 'name') return [watch.client, nameOf(watch)];
    return [sorted === 'at' ? watch.proven_at : (figureOf(watch, sorted, changes)?.value ?? null)];
  });
  const chosen = watches.filter(({ id }) => ticked.value.has(id));
  const lines = linesOf(sortedWatches, isOpen);
  const places = chosen.filter(({ kind }) => kind === 'place').map(({ id }) => id);
  const column = (by: Column, width: string | undefined, cell: (line: Line) => ComponentChildren) => {
    const sortBy = () =>
      setter(sort)({ by, isDown: sorted === by ? !isDown : by !== 'name' && by !== 'rating' });
    const name = t(`watch.columns.${by}`);
    const text = sorted !== by ? name : `${name}\u00a0${isDown ? '▼' : '▲'}`;
    return {
      ...{ width, class: by, header: <Button class="sort" text={text} onClick={sortBy} /> },
      sort: sorted !== by ? undefined : isDown ? ('descending' as const) : ('ascending' as const),
      // The name stands where the table has no headings.
      cell: (line: Line) => {
        const shown = cell(line);
        return by === 'name' ? shown : shown && [<span class="label small muted">{name} </span>, shown];
      },
    };
  };
  return (
    <>
      {answer.failure !== null && <Reading of={answer} />}
      <Table<Line>
        class="verdicts clients"
        name={t('titles.watch')}
        page={page}
        rows={lines}
        keyOf={({ watch, client }, index) => watch?.id ?? `${index} ${client}`}
        rowClass={({ watch }) => (watch === null ? 'client' : undefined)}
        columns={[
          column('name', undefined, (line) => (
            <LineName {...{ line, ticked, isOpen: isOpen(line.client) }} turn={turn} />
          )),
          ...FIGURES.map((by) =>
            column(by, WIDTHS[by], ({ watch }) => watch && figureCell(watch, by, changes, formats)),
          ),
          column(
            'at',
            '6.5rem',
            ({ watch }) => watch && (watch.proven_at ? <Moment at={watch.proven_at} /> : '–'),
          ),
          {
            ...{ header: t('watch.list.state'), width: '11rem' },
            cell: ({ watch, own }) => {
              const value = own.filter((one) => isException(one) && one.state !== 'paused').length;
              if (watch !== null) return <State watch={watch} />;
              return value > 0 && <Mark tone="warn" sign="!" text={t('watch.needs', { value })} />;
            },
          },
        ]}
      />
      <SelectionBar {...{ ticked, page }} lines={lines.map(({ own }) => own.map(({ id }) => id))}>
        {files && (
          <Menu text={t('watch.one.report')}>
            <PeriodChoice id="report-period" period={period.value} choose={setter(period)} />
            <files.Reports watches={chosen} {...period.value} />
          </Menu>
        )}
        <Menu text={t('watch.files.evidence')}>
          <Losses watches={chosen} />
        </Menu>
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

/** The tick and the name of a line; a client opens and closes its watches. */
function LineName(props: { line: Line; ticked: Ticked; isOpen: boolean; turn: (client: string) => void }) {
  const { t, nameOf } = useWatchTexts();
  const { client, watch, own } = props.line;
  const name = watch === null ? `${client || t('watch.noClient')} (${own.length})` : nameOf(watch);
  return (
    <div class="switch">
      <Tick ticked={props.ticked} rows={own.map(({ id }) => id)} name={name} />
      {watch === null ? (
        <button type="button" class="plain" aria-expanded={props.isOpen} onClick={() => props.turn(client)}>
          <strong>{name}</strong>
        </button>
      ) : (
        <Name watch={watch} />
      )}
    </div>
  );
}

/** Links to the lost reviews with their packs: of each client, and of each watch without a client. */
function Losses({ watches }: { watches: readonly WatchData[] }) {
  const { t, nameOf } = useWatchTexts();
  const of = (name: string, route: Route) => (
    <a key={name} href={formatRoute(route)}>
      {t('watch.files.losses', { name })}
    </a>
  );
  return grouped(watches, ({ client }) => client ?? '').map(([client, own]) => {
    const [first = ''] = own.map(({ created_at: at }) => at).toSorted();
    if (client === '') return own.map((watch) => of(nameOf(watch), watchOf(watch.id)));
    return of(client, { view: 'home', type: 'lost', client, from: first.slice(0, 10) });
  });
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
