import { createJobs, type JobParameters, type Jobs, jobTableOf, newRequestKey } from '../clients/jobs.js';
import { RequestFailed } from '../contract/failure.js';
import { jobData, jobLine } from '../contract/jobs.js';
import type { JobLine, JobType } from '../contract/lines.js';
import { LISTED } from '../lists/read-list.js';
import { skippedText } from './check.js';
import { EXIT, type ExitCode, ExitError } from './exit.js';
import { hasEnded, jobTable } from './job-tables.js';
import { readOwnList } from './links.js';
import { openListing, printOne } from './output.js';
import { requestFailureText } from './request-failure.js';
import { guardOf, type Say, type Session } from './session.js';
import { plainLine } from './text.js';

/** The jobs of the user of a session. */
export function jobsOf(session: Session): Jobs {
  const { api, retries, note, say } = session;
  const isAnyLine = guardOf(jobLine);
  return createJobs({
    api,
    isJob: guardOf(jobData),
    isLine: (value): value is JobLine => isAnyLine(value) && !('status' in value),
    retries,
    onRetry: (failure, seconds, attempt) => {
      const next = say(
        `Kolejna próba za ${seconds} s (${attempt} z ${retries}).`,
        `Next attempt in ${seconds} s (${attempt} of ${retries}).`,
      );
      note(requestFailureText(failure, session, next));
    },
  });
}

export interface SubmitOptions {
  readonly type: JobType;
  readonly maxPages?: number;
  readonly minStars?: number;
  readonly maxStars?: number;
  readonly idempotencyKey?: string;
  /** Heading or number of the column with the links. */
  readonly column?: string;
}

/** `jobs submit FILE|-`: begins a job, and prints its id. */
export async function submitJob(session: Session, file: string, options: SubmitOptions): Promise<ExitCode> {
  const { note, say, signal, format, print } = session;
  const requestKey = requestKeyOf(session, options);
  const parameters = parametersOf(session, options);
  const own = await readOwnList(session, file, LISTED[options.type], options.column);
  const { links, skipped } = own.list;
  const table = jobTableOf(own, session.language);
  if (skipped.length > 0)
    note(table === null ? skippedText(skipped, session) : keptText(skipped.length, say));
  const jobs = jobsOf(session);
  // A service without jobs says so before it is sent a long list. One that was reached is asked again after a fault.
  await jobs.list(signal);
  const urls = links.map(({ url }) => url);
  try {
    const job = await jobs.submit({ type: options.type, parameters, urls, table, requestKey }, signal);
    if (format.kind !== 'text') return await printOne(session, job, jobTable(session, 'card'));
    await print(`${plainLine(job.id)}\n`);
    note(
      say(
        `Zlecenie przyjęte, liczba linków: ${job.total}. Wyniki: place-lookup jobs results ${job.id} --follow`,
        `The job is accepted, number of links: ${job.total}. Results: place-lookup jobs results ${job.id} --follow`,
      ),
    );
    return EXIT.ok;
  } catch (error) {
    const isLost = error instanceof RequestFailed && ['offline', 'cut'].includes(error.failure.code);
    if (isLost) {
      note(
        say(
          `Nie wiadomo, czy zlecenie powstało. Powtórz polecenie z opcją --idempotency-key ${requestKey}, aby nie powstało drugie.`,
          `It is unknown whether the job was made. Repeat the command with --idempotency-key ${requestKey}, so that no second one is made.`,
        ),
      );
    }
    throw error;
  }
}

function keptText(rows: number, say: Say): string {
  return say(
    `Wiersze bez linku: ${rows}. Zostaną w wynikach na swoich miejscach.`,
    `Rows without a link: ${rows}. They keep their places in the results.`,
  );
}

function requestKeyOf({ say }: Session, { idempotencyKey: key }: SubmitOptions): string {
  if (key === undefined) return newRequestKey();
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new ExitError(
    EXIT.usage,
    say(
      'Opcja --idempotency-key: dozwolone jest od 1 do 255 widocznych znaków ASCII.',
      '--idempotency-key: 1 to 255 visible ASCII characters are allowed.',
    ),
  );
}

function parametersOf(
  { say }: Session,
  { type, maxPages, minStars, maxStars }: SubmitOptions,
): JobParameters {
  const parameters = {
    ...(maxPages !== undefined && { max_pages: maxPages }),
    ...(minStars !== undefined && { min_stars: minStars }),
    ...(maxStars !== undefined && { max_stars: maxStars }),
  };
  if (type === 'place-reviews' || Object.keys(parameters).length === 0) return parameters;
  throw new ExitError(
    EXIT.usage,
    say(
      'Opcje --max-pages, --min-stars i --max-stars wymagają --type place-reviews.',
      '--max-pages, --min-stars and --max-stars require --type place-reviews.',
    ),
  );
}

/** `jobs status ID`: how far a job is. */
export async function jobStatus(session: Session, id: string): Promise<ExitCode> {
  const job = await jobsOf(session).status(id, session.signal);
  return printOne(session, job, jobTable(session, 'card'));
}

/** `jobs cancel ID`: no further link is begun; a job that has ended stays as it is. */
export async function cancelJob(session: Session, id: string): Promise<ExitCode> {
  const job = await jobsOf(session).cancel(id, session.signal);
  return printOne(session, job, jobTable(session, 'card'));
}

/** `jobs delete ID`: a job that has ended is deleted, with its results. @throws ExitError when it is open */
export async function deleteJob(session: Session, id: string): Promise<ExitCode> {
  const { signal, say } = session;
  const jobs = jobsOf(session);
  // Asked before: the service would cancel an open job.
  if (!hasEnded(await jobs.status(id, signal))) {
    throw new ExitError(
      EXIT.usage,
      say(
        `Zlecenie ${id} jeszcze trwa. Najpierw je anuluj: jobs cancel ${id}.`,
        `Job ${id} has not ended. Cancel it first: jobs cancel ${id}.`,
      ),
    );
  }
  const job = await jobs.remove(id, signal);
  return printOne(session, job, jobTable(session, 'card'));
}

/** `jobs list`: the jobs of this key or address. */
export async function listJobs(session: Session): Promise<ExitCode> {
  const jobs = await jobsOf(session).list(session.signal);
  const listing = openListing(session, jobTable(session, 'line'));
  for (const job of jobs) await listing.add(job);
  await listing.end({
    json: () => ({ jobs }),
    line: null,
    text: session.say(`Zlecenia: ${jobs.length}.`, `Jobs: ${jobs.length}.`),
  });
  return EXIT.ok;
}
