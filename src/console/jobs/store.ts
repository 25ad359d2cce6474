import { effect, signal } from '@preact/signals';
import type { Api } from '../../clients/api.js';
import type { Jobs, TableFormat } from '../../clients/jobs.js';
import { clientFailure, type Failure, failureOf, RequestFailed } from '../../contract/failure.js';
import type { Language } from '../../contract/language.js';
import type { Job, JobRow } from '../../contract/lines.js';
import type { Keys } from '../state/keys.js';
import { createRuns, UNSTOPPED } from '../state/runs.js';
import { readonly } from '../state/signals.js';

/** One page of the results of a job, in the order of completion. */
interface ResultPage {
  readonly id: string;
  readonly page: number;
  readonly rows: readonly JobRow[];
  readonly failure: Failure | null;
  readonly isReading: boolean;
}

export const PAGE = 100;
const REFRESH_MS = 5_000;
/** Pause before the console asks again whether the service has jobs, after an answer that left it open. */
const ASK_AGAIN_MS = 30_000;
const NDJSON = 'application/x-ndjson';
const MAX_SUMMARY_BYTES = 8_192;

/** True for a job that may get more results. */
export function isOpen({ state }: Pick<Job, 'state'>): boolean {
  return state === 'waiting' || state === 'running';
}

/** Whether the service has jobs, by the answer to a request for jobs; null when the answer leaves it open. */
function offersJobs(ended: Failure | null): boolean | null {
  if (ended === null) return true;
  // Without a key the answer leaves it open. Offer the view: it asks for a key.
  if (ended.code === 'unauthorized') return true;
  return ended.code === 'jobs_unavailable' || ended.code === 'unknown_endpoint' ? false : null;
}

export type JobBoard = ReturnType<typeof createJobBoard>;

/**
 * The jobs of this key, and the results of one job.
 * @param patient like `service`, but reads results again when the connection breaks
 */
export function createJobBoard(api: Api, service: Jobs, patient: Jobs, keys: Keys) {
  /** False when the service has no jobs, or has not yet answered. */
  const isOffered = signal(false);
  /** Newest first; null until the jobs were read. */
  const jobs = signal<readonly Job[] | null>(null);
  /** Why the last attempt to read the jobs failed; null if it succeeded. */
  const failure = signal<Failure | null>(null);
  /** The results on the screen; null = results are not shown. */
  const results = signal<ResultPage | null>(null);
  const readings = createRuns();
  const resultReadings = createRuns();
  let watchers = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const read = async (asksForKey: boolean) => {
    const { signal: stopped, isLatest } = readings.begin();
    clearTimeout(timer);
    let ended: Failure | null = null;
    try {
      const found = await service.list(stopped, { asksForKey });
      if (isLatest()) jobs.value = found;
    } catch (error) {
      ended = failureOf(error, stopped);
    }
    if (!isLatest()) return;
    // Show a failure only after the user has opened the view of jobs.
    failure.value = watchers > 0 || asksForKey ? ended : null;
    const offers = offersJobs(ended);
    if (offers !== null) isOffered.value = offers;
    const isOver = ended === null ? jobs.value?.every((job) => !isOpen(job)) : ended.status !== null;
    if (watchers > 0 && isOver !== true) timer = setTimeout(() => void read(true), REFRESH_MS);
    else if (offers === null) timer = setTimeout(() => void read(watchers > 0), ASK_AGAIN_MS);
  };

  effect(() => {
    // Another key has other jobs.
    void keys.current.value;
    jobs.value = null;
    void read(watchers > 0);
  });

  /** Reads a page of results, or the rest of the page. Forgets other pages. */
  const openResults = async (job: Job, page: number) => {
    const before = results.value;
    const isSame = before !== null && before.id === job.id && before.page === page;
    const rows = isSame ? [...before.rows] : [];
    const until = Math.min((page + 1) * PAGE, job.done);
    if (isSame && (before.isReading || (page * PAGE + rows.length >= until && before.failure === null)))
      return;
    const { signal: stopped, isLatest } = resultReadings.begin();
    const show = (failure: Failure | null, isReading: boolean) => {
      if (isLatest()) results.value = { id: job.id, page, rows: [...rows], failure, isReading };
    };
    show(null, true);
    try {
      const after = page * PAGE + rows.length;
      for await (const line of patient.results({ id: job.id, after, until, signal: stopped })) {
        if (line.type === 'result' || line.type === 'error') rows.push(line);
      }
      show(null, false);
    } catch (error) {
      show(failureOf(error, stopped), false);
    }
  };

  /** Adds or updates a job from an answer of the service. */
  const put = (job: Job) => {
    const known = jobs.value ?? [];
    const isNew = known.every(({ id }) => id !== job.id);
    jobs.value = isNew ? [job, ...known] : known.map((one) => (one.id === job.id ? job : one));
    if (watchers > 0) {
      clearTimeout(timer);
      timer = setTimeout(() => void read(true), REFRESH_MS);
    }
  };

  return {
    ...readonly({ isOffered, jobs, failure, results }),
    put,
    /** Reads the jobs now, and repeatedly while a job runs. Returns a function that stops reading. */
    watch: () => {
      watchers += 1;
      void read(true);
      return () => {
        watchers -= 1;
        if (watchers === 0) clearTimeout(timer);
      };
    },
    refresh: () => read(true),
    /** @throws RequestFailed */
    cancel: async (id: string) => put(await service.cancel(id, UNSTOPPED)),
    /** Deletes a job that has ended. Calls `leave` before, to show another page. @throws RequestFailed */
    remove: async (id: string, leave: () => void) => {
      await service.remove(id, UNSTOPPED);
      leave();
      jobs.value = (jobs.value ?? []).filter((job) => job.id !== id);
    },
    openResults,
    closeResults: () => {
      resultReadings.begin();
      results.value = null;
    },
    /** Results of a job that has ended, as a file. @throws RequestFailed */
    download: async (id: string, format: TableFormat | 'ndjson', language: Language) => {
      const parts: Uint8Array<ArrayBuffer>[] = [];
      const path = `jobs/${encodeURIComponent(id)}/results`;
      const bytes =
        format === 'ndjson'
          ? api.file({ path, signal: UNSTOPPED }, NDJSON)
          : patient.table(id, format, language, UNSTOPPED);
      for await (const part of bytes) parts.push(part);
      const file = new Blob(parts);
      if (format === 'ndjson' && !(await endsWithSummary(file)))
        throw new RequestFailed(clientFailure('cut'));
      return file;
    },
  };
}

/** False for a stream that the service ended early. */
async function endsWithSummary(file: Blob): Promise<boolean> {
  const end = await file.slice(-MAX_SUMMARY_BYTES).text();
  return end.trimEnd().split('\n').at(-1)?.includes('"type":"summary"') ?? false;
}
