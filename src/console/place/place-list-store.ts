import { signal } from '@preact/signals';
import { clientFailure, type Failure } from '../../core/published/failure.js';
import type { Api, RequestPause } from '../../kit/client/api.js';
import { mayHelp } from '../../kit/client/retry.js';
import { createRuns, createThrottle } from '../../kit/ui/state/runs.js';
import { readonly } from '../../kit/ui/state/ui-signals.js';
import type { Kept } from '../kept.js';
import { askedQuery, newLine, type PlaceLine, type PlaceSort } from './place-line.js';
import { type PlaceOutcome, placeOutcome } from './place-store.js';

/** `stopped`: by the user, or by a failure that would affect all further requests; some lines have no outcome. */
type PlacesPhase = 'idle' | 'reading' | 'finished' | 'stopped';

/** Maximum number of places. A longer list needs a job. */
export const MAX_PLACES = 500;
const SHOW_EVERY_MS = 100;
/** Maximum attempts in a row for one place. */
const MAX_RETRIES = 5;

export type PlaceList = ReturnType<typeof createPlaceList>;

/** Places that are read one after another. `kept` holds the list over a reload: its queries, and each line that was read. */
export function createPlaceList(api: Api, kept: Kept<readonly string[], PlaceLine>) {
  const lines = signal<readonly PlaceLine[]>([]);
  const phase = signal<PlacesPhase>('idle');
  /** Why the list waits; null unless it waits. */
  const pause = signal<RequestPause | null>(null);
  const page = signal(0);
  const sort = signal<PlaceSort>('list');
  const runs = createRuns();

  /** Lines that were read and kept, but are not shown yet. `asked`: the line as it was before. */
  let noted: { readonly index: number; readonly asked: PlaceLine; readonly line: PlaceLine }[] = [];
  const showNoted = () => {
    if (noted.length === 0) return;
    const shownLines = [...lines.value];
    // Another reading of this line may have begun since.
    for (const { index, asked, line } of noted) if (shownLines[index] === asked) shownLines[index] = line;
    noted = [];
    lines.value = shownLines;
  };
  const showing = createThrottle(showNoted, SHOW_EVERY_MS);

  /** Reads the lines with these indexes again. */
  const run = async (wanted: ReadonlySet<number>) => {
    const { signal: stopped, isLatest } = runs.begin();
    showNoted();
    pause.value = null;
    phase.value = 'reading';
    lines.value = lines.value.map((line, index) =>
      wanted.has(index) ? { ...line, outcome: null, at: null } : line,
    );
    const known = new Map<string, PlaceOutcome>();
    let isEnded = false;
    /** The next place is requested while the browser keeps the last place: a reload loses nothing that was shown. */
    const keeping: Promise<unknown>[] = [];
    const request = {
      signal: stopped,
      retries: MAX_RETRIES,
      onPause: (next: RequestPause | null) => {
        if (isLatest()) pause.value = next;
      },
    };
    for (const [index, asked] of lines.value.entries()) {
      if (!wanted.has(index)) continue;
      const query = askedQuery(asked);
      const found = known.get(query) ?? (await placeOutcome(api, query, request));
      if (!isLatest()) return;
      const isStopped = stopped.aborted;
      isEnded = isStopped || ('failure' in found && ENDING.has(found.failure.code));
      if (!isStopped) {
        known.set(query, found);
        const results = 'data' in found ? (found.data.candidates ?? null) : null;
        const line = { ...asked, outcome: found, at: new Date(), results: asked.results ?? results };
        const note = () => {
          if (!isLatest()) return;
          noted.push({ index, asked, line });
          showing.touch();
        };
        keeping.push(kept.add([[String(index), line]]).then(note));
      }
      if (isEnded) break;
    }
    await Promise.all(keeping);
    if (!isLatest()) return;
    showing.end();
    showNoted();
    phase.value = isEnded ? 'stopped' : 'finished';
  };
  void kept.read().then((found) => {
    if (found === null || phase.value !== 'idle') return;
    lines.value = found.head.map((query, index) => found.entries.get(String(index)) ?? newLine(query));
    phase.value = lines.value.some(({ outcome }) => outcome === null) ? 'stopped' : 'finished';
  });

  return {
    ...readonly({ lines, phase, pause }),
    page,
    sort,
    /** Reads the places of a list. */
    start: (queries: readonly string[]) => {
      page.value = 0;
      lines.value = queries.map(newLine);
      void kept.begin(queries);
      return run(new Set(queries.keys()));
    },
    /** Reads the places without a result, and the places with a temporary failure. */
    resume: () => run(new Set(lines.value.flatMap((line, index) => (isOpen(line) ? [index] : [])))),
    /** Shows another result of an ambiguous name. */
    pick: (query: string, picked: number) => {
      const isWanted = (line: PlaceLine) => line.query === query;
      lines.value = lines.value.map((line) => (isWanted(line) ? { ...line, picked } : line));
      return run(new Set(lines.value.flatMap((line, index) => (isWanted(line) ? [index] : []))));
    },
    stop: runs.stop,
  };
}

/** Failures after which the other places cannot be read either. */
const ENDING: ReadonlySet<Failure['code']> = new Set(['unauthorized', 'offline', 'api_disabled']);

/** True when reading the place again may help. */
export function isOpen({ outcome }: PlaceLine): boolean {
  return outcome === null || ('failure' in outcome && mayHelp(outcome.failure));
}

/** Why a line has no result: a line that was not asked was cancelled. Null for a line with a result. */
export function failureOf({ outcome }: PlaceLine): Failure | null {
  if (outcome === null) return clientFailure('cancelled');
  return 'failure' in outcome ? outcome.failure : null;
}
