import { type ReadonlySignal, signal } from '@preact/signals';
import type { Api } from '../../clients/api.js';
import type { Jobs, TableFormat } from '../../clients/jobs.js';
import { clientFailure, type Failure, failureOf, RequestFailed } from '../../contract/failure.js';
import type { Language } from '../../contract/language.js';
import type { Job, JobRow } from '../../contract/lines.js';

/** One page of the results of a job, in the order of completion. */
export interface ResultPage {
  readonly id: string;
  /** From 0. */
  readonly page: number;
  readonly rows: readonly JobRow[];
  readonly failure: Failure | null;
  readonly isReading: boolean;
}

export interface JobPages {
  readonly shown: ReadonlySignal<ResultPage | null>;
  /** Reads a page, or the rest of it; only this page is kept. */
  open(job: Job, page: number): Promise<void>;
  close(): void;
  /** Results of a job that has ended, as a file. @throws RequestFailed */
  download(id: string, format: TableFormat | 'ndjson', language: Language): Promise<Blob>;
}

export const PAGE = 100;

export function createJobPages(jobs: Jobs, api: Api): JobPages {
  const shown = signal<ResultPage | null>(null);
  let reading = new AbortController();

  const open = async (job: Job, page: number) => {
    const before = shown.value;
    const isSame = before !== null && before.id === job.id && before.page === page;
    const rows = isSame ? [...before.rows] : [];
    const until = Math.min((page + 1) * PAGE, job.done);
    if (isSame && (before.isReading || (page * PAGE + rows.length >= until && before.failure === null)))
      return;
    reading.abort();
    const current = new AbortController();
    reading = current;
    const show = (failure: Failure | null, isReading: boolean) => {
      if (reading === current) shown.value = { id: job.id, page, rows: [...rows], failure, isReading };
    };
    show(null, true);
    try {
      const after = page * PAGE + rows.length;
      for await (const line of jobs.results({ id: job.id, after, until, signal: current.signal })) {
        if (line.type === 'result' || line.type === 'error') rows.push(line);
      }
      show(null, false);
    } catch (error) {
      show(failureOf(error, current.signal), false);
    }
  };

  return {
    shown,
    open,
    close: () => {
      reading.abort();
      reading = new AbortController();
      shown.value = null;
    },
    download: async (id, format, language) => {
      const { signal: never } = new AbortController();
      const parts: Uint8Array<ArrayBuffer>[] = [];
      const path = `jobs/${encodeURIComponent(id)}/results`;
      const bytes =
        format === 'ndjson'
          ? api.file({ path, signal: never }, NDJSON)
          : jobs.table(id, format, language, never);
      for await (const part of bytes) parts.push(part);
      const file = new Blob(parts);
      if (format === 'ndjson' && !(await endsWithSummary(file)))
        throw new RequestFailed(clientFailure('cut'));
      return file;
    },
  };
}

const NDJSON = 'application/x-ndjson';
const LONGEST_SUMMARY = 8_192;

/** False for a stream that the service ended early. */
async function endsWithSummary(file: Blob): Promise<boolean> {
  const end = await file.slice(-LONGEST_SUMMARY).text();
  return end.trimEnd().split('\n').at(-1)?.includes('"type":"summary"') ?? false;
}
