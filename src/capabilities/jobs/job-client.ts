import { clientFailure, type Failure, RequestFailed } from '../../core/published/failure.js';
import type { Language } from '../../core/published/language.js';
import type { Api, ApiRequest, Guard } from '../../kit/client/api.js';
import { waitBeforeRetry } from '../../kit/client/retry.js';
import { columnName } from '../../kit/lists/column-texts.js';
import type { JobType } from '../../kit/lists/list-limits.js';
import { type OwnList, queryOf } from '../../kit/lists/read-list.js';
import type { OwnCell } from '../../kit/lists/table.js';
import type { JobParameters } from './job.js';
import type { Job, JobLine, JobRow } from './published.js';

/** A list with the user's columns. The service writes the results to the right of these columns. */
interface JobTable {
  readonly columns: readonly string[];
  /** `cells` in the order of the columns; null for a cell that holds only the link. */
  readonly rows: readonly { readonly url: string; readonly cells: readonly OwnCell[] }[];
}

export interface Submission {
  readonly type: JobType;
  /** `name`: of the list; all others are of `place-reviews`. */
  readonly parameters: JobParameters;
  readonly urls: readonly string[];
  /** The same links with the user's columns; null for a list without other columns. */
  readonly table?: JobTable | null;
  /** `Idempotency-Key`: sending the same list again with the same key returns the same job. */
  readonly requestKey: string;
}

interface Reading {
  readonly id: string;
  /** Position of the last result received; 0 at the beginning. */
  readonly after: number;
  /** Position of the last result to read; without it the results are followed until the job ends. */
  readonly until?: number;
  /** Whether a line for each link without a result comes first. */
  readonly withOpen?: boolean;
  readonly signal: AbortSignal;
}

export type TableFormat = 'csv' | 'xlsx';

export type Jobs = ReturnType<typeof createJobs>;

interface JobsOptions {
  readonly api: Api;
  readonly isJob: Guard<Job>;
  readonly isLine: Guard<JobLine>;
  /** How often a request without a result is repeated in a row. */
  readonly retries: number;
  /** Called before the wait for attempt number `attempt`, which counts from 1. */
  readonly onRetry?: (failure: Failure, seconds: number, attempt: number) => void;
}

const MEDIA_TYPES: Readonly<Record<TableFormat, string>> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
/** The service takes 8 MiB and 100,000 links of JSON. A longer list, or a list with columns, is uploaded as lines. */
const MAX_JSON_BYTES = 4_000_000;
const MAX_JSON_LINKS = 50_000;

/** True for a job that may get more results. */
export function isOpen({ state }: Pick<Job, 'state'>): boolean {
  return state === 'waiting' || state === 'running';
}

/** A row of the list without an entry: it stays in tables with its own cells, and nothing was asked. */
export function isWithoutEntry(row: Pick<JobRow, 'type'> & { readonly error?: unknown }): boolean {
  const { error } = row;
  return (
    typeof error === 'object' && error !== null && 'reason' in error && error.reason === 'line_without_link'
  );
}

/** A new `Idempotency-Key`. Pages without HTTPS have no `crypto.randomUUID`. */
export function newRequestKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The jobs of the client. Every method repeats requests that fail temporarily, and throws the errors of `Api`. */
export function createJobs({ api, isJob, isLine, retries, onRetry }: JobsOptions) {
  let wasReached = false;

  const pause = async (failure: Failure, attempt: number, signal: AbortSignal) => {
    // A wrong address and a service without jobs are reported at once.
    if (!wasReached && (failure.code === 'offline' || failure.code === 'jobs_unavailable'))
      throw new RequestFailed(failure);
    const onWait = (seconds: number) => onRetry?.(failure, seconds, attempt);
    await waitBeforeRetry({ failure, attempt, retries, signal, onWait });
  };
  const data = async <T>(request: ApiRequest, isData: Guard<T>): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const found = await api.data({ ...request, retries: 0 }, isData);
        wasReached = true;
        return found;
      } catch (error) {
        if (!(error instanceof RequestFailed)) throw error;
        await pause(error.failure, attempt, request.signal);
      }
    }
  };
  return {
    /** Newest first. */
    list: async (signal: AbortSignal) => (await data({ path: 'jobs', signal }, isList)).jobs,
    status: (id: string, signal: AbortSignal) => data({ path: pathOf(id), signal }, isJob),
    submit: (submission: Submission, signal: AbortSignal) =>
      data({ ...requestOf(submission), signal }, isJob),
    /** Cancels a job. Has no effect on a job that has ended, so it may be repeated. */
    cancel: (id: string, signal: AbortSignal) => data({ path: pathOf(id), method: 'DELETE', signal }, isJob),
    /** Deletes a job that has ended, with its results. An open job is only cancelled. */
    remove: (id: string, signal: AbortSignal) =>
      data({ path: pathOf(id), method: 'DELETE', query: { delete_ended: 'true' }, signal }, isJob),
    /** Ends the waiting of links that wait for another attempt: their failure is their result. May be repeated. */
    finish: (id: string, signal: AbortSignal) =>
      data({ path: `${pathOf(id)}/finish`, method: 'POST', signal }, isJob),
    /**
     * Yields the lines of the results. After a broken connection it continues with the next result: each result
     * comes once, in the order of the positions. Ends with the summary, or with the result `until`.
     */
    results: async function* ({
      id,
      after,
      until = Number.POSITIVE_INFINITY,
      withOpen = false,
      signal,
    }: Reading): AsyncGenerator<JobLine, void> {
      let position = after;
      let lastOpen = -1;
      for (let attempt = 0; position < until; ) {
        const query = { after: String(position), ...(withOpen && { open: 'true' }) };
        let failure = clientFailure('cut');
        try {
          const request = { path: `${pathOf(id)}/results`, query, retries: 0, signal };
          for await (const line of api.lines(request, isLine)) {
            wasReached = true;
            attempt = 0;
            if (line.type === 'result' || line.type === 'error') {
              // Every result comes once: a gap or a repetition is a fault of the service.
              if (line.position !== position + 1) throw new RequestFailed(clientFailure('unexpected'));
              position = line.position;
            }
            // The lines without a result come again after a broken connection.
            if (line.type !== 'open' || line.index > lastOpen) yield line;
            if (line.type === 'open') lastOpen = Math.max(lastOpen, line.index);
            if (line.type === 'summary' || position >= until) return;
          }
        } catch (error) {
          if (!(error instanceof RequestFailed)) throw error;
          failure = error.failure;
        }
        attempt += 1;
        await pause(failure, attempt, signal);
      }
    },
    /** The results of a job that has ended as a table, made by the service. */
    table: (id: string, format: TableFormat, lang: Language, signal: AbortSignal) =>
      api.file({ path: `${pathOf(id)}/results`, query: { format, lang }, signal }, MEDIA_TYPES[format]),
  };
}

function pathOf(id: string): string {
  return `jobs/${encodeURIComponent(id)}`;
}

const isList = (value: unknown): value is { jobs: Job[] } =>
  typeof value === 'object' && value !== null && 'jobs' in value && Array.isArray(value.jobs);

/** The table of a list that keeps its columns. A row with several links appears once for each link. */
export function jobTableOf({ list, table }: OwnList, language: Language): JobTable | null {
  if (table === null) return null;
  const rows = table.rows.flatMap(({ cells, links }) =>
    (links.length === 0 ? [-1] : links).map((at) => {
      const entry = list.links[at];
      const url = entry === undefined ? '' : queryOf(entry);
      return { url, cells: cells.map((cell) => (cell === url && url !== '' ? null : (cell ?? ''))) };
    }),
  );
  return {
    columns: Array.from({ length: table.width }, (_, index) => columnName(table.headings, index, language)),
    rows,
  };
}

function requestOf({ type, parameters, urls, table, requestKey }: Submission): Omit<ApiRequest, 'signal'> {
  const request = { path: 'jobs', headers: { 'Idempotency-Key': requestKey } };
  const sent = table == null ? urls : [{ columns: table.columns }, ...table.rows];
  const text = sent.map((line) => `${JSON.stringify(line)}\n`).join('');
  const lines = new Blob([text], { type: 'application/x-ndjson' });
  if (table == null && lines.size <= MAX_JSON_BYTES && urls.length <= MAX_JSON_LINKS)
    return { ...request, body: { type, urls, ...parameters } };
  const query = Object.entries(parameters).map(([name, value]) => [name, String(value)]);
  return { ...request, query: { type, ...Object.fromEntries(query) }, upload: lines };
}
