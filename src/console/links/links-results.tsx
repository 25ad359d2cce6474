import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Language } from '../../core/published/language.js';
import { withPlaceName } from '../../kit/client/check-links.js';
import { createListSummary, outcomeOf } from '../../kit/lists/list-summary.js';
import { columnName, isLinkInCell, type ResultRow, resultColumns } from '../../kit/lists/own-columns.js';
import type { OwnList } from '../../kit/lists/read-list.js';
import { asSent, type VerdictRow } from '../../kit/lists/verdict-columns.js';
import { Button } from '../../kit/ui/button.js';
import { useTexts } from '../../kit/ui/context.js';
import { ListDownloads } from '../../kit/ui/downloads.js';
import { Chips, Choice } from '../../kit/ui/fields.js';
import type { ListSource } from '../../kit/ui/input/source.js';
import {
  foundBetween,
  type LinkFilter,
  type LinkRow,
  type TableRow,
  verdictOf,
} from '../../kit/ui/links/link-rows.js';
import { failureText, LinkTable, leftText, type ShownColumn } from '../../kit/ui/links/links-table.js';
import { ListActions } from '../../kit/ui/list-actions.js';
import { SelectionBar } from '../../kit/ui/selection.js';
import { setter } from '../../kit/ui/state/ui-signals.js';
import type { Texts } from '../../kit/ui/texts.js';
import { useConsole } from '../shell.js';
import { LinkProgress } from './links-progress.js';
import type { LinkCheck, OwnFilter, RowOrder } from './links-store.js';

/** The table of results with progress, filters, buttons to continue, and downloads. */
export function LinkResults() {
  const { links } = useConsole();
  const { t, language } = useTexts();
  const { shown, placeNames, counts, page, checked, source } = links;
  const ticked = useSignal<ReadonlySet<string>>(new Set());
  const urls = [...new Set(shown.value.flatMap(({ link }) => link?.url ?? []))];
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that began the check is gone.
  useEffect(() => {
    if (links.isFresh.value) heading.current?.focus();
  }, [source.value]);
  return (
    <section class="card results" aria-labelledby="link-results">
      <div class="toolbar">
        <h2 id="link-results" ref={heading} tabIndex={-1}>
          {t('links.results')}
        </h2>
        {counts.value.waiting < counts.value.all && <LinkDownloads />}
      </div>
      <div class="toolbar">
        <div class="stack grow">
          <LinkProgress />
          <Times />
        </div>
        <div class="actions">
          <GoOn />
        </div>
      </div>
      <div class="toolbar">
        <LinkFilterChips />
        <Arrangement />
      </div>
      {shown.value.length === 0 ? (
        <p class="muted">{t('links.empty')}</p>
      ) : (
        <LinkTable
          rows={shown.value}
          page={page}
          own={shownColumns(checked.value, language)}
          placeNames={placeNames.value}
          left={links.left.value}
          ticked={ticked}
        />
      )}
      <SelectionBar ticked={ticked} rows={urls}>
        {links.phase.value === 'finished' && (
          <Button
            text={t('links.checkTicked')}
            onClick={() => links.checkAgain(new Set(urls.filter((url) => ticked.value.has(url))))}
          />
        )}
        <ListActions
          source={() => partOf(links, ({ link }) => link !== null && ticked.value.has(link.url))}
        />
      </SelectionBar>
    </section>
  );
}

/** Some rows of the shown list as a list of their own, with the user's columns. */
function partOf({ shown, checked, source }: LinkCheck, isIn: (row: TableRow) => boolean): ListSource {
  const rows = shown.value.filter(isIn);
  const { table } = checked.value;
  if (table === null) return { kind: 'text', text: rows.map(({ link }) => link?.url).join('\n'), name: null };
  const own = rows.map((row) => row.own ?? []);
  const name = source.value.name ?? '';
  return { kind: 'sheet', rows: table.headings === null ? own : [table.headings, ...own], name };
}

const ORDERS: readonly RowOrder[] = ['attention', 'list'];
/** Maximum different texts of a column to filter by. */
const MAX_TEXTS = 100;

/** The order of the rows, and the filter by one of the user's columns. */
function Arrangement() {
  const { links } = useConsole();
  const { t } = useTexts();
  if (links.rows.value.length < 2) return null;
  return (
    <div class="line arrangement">
      <OwnColumnFilter />
      <Chips
        type="radio"
        class="segments"
        legend={t('links.order')}
        options={ORDERS.map((value) => [value, t(`links.orders.${value}`)])}
        isChosen={(value) => value === links.order.value}
        choose={setter(links.order)}
      />
    </div>
  );
}

/** One choice with the texts of all columns that sort the rows into groups, such as the client. */
function OwnColumnFilter() {
  const { links } = useConsole();
  const { t, language } = useTexts();
  const groups = useMemo(
    () =>
      shownColumns(links.checked.value, language).flatMap(({ header, index }) => {
        const texts = links.table.value.map(({ own }) => String(own?.[index] ?? '').trim());
        const different = [...new Set(texts)].filter((text) => text !== '').sort();
        const isGroup =
          different.length > 1 && different.length < texts.length && different.length <= MAX_TEXTS;
        return isGroup ? different.map((text): [OwnFilter, string] => [{ column: index, text }, header]) : [];
      }),
    [links.checked.value, language],
  );
  if (groups.length === 0) return null;
  const chosen = links.ownFilter.value;
  const keyOf = ({ column, text }: OwnFilter) => `${column} ${text}`;
  return (
    <Choice
      isBeside
      id="own-filter"
      label={t('links.ownFilter')}
      value={chosen === null ? null : keyOf(chosen)}
      options={[
        [null, t('links.filters.all')],
        ...groups.map(([filter, header]) => [keyOf(filter), `${header}: ${filter.text}`] as const),
      ]}
      choose={(key) => links.chooseOwn(groups.find(([filter]) => keyOf(filter) === key)?.[0] ?? null)}
    />
  );
}

function LinkDownloads() {
  const { links } = useConsole();
  const texts = useTexts();
  const { language } = texts;
  const { fitting, table, placeNames, checked, left, counts, filter, ownFilter } = links;
  const { waiting, all } = counts.value;
  // Name the file of a list about one place after the place.
  const [place = null, ...others] = new Set(placeNames.value.values());
  /** The result of a link, or the reason why it has no result. */
  const verdictRow = (link: LinkRow, index: number): VerdictRow => {
    const code = left.value?.code ?? 'cancelled';
    const message = left.value === null ? texts.t('links.waiting') : leftText(texts, left.value);
    const notChecked = { type: 'error', index, review_url: link.url, error: { code, message } } as const;
    return resultOf(texts, link, index, placeNames.value) ?? notChecked;
  };
  const make = (chosen: readonly TableRow[] | null) => {
    const { list, table: own } = checked.value;
    const rows = (chosen ?? table.value).map(
      ({ own, link, index }): ResultRow => ({ own, verdict: link === null ? null : verdictRow(link, index) }),
    );
    const columns = resultColumns(list, own, language, asSent);
    const { name, columns: ofSummary } = summaryOf(table.value).sheet(language, chosen?.length ?? null);
    return { sheet: texts.t('links.sheet'), columns, rows, first: { sheet: name, columns: ofSummary } };
  };
  return (
    <ListDownloads
      all={table.value.length}
      shown={fitting.value}
      which={[
        ...(filter.value === 'all' && ownFilter.value !== null
          ? []
          : [texts.t(`links.filters.${filter.value}`)]),
        ...(ownFilter.value === null ? [] : [ownFilter.value.text]),
      ].join(', ')}
      partial={(write) =>
        waiting === 0 ? null : texts.t('links.partial', { done: write(all - waiting), all: write(all) })
      }
      name={[texts.t('links.fileName'), others.length === 0 ? place : null]}
      make={make}
    />
  );
}

/** The counts of the whole list, also if a file has a part of it. */
function summaryOf(rows: readonly TableRow[]) {
  const summary = createListSummary('review-visibility');
  for (const { link } of rows) {
    if (link === null) continue;
    const verdict = verdictOf(link);
    if (verdict !== null) summary.note(outcomeOf(verdict), verdict);
    else summary.note(link.result === null ? 'waiting' : 'failed', {});
  }
  return summary;
}

/** The user's columns, without the column that holds only the links. */
function shownColumns({ list, table }: OwnList, language: Language): ShownColumn[] {
  if (table === null) return [];
  const isShownAnyway = (index: number) => table.linkColumns.includes(index) && isLinkInCell(list, table);
  return Array.from({ length: table.width }, (_, index) => index)
    .filter((index) => !isShownAnyway(index))
    .map((index) => ({ header: columnName(table.headings, index, language), index }));
}

/** Shows when the results were found. Some may come from an earlier check. */
function Times() {
  const { links } = useConsole();
  const { t, formats } = useTexts();
  const found = foundBetween(links.rows.value);
  if (found === null) return null;
  const [first, last] = [formats.moment(found.first), formats.moment(found.last)];
  const isOneDay = found.first.slice(0, 10) === found.last.slice(0, 10);
  const end = isOneDay ? found.last.slice(11, 16) : last;
  return (
    <p class="small muted">
      {t('links.foundBetween', { times: first.endsWith(end) ? first : `${first} – ${end}` })}
    </p>
  );
}

/** Buttons that check the remaining or failed links, and that check all links again. */
function GoOn() {
  const { links } = useConsole();
  const { t } = useTexts();
  const { waiting, failed } = links.counts.value;
  if (links.phase.value === 'checking') return null;
  return (
    <>
      {waiting + failed > 0 && (
        <Button
          text={waiting > 0 ? t('links.resume', { left: waiting }) : t('links.retry', { failed })}
          onClick={waiting > 0 ? links.resume : links.retryFailed}
        />
      )}
      {waiting === 0 && <Button text={t('links.checkAgain')} onClick={() => links.checkAgain()} />}
      <ListActions source={() => links.source.value} />
    </>
  );
}

/** The filter. "Not checked" and "check the link" appear only if there are such rows. */
function LinkFilterChips() {
  const { links } = useConsole();
  const { t } = useTexts();
  const { filter, left, fits } = links;
  const isShown = (name: LinkFilter) =>
    name === filter.value || (fits.value[name] > 0 && (name !== 'waiting' || left.value !== null));
  const names: LinkFilter[] = [
    'all',
    'hidden',
    ...(['unclear'] as const).filter(isShown),
    'failed',
    ...(['waiting'] as const).filter(isShown),
    'visible',
  ];
  return (
    <Chips
      type="radio"
      legend={t('links.filter')}
      options={names.map((name) => [
        name,
        t('links.filtered', { name: t(`links.filters.${name}`), value: links.fits.value[name] }),
      ])}
      isChosen={(name) => name === filter.value}
      choose={links.choose}
    />
  );
}

/** The result of a link for a file, with the name of its place. Null for a link that was not checked. */
function resultOf(
  texts: Texts,
  { url, result }: LinkRow,
  index: number,
  placeNames: ReadonlyMap<string, string>,
): VerdictRow | null {
  if (result === null) return null;
  if ('verdict' in result) return withPlaceName({ ...result.verdict, index, review_url: url }, placeNames);
  const { code } = result.failure;
  const message = failureText(texts, result.failure);
  return { type: 'error', index, review_url: url, error: { code, message } };
}
