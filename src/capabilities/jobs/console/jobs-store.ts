import { effect, signal, untracked } from '@preact/signals';
import { clientFailure, type Failure, failureOf, RequestFailed } from '../../../core/published/failure.js';
import type { Language } from '../../../core/published/language.js';
import type { Api } from '../../../kit/client/api.js';
import type { Here } from '../../../kit/ui/context.js';
import { createRuns, UNSTOPPED } from '../../../kit/ui/state/runs.js';
import { fileOf, hasKey } from '../../../kit/ui/state/service.js';
import { readonly } from '../../../kit/ui/state/ui-signals.js';
import { createJobs, isOpen, type Jobs, type TableFormat } from '../job-client.js';
import type { Job, JobLine, JobRow } from '../published.js';

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
const NDJSON = 'application/x-ndjson';
const MAX_SUMMARY_BYTES = 8_192;

/**
 * The jobs of this key, and the results of one job.
 * @param patient like `service`, but reads results again when the connection breaks
 */
export function createJobBoard(
  { api, offers, keys }: Pick<Here, 'api' | 'offers' | 'keys'>,
  service: Jobs,
  patient: Jobs,
) {
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

  const read = async () => {
    if (offers.all.value === null) return offers.ask();
    if (!offers.has('jobs')) return;
    const { signal: stopped, isLatest } = readings.begin();
    clearTimeout(timer);
    let ended: Failure | null = null;
    try {
      const found = await service.list(stopped);
      if (isLatest()) jobs.value = found;
    } catch (error) {
      ended = failureOf(error, stopped);
    }
    if (!isLatest()) return;
    failure.value = ended;
    const isOver = ended === null ? jobs.value?.every((job) => !isOpen(job)) : ended.status !== null;
    if (watchers > 0 && isOver !== true) timer = setTimeout(() => void read(), REFRESH_MS);
  };

  effect(() => {
    // Another key has other jobs.
    void keys.current.value;
    jobs.value = null;
    if (watchers > 0) void untracked(read);
  });
  effect(() => {
    const isKnown = offers.all.value !== null;
    const unanswered = offers.failure.value;
    if (watchers === 0) return;
    if (isKnown) void untracked(read);
    else failure.value = unanswered;
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

  /** Adds or updates a job from an answer of the service, and reads all jobs again. */
  const put = (job: Job) => {
    const known = jobs.value ?? [];
    const isNew = known.every(({ id }) => id !== job.id);
    jobs.value = isNew ? [job, ...known] : known.map((one) => (one.id === job.id ? job : one));
    // A list that was asked for before this answer may be older than the answer.
    void read();
  };
  /** Runs an action. If a newer list was read before its answer came, the list counts. @throws RequestFailed */
  const act = async (action: (id: string, signal: AbortSignal) => Promise<Job>, id: string) => {
    const before = jobs.value;
    const job = await action(id, UNSTOPPED);
    if (jobs.value === before) put(job);
    else void read();
  };

  return {
    ...readonly({ jobs, failure, results }),
    put,
    /** Reads the jobs now, and repeatedly while a job runs. Returns a function that stops reading. */
    watch: () => {
      watchers += 1;
      void read();
      return () => {
        watchers -= 1;
        if (watchers === 0) clearTimeout(timer);
      };
    },
    /** Asks again whether the service has jobs, and reads the jobs. */
    refresh: offers.ask,
    /** @throws RequestFailed */
    cancel: (id: string) => act(service.cancel, id),
    /** Ends the waiting for links that wait for another attempt. @throws RequestFailed */
    finish: (id: string) => act(service.finish, id),
    /** Deletes a job that has ended. Calls `leave` before, to show another page. @throws RequestFailed */
    remove: async (id: string, leave: () => void) => {
      await service.remove(id, UNSTOPPED);
      leave();
      jobs.value = jobs.value?.filter((job) => job.id !== id) ?? null;
      void read();
    },
    openResults,
    closeResults: () => {
      resultReadings.begin();
      results.value = null;
    },
    /** Results of a job that has ended as a file. @throws RequestFailed */
    download: async (id: string, format: TableFormat | 'ndjson', language: Language) => {
      if (format !== 'ndjson') {
        const parts: Uint8Array<ArrayBuffer>[] = [];
        for await (const part of patient.table(id, format, language, UNSTOPPED)) parts.push(part);
        return new Blob(parts);
      }
      const file = await fileOf(api, { path: `jobs/${encodeURIComponent(id)}/results` }, NDJSON);
      if (!(await endsWithSummary(file))) throw new RequestFailed(clientFailure('cut'));
      return file;
    },
  };
}

/** False for a stream that the service ended early. */
async function endsWithSummary(file: Blob): Promise<boolean> {
  const end = await file.slice(-MAX_SUMMARY_BYTES).text();
  return end.trimEnd().split('\n').at(-1)?.includes('"type":"summary"') ?? false;
}

/** The jobs of the page. */
export function jobBoard(here: Here) {
  return createJobBoard(here, jobsAt(here.api, 0), jobsAt(here.api, PAGE_RETRIES));
}

/** Retries for a page of results whose connection breaks. All other requests have a button to try again. */
const PAGE_RETRIES = 2;

/** The jobs of the service. `retries`: how often results are read again when the connection breaks. */
export function jobsAt(api: Api, retries: number): Jobs {
  return createJobs({ api, retries, isJob: hasKey<Job>('state'), isLine: hasKey<JobLine>('type') });
}
