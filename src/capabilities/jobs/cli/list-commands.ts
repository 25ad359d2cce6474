import type { z } from 'zod';
import { RequestFailed } from '../../../core/published/failure.js';
import { roughTime } from '../../../core/texts/outcomes.js';
import { waitBeforeRetry } from '../../../kit/client/retry.js';
import { datedName } from '../../../kit/lists/file-name.js';
import type { JobType } from '../../../kit/lists/list-limits.js';
import { LISTED, queryOf } from '../../../kit/lists/read-list.js';
import { EXIT, type ExitCode, ExitError } from '../../../kit/terminal/exit.js';
import { exitErrorOf, requestFailureText } from '../../../kit/terminal/failure-text.js';
import { identityOf, identityOfStream, isFolder } from '../../../kit/terminal/files.js';
import { refuseUnwritable } from '../../../kit/terminal/options.js';
import { saveParts, workbookPath } from '../../../kit/terminal/output.js';
import { jsonText, withoutControls } from '../../../kit/terminal/plain-text.js';
import { type ListOptions, readOwnList, skippedText } from '../../../kit/terminal/read-links.js';
import { isEarlyEnd } from '../../../kit/terminal/run-to-end.js';
import { guardOf, lazily, type Session } from '../../../kit/terminal/session.js';
import {
  createJobs,
  isWithoutEntry,
  type Jobs,
  jobTableOf,
  newRequestKey,
  type TableFormat,
} from '../job-client.js';
import type { Job, JobLine, JobRow } from '../published.js';
import { kindOf, LISTS, rowText, type Tally } from './list-texts.js';

// `check`, `places` and `reviews` of a list: the list is sent as a job, and the command only follows the job.

interface JobOptions extends ListOptions {
  /** The id of a job to follow, in place of a list. */
  readonly job?: string;
  /** NDJSON file for the results. */
  readonly out?: string;
  readonly maxPages?: string;
  readonly minStars?: string;
  readonly maxStars?: string;
  readonly since?: string;
}

/** A job that a command follows. */
interface Followed {
  readonly session: Session;
  readonly jobs: Jobs;
  readonly job: Job;
}

const schemas = lazily(() => import('../published.js'));
/** How often the state of the job is read: it has the time that is left, and the links that wait. */
const LOOK_MS = 15_000;

/** `check FILE|-`: the visibility of every review of a list of links. */
export const check = commandOf('review-visibility');
/** `places FILE|-`: the details of every place of a list. */
export const places = commandOf('place-details');
/** `reviews FILE|-`: the reviews of every place of a list. */
export const reviews = commandOf('place-reviews');

function commandOf(type: JobType) {
  return async (session: Session, file: string, options: JobOptions): Promise<ExitCode> => {
    const { t, note, signal, format, progress } = session;
    const { job: id, out } = options;
    const isListGiven = file !== '' || options.column !== undefined || options.headings !== undefined;
    if (id !== undefined && isListGiven) throw new ExitError(EXIT.usage, t('list.jobOrList'));
    if (out !== undefined) refuseUnwritable(out, t, 'file');
    refuseOwnFiles(session, file, out);
    const jobs = jobsOf(session);
    const job =
      id === undefined ? await send(session, jobs, type, file, options) : await jobs.status(id, signal);
    const followed = { session, jobs, job };
    try {
      const code = await follow(followed);
      await writeTables(followed, out);
      return code;
    } catch (error) {
      progress.stop();
      if (!isEarlyEnd(error) || isGone(error)) throw error;
      const { exitCode, lines, fault } = exitErrorOf(error, session);
      const goOn = t('list.goOn', { command: commandFor(followed, out) });
      // The JSON output holds the failure, and standard error only this line.
      if (format.kind === 'json') note(goOn);
      throw new ExitError(exitCode, [...lines, goOn], fault ?? {});
    }
  };
}

function jobsOf({ api, t, note, retries, ...session }: Session): Jobs {
  return createJobs({
    api,
    retries,
    isJob: guardOf(schemas('jobData')),
    isLine: guardOf(schemas('jobLine') as () => Promise<z.ZodType<JobLine>>),
    onRetry: (failure, seconds, attempt) => {
      const next = t('retry', { seconds, attempt, attempts: retries });
      note(requestFailureText(failure, { t, ...session }, next));
    },
  });
}

/** Reads the list and begins its job. @throws ExitError for an empty list */
async function send(
  session: Session,
  jobs: Jobs,
  type: JobType,
  file: string,
  options: JobOptions,
): Promise<Job> {
  const { t, note, signal, language } = session;
  const listed = LISTED[type];
  const own = await readOwnList(session, file, listed, options);
  const { links, skipped } = own.list;
  if (skipped.length > 0) note(skippedText(skipped, listed, t));
  const given = {
    max_pages: options.maxPages,
    min_stars: options.minStars,
    max_stars: options.maxStars,
    since: options.since,
  };
  const parameters = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, /^\d{1,4}$/.test(value) ? Number(value) : value]],
  );
  const job = await jobs.submit(
    {
      type,
      parameters: Object.fromEntries(parameters),
      urls: links.map(queryOf),
      table: jobTableOf(own, language),
      requestKey: newRequestKey(),
    },
    signal,
  );
  note(t('list.sent', { id: job.id, count: links.length }));
  return job;
}

/** Shows the results as they come, until the job has ended. A table is written afterwards. */
async function follow({ session, jobs, job }: Followed): Promise<ExitCode> {
  const { t, note, print, progress, format, signal, language } = session;
  const { label, summary } = LISTS[job.type];
  const tally: Tally = { total: 0, visible: 0, not_visible: 0, found: 0, complete: 0, partial: 0, failed: 0 };
  const kept: JobRow[] = [];
  let left = '';
  let hasToldWaits = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let done = 0;
  const look = async () => {
    if (performance.now() - lookedAt < LOOK_MS) return;
    const { total, retrying, links_per_minute: perMinute } = await jobs.status(job.id, signal);
    lookedAt = performance.now();
    const entries = total - done;
    left =
      perMinute === null || perMinute === 0 || retrying >= entries
        ? ''
        : ` (${t('list.left', { entries, time: roughTime(language, (entries / perMinute) * 60) })})`;
    if (retrying > 0 && !hasToldWaits) note(t('list.waits', { count: retrying, id: job.id }));
    hasToldWaits ||= retrying > 0;
  };
  const take = async (row: JobRow) => {
    done += 1;
    if (format.kind === 'ndjson') await print(`${jsonText(row)}\n`);
    else if (format.kind === 'json') kept.push(row);
    // The command has named the skipped lines already.
    if (isWithoutEntry(row)) return;
    tally.total += 1;
    tally[kindOf(row, job)] += 1;
    if (format.kind === 'text') await print(`${withoutControls(rowText(row, session))}\n`);
  };
  progress.show(label(t), 0, job.total);
  for await (const line of jobs.results({ id: job.id, after: 0, signal })) {
    if (line.type === 'result' || line.type === 'error') await take(line);
    else if (line.type === 'summary') {
      const missing = job.total - done;
      const { type: _, position: __, ...counts } = line;
      const results = kept.toSorted((a, b) => a.index - b.index);
      progress.stop();
      if (format.kind === 'json') await print(`${jsonText({ job: job.id, ...counts, results }, 2)}\n`);
      if (format.kind === 'ndjson') await print(`${jsonText(line)}\n`);
      if (format.kind === 'text') await print(`${summary(tally, session)}\n`);
      else if (tally.failed + tally.partial + missing > 0) note(summary(tally, session));
      if (missing > 0) note(t('list.cancelled', { missing }));
      return tally.failed + tally.partial + missing === 0 ? EXIT.ok : EXIT.incomplete;
    }
    await look();
    progress.show(label(t) + left, done, job.total);
  }
  throw new Error('the results of a job ended without a summary');
}

/** Writes the results that the service has in the order of the list, with the own columns of the list: each file whole. */
async function writeTables({ session, jobs, job }: Followed, out: string | undefined): Promise<void> {
  const { t, print, format, signal } = session;
  const { id } = job;
  if (out !== undefined) {
    const lines = async function* () {
      for await (const line of jobs.results({ id, after: 0, signal }))
        if (line.type === 'result' || line.type === 'error') yield Buffer.from(`${jsonText(line)}\n`);
    };
    await saveParts(session, out, lines());
  }
  if (format.kind === 'csv') {
    // A decoder drops the byte order mark by default.
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    for (const part of await tableOf(session, jobs, id, 'csv'))
      await print(decoder.decode(part, { stream: true }));
  }
  if (format.kind === 'xlsx') {
    const parts = await tableOf(session, jobs, id, 'xlsx');
    const path = workbookPath(format.file, () => datedName([LISTS[job.type].title(t)], new Date()));
    await saveParts(session, path, parts);
  }
}

/** The whole table of a job: a part of a table is never shown as the table. */
async function tableOf(
  { language, retries, signal }: Session,
  jobs: Jobs,
  id: string,
  format: TableFormat,
): Promise<readonly Uint8Array[]> {
  for (let attempt = 1; ; attempt += 1) {
    const parts: Uint8Array[] = [];
    try {
      for await (const part of jobs.table(id, format, language, signal)) parts.push(part);
      return parts;
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error;
      await waitBeforeRetry({ failure: error.failure, attempt, retries, wasReached: true, signal });
    }
  }
}

/** True when the job is not there any more. */
function isGone(error: unknown): boolean {
  return error instanceof RequestFailed && error.failure.status === 404;
}

/** The command that follows a job, also on another computer. */
function commandFor({ session, job }: Followed, out: string | undefined): string {
  const { base, environment, format } = session;
  const words = ['place-lookup', LISTS[job.type].command, '--job', job.id];
  if (out !== undefined) words.push('--out', out);
  if (format.kind === 'xlsx') words.push('--xlsx', format.file);
  else if (format.kind !== 'text') words.push(`--${format.kind}`);
  if (!environment.api.startsWith(base)) words.push('--api', base);
  const quote = process.platform === 'win32' ? '"' : "'";
  return words.map((word) => (/^[\w./:\\@=-]+$/.test(word) ? word : quote + word + quote)).join(' ');
}

/** Makes sure that no file is both read and written, or written twice. A workbook may go to a folder. @throws ExitError */
function refuseOwnFiles({ format, stdin, t }: Session, input: string, out: string | undefined): void {
  const written = [out, format.kind === 'xlsx' ? format.file : undefined].filter(
    (file) => file !== undefined,
  );
  const source = input === '-' ? identityOfStream(stdin) : input === '' ? null : identityOf(input);
  const own = written.find((file) => identityOf(file) === source);
  if (own !== undefined) throw new ExitError(EXIT.usage, t('list.isTheList', { file: own }));
  const [first, second] = written.filter((file) => !isFolder(file)).map(identityOf);
  if (first !== undefined && first === second)
    throw new ExitError(EXIT.usage, t('list.sameFile', { file: written.at(-1) ?? '' }));
}
