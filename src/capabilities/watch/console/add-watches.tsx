import { useSignal } from '@preact/signals';
import type { z } from 'zod';
import { PAGE_RETRIES } from '../../../kit/client/api.js';
import { useAction } from '../../../kit/ui/action.js';
import { Button } from '../../../kit/ui/button.js';
import { useConsole, useParts, useStore } from '../../../kit/ui/context.js';
import { FailureNotice } from '../../../kit/ui/failure-notice.js';
import { ListForm } from '../../../kit/ui/input/list-form.js';
import { useQuestion } from '../../../kit/ui/question.js';
import { UNSTOPPED } from '../../../kit/ui/state/runs.js';
import { hasKey } from '../../../kit/ui/state/service.js';
import { setter } from '../../../kit/ui/state/ui-signals.js';
import { useTranslation } from '../../../kit/ui/translation.js';
import type { watchImportData } from '../published.js';
import { isName, restOf, type Subject, subjectsOf } from './subjects.js';
import type { WatchTexts } from './texts.js';
import { useWatchTexts } from './watch-state.js';
import { watchInput } from './watch-stores.js';

type Import = z.infer<typeof watchImportData>;

/** Rows of one request: names are looked up within its deadline. */
const PART = 10;

/**
 * The form that adds a list: links, ids, or the names of places with what the sheet says of them. `done` is called after
 * each part. What was not added stays in the form.
 */
export function AddForm({ done }: { done: () => void }) {
  const here = useConsole();
  const { api } = here;
  const input = useStore(watchInput);
  const { t } = useWatchTexts();
  useQuestion(!input.isEmpty.value);
  const result = useSignal<{ readonly sum: Import; readonly rows: readonly Subject[] } | null>(null);
  const wait = useSignal(0);
  const { isBusy, failure, run } = useAction();
  const { list } = input.own.value;
  const all = subjectsOf(input.own.value);
  const value = all.filter(isName).length;
  const subjects = all.length - value;
  const begin = useParts().find(({ beginList }) => beginList)?.beginList;
  const skipped = list.skipped.length + list.links.length - list.repeated - all.length;
  /** Sends the rows in parts. */
  const send = async () => {
    input.settle();
    const source = input.source.value;
    const own = input.own.value;
    const rows = subjectsOf(own).filter((row) => !isName(row));
    const added = new Set<string>();
    let sum: Import = { added: 0, existing: 0, refused: [] };
    result.value = null;
    try {
      for (let at = 0; at < rows.length; at += PART) {
        const watches = rows.slice(at, at + PART);
        const part = await api.data(
          {
            ...{ path: 'watches/import', body: { watches }, retries: PAGE_RETRIES, signal: UNSTOPPED },
            onPause: (pause) => setter(wait)(pause?.secondsLeft ?? 0),
          },
          hasKey<Import>('refused'),
        );
        const refused = part.refused.map((one) => ({ ...one, index: one.index + at }));
        for (const { subject } of watches) added.add(subject);
        for (const { index } of refused) added.delete(rows[index]?.subject ?? '');
        sum = {
          ...{ added: sum.added + part.added, existing: sum.existing + part.existing },
          refused: [...sum.refused, ...refused],
        };
        result.value = { sum, rows };
        done();
      }
    } finally {
      // What was typed meanwhile was not sent.
      if (input.source.value === source && added.size > 0) input.show(restOf(source, own, added));
    }
    return importText(t, sum);
  };
  const counted = [
    t('watch.add.counted', { value: subjects }),
    value > 0 && t('watch.add.names', { value }),
    list.repeated > 0 && t('watch.add.repeated', { value: list.repeated }),
    skipped > 0 && t('watch.add.skipped', { value: skipped }),
  ];
  const { added = 0, existing = 0, refused = [] } = result.value?.sum ?? {};
  const sent = added + existing + refused.length;
  const busy = t(wait.value > 0 ? 'watch.add.waiting' : 'watch.add.sending', {
    ...{ sent, all: subjects, seconds: t('count.seconds', { count: wait.value }) },
  });
  return (
    <section class="card" aria-label={t('watch.add.title')}>
      <ListForm
        input={input}
        title={t('watch.add.title')}
        name="watch"
        label={t('watch.add.label')}
        placeholder="https://maps.app.goo.gl/…"
        counted={input.isEmpty.value ? t('watch.add.hint') : counted.filter(Boolean).join(' · ')}
        action={isBusy ? busy : t('watch.add.go', { value: subjects })}
        isReady={subjects > 0 && !isBusy}
        start={() => void run(send)}
      >
        {value > 0 && begin !== undefined && (
          <Button
            text={t('watch.add.lookUp', { value })}
            isOff={isBusy}
            onClick={() => void run(() => begin(here, input.source.value, 'place-details').then(() => null))}
          />
        )}
      </ListForm>
      <p class="small muted">{t('watch.add.cap')}</p>
      {failure !== null && <FailureNotice failure={failure} invalid={t('invalid')} />}
      {result.value !== null && <ImportResult {...result.value} />}
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
function ImportResult({ sum, rows }: { sum: Import; rows: readonly Subject[] }) {
  const translate = useTranslation();
  const { t } = useWatchTexts();
  const { refused } = sum;
  const about = (index: number) => [rows[index]?.label, rows[index]?.client].filter(Boolean).join(' · ');
  return (
    <div class={refused.length > 0 ? 'notice' : 'notice good'}>
      <p>{importText(t, sum)}</p>
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
