import { useSignal } from '@preact/signals';
import { type Failure, RequestFailed } from '../../contract/failure.js';
import type { Language } from '../../contract/language.js';
import { datedName } from '../../lists/file-name.js';
import type { Column } from '../../lists/table.js';
import { toCsv } from '../../lists/write-csv.js';
import { useConsole, useTexts } from '../context.js';
import { FailureNotice } from './failure-notice.js';

interface FileButton {
  readonly text: string;
  /** Makes the content and the name of the file. @throws RequestFailed when the service refuses the file */
  make(): Promise<readonly [content: Blob, name: string]>;
}

/** A table to download. */
interface Download<Row> {
  /** Without extension. */
  readonly fileName: string;
  readonly sheet: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
}

/** Buttons that make files, one at a time. `invalid`: the message for a file that the service cannot make. */
export function Downloads({ files, invalid = '' }: { files: readonly FileButton[]; invalid?: string }) {
  const { announce } = useConsole();
  const { download: texts } = useTexts();
  const busy = useSignal<string | null>(null);
  const failure = useSignal<Failure | 'unknown' | null>(null);
  const get = async ({ text, make }: FileButton) => {
    if (busy.value !== null) return;
    busy.value = text;
    failure.value = null;
    try {
      const [content, name] = await make();
      saveFile(content, name);
      announce(texts.done(name));
    } catch (error) {
      failure.value = error instanceof RequestFailed ? error.failure : 'unknown';
    }
    busy.value = null;
  };
  return (
    <>
      <span class="downloads">
        {files.map((file) => (
          <button
            key={file.text}
            type="button"
            class="quiet"
            aria-disabled={busy.value !== null}
            onClick={() => get(file)}
          >
            {busy.value === file.text ? texts.preparing : file.text}
          </button>
        ))}
        {failure.value === 'unknown' && <span role="alert">{texts.failed}</span>}
      </span>
      {failure.value !== null && failure.value !== 'unknown' && (
        <FailureNotice failure={failure.value} invalid={invalid} />
      )}
    </>
  );
}

/** Downloads of a table that the page makes. A button calls `make`. `note`: the rows that the table leaves out. */
export function TableDownloads<Row>({
  make,
  note = null,
}: {
  make: () => Download<Row>;
  note?: string | null;
}) {
  const { download: texts, language } = useTexts();
  const button = (
    action: string,
    extension: string,
    contentOf: (table: Download<Row>) => Blob | Promise<Blob>,
  ): FileButton => ({
    text: note === null ? action : `${action} (${note})`,
    make: async () => {
      const table = make();
      return [await contentOf(table), `${table.fileName}.${extension}`];
    },
  });
  return (
    <Downloads
      files={[
        button(texts.csv, 'csv', (table) => csvOf(table, language)),
        button(texts.xlsx, 'xlsx', xlsxOf),
      ]}
    />
  );
}

/** Writes a number: with groups of digits on a button, without groups in a file name. */
export type WriteNumber = (value: number) => string;

/** Downloads of a whole list, and of the rows that a filter shows if it shows only some rows. */
export function ListDownloads<Row, Exported>(props: {
  all: number;
  /** The rows that the filter shows. */
  shown: readonly Row[];
  /** Description of the rows that the filter shows. */
  which: string;
  /** Describes the missing part of an incomplete list; null for a complete list. */
  partial: (write: WriteNumber) => string | null;
  /** The first parts of the file name. */
  name: readonly (string | null)[];
  /** Makes the table of the given rows; null = of all rows. */
  make: (rows: readonly Row[] | null) => Omit<Download<Exported>, 'fileName'>;
  /** Further files. */
  more?: readonly FileButton[];
}) {
  const { all, shown, which, partial, name, make, more = [] } = props;
  const { download: texts, formats } = useTexts();
  const only = (write: WriteNumber) => texts.only(write(shown.length), write(all), which);
  const file = (rows: readonly Row[] | null, note: string | null) => ({
    ...make(rows),
    fileName: datedName([...name, partial(String), note], new Date()),
  });
  return (
    <>
      <TableDownloads note={partial(formats.number)} make={() => file(null, null)} />
      {shown.length > 0 && shown.length < all && (
        <TableDownloads note={only(formats.number)} make={() => file(shown, only(String))} />
      )}
      {more.length > 0 && <Downloads files={more} />}
    </>
  );
}

function csvOf<Row>({ columns, rows }: Download<Row>, language: Language): Blob {
  return new Blob([toCsv(columns, rows, language)], { type: 'text/csv;charset=utf-8' });
}

/** A workbook; the code that writes it is loaded on the first call. */
async function xlsxOf<Row>({ sheet, columns, rows }: Download<Row>): Promise<Blob> {
  const { xlsxBlob } = await import('../../lists/write-xlsx.js');
  return xlsxBlob({ name: sheet, columns }, rows);
}

const REVOKE_AFTER_MS = 60_000;

function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}
