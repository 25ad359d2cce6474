import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { jobFileName } from '../../../kit/lists/file-name.js';
import { wallClock } from '../../../kit/lists/table.js';
import { useAction } from '../../../kit/ui/action.js';
import { Button } from '../../../kit/ui/button.js';
import { useConsole, useStore } from '../../../kit/ui/context.js';
import { DownloadMenu, tableFiles } from '../../../kit/ui/downloads.js';
import { FailureNotice } from '../../../kit/ui/failure-notice.js';
import { Chips, Choice } from '../../../kit/ui/fields.js';
import type { ListSource } from '../../../kit/ui/input/source.js';
import {
  countsOf,
  type ListRow,
  placeNamesOf,
  ROW_KINDS,
  type RowKind,
} from '../../../kit/ui/list/list-rows.js';
import { ListTable } from '../../../kit/ui/list/list-table.js';
import type { OwnColumn } from '../../../kit/ui/list/row-details.js';
import { ListActions } from '../../../kit/ui/list-actions.js';
import { SelectionBar } from '../../../kit/ui/selection.js';
import { setter } from '../../../kit/ui/state/ui-signals.js';
import { isOpen } from '../job-client.js';
import { jobTable, summaryOf } from '../job-table.js';
import type { Job } from '../published.js';
import { ListHead } from './list-head.js';
import { beginList, listStore, MAX_ROWS, type OpenedList } from './list-store.js';
import { Proofs } from './proofs.js';
import { type ListTexts, useListTexts } from './texts.js';

/** The user's columns that are shown beside the results. */
const MAX_SHOWN = 2;
/** Maximum different texts of a column to filter by. */
const MAX_TEXTS = 100;
/** Headings of a column with the numbers of the rows. */
const NUMBERED = /^(?:l\.?\s?p\.?|nr|no\.?|numer|number|#)$/i;

/** The rows of a list with filters, downloads, and what can be done with the ticked rows. */
export function ListResults({ list }: { list: OpenedList }) {
  const { job, rows } = list;
  const here = useConsole();
  const texts = useListTexts();
  const { l, t } = texts;
  const page = useSignal(0);
  const kind = useSignal<RowKind | null>(null);
  const group = useSignal<string | null>(null);
  const chosen = useSignal<readonly number[] | null>(null);
  const ticked = useSignal<ReadonlySet<string>>(new Set());
  const { failure, run, isBusy } = useAction();
  const columns = useMemo(() => columnsOf(texts, list), [job.columns, rows.length, texts]);
  const numbered = columns.find(({ header }) => NUMBERED.test(header.trim())) ?? null;
  const others = columns.filter((column) => column !== numbered);
  const indexes = chosen.value ?? others.slice(0, MAX_SHOWN).map(({ index }) => index);
  const groups = useMemo(() => groupsOf(others, rows), [others.length, rows]);
  const [column, text] = groups.get(group.value ?? '') ?? [];
  const ofGroup =
    column === undefined ? rows : rows.filter(({ cells }) => cells?.[column.index]?.trim() === text);
  const counts = countsOf(ofGroup);
  const shown = kind.value === null ? ofGroup : ofGroup.filter(({ found }) => found.kind === kind.value);
  const picked = shown.filter(({ index }) => ticked.value.has(String(index)));
  const again = (some: readonly ListRow[]) =>
    void run(async () => {
      await beginList(here, sourceOf(list, some), job.type);
      return null;
    });
  const first =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      page.value = 0;
      set(value);
    };
  return (
    <>
      <ListHead job={job}>
        {!isOpen(job) && <Files list={list} shown={shown} />}
        {!isOpen(job) && <Button text={l('again')} isOff={isBusy} onClick={() => again(rows)} />}
        <ListActions source={() => sourceOf(list, rows)} />
      </ListHead>
      <div class="toolbar">
        <Chips<RowKind | null>
          type="radio"
          legend={t('links.filter')}
          options={[
            [null, t('links.filtered', { name: t('links.filters.all'), value: ofGroup.length })],
            ...ROW_KINDS.filter((one) => counts[one] > 0 || one === kind.value).map(
              (one) =>
                [one, t('links.filtered', { name: t(`links.filters.${one}`), value: counts[one] })] as const,
            ),
          ]}
          isChosen={(one) => one === kind.value}
          choose={first(setter(kind))}
        />
        <div class="line arrangement">
          {groups.size > 0 && (
            <Choice
              isBeside
              id="own-filter"
              label={t('links.ownFilter')}
              value={group.value}
              options={[
                [null, t('links.filters.all')],
                ...[...groups].map(([key, [{ header }, text]]) => [key, `${header}: ${text}`] as const),
              ]}
              choose={first(setter(group))}
            />
          )}
          {others.length > MAX_SHOWN && (
            <details class="menu">
              <summary class="button quiet">
                {l('columns', { shown: indexes.length, all: others.length })}
              </summary>
              <div class="downloads">
                <Chips<number>
                  type="checkbox"
                  legend={l('columnsLegend')}
                  options={others.map(({ header, index }) => [index, header])}
                  isChosen={(index) => indexes.includes(index)}
                  choose={(index) => {
                    const left = indexes.filter((one) => one !== index);
                    chosen.value = left.length < indexes.length ? left : [...left, index].slice(-MAX_SHOWN);
                  }}
                />
              </div>
            </details>
          )}
        </div>
      </div>
      {job.total > MAX_ROWS && <p class="notice">{l('cut', { value: MAX_ROWS })}</p>}
      {failure !== null && <FailureNotice failure={failure} invalid={t('links.invalid')} />}
      {shown.length === 0 ? (
        <p class="muted">{rows.length === 0 ? l('nothing') : t('links.empty')}</p>
      ) : (
        <ListTable
          rows={shown}
          page={page}
          columns={columns}
          own={others.filter(({ index }) => indexes.includes(index))}
          numbered={numbered}
          isOpen={isOpen(job)}
          placeNames={useMemo(() => placeNamesOf(rows), [rows])}
          ticked={ticked}
        />
      )}
      <SelectionBar ticked={ticked} rows={shown.map(({ index }) => String(index))}>
        <Proofs rows={picked} name={fileName(texts, job)} />
        <Button text={l('againTicked')} isOff={isBusy} onClick={() => again(picked)} />
        <ListActions source={() => sourceOf(list, picked)} />
      </SelectionBar>
    </>
  );
}

/** The user's columns, without the one that holds only the links. */
function columnsOf({ l }: ListTexts, { job, rows }: OpenedList): OwnColumn[] {
  const asked = rows.filter(({ found }) => found.kind !== 'none');
  return (job.columns ?? [])
    .map((header, index) => ({ header: header || l('column', { number: index + 1 }), index }))
    .filter(({ index }) => !asked.every(({ cells, query }) => (cells?.[index] ?? query) === query));
}

/** The texts of all columns that sort the rows into groups, such as the client, by a key. */
function groupsOf(columns: readonly OwnColumn[], rows: readonly ListRow[]) {
  const groups = new Map<string, readonly [column: OwnColumn, text: string]>();
  for (const column of columns) {
    const texts = rows.map(({ cells }) => cells?.[column.index]?.trim() ?? '');
    const different = [...new Set(texts)].filter((text) => text !== '').sort();
    if (different.length < 2 || different.length * 2 > texts.length || different.length > MAX_TEXTS) continue;
    for (const text of different) groups.set(`${column.index} ${text}`, [column, text]);
  }
  return groups;
}

/** Rows of a list as a list of their own, with the user's columns. */
function sourceOf({ job }: OpenedList, rows: readonly ListRow[]): ListSource {
  const { name } = job.parameters;
  const own = typeof name === 'string' ? name : null;
  if (job.columns === null)
    return { kind: 'text', text: rows.map(({ query }) => query).join('\n'), name: own };
  return { kind: 'sheet', rows: [job.columns, ...rows.map(({ cells }) => cells ?? [])], name: own ?? '' };
}

const fileName = ({ language }: ListTexts, job: Job, isPartial = false) =>
  jobFileName(job, language, isPartial);

/** The files of a list that has ended: of all rows, made by the service, and of the rows that are shown. */
function Files({ list, shown }: { list: OpenedList; shown: readonly ListRow[] }) {
  const { table } = useStore(listStore);
  const texts = useListTexts();
  const { l, language, formats } = texts;
  const { job, rows, lines } = list;
  const all = formats.number(job.total);
  const name = fileName(texts, job, job.done < job.total);
  const whole = (['xlsx', 'csv'] as const).map((format) => ({
    text: l('files.all', { all, format: format.toUpperCase() }),
    make: async () => [await table(job.id, format, language), `${name}.${format}`] as const,
  }));
  const part = { shown: formats.number(shown.length), all };
  const make = () => {
    const made = jobTable(
      { type: job.type, ...columnsOfJob(list) },
      language,
      (at) => wallClock(new Date(at)) ?? '',
      job.done < job.total,
    );
    const { name: sheet, columns } = summaryOf(job.type, lines.values()).sheet(language, shown.length);
    return {
      fileName: `${name}-${l('files.part', { shown: shown.length, all: job.total })}`,
      sheet: l(`types.${job.type}`),
      columns: made.columns,
      rows: shown.flatMap(({ index }) => made.rows(lines.get(index) as never)),
      first: { sheet, columns },
    };
  };
  const isPart = shown.length > 0 && shown.length < rows.length && job.type !== 'place-reviews';
  return (
    <DownloadMenu
      files={[...whole, ...(isPart ? tableFiles(language, l('files.shown', part), make) : [])]}
      invalid={l('files.tooLong')}
    />
  );
}

/** The user's columns as a table of results needs them. */
function columnsOfJob({ job: { columns }, rows, lines }: OpenedList) {
  if (columns === null) return {};
  const isLinkInCell = rows.every(({ index, found }) => {
    const line = lines.get(index);
    return (
      found.kind === 'none' || (line !== undefined && 'cells' in line && line.cells?.includes(null) === true)
    );
  });
  return { columns: { headings: columns, width: columns.length, isLinkInCell } };
}
