import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Api } from '../api/client.js';
import { type Failure, plainFailure } from '../api/failure.js';
import { createThrottle } from '../state/throttle.js';
import { askLinks, type LinkResult, type Pause } from './ask.js';
import { batchesOf, type ParsedLinks, parseLinks } from './parse-links.js';

/** One link of the list and what is known of it; null = not yet. */
export interface LinkRow {
  readonly url: string;
  readonly first: number;
  readonly result: LinkResult | null;
  /** True for one that failed before and was asked for again. */
  readonly retried: boolean;
}

export type LinkKind = 'visible' | 'hidden' | 'failed' | 'waiting';
export type LinkFilter = 'all' | LinkKind;
/** `finished`: every link has its result; `stopped` by the person, `broken` by a failure: some have none. */
export type LinkPhase = 'idle' | 'checking' | 'finished' | 'stopped' | 'broken';

export interface LinkCheck {
  readonly text: Signal<string>;
  readonly parsed: ReadonlySignal<ParsedLinks & { readonly batches: number }>;
  readonly rows: ReadonlySignal<readonly LinkRow[]>;
  readonly phase: ReadonlySignal<LinkPhase>;
  /** Why the last run ended early; null when it did not, or was stopped by the person. */
  readonly failure: ReadonlySignal<Failure | null>;
  /** Why the links without a result have none; null while they wait. */
  readonly left: ReadonlySignal<Failure | null>;
  /** While the check waits to go on; null when it does not. */
  readonly pause: ReadonlySignal<Pause | null>;
  readonly counts: ReadonlySignal<Readonly<Record<LinkFilter, number>>>;
  /** Which rows are shown: of one kind, and which page of them, from 0. */
  readonly shown: Signal<{ readonly filter: LinkFilter; readonly page: number }>;
  /** Checks the links of the text, and shows all of them. */
  start(): Promise<void>;
  /** Goes on with the links that have no result. */
  resume(): Promise<void>;
  retryFailed(): Promise<void>;
  stop(): void;
}

const SHOW_EVERY_MS = 100;

/** Whether a row is shown under a filter; a failed one stays in sight while it is asked for again. */
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
  const pause = signal<Pause | null>(null);
  const shown = signal<{ filter: LinkFilter; page: number }>({ filter: 'all', page: 0 });
  let running = new AbortController();

  /** Checks the rows that have no result. */
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
    const waiting = new Set(begun.filter((row) => row.result === null).map((row) => row.url));
    const listener = {
      settle: (url: string, result: LinkResult) => {
        results.set(url, result);
        throttle.touch();
      },
      pause: (told: Pause | null) => {
        if (running === current) pause.value = told;
      },
    };
    const ended = await askLinks(api, [...waiting], listener, current.signal);
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
      return { ...parsed, batches: batchesOf([...new Set(parsed.links.map(({ url }) => url))]).length };
    }),
    rows,
    phase,
    failure,
    pause,
    left: computed(() => (phase.value === 'stopped' ? plainFailure('cancelled') : failure.value)),
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
