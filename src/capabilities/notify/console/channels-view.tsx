import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useAction } from '../../../kit/ui/action.js';
import { Reading, useAnswer } from '../../../kit/ui/answer.js';
import { Button } from '../../../kit/ui/button.js';
import { useConsole, useTexts } from '../../../kit/ui/context.js';
import { CopyButton } from '../../../kit/ui/copy-button.js';
import { FailureNotice } from '../../../kit/ui/failure-notice.js';
import { Chips, Choice, TextInput } from '../../../kit/ui/fields.js';
import { ConfirmedButton, useQuestion } from '../../../kit/ui/question.js';
import { Refusal } from '../../../kit/ui/refusal.js';
import { Mark } from '../../../kit/ui/signs.js';
import { UNSTOPPED } from '../../../kit/ui/state/runs.js';
import { hasKey } from '../../../kit/ui/state/service.js';
import { setter, toggled } from '../../../kit/ui/state/ui-signals.js';
import { useWatchTexts, WatchTexts } from '../../watch/console/watch-state.js';
import { eventTexts } from '../../watch/event-texts.js';
import type { ChannelData, ChannelType, TestData } from '../../watch/published.js';

const isChannel = hasKey<ChannelData>('target');
const isTest = hasKey<TestData>('error');

interface ChannelProps {
  /** The channel that was made, with its secret, which no other answer shows. */
  readonly made: Signal<ChannelData | null>;
  again(): void;
}

/** The channels with a form for more. */
export const ChannelsView = () => <WatchTexts children={<ChannelsPage />} />;

function ChannelsPage() {
  const { api } = useConsole();
  const { t } = useWatchTexts();
  const shape = hasKey<{ channels: readonly ChannelData[] }>('channels');
  const answer = useAnswer('', (signal) => api.data({ path: 'channels', signal }, shape));
  const made = useSignal<ChannelData | null>(null);
  const channels = answer.data?.channels;
  const shared = { made, again: answer.again };
  return (
    <>
      <Secret made={made} />
      <section class="card" aria-label={t('titles.channels')} id="channels" tabIndex={-1}>
        <h2>{t('titles.channels')}</h2>
        <Reading of={answer} />
        <ul class="rows">
          {channels?.map((channel) => (
            <ChannelItem key={channel.id} channel={channel} {...shared} />
          ))}
        </ul>
        {channels !== undefined && <ChannelForm {...shared} />}
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
      <p>
        {t('watch.channels.secretOnce')} <Button text={t('watch.channels.hide')} onClick={hide} />
      </p>
    </section>
  );
}

function ChannelItem({ channel, made, again }: ChannelProps & { channel: ChannelData }) {
  const { api } = useConsole();
  const { formats, language } = useTexts();
  const { t, removingChannel } = useWatchTexts();
  const { id, kind, target, pace, types, clients, waiting } = channel;
  const { max_stars: stars, ended_at: ended, ended_because: because } = channel;
  const { last_error: error, last_error_at: failed } = channel;
  const { isBusy, failure, run } = useAction();
  const typeTitle = (type: ChannelType) =>
    type === 'job.finished' ? t('watch.channels.jobFinished') : eventTexts(language)(`title.${type}`);
  const shared = { path: `channels/${encodeURIComponent(id)}`, signal: UNSTOPPED };
  const post = { ...shared, method: 'POST' } as const;
  const test = async () => {
    const { error } = await api.data({ ...post, path: `${post.path}/test` }, isTest);
    return t('watch.channels.tested', { result: error ?? t('watch.channels.sent') });
  };
  const restart = async () => {
    await api.data({ ...shared, method: 'PATCH', body: { ended: false } }, isChannel);
    again();
    return t('watch.channels.restarted');
  };
  const remove = async () => {
    await api.data({ ...shared, method: 'DELETE' }, isChannel);
    if (made.value?.id === id) made.value = null;
    document.getElementById('channels')?.focus();
    again();
    return t('watch.channels.removed');
  };
  const button = (name: 'test' | 'restart', act: () => Promise<string>) => (
    <Button
      text={t(`watch.channels.${name}`)}
      aria-label={`${t(`watch.channels.${name}`)}: ${target}`}
      isOff={isBusy}
      onClick={() => void run(act)}
    />
  );
  const facts = [
    t(`watch.channels.kinds.${kind}`),
    kind !== 'webhook' && t(`watch.channels.paces.${pace}`),
    types === null ? t('watch.channels.allTypes') : types.map((type) => typeTitle(type)).join(', '),
    stars !== null && `${t('watch.channels.stars')}: ${t('watch.channels.atMost', { value: stars })}`,
    clients?.join(', '),
    waiting > 0 && t('watch.channels.waiting', { value: waiting }),
  ];
  return (
    <li>
      <p class="address">
        <strong>{target}</strong>{' '}
        {ended === null ? (
          <Mark tone="good" sign="✓" text={t('watch.channels.open')} />
        ) : (
          <Mark tone="bad" sign="✕" text={t('watch.channels.ended', { at: formats.moment(ended) })} />
        )}
      </p>
      {because !== null && <p class="notice bad">{t(`watch.channels.because.${because}`)}</p>}
      <p class="small muted">{facts.filter(Boolean).join(' · ')}</p>
      {error !== null && failed !== null && (
        <p class="notice">{t('watch.channels.lastError', { at: formats.moment(failed), error })}</p>
      )}
      <div class="actions">
        {ended === null ? button('test', test) : button('restart', restart)}
        <ConfirmedButton about={target} isOff={isBusy} words={removingChannel} run={() => void run(remove)} />
      </div>
      {failure !== null && <FailureNotice failure={failure} invalid={t('invalid')} />}
    </li>
  );
}

const PACES = ['at_once', 'daily', 'weekly'] as const;
const MAX_STARS = [null, 1, 2, 3, 4] as const;

function ChannelForm({ made, again }: ChannelProps) {
  const { api, language, offers } = useConsole();
  const { t, eventTypes } = useWatchTexts();
  const noMail = offers.refusal('mail');
  const ofJobs = ['job.finished', t('watch.channels.jobFinished')] as const;
  const kinds: ChannelData['kind'][] = noMail === null ? ['email', 'chat', 'webhook'] : ['chat', 'webhook'];
  const kind = useSignal(kinds[0] ?? 'chat');
  const pace = useSignal<ChannelData['pace']>('at_once');
  const stars = useSignal<(typeof MAX_STARS)[number]>(2);
  const types = useSignal<ReadonlySet<string>>(new Set(['review.not_visible', 'review.appeared']));
  const clients = useSignal('');
  const target = useSignal('');
  useQuestion(`${target.value}${clients.value}`.trim() !== '', t('watch.settings.leave'));
  const { isBusy, failure, run } = useAction();
  const isOfStars = types.value.has('review.appeared') || types.value.has('review.edited');
  const isReady = target.value.trim() !== '' && types.value.size > 0 && !isBusy;
  const add = async () => {
    const names = clients.value.split(';').flatMap((name) => name.trim() || []);
    const body = {
      ...{ kind: kind.value, lang: language.value, target: target.value.trim() },
      max_stars: isOfStars ? stars.value : null,
      ...(kind.value !== 'webhook' && { pace: pace.value }),
      types: [...types.value] as ChannelType[],
      ...(names.length > 0 && { clients: names }),
    };
    made.value = await api.data({ path: 'channels', body, signal: UNSTOPPED }, isChannel);
    target.value = clients.value = '';
    again();
    return t('watch.channels.added');
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (isReady) void run(add);
  };
  function choice<Value extends string | number | null>(
    name: 'kind' | 'pace' | 'stars',
    { of, values, text }: { of: Signal<Value>; values: readonly Value[]; text: (value: Value) => string },
  ) {
    const options = values.map((one) => [one, text(one)] as const);
    const shared = { value: of.value, options, choose: setter(of) };
    return <Choice id={`channel-${name}`} label={t(`watch.channels.${name}`)} {...shared} />;
  }
  const starsText = (value: number | null) =>
    value === null ? t('watch.channels.anyStars') : t('watch.channels.atMost', { value });
  const field = (name: 'target' | 'clients', of: Signal<string>, label: string) => (
    <div class="grow">
      <label for={`channel-${name}`}>{label}</label>
      <TextInput id={`channel-${name}`} value={of.value} change={setter(of)} />
    </div>
  );
  return (
    <form class="stack" aria-labelledby="channel-form" onSubmit={submit}>
      <h3 id="channel-form">{t('watch.channels.add')}</h3>
      {noMail !== null && <Refusal {...noMail} />}
      <div class="line fields">
        {choice('kind', { of: kind, values: kinds, text: (one) => t(`watch.channels.kinds.${one}`) })}
        {kind.value !== 'webhook' &&
          choice('pace', { of: pace, values: PACES, text: (one) => t(`watch.channels.paces.${one}`) })}
        {field('target', target, t(`watch.channels.targets.${kind.value}`))}
      </div>
      <Chips
        type="checkbox"
        isLegendShown
        legend={t(`watch.channels.${types.value.size === 0 ? 'choose' : 'types'}`)}
        options={offers.refusal('jobs') === null ? [...eventTypes, ofJobs] : eventTypes}
        isChosen={(type) => types.value.has(type)}
        choose={(type) => setter(types)(toggled(types.value, type))}
      />
      <div class="line fields">
        {isOfStars && choice('stars', { of: stars, values: MAX_STARS, text: starsText })}
        {field('clients', clients, t('watch.channels.clients'))}
      </div>
      <button type="submit" style={{ justifySelf: 'start' }} aria-disabled={!isReady}>
        {t('watch.channels.submit')}
      </button>
      {failure !== null && <FailureNotice failure={failure} invalid={t('invalid')} />}
    </form>
  );
}
