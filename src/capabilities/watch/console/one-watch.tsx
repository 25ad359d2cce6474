import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { oneLine } from '../../../core/published/one-line.js';
import { useAction } from '../../../kit/ui/action.js';
import { useConsole, usePageName, useTexts } from '../../../kit/ui/context.js';
import { ExternalLink } from '../../../kit/ui/external-link.js';
import { FailureNotice } from '../../../kit/ui/failure-notice.js';
import { Choice, TextInput } from '../../../kit/ui/fields.js';
import { Menu } from '../../../kit/ui/menu.js';
import { Moment } from '../../../kit/ui/moment.js';
import { formatRoute, type Route, watchOf } from '../../../kit/ui/state/route.js';
import { UNSTOPPED } from '../../../kit/ui/state/runs.js';
import { setter } from '../../../kit/ui/state/ui-signals.js';
import type { EventData, WatchData } from '../published.js';
import { EVIDENCE_POLICIES } from '../values.js';
import { Delta, figure } from './delta.js';
import { byCheck } from './event-kinds.js';
import { Checks } from './event-list.js';
import { type Day, HistoryChart, type PeriodRecord, readRecord } from './history-chart.js';
import { Ledger } from './ledger-table.js';
import { ALL_TIME, type Period, PeriodChoice } from './period.js';
import { Actions, pathOf, useWatchFiles } from './watch-actions.js';
import { countsText, hiddenOf, StateMark } from './watch-figures.js';
import {
  type Answer,
  type Events,
  isWatch,
  Reading,
  readEvents,
  useAnswer,
  useRefresh,
  useWatchTexts,
} from './watch-state.js';

const TABS = ['course', 'reviews', 'settings'] as const;

/** One watch: its figures, and its history, reviews, files and settings, one at a time. */
export function WatchPage({ route }: { route: Extract<Route, { view: 'watch' }> }) {
  const { api, go } = useConsole();
  const texts = useWatchTexts();
  const { t } = texts;
  const answer = useAnswer(route.id, (signal) => api.data({ path: pathOf(route), signal }, isWatch));
  const { data: watch, put } = answer;
  usePageName(watch && texts.nameOf(watch));
  const period = useSignal<Period>(ALL_TIME);
  /** The last check when the user asked for another check. */
  const asked = useSignal<{ readonly before: string | null } | null>(null);
  const isAsked = watch !== null && asked.value?.before === watch.checked_at;
  useRefresh(isAsked || watch?.state === 'new', answer.again);
  // The address of one watch has its tab as its kind.
  const tab = TABS.find((one) => one === route.kind) ?? 'course';
  const isPaused = watch?.state === 'paused';
  const done: Parameters<typeof Actions>[0]['done'] = (action, [changed]) => {
    if (action === 'check') asked.value = { before: watch?.checked_at ?? null };
    if (action === 'remove' && changed !== undefined) go(watchOf());
    else if (changed !== undefined) put(changed);
  };
  const history = useHistory(route.id, watch?.checked_at ?? null, period.value);
  return (
    <>
      <p>
        <a href={formatRoute(watchOf())}>← {t('watch.back')}</a>
      </p>
      <Reading of={answer} />
      {watch !== null && (
        <section class="card" aria-label={texts.nameOf(watch)}>
          <div class="toolbar">
            <Subject watch={watch} />
            <div class="actions">
              <Report watch={watch} period={period.value} />
              <Actions watches={[watch]} shown={['check']} done={done} />
              <Menu text="⋯" name={t('more')}>
                <Actions watches={[watch]} shown={[isPaused ? 'resume' : 'pause', 'remove']} done={done} />
              </Menu>
            </div>
          </div>
          <Tiles watch={watch} days={history.record.data?.course ?? []} />
          <nav class="tabs" aria-label={t('watch.modes')}>
            {TABS.map((one) => (
              <a
                key={one}
                href={formatRoute({ ...watchOf(route.id), kind: one === 'course' ? '' : one })}
                aria-current={one === tab ? 'page' : undefined}
              >
                {t(`watch.tabs.${one}`)}
              </a>
            ))}
          </nav>
          {tab !== 'settings' && (
            <div class="line fields">
              <PeriodChoice id="watch-period" period={period.value} choose={setter(period)} />
            </div>
          )}
          {tab === 'course' && <History watch={watch} period={period.value} {...history} />}
          {tab === 'reviews' && <Ledger route={route} period={period.value} checked={watch.checked_at} />}
          {tab === 'settings' && <Settings watch={watch} put={put} />}
        </section>
      )}
    </>
  );
}

function Subject({ watch }: { watch: WatchData }) {
  const { t } = useWatchTexts();
  const { kind, subject, place_name: place, label, client, note } = watch;
  const about = [client, label === null ? null : place, t(`watch.kinds.${kind}`), note].filter(Boolean);
  return (
    <p class="muted">
      {about.join(' · ')}
      {' · '}
      {kind === 'place' && (
        <a href={formatRoute({ view: 'place', query: subject })}>{t('watch.one.openPlace')}</a>
      )}
      {kind === 'review' && <ExternalLink href={subject}>{t('reviews.open')}</ExternalLink>}
    </p>
  );
}

interface WatchHistory {
  readonly record: Answer<PeriodRecord>;
  readonly events: Answer<Events>;
}

/** The record of a period, and its events, the newest first. They are read again after each check. */
function useHistory(id: string, checked: string | null, period: Period): WatchHistory {
  const { api } = useConsole();
  const { from, to } = period;
  const question = `${checked} ${from} ${to}`;
  const events = useAnswer(question, (signal) =>
    readEvents(api, `${pathOf({ id })}/events`, signal, { from: from || undefined, to: to || undefined }),
  );
  const record = useAnswer(question, (signal) => readRecord(api, id, period, signal));
  return { events, record };
}

/** The figures of a watch, each with its difference to the first result of the period; "–" for what is not known. */
function Tiles({ watch, days }: { watch: WatchData; days: readonly Day[] }) {
  const { formats } = useTexts();
  const texts = useWatchTexts();
  const { t } = texts;
  const { kind, figures, next_check_at: next, checked_at: checked, proven_at: proven } = watch;
  const hidden = hiddenOf(watch);
  const least = hidden?.isLeast ? '≥ ' : '';
  const change = (field: 'rating' | 'review_count', write: (value: number) => string) => {
    const first = days.find((one) => one[field] !== null);
    const [shown, before] = [figures?.[field] ?? null, first?.[field] ?? null];
    if (first === undefined || shown === null || before === null) return null;
    // The figure may be older than the period.
    return first.day >= (figures?.at.slice(0, 10) ?? '') ? null : (
      <>
        <Delta change={shown - before} write={write} />{' '}
        <span class="small muted">{t('watch.one.since', { day: formats.moment(first.day) })}</span>
      </>
    );
  };
  const tile = (name: string, value: ComponentChildren, more?: ComponentChildren) => (
    <div key={name}>
      <dt>{name}</dt>
      <dd>
        <strong>{value}</strong> {more}
      </dd>
    </div>
  );
  const detail = [
    ...countsText(texts, watch, formats),
    ...(figures === null ? [] : [t('watch.list.read', { at: formats.moment(figures.at) })]),
    ...(proven === checked || proven === null ? [] : [`${t('watch.one.proven')}: ${formats.moment(proven)}`]),
  ];
  return (
    <>
      <div class="line words">
        <StateMark watch={watch} />
        <span class="small muted">{detail.join(' · ')}</span>
      </div>
      {watch.state === 'trouble' && <p class="small muted">{texts.noJudgement}</p>}
      {watch.coverage?.complete === false && <p class="notice">{t('watch.add.cap')}</p>}
      <dl class="tiles">
        {kind === 'place' && [
          tile(
            t('watch.chart.rating'),
            figure(figures?.rating, (value) => `${formats.decimal(value)} ★`),
            change('rating', formats.decimal),
          ),
          tile(
            t('watch.chart.count'),
            figure(figures?.review_count, formats.number),
            change('review_count', formats.number),
          ),
        ]}
        {tile(t('watch.ledger.filters.not_visible'), least + figure(hidden?.value, formats.number))}
        {tile(t('watch.list.checked'), checked === null ? '–' : <Moment at={checked} />)}
        {tile(t('watch.one.next'), next === null ? '–' : <Moment at={next} />)}
      </dl>
    </>
  );
}

/** The chart and the events of a period. */
function History({ watch, period, record, events }: WatchHistory & { watch: WatchData; period: Period }) {
  const { t } = useWatchTexts();
  const shown = events.data?.events ?? [];
  return (
    <>
      <Reading of={record.failure === null ? events : record} />
      {watch.kind === 'place' && record.data !== null && (
        <HistoryChart days={record.data.course} events={shown} />
      )}
      {events.data !== null && (
        <section class="stack" aria-labelledby="watch-events">
          <h2 id="watch-events">{t('titles.events')}</h2>
          {events.data.count > shown.length && (
            <p class="muted">{t('watch.events.newest', { shown: shown.length, all: events.data.count })}</p>
          )}
          {shown.length === 0 && record.data !== null && (
            <p class="muted">{t(record.data.cover.is_known ? 'watch.start.none' : 'watch.one.noEvents')}</p>
          )}
          <Checks checks={byCheck(shown.slice(0, EVENTS))} marked={events.again} client={nameIn(shown)} />
          {shown.length > EVENTS && (
            <p>
              <a
                href={formatRoute({
                  ...{ view: 'home', client: watch.client ?? '', ...period },
                  from: period.from || watch.created_at.slice(0, 10),
                })}
              >
                {t('watch.one.allEvents')}
              </a>
            </p>
          )}
        </section>
      )}
    </>
  );
}

/** Events on the page of a watch; the view of changes has all. */
const EVENTS = 200;
const nameIn = ([event]: readonly EventData[]) => event?.label ?? event?.place_name ?? '';

/** The reports of the period, behind a button. */
function Report({ watch, period }: { watch: WatchData; period: Period }) {
  const { t } = useWatchTexts();
  const files = useWatchFiles();
  return (
    files && (
      <Menu text={t('watch.one.report')}>
        <files.Reports watches={[watch]} {...period} />
      </Menu>
    )
  );
}

/** Hours between two checks to choose from. */
const HOURS = [1, 3, 6, 12, 24, 48, 168];

function Settings({ watch, put }: { watch: WatchData; put: (watch: WatchData) => void }) {
  const { api } = useConsole();
  const { t, every } = useWatchTexts();
  const label = useSignal(watch.label ?? '');
  const note = useSignal(watch.note ?? '');
  const client = useSignal(watch.client ?? '');
  const interval = useSignal(watch.interval_hours);
  const hours = [...new Set([...HOURS, watch.interval_hours])].sort((a, b) => a - b);
  const evidence = useSignal(watch.evidence);
  const { isBusy, failure, run } = useAction();
  const nameIn = (text: string) => oneLine(text) || null;
  const body = {
    ...{ label: nameIn(label.value), client: nameIn(client.value), note: note.value.trim() || null },
    ...{ interval_hours: interval.value, evidence: evidence.value },
  };
  const isUnsaved = Object.entries(body).some(
    ([field, value]) => watch[field as keyof typeof body] !== value,
  );
  const save = (event: Event) => {
    event.preventDefault();
    void run(async () => {
      put(await api.data({ path: pathOf(watch), method: 'PATCH', body, signal: UNSTOPPED }, isWatch));
      return t('watch.settings.saved');
    });
  };
  return (
    <form class="stack" aria-label={t('watch.settings.title')} onSubmit={save}>
      <label for="own-label">{t('watch.add.name')}</label>
      <TextInput id="own-label" value={label.value} change={setter(label)} />
      <label for="own-client">{t('watch.client')}</label>
      <TextInput id="own-client" value={client.value} change={setter(client)} />
      <label for="own-note">{t('watch.settings.note')}</label>
      <TextInput id="own-note" value={note.value} change={setter(note)} />
      <div class="line fields">
        <Choice
          id="own-interval"
          label={t('watch.settings.interval')}
          value={interval.value}
          options={hours.map((value) => [value, every(value)] as const)}
          choose={setter(interval)}
        />
        <Choice
          id="own-evidence"
          label={t('watch.settings.evidence')}
          value={evidence.value}
          options={EVIDENCE_POLICIES.map((one) => [one, t(`watch.settings.evidenceChoices.${one}`)])}
          choose={setter(evidence)}
        />
      </div>
      <div class="actions">
        <button type="submit" aria-disabled={isBusy}>
          {t('watch.settings.save')}
        </button>
        {isUnsaved && <span class="warn toned">{t('watch.settings.unsaved')}</span>}
      </div>
      {failure !== null && <FailureNotice failure={failure} invalid={t('watch.invalid')} />}
    </form>
  );
}
