import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
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
  pickedPlace,
  pickedRow,
  placeNamesOf,
  ROW_KINDS,
  type RowKind,
} from '../../../kit/ui/list/list-rows.js';
import type { OwnColumn } from '../../../kit/ui/list/row-details.js';
import { ListActions } from '../../../kit/ui/list-actions.js';
import { Menu } from '../../../kit/ui/menu.js';
import { createLeaving } from '../../../kit/ui/question.js';
import { SelectionBar, tableViews } from '../../../kit/ui/selection.js';
import { setter } from '../../../kit/ui/state/ui-signals.js';
import { isOpen } from '../job-client.js';
import { jobTable, summaryOf } from '../job-table.js';
import type { Job, JobLine } from '../published.js';
import { ListHead } from './list-head.js';
import { checkAgain, isKeptWhole, listStore, MAX_ROWS, type OpenedList } from './list-store.js';
import { hasName, ListTable } from './list-table.js';
import { Proofs, useProofRun } from './proofs.js';
import { type ListTexts, listName, useListTexts } from './texts.js';

/** The user's columns that are shown beside the results. */
const MAX_SHOWN = 2;
/** Maximum different texts of a column to filter by. */
const MAX_TEXTS = 100;
/** A row is not put into a group by a date. */
const DATE = /^\d{1,4}([-./])\d\d?\1\d{1,4}/;
/** Headings of a column with the numbers of the rows. */
const NUMBERED = /^(?:l\.?\s?p\.?|nr|no\.?|numer|number|#)$/i;

/** The rows of a list with filters, downloads, and what can be done with the ticked rows. */
export function ListResults({ list }: { list: OpenedList }) {
  const { job } = list;
  const { picks } = useStore(listStore);
  const { page, ticked } = useStore(tableViews)(job.id);
  const { mayLeave } = useStore(createLeaving);
  const keyOf = ({ index }: ListRow) => `${job.id} ${index}`;
  const rows = useMemo(
    () => list.rows.map((row) => pickedRow(row, picks.value.get(keyOf(row)))),
    [list.rows, picks.value],
  );
  const here = useConsole();
  const texts = useListTexts();
  const { l, t, formats } = texts;
  const chosen = useSignal<readonly number[] | null>(null);
  const { failure, run, isBusy } = useAction();
  const proofRun = useProofRun(job.id);
  const columns = useMemo(() => columnsOf(texts, list), [job.columns, rows.length, l]);
  const numbered = columns.find(({ header }) => NUMBERED.test(header.trim())) ?? null;
  const others = columns.filter((column) => column !== numbered);
  const indexes = chosen.value ?? others.slice(0, MAX_SHOWN).map(({ index }) => index);
  const filter = useFilter(others, rows, page);
  const { shown, kind } = filter;
  const placeNames = useMemo(() => placeNamesOf(rows), [rows]);
  const pick = (row: ListRow, id: string) => {
    picks.value = new Map([...picks.value, [keyOf(row), id]]);
    // The row leaves this filter, and its button with it.
    if (kind === 'several') document.getElementById('content')?.focus();
  };
  // The whole list is offered only if all its rows are here.
  const isWhole = rows.filter(isKeptWhole).length === job.total;
  const offered = isWhole ? rows : shown.filter(isKeptWhole);
  const part = { shown: formats.number(offered.length), all: formats.number(job.total) };
  const which = !isWhole ? l('shownOf', part) : shown.length < rows.length ? l('allOf', part) : '';
  const picked = shown.filter(({ index }) => ticked.value.has(String(index)));
  const kept = picked.filter(isKeptWhole);
  const again = (some: readonly ListRow[]) => void (mayLeave() && run(() => checkAgain(here, job, some)));
  return (
    <>
      <ListHead job={job}>
        {!isOpen(job) && <Files list={{ job, rows }} shown={shown} />}
        {!isOpen(job) && offered.length > 0 && (
          <Button
            text={[l('again'), which].filter(Boolean).join(' – ')}
            isOff={isBusy}
            onClick={() => again(offered)}
          />
        )}
        {offered.length > 0 && <ListActions source={() => sourceOf(texts, job, offered)} about={which} />}
      </ListHead>
      <Filters by={filter}>
        {others.length > MAX_SHOWN && (
          <ColumnChoice columns={others} shown={indexes} choose={setter(chosen)} />
        )}
      </Filters>
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
          placeNames={placeNames}
          {...{ ticked, pick }}
        />
      )}
      <SelectionBar {...{ ticked, page }} lines={shown.map(({ index }) => [String(index)])}>
        <Proofs rows={picked} name={jobFileName(job, texts.language, false)} run={proofRun} />
        <Button text={l('again')} isOff={isBusy || kept.length === 0} onClick={() => again(kept)} />
        <ListActions source={() => sourceOf(texts, job, kept)} />
      </SelectionBar>
    </>
  );
}

/** The rows of one kind and one group. The address has both: a user who looks at a row comes back to the same rows. */
function useFilter(columns: readonly OwnColumn[], rows: readonly ListRow[], page: Signal<number>) {
  const { route, refine } = useConsole();
  const { id, show = '', group: asked = '' } = route.value.view === 'lists' ? route.value : { id: '' };
  const kind = ROW_KINDS.find((one) => one === show) ?? null;
  const groups = useMemo(() => groupsOf(columns, rows), [columns.length, rows]);
  const group = groups.has(asked) ? asked : '';
  const [column, text] = groups.get(group) ?? [];
  const ofGroup = column ? rows.filter(({ cells }) => cells?.[column.index]?.trim() === text) : rows;
  const shown = kind === null ? ofGroup : ofGroup.filter(({ found }) => found.kind === kind);
  const choose = (next: object) => {
    page.value = 0;
    refine({ view: 'lists', id, show, group: asked, ...next });
  };
  return { kind, group, groups, ofGroup, shown, choose };
}

/** The choice of a kind and a group, beside another choice. */
function Filters({ by, children }: { by: ReturnType<typeof useFilter>; children: ComponentChildren }) {
  const { kind, group, groups, ofGroup, choose } = by;
  const { t, formats } = useListTexts();
  const counts = countsOf(ofGroup);
  return (
    <div class="toolbar">
      <Chips<RowKind | null>
        type="radio"
        legend={t('links.filter')}
        options={[null, ...ROW_KINDS.filter((one) => counts[one] > 0 || one === kind)].map((one) => {
          const value = formats.number(one === null ? ofGroup.length : counts[one]);
          return [one, t('links.filtered', { name: t(`links.filters.${one ?? 'all'}`), value })];
        })}
        isChosen={(one) => one === kind}
        choose={(one) => choose({ show: one ?? '' })}
      />
      <div class="line arrangement">
        {groups.size > 0 && (
          <Choice
            isBeside
            id="own-filter"
            label={t('links.ownFilter')}
            value={group}
            options={[
              ['', t('links.filters.all')],
              ...[...groups].map(([key, [{ header }, text]]) => [key, `${header}: ${text}`] as const),
            ]}
            choose={(one) => choose({ group: one })}
          />
        )}
        {children}
      </div>
    </div>
  );
}

/** The choice of the user's columns that are shown. */
function ColumnChoice(props: {
  columns: readonly OwnColumn[];
  shown: readonly number[];
  choose: (shown: readonly number[]) => void;
}) {
  const { columns, shown, choose } = props;
  const { l } = useListTexts();
  return (
    <Menu text={l('columns', { shown: shown.length, all: columns.length })}>
      <Chips<number>
        type="checkbox"
        legend={l('columnsLegend')}
        options={columns.map(({ header, index }) => [index, header])}
        isChosen={(index) => shown.includes(index)}
        choose={(index) => {
          const left = shown.filter((one) => one !== index);
          choose(left.length < shown.length ? left : [...left, index].slice(-MAX_SHOWN));
        }}
      />
    </Menu>
  );
}

/** The user's columns, without the column that holds only links. Names stay beside the places that were found. */
function columnsOf({ l }: ListTexts, { job, rows }: OpenedList): OwnColumn[] {
  const asked = rows.filter(({ found }) => found.kind !== 'none');
  return (job.columns ?? [])
    .map((header, index) => ({ header: header || l('column', { number: index + 1 }), index }))
    .filter(({ index }) => asked.some((row) => hasName(row) || row.cells?.[index] !== row.query));
}

/** The texts of all columns that sort the rows into groups, such as the client, by a key. */
function groupsOf(columns: readonly OwnColumn[], rows: readonly ListRow[]) {
  const groups = new Map<string, readonly [column: OwnColumn, text: string]>();
  for (const column of columns) {
    const texts = rows.map(({ cells }) => cells?.[column.index]?.trim() ?? '');
    const different = [...new Set(texts)].filter((text) => text !== '').sort();
    if (different.length < 2 || different.length * 2 > texts.length || different.length > MAX_TEXTS) continue;
    if (different.every((text) => DATE.test(text))) continue;
    for (const text of different) groups.set(`${column.index} ${text}`, [column, text]);
  }
  return groups;
}

/** Rows of a list as a sheet. Its first column has the link or name; a place that was found has its Place ID. */
function sourceOf(texts: ListTexts, job: Job, rows: readonly ListRow[]): ListSource {
  const asked = ({ found, query }: ListRow) =>
    found.kind === 'place' ? found.place.place_id : found.kind === 'none' ? '' : query;
  return {
    ...{ kind: 'sheet', name: listName(texts, job), column: 0, headings: 1 },
    rows: [
      [texts.t('links.address'), ...(job.columns ?? [])],
      ...rows.map((row) => [asked(row), ...(row.cells ?? [])]),
    ],
  };
}

/** The files of a list that has ended: of all rows, made by the service, and of the rows that are shown. */
function Files({ list, shown }: { list: OpenedList; shown: readonly ListRow[] }) {
  const { table } = useStore(listStore);
  const { l, language, formats } = useListTexts();
  const { job, rows } = list;
  const { id, type, done, total, columns: headings } = job;
  const isLinkInCell = rows.every(
    ({ found, cells, query }) => found.kind === 'none' || cells?.includes(query),
  );
  const own = headings && { headings, width: headings.length, isLinkInCell };
  const part = { shown: formats.number(shown.length), all: formats.number(total) };
  const name = jobFileName(job, language, done < total);
  const make = (fileName: string, some: readonly ListRow[]) => () => {
    const at = (time: number) => wallClock(new Date(time)) ?? '';
    const made = jobTable({ type, ...(own !== null && { columns: own }) }, language, at, done < total);
    const linesOf = (of: readonly ListRow[]) => of.map(({ line }) => line as JobLine);
    const inFile = some === rows ? null : some.length;
    const { name: sheet, columns } = summaryOf(type, linesOf(rows)).sheet(language, inFile);
    return {
      ...{ fileName, sheet: l(`types.${type}`), columns: made.columns },
      rows: linesOf(some).flatMap(made.rows),
      // Its counts are of the whole list.
      ...(rows.length === total && { first: { sheet, columns } }),
    };
  };
  const all = l('files.all', part);
  // The service does not know which place the user picked.
  const whole =
    rows.length === total && rows.some(pickedPlace)
      ? tableFiles(language, all, make(name, rows)).toReversed()
      : (['xlsx', 'csv'] as const).map((format) => ({
          text: `${all} – ${format.toUpperCase()}`,
          make: async () => [await table(id, format, language), `${name}.${format}`] as const,
        }));
  const isPart = shown.length > 0 && shown.length < rows.length && type !== 'place-reviews';
  const partName = `${name}-${l('files.part', { shown: shown.length, all: total })}`;
  const some = isPart ? tableFiles(language, l('files.shown', part), make(partName, shown)) : [];
  return <DownloadMenu files={[...whole, ...some]} invalid={l('files.tooLong')} />;
}
