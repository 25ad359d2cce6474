import { useConsole, useTexts } from '../context.js';
import { cut, Pager } from '../ui/pager.js';
import { LinkDownloads } from './downloads.js';
import { LinkFilterChips } from './filter.js';
import { LinkProgress } from './progress.js';
import { fits } from './store.js';
import { LinkTable } from './table.js';

const PAGE = 100;

/** The table of results with progress, filter, buttons to continue, and downloads. */
export function LinkResults() {
  const { links } = useConsole();
  const { links: texts } = useTexts();
  const { rows, counts, shown } = links;
  const { filter, page } = shown.value;
  const all = rows.value.map((row, index) => ({ row, index }));
  const fitting = all.filter(({ row }) => fits(row, filter));
  const at = cut(fitting, page, PAGE);
  return (
    <section class="card" aria-labelledby="link-results">
      <h2 id="link-results">{texts.results}</h2>
      <LinkProgress />
      <div class="toolbar">
        <LinkFilterChips />
        <div class="actions">
          <GoOn />
          {counts.value.waiting < all.length && <LinkDownloads all={all} fitting={fitting} />}
        </div>
      </div>
      {fitting.length === 0 ? <p class="muted">{texts.empty}</p> : <LinkTable rows={at.rows} />}
      <Pager
        at={at}
        turn={(next) => {
          shown.value = { filter, page: next };
        }}
      />
    </section>
  );
}

/** The button that checks the remaining links, or else those without a result. */
function GoOn() {
  const { links } = useConsole();
  const { links: texts } = useTexts();
  const { waiting, failed } = links.counts.value;
  if (links.phase.value === 'checking' || waiting + failed === 0) return null;
  return (
    <button type="button" class="quiet" onClick={waiting > 0 ? links.resume : links.retryFailed}>
      {waiting > 0 ? texts.resume(waiting) : texts.retry(failed)}
    </button>
  );
}
