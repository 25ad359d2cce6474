import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { type Failure, RequestFailed } from '../../core/published/failure.js';
import type { Language } from '../../core/published/language.js';
import type { Column } from '../lists/table.js';
import { toCsv } from '../lists/write-csv.js';
import { Button } from './button.js';
import { type FileButton, useConsole, useTexts } from './context.js';
import { FailureNotice } from './failure-notice.js';
import { Menu } from './menu.js';

/** A table to download. */
interface Download<Row> {
  /** Without extension. */
  readonly fileName: string;
  readonly sheet: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** The first sheet of the workbook, with one row, before the sheet of the rows. */
  readonly first?: { readonly sheet: string; readonly columns: readonly Column<null>[] };
}

/** Buttons that make files, one at a time. `invalid`: the message for a file that the service cannot make. */
export function Downloads(props: {
  files: readonly FileButton[];
  invalid?: string;
  /** Fields of the files, above the buttons. */
  children?: ComponentChildren;
}) {
  const { files, invalid = '', children } = props;
  const { announce } = useConsole();
  const { t } = useTexts();
  const busy = useSignal<string | null>(null);
  const failure = useSignal<Failure | 'unknown' | null>(null);
  const get = async ({ text, make }: FileButton) => {
    busy.value = text;
    failure.value = null;
    try {
      const [content, name] = await make();
      saveFile(content, name);
      announce(t('download.done', { name }));
    } catch (error) {
      failure.value = error instanceof RequestFailed ? error.failure : 'unknown';
    }
    busy.value = null;
  };
  return (
    <>
      <span class="downloads">
        {children}
        {files.map((file) => (
          <Button
            key={file.text}
            text={busy.value === file.text ? t('download.preparing') : file.text}
            isOff={busy.value !== null}
            onClick={() => get(file)}
          />
        ))}
        {failure.value === 'unknown' && <span role="alert">{t('download.failed')}</span>}
      </span>
      {failure.value !== null && failure.value !== 'unknown' && (
        <FailureNotice failure={failure.value} invalid={invalid} />
      )}
    </>
  );
}

/** A CSV and a workbook of one table. `label`: description of the rows; null = the files need no description. */
export function tableFiles<Row>(
  language: Language,
  label: string | null,
  make: () => Download<Row> | Promise<Download<Row>>,
): readonly FileButton[] {
  const file = (format: string, contentOf: (table: Download<Row>) => Blob | Promise<Blob>): FileButton => ({
    text: label === null ? format : `${label} – ${format}`,
    make: async () => {
      const table = await make();
      return [await contentOf(table), `${table.fileName}.${format.toLowerCase()}`];
    },
  });
  return [file('CSV', (table) => csvOf(table, language)), file('XLSX', xlsxOf)];
}

/** A button that shows a menu with files. */
export function DownloadMenu(props: Parameters<typeof Downloads>[0]) {
  return (
    <Menu text={useTexts().t('download.menu')}>
      <Downloads {...props} />
    </Menu>
  );
}

function csvOf<Row>({ columns, rows }: Download<Row>, language: Language): Blob {
  return new Blob([toCsv(columns, rows, language)], { type: 'text/csv;charset=utf-8' });
}

/** A workbook; the code that writes it is loaded on the first call. */
async function xlsxOf<Row>({ sheet, columns, rows, first }: Download<Row>): Promise<Blob> {
  const { filledSheet, workbookBlob } = await import('../lists/write-xlsx.js');
  const own = filledSheet({ name: sheet, columns }, [rows]);
  if (first === undefined) return workbookBlob([own]);
  return workbookBlob([filledSheet({ name: first.sheet, columns: first.columns }, [[null]]), own]);
}

const REVOKE_AFTER_MS = 60_000;

/** Saves a file in the browser's folder of downloads. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}
