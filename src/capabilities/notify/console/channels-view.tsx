import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useAction } from '../../../kit/ui/action.js';
import { Button } from '../../../kit/ui/button.js';
import { useConsole, useTexts } from '../../../kit/ui/context.js';
import { CopyButton } from '../../../kit/ui/copy-button.js';
import { FailureNotice } from '../../../kit/ui/failure-notice.js';
import { Chips, Choice, TextInput } from '../../../kit/ui/fields.js';
import { ConfirmedButton } from '../../../kit/ui/question.js';
import { Mark } from '../../../kit/ui/signs.js';
import { formatRoute } from '../../../kit/ui/state/route.js';
import { UNSTOPPED } from '../../../kit/ui/state/runs.js';
import { hasKey } from '../../../kit/ui/state/service.js';
import { setter, toggled } from '../../../kit/ui/state/ui-signals.js';
import { WatchFrame } from '../../watch/console/watch-frame.js';
import { Reading, useAnswer, useRefresh, useWatchTexts } from '../../watch/console/watch-state.js';
import { eventTexts } from '../../watch/event-texts.js';
import type { ChannelData, DeliveryData, EventType } from '../../watch/published.js';

const isChannel = hasKey<ChannelData>('target');
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const pathOf = (id: string) => `channels/${encodeURIComponent(id)}`;

interface ChannelProps {
  /** The channel that was made or rotated, with its secret, which no other answer shows. */
  readonly made: Signal<ChannelData | null>;
  /** Reads the channels again. */
  again(): void;
}

export function ChannelsView() {
  const shown = useConsole().route.value;
  return <WatchFrame>{shown.view === 'channels' && <ChannelsPage id={shown.id} />}</WatchFrame>;
}

/** The channels with a form for more; or one channel with its deliveries. */
function ChannelsPage({ id }: { id: string }) {
  const { api } = useConsole();
  const { t } = useWatchTexts();
  const answer = useAnswer('', async (signal) => {
    const shape = hasKey<{ channels: readonly ChannelData[] }>('channels');
    return (await api.data({ path: 'channels', signal }, shape)).channels;
  });
  const made = useSignal<ChannelData | null>(null);
  const { data, again } = answer;
  const one = data?.find((channel) => channel.id === id);
  if (id !== '')
    return (
      <>
        <p>
          <a href={formatRoute({ view: 'channels', id: '' })}>← {t('watch.channels.back')}</a>
        </p>
        <Reading of={answer} />
        {one !== undefined && <Deliveries key={id} channel={one} />}
      </>
    );
  return (
    <>
      <p class="intro">{t('watch.channels.intro')}</p>
      <Reading of={answer} />
      <Secret made={made} />
      <section class="card" aria-label={t('titles.channels')} id="channels" tabIndex={-1}>
        {data?.length === 0 && <p class="muted">{t('watch.channels.none')}</p>}
        <ul class="rows">
          {data?.map((channel) => (
            <ChannelItem key={channel.id} channel={channel} made={made} again={again} />
          ))}
        </ul>
        {data !== null && <ChannelForm made={made} again={again} />}
      </section>
    </>
  );
}

/** The secret of a webhook, until the user hides it. */
function Secret({ made }: Pick<ChannelProps, 'made'>) {
  const { t } = useWatchTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  const secret = made.value?.secret;
  useEffect(() => heading.current?.focus(), [secret]);
  if (secret === undefined) return null;
  const hide = () => {
    made.value = null;
    document.getElementById('channels')?.focus();
  };
  return (
    <section class="notice good stack" aria-labelledby="secret">
      <h2 id="secret" ref={heading} tabIndex={-1}>
        {t('watch.channels.secret')}: {made.value?.target}
      </h2>
      <p class="address">
        <code>{secret}</code> <CopyButton text={secret} name={t('watch.channels.secret')} />
      </p>
      <p>{t('watch.channels.secretOnce')}</p>
      <p>
        <Button text={t('watch.channels.hide')} onClick={hide} />
      </p>
    </section>
  );
}

function ChannelItem({ channel, made, again }: ChannelProps & { channel: ChannelData }) {
  const { api } = useConsole();
  const { formats, language } = useTexts();
  const { t, channels: words } = useWatchTexts();
  const { id, kind, target, pace, types, ended_at: ended, waiting, held } = channel;
  const { isBusy, failure, run } = useAction();
  const code = useSignal('');
  const post = (action: 'test' | 'rotate') =>
    api.data({ path: `${pathOf(id)}/${action}`, method: 'POST', signal: UNSTOPPED }, isObject);
  const test = async () => {
    await post('test');
    again();
    return t('watch.channels.tested');
  };
  const rotate = async () => {
    const rotated = await post('rotate');
    if (isChannel(rotated)) made.value = rotated;
    return null;
  };
  const confirm = async () => {
    const body = held === 'receiver' ? { code: code.value.trim() } : {};
    await api.data({ path: `${pathOf(id)}/confirm`, body, signal: UNSTOPPED }, isObject);
    again();
    return t('watch.channels.confirmed');
  };
  const remove = async () => {
    await api.data({ path: pathOf(id), method: 'DELETE', signal: UNSTOPPED }, isObject);
    if (made.value?.id === id) made.value = null;
    document.getElementById('channels')?.focus();
    again();
    return t('watch.channels.removed');
  };
  const facts = [
    t(`watch.channels.kinds.${kind}`),
    kind === 'email' && t(`watch.channels.paces.${pace}`),
    types === null
      ? t('watch.channels.allTypes')
      : types.map((type) => eventTexts(language)(`title.${type}`)).join(', '),
    waiting > 0 && t('watch.channels.waiting', { value: waiting }),
  ];
  return (
    <li>
      <p class="address">
        <strong>{target}</strong>{' '}
        {ended !== null ? (
          <Mark tone="bad" sign="✕" text={t('watch.channels.ended', { at: formats.moment(ended) })} />
        ) : (
          held === null && <Mark tone="good" sign="✓" text={t('watch.channels.open')} />
        )}
      </p>
      {ended === null && held !== null && <p class="notice bad">{t(`watch.channels.held.${held}`)}</p>}
      <p class="small muted">{facts.filter(Boolean).join(' · ')}</p>
      <div class="actions">
        <a class="button quiet" href={formatRoute({ view: 'channels', id })}>
          {t('watch.channels.deliveries')}
          <span class="unseen">: {target}</span>
        </a>
        {held === 'receiver' && ended === null && (
          <>
            <label for={`code-${id}`}>{t('watch.channels.code')}</label>
            <TextInput id={`code-${id}`} value={code.value} change={setter(code)} />
          </>
        )}
        {(held === 'former_key' || held === 'receiver') && ended === null && (
          <Button
            text={t('watch.channels.confirm')}
            aria-label={`${t('watch.channels.confirm')}: ${target}`}
            isOff={isBusy}
            onClick={() => void run(confirm)}
          />
        )}
        {ended === null && held === null && (
          <Button
            text={t('watch.channels.test')}
            aria-label={`${t('watch.channels.test')}: ${target}`}
            isOff={isBusy}
            onClick={() => void run(test)}
          />
        )}
        {ended === null && kind === 'webhook' && (
          <ConfirmedButton
            words={words.rotating}
            about={target}
            isOff={isBusy}
            run={() => void run(rotate)}
          />
        )}
        <ConfirmedButton words={words.removing} about={target} isOff={isBusy} run={() => void run(remove)} />
      </div>
      {failure !== null && <FailureNotice failure={failure} invalid={t('watch.invalid')} />}
    </li>
  );
}

function ChannelForm({ made, again }: ChannelProps) {
  const { api, language } = useConsole();
  const { t, events } = useWatchTexts();
  const kind = useSignal('email' as ChannelData['kind']);
  const target = useSignal('');
  const pace = useSignal('at_once' as ChannelData['pace']);
  const types = useSignal<ReadonlySet<string>>(new Set());
  const { isBusy, failure, run } = useAction();
  const isReady = target.value.trim() !== '' && !isBusy;
  const add = async () => {
    const body = {
      kind: kind.value,
      lang: language.value,
      target: target.value.trim(),
      ...(kind.value === 'email' && { pace: pace.value }),
      ...(types.value.size > 0 && { types: [...types.value] as EventType[] }),
    };
    made.value = await api.data({ path: 'channels', body, signal: UNSTOPPED }, isChannel);
    target.value = '';
    again();
    return kind.value === 'email' ? t('watch.channels.asked') : t('watch.channels.added');
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (isReady) void run(add);
  };
  return (
    <form class="stack" aria-labelledby="channel-form" onSubmit={submit}>
      <h2 id="channel-form">{t('watch.channels.add')}</h2>
      <div class="line fields">
        <Choice
          id="channel-kind"
          label={t('watch.channels.kind')}
          value={kind.value}
          options={[
            ['email', t('watch.channels.kinds.email')] as const,
            ['webhook', t('watch.channels.kinds.webhook')] as const,
          ]}
          choose={setter(kind)}
        />
        {kind.value === 'email' && (
          <Choice
            id="channel-pace"
            label={t('watch.events.when')}
            value={pace.value}
            options={[
              ['at_once', t('watch.channels.paces.at_once')] as const,
              ['daily', t('watch.channels.paces.daily')] as const,
            ]}
            choose={setter(pace)}
          />
        )}
        <div class="grow">
          <label for="channel-target">{t(`watch.channels.targets.${kind.value}`)}</label>
          <TextInput id="channel-target" value={target.value} change={setter(target)} />
        </div>
        <button type="submit" aria-disabled={!isReady}>
          {t('watch.channels.submit')}
        </button>
      </div>
      <details>
        <summary>{t('watch.channels.types')}</summary>
        <Chips
          type="checkbox"
          legend={t('watch.channels.types')}
          isLegendShown={false}
          options={events.types}
          isChosen={(type) => types.value.has(type)}
          choose={(type) => setter(types)(toggled(types.value, type))}
        />
      </details>
      {failure !== null && <FailureNotice failure={failure} invalid={t('watch.invalid')} />}
    </form>
  );
}

const TONES = { waiting: 'plain', delivered: 'good', given_up: 'bad', gone: 'bad' } as const;

function Deliveries({ channel: { id, target } }: { channel: ChannelData }) {
  const { api } = useConsole();
  const { formats } = useTexts();
  const { t } = useWatchTexts();
  const answer = useAnswer(id, async (signal) => {
    const shape = hasKey<{ deliveries: readonly DeliveryData[] }>('deliveries');
    return (await api.data({ path: `${pathOf(id)}/deliveries`, signal }, shape)).deliveries;
  });
  const { data, again } = answer;
  useRefresh(data?.some(({ state }) => state === 'waiting') ?? false, again);
  return (
    <section class="card" aria-labelledby="deliveries">
      <h2 id="deliveries" class="address">
        {t('watch.channels.deliveries')}: {target}
      </h2>
      <Reading of={answer} />
      {data?.length === 0 && <p class="muted">{t('watch.channels.noDeliveries')}</p>}
      <ul class="rows">
        {data?.map(({ id: own, state, created_at: at, event_id: event, next_attempt_at: next, attempts }) => (
          <li key={own}>
            <p>
              {formats.moment(at)} <Mark tone={TONES[state]} text={t(`watch.channels.states.${state}`)} />{' '}
              {event === null && t('watch.channels.isTest')}{' '}
              {next !== null && t('watch.channels.next', { at: formats.moment(next) })}
            </p>
            <ol class="small muted">
              {attempts.map(({ at, status, error }) => (
                <li key={at}>
                  {formats.moment(at)}:{' '}
                  {status === null
                    ? error === null
                      ? t('watch.channels.sent')
                      : t('watch.channels.noAnswer')
                    : `HTTP ${status}`}
                  {error !== null && ` – ${error}`}
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ul>
    </section>
  );
}
