import type { TableFormat } from '../clients/jobs.js';
import { RequestFailed } from '../contract/failure.js';
import type { Job, JobRow, JobSummary } from '../contract/lines.js';
import { caveatText, jobStateText } from '../contract/texts/outcomes.js';
import { jobFileName } from '../lists/file-name.js';
import { EXIT, type ExitCode, ExitError } from './exit.js';
import { type JobFile, openJobFile } from './job-file.js';
import { countsText, hasEnded, resultTable } from './job-tables.js';
import { jobsOf } from './jobs.js';
import { openListing, saveWorkbook, workbookPath } from './output.js';
import { identityOf } from './replace-file.js';
import type { Session } from './session.js';

export interface ResultsOptions {
  /** Whether to wait for the results of a job that has not ended. */
  readonly follow?: true;
  /** NDJSON file to which results are added; it is continued behind its last result. */
  readonly out?: string;
}

/** `jobs results ID`: the results of a job. Returns `EXIT.incomplete` when links are left without a result. */
export async function jobResults(session: Session, id: string, options: ResultsOptions): Promise<ExitCode> {
  const { format, say, note } = session;
  if (
    format.kind === 'xlsx' &&
    options.out !== undefined &&
    identityOf(options.out) === identityOf(format.file)
  ) {
    throw new ExitError(
      EXIT.usage,
      say('Opcje --out i --xlsx wskazują ten sam plik.', '--out and --xlsx name the same file.'),
    );
  }
  const table = format.kind === 'csv' || format.kind === 'xlsx' ? format.kind : null;
  const begun = await jobsOf(session).status(id, session.signal);
  if (table !== null && !hasEnded(begun) && options.follow === undefined) {
    throw new ExitError(
      EXIT.usage,
      say(
        `Zlecenie jeszcze trwa. ${countsText(begun, session)} CSV i XLSX powstają po jego zakończeniu: dodaj --follow albo wybierz --ndjson.`,
        `The job has not ended. ${countsText(begun, session)} CSV and XLSX need all results: add --follow, or choose --ndjson.`,
      ),
    );
  }
  const summary = await readLines(session, begun, options, table);
  if (table !== null) await writeTable(session, begun, table);
  const job: Pick<Job, 'state' | 'total' | 'done' | 'failed'> = summary ?? begun;
  const isWhole = hasEnded(job) && job.done === job.total && job.failed === 0;
  if (isWhole) return EXIT.ok;
  if (format.kind !== 'text') note(endText(job, session));
  return EXIT.incomplete;
}

/** Reads the results line by line, and writes them unless they go to a file or a table. Null = the job goes on. */
async function readLines(
  session: Session,
  begun: Job,
  { follow, out }: ResultsOptions,
  table: TableFormat | null,
): Promise<JobSummary | null> {
  const { progress, say, note } = session;
  const file = out === undefined ? null : openJobFile(out, say);
  if ((file?.last?.position ?? 0) > begun.done) throw otherJob(out, session);
  const listing = openListing(session, resultTable(session));
  let shown = file?.last?.position ?? 0;
  let summary: JobSummary | null = null;
  const finish = async () => {
    progress.stop();
    if (table !== null) return;
    const { type, position, ...counts } = summary ?? { ...begun, type: 'summary', position: shown };
    const caveat = (counts.not_visible ?? 0) === 0 ? '' : `\n${caveatText(session.language, 'notShown')}`;
    await listing.end({
      json: (results) => ({ id: begun.id, ...counts, ...(file === null && { results }) }),
      line: { type: 'summary', position: shown, ...counts },
      text: endText(summary ?? begun, session) + caveat,
      order: (a, b) => a.index - b.index,
    });
  };
  try {
    for await (const line of linesOf(session, begun, { file, follow: follow === true, table })) {
      if (line.type === 'summary') summary = line;
      if (line.type === 'progress') progress.show(say('Wyniki', 'Results'), line.done, line.total);
      if (line.type === 'summary' || line.type === 'progress') continue;
      if (file !== null && line.position <= shown) {
        if (!isSameRow(file.last, line)) throw otherJob(out, session);
        continue;
      }
      // Saved before anything else can fail.
      file?.append(line);
      shown = line.position;
      if (file === null && table === null) await listing.add(line);
      progress.show(say('Wyniki', 'Results'), shown, begun.total);
    }
  } catch (error) {
    const isExpected = error instanceof RequestFailed || error instanceof ExitError;
    if (!isExpected || ('exitCode' in error && error.exitCode === EXIT.readerGone)) throw error;
    if (error instanceof ExitError && error.exitCode === EXIT.usage) throw error;
    await finish();
    if (file !== null) {
      note(
        say(
          `Wyniki są zapisane w ${out}. Aby pobrać pozostałe, powtórz polecenie.`,
          `The results are saved in ${out}. To fetch the others, repeat the command.`,
        ),
      );
    }
    throw error;
  } finally {
    file?.close();
  }
  await finish();
  return summary;
}

interface Wanted {
  readonly file: JobFile | null;
  readonly follow: boolean;
  readonly table: TableFormat | null;
}

/** The lines to read: those that the file does not hold yet, and for a table only those to wait for. */
async function* linesOf(session: Session, job: Job, { file, follow, table }: Wanted) {
  const isOver = hasEnded(job);
  const isForTable = table !== null && file === null;
  if (isForTable && isOver) return;
  const held = file?.last?.position ?? 0;
  // The last result of the file comes again, to see that it is one of this job.
  const after = isForTable ? job.done : Math.max(0, held - 1);
  // A job that goes on is read up to where it is now.
  const until = follow || isOver ? undefined : Math.max(job.done, held);
  const reading = { id: job.id, after, signal: session.signal, ...(until !== undefined && { until }) };
  yield* jobsOf(session).results(reading);
}

function isSameRow(held: JobRow | null, line: JobRow): boolean {
  const inputOf = (row: JobRow) => ('review_url' in row ? row.review_url : row.query);
  return held !== null && held.index === line.index && inputOf(held) === inputOf(line);
}

function otherJob(out: string | undefined, { say }: Session): ExitError {
  return new ExitError(
    EXIT.usage,
    say(
      `${out} zawiera wyniki innego zlecenia. Podaj inny plik.`,
      `${out} contains the results of another job. Choose another file.`,
    ),
  );
}

async function writeTable(session: Session, job: Job, kind: TableFormat): Promise<void> {
  const { format, language, signal, print } = session;
  const parts = jobsOf(session).table(job.id, kind, language, signal);
  if (format.kind === 'xlsx') {
    const bytes: Uint8Array[] = [];
    for await (const part of parts) bytes.push(part);
    const path = workbookPath(format.file, () => jobFileName(job, language));
    saveWorkbook(session, path, Buffer.concat(bytes), null);
    return;
  }
  // Excel needs the byte order mark.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for await (const part of parts) await print(decoder.decode(part, { stream: true }));
}

function endText(
  job: Pick<Job, 'state' | 'total' | 'done' | 'visible' | 'not_visible' | 'failed'>,
  session: Session,
): string {
  const { say, language } = session;
  return `${say('Zlecenie', 'Job')}: ${jobStateText(language, job.state)}. ${countsText(job, session)}`;
}
