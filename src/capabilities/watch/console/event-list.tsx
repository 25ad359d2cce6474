import { useSignal } from '@preact/signals';
import { oneLine } from '../../../core/published/one-line.js';
import { useAction } from '../../../kit/ui/action.js';
import { Button } from '../../../kit/ui/button.js';
import { useConsole, useStore, useTexts } from '../../../kit/ui/context.js';
import { CopyButton } from '../../../kit/ui/copy-button.js';
import { Downloads } from '../../../kit/ui/downloads.js';
import { ExternalLink, webAddress } from '../../../kit/ui/external-link.js';
import { FailureNotice } from '../../../kit/ui/failure-notice.js';
import { Menu } from '../../../kit/ui/menu.js';
import { Moment } from '../../../kit/ui/moment.js';
import { Mark, Stars } from '../../../kit/ui/signs.js';
import { formatRoute, watchOf } from '../../../kit/ui/state/route.js';
import { UNSTOPPED } from '../../../kit/ui/state/runs.js';
import { hasKey } from '../../../kit/ui/state/service.js';
import { changedFacts, eventTexts, eventTitle, firstOf, lossText, titleOf, whyLost } from '../event-texts.js';
import type { EventData, EventSide } from '../published.js';
import { type CheckEvents, signOf } from './event-kinds.js';
import { packOf } from './watch-actions.js';
import { useWatchTexts } from './watch-state.js';
import { createNews } from './watch-stores.js';

const MAX_QUOTE = 220;

/** The events of one client. `day`: the day of all of them. */
export function ClientEvents(props: {
  checks: readonly CheckEvents[];
  marked: () => void;
  name: string;
  day?: string | undefined;
}) {
  const { checks, marked, name, day } = props;
  const watches = new Set(checks.flatMap(({ causes }) => causes.map(({ watch_id: id }) => id)));
  const [first] = watches;
  const Heading = day === undefined ? 'h2' : 'h3';
  return (
    <section class="client-events" aria-label={[name, day].filter(Boolean).join(', ')}>
      <div class="toolbar">
        <Heading>{watches.size === 1 ? <a href={formatRoute(watchOf(first))}>{name}</a> : name}</Heading>
        {checks.length > 1 && <MarkButton checks={checks} about={name} marked={marked} isBatch />}
      </div>
      <Checks checks={checks} marked={marked} client={name} isOfDay={day !== undefined} />
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
      !!old && now === '' && t('watch.edits.noText', { text: firstOf(oneLine(old), MAX_QUOTE) }),
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

/** One event; once it is done, one grey line. */
function EventRow(props: EventProps) {
  const { event, effects, client, isOfDay = false, marked } = props;
  const { formats, language } = useTexts();
  const texts = useWatchTexts();
  const { type, author, stars, done_at: done, done_by: by } = event;
  const [tone, sign] = signOf(type);
  const name = event.label ?? event.place_name ?? texts.t('watch.unnamed');
  const title = titleOf(language, event);
  const isDone = done !== null;
  return (
    <article class={isDone ? 'event done' : 'event'} aria-label={`${title}: ${author ?? name}`}>
      <div>
        <p>
          {isDone ? title : <Mark tone={tone} sign={sign} text={title} />}{' '}
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
          {isDone &&
            ` · ${[texts.t('watch.events.isDone'), by, formats.moment(done)].filter(Boolean).join(' · ')}`}
        </p>
        {!isDone && <EventBody event={event} effects={effects} />}
      </div>
      <div class="actions">
        <MarkButton
          checks={[{ key: event.id, causes: [event], effects }]}
          about={eventTitle(language, event)}
          marked={marked}
        />
        {!isDone && <EventMenu event={event} />}
      </div>
    </article>
  );
}

/** What is different, in words and quotes. */
function EventBody({ event, effects }: Pick<EventProps, 'event' | 'effects'>) {
  const { t, formats, language } = useTexts();
  const texts = useWatchTexts();
  const edits = useEdits();
  const { type, before, after, published_at: published } = event;
  const reason = after?.visibility_reason ?? null;
  const isEdit = type === 'review.edited';
  const text = isEdit ? '' : oneLine(event.text ?? after?.text ?? before?.text ?? '');
  const facts = [
    ...(isEdit ? edits(before, after) : []),
    ...changedFacts(language, before, after, isEdit ? ['stars'] : []),
  ];
  const lines = [
    type === 'review.not_visible' && reason !== null && whyLost(language, reason),
    lossText(language, event, formats.moment),
    event.same_author_review_id !== null && eventTexts(language)('sameAuthor'),
    type === 'review.missing' && eventTexts(language)('noVerdict'),
    type === 'watch.trouble' && texts.noJudgement,
    type === 'review.not_visible' && !event.evidence && texts.t('watch.events.noEvidence'),
  ].filter(Boolean);
  return (
    <>
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
        <p key={effect.id} class="small muted">
          ↳ {changedFacts(language, effect.before, effect.after).join(' · ')}
        </p>
      ))}
    </>
  );
}

/** The file, the link and the text of an event. */
function EventMenu({ event }: { event: EventData }) {
  const { api } = useConsole();
  const { t, formats, language } = useTexts();
  const texts = useWatchTexts();
  const { author, evidence, stars, published_at: published } = event;
  const url = webAddress(event.review_url);
  const isOfReview = event.review_id !== null;
  if (!evidence && url === null && !isOfReview) return null;
  const make = () => packOf(api, texts, event);
  /** Two sentences for a client. */
  const letter = () => {
    const place = event.place_name ?? event.label ?? texts.t('watch.unnamed');
    const about = [
      author,
      stars !== null && `${stars}★`,
      published !== null && texts.t('watch.events.published', { at: formats.moment(published.slice(0, 10)) }),
    ];
    const known = lossText(language, event, formats.moment);
    const when = texts.t('watch.events.found', { at: formats.moment(event.at) });
    const second = known === null ? when : `${known.charAt(0).toLocaleUpperCase(language)}${known.slice(1)}`;
    return `${place}: ${titleOf(language, event)} (${about.filter(Boolean).join(', ')}). ${second}.`;
  };
  const title = eventTitle(language, event);
  return (
    <Menu text="⋯" name={`${t('more')}: ${title}`}>
      {evidence && <Downloads files={[{ text: texts.t('watch.events.evidence'), make }]} />}
      {url !== null && (
        <ExternalLink href={url} about={t('reviews.about', { name: author ?? t('reviews.anonymous') })}>
          {t('reviews.open')}
        </ExternalLink>
      )}
      <CopyButton
        text={letter()}
        name={`${texts.t('watch.events.mailName')}: ${title}`}
        label={texts.t('watch.events.mail')}
      />
    </Menu>
  );
}

/**
 * Marks the events of checks as done for everybody; then it takes its mark back. `isBatch`: the button names how many
 * events it marks.
 */
export function MarkButton(props: {
  checks: readonly CheckEvents[];
  about?: string;
  isBatch?: boolean;
  marked: () => void;
}) {
  const { checks, about, isBatch = false, marked } = props;
  const { api } = useConsole();
  const { t } = useWatchTexts();
  const news = useStore(createNews);
  const { isBusy, failure, run } = useAction();
  /** What this button marked; a single event is taken back also later. */
  const last = useSignal<readonly EventData[]>([]);
  const all = checks.flatMap(({ causes, effects }) => [...causes, ...effects]);
  const open = all.filter(({ done_at: at }) => at === null);
  const isUndo = isBatch ? last.value.length > 0 : open.length === 0;
  const events = isUndo ? (isBatch ? last.value : all) : open;
  if (events.length === 0) return null;
  const causes = new Set(checks.flatMap((check) => check.causes.map(({ id }) => id)));
  const value = events.filter(({ id }) => causes.has(id)).length || events.length;
  const mark = async () => {
    const body = { ids: events.map(({ id }) => id), done: !isUndo };
    const request = { path: 'events/done', method: 'POST' as const, body, signal: UNSTOPPED };
    await api.data(request, hasKey<{ marked: number }>('marked'));
    last.value = isUndo ? [] : events;
    marked();
    void news.read();
    return t(isUndo ? 'watch.events.unmarked' : 'watch.events.marked', { value });
  };
  const batch = isUndo ? ('watch.events.undoAll' as const) : ('watch.events.markAll' as const);
  const text = isBatch ? t(batch, { value }) : t(isUndo ? 'watch.events.undo' : 'watch.events.mark');
  return (
    <>
      <Button
        text={text}
        class="quiet tiny"
        aria-label={about && `${text}: ${about}`}
        isOff={isBusy}
        onClick={() => void run(mark)}
      />
      {failure !== null && <FailureNotice failure={failure} invalid={t('invalid')} />}
    </>
  );
}

/** A text as it was and as it is now, if both are known and differ; else the known one. `title`: of a reply. */
export function Changed(props: {
  before: string | null | undefined;
  now: string | null | undefined;
  title?: string;
}) {
  const { before, now, title } = props;
  const { t } = useWatchTexts();
  if (!before && !now) return null;
  const isChange = before != null && now !== undefined && before !== now;
  const shown = isChange
    ? ([
        [t('watch.ledger.before'), before],
        [t('watch.ledger.now'), now],
      ] as const)
    : ([[title, now ?? before]] as const);
  return (
    <div class={title === undefined ? 'stack' : 'stack quote'}>
      {shown.map(([name, text]) => (
        <p key={name} class="text" dir="auto">
          {name !== undefined && (
            <strong class="small">{[isChange && title, name].filter(Boolean).join(', ')}: </strong>
          )}
          {text || t('watch.ledger.nothing')}
        </p>
      ))}
    </div>
  );
}
