import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Api } from '../../../kit/client/api.js';
import { datedName } from '../../../kit/lists/file-name.js';
import { useAction } from '../../../kit/ui/action.js';
import { Button } from '../../../kit/ui/button.js';
import { type ConsolePart, useConsole } from '../../../kit/ui/context.js';
import { FailureNotice } from '../../../kit/ui/failure-notice.js';
import { ConfirmedButton } from '../../../kit/ui/question.js';
import { UNSTOPPED } from '../../../kit/ui/state/runs.js';
import { namedFileOf } from '../../../kit/ui/state/service.js';
import { setter } from '../../../kit/ui/state/ui-signals.js';
import type { EventData, WatchData } from '../published.js';
import type { WatchTexts } from './texts.js';
import { isWatch, useWatchTexts } from './watch-state.js';

const REQUESTS = {
  check: { path: '/check', method: 'POST' },
  pause: { path: '', method: 'PATCH', body: { paused: true } },
  resume: { path: '', method: 'PATCH', body: { paused: false } },
  remove: { path: '', method: 'DELETE' },
} as const;
type Action = keyof typeof REQUESTS;

export const pathOf = ({ id }: Pick<WatchData, 'id'>) => `watches/${encodeURIComponent(id)}`;

/**
 * Buttons for the given watches.
 * @param props.done called after an action with the changed watches; a deleted watch as it was before
 */
export function Actions(props: {
  watches: readonly WatchData[];
  shown: readonly Action[];
  done: (action: Action, changed: readonly WatchData[]) => void;
}) {
  const { watches, shown, done } = props;
  const { api } = useConsole();
  const { t, removing } = useWatchTexts();
  const { isBusy, failure, run } = useAction();
  const made = useSignal('');
  const act = (action: Action) =>
    run(async () => {
      const changed: WatchData[] = [];
      const { path, ...request } = REQUESTS[action];
      try {
        for (const watch of watches) {
          const asked = { path: `${pathOf(watch)}${path}`, ...request, signal: UNSTOPPED };
          changed.push(await api.data(asked, isWatch));
        }
      } finally {
        made.value = t('watch.actions.done', { done: changed.length, all: watches.length });
        done(action, changed);
      }
      return made.value;
    });
  return (
    <>
      <div class="actions">
        {shown.map((action) =>
          action === 'remove' ? (
            <ConfirmedButton
              key={action}
              words={removing(watches.length)}
              isOff={isBusy}
              run={() => void act(action)}
            />
          ) : (
            <Button
              key={action}
              text={t(`watch.actions.${action}`)}
              isOff={isBusy}
              onClick={() => void act(action)}
            />
          ),
        )}
      </div>
      {failure !== null && watches.length > 1 && <p>{made.value}</p>}
      {failure !== null && <FailureNotice failure={failure} invalid={t('invalid')} />}
    </>
  );
}

/** Downloads the evidence pack of an event. @throws RequestFailed */
export function packOf(api: Api, { t }: Pick<WatchTexts, 't'>, { id, at, author }: EventData) {
  const name = `${datedName([t('watch.events.evidenceName'), author], at)}.zip`;
  return namedFileOf(api, { path: `events/${encodeURIComponent(id)}/evidence` }, 'application/zip', name);
}

/** What another part adds to the views of the watch. */
export interface WatchPart extends ConsolePart {
  /** Loads the buttons for the reports of watches in a period. */
  readonly watchFiles: () => Promise<WatchFiles>;
}
type ReportProps = { readonly watches: readonly WatchData[]; readonly from: string; readonly to: string };
type WatchFiles = { readonly Reports: (props: ReportProps) => JSX.Element };
const hasFiles = (part: ConsolePart): part is WatchPart => 'watchFiles' in part;

/** The buttons for files, once they are loaded. */
export function useWatchFiles(): WatchFiles | null {
  const { parts } = useConsole();
  const loaded = useSignal<WatchFiles | null>(null);
  useEffect(() => void parts.find(hasFiles)?.watchFiles().then(setter(loaded)), []);
  return loaded.value;
}
