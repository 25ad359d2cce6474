import { caveatText } from '../core/texts/outcomes.js';
import { serviceText } from '../core/texts/service-text.js';
import { checkLinks, notePlaceName, type Pause, withPlaceName } from '../kit/client/check-links.js';
import { createListSummary, outcomeOf } from '../kit/lists/list-summary.js';
import { resultColumns } from '../kit/lists/own-columns.js';
import type { Column } from '../kit/lists/table.js';
import type { VerdictRow } from '../kit/lists/verdict-columns.js';
import type { ExitCode } from '../kit/terminal/exit.js';
import { requestFailureText } from '../kit/terminal/failure-text.js';
import { type ListRow, NOT_ASKED, type ResumeOptions, runList } from '../kit/terminal/list-run.js';
import { guardOf, lazily, type Session } from '../kit/terminal/session.js';
import { verdictTable } from '../kit/terminal/verdict-table.js';

interface CheckOptions extends ResumeOptions {
  /** Links in one request. */
  readonly batch: number;
}

const lineSchema = lazily(() => import('../kit/lists/checked-links.js'))('bulkVisibilityLine');

/** `check FILE|-`: checks the visibility of every review of a list of links. */
export async function check(session: Session, file: string, options: CheckOptions): Promise<ExitCode> {
  const { t, language, api, retries, signal, note } = session;
  const names = new Map<string, string>();
  const verdicts = verdictTable(session);
  return runList<VerdictRow, 'visible' | 'not_visible'>(session, file, options, {
    name: 'check',
    listed: 'reviews',
    label: t('check.progress'),
    kinds: ['visible', 'not_visible'],
    kindOf: (row) => (row.type === 'error' ? 'failed' : row.is_visible ? 'visible' : 'not_visible'),
    parser: async () => {
      const schema = await lineSchema();
      return (value) => {
        const row = schema.safeParse(value);
        if (!row.success || row.data.type === 'summary' || row.data.type === 'progress') return null;
        return row.data;
      };
    },
    entryOf: (row) => row.review_url,
    table: ({ list, table }, done) => {
      for (const row of done) notePlaceName(names, row);
      const results = resultColumns(list, table, language, serviceText).map(
        ({ value, ...column }): Column<ListRow<VerdictRow>> => ({
          ...column,
          value: ({ own, entry, result }) =>
            value({ own, verdict: result === null ? notAsked(entry) : withPlaceName(result, names) }),
        }),
      );
      return {
        name: verdicts.name,
        place: placeOf,
        first: (rows) => summaryOf(rows).sheet(language),
        columns: results,
        line: ({ result }) => result ?? {},
        text: ({ result }) => (result === null ? '' : verdicts.text(result)),
      };
    },
    shows: 'as they come',
    emptyRows: 'kept',
    ask: (links, onRow, onEstimate) =>
      checkLinks({
        api,
        isLine: guardOf(lineSchema),
        links,
        batchSize: options.batch,
        retries,
        signal,
        onRow: (row) => {
          notePlaceName(names, row);
          return onRow(row);
        },
        ...(session.progress.isShown && { onEstimate }),
        onPause: (pause) => {
          // The time of a pause is not part of an estimate.
          if (session.progress.isShown && pause !== null) onEstimate(null);
          if (pause !== null) note(pauseText(pause, session));
        },
      }),
    summary: (tally) => t(tally.missing === 0 ? 'check.summary' : 'check.summaryLeft', tally),
    caveat: ({ not_visible }) => (not_visible === 0 ? null : caveatText(language, 'notShown')),
  });
}

/** The row of an entry without a result; null without an entry. */
function notAsked(entry: string | null): VerdictRow | null {
  if (entry === null) return null;
  return { type: 'error', index: 0, review_url: entry, error: NOT_ASKED };
}

function summaryOf(rows: readonly ListRow<VerdictRow>[]) {
  const summary = createListSummary('review-visibility');
  for (const { entry, result } of rows) {
    if (result !== null) summary.note(outcomeOf(result), result);
    else if (entry !== null) summary.note('waiting', {});
  }
  return summary;
}

/** The name of the place, if all reviews that were read belong to one place. */
function placeOf(rows: readonly ListRow<VerdictRow>[]): string | null {
  const names = rows.map(({ result }) => (result?.type === 'result' ? result.review?.place_name : null));
  const [name, ...others] = new Set(names.filter((found) => found != null));
  return others.length === 0 ? (name ?? null) : null;
}

function pauseText({ failure, seconds, attempt, attempts, missing }: Pause, session: Session): string {
  const next = session.t('check.pause', { missing, seconds, attempt, attempts });
  return requestFailureText(failure, session, next);
}
