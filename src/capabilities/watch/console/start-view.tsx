import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { wallClock } from '../../../kit/lists/table.js';
import { useConsole, useStore, useTexts } from '../../../kit/ui/context.js';
import { Choice } from '../../../kit/ui/fields.js';
import { formatRoute, type Route, watchOf } from '../../../kit/ui/state/route.js';
import { hasKey } from '../../../kit/ui/state/service.js';
import { setter } from '../../../kit/ui/state/ui-signals.js';
import type { ChannelData, EventData, WatchData, WatchesData } from '../published.js';
import { Delta } from './delta.js';
import { type EventKind, grouped, kindOfType } from './event-kinds.js';
import { ClientEvents, useClientName } from './event-list.js';
import { dayOf } from './period.js';
import { WatchTexts } from './watch-frame.js';
import { Reading, readEvents, useAnswer, useWatchTexts } from './watch-state.js';
import { DAY_MS, lastVisit } from './watch-stores.js';

/** Watches that the first page counts. */
const MAX_WATCHES = 500;
const SPANS = ['visit', '7', '30'] as const;
type Span = (typeof SPANS)[number];

/** What changed since the last visit, by client, with counters. Nothing is shown while nothing is watched. */
export const StartView = () => <WatchTexts Page={Changes} isQuiet />;

function Changes() {
  const { api } = useConsole();
  // The first page asks nobody for a key.
  const watches = useAnswer('', (signal) => {
    const request = { path: 'watches', query: { limit: String(MAX_WATCHES) }, asksForKey: false, signal };
    return api.data(request, hasKey<WatchesData>('watches'));
  });
  if (watches.data === null) return watches.failure?.status === 401 ? null : <Reading of={watches} />;
  return watches.data.total === 0 ? null : <ChangesOf watches={watches.data.watches} />;
}

function ChangesOf({ watches }: { watches: readonly WatchData[] }) {
  const { api } = useConsole();
  const { formats } = useTexts();
  const { t } = useWatchTexts();
  const nameOf = useClientName();
  const visit = useStore(lastVisit);
  useEffect(visit.keep, []);
  const span = useSignal<Span>(visit.isFirst ? '7' : 'visit');
  const since = span.value === 'visit' ? visit.since : visit.now - Number(span.value) * DAY_MS;
  const at = new Date(since);
  // The service counts days in its own time zone: a day more, and the rest by the moment.
  const from = dayOf(new Date(since - DAY_MS));
  const answer = useAnswer(from, (signal) => readEvents(api, 'events', signal, { from }));
  const attention = useAnswer(from, (signal) => {
    const query = { state: 'attention', limit: '1' };
    return api.data({ path: 'watches', query, signal }, hasKey<WatchesData>('watches'));
  });
  const cover = answer.data?.cover;
  const isKnown = cover !== undefined && cover.known === cover.watches;
  const read = answer.data?.events ?? [];
  const events = read.filter(({ at_utc: found }) => Date.parse(found) >= since);
  const isCut = (answer.data?.count ?? 0) > read.length;
  return (
    <section class="card" aria-labelledby="changes">
      <div class="toolbar">
        <h2 id="changes">{t('watch.start.since', { at: formats.moment(wallClock(at) ?? '') })}</h2>
        <Choice
          id="start-span"
          label={t('watch.period')}
          isBeside
          value={span.value}
          options={SPANS.map((one) => [one, t(`watch.start.${one}`)] as const)}
          choose={setter(span)}
        />
      </div>
      <Reading of={answer} />
      <EndedChannels />
      {answer.data !== null && (
        <>
          <Counters
            events={events}
            from={dayOf(at)}
            isKnown={isKnown}
            unproven={attention.data?.total ?? null}
          />
          {isCut && (
            <p class="muted">{t('watch.events.newest', { shown: read.length, all: answer.data.count })}</p>
          )}
          {isKnown && events.length === 0 && <p class="muted">{t('watch.start.none')}</p>}
          {!isKnown && cover !== undefined && (
            <p class="muted">
              {t('watch.start.notKnown', { known: cover.known, all: cover.watches, paused: cover.paused })}
            </p>
          )}
          {grouped(events, nameOf).map(([name, own]) => (
            <ClientEvents
              key={name}
              name={name}
              events={own}
              marked={answer.again}
              head={<Figures events={own} watches={watches} />}
            />
          ))}
        </>
      )}
    </section>
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
      <a href={formatRoute({ view: 'channels', id: '' })}>
        {t('watch.start.ended', { count: ended.length })}
      </a>
    </p>
  );
}

/** The numbers of what changed; each leads to the list of it. */
function Counters(props: {
  events: readonly EventData[];
  from: string;
  /** False: a count of 0 is not known to be 0. */
  isKnown: boolean;
  unproven: number | null;
}) {
  const { events, from, isKnown, unproven } = props;
  const { formats } = useTexts();
  const { t } = useWatchTexts();
  const count = (kind: EventKind) => events.filter(({ type }) => kindOfType(type) === kind).length;
  const news = events.filter(({ type }) => kindOfType(type) === 'new');
  const low = news.filter(({ stars }) => stars !== null && stars <= 2).length;
  /** New reviews whose stars are not known may be low, too. */
  const mayBeLow = news.filter(({ stars }) => stars === null).length;
  const of = (type: EventKind, more: Partial<Extract<Route, { view: 'events' }>> = {}): Route => ({
    view: 'events',
    type,
    from,
    ...more,
  });
  const counters = [
    ['low', low, mayBeLow, of('new', { stars: '2' }), 'bad'],
    ['lost', count('lost'), 0, of('lost'), 'bad'],
    ['back', count('back'), 0, of('back'), 'good'],
    ['changed', count('changed'), 0, of('changed'), 'changed'],
    ['unproven', unproven ?? 0, 0, { ...watchOf(), state: 'attention' }, 'warn'],
  ] as const;
  const isUnknown = (name: string, value: number) =>
    name === 'unproven' ? unproven === null : !isKnown && value === 0;
  return (
    <ul class="counters">
      {counters.map(([name, value, more, route, tone]) => (
        <li key={name} class={value + more === 0 ? undefined : tone}>
          <a href={formatRoute(route)}>
            <strong>
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

/** Rating, its change and the number of reviews of the only place of a client. */
function Figures({ events, watches }: { events: readonly EventData[]; watches: readonly WatchData[] }) {
  const ids = new Set(events.map(({ watch_id: id }) => id));
  const places = watches.filter(({ id, kind }) => kind === 'place' && ids.has(id));
  const [place, ...others] = places;
  return place === undefined || others.length > 0 ? null : <PlaceFigures watch={place} events={events} />;
}

function PlaceFigures({ watch, events }: { watch: WatchData; events: readonly EventData[] }) {
  const { t, formats } = useTexts();
  const texts = useWatchTexts();
  const { rating = null, review_count: count = null, at = null } = watch.figures ?? {};
  const before = events.findLast(({ watch_id: id, before: side }) => id === watch.id && side?.rating != null);
  const change = rating === null || before?.before?.rating == null ? 0 : rating - before.before.rating;
  return (
    <span class="muted figures-of">
      {rating === null ? '–' : `${formats.decimal(rating)} ★`}{' '}
      <Delta change={change} write={formats.decimal} /> {count !== null && t('count.reviews', { count })}{' '}
      {at !== null && texts.t('watch.list.read', { at: formats.moment(at) })}
    </span>
  );
}
