import { useSignal } from '@preact/signals';
import { useConsole, useTexts } from '../context.js';
import { type Download, downloadCsv, downloadXlsx } from '../download/files.js';

/**
 * The two buttons that download a table; `make` is called when one is pressed. `note`: what the table leaves out, shown
 * on the buttons.
 */
export function Downloads<Row>({ make, note = null }: { make: () => Download<Row>; note?: string | null }) {
  const { announce, languages } = useConsole();
  const { download: texts } = useTexts();
  const isBusy = useSignal(false);
  const failed = useSignal(false);
  const get = async (write: (download: Download<Row>) => string | Promise<string>) => {
    if (isBusy.value) return;
    isBusy.value = true;
    failed.value = false;
    try {
      announce(texts.done(await write(make())));
    } catch {
      failed.value = true;
    }
    isBusy.value = false;
  };
  const getCsv = () => get((download) => downloadCsv(download, languages.current.value));
  const labelled = (action: string) => (note === null ? action : `${action} (${note})`);
  return (
    <span class="downloads">
      <button type="button" class="quiet" aria-disabled={isBusy.value} onClick={getCsv}>
        {labelled(texts.csv)}
      </button>
      <button type="button" class="quiet" aria-disabled={isBusy.value} onClick={() => get(downloadXlsx)}>
        {isBusy.value ? texts.preparing : labelled(texts.xlsx)}
      </button>
      {failed.value && <span role="alert">{texts.failed}</span>}
    </span>
  );
}
