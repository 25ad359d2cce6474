import { useSignal } from '@preact/signals';
import { textOfFile } from '../../core/text-file.js';
import { useConsole, useTexts } from '../context.js';

const LARGEST_FILE = 5_000_000;

/** The field for links, typed, pasted, or read from a file. */
export function LinksField() {
  const { links } = useConsole();
  const { links: texts } = useTexts();
  const failed = useSignal(false);
  const isOver = useSignal(false);
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    const text = file.size > LARGEST_FILE ? null : textOfFile(new Uint8Array(await file.arrayBuffer()));
    failed.value = text === null;
    if (text === null) return;
    const before = links.text.value.trimEnd();
    links.text.value = before === '' ? text : `${before}\n${text}`;
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
      <div class="file">
        <label class="button quiet" for="links-file">
          {texts.file}
        </label>
        <input
          id="links-file"
          class="unseen"
          type="file"
          accept=".txt,.csv,.tsv,text/plain,text/csv"
          onChange={(event) => {
            const field = event.currentTarget;
            void take(field.files?.[0]).then(() => {
              field.value = '';
            });
          }}
        />
        <span class="muted">{texts.drop}</span>
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
