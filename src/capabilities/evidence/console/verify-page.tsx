import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useConsole, useTexts } from '../../../kit/ui/context.js';
import type { ProofTools } from '../proof/proof-tools.js';
import { browserTools, type Unable } from './browser-tools.js';
import { PackReport } from './pack-report.js';
import { pageTexts } from './texts.js';
import { type CheckedFile, checkFile, type KnownKey, keysOfFile, keysOfService } from './verify-packs.js';

/** This page as one file, which the build of the console makes. */
const OFFLINE_PAGE = '/console/sprawdz-dowod.html';

/** Checks packs in the browser: whether they are unchanged, whose key signed them, and what follows from them. */
export function VerifyPage() {
  const { api, announce } = useConsole();
  const { language } = useTexts();
  const t = pageTexts(language);
  const isFile = location.protocol === 'file:';
  const tools = useSignal<ProofTools | Unable | null>(null);
  const keys = useSignal<readonly KnownKey[]>([]);
  const files = useSignal<readonly CheckedFile[]>([]);
  const notes = useSignal<readonly string[]>([]);
  const isBusy = useSignal(false);
  const isOver = useSignal(false);
  useEffect(() => {
    void browserTools().then((found) => {
      tools.value = found;
    });
    void keysOfService(api).then((found) => {
      keys.value = [...keys.value, ...found];
    });
  }, []);
  const take = async (chosen: readonly File[], by: ProofTools) => {
    isBusy.value = true;
    files.value = [];
    notes.value = [];
    for (const file of chosen) {
      const given = await keysOfFile(file, by);
      if (given !== null) {
        keys.value = [...given, ...keys.value.filter((key) => key.file !== file.name)];
        notes.value = [...notes.value, t('keyFile', { name: file.name })];
        continue;
      }
      const checked = await checkFile(file, by);
      files.value = [...files.value, checked];
      announce(t('checked', { name: file.name }));
    }
    isBusy.value = false;
  };
  const able = tools.value;
  if (able === null) return null;
  if (typeof able === 'string')
    return (
      <p class="notice" role="alert">
        {t(`unable.${able}`)}
      </p>
    );
  const drop = (event: DragEvent) => {
    event.preventDefault();
    isOver.value = false;
    const dropped = [...(event.dataTransfer?.files ?? [])];
    if (dropped.length > 0) void take(dropped, able);
  };
  return (
    <>
      <p class="intro">{t('intro')}</p>
      <section
        class={isOver.value ? 'card drop over' : 'card drop'}
        aria-label={t('choose')}
        onDrop={drop}
        onDragOver={(event) => {
          event.preventDefault();
          isOver.value = true;
        }}
        onDragLeave={() => {
          isOver.value = false;
        }}
      >
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
      </section>
      {files.value.length === 0 && <p class="muted">{t(isFile ? 'offline.choose' : 'empty')}</p>}
      {!isFile && (
        <p class="small muted">
          <a href={OFFLINE_PAGE} download>
            {t('offline')}
          </a>{' '}
          {t('offline.about')}
        </p>
      )}
      {isBusy.value && <p class="busy">{t('checking')}</p>}
      {notes.value.length > 0 && <p class="muted">{notes.value.join(' ')}</p>}
      {files.value.map((file, index) => (
        <PackReport key={index} {...file} keys={keys.value} t={t} />
      ))}
    </>
  );
}
