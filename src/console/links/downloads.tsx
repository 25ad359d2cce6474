import { withPlaceName } from '../../clients/place-names.js';
import { datedName } from '../../lists/file-name.js';
import { resultColumns } from '../../lists/own-columns.js';
import type { VerdictRow } from '../../lists/verdict-columns.js';
import { useConsole, useTexts } from '../context.js';
import { Downloads } from '../ui/downloads.js';
import { type ExportRow, extraColumns } from './export-columns.js';
import { failureText, leftText } from './row.js';
import type { TableRow } from './table-rows.js';

/** Downloads all rows, or only those that match the filter. */
export function LinkDownloads(props: {
  all: readonly TableRow[];
  fitting: readonly TableRow[];
  placeNames: ReadonlyMap<string, string>;
}) {
  const { all, fitting, placeNames } = props;
  const { links, languages } = useConsole();
  const language = languages.current.value;
  const texts = useTexts();
  const { number } = texts.formats;
  const { waiting, all: listed } = links.counts.value;
  const partial = (write: (value: number) => string) =>
    waiting === 0 ? null : texts.links.partial(write(listed - waiting), write(listed));
  const only = (write: (value: number) => string) =>
    texts.download.only(
      write(fitting.length),
      write(all.length),
      texts.links.filters[links.shown.value.filter],
    );
  const table = (chosen: readonly TableRow[], note: string | null) => {
    const { list, table: own } = links.checked.value ?? { list: links.parsed.value.list, table: null };
    const rows = chosen.map(exportRow);
    // A list of reviews of one place is named after it.
    const [place = null, ...others] = new Set(placeNames.values());
    return {
      fileName: datedName(
        [texts.links.fileName, others.length === 0 ? place : null, partial(String), note],
        new Date(),
      ),
      sheet: texts.links.sheet,
      columns: [...resultColumns(list, own, language, 'own'), ...extraColumns(texts, language, rows)],
      rows,
    };
  };
  const exportRow = ({ own, link, index }: TableRow): ExportRow => ({
    own,
    link,
    verdict: link === null ? null : verdictRow(link, index),
  });
  /** The result; for a link without one it says why. */
  const verdictRow = ({ url, result }: NonNullable<TableRow['link']>, index: number): VerdictRow => {
    if (result !== null && 'verdict' in result) {
      return withPlaceName({ ...result.verdict, index, review_url: url }, placeNames);
    }
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
