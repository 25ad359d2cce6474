import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { VerdictRow } from '../../export/verdict-columns.js';
import type { Api } from '../api/client.js';
import { type Failure, plainFailure } from '../api/failure.js';
import { createThrottle } from '../state/throttle.js';
import { batchesOf, type ParsedLinks, parseLinks } from './parse-links.js';

export type Verdict = Extract<VerdictRow, { type: 'result' }>;

/** One link of the list and what is known of it; null = not yet. */
export interface LinkRow {
  readonly url: string;
  readonly first: number;
  readonly result: { readonly verdict: Verdict } | { readonly failure: Failure } | null;
}

export type LinkFilter = 'all' | 'visible' | 'hidden' | 'failed';
export type LinkPhase = 'idle' | 'checking' | 'finished' | 'stopped';

export interface LinkCheck {
  readonly text: Signal<string>;
  readonly parsed: ReadonlySignal<ParsedLinks & { readonly batches: number }>;
  readonly rows: ReadonlySignal<readonly LinkRow[]>;
  readonly phase: ReadonlySignal<LinkPhase>;
  /** Why the last run ended early; null when it did not. */
  readonly failure: ReadonlySignal<Failure | null>;
  readonly counts: ReadonlySignal<Readonly<Record<LinkFilter, number>>>;
  /** Checks the links of the text. */
  start(): Promise<void>;
  retryFailed(): Promise<void>;
  stop(): void;
}

const SHOW_EVERY_MS = 100;

export function kindOf(row: LinkRow): Exclude<LinkFilter, 'all'> | 'waiting' {
  if (row.result === null) return 'waiting';
  if ('failure' in row.result) return 'failed';
  return row.result.verdict.is_visible ? 'visible' : 'hidden';
}

export function createLinkCheck(api: Api): LinkCheck {
  const text = signal('');
  const rows = signal<readonly LinkRow[]>([]);
  const phase = signal<LinkPhase>('idle');
  const failure = signal<Failure | null>(null);
  let running = new AbortController();

  /** Checks the rows that have no result. */
  const run = async (begun: readonly LinkRow[]) => {
    running.abort();
    const current = new AbortController();
    running = current;
    let latest = begun;
    const results = new Map<string, NonNullable<LinkRow['result']>>();
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
    phase.value = 'checking';
    const waiting = new Set(begun.filter((row) => row.result === null).map((row) => row.url));
    const ended = await checkBatches(api, [...waiting], results, throttle.touch, current.signal);
    throttle.end();
    if (running !== current) return;
    for (const url of waiting) {
      // Also after a summary: no row is left without an answer.
      if (!results.has(url)) results.set(url, { failure: ended ?? plainFailure('cut') });
    }
    show();
    failure.value = ended?.code === 'cancelled' ? null : ended;
    phase.value = ended?.code === 'cancelled' ? 'stopped' : 'finished';
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
    counts: computed(() => countsOf(rows.value)),
    start: () => run(parseLinks(text.value).links.map((link) => ({ ...link, result: null }))),
    retryFailed: () =>
      run(rows.value.map((row) => (kindOf(row) === 'failed' ? { ...row, result: null } : row))),
    stop: () => running.abort(),
  };
}

/** Null when every batch came to its summary, else why the rest has no result. */
async function checkBatches(
  api: Api,
  urls: readonly string[],
  results: Map<string, NonNullable<LinkRow['result']>>,
  changed: () => void,
  signal: AbortSignal,
): Promise<Failure | null> {
  for (const batch of batchesOf(urls)) {
    let isWhole = false;
    let failed: Failure | null = null;
    const take = (typed: { readonly type: string }) => {
      const line = typed as VerdictRow | { type: 'summary' };
      if (line.type === 'summary') isWhole = true;
      else if (line.type === 'error' && line.index === undefined) failed = api.lineFailure(line);
      else {
        const url = batch[line.index];
        if (url === undefined) return;
        const result = line.type === 'result' ? { verdict: line } : { failure: api.lineFailure(line) };
        results.set(url, result);
      }
      changed();
    };
    const failure = await api.stream('/api/review-visibility', { urls: batch }, take, signal);
    if (failure !== null) return failure;
    if (!isWhole) return failed ?? plainFailure('cut');
  }
  return null;
}

function countsOf(rows: readonly LinkRow[]): Record<LinkFilter, number> {
  const counts = { all: rows.length, visible: 0, hidden: 0, failed: 0, waiting: 0 };
  for (const row of rows) counts[kindOf(row)] += 1;
  return counts;
}
