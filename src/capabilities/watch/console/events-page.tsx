import { datedName } from '../../../kit/lists/file-name.js';
import type { Column } from '../../../kit/lists/table.js';
import { useConsole } from '../../../kit/ui/context.js';
import { DownloadMenu, tableFiles } from '../../../kit/ui/downloads.js';
import { Chips } from '../../../kit/ui/fields.js';
import type { Route } from '../../../kit/ui/state/route.js';
import { UNSTOPPED } from '../../../kit/ui/state/runs.js';
import { hasKey } from '../../../kit/ui/state/service.js';
import { eventFields } from '../event-texts.js';
import type { EventData, EventsData, WatchesData } from '../published.js';
import { MAX_EVENTS } from '../values.js';
import { EVENT_KINDS, type EventKind, KINDS, kindOfType } from './event-kinds.js';
import { EventsByDay, MarkButton } from './event-list.js';
import { PeriodChoice, usePeriodName } from './period.js';
import { ClientChoice, Filters, Reading, readEvents, useAnswer, useWatchTexts } from './watch-state.js';

type EventsRoute = Extract<Route, { view: 'events' }>;

/** The kind of events that an address names: by its name, or by one of its types as addresses had it before. */
const kindIn = (asked = ''): EventKind | null =>
  EVENT_KINDS.find((kind) => kind === asked) ?? kindOfType(asked);

/** What changed, by day, client and check, with filters. The file has exactly what is shown. */
export function EventsPage({ route }: { route: EventsRoute }) {
  const { api, go, language } = useConsole();
  const { t } = useWatchTexts();
  const nameOf = usePeriodName();
  const kind = kindIn(route.type);
  const { client, from, to, stars, done } = route;
  const asked = { client, from, to, max_stars: stars, done };
  const filter = Object.fromEntries(Object.entries(asked).filter(([, value]) => value));
  const answer = useAnswer(JSON.stringify(filter), (signal) => readEvents(api, 'events', signal, filter));
  const clients = useAnswer('', async (signal) => {
    const request = { path: 'watches', query: { limit: '1' }, signal };
    return (await api.data(request, hasKey<WatchesData>('watches'))).clients;
  });
  const read = answer.data?.events ?? [];
  const shown = kind === null ? read : read.filter(({ type }) => kindOfType(type) === kind);
  const isCut = answer.data !== null && answer.data.count > read.length;
  const countOf = (one: EventKind) => read.filter(({ type }) => kindOfType(type) === one).length;
  /** Every event that fits, also beyond the shown ones. */
  const all = async () => {
    const events: EventData[] = [];
    const types = kind === null ? {} : { types: KINDS[kind].join(',') };
    for (let since = 0, isMore = true; isMore; ) {
      const query = { ...filter, ...types, since: String(since), limit: String(MAX_EVENTS) };
      const part = await api.data({ path: 'events', query, signal: UNSTOPPED }, hasKey<EventsData>('events'));
      events.push(...part.events);
      since = part.next;
      isMore = part.events.length === MAX_EVENTS;
    }
    return events;
  };
  const files = tableFiles(language.value, null, async () => ({
    fileName: datedName([t('watch.events.file'), client ?? ''], new Date()),
    sheet: t('titles.events'),
    columns: eventFields(language.value).map(
      ([header, value]): Column<EventData> => ({ header, value, form: 'own' }),
    ),
    rows: await all(),
  }));
  const chipOf = (one: EventKind) =>
    [one, `${t(`watch.kindsOf.${one}`)} ${isCut ? '' : countOf(one)}`] as const;
  const only = [
    ['stars', t('watch.events.low')],
    ['done', t('watch.events.onlyOpen')],
  ] as const;
  const set = { stars: stars !== '' && stars !== undefined, done: done === 'false' };
  const period = { from: from ?? '', to: to ?? '' };
  const names = [client, nameOf(period), ...only.map(([one, name]) => set[one] && name)];
  return (
    <section class="card" aria-label={t('titles.events')}>
      <div class="scroll row-of-chips">
        <Chips<EventKind | ''>
          type="radio"
          legend={t('watch.list.kind')}
          options={[['', t('watch.kindsOf.all')] as const, ...EVENT_KINDS.map(chipOf)]}
          isChosen={(one) => one === (kind ?? '')}
          choose={(one) => go({ ...route, type: one })}
        />
      </div>
      <div class="toolbar">
        <Filters set={names}>
          <ClientChoice
            {...{ id: 'event-client', clients: clients.data ?? [], client: client ?? '' }}
            choose={(one) => go({ ...route, client: one })}
          />
          <PeriodChoice id="event-period" period={period} choose={(days) => go({ ...route, ...days })} />
          <Chips<'stars' | 'done'>
            type="checkbox"
            legend={t('watch.list.filters')}
            options={only}
            isChosen={(one) => set[one]}
            choose={(one) => go({ ...route, [one]: set[one] ? '' : { stars: '2', done: 'false' }[one] })}
          />
        </Filters>
        {shown.length > 0 && <DownloadMenu files={files} />}
        <MarkButton events={shown} text={t('watch.events.markAll')} marked={answer.again} />
      </div>
      <Reading of={answer} />
      {isCut && (
        <p class="muted">{t('watch.events.newest', { shown: read.length, all: answer.data?.count ?? 0 })}</p>
      )}
      {answer.data !== null && shown.length === 0 && <p class="muted">{t('watch.events.none')}</p>}
      <EventsByDay key={JSON.stringify(route)} events={shown} all={read} marked={answer.again} />
    </section>
  );
}
