import { columnName, isLinkInCell } from '../../lists/own-columns.js';
import type { OwnList } from '../../lists/read-list.js';
import { useConsole, useTexts } from '../context.js';
import { cut, Pager } from '../ui/pager.js';
import { LinkDownloads } from './downloads.js';
import { LinkFilterChips } from './filter.js';
import { LinkProgress } from './progress.js';
import { type ShownColumn, toMinutes } from './row.js';
import { foundBetween } from './rows.js';
import { LinkTable } from './table.js';

const PAGE = 100;

/** The table of results with progress, filter, buttons to continue, and downloads. */
export function LinkResults() {
  const { links, languages } = useConsole();
  const { links: texts } = useTexts();
  const { table, fitting, placeNames, counts, shown, checked } = links;
  const { filter, page } = shown.value;
  const at = cut(fitting.value, page, PAGE);
  return (
    <section class="card" aria-labelledby="link-results">
      <h2 id="link-results">{texts.results}</h2>
      <LinkProgress />
      <FoundBetween />
      <Comparison />
      <div class="toolbar">
        <LinkFilterChips />
        <div class="actions">
          <GoOn />
          {counts.value.waiting < counts.value.all && (
            <LinkDownloads all={table.value} fitting={fitting.value} placeNames={placeNames.value} />
          )}
        </div>
      </div>
      {fitting.value.length === 0 ? (
        <p class="muted">{texts.empty}</p>
      ) : (
        <LinkTable
          rows={at.rows}
          own={checked.value === null ? [] : shcolumnName(checked.value, languages.current.value)}
          placeNames={placeNames.value}
        />
      )}
      <Pager
        at={at}
        turn={(next) => {
          shown.value = { filter, page: next };
        }}
      />
    </section>
  );
}

/** The user's columns, without the one that is the column of the links anyway. */
function shcolumnName({ list, table }: OwnList, language: 'pl' | 'en'): ShownColumn[] {
  if (table === null) return [];
  const isShownAnyway = (index: number) => table.linkColumns.includes(index) && isLinkInCell(list, table);
  return Array.from({ length: table.width }, (_, index) => index)
    .filter((index) => !isShownAnyway(index))
    .map((index) => ({ header: columnName(table.headings, index, language), index }));
}

/** When the results were found: some may be kept from an earlier check. */
function FoundBetween() {
  const { links } = useConsole();
  const { links: texts } = useTexts();
  const found = foundBetween(links.rows.value);
  if (found === null) return null;
  return <p class="small muted">{texts.foundBetween(toMinutes(found.first), toMinutes(found.last))}</p>;
}

/** What has changed since the earlier check, and how many links could be compared. */
function Comparison() {
  const { links } = useConsole();
  const { links: texts } = useTexts();
  const compared = links.compared.value;
  if (compared === null) return null;
  const { count, first, last } = compared;
  return (
    <p class="comparison">
      {texts.compared(links.counts.value.changed, count, toMinutes(first), toMinutes(last))}
    </p>
  );
}

/** The button that checks the remaining links, or else those without a result, and the one that checks all again. */
function GoOn() {
  const { links } = useConsole();
  const { links: texts } = useTexts();
  const { waiting, failed } = links.counts.value;
  if (links.phase.value === 'checking') return null;
  return (
    <>
      {waiting + failed > 0 && (
        <button type="button" class="quiet" onClick={waiting > 0 ? links.resume : links.retryFailed}>
          {waiting > 0 ? texts.resume(waiting) : texts.retry(failed)}
        </button>
      )}
      {waiting === 0 && (
        <button type="button" class="quiet" onClick={links.checkAgain}>
          {texts.checkAgain}
        </button>
      )}
    </>
  );
}
