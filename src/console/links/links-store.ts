import { computed, signal } from '@preact/signals';
import { clientFailure, type Failure, failureOf, lineFailure } from '../../core/published/failure.js';
import type { Api } from '../../kit/client/api.js';
import { batchesOf, checkLinks, type Pause } from '../../kit/client/check-links.js';
import type { BulkLine } from '../../kit/lists/checked-links.js';
import { slotsOf } from '../../kit/lists/own-columns.js';
import type { OwnList } from '../../kit/lists/read-list.js';
import { instantOf } from '../../kit/lists/table.js';
import type { VerdictRow } from '../../kit/lists/verdict-columns.js';
import { createListInput, type ListSource, NO_SOURCE, parseSource } from '../../kit/ui/input/source.js';
import { ALL_CHECKS, LAST_CHECK } from '../../kit/ui/links/history.js';
import {
  asEarlier,
  byAttention,
  comparedOf,
  countsOf,
  fittingCounts,
  fittingRows,
  kindOf,
  type LinkFilter,
  type LinkResult,
  type LinkRow,
  placeNamesOf,
  tableRows,
} from '../../kit/ui/links/link-rows.js';
import { createRuns, createThrottle } from '../../kit/ui/state/runs.js';
import { hasKey } from '../../kit/ui/state/service.js';
import { readonly } from '../../kit/ui/state/ui-signals.js';
import type { Keeper } from './keeper.js';

/** A pause and its remaining seconds. */
export type RunningPause = Pause & { readonly secondsLeft: number };

/** `finished`: every link has its result. `stopped` by the user or `broken` by a failure: some links have no result. */
type LinkPhase = 'idle' | 'checking' | 'finished' | 'stopped' | 'broken';

/** The earlier checks with which a check is compared. */
export type Since = 'last' | 'week' | 'date' | 'start';
/** The order of the table: changed and hidden reviews first, or the order of the list. */
export type RowOrder = 'attention' | 'list';

/** Maximum bytes of a list in this view. Longer lists need a job. */
const MAX_FILE = 5_000_000;
const SHOW_EVERY_MS = 100;
const KEEP_EVERY_MS = 1_000;
const WEEK_MS = 7 * 24 * 3_600_000;
/** Maximum attempts in a row without a result. */
const MAX_RETRIES = 5;

export type LinkCheck = ReturnType<typeof createLinkCheck>;

/** The check of a list of review links. */
export function createLinkCheck(api: Api, keeper: Keeper) {
  const input = createListInput({ listed: signal('reviews'), maxBytes: MAX_FILE, keepsTextFiles: false });
  const { source, own } = input;
  const rows = signal<readonly LinkRow[]>([]);
  /** The list that was checked, with the user's columns; null before the first check. */
  const checked = signal<OwnList | null>(null);
  const phase = signal<LinkPhase>('idle');
  /** False for a list that was opened and has not been checked since. */
  const isFresh = signal(false);
  /** Why the last run ended early; null when it did not end early, or when the user stopped it. */
  const failure = signal<Failure | null>(null);
  const pause = signal<RunningPause | null>(null);
  /** Estimated seconds until the last result; null = not known, or no check runs. */
  const secondsLeft = signal<number | null>(null);
  const filter = signal<LinkFilter>('all');
  const page = signal(0);
  const since = signal<Since>('start');
  /** The chosen date, `YYYY-MM-DD`; empty until one is chosen. */
  const sinceDate = signal('');
  const order = signal<RowOrder>('attention');
  /** True while the form is folded to one line, so that the results have room. */
  const isFolded = signal(false);
  /** The source of `rows`. The text may have changed since. */
  let checkedSource: ListSource = NO_SOURCE;
  const runs = createRuns();
  /** Resolves when the results of the last check are kept. */
  let lastRun: Promise<unknown> = Promise.resolve();

  const slots = computed(() =>
    checked.value === null ? [] : slotsOf(checked.value.list, checked.value.table),
  );
  const sinceMoment = computed(() => {
    if (since.value === 'last') return LAST_CHECK;
    if (since.value === 'week') return Date.now() - WEEK_MS;
    return since.value === 'date' && sinceDate.value !== ''
      ? instantOf(`${sinceDate.value} 00:00:00`)
      : ALL_CHECKS;
  });
  const table = computed(() => tableRows(slots.value, rows.value, sinceMoment.value));
  const counts = computed(() => countsOf(rows.value));
  const fitting = computed(() => fittingRows(table.value, filter.value));
  const isChecking = () => phase.value === 'checking';
  const choose = (chosen: LinkFilter) => {
    filter.value = chosen;
    page.value = 0;
  };

  /** Checks the rows without a result. `isNew`: the list must first be found or made in the library. */
  const run = (begun: readonly LinkRow[], isNew: boolean) => {
    const ended = checkRows(begun, isNew);
    lastRun = ended.catch(() => undefined);
    return ended;
  };
  const checkRows = async (begun: readonly LinkRow[], isNew: boolean) => {
    const { signal: stopped, isLatest } = runs.begin();
    const results = new Map<string, LinkResult>();
    const showResults = () => {
      if (!isLatest()) return;
      rows.value = rows.value.map((row) => {
        const result = row.result === null ? results.get(row.url) : undefined;
        return result === undefined ? row : { ...row, result };
      });
    };
    rows.value = begun;
    failure.value = null;
    pause.value = null;
    secondsLeft.value = null;
    isFresh.value = true;
    isFolded.value = true;
    phase.value = 'checking';
    let isKept = !isNew;
    const keep = async () => {
      if (isLatest() && isKept) await keeper.keep(rows.value);
    };
    const recalled = (isNew ? keeper.begin(checkedSource, begun) : Promise.resolve(null)).then(
      (histories) => {
        if (!isLatest()) return;
        if (histories !== null && histories.size > 0) {
          rows.value = rows.value.map((row) => ({ ...row, history: histories.get(row.url) ?? row.history }));
        }
        isKept = true;
        return keep();
      },
    );
    const showing = createThrottle(showResults, SHOW_EVERY_MS);
    const keeping = createThrottle(() => void keep(), KEEP_EVERY_MS);
    const waiting = begun.filter((row) => row.result === null).map((row) => row.url);
    const showPause = (next: RunningPause | null) => {
      // The time of a pause is not part of an estimate.
      if (isLatest()) [pause.value, secondsLeft.value] = [next, null];
    };
    let ended: Failure | null = null;
    try {
      await checkLinks({
        api,
        isLine: hasKey<BulkLine>('type'),
        links: waiting,
        retries: MAX_RETRIES,
        signal: stopped,
        onRow: (row) => {
          results.set(row.review_url, resultOf(row));
          showing.touch();
          keeping.touch();
        },
        onEstimate: (seconds) => {
          if (isLatest()) secondsLeft.value = seconds;
        },
        onPause: (begun) => showPause(begun === null ? null : { ...begun, secondsLeft: begun.seconds }),
        onTick: (secondsLeft) => showPause(pause.value === null ? null : { ...pause.value, secondsLeft }),
      });
    } catch (error) {
      ended = failureOf(error, stopped);
    }
    showing.end();
    keeping.end();
    if (!isLatest()) return;
    secondsLeft.value = null;
    showResults();
    const isStopped = ended?.code === 'cancelled';
    if (isStopped) phase.value = 'stopped';
    // Any other check ends when its results are kept, so that a reload after its end loses nothing.
    await recalled;
    await keep();
    if (isStopped || !isLatest()) return;
    failure.value = ended;
    phase.value = ended === null ? 'finished' : 'broken';
  };

  return {
    input,
    /** The number of requests that the list in the field needs. */
    batches: computed(() => [...batchesOf(new Set(own.value.list.links.map(({ url }) => url)))].length),
    ...readonly({ rows, checked, phase, isFresh, failure, pause, secondsLeft, filter }),
    /** Why some links have no result; null while they wait. */
    left: computed(() => (phase.value === 'stopped' ? clientFailure('cancelled') : failure.value)),
    counts,
    /** The progress of this tab's check in a few characters: `34/60`, or `✓` at the end; null without a check. */
    mark: computed(() => {
      if (!isFresh.value) return null;
      if (phase.value === 'finished') return '✓';
      const { all, waiting } = counts.value;
      return `${isChecking() ? '' : '! '}${all - waiting}/${all}`;
    }),
    table,
    /** The rows that the filter shows, in the order of the list. */
    fitting,
    /** The same rows in the order of the table. Rows keep their places during a check. */
    shown: computed(() =>
      order.value === 'list' || isChecking() ? fitting.value : byAttention(fitting.value),
    ),
    fits: computed(() => fittingCounts(table.value)),
    /** Null when no link can be compared with an earlier check. */
    compared: computed(() => comparedOf(table.value)),
    since,
    sinceDate,
    order,
    isFolded,
    placeNames: computed(() => placeNamesOf(rows.value)),
    page,
    /** Chooses a filter, and shows its first page. */
    choose,
    /** Checks the links of the text or workbook, and shows all rows. */
    start: () => {
      input.settle();
      choose('all');
      const before = new Map(rows.value.map((row) => [row.url, asEarlier(row).history]));
      checkedSource = source.value;
      checked.value = own.value;
      const begun = own.value.list.links.map((link): LinkRow => {
        const history = before.get(link.url) ?? [];
        return { ...link, result: null, retried: false, history };
      });
      return run(begun, true);
    },
    resume: () => run(rows.value, false),
    retryFailed: () =>
      run(
        rows.value.map((row) => (kindOf(row) === 'failed' ? { ...row, result: null, retried: true } : row)),
        false,
      ),
    /** Checks all links of the shown list again, to see the changes. */
    checkAgain: () => {
      choose('all');
      return run(rows.value.map(asEarlier), true);
    },
    /**
     * Shows a saved list; false when the id is unknown. Does nothing during a check, or if a check begins meanwhile.
     */
    open: async (id: string) => {
      const before = source.value;
      if (isChecking()) return false;
      await lastRun;
      if (isChecking()) return false;
      const opened = await keeper.open(id);
      // The user may have begun something else in the meantime.
      if (opened === null || source.value !== before || isChecking()) return false;
      opened.take();
      input.show(opened.source);
      checkedSource = opened.source;
      checked.value = parseSource(opened.source);
      rows.value = opened.rows;
      failure.value = null;
      pause.value = null;
      isFresh.value = false;
      isFolded.value = true;
      choose('all');
      phase.value = opened.rows.some((row) => row.result === null) ? 'stopped' : 'finished';
      return true;
    },
    stop: runs.stop,
  };
}

function resultOf(row: VerdictRow): LinkResult {
  return row.type === 'result' ? { verdict: row } : { failure: lineFailure(row) };
}
