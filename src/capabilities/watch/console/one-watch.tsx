import { useSignal } from '@preact/signals';
import { useAction } from '../../../kit/ui/action.js';
import { useConsole, useTexts } from '../../../kit/ui/context.js';
import { ExternalLink } from '../../../kit/ui/external-link.js';
import { FailureNotice } from '../../../kit/ui/failure-notice.js';
import { TextInput } from '../../../kit/ui/fields.js';
import { formatRoute, type Route, watchOf } from '../../../kit/ui/state/route.js';
import { UNSTOPPED } from '../../../kit/ui/state/runs.js';
import { hasKey } from '../../../kit/ui/state/service.js';
import { setter } from '../../../kit/ui/state/ui-signals.js';
import type { WatchData } from '../published.js';
import { CheckFields } from './check-fields.js';
import { EventTable } from './events-list.js';
import { Ledger } from './ledger-table.js';
import { type Check, Timeline } from './timeline.js';
import { Actions, actionsOf, pathOf } from './watch-actions.js';
import { countsText, StateMark } from './watch-overview.js';
import { isWatch, Reading, readEvents, useAnswer, useRefresh, useWatchTexts } from './watch-state.js';

/** Maximum checks that the time line shows. */
const CHECKS = 500;

/** One watch: its state, time line, events, ledger and settings. */
export function WatchPage({ route }: { route: Extract<Route, { view: 'watch' }> }) {
  const { api, go } = useConsole();
  const texts = useWatchTexts();
  const answer = useAnswer(route.id, (signal) => api.data({ path: pathOf(route), signal }, isWatch));
  const { data: watch, put } = answer;
  /** The last check when the user asked for another check. */
  const asked = useSignal<{ readonly before: string | null } | null>(null);
  const isAsked = watch !== null && asked.value?.before === watch.checked_at;
  useRefresh(isAsked || watch?.state === 'new', answer.again);
  return (
    <>
      <p>
        <a href={formatRoute(watchOf())}>← {texts.t('watch.back')}</a>
      </p>
      <Reading of={answer} />
      {watch !== null && (
        <section class="card" aria-labelledby="watch-name">
          <div class="stack">
            <h2 id="watch-name">{texts.nameOf(watch)}</h2>
            <Subject watch={watch} />
          </div>
          <Facts watch={watch} />
          <Actions
            watches={[watch]}
            shown={actionsOf(watch)}
            done={(action, [changed]) => {
              if (action === 'check') asked.value = { before: watch.checked_at };
              if (action === 'remove' && changed !== undefined) go(watchOf());
              else if (changed !== undefined) put(changed);
            }}
          />
          <History watch={watch} />
          <Ledger route={route} checked={watch.checked_at} />
          <Settings watch={watch} put={put} />
        </section>
      )}
    </>
  );
}

function Subject({ watch: { kind, subject, place_name: place, label } }: { watch: WatchData }) {
  const { t } = useWatchTexts();
  const about = [label === null ? null : place, t(`watch.kinds.${kind}`)].filter((part) => part !== null);
  return (
    <p class="muted address">
      {`${about.join(' · ')} · `}
      {kind === 'place' && <a href={formatRoute({ view: 'place', query: subject })}>{subject}</a>}
      {kind === 'review' && <ExternalLink href={subject}>{t('reviews.open')}</ExternalLink>}
    </p>
  );
}

function Facts({ watch }: { watch: WatchData }) {
  const { formats } = useTexts();
  const texts = useWatchTexts();
  const { t, noJudgement, every } = texts;
  const { next_check_at: next, note, checked_at: checked } = watch;
  const moment = (at: string | null) => (at === null ? '–' : formats.moment(at));
  const facts: readonly (readonly [string, string] | false)[] = [
    [t('watch.list.ledger'), countsText(texts, watch, formats).join(' · ')],
    [t('watch.list.checked'), moment(checked)],
    watch.proven_at !== checked && [t('watch.one.proven'), moment(watch.proven_at)],
    next !== null && [t('watch.one.next'), moment(next)],
    [t('watch.one.checks'), every(watch.interval_hours)],
    !!watch.client && [t('watch.client'), watch.client],
    !!note && [t('watch.settings.note'), note],
    [t('watch.one.added'), moment(watch.created_at)],
    watch.legal_hold && [t('watch.settings.hold'), '✓'],
  ];
  return (
    <>
      <div>
        <StateMark watch={watch} />
        {watch.state === 'trouble' && <p class="small muted">{noJudgement}</p>}
      </div>
      {watch.coverage?.complete === false && <p class="notice">{t('watch.add.cap')}</p>}
      <dl>
        {facts
          .filter((fact) => fact !== false)
          .map(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name}:`}>{value}</dd>])}
      </dl>
    </>
  );
}

/** The time line and the events. They are read again after each check. */
function History({ watch }: { watch: WatchData }) {
  const { api } = useConsole();
  const { t } = useWatchTexts();
  const events = useAnswer(`${watch.checked_at}`, (signal) =>
    readEvents(api, `${pathOf(watch)}/events`, signal),
  );
  const checks = useAnswer(`${watch.checked_at}`, async (signal) => {
    const request = { path: `${pathOf(watch)}/checks`, query: { limit: String(CHECKS) }, signal };
    return (await api.data(request, hasKey<{ checks: readonly Check[] }>('checks'))).checks;
  });
  return (
    <>
      <Reading of={checks.failure === null ? events : checks} />
      {watch.kind === 'place' && checks.data !== null && <Timeline checks={checks.data} />}
      {events.data !== null && (
        <section class="stack" aria-labelledby="watch-events">
          <h3 id="watch-events">{t('titles.events')}</h3>
          <EventTable shown={events.data} none={t('watch.one.noEvents')} marked={events.again} />
        </section>
      )}
    </>
  );
}

function Settings({ watch, put }: { watch: WatchData; put: (watch: WatchData) => void }) {
  const { api } = useConsole();
  const { language } = useTexts();
  const { t } = useWatchTexts();
  const label = useSignal(watch.label ?? '');
  const note = useSignal(watch.note ?? '');
  const client = useSignal(watch.client ?? '');
  const interval = useSignal<number | null>(watch.interval_hours);
  const evidence = useSignal(watch.evidence);
  const isHeld = useSignal(watch.legal_hold);
  const { isBusy, failure, run } = useAction();
  const save = (event: Event) => {
    event.preventDefault();
    void run(async () => {
      const body = {
        label: label.value.trim() || null,
        note: note.value.trim() || null,
        client: client.value.trim() || null,
        interval_hours: interval.value,
        evidence: evidence.value,
        legal_hold: isHeld.value,
      };
      put(await api.data({ path: pathOf(watch), method: 'PATCH', body, signal: UNSTOPPED }, isWatch));
      return t('watch.settings.saved');
    });
  };
  return (
    <details>
      <summary>{t('watch.settings.title')}</summary>
      <p class="small">
        <a href={`${watch.feed_url}${watch.feed_url?.includes('?') === true ? '&' : '?'}lang=${language}`}>
          {t('watch.one.feed')}
        </a>
      </p>
      <form class="stack" aria-label={t('watch.settings.title')} onSubmit={save}>
        <label for="own-label">{t('watch.add.name')}</label>
        <TextInput id="own-label" value={label.value} change={setter(label)} />
        <label for="own-client">{t('watch.client')}</label>
        <TextInput id="own-client" value={client.value} change={setter(client)} />
        <label for="own-note">{t('watch.settings.note')}</label>
        <TextInput id="own-note" value={note.value} change={setter(note)} />
        <div class="line fields">
          <CheckFields id="own" interval={interval} evidence={evidence} hasUsual={false} />
        </div>
        <label class="switch">
          <input
            type="checkbox"
            checked={isHeld.value}
            onChange={({ currentTarget }) => setter(isHeld)(currentTarget.checked)}
          />{' '}
          {t('watch.settings.hold')}
        </label>
        <div class="actions">
          <button type="submit" aria-disabled={isBusy}>
            {t('watch.settings.save')}
          </button>
        </div>
        {failure !== null && <FailureNotice failure={failure} invalid={t('watch.invalid')} />}
      </form>
    </details>
  );
}
