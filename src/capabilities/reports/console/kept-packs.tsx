import { useSignal } from '@preact/signals';
import { useAction } from '../../../kit/ui/action.js';
import { Reading, useAnswer } from '../../../kit/ui/answer.js';
import { Button } from '../../../kit/ui/button.js';
import { type KeptPacks as Kept, useConsole } from '../../../kit/ui/context.js';
import { Table } from '../../../kit/ui/data-table.js';
import { Downloads } from '../../../kit/ui/downloads.js';
import { FailureNotice } from '../../../kit/ui/failure-notice.js';
import { TextInput } from '../../../kit/ui/fields.js';
import { Moment } from '../../../kit/ui/moment.js';
import { Stars } from '../../../kit/ui/signs.js';
import { formatRoute, watchOf } from '../../../kit/ui/state/route.js';
import { hasKey } from '../../../kit/ui/state/service.js';
import { setter } from '../../../kit/ui/state/ui-signals.js';
import { packOf } from '../../watch/console/watch-actions.js';
import { useWatchTexts, WatchTexts } from '../../watch/console/watch-state.js';
import type { EventData, EventsData } from '../../watch/published.js';
import { MAX_EVENTS } from '../../watch/values.js';

type Props = Parameters<Kept>[0];

/** Packs that are shown before the user asks for all. */
const FEW = 10;
/** Only losses have packs. */
const LOST = { order: 'newest', limit: String(MAX_EVENTS), types: 'review.not_visible' };

/** The packs of losses that the service keeps, the newest first. */
export const KeptPacks: Kept = (props) => <WatchTexts children={<Packs {...props} />} />;

function Packs({ check }: Props) {
  const { api } = useConsole();
  const { t } = useWatchTexts();
  const search = useSignal('');
  const isWhole = useSignal(false);
  const page = useSignal(0);
  const isEvents = hasKey<EventsData & { total: number }>('events');
  const answer = useAnswer('packs', (signal) => api.data({ path: 'events', query: LOST, signal }, isEvents));
  const packs = answer.data?.events.filter(({ evidence }) => evidence) ?? [];
  const nameOf = ({ label, place_name: name }: EventData) => label ?? name ?? t('watch.unnamed');
  const wanted = search.value.trim().toLocaleLowerCase();
  const fits = (pack: EventData) =>
    [pack.client, nameOf(pack), pack.author].join('\n').toLocaleLowerCase().includes(wanted);
  const found = packs.filter(fits);
  const shown = isWhole.value || wanted !== '' ? found : found.slice(0, FEW);
  const find = t('watch.packs.search');
  const isCut = answer.data !== null && answer.data.total > MAX_EVENTS;
  return (
    <section class="card" aria-label={t('watch.packs.title')}>
      <div class="line">
        <h2>{t('watch.packs.title')}</h2>
        {packs.length > FEW && (
          <TextInput
            {...{ type: 'search', placeholder: find, 'aria-label': find }}
            {...{ value: search.value, change: setter(search) }}
          />
        )}
      </div>
      <Reading of={answer} />
      {answer.data !== null && packs.length === 0 && (
        <p class="muted">
          {isCut ? t('watch.packs.emptyCut', { value: MAX_EVENTS }) : t('watch.packs.empty')}
        </p>
      )}
      {packs.length > 0 && shown.length === 0 && <p class="muted">{t('watch.packs.none')}</p>}
      {shown.length > 0 && (
        <Table<EventData>
          class="verdicts"
          name={t('watch.packs.title')}
          rows={shown}
          page={page}
          keyOf={({ id }) => id}
          columns={[
            { header: t('watch.packs.client'), class: 'own', cell: ({ client }) => client },
            {
              header: t('watch.packs.place'),
              class: 'address',
              cell: (pack) => <a href={formatRoute(watchOf(pack.watch_id))}>{nameOf(pack)}</a>,
            },
            { header: t('watch.packs.author'), class: 'own', cell: ({ author }) => author },
            {
              ...{ header: t('watch.packs.stars'), width: '6.5rem' },
              cell: ({ stars }) => stars !== null && <Stars value={stars} />,
            },
            {
              ...{ header: t('watch.packs.at'), width: '6.5rem', class: 'checked muted' },
              cell: ({ at }) => <Moment at={at} />,
            },
            {
              ...{ header: t('watch.packs.file'), width: '11rem', class: 'proof' },
              cell: (pack) => <PackButtons pack={pack} check={check} />,
            },
          ]}
        />
      )}
      {shown.length < found.length && (
        <p>
          <Button
            text={t('watch.packs.all', { value: found.length })}
            onClick={() => (isWhole.value = true)}
          />
        </p>
      )}
      {isCut && packs.length > 0 && <p class="small muted">{t('watch.packs.cut', { value: MAX_EVENTS })}</p>}
    </section>
  );
}

function PackButtons({ pack, check }: Props & { pack: EventData }) {
  const { api } = useConsole();
  const texts = useWatchTexts();
  const { isBusy, failure, run } = useAction();
  const make = () => packOf(api, texts, pack);
  const checkIt = async () => {
    const [content, name] = await make();
    await check?.(new File([content], name), pack.client);
    return null;
  };
  const about = [pack.author, pack.place_name].filter(Boolean).join(', ');
  return (
    <div class="actions">
      {check !== null && (
        <Button
          text={texts.t('watch.packs.check')}
          aria-label={`${texts.t('watch.packs.check')}: ${about}`}
          isOff={isBusy}
          onClick={() => void run(checkIt)}
        />
      )}
      <Downloads files={[{ text: texts.t('watch.packs.get'), make }]} />
      {failure !== null && <FailureNotice failure={failure} invalid={texts.t('invalid')} />}
    </div>
  );
}
