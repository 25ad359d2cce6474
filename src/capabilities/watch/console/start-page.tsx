import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { datedName } from '../../../kit/lists/file-name.js';
import { dayOf, TIME_ZONE, wallClock } from '../../../kit/lists/table.js';
import { Reading, useAnswer } from '../../../kit/ui/answer.js';
import { useConsole, usePageName, useStore, useTexts } from '../../../kit/ui/context.js';
import { DownloadMenu, tableFiles } from '../../../kit/ui/downloads.js';
import { Chips, Choice } from '../../../kit/ui/fields.js';
import { Moment } from '../../../kit/ui/moment.js';
import { Pager, pageOf } from '../../../kit/ui/pager.js';
import { formatRoute, type Route, watchOf } from '../../../kit/ui/state/route.js';
import { UNSTOPPED } from '../../../kit/ui/state/runs.js';
import { hasKey } from '../../../kit/ui/state/service.js';
import { setter } from '../../../kit/ui/state/ui-signals.js';
import { Welcome } from '../../../kit/ui/welcome.js';
import { eventFields } from '../event-texts.js';
import type { ChannelData, EventData, WatchesData } from '../published.js';
import {
  byCheck,
  type CheckEvents,
  EVENT_KINDS,
  type EventKind,
  grouped,
  kindOfType,
  weightOf,
} from './event-kinds.js';
import { ClientEvents, MarkButton } from './event-list.js';
import { daysOf, PeriodChoice } from './period.js';
import { useWatchTexts, WatchTexts } from './watch-state.js';
import { lastVisit, readAllEvents, readEvents } from './watch-stores.js';

/** Watches that are counted as waiting for their first check. */
const MAX_WATCHES = 500;
const WAYS = ['client', 'day'] as const;
const isWatches = hasKey<WatchesData>('watches');

type StartRoute = Extract<Route, { view: 'home' }>;

/** What changed since the last visit, or in a period: by client, or by day. */
export const StartPage = () => <WatchTexts children={<Start />} />;

function Start() {
  const { api, route } = useConsole();
  const shown = route.value;
  // The page as a whole asks for the key.
  const asked = { path: 'watches', query: { limit: '1' }, asksForKey: false };
  const watches = useAnswer('', (signal) => api.data({ ...asked, signal }, isWatches));
  if (watches.data === null) return <Reading of={watches} />;
  if (watches.data.total === 0) return <Welcome />;
  return shown.view === 'home' ? <Changes route={shown} clients={watches.data.clients} /> : null;
}

const kindIn = (asked = ''): EventKind | null => EVENT_KINDS.find((kind) => kind === asked) ?? null;

function Changes({ route, clients }: { route: StartRoute; clients: readonly string[] }) {
  const { api, go, language } = useConsole();
  const { formats } = useTexts();
  const { t } = useWatchTexts();
  const visit = useStore(lastVisit);
  const { client = '', from = '', to = '', stars = '', done = '' } = route;
  const kind = kindIn(route.type);
  const period = { from, to };
  const isVisit = from === '' && to === '';
  const since = visit.since(client);
  usePageName(
    isVisit
      ? t('watch.start.since', { at: formats.moment(wallClock(new Date(since)) ?? '') })
      : t('watch.start.between', { days: daysOf(period, formats.moment) }),
  );
  const first = isVisit ? dayOf(new Date(since)) : from;
  const filter = Object.fromEntries(Object.entries({ client, from: first, to }).filter(([, value]) => value));
  const answer = useAnswer(JSON.stringify(filter), (signal) => readEvents(api, 'events', signal, filter));
  const isInPeriod = ({ at_utc: at }: EventData) => !isVisit || Date.parse(at) >= since;
  const isChosen = (event: EventData) =>
    (kind === null || kindOfType(event.type) === kind) &&
    (stars === '' || (event.review_id !== null && (event.stars ?? 0) <= Number(stars))) &&
    (done === '' || event.done_at === null);
  const read = (answer.data?.events ?? []).filter(isInPeriod);
  const checks = byCheck(read.filter(isChosen), read);
  const cover = answer.data?.cover;
  const isKnown = cover !== undefined && cover.known === cover.watches;
  const isCut = answer.data !== null && answer.data.total > answer.data.events.length;
  const isFiltered = kind !== null || stars !== '' || done !== '';
  // Changes that were not shown are shown by the next visit.
  const isSeen = answer.data !== null && isVisit && !isCut && !isFiltered;
  useEffect(() => {
    if (isSeen) visit.keep(client);
  }, [isSeen, client]);
  /** Every event that is chosen, also beyond the shown ones. */
  const all = async () => (await readAllEvents(api, filter, UNSTOPPED)).filter(isInPeriod).filter(isChosen);
  const files = tableFiles(language.value, null, async () => ({
    fileName: datedName([t('watch.events.file'), client], new Date()),
    sheet: t('watch.events.file'),
    columns: eventFields(language.value, TIME_ZONE),
    rows: await all(),
  }));
  const { again: marked } = answer;
  const note = (text: string) => <p class="muted">{text}</p>;
  return (
    <>
      <EndedChannels />
      {answer.data !== null && (
        <Counters {...{ events: read, route, isKnown, isCut, first: dayOf(new Date(since)) }} />
      )}
      <section class="card" aria-label={t('titles.home')}>
        <div class="toolbar">
          <div class="line fields">
            <PeriodChoice
              id="start-period"
              open="visit"
              period={period}
              choose={(days) => go({ ...route, ...days })}
            />
            <Chips<(typeof WAYS)[number]>
              type="radio"
              class="segments"
              legend={t('watch.start.by')}
              options={WAYS.map((way) => [way, t(`watch.start.by.${way}`)])}
              isChosen={(way) => (way === 'day') === (route.by === 'day')}
              choose={(way) => go({ ...route, by: way === 'day' ? way : '' })}
            />
          </div>
          <div class="actions">
            <MarkButton {...{ checks, marked }} isBatch />
            {checks.length > 0 && <DownloadMenu files={files} />}
          </div>
        </div>
        <EventFilters route={route} kind={kind} clients={clients} />
        <Reading of={answer} />
        {isCut && note(t('watch.events.newest', { shown: read.length, all: answer.data?.total ?? 0 }))}
        {answer.data !== null && checks.length === 0 && isFiltered && note(t('watch.events.none'))}
        {isKnown && read.length === 0 && note(t('watch.start.none'))}
        {!isKnown && cover !== undefined && note(t('watch.start.notKnown', { ...cover, all: cover.watches }))}
        <EventGroups key={JSON.stringify(route)} isByDay={route.by === 'day'} {...{ checks, marked }} />
      </section>
    </>
  );
}

function EventFilters(props: { route: StartRoute; kind: EventKind | null; clients: readonly string[] }) {
  const { route, kind, clients } = props;
  const { go } = useConsole();
  const { t } = useWatchTexts();
  const { client = '' } = route;
  const set = { stars: !!route.stars, done: !!route.done };
  const only = [['stars', t('watch.events.low')] as const, ['done', t('watch.events.onlyOpen')] as const];
  const names = [kind && t(`watch.kindsOf.${kind}`), client, ...only.map(([one, name]) => set[one] && name)];
  return (
    <details class="filters">
      <summary>
        {[t('watch.list.filters'), names.filter(Boolean).join(' · ')].filter(Boolean).join(': ')}
      </summary>
      <div class="line fields">
        <Choice<EventKind | ''>
          id="event-kind"
          label={t('watch.list.kind')}
          value={kind ?? ''}
          options={(['', ...EVENT_KINDS] as const).map((one) => [one, t(`watch.kindsOf.${one || 'all'}`)])}
          choose={(type) => go({ ...route, type })}
        />
        {clients.length > 0 && (
          <Choice
            id="event-client"
            label={t('watch.client')}
            value={client}
            options={[['', t('watch.all')], ...clients.map((one) => [one, one] as const)]}
            choose={(one) => go({ ...route, client: one })}
          />
        )}
        <Chips<'stars' | 'done'>
          type="checkbox"
          legend={t('watch.list.filters')}
          options={only}
          isChosen={(one) => set[one]}
          choose={(one) => go({ ...route, [one]: set[one] ? '' : { stars: '2', done: 'false' }[one] })}
        />
      </div>
    </details>
  );
}

/** Events by client, the most important first; or by day and client, the newest day first. */
function EventGroups(props: { checks: readonly CheckEvents[]; isByDay: boolean; marked: () => void }) {
  const { checks, isByDay, marked } = props;
  const { formats } = useTexts();
  const { t } = useWatchTexts();
  const nameOf = ({ causes: [event] }: CheckEvents) =>
    event?.client ?? event?.label ?? event?.place_name ?? t('watch.unnamed');
  const page = useSignal(0);
  const byWeight = (all: readonly CheckEvents[]) =>
    all.toSorted((one, other) => weightOf(one) - weightOf(other));
  const shown = pageOf(isByDay ? checks : byWeight(checks), page.value);
  const clients = (all: readonly CheckEvents[], day?: string) =>
    grouped(all, nameOf).map(([name, own]) => (
      <ClientEvents key={name} {...{ name, checks: own, marked, day }} />
    ));
  return (
    <>
      {isByDay
        ? grouped(shown.rows, ({ causes: [event] }) => event?.at.slice(0, 10) ?? '').map(([day, ofDay]) => (
            <section key={day} class="stack" aria-label={formats.moment(day)}>
              <h2 class="day">
                <Moment at={day} />
              </h2>
              {clients(byWeight(ofDay), formats.moment(day))}
            </section>
          ))
        : clients(shown.rows)}
      <Pager page={shown.page} all={checks.length} turn={setter(page)} />
    </>
  );
}

/** A channel that has ended sends nothing until its owner starts it again. */
function EndedChannels() {
  const { api } = useConsole();
  const { t } = useWatchTexts();
  const isChannels = hasKey<{ channels: readonly ChannelData[] }>('channels');
  const answer = useAnswer('', (signal) => api.data({ path: 'channels', signal }, isChannels));
  const ended = answer.data?.channels.filter(({ ended_at: at }) => at !== null) ?? [];
  return ended.length === 0 ? null : (
    <p class="notice bad">
      <a href={formatRoute({ view: 'settings' })}>{t('watch.start.ended', { count: ended.length })}</a>
    </p>
  );
}

/** The numbers of what changed; each shows its events. */
function Counters(props: {
  events: readonly EventData[];
  route: StartRoute;
  /** False: a count of 0 is not known to be 0. */
  isKnown: boolean;
  /** There are more events than those. */
  isCut: boolean;
  first: string;
}) {
  const { events, route, isKnown, isCut, first } = props;
  const { api } = useConsole();
  const { formats } = useTexts();
  const { t } = useWatchTexts();
  const { client = '', type: kind = '', stars = '' } = route;
  const attention = useAnswer(`${first} ${client}`, (signal) => {
    const query = { state: 'attention', limit: String(MAX_WATCHES), client: client || undefined };
    return api.data({ path: 'watches', query, signal }, isWatches);
  });
  const count = (kind: EventKind) => events.filter(({ type }) => kindOfType(type) === kind).length;
  const news = events.filter(({ type }) => kindOfType(type) === 'new');
  const low = news.filter(({ stars }) => stars !== null && stars <= 2).length;
  /** New reviews whose stars are not known may be low, too. */
  const mayBeLow = news.filter(({ stars }) => stars === null).length;
  // A watch that waits for its first check does not count as trouble.
  const waiting = attention.data?.watches.filter(({ state }) => state === 'new').length ?? 0;
  const unproven = attention.data === null ? null : attention.data.total - waiting;
  const counters = [
    ['lost', count('lost'), 0, { type: 'lost', stars: '' }, 'bad'],
    ['low', low, mayBeLow, { type: 'new', stars: '2' }, 'bad'],
    ['back', count('back'), 0, { type: 'back', stars: '' }, 'good'],
    ['changed', count('changed'), 0, { type: 'changed', stars: '' }, 'changed'],
    ['unproven', unproven ?? 0, 0, null, 'warn'],
  ] as const;
  /** The filter of a counter; the chosen one is taken away again. */
  const linkOf = (filter: { readonly type: string; readonly stars: string } | null) => {
    if (filter === null) return { href: formatRoute({ ...watchOf(), state: 'attention', client }) };
    const isChosen = kind === filter.type && stars === filter.stars;
    const href = formatRoute({ ...route, ...(isChosen ? { type: '', stars: '' } : filter) });
    return { href, 'aria-current': isChosen ? ('true' as const) : undefined };
  };
  const isUnknown = (name: string, value: number) =>
    name === 'unproven' ? unproven === null : !isKnown && value === 0;
  return (
    <ul class="counters">
      {counters.map(([name, value, more, filter, tone]) => (
        <li key={name} class={value + more === 0 ? undefined : tone}>
          <a {...linkOf(filter)}>
            <strong>
              {isCut && name !== 'unproven' && '≥ '}
              {isUnknown(name, value + more) ? '–' : formats.number(value)}
              {more > 0 && `–${formats.number(value + more)}`}
            </strong>{' '}
            {t(`watch.start.counters.${name}`)}
          </a>
        </li>
      ))}
    </ul>
  );
}
