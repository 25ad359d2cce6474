import { useSignal } from '@preact/signals';
import { type VerdictRow, verdictColumns } from '../../export/verdict-columns.js';
import { useConsole, useTexts } from '../context.js';
import { datedName } from '../download/files.js';
import type { Texts } from '../texts/pl.js';
import { Downloads } from '../ui/downloads.js';
import { cut, Pager } from '../ui/pager.js';
import { failureText } from './row.js';
import { kindOf, type LinkFilter, type LinkRow } from './store.js';
import { LinkTable } from './table.js';

const FILTERS = ['all', 'visible', 'hidden', 'failed'] as const;
const PAGE = 100;

/** The table of verdicts, its progress, filter, retry and downloads. */
export function LinkResults() {
  const { links, languages } = useConsole();
  const texts = useTexts();
  const { rows, counts, phase } = links;
  const filter = useSignal<LinkFilter>('all');
  const page = useSignal(0);
  const numbered = rows.value.map((row, index) => ({ row, index }));
  const fitting = numbered.filter(({ row }) => filter.value === 'all' || kindOf(row) === filter.value);
  const at = cut(fitting, page.value, PAGE);
  const { all, visible, hidden, failed } = counts.value;
  const done = visible + hidden + failed;
  const download = () => ({
    fileName: datedName(texts.links.fileName, new Date()),
    sheet: texts.links.sheet,
    columns: verdictColumns(languages.current.value),
    rows: fitting.map(({ row, index }) => exportRow(row, index, texts)),
  });
  return (
    <section class="card" aria-labelledby="link-results">
      <h2 id="link-results">{texts.links.results}</h2>
      <div class="progress">
        <progress max={all} value={done} aria-label={texts.links.progress(done, all)} />
        <span>
          {phase.value === 'finished'
            ? texts.links.finished(visible, hidden, failed)
            : texts.links.progress(done, all)}
        </span>
      </div>
      <div class="toolbar">
        <fieldset class="chips">
          <legend class="unseen">{texts.links.filter}</legend>
          {FILTERS.map((name) => (
            <label key={name}>
              <input
                type="radio"
                name="link-filter"
                checked={filter.value === name}
                onChange={() => {
                  filter.value = name;
                  page.value = 0;
                }}
              />
              <span>{texts.links.filtered(texts.links.filters[name], counts.value[name])}</span>
            </label>
          ))}
        </fieldset>
        <div class="actions">
          {phase.value !== 'checking' && failed > 0 && (
            <button type="button" class="quiet" onClick={links.retryFailed}>
              {texts.links.retry(failed)}
            </button>
          )}
          {done > 0 && <Downloads make={download} />}
        </div>
      </div>
      {fitting.length === 0 ? <p class="muted">{texts.links.empty}</p> : <LinkTable rows={at.rows} />}
      <Pager
        at={at}
        turn={(next) => {
          page.value = next;
        }}
      />
    </section>
  );
}

/** What was asked, in the order of the list; a row still waiting is one without a verdict. */
function exportRow({ url, result }: LinkRow, index: number, texts: Texts): VerdictRow {
  if (result !== null && 'verdict' in result) return { ...result.verdict, index, review_url: url };
  const failure = result?.failure ?? null;
  const error = {
    code: failure?.code ?? 'cancelled',
    message: failure === null ? texts.links.waiting : failureText(texts, failure),
  };
  return { type: 'error', index, review_url: url, error };
}
