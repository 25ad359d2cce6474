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
import { createJobs, isOpen, jobTableOf, newRequestKey } from '../job-client.js';
import type { Job, JobLine } from '../published.js';

/** A list on the screen. */
export interface OpenedList {
  readonly job: Job;
  /** In the order of the list. */
  readonly rows: readonly ListRow[];
  /** The lines of the rows, by their index. */
  readonly lines: ReadonlyMap<number, JobLine>;
}

/** Maximum rows on the screen; the files have all. */
export const MAX_ROWS = 20_000;
const REFRESH_MS = 5_000;
const SHOW_EVERY_MS = 200;
/** Retries for results whose connection breaks. All other requests have a button to try again. */
const PATIENCE = 2;

/** The lists of this key, as the service has them, and the list that is shown. */
export function listStore({ api, offers, keys }: Pick<Here, 'api' | 'offers' | 'keys'>) {
  const jobsWith = (retries: number) =>
    createJobs({ api, retries, isJob: hasKey<Job>('state'), isLine: hasKey<JobLine>('type') });
  const service = jobsWith(0);
  const patient = jobsWith(PATIENCE);
  /** Newest first; null until they were read. */
  const jobs = signal<readonly Job[] | null>(null);
  /** Why the lists, or the list that is shown, could not be read. */
  const failure = signal<Failure | null>(null);
  const opened = signal<OpenedList | null>(null);
  const runs = createRuns();
  /** Reads again what the page shows; null = it shows no list. */
  let refresh: (() => Promise<void>) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = (isWanted: boolean) => {
    clearTimeout(timer);
    if (isWanted) timer = setTimeout(() => void refresh?.(), REFRESH_MS);
  };

  /**
   * Begins to show something that `read` reads now, and reads again until it returns false. The function returned ends
   * it; it ends nothing that began later.
   */
  const begin = (read: (stopped: AbortSignal) => Promise<boolean>) => {
    const { signal: stopped, isLatest } = runs.begin();
    failure.value = null;
    refresh = async () => {
      if (offers.all.value === null) return offers.ask();
      if (!offers.has('jobs')) return;
      try {
        later((await read(stopped)) && isLatest());
      } catch (error) {
        const ended = failureOf(error, stopped);
        if (!isLatest()) return;
        failure.value = ended;
        later(ended.status === null);
      }
    };
    void untracked(refresh);
    return () => {
      if (!isLatest()) return;
      runs.begin();
      later(false);
      refresh = null;
    };
  };
  effect(() => {
    // Another key has other lists.
    void keys.current.value;
    [jobs.value, opened.value] = [null, null];
    if (offers.all.value !== null) void untracked(() => refresh?.());
  });
  effect(() => {
    if (offers.failure.value !== null) failure.value = offers.failure.value;
  });

  /** Follows the results of a list to its end. */
  const follow = async (job: Job, stopped: AbortSignal) => {
    const isWhole = job.total <= MAX_ROWS;
    const lines = new Map<number, JobLine>();
    const rows: ListRow[] = [];
    const show = () => {
      const shown = opened.value;
      if (stopped.aborted || shown?.job.id !== job.id) return;
      opened.value = { ...shown, rows: rows.filter(Boolean), lines };
    };
    const showing = createThrottle(show, SHOW_EVERY_MS);
    const reading = { id: job.id, after: 0, withOpen: isWhole, signal: stopped };
    try {
      for await (const line of patient.results(isWhole ? reading : { ...reading, until: MAX_ROWS })) {
        if (!('index' in line)) continue;
        rows[line.index] = rowOf(line);
        // Tables of reviews are made by the service.
        lines.set(line.index, 'reviews' in line ? { ...line, reviews: [] } : line);
        showing.touch();
      }
    } finally {
      showing.end();
      show();
    }
    // The counts of the end.
    void refresh?.();
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
    show: (id: string) => {
      opened.value = null;
      return begin(async (stopped) => {
        const job = await service.status(id, stopped);
        const isNew = opened.value?.job.id !== id;
        opened.value = { rows: [], lines: new Map(), ...(isNew ? null : opened.value), job };
        if (isNew)
          follow(job, stopped).catch((error: unknown) => {
            if (!stopped.aborted) failure.value = failureOf(error, stopped);
          });
        return isOpen(job);
      });
    },
    /** @throws RequestFailed */
    act: async (how: 'cancel' | 'finish' | 'remove', id: string) => {
      const job = await service[how](id, UNSTOPPED);
      if (opened.value?.job.id === id) opened.value = { ...opened.value, job };
      void refresh?.();
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
export async function beginList(
  { api, language, go }: Here,
  source: ListSource,
  type: JobType,
): Promise<void> {
  const service = createJobs({
    api,
    retries: 0,
    isJob: hasKey<Job>('state'),
    isLine: hasKey<JobLine>('type'),
  });
  const own = parseSource(source, LISTED[type]);
  const requestKey = requestKeys.get(source) ?? newRequestKey();
  requestKeys.set(source, requestKey);
  const job = await service.submit(
    {
      type,
      parameters: source.name === null ? {} : { name: source.name.slice(0, 200) },
      urls: own.list.links.map(queryOf),
      table: jobTableOf(own, language.value),
      requestKey: `${requestKey}-${type}`,
    },
    UNSTOPPED,
  );
  go({ view: 'lists', id: job.id });
}
