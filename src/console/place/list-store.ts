import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Api } from '../../clients/api.js';
import { countDown, isRefused, secondsBeforeRetry } from '../../clients/retry.js';
import { clientFailure, type Failure, failureOf } from '../../contract/failure.js';
import { type LinkList, readText } from '../../lists/read-list.js';
import { settledText } from '../state/settled-text.js';
import { isPlaceAnswer, type PlaceOutcome } from './store.js';

/** One line of the list; `outcome` is null until it is known. */
export interface PlaceLine {
  readonly query: string;
  readonly outcome: PlaceOutcome | null;
  /** When the outcome came. */
  readonly at: Date | null;
}

/** `stopped`: by the user, or by a failure that would affect all further requests; some lines have no outcome. */
export type PlacesPhase = 'idle' | 'reading' | 'finished' | 'stopped';

/** Places that are read one after another. */
export interface PlaceList {
  readonly text: Signal<string>;
  readonly parsed: ReadonlySignal<LinkList>;
  readonly lines: ReadonlySignal<readonly PlaceLine[]>;
  readonly phase: ReadonlySignal<PlacesPhase>;
  /** Why the list waits; null unless it waits. */
  readonly pause: ReadonlySignal<{ readonly failure: Failure; readonly secondsLeft: number } | null>;
  /** Page of the table, from 0. */
  readonly page: Signal<number>;
  /** Reads the places of the text. */
  start(): Promise<void>;
  /** Reads the places without a result, and the places with a temporary failure. */
  resume(): Promise<void>;
  stop(): void;
}

/** Maximum number of places. A longer list needs a job. */
export const MAX_PLACES = 500;
/** Maximum attempts in a row for one place. */
const MAX_RETRIES = 5;

export function createPlaceList(api: Api): PlaceList {
  const text = signal('');
  const settled = settledText(text);
  const lines = signal<readonly PlaceLine[]>([]);
  const phase = signal<PlacesPhase>('idle');
  const pause = signal<{ failure: Failure; secondsLeft: number } | null>(null);
  const page = signal(0);
  let running = new AbortController();

  /** Reads one place, and waits while the service is busy. @throws when `abort` aborts */
  const read = async (query: string, abort: AbortSignal): Promise<PlaceOutcome> => {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await api
        .data({ path: 'all', query: { url: query }, signal: abort }, isPlaceAnswer)
        .then(
          (data): PlaceOutcome => ({ data }),
          (error): PlaceOutcome => ({ failure: failureOf(error, abort) }),
        );
      abort.throwIfAborted();
      if ('data' in outcome || !isRefused(outcome.failure) || attempt > MAX_RETRIES) return outcome;
      const { failure } = outcome;
      const seconds = secondsBeforeRetry(failure, attempt);
      if (seconds === null) return outcome;
      try {
        await countDown(seconds, abort, (secondsLeft) => {
          pause.value = { failure, secondsLeft };
        });
      } finally {
        if (running.signal === abort) pause.value = null;
      }
    }
  };

  const run = async (begun: readonly PlaceLine[]) => {
    running.abort();
    const current = new AbortController();
    running = current;
    pause.value = null;
    lines.value = begun;
    phase.value = 'reading';
    const known = new Map<string, PlaceOutcome>();
    let isEnded = false;
    for (const [index, { query, outcome }] of begun.entries()) {
      if (outcome !== null) continue;
      const found = known.get(query) ?? (await read(query, current.signal).catch(() => null));
      if (running !== current) return;
      isEnded = found === null || ('failure' in found && ENDING.has(found.failure.code));
      if (found !== null) {
        known.set(query, found);
        lines.value = lines.value.with(index, { query, outcome: found, at: new Date() });
      }
      if (isEnded) break;
    }
    phase.value = isEnded ? 'stopped' : 'finished';
  };

  return {
    text,
    parsed: computed(() => readText(settled.value.value, 'places').list),
    lines,
    phase,
    pause,
    page,
    start: () => {
      page.value = 0;
      return run(
        readText(text.value, 'places').list.links.map(({ url }) => ({ query: url, outcome: null, at: null })),
      );
    },
    resume: () =>
      run(lines.value.map((line) => (isOpen(line) ? { ...line, outcome: null, at: null } : line))),
    stop: () => running.abort(),
  };
}

/** Failures after which the other places cannot be read either. */
const ENDING: ReadonlySet<Failure['code']> = new Set(['unauthorized', 'offline', 'api_disabled']);

/** Failures of the place itself. After other failures, another attempt may succeed. */
const FINAL: ReadonlySet<Failure['code']> = new Set(['invalid_request', 'no_results']);

/** True when reading the place again may help. */
export function isOpen({ outcome }: PlaceLine): boolean {
  return outcome === null || ('failure' in outcome && !FINAL.has(outcome.failure.code));
}

/** The failure that the table shows for a line without an answer after the end. */
export const STOPPED: Failure = clientFailure('cancelled');
