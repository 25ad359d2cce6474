import { useSignal } from '@preact/signals';
import type { z } from 'zod';
import { useAction } from '../../../kit/ui/action.js';
import { Button } from '../../../kit/ui/button.js';
import { useConsole, useParts, useStore } from '../../../kit/ui/context.js';
import { FailureNotice } from '../../../kit/ui/failure-notice.js';
import { ListForm } from '../../../kit/ui/input/list-form.js';
import { UNSTOPPED } from '../../../kit/ui/state/runs.js';
import { hasKey } from '../../../kit/ui/state/service.js';
import { useTranslation } from '../../../kit/ui/translation.js';
import type { watchImportData } from '../published.js';
import { isName, subjectsOf } from './subjects.js';
import type { WatchTexts } from './texts.js';
import { useWatchTexts } from './watch-state.js';
import { watchInput } from './watch-stores.js';

type Import = z.infer<typeof watchImportData>;
type Subject = ReturnType<typeof subjectsOf>[number];

/** Rows of one request: names are looked up within its deadline. */
const PART = 10;

/**
 * The form that adds a list: links, ids, or the names of places with what the sheet says of them. `done` is called after
 * each part.
 */
export function AddForm({ done }: { done: () => void }) {
  const here = useConsole();
  const { api } = here;
  const input = useStore(watchInput);
  const { t } = useWatchTexts();
  const sum = useSignal<Import | null>(null);
  const sent = useSignal<readonly Subject[]>([]);
  const { isBusy, failure, run } = useAction();
  const { list } = input.own.value;
  const subjects = subjectsOf(input.own.value);
  const names = list.links.filter(({ url, first }, index) => first === index && isName(url)).length;
  const begin = useParts().find(({ beginList }) => beginList)?.beginList;
  const skipped = list.skipped.length + list.links.length - list.repeated - subjects.length - names;
  const hasList = !input.isEmpty.value;
  /** Sends rows in parts. What a part that failed did not add stays with its rows. */
  const send = async (rows: readonly Subject[]) => {
    [sent.value, sum.value] = [rows, null];
    let all: Import = { added: 0, existing: 0, refused: [] };
    for (let at = 0; at < rows.length; at += PART) {
      const body = { watches: rows.slice(at, at + PART) };
      const request = { path: 'watches/import', body, signal: UNSTOPPED };
      const { added, existing, refused } = await api.data(request, hasKey<Import>('refused'));
      all = {
        added: all.added + added,
        existing: all.existing + existing,
        refused: [...all.refused, ...refused.map((one) => ({ ...one, index: one.index + at }))],
      };
      sum.value = all;
      done();
    }
    return importText(t, all);
  };
  const start = async () => {
    input.settle();
    const said = await send(subjectsOf(input.own.value));
    if (names === 0) input.clear();
    return said;
  };
  const counted = [
    t('watch.add.counted', { value: subjects.length }),
    names > 0 && t('watch.add.names', { value: names }),
    list.repeated > 0 && t('watch.add.repeated', { value: list.repeated }),
    skipped > 0 && t('watch.add.skipped', { value: skipped }),
  ];
  return (
    <section class="card" aria-label={t('watch.add.title')}>
      <ListForm
        input={input}
        title={t('watch.add.title')}
        name="watch"
        label={t('watch.add.label')}
        placeholder="https://maps.app.goo.gl/…"
        counted={hasList ? counted.filter(Boolean).join(' · ') : t('watch.add.hint')}
        action={isBusy ? t('watch.add.sending') : t('watch.add.go', { value: subjects.length })}
        isReady={subjects.length > 0 && !isBusy}
        start={() => void run(start)}
      >
        {names > 0 && begin !== undefined && (
          <Button
            text={t('watch.add.lookUp', { value: names })}
            isOff={isBusy}
            onClick={() => void run(() => begin(here, input.source.value, 'place-details').then(() => null))}
          />
        )}
      </ListForm>
      <p class="small muted">{t('watch.add.cap')}</p>
      {failure !== null && <FailureNotice failure={failure} invalid={t('watch.invalid')} />}
      {sum.value !== null && <ImportResult result={sum.value} rows={sent.value} />}
    </section>
  );
}

function importText(t: WatchTexts['t'], { added, existing, refused }: Import): string {
  const parts = [
    t('watch.add.added', { value: added }),
    existing > 0 && t('watch.add.existing', { value: existing }),
    refused.length > 0 && t('watch.add.refused', { value: refused.length }),
  ];
  return parts.filter(Boolean).join(', ');
}

/** What was added, and each row that was not, with what the sheet says of it. */
function ImportResult({ result, rows }: { result: Import; rows: readonly Subject[] }) {
  const translate = useTranslation();
  const { t } = useWatchTexts();
  const { refused } = result;
  const about = (index: number) => [rows[index]?.label, rows[index]?.client].filter(Boolean).join(' · ');
  return (
    <div class={refused.length > 0 ? 'notice' : 'notice good'}>
      <p>{importText(t, result)}</p>
      <ul>
        {refused.map(({ index, subject, ...error }) => (
          <li key={index}>
            {about(index)} <code>{subject}</code> – {translate?.(error) ?? error.message}
          </li>
        ))}
      </ul>
    </div>
  );
}
