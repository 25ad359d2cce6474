import { type Signal, signal } from '@preact/signals';
import { clientFailure, type Failure } from '../../core/published/failure.js';
import type { Api, RequestPause } from '../../kit/client/api.js';
import { mayHelp } from '../../kit/client/retry.js';
import { queryOf } from '../../kit/lists/read-list.js';
import { createListInput } from '../../kit/ui/input/source.js';
import type { Snapshot } from '../../kit/ui/snapshot.js';
import { createRuns, createThrottle } from '../../kit/ui/state/runs.js';
import { readonly } from '../../kit/ui/state/ui-signals.js';
import type { PlaceSets } from '../library/saved-places.js';
import { answerOf, askedQuery, newLine, type PlaceLine, type PlaceSort, snapshotOf } from './place-line.js';
import { type PlaceOutcome, placeOutcome } from './place-store.js';

/** `stopped`: by the user, or by a failure that would affect all further requests; some lines have no outcome. */
type PlacesPhase = 'idle' | 'reading' | 'finished' | 'stopped';

/** Maximum number of places. A longer list needs a job. */
export const MAX_PLACES = 500;
/** Maximum bytes of a file. */
const MAX_FILE = 5_000_000;
const SHOW_EVERY_MS = 100;
/** Maximum attempts in a row for one place. */
const MAX_RETRIES = 5;

/**
 * Places that are read one after another. The browser keeps the set, its answers, and a snapshot of each reading.
 * @param shown the id of the set that this tab shows; the tab keeps it over a reload
 */
export function createPlaceList(api: Api, sets: PlaceSets, shown: Signal<string | null>) {
  const input = createListInput({ listed: signal('places'), maxBytes: MAX_FILE, keepsTextFiles: false });
  const lines = signal<readonly PlaceLine[]>([]);
  const phase = signal<PlacesPhase>('idle');
  /** Why the list waits; null unless it waits. */
  const pause = signal<RequestPause | null>(null);
  /** When the shown reading began, milliseconds since 1970. */
  const at = signal(0);
  /**
   * All snapshots of each place, the oldest first. A line that is read adds the snapshots of its place to this map, and
   * `lines` changes afterwards: a copy of the map for each line would take time that grows with the square of the lines.
   */
  const history = signal(new Map<string, readonly Snapshot[]>());
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

  /** Keeps the outcome of a line, then shows it with the snapshots of its place: a reload loses nothing that was shown. */
  const note = async (index: number, asked: PlaceLine, line: PlaceLine) => {
    const set = shown.value;
    const answer = answerOf(line);
    const snapshot = answer === null ? null : snapshotOf(answer, at.value);
    const found = set === null ? [] : await sets.saveLine(set, index, line, snapshot);
    // Another set may have begun since.
    if (shown.value !== set) return;
    if (set !== null && snapshot !== null) history.value.set(snapshot.placeId, found);
    noted.push({ index, asked, line });
    showing.touch();
  };
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
    /** The next place is requested while the browser saves the last place. */
    const kept: Promise<void>[] = [];
    const request = {
      signal: stopped,
      retries: MAX_RETRIES,
      onPause: (next: RequestPause | null) => {
        if (isLatest()) pause.value = next;
      },
    };
    for (const [index, line] of lines.value.entries()) {
      if (!wanted.has(index)) continue;
      const query = askedQuery(line);
      const found = known.get(query) ?? (await placeOutcome(api, query, request));
      if (!isLatest()) return;
      const isStopped = stopped.aborted;
      isEnded = isStopped || ('failure' in found && ENDING.has(found.failure.code));
      if (!isStopped) {
        known.set(query, found);
        const results = 'data' in found ? (found.data.candidates ?? null) : null;
        const read = { ...line, outcome: found, at: new Date(), results: line.results ?? results };
        kept.push(note(index, line, read));
      }
      if (isEnded) break;
    }
    await Promise.all(kept);
    if (!isLatest()) return;
    showing.end();
    showNoted();
    phase.value = isEnded ? 'stopped' : 'finished';
  };
  const show = async (id: string): Promise<boolean> => {
    const opened = await sets.open(id);
    if (opened === null || phase.value === 'reading') return false;
    const { set, lines: kept } = opened;
    shown.value = id;
    at.value = set.at;
    history.value = opened.history;
    lines.value = set.queries.map((query, index) => {
      const line = kept.get(index);
      if (line?.query !== query) return newLine(query);
      const isOfReading = line.at !== null && line.at.getTime() >= set.at;
      return isOfReading ? line : { ...line, outcome: null, at: null };
    });
    phase.value = lines.value.some(({ outcome }) => outcome === null) ? 'stopped' : 'finished';
    page.value = 0;
    return true;
  };
  const open = async (id: string): Promise<boolean> => {
    const isShown = await show(id);
    if (isShown)
      input.show({ kind: 'text', text: lines.value.map(({ query }) => query).join('\n'), name: null });
    return isShown;
  };
  if (shown.value !== null) void open(shown.value);

  return {
    input,
    ...readonly({ lines, phase, pause, at, history, shown }),
    page,
    sort,
    open,
    /** Reads the places of the list. A list that was read before keeps the results that the user picked. */
    start: async () => {
      input.settle();
      const queries = input.own.value.list.links.map(queryOf);
      const key = [...queries].sort().join('\n');
      const known = sets.sets.value.find((set) => [...set.queries].sort().join('\n') === key);
      const isShown = known !== undefined && (known.id === shown.value || (await show(known.id)));
      const before = new Map(isShown ? lines.value.map((line) => [line.query, line]) : []);
      const now = Date.now();
      shown.value = known?.id ?? String(now);
      at.value = now;
      page.value = 0;
      if (!isShown) history.value = new Map();
      lines.value = queries.map((query) => {
        const { results = null, picked = 0 } = before.get(query) ?? {};
        return { ...newLine(query), ...(picked > 0 && { results, picked }) };
      });
      phase.value = 'reading';
      await sets.save({ ...known, id: shown.value, queries, at: now, usedAt: now });
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
