import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Api } from '../../core/api.js';
import { batchesOf, checkLinks, type Pause } from '../../core/check-links.js';
import type { VerdictRow } from '../../core/export/verdict-columns.js';
import { clientFailure, type Failure, failureOf, lineFailure } from '../../core/failure.js';
import type { BulkLine, Verdict } from '../../core/lines.js';
import { type LinkList, parseLinks } from '../../core/link-list.js';
import { createThrottle } from '../state/throttle.js';

/** The result of one link. */
export type LinkResult = { readonly verdict: Verdict } | { readonly failure: Failure };

/** A pause and what is left of it. */
export type RunningPause = Pause & { readonly secondsLeft: number };

/** One link of the list; `result` is null until there is one. */
export interface LinkRow {
  readonly url: string;
  readonly first: number;
  readonly result: LinkResult | null;
  /** True for a link that had no result and is checked again. */
  readonly retried: boolean;
}

export type LinkKind = 'visible' | 'hidden' | 'failed' | 'waiting';
export type LinkFilter = 'all' | LinkKind;
/** `finished`: every link has its result. `stopped` by the user or `broken` by a failure: some have none. */
export type LinkPhase = 'idle' | 'checking' | 'finished' | 'stopped' | 'broken';

export interface LinkCheck {
  readonly text: Signal<string>;
  readonly parsed: ReadonlySignal<LinkList & { readonly batches: number }>;
  readonly rows: ReadonlySignal<readonly LinkRow[]>;
  readonly phase: ReadonlySignal<LinkPhase>;
  /** Why the last run ended early; null when it did not, or when the user stopped it. */
  readonly failure: ReadonlySignal<Failure | null>;
  /** Why the links without a result have none; null while they wait. */
  readonly left: ReadonlySignal<Failure | null>;
  /** Null unless the check waits. */
  readonly pause: ReadonlySignal<RunningPause | null>;
  readonly counts: ReadonlySignal<Readonly<Record<LinkFilter, number>>>;
  /** The kind of rows that is shown, and the page, from 0. */
  readonly shown: Signal<{ readonly filter: LinkFilter; readonly page: number }>;
  /** Checks the links of the text, and shows all of them. */
  start(): Promise<void>;
  /** Checks the links that have no result yet. */
  resume(): Promise<void>;
  retryFailed(): Promise<void>;
  stop(): void;
}

const SHOW_EVERY_MS = 100;
/** Attempts in a row that bring no result. */
const MOST_RETRIES = 5;

/** Whether a filter shows a row. A failed row stays under its filter while it is checked again. */
export function fits(row: LinkRow, filter: LinkFilter): boolean {
  if (filter === 'all') return true;
  const kind = kindOf(row);
  return kind === filter || (filter === 'failed' && kind === 'waiting' && row.retried);
}

export function kindOf(row: LinkRow): LinkKind {
  if (row.result === null) return 'waiting';
  if ('failure' in row.result) return 'failed';
  return row.result.verdict.is_visible ? 'visible' : 'hidden';
}

export function createLinkCheck(api: Api): LinkCheck {
  const text = signal('');
  const rows = signal<readonly LinkRow[]>([]);
  const phase = signal<LinkPhase>('idle');
  const failure = signal<Failure | null>(null);
  const pause = signal<RunningPause | null>(null);
  const shown = signal<{ filter: LinkFilter; page: number }>({ filter: 'all', page: 0 });
  let running = new AbortController();

  const run = async (begun: readonly LinkRow[]) => {
    running.abort();
    const current = new AbortController();
    running = current;
    let latest = begun;
    const results = new Map<string, LinkResult>();
    const show = () => {
      if (running !== current) return;
      latest = latest.map((row) =>
        row.result === null ? { ...row, result: results.get(row.url) ?? null } : row,
      );
      rows.value = latest;
    };
    const throttle = createThrottle(show, SHOW_EVERY_MS);
    rows.value = begun;
    failure.value = null;
    pause.value = null;
    phase.value = 'checking';
    const waiting = begun.filter((row) => row.result === null).map((row) => row.url);
    const showPause = (next: RunningPause | null) => {
      if (running === current) pause.value = next;
    };
    let ended: Failure | null = null;
    try {
      await checkLinks({
        api,
        isLine,
        links: waiting,
        retries: MOST_RETRIES,
        signal: current.signal,
        onRow: (row) => {
          results.set(row.review_url, resultOf(row));
          throttle.touch();
        },
        onPause: (begun) => showPause(begun === null ? null : { ...begun, secondsLeft: begun.seconds }),
        onTick: (secondsLeft) => showPause(pause.value === null ? null : { ...pause.value, secondsLeft }),
      });
    } catch (error) {
      ended = failureOf(error, current.signal);
    }
    throttle.end();
    if (running !== current) return;
    show();
    const isStopped = ended?.code === 'cancelled';
    failure.value = isStopped ? null : ended;
    phase.value = isStopped ? 'stopped' : ended === null ? 'finished' : 'broken';
  };

  return {
    text,
    parsed: computed(() => {
      const parsed = parseLinks(text.value);
      return { ...parsed, batches: [...batchesOf(new Set(parsed.links.map(({ url }) => url)))].length };
    }),
    rows,
    phase,
    failure,
    pause,
    left: computed(() => (phase.value === 'stopped' ? clientFailure('cancelled') : failure.value)),
    counts: computed(() => countsOf(rows.value)),
    shown,
    start: () => {
      shown.value = { filter: 'all', page: 0 };
      return run(parseLinks(text.value).links.map((link) => ({ ...link, result: null, retried: false })));
    },
    resume: () => run(rows.value),
    retryFailed: () =>
      run(
        rows.value.map((row) => (kindOf(row) === 'failed' ? { ...row, result: null, retried: true } : row)),
      ),
    stop: () => running.abort(),
  };
}

function countsOf(rows: readonly LinkRow[]): Record<LinkFilter, number> {
  const counts = { all: rows.length, visible: 0, hidden: 0, failed: 0, waiting: 0 };
  for (const row of rows) counts[kindOf(row)] += 1;
  return counts;
}

function resultOf(row: VerdictRow): LinkResult {
  return row.type === 'result' ? { verdict: row } : { failure: lineFailure(row) };
}

/** The page is served by the service itself, so lines are not checked further. */
function isLine(value: unknown): value is BulkLine {
  return typeof value === 'object' && value !== null && 'type' in value;
}
