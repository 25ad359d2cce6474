import { useSignal } from '@preact/signals';
import { reasonText } from '../../../core/texts/outcomes.js';
import { datedName } from '../../../kit/lists/file-name.js';
import type { Column } from '../../../kit/lists/table.js';
import { useAction } from '../../../kit/ui/action.js';
import { Button } from '../../../kit/ui/button.js';
import { useConsole, useTexts } from '../../../kit/ui/context.js';
import { Table } from '../../../kit/ui/data-table.js';
import { Downloads, tableFiles } from '../../../kit/ui/downloads.js';
import { ExternalLink, webAddress } from '../../../kit/ui/external-link.js';
import { FailureNotice } from '../../../kit/ui/failure-notice.js';
import { Choice, TextInput } from '../../../kit/ui/fields.js';
import { Mark, Stars, type Tone } from '../../../kit/ui/signs.js';
import { formatRoute, type Route, watchOf } from '../../../kit/ui/state/route.js';
import { UNSTOPPED } from '../../../kit/ui/state/runs.js';
import { hasKey, namedFileOf } from '../../../kit/ui/state/service.js';
import { eventFields, eventTexts, lossText, titleOf } from '../event-texts.js';
import type { EventData, EventsData, EventType, WatchesData } from '../published.js';
import { MAX_EVENTS } from '../values.js';
import { Changed, changedFacts } from './changed.js';
import { ClientChoice, type Events, Reading, readEvents, useAnswer, useWatchTexts } from './watch-state.js';

type EventsRoute = Extract<Route, { view: 'events' }>;
type Options = readonly (readonly [value: string, text: string])[];

const STARS = ['1', '2', '3', '4'].map((most) => [most, `≤ ${most} ★`] as const);

/** The events of all watches that fit the filters, the newest first. */
export function EventsPage({ route }: { route: EventsRoute }) {
  const { api, go, language } = useConsole();
  const texts = useWatchTexts();
  const { t } = texts;
  const { view, type, stars, ...same } = route;
  const asked = { ...same, types: type, max_stars: stars };
  const filter = Object.fromEntries(Object.entries(asked).filter(([, value]) => value));
  const answer = useAnswer(JSON.stringify(filter), (signal) => readEvents(api, 'events', signal, filter));
  const clients = useAnswer('', async (signal) => {
    const request = { path: 'watches', query: { limit: '1' }, signal };
    return (await api.data(request, hasKey<WatchesData>('watches'))).clients;
  });
  /** Every event that fits, also beyond the shown ones. */
  const all = async () => {
    const events: EventData[] = [];
    for (let since = 0, isMore = true; isMore; ) {
      const query = { ...filter, since: String(since), limit: String(MAX_EVENTS) };
      const part = await api.data({ path: 'events', query, signal: UNSTOPPED }, hasKey<EventsData>('events'));
      events.push(...part.events);
      since = part.next;
      isMore = part.events.length === MAX_EVENTS;
    }
    return events;
  };
  const files = tableFiles(language.value, null, async () => ({
    fileName: datedName([t('watch.events.file'), route.client ?? ''], new Date()),
    sheet: t('titles.events'),
    columns: eventFields(language.value).map(
      ([header, value]): Column<EventData> => ({ header, value, form: 'own' }),
    ),
    rows: await all(),
  }));
  const day = (name: 'from' | 'to') => (
    <div>
      <label for={`event-${name}`}>{t(`watch.actions.${name}`)}</label>
      <TextInput
        id={`event-${name}`}
        type="date"
        value={route[name] ?? ''}
        change={(to) => go({ ...route, [name]: to })}
      />
    </div>
  );
  const choice = (name: 'type' | 'stars' | 'done', label: string, options: Options) => (
    <Choice
      {...{
        id: `event-${name}`,
        label,
        value: route[name] ?? '',
        options: [['', t('watch.all')], ...options],
      }}
      choose={(chosen) => go({ ...route, [name]: chosen })}
    />
  );
  return (
    <section class="card" aria-label={t('titles.events')}>
      {choice('type', t('titles.events'), texts.events.types)}
      <div class="line fields">
        <ClientChoice
          {...{ id: 'event-client', clients: clients.data ?? [], client: route.client ?? '' }}
          choose={(client) => go({ ...route, client })}
        />
        {day('from')}
        {day('to')}
        {choice('stars', t('watch.events.stars'), STARS)}
        {choice('done', t('watch.events.done'), [
          ['false', t('watch.events.open')],
          ['true', t('watch.events.isDone')],
        ])}
      </div>
      <Reading of={answer} />
      {answer.data !== null && (
        <>
          <div class="toolbar">
            <MarkButton events={answer.data.events} text={t('watch.events.markAll')} marked={answer.again} />
            {answer.data.count > 0 && <Downloads files={files} />}
          </div>
          <EventTable shown={answer.data} none={t('watch.events.none')} marked={answer.again} isOfAll />
        </>
      )}
    </section>
  );
}

/** A button that marks events as done for everybody, or takes the mark back. */
export function MarkButton(props: {
  events: readonly Pick<EventData, 'id' | 'done_at'>[];
  text: string;
  isDone?: boolean;
  marked: () => void;
}) {
  const { events, text, isDone = true, marked } = props;
  const { api } = useConsole();
  const { t } = useWatchTexts();
  const { isBusy, failure, run } = useAction();
  const ids = events.filter(({ done_at: at }) => (at === null) === isDone).map(({ id }) => id);
  if (ids.length === 0) return null;
  const mark = async () => {
    const request = {
      path: 'events/done',
      method: 'POST' as const,
      body: { ids, done: isDone },
      signal: UNSTOPPED,
    };
    await api.data(request, hasKey<{ marked: number }>('marked'));
    marked();
    return t(isDone ? 'watch.events.marked' : 'watch.events.unmarked', { value: ids.length });
  };
  return (
    <>
      <Button text={text} isOff={isBusy} onClick={() => void run(mark)} />
      {failure !== null && <FailureNotice failure={failure} invalid={t('watch.invalid')} />}
    </>
  );
}

const TONES: Partial<Readonly<Record<EventType, readonly [tone: Tone, sign: string]>>> = {
  'review.not_visible': ['bad', '✕'],
  'review.missing': ['warn', '?'],
  'place.gone': ['bad', '✕'],
  'review.visible_again': ['good', '✓'],
  'watch.trouble': ['warn', '!'],
  'watch.recovered': ['good', '✓'],
};

/** A table of events, the newest first. `isOfAll`: with a column that names the watch. `marked`: after a mark. */
export function EventTable(props: { shown: Events; none: string; isOfAll?: boolean; marked: () => void }) {
  const { shown, none, isOfAll = false, marked } = props;
  const { events, count } = shown;
  const { t, formats } = useTexts();
  const texts = useWatchTexts();
  const page = useSignal(0);
  if (events.length === 0) return <p class="muted">{none}</p>;
  const name = {
    header: t('titles.watch'),
    width: '24%',
    cell: ({ watch_id, label, place_name, client }: EventData) => (
      <>
        <a href={formatRoute(watchOf(watch_id))}>{label ?? place_name ?? texts.t('watch.unnamed')}</a>
        {client !== null && <div class="small muted">{client}</div>}
      </>
    ),
  };
  return (
    <>
      {count > events.length && (
        <p class="muted">{texts.t('watch.events.newest', { shown: events.length, all: count })}</p>
      )}
      <Table<EventData>
        class="verdicts"
        name={t('titles.events')}
        rows={events}
        page={page}
        keyOf={({ id }) => id}
        columns={[
          {
            header: texts.t('watch.events.when'),
            width: '9.5rem',
            class: 'muted',
            cell: ({ at }) => formats.moment(at),
          },
          ...(isOfAll ? [name] : []),
          { header: t('titles.events'), cell: (event) => <EventCell event={event} marked={marked} /> },
        ]}
      />
    </>
  );
}

const IS_LOSS: readonly EventType[] = ['review.not_visible', 'review.missing'];

function EventCell({ event, marked }: { event: EventData; marked: () => void }) {
  const { api } = useConsole();
  const { t, formats, language } = useTexts();
  const texts = useWatchTexts();
  const {
    type,
    before,
    after,
    author,
    stars,
    review_url: url,
    published_at: published,
    done_at: done,
  } = event;
  const [tone, sign] = TONES[type] ?? ['plain', undefined];
  const facts = changedFacts(language, before, after);
  const reason = after?.visibility_reason ?? null;
  const make = () => {
    const path = `events/${encodeURIComponent(event.id)}/evidence`;
    const name = `${datedName([texts.t('watch.events.evidenceName'), author], event.at)}.zip`;
    return namedFileOf(api, { path }, 'application/zip', name);
  };
  return (
    <div class="stack">
      <p>
        <Mark tone={tone} sign={sign} text={titleOf(language, event)} />{' '}
        {author !== null && <strong>{author}</strong>} {stars !== null && <Stars value={stars} />}
        {published !== null && (
          <span class="muted"> {texts.t('watch.events.published', { at: formats.moment(published) })}</span>
        )}
      </p>
      {facts.length > 0 && <p>{facts.join(' · ')}</p>}
      {type === 'review.not_visible' && reason !== null && <p>{reasonText(language, reason)}</p>}
      {lossText(language, event, formats.moment) !== null && (
        <p>{lossText(language, event, formats.moment)}</p>
      )}
      {event.same_author_review_id !== null && <p>{eventTexts(language)('sameAuthor')}</p>}
      {type === 'watch.trouble' && <p class="small muted">{texts.noJudgement}</p>}
      {IS_LOSS.includes(type) ? (
        <Changed before={null} now={event.text} />
      ) : (
        <Changed before={before?.text} now={after?.text} />
      )}
      <Changed before={before?.reply} now={after?.reply} title={t('reviews.reply')} />
      {webAddress(url) !== null && (
        <p>
          <ExternalLink href={url} about={t('reviews.about', { name: author ?? t('reviews.anonymous') })}>
            {t('reviews.open')}
          </ExternalLink>
        </p>
      )}
      <p class="actions">
        {event.evidence && <Downloads files={[{ text: texts.t('watch.events.evidence'), make }]} />}
        {done !== null && (
          <span class="small muted">
            {[texts.t('watch.events.isDone'), event.done_by, formats.moment(done)]
              .filter(Boolean)
              .join(' · ')}
          </span>
        )}
        <MarkButton
          events={[event]}
          isDone={done === null}
          text={texts.t(done === null ? 'watch.events.mark' : 'watch.events.unmark')}
          marked={marked}
        />
      </p>
    </div>
  );
}
