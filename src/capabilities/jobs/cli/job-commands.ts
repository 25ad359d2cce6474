import { buffer } from 'node:stream/consumers';
import type { z } from 'zod';
import { lineFailure, RequestFailed } from '../../../core/published/failure.js';
import { createFormats } from '../../../core/texts/formats.js';
import { caveatText, endingText, noticeTexts } from '../../../core/texts/outcomes.js';
import { jobFileName } from '../../../kit/lists/file-name.js';
import type { JobType } from '../../../kit/lists/list-limits.js';
import { LISTED } from '../../../kit/lists/read-list.js';
import { EXIT, type ExitCode, ExitError } from '../../../kit/terminal/exit.js';
import { requestFailureText } from '../../../kit/terminal/failure-text.js';
import { openResultFile, readLastRow } from '../../../kit/terminal/files.js';
import { refuseSameFile, runToEnd } from '../../../kit/terminal/list-run.js';
import { openListing, saveFile, type Table, workbookPath } from '../../../kit/terminal/output.js';
import { cardText, jsonText, plainLine } from '../../../kit/terminal/plain-text.js';
import type { ListOptions } from '../../../kit/terminal/read-links.js';
import { readOwnList, skippedText } from '../../../kit/terminal/read-links.js';
import { guardOf, isJsonFormat, lazily, type Session } from '../../../kit/terminal/session.js';
import { verdictTable } from '../../../kit/terminal/verdict-table.js';
import { createJobs, isOpen, type Jobs, jobTableOf, newRequestKey, type TableFormat } from '../job-client.js';
import type { Job, JobLine, JobRow, JobSummary } from '../published.js';

const schema = lazily(() => import('../published.js'));

/** The jobs of the user of a session. */
function jobsOf(session: Session): Jobs {
  const { api, retries, note, t } = session;
  return createJobs({
    api,
    isJob: guardOf(schema('jobData')),
    // The client has thrown failures of the whole stream before it checks a line.
    isLine: guardOf(schema('jobLine') as () => Promise<z.ZodType<JobLine>>),
    retries,
    onRetry: (failure, seconds, attempt) => {
      const next = t('retry', { seconds, attempt, attempts: retries });
      note(requestFailureText(failure, session, next));
    },
  });
}

export interface SubmitOptions extends ListOptions {
  readonly type: JobType;
  readonly maxPages?: number;
  readonly minStars?: number;
  readonly maxStars?: number;
  readonly since?: string;
  readonly idempotencyKey?: string;
}

/** `jobs submit FILE|-`: begins a job, and prints its id. */
export async function submitJob(session: Session, file: string, options: SubmitOptions): Promise<ExitCode> {
  const { note, t, signal, print } = session;
  const isJson = isJsonFormat(session, 'jobs submit');
  const requestKey = requestKeyOf(session, options);
  const { type, maxPages, minStars, maxStars, since } = options;
  const parameters = {
    ...(maxPages !== undefined && { max_pages: maxPages }),
    ...(minStars !== undefined && { min_stars: minStars }),
    ...(maxStars !== undefined && { max_stars: maxStars }),
    ...(since !== undefined && { since }),
  };
  const own = await readOwnList(session, file, LISTED[type], options);
  const { links, skipped } = own.list;
  const table = jobTableOf(own, session.language);
  if (skipped.length > 0)
    note(
      table === null ? skippedText(skipped, 'reviews', t) : t('jobs.emptyRowsKept', { rows: skipped.length }),
    );
  const jobs = jobsOf(session);
  // Asked first: a service without jobs refuses before the long list is sent, and later faults are known to be
  // temporary.
  await jobs.list(signal);
  const urls = links.map(({ url }) => url);
  try {
    const job = await jobs.submit({ type, parameters, urls, table, requestKey }, signal);
    await print(isJson ? `${jsonText(job, 2)}\n` : `${plainLine(job.id)}\n`);
    if (!isJson) note(t('jobs.accepted', { total: job.total, id: job.id }));
    return EXIT.ok;
  } catch (error) {
    const isLost = error instanceof RequestFailed && ['offline', 'cut'].includes(error.failure.code);
    if (isLost) note(t('jobs.maybeMade', { key: requestKey }));
    throw error;
  }
}

function requestKeyOf({ t }: Session, { idempotencyKey: key }: SubmitOptions): string {
  if (key === undefined) return newRequestKey();
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new ExitError(EXIT.usage, t('jobs.wrongKey'));
}

export interface ResultsOptions {
  /** Whether to wait for the results of a job that has not ended. */
  readonly follow?: true;
  /** NDJSON file to which results are added, after its last result. */
  readonly out?: string;
}

/** `jobs results ID`: the results of a job. Returns `EXIT.incomplete` when links have no result. */
export async function jobResults(session: Session, id: string, options: ResultsOptions): Promise<ExitCode> {
  const { format, t, note } = session;
  refuseSameFile(session, options.out);
  const table = format.kind === 'csv' || format.kind === 'xlsx' ? format.kind : null;
  const begun = await jobsOf(session).status(id, session.signal);
  if (table !== null && isOpen(begun) && options.follow === undefined) {
    throw new ExitError(EXIT.usage, t('jobs.notEnded', { counts: countsText(begun, session) }));
  }
  const summary = await readResults(session, begun, options, table);
  if (table !== null) await writeTable(session, begun, table);
  const job: Pick<Job, 'state' | 'total' | 'done' | 'failed'> = summary ?? begun;
  const isComplete = !isOpen(job) && job.done === job.total && job.failed === 0;
  if (isComplete) return EXIT.ok;
  if (format.kind !== 'text') note(endText(job, session));
  return EXIT.incomplete;
}

/** Reads the results line by line. Writes them, unless they go to a file or a table. Null: the job goes on. */
async function readResults(
  session: Session,
  begun: Job,
  { follow, out }: ResultsOptions,
  table: TableFormat | null,
): Promise<JobSummary | null> {
  const { progress, t } = session;
  const last = out === undefined ? null : readLastRow(out, t, jobRow);
  const otherJob = () => new ExitError(EXIT.usage, t('jobs.otherJob', { out: out ?? '' }));
  if ((last?.position ?? 0) > begun.done) throw otherJob();
  const file = out === undefined ? null : openResultFile<JobRow>(out, t, false);
  const listing = openListing(session, resultTable(session));
  let shown = last?.position ?? 0;
  let summary = null as JobSummary | null;
  await runToEnd(session, {
    file,
    howToContinue: (out) => t('jobs.fetchOthers', { out }),
    work: async () => {
      const wanted = { last, isForTable: table !== null && file === null, follow: follow === true };
      for await (const line of linesOf(session, begun, wanted)) {
        if (line.type === 'summary') summary = line;
        if (line.type === 'progress') progress.show(t('jobs.results'), line.done, line.total);
        if (line.type === 'summary' || line.type === 'progress') continue;
        if (file !== null && line.position <= shown) {
          if (!isSameRow(last, line)) throw otherJob();
          continue;
        }
        // Saved before anything else can fail.
        file?.append([line]);
        shown = line.position;
        if (file === null && table === null) await listing.add(line);
        progress.show(t('jobs.results'), shown, begun.total);
      }
    },
    finish: async (failed) => {
      if (table !== null) return false;
      const { type, position, ...counts } = summary ?? { ...begun, type: 'summary', position: shown };
      const caveat = (counts.not_visible ?? 0) === 0 ? '' : `\n${caveatText(session.language, 'notShown')}`;
      await listing.end({
        json: (results) => ({ ...failed, id: begun.id, ...counts, ...(file === null && { results }) }),
        line: { type: 'summary', position: shown, ...counts },
        text: endText(summary ?? begun, session) + caveat,
        order: (a, b) => a.index - b.index,
      });
      return true;
    },
  });
  return summary;
}

/**
 * A row in the file `--out`; null for anything else. Only the fields in use are checked: the service wrote the rest.
 */
function jobRow(value: unknown): JobRow | null {
  const row = value as Partial<JobRow> | null;
  const isRow = (row?.type === 'result' || row?.type === 'error') && Number.isInteger(row.position);
  return isRow && Number(row.position) > 0 ? (row as JobRow) : null;
}

interface Wanted {
  /** The last result that the file `--out` holds. */
  readonly last: JobRow | null;
  /** Whether the service makes a table of the results, and the command only waits for them. */
  readonly isForTable: boolean;
  readonly follow: boolean;
}

/** Reads the results that the file does not hold yet; for a table, the results to wait for. */
async function* linesOf(session: Session, job: Job, { last, isForTable, follow }: Wanted) {
  const isOver = !isOpen(job);
  if (isForTable && isOver) return;
  const held = last?.position ?? 0;
  // The last result of the file is read again, to see that it belongs to this job.
  const after = isForTable ? job.done : Math.max(0, held - 1);
  // An unfinished job is read up to its present state.
  const until = follow || isOver ? undefined : Math.max(job.done, held);
  const reading = { id: job.id, after, signal: session.signal, ...(until !== undefined && { until }) };
  yield* jobsOf(session).results(reading);
}

function isSameRow(held: JobRow | null, line: JobRow): boolean {
  const inputOf = (row: JobRow) => ('review_url' in row ? row.review_url : row.query);
  return held !== null && held.index === line.index && inputOf(held) === inputOf(line);
}

async function writeTable(session: Session, job: Job, kind: TableFormat): Promise<void> {
  const { format, language, signal, print } = session;
  const parts = jobsOf(session).table(job.id, kind, language, signal);
  if (format.kind === 'xlsx') {
    const path = workbookPath(format.file, () => jobFileName(job, language));
    saveFile(session, path, await buffer(parts), null);
    return;
  }
  // Excel needs the byte order mark.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for await (const part of parts) await print(decoder.decode(part, { stream: true }));
}

function endText(job: Counts & Pick<Job, 'state'>, session: Session): string {
  const { t } = session;
  return `${t('jobs.job')}: ${t(`jobs.state.${job.state}`)}. ${countsText(job, session)}`;
}

type Counts = Pick<Job, 'total' | 'done' | 'visible' | 'not_visible' | 'failed'>;

/** Says how many links have a result, and of which kind. */
function countsText({ total, done, visible, not_visible, failed }: Counts, { t, language }: Session): string {
  const { number } = createFormats(language);
  const counts = { done: number(done), total: number(total), failed: number(failed) };
  if (visible === undefined || not_visible === undefined) return t('jobs.counts', counts);
  return t('jobs.countsVisible', {
    ...counts,
    visible: number(visible),
    notVisible: number(not_visible),
  });
}

/** Results of a job. The service makes CSV and workbooks, in the order of the list. */
function resultTable(session: Session): Table<JobRow> {
  const verdicts = verdictTable(session);
  return {
    name: session.t('jobs.results'),
    columns: [],
    line: (row) => row,
    text: (row) => {
      if ('review_url' in row) return verdicts.text(row);
      const heading = plainLine(row.query);
      if (row.type === 'error') return `?  ${heading}\n   ${requestFailureText(lineFailure(row), session)}`;
      if ('details' in row) return `${heading}\n${cardText(row, session.language).replace(/^/gm, '   ')}\n`;
      const { number } = createFormats(session.language);
      const ending = row.complete ? session.t('reviews.complete') : endingText(session.language, row);
      const said = noticeTexts(session.language, row).map((text) => `\n   ${plainLine(text)}`);
      const count = `${session.t('jobs.reviews')}: ${number(row.reviews.length)}`;
      return `${plainLine(row.checked_at)}  ${heading}  ${count} – ${ending}${said.join('')}`;
    },
  };
}
