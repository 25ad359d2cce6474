import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { z } from 'zod';
import { RequestFailed } from '../../../core/published/failure.js';
import { caveatText, roughTime } from '../../../core/texts/outcomes.js';
import { waitBeforeRetry } from '../../../kit/client/retry.js';
import { datedName } from '../../../kit/lists/file-name.js';
import { countsText } from '../../../kit/lists/list-counts.js';
import type { JobType } from '../../../kit/lists/list-limits.js';
import { LISTED, queryOf } from '../../../kit/lists/read-list.js';
import { EXIT, type ExitCode, ExitError } from '../../../kit/terminal/exit.js';
import { exitErrorOf, requestFailureText } from '../../../kit/terminal/failure-text.js';
import { failingToWrite, identityOf, identityOfStream } from '../../../kit/terminal/files.js';
import { saveParts, workbookPath } from '../../../kit/terminal/output.js';
import { cardText, jsonText, plainLine, withoutControls } from '../../../kit/terminal/plain-text.js';
import { type ListOptions, readOwnList, skippedText } from '../../../kit/terminal/read-links.js';
import { reviewText, summaryText } from '../../../kit/terminal/review-text.js';
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
import { jobCommandTexts } from './texts.js';
import { failureText, verdictText } from './verdict-text.js';

// `check`, `places` and `reviews` of a list: the list is sent as a job, and the command only follows the job.

interface JobOptions extends ListOptions {
  /** The id of a job to follow, in place of a list. */
  readonly job?: string;
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
/** The command, and the texts, of each type of list. */
const LISTS = {
  'review-visibility': { command: 'check', label: 'check.progress', title: 'check.title' },
  'place-details': { command: 'places', label: 'places.progress', title: 'places.title' },
  'place-reviews': { command: 'reviews', label: 'reviews.progress', title: 'reviews.title' },
} as const satisfies Readonly<Record<JobType, object>>;
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
    const { language, note, signal, format, progress } = session;
    const own = jobCommandTexts(language);
    const { job: id } = options;
    const isListGiven = file !== '' || options.column !== undefined || options.headings !== undefined;
    if (id !== undefined && isListGiven) throw new ExitError(EXIT.usage, own('jobOrList'));
    refuseOwnFile(session, file);
    const jobs = jobsOf(session);
    const job =
      id === undefined ? await send(session, jobs, type, file, options) : await jobs.status(id, signal);
    const followed = { session, jobs, job };
    try {
      const code = await follow(followed);
      await writeFile(followed);
      return code;
    } catch (error) {
      progress.stop();
      if (!isEarlyEnd(error) || isGone(error)) throw error;
      const { exitCode, lines, fault } = exitErrorOf(error, session);
      const goOn = own('goOn', { command: commandFor(followed, error) });
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
  note(jobCommandTexts(language)('sent', { id: job.id, count: job.total }));
  return job;
}

/** Shows the results as they come, until the job has ended. Files are written afterwards. */
async function follow({ session, jobs, job }: Followed): Promise<ExitCode> {
  const { t, note, print, progress, format, signal, language } = session;
  const own = jobCommandTexts(language);
  const label = t(LISTS[job.type].label);
  const kept: Exclude<JobLine, { type: 'progress' | 'summary' }>[] = [];
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
      perMinute === null || perMinute < 0.1 || retrying >= entries
        ? ''
        : ` (${own('left', { entries, time: roughTime(language, (entries / perMinute) * 60) })})`;
    if (retrying > 0 && !hasToldWaits) {
      const command = commandText(session, ['api', 'finishJob', '--id', job.id]);
      note(own('waits', { count: retrying, command }));
    }
    hasToldWaits ||= retrying > 0;
  };
  const keep = async (line: (typeof kept)[number]) => {
    if (format.kind === 'ndjson') await print(`${jsonText(line)}\n`);
    if (format.kind === 'json') kept.push(line);
  };
  progress.show(label, 0, job.total);
  for await (const line of jobs.results({ id: job.id, after: 0, signal })) {
    if (line.type === 'result' || line.type === 'error') {
      done += 1;
      await keep(line);
      if (format.kind === 'text' && !isWithoutEntry(line))
        await print(`${withoutControls(rowText(line, session))}\n`);
    } else if (line.type === 'summary') {
      const { type: _, position: __, ...counts } = line;
      const missing = counts.total - counts.done;
      const isIncomplete = counts.failed + (counts.partial ?? 0) + missing > 0;
      // Entries of a job that was cancelled.
      const open = { id: job.id, after: line.position, withOpen: true, signal };
      if (missing > 0 && (format.kind === 'ndjson' || format.kind === 'json'))
        for await (const entry of jobs.results(open)) if (entry.type === 'open') await keep(entry);
      const results = kept.toSorted((a, b) => a.index - b.index);
      const caveat = counts.not_visible ? `\n${caveatText(language, 'notShown')}` : '';
      progress.stop();
      if (format.kind === 'json') await print(`${jsonText({ job: job.id, ...counts, results }, 2)}\n`);
      if (format.kind === 'ndjson') await print(`${jsonText(line)}\n`);
      if (format.kind === 'text') await print(`${countsText(language, counts)}${caveat}\n`);
      else if (isIncomplete) note(countsText(language, counts));
      if (missing > 0) note(own('cancelled', { missing }));
      return isIncomplete ? EXIT.incomplete : EXIT.ok;
    }
    await look();
    progress.show(label + left, done, job.total);
  }
  throw new Error('the results of a job ended without a summary');
}

/** Writes the table that the service has, with the own columns of the list: the file is whole. */
async function writeFile({ session, jobs, job }: Followed): Promise<void> {
  const { t, print, format, signal, language } = session;
  const table = (kind: TableFormat) => () => jobs.table(job.id, kind, language, signal);
  if (format.kind === 'csv') {
    // A part of a table is never shown as the table, and a table may be larger than the memory.
    const folder = failingToWrite(tmpdir(), t, () => mkdtempSync(join(tmpdir(), 'place-lookup-')));
    try {
      const file = join(folder, 'table.csv');
      await saveWhole({ ...session, note: () => undefined }, file, table('csv'));
      for await (const part of createReadStream(file, 'utf8')) await print(part);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  if (format.kind === 'xlsx') {
    const name = t(LISTS[job.type].title);
    const path = workbookPath(format.file, () => datedName([name], new Date()));
    await saveWhole(session, path, table('xlsx'));
  }
}

/** Saves what `read` gives, from its beginning again after a broken connection. */
async function saveWhole(session: Session, path: string, read: () => AsyncIterable<Uint8Array>) {
  const { retries, signal } = session;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await saveParts(session, path, read());
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error;
      await waitBeforeRetry({ failure: error.failure, attempt, retries, signal });
    }
  }
}

/** True when the job is not there any more. */
function isGone(error: unknown): boolean {
  return error instanceof RequestFailed && error.failure.status === 404;
}

/** The command that gives the results of a job after a failure. A table that is too long for a workbook is a CSV. */
function commandFor({ session, job }: Followed, error: unknown): string {
  const { format } = session;
  const isTooLong = error instanceof RequestFailed && error.failure.reason === 'too_many_rows_for_xlsx';
  const written = format.kind === 'text' ? [] : [`--${isTooLong ? 'csv' : format.kind}`];
  return commandText(session, [
    ...[LISTS[job.type].command, '--job', job.id, ...written],
    ...(format.kind === 'xlsx' && !isTooLong ? [format.file] : []),
  ]);
}

/** A command as a shell takes it. It names service and language, so it does the same on another computer. */
function commandText({ base, language }: Session, words: readonly string[]): string {
  const quoted = (word: string) =>
    process.platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", "'\\''")}'`;
  return ['place-lookup', ...words, '--api', base, '--lang', language]
    .map((word) => (/^[\w./:@=-]+$/.test(word) ? word : quoted(word)))
    .join(' ');
}

/** Makes sure that the list is not written over. @throws ExitError */
function refuseOwnFile({ format, stdin, language }: Session, input: string): void {
  if (format.kind !== 'xlsx') return;
  const source = input === '-' ? identityOfStream(stdin) : input === '' ? null : identityOf(input);
  if (identityOf(format.file) !== source) return;
  throw new ExitError(EXIT.usage, jobCommandTexts(language)('isTheList', { file: format.file }));
}

/** The result of an entry as text, without its last line end. */
function rowText(row: JobRow, session: Session): string {
  const { t, language } = session;
  if ('review_url' in row) return verdictText(row, session);
  const heading = plainLine(row.query);
  if (row.type === 'error') return `${failureText(row, row.query, session)}\n`;
  if ('reviews' in row)
    return [
      `${heading}\n`,
      ...row.reviews.map((review) => reviewText(review, t)),
      `${summaryText(row, session, row.checked_at)}\n`,
    ].join('\n');
  const candidates = row.candidates?.length;
  const several = candidates === undefined ? '' : t('places.firstOf', { candidates });
  return `${heading}${several}\n${cardText(row, language).replace(/^/gm, '   ')}\n`;
}
