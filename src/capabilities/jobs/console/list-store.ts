import { effect, signal, untracked } from '@preact/signals';
import { type Failure, failureOf } from '../../../core/published/failure.js';
import type { JobType } from '../../../kit/lists/list-limits.js';
import { LISTED, queryOf } from '../../../kit/lists/read-list.js';
import type { Here } from '../../../kit/ui/context.js';
import { type ListSource, parseSource } from '../../../kit/ui/input/source.js';
import { type ListRow, rowOf } from '../../../kit/ui/list/list-rows.js';
import { createRuns, createThrottle, UNSTOPPED } from '../../../kit/ui/state/runs.js';
import { hasKey } from '../../../kit/ui/state/service.js';
import { readonly } from '../../../kit/ui/state/ui-signals.js';
import { createJobs, isOpen, jobTableOf, newRequestKey, type Submission } from '../job-client.js';
import type { Job, JobLine } from '../published.js';

type RowLine = Extract<JobLine, { readonly index: number }>;

/** A list on the screen. */
export interface OpenedList {
  readonly job: Job;
  /** In the order of the list. */
  readonly rows: readonly ListRow[];
  /** The lines of the rows, by their index. */
  readonly lines: ReadonlyMap<number, RowLine>;
}

/** Maximum rows on the screen; the files have all. */
export const MAX_ROWS = 20_000;
const REFRESH_MS = 5_000;
const SHOW_EVERY_MS = 200;
/** Retries for results whose connection breaks. All other requests have a button to try again. */
const PATIENCE = 2;

const CHECKS = { isJob: hasKey<Job>('state'), isLine: hasKey<JobLine>('type') };

/** The lists of this key, as the service has them, and the list that is shown. */
export function listStore({ api, offers, keys }: Pick<Here, 'api' | 'offers' | 'keys'>) {
  const service = createJobs({ api, retries: 0, ...CHECKS });
  const patient = createJobs({ api, retries: PATIENCE, ...CHECKS });
  /** Newest first; null until they were read. */
  const jobs = signal<readonly Job[] | null>(null);
  /** Why the lists, or the list that is shown, could not be read. */
  const failure = signal<Failure | null>(null);
  const opened = signal<OpenedList | null>(null);
  const runs = createRuns();
  /** Reads what the page shows, and returns whether to read it again later; null = the page shows no list. */
  let shown: ((stopped: AbortSignal) => Promise<boolean>) | null = null;
  /** Reads once more within the latest run. */
  let refresh = async () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = (isWanted: boolean) => {
    clearTimeout(timer);
    if (isWanted) timer = setTimeout(() => void refresh(), REFRESH_MS);
  };

  /** Reads what the page shows from the beginning. The run before is aborted. */
  const restart = () => {
    const { signal: stopped, isLatest } = runs.begin();
    later(false);
    failure.value = null;
    opened.value = null;
    refresh = async () => {
      if (shown === null) return;
      if (offers.all.value === null) return offers.ask();
      if (!offers.has('jobs')) return;
      try {
        later((await shown(stopped)) && isLatest());
      } catch (error) {
        if (!isLatest()) return;
        failure.value = failureOf(error, stopped);
        later(failure.value.status === null);
      }
    };
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
  effect(() => {
    // Another key has other lists.
    void keys.current.value;
    jobs.value = null;
    if (offers.all.value !== null) untracked(restart);
  });
  effect(() => {
    if (offers.failure.value !== null) failure.value = offers.failure.value;
  });

  /** Follows the results of a list to its end. */
  const follow = async (job: Job, stopped: AbortSignal) => {
    const isWhole = job.total <= MAX_ROWS;
    const lines = new Map<number, RowLine>();
    const rows: ListRow[] = [];
    const show = () => {
      if (stopped.aborted || opened.value === null) return;
      opened.value = { ...opened.value, rows: rows.filter(Boolean), lines };
    };
    const showing = createThrottle(show, SHOW_EVERY_MS);
    const reading = { id: job.id, after: 0, withOpen: isWhole, signal: stopped };
    try {
      for await (const line of patient.results(isWhole ? reading : { ...reading, until: MAX_ROWS })) {
        if (!('index' in line)) continue;
        // Tables of reviews are made by the service.
        const kept = 'reviews' in line ? { ...line, reviews: [], asked: job.parameters } : line;
        rows[line.index] = rowOf(kept);
        lines.set(line.index, kept);
        showing.touch();
      }
    } finally {
      showing.end();
      show();
    }
    // The counts of the end.
    if (!stopped.aborted) void refresh();
  };

  return {
    ...readonly({ jobs, failure, opened }),
    /** Shows all lists. This and `show` return what ends the reading when the page is left. */
    showAll: () =>
      begin(async (stopped) => {
        jobs.value = await service.list(stopped);
        return jobs.value.some(isOpen);
      }),
    /** Shows one list, with its results as they come. */
    show: (id: string) =>
      begin(async (stopped) => {
        const job = await service.status(id, stopped);
        const isNew = opened.value === null;
        opened.value = { rows: [], lines: new Map(), ...opened.value, job };
        if (isNew)
          follow(job, stopped).catch((error: unknown) => {
            if (!stopped.aborted) failure.value = failureOf(error, stopped);
          });
        return isOpen(job);
      }),
    /** Begins anew with what the page shows. */
    again: restart,
    /** @throws RequestFailed */
    act: async (how: 'cancel' | 'finish' | 'remove', id: string) => {
      const job = await service[how](id, UNSTOPPED);
      if (opened.value?.job.id === id) opened.value = { ...opened.value, job };
      void refresh();
    },
    /** The whole table of a list that has ended, made by the service. @throws RequestFailed */
    table: async (...[id, format, language]: [string, 'csv' | 'xlsx', Here['language']['value']]) => {
      const parts: Uint8Array<ArrayBuffer>[] = [];
      for await (const part of patient.table(id, format, language, UNSTOPPED)) parts.push(part);
      return new Blob(parts);
    },
  };
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

/** Begins a list with these rows of a list, in the same way, and shows it. @throws RequestFailed */
export function checkAgain(here: Here, { job, lines }: OpenedList, rows: readonly ListRow[]) {
  const { type, parameters, columns } = job;
  const own = rows.map(({ index, query, found }) => ({
    url: found.kind === 'none' ? '' : query,
    cells: lines.get(index)?.cells ?? [],
  }));
  const urls = rows.map(({ query }) => query);
  const table = columns && { columns, rows: own };
  return send(here, { type, parameters, urls, table, requestKey: newRequestKey() });
}

async function send({ api, go }: Here, list: Submission): Promise<null> {
  const { id } = await createJobs({ api, retries: 0, ...CHECKS }).submit(list, UNSTOPPED);
  go({ view: 'lists', id });
  return null;
}
