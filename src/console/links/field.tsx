import { useSignal } from '@preact/signals';
import { useConsole, useTexts } from '../context.js';

/** The field for links, typed, pasted, or read from a file. A workbook stands in place of the text. */
export function LinksField() {
  const { links } = useConsole();
  const { links: texts } = useTexts();
  const failed = useSignal(false);
  const isOver = useSignal(false);
  const workbook = links.workbook.value;
  const take = async (file: File | undefined) => {
    if (file !== undefined) failed.value = !(await links.take(file));
  };
  const drop = (event: DragEvent) => {
    isOver.value = false;
    const file = event.dataTransfer?.files[0];
    if (file === undefined) return;
    event.preventDefault();
    void take(file);
  };
  return (
    <>
      {workbook === null ? (
        <>
          <label for="links-text">{texts.label}</label>
          <textarea
            id="links-text"
            class={isOver.value ? 'over' : undefined}
            rows={7}
            value={links.text.value}
            placeholder="https://maps.app.goo.gl/…"
            spellcheck={false}
            autocomplete="off"
            onInput={(event) => {
              links.text.value = event.currentTarget.value;
            }}
            onDragOver={(event) => {
              event.preventDefault();
              isOver.value = true;
            }}
            onDragLeave={() => {
              isOver.value = false;
            }}
            onDrop={drop}
          />
        </>
      ) : (
        <p class="chosen">
          <strong>{texts.chosen(workbook.name)}</strong>{' '}
          <button
            type="button"
            class="quiet"
            onClick={() => {
              links.workbook.value = null;
            }}
          >
            {texts.removeFile}
          </button>
        </p>
      )}
      <div class="file">
        <label class="button quiet" for="links-file">
          {texts.file}
        </label>
        <input
          id="links-file"
          class="unseen"
          type="file"
          accept=".txt,.csv,.tsv,.xlsx,text/plain,text/csv"
          onChange={(event) => {
            const field = event.currentTarget;
            void take(field.files?.[0]).then(() => {
              field.value = '';
            });
          }}
        />
        {workbook === null && <span class="muted drop-hint">{texts.drop}</span>}
        {links.text.value !== '' && (
          <button
            type="button"
            class="quiet"
            onClick={() => {
              links.text.value = '';
            }}
          >
            {texts.clear}
          </button>
        )}
      </div>
      {failed.value && <p role="alert">{texts.fileFailed}</p>}
    </>
  );
}
