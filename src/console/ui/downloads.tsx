import { useSignal } from '@preact/signals';
import { type Failure, RequestFailed } from '../../contract/failure.js';
import { datedName } from '../../lists/file-name.js';
import { useConsole, useTexts } from '../context.js';
import { type Download, downloadCsv, downloadXlsx } from '../download/files.js';
import { FailureNotice } from './failure-notice.js';

/** A button that makes a file. */
export interface FileButton {
  readonly text: string;
  /** Lets the browser save the file. Returns its name. @throws RequestFailed when the service refuses the file */
  save(): string | Promise<string>;
}

/** Buttons that make files, one at a time. `invalid`: the message for a file that the service cannot make. */
export function Downloads({ files, invalid = '' }: { files: readonly FileButton[]; invalid?: string }) {
  const { announce } = useConsole();
  const { download: texts } = useTexts();
  const busy = useSignal<string | null>(null);
  const failure = useSignal<Failure | 'unknown' | null>(null);
  const get = async ({ text, save }: FileButton) => {
    if (busy.value !== null) return;
    busy.value = text;
    failure.value = null;
    try {
      announce(texts.done(await save()));
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
  const labelled = (action: string) => (note === null ? action : `${action} (${note})`);
  return (
    <Downloads
      files={[
        { text: labelled(texts.csv), save: () => downloadCsv(make(), language) },
        { text: labelled(texts.xlsx), save: () => downloadXlsx(make()) },
      ]}
    />
  );
}

/** Writes a number: with groups of digits on a button, without groups in a file name. */
export type WriteNumber = (value: number) => string;

/** Downloads of a whole list, and of the rows that a filter shows if it shows only some rows. */
export function ListDownloads<Row, Exported>(props: {
  /** The number of all rows. */
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
}) {
  const { all, shown, which, partial, name, make } = props;
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
    </>
  );
}
