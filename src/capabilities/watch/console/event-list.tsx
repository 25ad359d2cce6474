import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { oneLine } from '../../../core/published/one-line.js';
import { reasonText } from '../../../core/texts/outcomes.js';
import { datedName } from '../../../kit/lists/file-name.js';
import { useAction } from '../../../kit/ui/action.js';
import { Button } from '../../../kit/ui/button.js';
import { useConsole, useStore, useTexts } from '../../../kit/ui/context.js';
import { CopyButton } from '../../../kit/ui/copy-button.js';
import { Downloads } from '../../../kit/ui/downloads.js';
import { ExternalLink, webAddress } from '../../../kit/ui/external-link.js';
import { FailureNotice } from '../../../kit/ui/failure-notice.js';
import { Moment } from '../../../kit/ui/moment.js';
import { Pager, pageOf } from '../../../kit/ui/pager.js';
import { Mark, Stars } from '../../../kit/ui/signs.js';
import { formatRoute, watchOf } from '../../../kit/ui/state/route.js';
import { UNSTOPPED } from '../../../kit/ui/state/runs.js';
import { hasKey, namedFileOf } from '../../../kit/ui/state/service.js';
import { setter } from '../../../kit/ui/state/ui-signals.js';
import { eventLines, eventTexts, eventTitle, firstOf, lossText, titleOf } from '../event-texts.js';
import type { EventData, EventSide } from '../published.js';
import { Changed, changedFacts } from './changed.js';
import { byCheck, type CheckEvents, grouped, signOf } from './event-kinds.js';
import { createNews } from './news.js';
import { useWatchTexts } from './watch-state.js';

/** Events on a page. */
const PAGE = 100;
const MAX_QUOTE = 220;

interface ListProps {
  /** The newest first. */
  readonly events: readonly EventData[];
  /** Also the events that a filter hides: what followed from the shown ones. */
  readonly all?: readonly EventData[];
  /** After a mark. */
  readonly marked: () => void;
}

/** The client of an event, or what the user calls its watch. */
export function useClientName(): (event: Pick<EventData, 'client' | 'label' | 'place_name'>) => string {
  const { t } = useWatchTexts();
  return ({ client, label, place_name: place }) => client ?? label ?? place ?? t('watch.unnamed');
}

/** Events by day, client and check. */
export function EventsByDay({ events, ...shared }: ListProps) {
  const { formats } = useTexts();
  const nameOf = useClientName();
  const page = useSignal(0);
  const shown = pageOf(events, page.value, PAGE);
  return (
    <>
      {grouped(shown.rows, ({ at }) => at.slice(0, 10)).map(([day, ofDay]) => (
        <section key={day} class="stack" aria-label={formats.moment(day)}>
          <h2 class="day">
            <Moment at={day} />
          </h2>
          {grouped(ofDay, nameOf).map(([name, ofClient]) => (
            <ClientEvents key={name} name={name} about={formats.moment(day)} events={ofClient} {...shared} />
          ))}
        </section>
      ))}
      <Pager page={shown.page} all={events.length} size={PAGE} turn={setter(page)} />
    </>
  );
}

/** The events of one client. `head`: beside its name; `about`: what tells it from other lists of the same client. */
export function ClientEvents(props: ListProps & { name: string; head?: ComponentChildren; about?: string }) {
  const { name, events, all = events, marked, head, about } = props;
  const [first] = events;
  const isOne = events.every(({ watch_id: id }) => id === first?.watch_id);
  return (
    <section class="client-events" aria-label={[name, about].filter(Boolean).join(', ')}>
      <div class="line words">
        <h3>{isOne ? <a href={formatRoute(watchOf(first?.watch_id))}>{name}</a> : name}</h3>
        {head}
      </div>
      <Checks checks={byCheck(events, all)} marked={marked} client={name} isOfDay={about !== undefined} />
    </section>
  );
}

/**
 * The events of each check: causes as rows, and below them what followed. `client`: is not said again. `isOfDay`: all
 * are of one day, which is said above.
 */
export function Checks(props: {
  checks: readonly CheckEvents[];
  marked: () => void;
  client?: string;
  isOfDay?: boolean;
}) {
  const { checks, ...shared } = props;
  return (
    <ul class="events">
      {checks.flatMap(({ causes, effects }) =>
        causes.map((event, index) => (
          <li key={event.id}>
            <EventRow event={event} effects={index === causes.length - 1 ? effects : []} {...shared} />
          </li>
        )),
      )}
    </ul>
  );
}

/** What an author changed, in words: "rating changed: 3★ → 5★". */
function useEdits(): (before: EventSide | null, after: EventSide | null) => string[] {
  const { t } = useWatchTexts();
  return (before, after) => {
    const [was, is] = [before?.stars, after?.stars];
    const [old, now] = [before?.text, after?.text];
    return [
      was != null && is != null && was !== is && t('watch.edits.stars', { was, is }),
      !!old && now === '' && t('watch.edits.removed', { text: firstOf(oneLine(old), MAX_QUOTE) }),
      old === '' && !!now && t('watch.edits.added', { text: firstOf(oneLine(now), MAX_QUOTE) }),
      !!old && !!now && old !== now && t('watch.edits.text'),
    ].filter((text) => text !== false);
  };
}

interface EventProps {
  readonly event: EventData;
  /** What followed from it. */
  readonly effects: readonly EventData[];
  readonly marked: () => void;
  readonly client?: string;
  readonly isOfDay?: boolean;
}

function EventRow(props: EventProps) {
  const { event, effects, client, isOfDay = false } = props;
  const { t, formats, language } = useTexts();
  const texts = useWatchTexts();
  const edits = useEdits();
  const { type, before, after, author, stars, published_at: published } = event;
  const [tone, sign] = signOf(type);
  const reason = after?.visibility_reason ?? null;
  const isEdit = type === 'review.edited';
  const text = isEdit ? '' : oneLine(event.text ?? after?.text ?? before?.text ?? '');
  const name = event.label ?? event.place_name ?? texts.t('watch.unnamed');
  const facts = [
    ...(isEdit ? edits(before, after) : []),
    ...changedFacts(language, before, after, isEdit ? ['stars'] : []),
  ];
  const lines = [
    type === 'review.not_visible' && reason !== null && reasonText(language, reason),
    lossText(language, event, formats.moment),
    event.same_author_review_id !== null && eventTexts(language)('sameAuthor'),
    type === 'review.missing' && eventTexts(language)('noVerdict'),
    type === 'watch.trouble' && texts.noJudgement,
  ].filter(Boolean);
  return (
    <article class="event" aria-label={`${titleOf(language, event)}: ${author ?? name}`}>
      <div>
        <p>
          <Mark tone={tone} sign={sign} text={titleOf(language, event)} />{' '}
          {stars !== null && <Stars value={stars} />} {author !== null && <strong>{author}</strong>}{' '}
          <span class="muted">
            {isOfDay ? event.at.slice(11, 16) : <Moment at={event.at} />}
            {name !== client && (
              <>
                {' · '}
                <a href={formatRoute(watchOf(event.watch_id))}>{name}</a>
              </>
            )}
          </span>
        </p>
        {facts.length > 0 && <p>{facts.join(' · ')}</p>}
        {text !== '' && (
          <p class="said" dir="auto">
            <q>{firstOf(text, MAX_QUOTE)}</q>
            {published !== null && (
              <span class="small muted">
                {' '}
                {texts.t('watch.events.published', { at: formats.moment(published) })}
              </span>
            )}
          </p>
        )}
        {isEdit && !!before?.text && !!after?.text && <Changed before={before.text} now={after.text} />}
        <Changed before={before?.reply} now={after?.reply} title={t('reviews.reply')} />
        {lines.map((line) => (
          <p key={line} class="small muted">
            {line}
          </p>
        ))}
        {effects.map((effect) => (
          <p key={effect.id} class="small muted effect">
            {changedFacts(language, effect.before, effect.after).join(' · ')}
          </p>
        ))}
      </div>
      <EventActions {...props} />
    </article>
  );
}

function EventActions({ event, effects, marked }: EventProps) {
  const { api } = useConsole();
  const { t, formats, language } = useTexts();
  const texts = useWatchTexts();
  const { author, done_at: done } = event;
  const url = webAddress(event.review_url);
  const title = eventTitle(language, event);
  const make = () => {
    const path = `events/${encodeURIComponent(event.id)}/evidence`;
    const name = `${datedName([texts.t('watch.events.evidenceName'), author], event.at)}.zip`;
    return namedFileOf(api, { path }, 'application/zip', name);
  };
  return (
    <div class="actions">
      {event.evidence && <Downloads files={[{ text: texts.t('watch.events.evidence'), make }]} />}
      {event.type === 'review.not_visible' && !event.evidence && (
        <p class="small muted">{texts.t('watch.events.noEvidence')}</p>
      )}
      {url !== null && (
        <ExternalLink href={url} about={t('reviews.about', { name: author ?? t('reviews.anonymous') })}>
          {t('reviews.open')}
        </ExternalLink>
      )}
      <CopyButton
        text={[title, ...eventLines(language, event)].join('\n')}
        name={`${texts.t('watch.events.mailName')}: ${title}`}
        label={texts.t('watch.events.mail')}
      />
      <MarkButton
        events={[event, ...effects]}
        isDone={done === null}
        text={texts.t(done === null ? 'watch.events.mark' : 'watch.events.unmark')}
        about={title}
        marked={marked}
      />
      {done !== null && (
        <span class="small muted">
          {[texts.t('watch.events.isDone'), event.done_by, formats.moment(done)].filter(Boolean).join(' · ')}
        </span>
      )}
    </div>
  );
}

/** A button that marks events as done for everybody, or takes the mark back. */
export function MarkButton(props: {
  events: readonly Pick<EventData, 'id' | 'done_at'>[];
  text: string;
  about?: string;
  isDone?: boolean;
  marked: () => void;
}) {
  const { events, text, about, isDone = true, marked } = props;
  const { api } = useConsole();
  const { t } = useWatchTexts();
  const news = useStore(createNews);
  const { isBusy, failure, run } = useAction();
  const ids = events.filter(({ done_at: at }) => (at === null) === isDone).map(({ id }) => id);
  if (ids.length === 0) return null;
  const mark = async () => {
    const body = { ids, done: isDone };
    const request = { path: 'events/done', method: 'POST' as const, body, signal: UNSTOPPED };
    await api.data(request, hasKey<{ marked: number }>('marked'));
    marked();
    void news.read();
    return t(isDone ? 'watch.events.marked' : 'watch.events.unmarked', { value: ids.length });
  };
  return (
    <>
      <Button
        text={text}
        class={about === undefined ? 'quiet' : 'quiet tiny'}
        aria-label={about && `${text}: ${about}`}
        isOff={isBusy}
        onClick={() => void run(mark)}
      />
      {failure !== null && <FailureNotice failure={failure} invalid={t('watch.invalid')} />}
    </>
  );
}
