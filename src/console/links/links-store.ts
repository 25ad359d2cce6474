import { computed, signal } from '@preact/signals';
import { clientFailure, type Failure, failureOf, lineFailure } from '../../core/published/failure.js';
import type { Api } from '../../kit/client/api.js';
import { checkLinks, type Pause } from '../../kit/client/check-links.js';
import type { BulkLine } from '../../kit/lists/checked-links.js';
import { slotsOf } from '../../kit/lists/own-columns.js';
import type { VerdictRow } from '../../kit/lists/verdict-columns.js';
import { type ListSource, NO_SOURCE, parseSource } from '../../kit/ui/input/source.js';
import {
  asEarlier,
  byAttention,
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
import type { Kept } from '../kept.js';

/** A pause and its remaining seconds. */
export type RunningPause = Pause & { readonly secondsLeft: number };

/** `finished`: every link has its result. `stopped` by the user or `broken` by a failure: some links have no result. */
type LinkPhase = 'idle' | 'checking' | 'finished' | 'stopped' | 'broken';

/** The order of the table: hidden reviews first, or the order of the list. */
export type RowOrder = 'attention' | 'list';
/** The rows with this text in one of the user's columns. */
export interface OwnFilter {
  readonly column: number;
  readonly text: string;
}

const SHOW_EVERY_MS = 100;
const KEEP_EVERY_MS = 1_000;
/** Maximum attempts in a row without a result. */
const MAX_RETRIES = 5;

export type LinkCheck = ReturnType<typeof createLinkCheck>;

/** The check of a list of review links. `kept` holds the list over a reload. */
export function createLinkCheck(api: Api, kept: Kept<ListSource, LinkResult>) {
  /** The list of `rows`. */
  const source = signal<ListSource>(NO_SOURCE);
  const rows = signal<readonly LinkRow[]>([]);
  /** The list before this one, so that a check of one link does not cost the results of a long list. */
  const earlier = signal<{ readonly source: ListSource; readonly rows: readonly LinkRow[] } | null>(null);
  const phase = signal<LinkPhase>('idle');
  /** False for a list that was read back and has not been checked since. */
  const isFresh = signal(false);
  /** Why the last run ended early; null when it did not end early, or when the user stopped it. */
  const failure = signal<Failure | null>(null);
  const pause = signal<RunningPause | null>(null);
  /** Estimated seconds until the last result; null = not known, or no check runs. */
  const secondsLeft = signal<number | null>(null);
  const filter = signal<LinkFilter>('all');
  const ownFilter = signal<OwnFilter | null>(null);
  const page = signal(0);
  const order = signal<RowOrder>('attention');
  const runs = createRuns();

  const checked = computed(() => parseSource(source.value));
  const slots = computed(() => slotsOf(checked.value.list, checked.value.table));
  const table = computed(() => tableRows(slots.value, rows.value));
  const ofOwn = computed(() => {
    const wanted = ownFilter.value;
    if (wanted === null) return table.value;
    return table.value.filter(({ own }) => String(own?.[wanted.column] ?? '').trim() === wanted.text);
  });
  const counts = computed(() => countsOf(rows.value));
  const fitting = computed(() => fittingRows(ofOwn.value, filter.value));
  const isChecking = () => phase.value === 'checking';
  const choose = (chosen: LinkFilter) => {
    filter.value = chosen;
    page.value = 0;
  };
  const chooseOwn = (chosen: OwnFilter | null) => {
    ownFilter.value = chosen;
    page.value = 0;
  };
  const keep = (some: readonly LinkRow[]) =>
    kept.add(some.flatMap(({ url, result }) => (result === null ? [] : [[url, result] as const])));

  /** Checks the rows without a result. */
  const run = async (begun: readonly LinkRow[]) => {
    const { signal: stopped, isLatest } = runs.begin();
    const results = new Map<string, LinkResult>();
    let unkept: LinkRow[] = [];
    const showResults = () => {
      if (!isLatest()) return;
      rows.value = rows.value.map((row) => {
        const result = row.result === null ? results.get(row.url) : undefined;
        return result === undefined ? row : { ...row, result };
      });
    };
    const keepResults = () => {
      const some = unkept;
      unkept = [];
      return isLatest() ? keep(some) : Promise.resolve();
    };
    rows.value = begun;
    failure.value = null;
    pause.value = null;
    secondsLeft.value = null;
    isFresh.value = true;
    phase.value = 'checking';
    const showing = createThrottle(showResults, SHOW_EVERY_MS);
    const keeping = createThrottle(() => void keepResults(), KEEP_EVERY_MS);
    const waiting = begun.filter((row) => row.result === null);
    const byUrl = new Map(waiting.map((row) => [row.url, row]));
    const showPause = (next: RunningPause | null) => {
      // The time of a pause is not part of an estimate.
      if (isLatest()) [pause.value, secondsLeft.value] = [next, null];
    };
    let ended: Failure | null = null;
    try {
      await checkLinks({
        api,
        isLine: hasKey<BulkLine>('type'),
        links: waiting.map(({ url }) => url),
        retries: MAX_RETRIES,
        signal: stopped,
        onRow: (line) => {
          const result = resultOf(line);
          results.set(line.review_url, result);
          const row = byUrl.get(line.review_url);
          if (row !== undefined) unkept.push({ ...row, result });
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
    await keepResults();
    if (isStopped || !isLatest()) return;
    failure.value = ended;
    phase.value = ended === null ? 'finished' : 'broken';
  };
  const show = (list: ListSource, shown: readonly LinkRow[]) => {
    source.value = list;
    rows.value = shown;
    failure.value = null;
    pause.value = null;
    isFresh.value = false;
    choose('all');
    chooseOwn(null);
    phase.value = shown.some((row) => row.result === null) ? 'stopped' : 'finished';
  };
  const rowsOf = (list: ListSource, resultFor: (url: string) => LinkResult | null) =>
    parseSource(list).list.links.map(
      (link): LinkRow => ({ ...link, result: resultFor(link.url), retried: false, seen: null }),
    );
  void kept.read().then((found) => {
    if (found === null || phase.value !== 'idle') return;
    show(
      found.head,
      rowsOf(found.head, (url) => found.entries.get(url) ?? null),
    );
  });

  return {
    ...readonly({ source, rows, earlier, checked, phase, isFresh, failure, pause, secondsLeft }),
    ...readonly({ filter, ownFilter }),
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
    /** The rows that the filters show, in the order of the list. */
    fitting,
    /** The same rows in the order of the table. Rows keep their places during a check. */
    shown: computed(() =>
      order.value === 'list' || isChecking() ? fitting.value : byAttention(fitting.value),
    ),
    fits: computed(() => fittingCounts(ofOwn.value)),
    order,
    placeNames: computed(() => placeNamesOf(rows.value)),
    page,
    /** Chooses a filter, and shows its first page. */
    choose,
    chooseOwn,
    /** Checks the links of a list, and shows all rows. */
    start: (list: ListSource) => {
      if (rows.value.length > 0) earlier.value = { source: source.value, rows: rows.value };
      source.value = list;
      choose('all');
      chooseOwn(null);
      void kept.begin(list);
      return run(rowsOf(list, () => null));
    },
    /** Shows the list before this one. */
    back: () => {
      const before = earlier.value;
      if (before === null || isChecking()) return;
      earlier.value = { source: source.value, rows: rows.value };
      show(before.source, before.rows);
      void kept.begin(before.source);
      void keep(before.rows);
    },
    resume: () => run(rows.value),
    retryFailed: () =>
      run(
        rows.value.map((row) => (kindOf(row) === 'failed' ? { ...row, result: null, retried: true } : row)),
      ),
    /** Checks links of the shown list again: all, or the given ones. */
    checkAgain: (urls?: ReadonlySet<string>) => {
      if (urls === undefined) choose('all');
      return run(rows.value.map((row) => (urls?.has(row.url) === false ? row : asEarlier(row))));
    },
    stop: runs.stop,
  };
}

function resultOf(row: VerdictRow): LinkResult {
  return row.type === 'result' ? { verdict: row } : { failure: lineFailure(row) };
}
