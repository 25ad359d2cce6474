import { useSignal } from '@preact/signals';
import { datedName } from '../../../kit/lists/file-name.js';
import { useAction } from '../../../kit/ui/action.js';
import { Button } from '../../../kit/ui/button.js';
import { useConsole } from '../../../kit/ui/context.js';
import { DownloadMenu } from '../../../kit/ui/downloads.js';
import { FailureNotice } from '../../../kit/ui/failure-notice.js';
import { Choice, TextInput } from '../../../kit/ui/fields.js';
import { ConfirmedButton } from '../../../kit/ui/question.js';
import { UNSTOPPED } from '../../../kit/ui/state/runs.js';
import { fileOf } from '../../../kit/ui/state/service.js';
import { setter } from '../../../kit/ui/state/ui-signals.js';
import type { WatchExportData } from '../../reports/published.js';
import type { WatchData } from '../published.js';
import { isWatch, useWatchTexts } from './watch-state.js';

const REQUESTS = {
  check: { path: '/check', method: 'POST' },
  pause: { path: '', method: 'PATCH', body: { paused: true } },
  resume: { path: '', method: 'PATCH', body: { paused: false } },
  archive: { path: '', method: 'PATCH', body: { archived: true } },
  restore: { path: '', method: 'PATCH', body: { archived: false } },
  remove: { path: '', method: 'DELETE' },
} as const;
type Action = keyof typeof REQUESTS;

/** What can be done with a watch. */
export function actionsOf({ state }: WatchData): readonly Action[] {
  if (state === 'archived') return ['restore', 'remove'];
  return state === 'paused' ? ['resume', 'archive'] : ['check', 'pause', 'archive'];
}

export const pathOf = ({ id }: Pick<WatchData, 'id'>) => `watches/${encodeURIComponent(id)}`;

/**
 * Buttons for the given watches. They stay when no watch is chosen, so that the focus is not lost.
 * @param props.done called after an action with the changed watches; a deleted watch as it was before
 */
export function Actions(props: {
  watches: readonly WatchData[];
  shown: readonly Action[];
  done: (action: Action, changed: readonly WatchData[]) => void;
}) {
  const { watches, shown, done } = props;
  const { api } = useConsole();
  const { t, actions: words } = useWatchTexts();
  const { isBusy, failure, run } = useAction();
  const progress = useSignal<number | null>(null);
  const [one, ...others] = watches;
  const isOff = isBusy || one === undefined;
  const act = (action: Action) =>
    run(async () => {
      const changed: WatchData[] = [];
      const { path, ...request } = REQUESTS[action];
      try {
        for (const watch of watches) {
          progress.value = changed.length;
          const asked = { path: `${pathOf(watch)}${path}`, ...request, signal: UNSTOPPED };
          changed.push(await api.data(asked, isWatch));
        }
      } finally {
        progress.value = null;
        done(action, changed);
      }
      return t('watch.actions.done', { done: changed.length, all: watches.length });
    });
  return (
    <>
      <div class="actions">
        {shown.map((action) =>
          action === 'remove' ? (
            <ConfirmedButton
              key={action}
              words={words.removing(watches.length)}
              isOff={isOff}
              run={() => void act(action)}
            />
          ) : (
            <Button
              key={action}
              text={t(`watch.actions.${action}`)}
              isOff={isOff}
              onClick={() => void act(action)}
            />
          ),
        )}
        {one !== undefined && others.length === 0 && <Reports watch={one} />}
        {progress.value !== null && watches.length > 1 && (
          <span class="muted">{t('watch.actions.done', { done: progress.value, all: watches.length })}</span>
        )}
      </div>
      {failure !== null && <FailureNotice failure={failure} invalid={t('watch.invalid')} />}
    </>
  );
}

const TYPES = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** The reports of a watch for a client. */
function Reports({ watch }: { watch: WatchData }) {
  const { api, language } = useConsole();
  const texts = useWatchTexts();
  const { t } = texts;
  const from = useSignal('');
  const to = useSignal('');
  const authors = useSignal<WatchExportData['authors']>('pseudonyms');
  const files = (['pdf', 'xlsx'] as const).map((format) => ({
    text: t('watch.actions.report', { format: format.toUpperCase() }),
    make: async () => {
      const query = {
        format,
        lang: language.value,
        authors: authors.value,
        from: from.value || undefined,
        to: to.value || undefined,
      };
      const name = datedName([t('watch.actions.reportName'), texts.nameOf(watch)], new Date());
      return [
        await fileOf(api, { path: `${pathOf(watch)}/export`, query }, TYPES[format]),
        `${name}.${format}`,
      ] as const;
    },
  }));
  return (
    <DownloadMenu files={files} invalid={t('watch.invalid')}>
      <label for="report-from">{t('watch.actions.from')}</label>
      <TextInput id="report-from" type="date" value={from.value} change={setter(from)} />
      <label for="report-to">{t('watch.actions.to')}</label>
      <TextInput id="report-to" type="date" value={to.value} change={setter(to)} />
      <Choice
        id="report-authors"
        label={t('watch.actions.authors')}
        value={authors.value}
        options={[
          ['pseudonyms', t('watch.actions.pseudonyms')],
          ['names', t('watch.actions.names')],
        ]}
        choose={setter(authors)}
      />
    </DownloadMenu>
  );
}
