import { effect, signal, untracked } from '@preact/signals';
import { type Failure, failureOf } from '../../../core/published/failure.js';
import type { JobType } from '../../../kit/lists/list-limits.js';
import { LISTED, queryOf } from '../../../kit/lists/read-list.js';
import type { Here } from '../../../kit/ui/context.js';
import { type ListSource, parseSource } from '../../../kit/ui/input/source.js';
import { type ListRow, pickedPlace, rowOf } from '../../../kit/ui/list/list-rows.js';
import { createLeaving } from '../../../kit/ui/question.js';
import { createRuns, createThrottle, UNSTOPPED } from '../../../kit/ui/state/runs.js';
import { hasKey } from '../../../kit/ui/state/service.js';
import { readonly, setter, stored } from '../../../kit/ui/state/ui-signals.js';
import { createJobs, isOpen, type Jobs, jobTableOf, newRequestKey, type Submission } from '../job-client.js';
import type { Job, JobLine } from '../published.js';

/** A list on the screen. */
export interface OpenedList {
  readonly job: Job;
  /** In the order of the list. */
  readonly rows: readonly ListRow[];
}

/** Maximum rows on the screen; the files have all. */
export const MAX_ROWS = 20_000;
const REFRESH_MS = 5_000;
const SHOW_EVERY_MS = 200;
/** Retries for results whose connection breaks. All other requests have a button to try again. */
const PATIENCE = 2;
/** Maximum picks that a browser keeps: the newest ones. */
const MAX_PICKS = 1_000;

const CHECKS = { isJob: hasKey<Job>('state'), isLine: hasKey<JobLine>('type') };

/** Reads one thing after another, each again while it changes. `clear` takes away what was read before. */
function createReader(clear: () => void) {
  const runs = createRuns();
  /** Why what the page shows could not be read. */
  const failure = signal<Failure | null>(null);
  /** Reads what the page shows, and returns whether to read it again later; null = the page shows no list. */
  let shown: ((stopped: AbortSignal) => Promise<boolean>) | null = null;
  let latest = UNSTOPPED;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = (isWanted: boolean) => {
    clearTimeout(timer);
    if (isWanted) timer = setTimeout(() => void refresh(), REFRESH_MS);
  };
  /** Only a service that cannot be reached is asked again by itself: then nothing that it said is hidden. */
  const fail = (error: unknown, stopped: AbortSignal) => {
    if (stopped.aborted) return;
    failure.value = failureOf(error, stopped);
    later(failure.value.status === null);
  };
  /** Reads once more within the latest run. */
  const refresh = async () => {
    const stopped = latest;
    if (shown === null) return;
    try {
      const isWanted = await shown(stopped);
      if (stopped.aborted) return;
      failure.value = null;
      later(isWanted);
    } catch (error) {
      fail(error, stopped);
    }
  };
  /** Reads what the page shows from the beginning. The run before is aborted. */
  const restart = () => {
    latest = runs.begin().signal;
    later(false);
    failure.value = null;
    clear();
    void untracked(refresh);
  };
  /** Shows what `read` reads until the function returned is called; that function ends nothing that began later. */
  const begin = (read: NonNullable<typeof shown>) => {
    shown = read;
    restart();
    return () => {
      if (shown !== read) return;
      shown = null;
      runs.begin();
      later(false);
    };
  };
  return { failure, fail, restart, begin, refresh };
}

/** The lists of this key, and the list that is shown. */
export function listStore({ api, keys }: Pick<Here, 'api' | 'keys'>) {
  const service = createJobs({ api, retries: 0, ...CHECKS });
  const patient = createJobs({ api, retries: PATIENCE, ...CHECKS });
  const opened = signal<OpenedList | null>(null);
  /** Rows come sooner than the state of their list: no figure of it lags behind them. */
  const put = ({ job, rows }: OpenedList) => {
    const done = Math.max(job.done, rows.filter(({ found }) => found.kind !== 'waiting').length);
    opened.value = { rows, job: { ...job, done, retrying: Math.min(job.retrying, job.total - done) } };
  };
  /** The Place ID that the user picked of several, by the id of a list and the index of a row: in this browser. */
  const picks = stored<ReadonlyMap<string, string>>(
    localStorage,
    'place-lookup-picks',
    (kept) => new Map(new URLSearchParams(kept ?? '')),
    (all) => String(new URLSearchParams([...all].slice(-MAX_PICKS))) || null,
  );
  /** The run in which the results of a list are followed; null = none. */
  let followed: AbortSignal | null = null;
  const reader = createReader(() => setter(opened)(null));
  effect(() => {
    // Another key has other lists.
    void keys.current.value;
    untracked(reader.restart);
  });

  return {
    ...readonly({ failure: reader.failure, opened }),
    picks,
    /** All lists, newest first. @throws RequestFailed */
    all: service.list,
    /** Shows one list, with its results as they come. Returns what ends the reading when the page is left. */
    show: (id: string) =>
      reader.begin(async (stopped) => {
        const job = await service.status(id, stopped);
        if (stopped.aborted) return false;
        put({ rows: opened.value?.rows ?? [], job });
        if (followed === stopped) return isOpen(job);
        followed = stopped;
        const shows = (rows: readonly ListRow[]) => {
          if (!stopped.aborted && opened.value !== null) put({ ...opened.value, rows });
        };
        follow(patient, job, stopped, shows).then(
          // The counts of the end.
          () => (stopped.aborted ? undefined : reader.refresh()),
          (error: unknown) => {
            followed = null;
            reader.fail(error, stopped);
          },
        );
        return isOpen(job);
      }),
    /** Begins anew with what the page shows. */
    again: reader.restart,
    /** @throws RequestFailed */
    act: async (how: 'cancel' | 'finish' | 'remove', id: string) => {
      const job = await service[how](id, UNSTOPPED);
      if (opened.value?.job.id === id) put({ ...opened.value, job });
      if (how === 'remove') picks.value = new Map([...picks.value].filter(([row]) => !row.startsWith(id)));
      void reader.refresh();
    },
    /** The whole table of a list that has ended, made by the service. @throws RequestFailed */
    table: async (...[id, format, language]: [string, 'csv' | 'xlsx', Here['language']['value']]) => {
      const parts: Uint8Array<ArrayBuffer>[] = [];
      for await (const part of patient.table(id, format, language, UNSTOPPED)) parts.push(part);
      return new Blob(parts);
    },
  };
}

/** Reads the results of a list to its end, and shows them as they come. */
async function follow(
  service: Jobs,
  { id, total, parameters }: Job,
  stopped: AbortSignal,
  shows: (rows: readonly ListRow[]) => void,
): Promise<void> {
  const rows: ListRow[] = [];
  const show = () => shows(rows.filter(Boolean));
  const showing = createThrottle(show, SHOW_EVERY_MS);
  const isWhole = total <= MAX_ROWS;
  const reading = { id, after: 0, withOpen: isWhole, signal: stopped, ...(!isWhole && { until: MAX_ROWS }) };
  try {
    for await (const line of service.results(reading)) {
      if (!('index' in line)) continue;
      // Tables of reviews are made by the service.
      const kept = 'reviews' in line ? { ...line, reviews: [], asked: parameters } : line;
      rows[line.index] = rowOf(kept);
      showing.touch();
    }
  } finally {
    showing.end();
    show();
  }
}

/** The key of each list that was sent: a second attempt makes no second list. */
const requestKeys = new WeakMap<ListSource, string>();

/** Begins a list, and shows it. @throws RequestFailed */
export async function beginList(here: Here, source: ListSource, type: JobType): Promise<void> {
  const own = parseSource(source, LISTED[type]);
  const requestKey = requestKeys.get(source) ?? newRequestKey();
  requestKeys.set(source, requestKey);
  await send(here, {
    type,
    parameters: source.name ? { name: source.name.slice(0, 200) } : {},
    urls: own.list.links.map(queryOf),
    table: jobTableOf(own, here.language.value),
    requestKey: `${requestKey}-${type}`,
  });
}

/** Of such a row only the beginning of its text was kept, or its text was changed: it could name another review. */
const CUT = new Set<string | undefined>(['link_too_long', 'line_too_long', 'line_with_control_characters']);
export const isKeptWhole = ({ found }: ListRow) => found.kind !== 'failed' || !CUT.has(found.failure.reason);

/** Begins a list with these rows of a list, in the same way, and shows it. @throws RequestFailed */
export function checkAgain(here: Here, { type, parameters, columns }: Job, rows: readonly ListRow[]) {
  const urls = rows.map((row) => pickedPlace(row)?.place_id ?? row.query);
  const own = rows.map(({ found, line }, at) => ({
    url: found.kind === 'none' ? '' : (urls[at] ?? ''),
    cells: line.cells ?? [],
  }));
  const table = columns && { columns, rows: own };
  return send(here, { type, parameters, urls, table, requestKey: newRequestKey() });
}

async function send({ api, go, store }: Here, list: Submission): Promise<null> {
  const { id } = await createJobs({ api, retries: 0, ...CHECKS }).submit(list, UNSTOPPED);
  store(createLeaving).leave(() => go({ view: 'lists', id }));
  return null;
}
