import { useSignal } from '@preact/signals';
import { type ComponentChildren, Fragment } from 'preact';
import { oneLine } from '../../../core/published/one-line.js';
import { useAction } from '../../../kit/ui/action.js';
import { type Answer, Reading, useAnswer, useRefresh } from '../../../kit/ui/answer.js';
import { useConsole, usePageName, useTexts } from '../../../kit/ui/context.js';
import { CopyButton } from '../../../kit/ui/copy-button.js';
import { ExternalLink } from '../../../kit/ui/external-link.js';
import { FailureNotice } from '../../../kit/ui/failure-notice.js';
import { Choice, TextInput } from '../../../kit/ui/fields.js';
import { Menu } from '../../../kit/ui/menu.js';
import { Moment } from '../../../kit/ui/moment.js';
import { Pager, pageOf } from '../../../kit/ui/pager.js';
import { useQuestion } from '../../../kit/ui/question.js';
import { formatRoute, type Route, watchOf } from '../../../kit/ui/state/route.js';
import { UNSTOPPED } from '../../../kit/ui/state/runs.js';
import { setter } from '../../../kit/ui/state/ui-signals.js';
import type { WatchData } from '../published.js';
import { EVIDENCE_POLICIES } from '../values.js';
import { byCheck } from './event-kinds.js';
import { Checks } from './event-list.js';
import { type Day, HistoryChart, type PeriodRecord, readRecord, sinceMove } from './history-chart.js';
import { Ledger } from './ledger-table.js';
import { ALL_TIME, type Period, PeriodChoice } from './period.js';
import { Actions, pathOf, useWatchFiles } from './watch-actions.js';
import { countsText, Delta, figure, hiddenOf, StateMark } from './watch-figures.js';
import { isWatch, useWatchTexts } from './watch-state.js';
import { type Events, readEvents } from './watch-stores.js';

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
  const files = useWatchFiles();
  // Read again after each check.
  const checked = watch?.checked_at ?? null;
  const { from, to } = period.value;
  const filter = { from: from || undefined, to: to || undefined };
  const path = `${pathOf(route)}/events`;
  const events = useAnswer(`${from} ${to}`, (signal) => readEvents(api, path, signal, filter), checked);
  const readPeriod = (signal: AbortSignal) => readRecord(api, route.id, period.value, signal);
  const record = useAnswer(`${from} ${to}`, readPeriod, checked);
  return (
    <>
      <p>
        <a href={formatRoute(watchOf())}>← {t('watch.back')}</a>
      </p>
      <Reading of={answer} notFound={t('watch.notFound')} />
      {watch !== null && (
        <section class="card" aria-label={texts.nameOf(watch)}>
          <div class="toolbar">
            <Subject watch={watch} />
            <div class="actions">
              {files && (
                <Menu text={t('watch.one.report')}>
                  <files.Reports watches={[watch]} {...period.value} />
                </Menu>
              )}
              <Actions watches={[watch]} shown={['check']} done={done} />
              <Menu text="⋯" name={t('more')}>
                <Actions watches={[watch]} shown={[isPaused ? 'resume' : 'pause', 'remove']} done={done} />
              </Menu>
            </div>
          </div>
          <Tiles watch={watch} days={record.data === null ? [] : sinceMove(record.data).course} />
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
          {tab === 'course' && <History {...{ watch, record, events }} />}
          {tab === 'reviews' && <Ledger route={route} period={period.value} checked={checked} />}
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
      {kind === 'place' ? (
        <>
          <a href={formatRoute({ view: 'place', query: subject })}>{t('watch.one.openPlace')}</a>
          {' · '}
          <code>{subject}</code> <CopyButton text={subject} name="Place ID" />
        </>
      ) : (
        <ExternalLink href={subject}>{t('reviews.open')}</ExternalLink>
      )}
    </p>
  );
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
    const isZero = write(Math.abs(shown - before)) === write(0);
    // The figure may be older than the period.
    return isZero || first.day >= (figures?.at.slice(0, 10) ?? '') ? null : (
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
      {watch.coverage?.complete === false && watch.coverage.read > 4_000 && (
        <p class="notice">{t('watch.add.cap')}</p>
      )}
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
function History(props: { watch: WatchData; record: Answer<PeriodRecord>; events: Answer<Events> }) {
  const { watch, record, events } = props;
  const { t, nameOf } = useWatchTexts();
  const page = useSignal(0);
  const shown = events.data?.events ?? [];
  const checks = byCheck(shown);
  const part = pageOf(checks, page.value);
  return (
    <>
      <Reading of={record.failure === null ? events : record} />
      {watch.kind === 'place' && record.data !== null && <HistoryChart record={record.data} events={shown} />}
      {events.data !== null && (
        <section class="stack" aria-labelledby="watch-events">
          <h2 id="watch-events">{t('titles.events')}</h2>
          {events.data.total > shown.length && (
            <p class="muted">{t('watch.events.newest', { shown: shown.length, all: events.data.total })}</p>
          )}
          {shown.length === 0 && record.data !== null && (
            <p class="muted">{t(record.data.cover.is_known ? 'watch.start.none' : 'watch.one.noEvents')}</p>
          )}
          <Checks checks={part.rows} marked={events.again} client={nameOf(watch)} />
          <Pager page={part.page} all={checks.length} turn={setter(page)} />
        </section>
      )}
    </>
  );
}

/** Hours between two checks to choose from. */
const HOURS = [1, 3, 6, 12, 24, 48, 168];

function Settings({ watch, put }: { watch: WatchData; put: (watch: WatchData) => void }) {
  const { api } = useConsole();
  const { t, every } = useWatchTexts();
  /** What the user changed. The other fields may be changed by somebody else meanwhile, so they are not sent. */
  const own = useSignal<Partial<WatchData>>({});
  const change = (changes: Partial<WatchData>) => setter(own)({ ...own.value, ...changes });
  const form = { ...watch, ...own.value };
  const hours = [...new Set([...HOURS, watch.interval_hours])].sort((a, b) => a - b);
  const { isBusy, failure, run } = useAction();
  const line = (text: string | null) => oneLine(text ?? '') || null;
  const texts = { label: line(form.label), client: line(form.client), note: form.note?.trim() || null };
  const body = Object.fromEntries(
    Object.entries({ ...own.value, ...texts }).filter(
      ([field, value]) => watch[field as keyof WatchData] !== value,
    ),
  );
  const isUnsaved = Object.keys(body).length > 0;
  useQuestion(isUnsaved, t('watch.settings.leave'));
  const save = (event: Event) => {
    event.preventDefault();
    void run(async () => {
      const request = { path: pathOf(watch), method: 'PATCH', body, signal: UNSTOPPED } as const;
      const sent = own.value;
      if (isUnsaved) put(await api.data(request, isWatch));
      // What was typed meanwhile was not sent.
      if (own.value === sent) own.value = {};
      return t('watch.settings.saved');
    });
  };
  return (
    <form class="stack" aria-label={t('watch.settings.title')} onSubmit={save}>
      {(['label', 'client', 'note'] as const).map((one) => (
        <Fragment key={one}>
          <label for={`own-${one}`}>{t(`watch.settings.${one}`)}</label>
          <TextInput id={`own-${one}`} value={form[one] ?? ''} change={(text) => change({ [one]: text })} />
        </Fragment>
      ))}
      <div class="line fields">
        <Choice
          id="own-interval"
          label={t('watch.settings.interval')}
          value={form.interval_hours}
          options={hours.map((value) => [value, every(value)] as const)}
          choose={(interval_hours) => change({ interval_hours })}
        />
        <Choice
          id="own-evidence"
          label={t('watch.settings.evidence')}
          value={form.evidence}
          options={EVIDENCE_POLICIES.map((one) => [one, t(`watch.settings.evidenceChoices.${one}`)])}
          choose={(evidence) => change({ evidence })}
        />
      </div>
      <div class="actions">
        <button type="submit" aria-disabled={isBusy}>
          {t('watch.settings.save')}
        </button>
        {isUnsaved && <span class="warn toned">{t('watch.settings.unsaved')}</span>}
      </div>
      {failure !== null && <FailureNotice failure={failure} invalid={t('invalid')} />}
    </form>
  );
}
