import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { z } from 'zod';
import type { Failure } from '../../../core/published/failure.js';
import { useAction } from '../../../kit/ui/action.js';
import { useConsole, useStore } from '../../../kit/ui/context.js';
import { FailureNotice } from '../../../kit/ui/failure-notice.js';
import { TextInput } from '../../../kit/ui/fields.js';
import { ListForm } from '../../../kit/ui/input/list-form.js';
import { formatRoute, watchOf } from '../../../kit/ui/state/route.js';
import { UNSTOPPED } from '../../../kit/ui/state/runs.js';
import { hasKey } from '../../../kit/ui/state/service.js';
import { setter } from '../../../kit/ui/state/ui-signals.js';
import { useTranslation } from '../../../kit/ui/translation.js';
import type { WatchData, watchImportData } from '../published.js';
import { importWatchesBy } from '../values.js';
import { CheckFields } from './check-fields.js';
import { subjectsOf } from './subjects.js';
import type { WatchTexts } from './texts.js';
import { isWatch, useWatchTexts } from './watch-state.js';
import { watchInput } from './watch-stores.js';

type Import = z.infer<typeof watchImportData>;

/** The form that adds one watch or a list of them. `done` is called when the list was sent. */
export function AddForm({ isOpen, done }: { isOpen: boolean; done: () => void }) {
  const { api, go } = useConsole();
  const input = useStore(watchInput);
  const { t } = useWatchTexts();
  const interval = useSignal<number | null>(null);
  const evidence = useSignal<WatchData['evidence']>('on_loss');
  const label = useSignal('');
  const client = useSignal('');
  const result = useSignal<Import | null>(null);
  const { isBusy, failure, run } = useAction();
  const { list } = input.own.value;
  const subjects = subjectsOf(input.own.value);
  const skipped = list.skipped.length + list.links.length - list.repeated - subjects.length;
  const hasList = !input.isEmpty.value;
  const send = async () => {
    input.settle();
    result.value = null;
    const customer = client.value.trim();
    const watches = subjectsOf(input.own.value).map((one) => ({
      ...(customer !== '' && { client: customer }),
      ...one,
      evidence: evidence.value,
      interval_hours: interval.value ?? undefined,
    }));
    const [one, ...others] = watches;
    if (one !== undefined && others.length === 0) {
      const name = label.value.trim();
      const body = name === '' ? one : { ...one, label: name };
      const watch = await api.data({ path: 'watches', body, signal: UNSTOPPED }, isWatch);
      input.clear();
      label.value = '';
      go(watchOf(watch.id));
      return t('watch.add.added', { value: 1 });
    }
    const sendPart = (body: object) =>
      api.data({ path: 'watches/import', body, signal: UNSTOPPED }, hasKey<Import>('refused'));
    const sum = await importWatchesBy(sendPart, watches);
    result.value = sum;
    input.clear();
    done();
    return importText(t, sum);
  };
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (details.current !== null && (isOpen || hasList)) details.current.open = true;
  }, [isOpen, hasList]);
  const counted = [
    t('watch.add.counted', { value: subjects.length }),
    list.repeated > 0 && t('watch.add.repeated', { value: list.repeated }),
    skipped > 0 && t('watch.add.skipped', { value: skipped }),
  ];
  return (
    <details ref={details} class="card">
      <summary class="button">{t('watch.add.title')}</summary>
      <ListForm
        input={input}
        title={t('watch.add.title')}
        name="watch"
        label={t('watch.add.label')}
        placeholder="https://maps.app.goo.gl/…"
        counted={hasList ? counted.filter(Boolean).join(' · ') : t('watch.add.hint')}
        action={isBusy ? t('watch.add.sending') : t('watch.add.go', { value: subjects.length })}
        isReady={subjects.length > 0 && !isBusy}
        start={() => void run(send)}
        above={
          <div class="line fields">
            <CheckFields id="watch" interval={interval} evidence={evidence} hasUsual />
            <div class="grow">
              <label for="watch-client">{t('watch.client')}</label>
              <TextInput id="watch-client" value={client.value} change={setter(client)} />
            </div>
            {subjects.length === 1 && (
              <div class="grow">
                <label for="watch-label">{t('watch.add.name')}</label>
                <TextInput id="watch-label" value={label.value} change={setter(label)} />
              </div>
            )}
          </div>
        }
      />
      <p class="small muted">{t('watch.add.cap')}</p>
      {failure !== null && <AddFailure failure={failure} />}
      {result.value !== null && <ImportResult result={result.value} />}
    </details>
  );
}

function AddFailure({ failure }: { failure: Failure }) {
  const { t } = useWatchTexts();
  if (failure.existingId === undefined)
    return <FailureNotice failure={failure} invalid={t('watch.invalid')} />;
  return (
    <p class="notice" role="alert">
      {t('watch.add.exists')}{' '}
      <a href={formatRoute(watchOf(failure.existingId))}>{t('watch.attention.show')}</a>
    </p>
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

function ImportResult({ result }: { result: Import }) {
  const translate = useTranslation();
  const { t } = useWatchTexts();
  const { refused } = result;
  return (
    <div class={refused.length > 0 ? 'notice' : 'notice good'}>
      <p>{importText(t, result)}</p>
      <ul>
        {refused.map(({ index, subject, ...error }) => (
          <li key={index}>
            <code>{subject}</code> – {translate?.(error) ?? error.message}
          </li>
        ))}
      </ul>
    </div>
  );
}
