import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { XLSX, XLSX_FILE } from '../../core/api/endpoints/endpoint.js';
import { STREAM_END, STREAM_FAILURE } from '../../core/api/endpoints/review-endpoints.js';
import type { LocalTime } from '../../core/api/local-time.js';
import { atOnce, deadline } from '../../core/api/middleware/at-once.js';
import type { WriteLine } from '../../core/api/ndjson.js';
import { fileLanguage, trueOrFalse } from '../../core/api/validate.js';
import { AppError, INVALID_REQUEST, isAppError, shuttingDown } from '../../core/errors.js';
import { jsonParts } from '../../core/runtime/json-parts.js';
import { race, type Scope } from '../../core/runtime/scope.js';
import { createTurns } from '../../core/runtime/turns.js';
import { jobFileName } from '../../kit/lists/file-name.js';
import { jobEndpoint, jobParameters, limitOfJobs } from './endpoints.js';
import { JOBS_UNAVAILABLE } from './errors.js';
import { JOB_ID, JOB_LINES } from './examples.js';
import { hasEnded, type JobStatus } from './job.js';
import type { Jobs } from './job-service.js';
import { jobTable } from './job-table.js';
import { message, refusal } from './messages.js';
import { presentCounts, presentJob, presentJobResult } from './present-job.js';
import { type JobLine, jobLine } from './published.js';
import { csvParts, tableRows, xlsxOf } from './results-table.js';

const MAX_XLSX_ROWS = 100_000;
/** These rows take a quarter of a second of CPU, about as much as a rendered lookup. */
const ROWS_PER_POINT = 10_000;
/** A stream looks for new results after a tenth of the time since the last one: the first result of a short list is not held up. */
const POLL_PART = 0.1;
const MIN_POLL_MS = 20;
const MAX_POLL_MS = 500;
/** Interval of progress lines, so that proxies do not close the connection as idle. */
const PROGRESS_MS = 15_000;
/** Longest time without the database that a stream waits for, for example during a restart. */
const AWAY_MS = 60_000;

const jobResultsParameters = jobParameters.extend({
  after: z
    .string()
    .regex(/^\d{1,7}$/, refusal('afterInvalid'))
    .transform(Number)
    .pipe(z.int())
    .default(0)
    .describe('Only for lines: start after the result with this `position`'),
  format: z
    .enum(['ndjson', 'csv', 'xlsx'], { error: refusal('formatInvalid') })
    .default('ndjson')
    .describe('csv and xlsx: the whole table, when the job has ended'),
  open: trueOrFalse('open').describe('Only for lines: true = first a line for each link without a result'),
  lang: fileLanguage(
    'en',
    'Language of the headings of a table. In Polish, csv has `;` as separator and a decimal comma',
  ),
});

export const jobResults = jobEndpoint({
  method: 'get',
  path: '/api/jobs/{id}/results',
  id: 'jobResults',
  priceText: `1 point; a table costs 1 point for every ${ROWS_PER_POINT.toLocaleString('en')} rows or part of them, at most the points of one minute`,
  summary: 'Follow or download the results of a job',
  description: `One line for each link, in the order of completion, with the data of the endpoint of its type: \`POST /api/review-visibility\`, \`/api/all\` or \`/api/place-reviews\`. Every result has \`checked_at\`, the time when its data was read. While the job runs the stream follows it; \`progress\` lines come in between, and a \`summary\` when it has ended. ${STREAM_END} Each result has a \`position\`: after a broken connection, ask again with the last position as \`?after=\`. The request has no deadline.

\`format=csv\` and \`format=xlsx\` give a table in the order of the list when the job has ended; every link has at least one row. In the table of a cancelled job, the column \`No result\` marks the links without a result. Before the job has ended, a table is refused with 400. The name of a file in which links have no result says that it is partial. A list of reviews has one row for each review, at least one; every row says how many reviews were read and how many the provider counts, whether the list is complete, why it ended, and the notices. In XLSX, the first sheet has one row for each place. XLSX has at most ${MAX_XLSX_ROWS.toLocaleString('en')} rows.`,
  query: { schema: jobResultsParameters, examples: { id: { 'a job': JOB_ID } } },
  success: [
    { kind: 'lines', schema: jobLine, examples: { ...JOB_LINES, 'cut short': STREAM_FAILURE } },
    {
      kind: 'file',
      type: 'text/csv',
      schema: z.string(),
      examples: { 'no results': '\ufeffNo.,Review link,Visible,Reason\r\n' },
    },
    XLSX_FILE,
  ],
  before: () => [atOnce(limitOfJobs('resultReadersAtOnce')), deadline(null)],
  handler:
    (jobs, { localTime, isShuttingDown }) =>
    async ({ id, after, format, lang, open }, { scope, owner: { name: owner }, lines, file, charge }) => {
      const job = await jobs.get(owner, id);
      if (format === 'ndjson' && lines !== null) {
        return lines(async (write) => {
          if (open === 'true') await writeOpen(linesInOrder(jobs, job, owner, localTime), write);
          await follow({ jobs, job, scope, owner, isShuttingDown, localTime, write }, after);
        });
      }
      if (!hasEnded(job)) {
        throw new AppError(INVALID_REQUEST, message('jobNotEnded', { format }), { field: 'format' });
      }
      const rowCount = job.rows + job.total - job.done;
      if (format === 'xlsx' && rowCount > MAX_XLSX_ROWS) {
        throw new AppError(
          INVALID_REQUEST,
          message('tooManyRowsForXlsx', { rows: rowCount, most: MAX_XLSX_ROWS }),
          { field: 'format' },
        );
      }
      await charge(Math.ceil(rowCount / ROWS_PER_POINT));
      const isCutShort = job.done < job.total;
      const table = jobTable(job, lang, localTime, isCutShort);
      const rows = tableRows(table, linesInOrder(jobs, job, owner, localTime));
      const { created_at } = presentJob(job, localTime);
      const name = `${jobFileName({ ...job, created_at }, lang, isCutShort)}.${format}`;
      if (format === 'csv') {
        return file({ type: 'text/csv; charset=utf-8', name, parts: csvParts(table, rows, lang) });
      }
      return file({ type: XLSX, name, parts: xlsxOf(table, rows, lang) });
    },
});

interface Following {
  readonly jobs: Jobs;
  readonly job: JobStatus;
  readonly scope: Scope;
  readonly owner: string;
  readonly isShuttingDown: () => boolean;
  readonly localTime: LocalTime;
  readonly write: WriteLine;
}

async function follow(
  { jobs, job: begun, scope, owner, isShuttingDown, localTime, write }: Following,
  after: number,
) {
  let job = begun;
  let position = after;
  let quietSince = Number.NEGATIVE_INFINITY;
  let awaySince: number | null = null;
  let lastAt = performance.now();
  const turn = createTurns();
  for (;;) {
    scope.signal.throwIfAborted();
    if (isShuttingDown()) throw shuttingDown();
    try {
      // Read the state before the results: a job that had ended by then gets no further results.
      job = await jobs.get(owner, job.id);
      const results = await jobs.completed(job, position);
      awaySince = null;
      for (const result of results) {
        let line = '';
        for (const part of jsonParts(presentJobResult(job, result, localTime))) {
          line += part;
          await turn();
        }
        await write(line);
        position += 1;
      }
      if (results.length > 0) {
        quietSince = performance.now();
        lastAt = quietSince;
        continue;
      }
      if (hasEnded(job)) {
        // Throws if the job expired before its results were read; otherwise they would be missing without notice.
        job = await jobs.get(owner, job.id);
        return write({ type: 'summary', position, state: job.state, ...presentCounts(job) });
      }
    } catch (error) {
      awaySince ??= performance.now();
      const isPassing = isAppError(error, JOBS_UNAVAILABLE) && performance.now() - awaySince < AWAY_MS;
      if (!isPassing) throw error;
    }
    if (performance.now() - quietSince >= PROGRESS_MS) {
      quietSince = performance.now();
      await write({ type: 'progress', position, ...presentCounts(job) });
    }
    const pollMs = Math.max(MIN_POLL_MS, (performance.now() - lastAt) * POLL_PART);
    await race(scope.signal, sleep(Math.min(MAX_POLL_MS, pollMs)));
  }
}

/** Writes the lines of links without a result. */
async function writeOpen(lines: AsyncIterable<readonly JobLine[]>, write: WriteLine) {
  for await (const some of lines) for (const line of some) if (line.type === 'open') await write(line);
}

async function* linesInOrder(
  jobs: Jobs,
  job: JobStatus,
  owner: string,
  localTime: LocalTime,
): AsyncGenerator<JobLine[]> {
  for (let first = 0; first < job.total; ) {
    const { results, next } = await jobs.inOrder(job, first);
    yield results.map((result) => presentJobResult(job, result, localTime));
    first = next;
  }
  // Throws if the job expired in the meantime; otherwise the rest would be missing without notice.
  await jobs.get(owner, job.id);
}
