import { useEffect, useRef } from 'preact/hooks';
import type { Language } from '../../core/published/language.js';
import { withPlaceName } from '../../kit/client/check-links.js';
import { datedName } from '../../kit/lists/file-name.js';
import { columnName, isLinkInCell, resultColumns } from '../../kit/lists/own-columns.js';
import type { OwnList } from '../../kit/lists/read-list.js';
import { asSent, type VerdictRow } from '../../kit/lists/verdict-columns.js';
import { Button } from '../../kit/ui/button.js';
import { useParts, useTexts } from '../../kit/ui/context.js';
import { ListDownloads } from '../../kit/ui/downloads.js';
import { Chips, Choice, TextInput } from '../../kit/ui/fields.js';
import {
  foundBetween,
  type LinkFilter,
  type LinkRow,
  sightingBefore,
  type TableRow,
} from '../../kit/ui/links/link-rows.js';
import { failureText, LinkTable, leftText, type ShownColumn } from '../../kit/ui/links/links-table.js';
import { ListActions } from '../../kit/ui/list-actions.js';
import { setter } from '../../kit/ui/state/ui-signals.js';
import type { Texts } from '../../kit/ui/texts.js';
import { useConsole } from '../shell.js';
import { type ExportRow, extraColumns } from './export-columns.js';
import { LinkProgress } from './links-progress.js';
import type { RowOrder, Since } from './links-store.js';

/** The table of results with progress, filter, buttons to continue, and downloads. */
export function LinkResults() {
  const { links } = useConsole();
  const { t, language } = useTexts();
  const { shown, placeNames, counts, page, checked, isFresh, isFolded } = links;
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that began the check is gone.
  useEffect(() => {
    if (isFresh.value && isFolded.value) heading.current?.focus();
  }, [isFolded.value]);
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
          own={checked.value === null ? [] : shownColumns(checked.value, language)}
          placeNames={placeNames.value}
          left={links.left.value}
        />
      )}
    </section>
  );
}

const SINCE: readonly Since[] = ['start', 'last', 'week', 'date'];
const ORDERS: readonly RowOrder[] = ['attention', 'list'];

/** The order of the rows, and the earlier checks with which they are compared. */
function Arrangement() {
  const { links } = useConsole();
  const { t } = useTexts();
  const { order, since, sinceDate, compared } = links;
  if (links.rows.value.length < 2 && compared.value === null) return null;
  return (
    <div class="line arrangement">
      {(compared.value !== null || since.value !== 'start') && (
        <Choice
          isBeside
          id="since"
          label={t('links.since')}
          value={since.value}
          options={SINCE.map((value) => [value, t(`links.sinceChoices.${value}`)])}
          choose={setter(since)}
        />
      )}
      {since.value === 'date' && (
        <TextInput
          type="date"
          aria-label={t('links.sinceDate')}
          value={sinceDate.value}
          change={setter(sinceDate)}
        />
      )}
      <Choice
        isBeside
        id="order"
        label={t('links.order')}
        value={order.value}
        options={ORDERS.map((value) => [value, t(`links.orders.${value}`)])}
        choose={setter(order)}
      />
    </div>
  );
}

function LinkDownloads() {
  const here = useConsole();
  const { links } = here;
  const parts = useParts();
  const texts = useTexts();
  const { language } = texts;
  const { fitting, table, placeNames, checked, input, left, counts, filter } = links;
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
    const { list, table: own } = checked.value ?? { list: input.own.value.list, table: null };
    const rows = (chosen ?? table.value).map(
      ({ own, link, index, comparison }): ExportRow => ({
        own,
        link,
        comparison,
        verdict: link === null ? null : verdictRow(link, index),
      }),
    );
    const columns = [...resultColumns(list, own, language, asSent), ...extraColumns(texts, rows)];
    return { sheet: texts.t('links.sheet'), columns, rows };
  };
  return (
    <ListDownloads
      all={table.value.length}
      shown={fitting.value}
      which={texts.t(`links.filters.${filter.value}`)}
      partial={(write) =>
        waiting === 0 ? null : texts.t('links.partial', { done: write(all - waiting), all: write(all) })
      }
      name={[texts.t('links.fileName'), others.length === 0 ? place : null]}
      make={make}
      more={[
        { text: texts.t('links.report'), make: () => reportFile(texts, links.rows.value, placeNames.value) },
        ...parts.flatMap(({ linkFiles }) => linkFiles?.(links.rows.value, here) ?? []),
      ]}
    />
  );
}

/** The user's columns, without the column that holds only the links. */
function shownColumns({ list, table }: OwnList, language: Language): ShownColumn[] {
  if (table === null) return [];
  const isShownAnyway = (index: number) => table.linkColumns.includes(index) && isLinkInCell(list, table);
  return Array.from({ length: table.width }, (_, index) => index)
    .filter((index) => !isShownAnyway(index))
    .map((index) => ({ header: columnName(table.headings, index, language), index }));
}

/**
 * Shows when the results were found (some may come from an earlier check), how many links were compared with the
 * earlier check, and how many have changed.
 */
function Times() {
  const { links } = useConsole();
  const { t, links: texts, formats } = useTexts();
  const found = foundBetween(links.rows.value);
  const compared = links.compared.value;
  const { moment } = formats;
  return (
    <>
      {compared !== null && (
        <p class="comparison">
          {texts.compared(
            compared.changed,
            compared.count,
            moment(compared.first),
            // Checks of one day are one comparison to the user.
            isOneDay(compared) ? null : moment(compared.last),
          )}
        </p>
      )}
      {found !== null && (
        <p class="small muted">
          {t('links.foundBetween', {
            times: moment(found.first).endsWith(
              isOneDay(found) ? found.last.slice(11, 16) : moment(found.last),
            )
              ? moment(found.first)
              : `${moment(found.first)} – ${isOneDay(found) ? found.last.slice(11, 16) : moment(found.last)}`,
          })}
        </p>
      )}
    </>
  );
}

function isOneDay({ first, last }: { first: string; last: string }): boolean {
  return first.slice(0, 10) === last.slice(0, 10);
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
      {waiting === 0 && links.isFolded.value && (
        <Button text={t('links.checkAgain')} onClick={links.checkAgain} />
      )}
      <ListActions source={() => links.input.source.value} />
    </>
  );
}

/** The filter. "Changed" appears only after an earlier check, "not checked" only if there are unchecked rows. */
function LinkFilterChips() {
  const { links } = useConsole();
  const { t } = useTexts();
  const { filter, left } = links;
  const hasUnchecked = filter.value === 'waiting' || (left.value !== null && links.counts.value.waiting > 0);
  const hasEarlier = filter.value === 'changed' || links.compared.value !== null;
  const names: LinkFilter[] = [
    'all',
    ...(hasEarlier ? (['changed'] as const) : []),
    'hidden',
    'failed',
    ...(hasUnchecked ? (['waiting'] as const) : []),
    'visible',
  ];
  return (
    <Chips
      type="radio"
      legend={t('links.filter')}
      isLegendShown={false}
      options={names.map((name) => [
        name,
        t('links.filtered', { name: t(`links.filters.${name}`), value: links.fits.value[name] }),
      ])}
      isChosen={(name) => name === filter.value}
      choose={links.choose}
    />
  );
}

/**
 * Makes the report of a check, a workbook for a client or a lawyer, and its file name. The code that writes it is
 * loaded on the first call. `placeNames`: names of places, by Place ID.
 */
async function reportFile(
  texts: Texts,
  links: readonly LinkRow[],
  placeNames: ReadonlyMap<string, string>,
): Promise<readonly [content: Blob, name: string]> {
  const { reportBlob, reportName } = await import('../../kit/page/list-report.js');
  const { language } = texts;
  const rows = links.map((link, index) => ({
    url: link.url,
    result: resultOf(texts, link, index, placeNames),
    earlier: sightingBefore(link),
  }));
  const [place = null, ...others] = new Set(placeNames.values());
  const name = datedName([reportName(language), others.length === 0 ? place : null], new Date());
  return [await reportBlob(rows, language, asSent), `${name}.xlsx`];
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
