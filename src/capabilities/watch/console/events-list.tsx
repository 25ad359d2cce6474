import { useSignal } from '@preact/signals';
import { reasonText } from '../../../core/texts/outcomes.js';
import { datedName } from '../../../kit/lists/file-name.js';
import { useConsole, useTexts } from '../../../kit/ui/context.js';
import { Table } from '../../../kit/ui/data-table.js';
import { Downloads } from '../../../kit/ui/downloads.js';
import { ExternalLink, webAddress } from '../../../kit/ui/external-link.js';
import { Choice } from '../../../kit/ui/fields.js';
import { Mark, Stars, type Tone } from '../../../kit/ui/signs.js';
import { formatRoute, watchOf } from '../../../kit/ui/state/route.js';
import { namedFileOf } from '../../../kit/ui/state/service.js';
import { eventTexts, lossText, titleOf } from '../event-texts.js';
import type { EventData, EventType } from '../published.js';
import { Changed, ChangedReply, changedFacts } from './changed.js';
import { type Events, nameOf, Reading, readEvents, useAnswer, useWatchTexts } from './watch-state.js';

/** The newest events of all watches; an empty type shows all types. */
export function EventsPage({ type }: { type: string }) {
  const { api, go } = useConsole();
  const { t, events: words } = useWatchTexts();
  const answer = useAnswer(type, (signal) =>
    readEvents(api, 'events', signal, { types: type === '' ? undefined : type }),
  );
  return (
    <section class="card" aria-label={t('titles.events')}>
      <Choice
        isBeside
        id="event-type"
        label={t('titles.events')}
        value={type}
        options={[['', t('watch.all')], ...words.types]}
        choose={(chosen) => go({ view: 'events', type: chosen })}
      />
      <Reading of={answer} />
      {answer.data !== null && <EventTable shown={answer.data} none={t('watch.events.none')} isOfAll />}
    </section>
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

/** A table of events, the newest first. `isOfAll`: with a column that names the watch. */
export function EventTable(props: { shown: Events; none: string; isOfAll?: boolean }) {
  const { shown, none, isOfAll = false } = props;
  const { events, count } = shown;
  const { t, formats } = useTexts();
  const texts = useWatchTexts();
  const page = useSignal(0);
  if (events.length === 0) return <p class="muted">{none}</p>;
  const name = {
    header: t('titles.watch'),
    width: '24%',
    cell: (event: EventData) => <a href={formatRoute(watchOf(event.watch_id))}>{nameOf(texts, event)}</a>,
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
          { header: t('titles.events'), cell: (event) => <EventCell event={event} /> },
        ]}
      />
    </>
  );
}

function EventCell({ event }: { event: EventData }) {
  const { api } = useConsole();
  const { t, formats, language } = useTexts();
  const texts = useWatchTexts();
  const { type, before, after, author, review_url: url } = event;
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
        {author !== null && <strong>{author}</strong>}{' '}
        {after?.stars != null && before?.stars == null && <Stars value={after.stars} />}
      </p>
      {facts.length > 0 && <p>{facts.join(' · ')}</p>}
      {type === 'review.not_visible' && reason !== null && <p>{reasonText(language, reason)}</p>}
      {lossText(language, event, formats.moment) !== null && (
        <p>{lossText(language, event, formats.moment)}</p>
      )}
      {event.same_author_review_id !== null && <p>{eventTexts(language)('sameAuthor')}</p>}
      {type === 'watch.trouble' && <p class="small muted">{texts.noJudgement}</p>}
      <Changed before={before?.text} now={after?.text} />
      <ChangedReply before={before?.reply} now={after?.reply} title={t('reviews.reply')} />
      {webAddress(url) !== null && (
        <p>
          <ExternalLink href={url} about={t('reviews.about', { name: author ?? t('reviews.anonymous') })}>
            {t('reviews.open')}
          </ExternalLink>
        </p>
      )}
      {event.evidence && (
        <p>
          <Downloads files={[{ text: texts.t('watch.events.evidence'), make }]} />
        </p>
      )}
    </div>
  );
}
