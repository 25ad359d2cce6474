import { type VerdictRow, verdictColumns } from '../../core/export/verdict-columns.js';
import { useConsole, useTexts } from '../context.js';
import { datedName } from '../download/files.js';
import { Downloads } from '../ui/downloads.js';
import { failureText, leftText } from './row.js';
import type { LinkRow } from './store.js';

/** A row and its place in the list, from 0. */
export interface NumberedRow {
  readonly row: LinkRow;
  readonly index: number;
}

/** Downloads all rows, or only those that match the filter. */
export function LinkDownloads(props: { all: readonly NumberedRow[]; fitting: readonly NumberedRow[] }) {
  const { all, fitting } = props;
  const { links, languages } = useConsole();
  const texts = useTexts();
  const { number } = texts.formats;
  const { waiting } = links.counts.value;
  const partial = (write: (value: number) => string) =>
    waiting === 0 ? null : texts.links.partial(write(all.length - waiting), write(all.length));
  const only = (write: (value: number) => string) =>
    texts.download.only(
      write(fitting.length),
      write(all.length),
      texts.links.filters[links.shown.value.filter],
    );
  const table = (rows: readonly NumberedRow[], note: string | null) => ({
    fileName: datedName([texts.links.fileName, partial(String), note], new Date()),
    sheet: texts.links.sheet,
    columns: verdictColumns(languages.current.value),
    rows: rows.map(exportRow),
  });
  /** The exported row; for a link without a result it says why. */
  const exportRow = ({ row: { url, result }, index }: NumberedRow): VerdictRow => {
    if (result !== null && 'verdict' in result) return { ...result.verdict, index, review_url: url };
    const left = links.left.value;
    const message =
      result !== null
        ? failureText(texts, result.failure)
        : left !== null
          ? leftText(texts, left)
          : texts.links.waiting;
    const code = (result?.failure ?? left)?.code ?? 'cancelled';
    return { type: 'error', index, review_url: url, error: { code, message } };
  };
  return (
    <>
      <Downloads note={partial(number)} make={() => table(all, null)} />
      {fitting.length > 0 && fitting.length < all.length && (
        <Downloads note={only(number)} make={() => table(fitting, only(String))} />
      )}
    </>
  );
}
