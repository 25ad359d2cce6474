import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useConsole, useTexts } from '../../../kit/ui/context.js';
import { loaded } from '../../../kit/ui/loaded.js';
import { Offered } from '../../../kit/ui/refusal.js';
import { setter } from '../../../kit/ui/state/ui-signals.js';
import type { ProofTools } from '../proof/proof-tools.js';
import { browserTools, type Unable } from './browser-tools.js';
import { PackReport } from './pack-report.js';
import { pageTexts } from './texts.js';
import {
  type CheckedFile,
  checkFile,
  type KnownKey,
  keysOfFile,
  keysOfService,
  packsOf,
} from './verify-packs.js';

/** This page as one file, which the build of the console makes. */
const OFFLINE_PAGE = '/console/sprawdz-dowod.html';

/** The check of packs in the browser: the keys it knows, and what it found in the files that were chosen last. */
function usePackCheck(t: ReturnType<typeof pageTexts>) {
  const { api, announce } = useConsole();
  const tools = useSignal<ProofTools | Unable | null>(null);
  const keys = useSignal<readonly KnownKey[]>([]);
  const files = useSignal<readonly CheckedFile[]>([]);
  const notes = useSignal<readonly string[]>([]);
  const isBusy = useSignal(false);
  const note = (text: string) => setter(notes)([...notes.value, text]);
  useEffect(() => {
    void browserTools().then(setter(tools));
    void keysOfService(api).then((found) => setter(keys)([...keys.value, ...found]));
  }, []);
  const take = async (chosen: readonly File[], by: ProofTools, client: string | null = null) => {
    isBusy.value = true;
    files.value = [];
    notes.value = [];
    for (const file of chosen) {
      const given = await keysOfFile(file, by);
      if (given !== null) {
        keys.value = [...given, ...keys.value.filter((key) => key.file !== file.name)];
        note(t('keyFile', { name: file.name }));
        continue;
      }
      const packs = await packsOf(file, by);
      if (packs !== null) note(t('packsIn', { name: file.name, value: packs.length }));
      for (const pack of packs ?? [async () => file])
        files.value = [...files.value, await checkFile(await pack(), client, by)];
      announce(t('checked', { name: file.name }));
    }
    isBusy.value = false;
  };
  return { able: tools.value, keys, files, notes, isBusy, take };
}

/** The packs that the service keeps, and the check of packs in the browser. */
export function VerifyPage() {
  const { parts } = useConsole();
  const { language } = useTexts();
  const t = pageTexts(language);
  const { able, keys, files, notes, isBusy, take } = usePackCheck(t);
  const isFile = location.protocol === 'file:';
  const isOver = useSignal(false);
  if (able === null) return null;
  const by = typeof able === 'string' ? null : able;
  const drop = (event: DragEvent) => {
    event.preventDefault();
    isOver.value = false;
    const dropped = [...(event.dataTransfer?.files ?? [])];
    if (by !== null && dropped.length > 0) void take(dropped, by);
  };
  const part = parts.find(({ packs }) => packs !== undefined);
  const Kept = part?.packs && loaded(part.packs);
  const own = Kept && <Kept check={by && ((pack, client) => take([pack], by, client))} />;
  return (
    <>
      {part !== undefined && <Offered part={part.offer} children={own} />}
      <section
        class={isOver.value ? 'card drop over' : 'card drop'}
        aria-label={t('check')}
        onDrop={drop}
        onDragOver={(event) => {
          event.preventDefault();
          isOver.value = true;
        }}
        onDragLeave={() => setter(isOver)(false)}
      >
        {!isFile && <h2>{t('check')}</h2>}
        <p>{t('intro')}</p>
        {typeof able === 'string' ? (
          <p class="notice" role="alert">
            {t(`unable.${able}`)}
          </p>
        ) : (
          <div class="file">
            <label class="button" for="pack-file">
              {t('choose')}
            </label>
            <input
              id="pack-file"
              class="unseen"
              type="file"
              multiple
              accept=".zip,.pem,application/zip"
              onChange={({ currentTarget }) => {
                const chosen = [...(currentTarget.files ?? [])];
                currentTarget.value = '';
                if (chosen.length > 0) void take(chosen, able);
              }}
            />
            <span class="muted">{t('drop')}</span>
          </div>
        )}
        <p class="small muted">
          {isFile ? (
            t('offline.choose')
          ) : (
            <>
              <a href={OFFLINE_PAGE} download>
                {t('offline')}
              </a>{' '}
              {t('offline.about')}
            </>
          )}
        </p>
      </section>
      {isBusy.value && <p class="busy">{t('checking')}</p>}
      {notes.value.length > 0 && <p class="muted">{notes.value.join(' ')}</p>}
      {files.value.map((file, index) => (
        <PackReport key={`${index} ${file.at}`} {...file} keys={keys.value} t={t} />
      ))}
    </>
  );
}
