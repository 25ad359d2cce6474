import { signal } from '@preact/signals';
import type { Api, RequestPause } from '../../clients/api.js';
import { clientFailure, type Failure } from '../../contract/failure.js';
import { createListInput } from '../input/source.js';
import { createRuns } from '../state/runs.js';
import { readonly } from '../state/signals.js';
import { type PlaceOutcome, placeOutcome } from './store.js';

/** One line of the list; `outcome` is null until it is known. */
export interface PlaceLine {
  readonly query: string;
  readonly outcome: PlaceOutcome | null;
  readonly at: Date | null;
}

/** `stopped`: by the user, or by a failure that would affect all further requests; some lines have no outcome. */
type PlacesPhase = 'idle' | 'reading' | 'finished' | 'stopped';

/** Maximum number of places. A longer list needs a job. */
export const MAX_PLACES = 500;
/** Maximum attempts in a row for one place. */
const MAX_RETRIES = 5;

export type PlaceList = ReturnType<typeof createPlaceList>;

/** Places that are read one after another. */
export function createPlaceList(api: Api) {
  const input = createListInput({ listed: signal('places'), maxBytes: 0, keepsTextFiles: false });
  const lines = signal<readonly PlaceLine[]>([]);
  const phase = signal<PlacesPhase>('idle');
  /** Why the list waits; null unless it waits. */
  const pause = signal<RequestPause | null>(null);
  const page = signal(0);
  const runs = createRuns();

  const run = async (begun: readonly PlaceLine[]) => {
    const { signal: stopped, isLatest } = runs.begin();
    pause.value = null;
    lines.value = begun;
    phase.value = 'reading';
    const known = new Map<string, PlaceOutcome>();
    let isEnded = false;
    const request = {
      signal: stopped,
      retries: MAX_RETRIES,
      onPause: (next: RequestPause | null) => {
        if (isLatest()) pause.value = next;
      },
    };
    for (const [index, { query, outcome }] of begun.entries()) {
      if (outcome !== null) continue;
      const found = known.get(query) ?? (await placeOutcome(api, query, request));
      if (!isLatest()) return;
      const isStopped = stopped.aborted;
      isEnded = isStopped || ('failure' in found && ENDING.has(found.failure.code));
      if (!isStopped) {
        known.set(query, found);
        lines.value = lines.value.with(index, { query, outcome: found, at: new Date() });
      }
      if (isEnded) break;
    }
    phase.value = isEnded ? 'stopped' : 'finished';
  };

  return {
    input,
    ...readonly({ lines, phase, pause }),
    page,
    /** Reads the places of the text. */
    start: () => {
      input.settle();
      page.value = 0;
      const { links } = input.own.value.list;
      return run(links.map(({ url }) => ({ query: url, outcome: null, at: null })));
    },
    /** Reads the places without a result, and the places with a temporary failure. */
    resume: () =>
      run(lines.value.map((line) => (isOpen(line) ? { ...line, outcome: null, at: null } : line))),
    stop: runs.stop,
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
