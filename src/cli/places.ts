import { z } from 'zod';
import { type Failure, RequestFailed } from '../contract/failure.js';
import { allData } from '../contract/place.js';
import { failureText } from '../contract/texts/outcomes.js';
import { serviceErrorText } from '../contract/texts/service-messages.js';
import { ownColumns } from '../lists/own-columns.js';
import type { OwnCell } from '../lists/own-table.js';
import { placeColumns } from '../lists/place-columns.js';
import { type Column, wallClock } from '../lists/table.js';
import { skippedPlacesText } from './check.js';
import { EXIT, type ExitCode } from './exit.js';
import { readOwnList } from './links.js';
import { openListing } from './output.js';
import { requestFailureText } from './request-failure.js';
import {
  earlierText,
  isEarlyEnd,
  type KeptResults,
  openResults,
  positionsOf,
  type ResumeOptions,
  refuseOwnFiles,
  requireOut,
  resumeText,
} from './resumed-results.js';
import { guardOf, type Session } from './session.js';
import { cardText, plainLine } from './text.js';

/** Lookups at once; the service limits those of a client anyway. */
const AT_ONCE = 3;

const ofLine = {
  index: z.int().min(0),
  /** When the answer came, by the clock of this computer. None in files of earlier versions. */
  checked_at: z.string().optional(),
};

/** What became of one entry of the list: a line of NDJSON and of the file `--out`. */
const placesLine = z.discriminatedUnion('type', [
  z.object({ type: z.literal('result'), ...ofLine, ...allData.shape }),
  z.object({
    type: z.literal('error'),
    ...ofLine,
    query: z.string(),
    error: z.object({ code: z.string(), message: z.string() }),
  }),
]);

type Found = z.infer<typeof placesLine>;

interface PlacesRow {
  readonly found: Found;
  /** The user's cells; null for a list without columns. */
  readonly own: readonly OwnCell[] | null;
  /** Why there is no place, as far as this run of the command knows; null for a place. */
  readonly failure: Failure | null;
}

/** How `--out` keeps what became of an entry. */
const KEPT: KeptResults<Found> = {
  command: 'places',
  parse: (value) => {
    const line = placesLine.safeParse(value);
    return line.success ? line.data : null;
  },
  entryOf: ({ query }) => query,
};

/**
 * `places FILE|-`: the details of every place of a list, in its order.
 * @throws ExitError or RequestFailed when it ends before the last place
 */
export async function places(session: Session, file: string, options: ResumeOptions): Promise<ExitCode> {
  const { say, note, progress, signal, language } = session;
  requireOut(options, session);
  const { list, table } = await readOwnList(file, say, 'places');
  if (list.skipped.length > 0) note(skippedPlacesText(list.skipped, session));
  const queries = list.links.map(({ url }) => url);
  refuseOwnFiles(session, file, options.out);
  const positions = positionsOf(queries);
  const results = openResults(session, positions, options, KEPT);
  const own = new Map((table?.rows ?? []).flatMap(({ cells, links }) => links.map((at) => [at, cells])));
  const listing = openListing<PlacesRow>(session, {
    name: say('Miejsca', 'Places'),
    columns: [
      ...(table === null ? [] : ownColumns(table, language).map((column) => ofOwn(column))),
      ...columnsOf(session),
    ],
    line: ({ found }) => found,
    text: (row) => `${textOf(row, session)}\n`,
  });

  const answers = new Map<string, Promise<PlacesAnswer>>(
    results.done.map((found) => [found.query, Promise.resolve({ found, failure: null })]),
  );
  const find = async (query: string): Promise<PlacesAnswer> => {
    const answer = await lookUp(session, query);
    // Saved as soon as it is there, also when an entry before it still waits.
    results.file?.append((positions.get(query) ?? []).map((index) => ({ ...answer.found, index })));
    return answer;
  };
  const ask = (query: string): Promise<PlacesAnswer> => {
    const answer = answers.get(query) ?? find(query);
    answers.set(query, answer);
    // Awaited later; a failure before that is no unhandled one.
    answer.catch(() => undefined);
    return answer;
  };

  const tally = { total: queries.length, found: 0, failed: 0, missing: queries.length };
  const summary = () => summaryText(tally, session) + earlierText(results.earlier, session);
  const finish = async () => {
    progress.stop();
    const totals = { ...tally, ...(results.earlier !== null && { earlier: results.earlier }) };
    await listing.end({
      json: (rows) => ({ ...totals, results: rows.map(({ found }) => found) }),
      line: { type: 'summary', ...totals },
      text: summary(),
    });
  };
  try {
    for (const [index, query] of queries.entries()) {
      for (const next of queries.slice(index, index + AT_ONCE)) void ask(next);
      const { found, failure } = await ask(query);
      signal.throwIfAborted();
      tally[found.type === 'result' ? 'found' : 'failed'] += 1;
      tally.missing -= 1;
      await listing.add({ found: { ...found, index }, own: own.get(index) ?? null, failure });
      progress.show(say('Wyszukiwanie', 'Looking up'), index + 1, queries.length);
    }
  } catch (error) {
    if (!isEarlyEnd(error)) throw error;
    await finish();
    if (results.file !== null) note(resumeText(options.out, session));
    throw error;
  } finally {
    // Lookups that are still under way come too late.
    await Promise.allSettled(answers.values());
    results.file?.close();
  }
  await finish();
  if (session.format.kind !== 'text' && (tally.failed > 0 || results.earlier !== null)) note(summary());
  return tally.failed === 0 ? EXIT.ok : EXIT.incomplete;
}

interface PlacesAnswer {
  /** Its index counts for nothing: the entry may stand in the list more than once. */
  readonly found: Found;
  readonly failure: Failure | null;
}

/** Looks for one place. @throws RequestFailed when the others would fail as well */
async function lookUp({ api, signal }: Session, query: string): Promise<PlacesAnswer> {
  try {
    const place = await api.data({ path: 'all', query: { url: query }, signal }, guardOf(allData));
    // As it stands in the list, so that --resume finds it again.
    return { found: { type: 'result', ...answered(), ...place, query }, failure: null };
  } catch (error) {
    signal.throwIfAborted();
    const isFinal =
      !(error instanceof RequestFailed) || ['offline', 'unauthorized'].includes(error.failure.code);
    if (isFinal) throw error;
    const { failure } = error;
    const { serviceCode, code, message } = failure;
    const reason = { code: serviceCode ?? code, message: message ?? '' };
    return { found: { type: 'error', ...answered(), query, error: reason }, failure };
  }
}

function answered() {
  return { index: 0, checked_at: wallClock(new Date()) ?? undefined };
}

interface Tally {
  readonly total: number;
  readonly found: number;
  readonly failed: number;
  readonly missing: number;
}

function summaryText({ total, found, failed, missing }: Tally, { say }: Session): string {
  const notAsked = missing === 0 ? '' : say(`, niesprawdzone: ${missing}`, `, not looked up: ${missing}`);
  return say(
    `Miejsca: ${total}. Znalezione: ${found}, bez wyniku: ${failed}${notAsked}.`,
    `Places: ${total}. Found: ${found}, no result: ${failed}${notAsked}.`,
  );
}

function ofOwn({ value, ...column }: Column<readonly OwnCell[]>): Column<PlacesRow> {
  return { ...column, value: ({ own }) => (own === null ? null : value(own)) };
}

function columnsOf({ language, say }: Session): Column<PlacesRow>[] {
  const [query, ...details] = placeColumns(language);
  const ofPlace = details.map(
    ({ value, ...column }): Column<PlacesRow> => ({
      ...column,
      value: ({ found }) => (found.type === 'result' ? value(found) : null),
    }),
  );
  return [
    { header: query?.header ?? 'Query', value: ({ found }) => found.query },
    ...ofPlace,
    {
      header: say('Sprawdzono', 'Checked at'),
      form: 'time',
      value: ({ found }) => found.checked_at ?? null,
    },
    {
      header: say('Liczba kandydatów', 'Candidates'),
      value: ({ found }) => (found.type === 'result' ? (found.candidates?.length ?? null) : null),
    },
    {
      header: say('Błąd', 'Error'),
      value: ({ failure }) => (failure === null ? null : errorText(failure, language)),
    },
    {
      header: say('Kod błędu', 'Error code'),
      value: ({ failure }) => (failure === null ? null : (failure.serviceCode ?? failure.code)),
    },
  ];
}

function errorText(failure: Failure, language: Session['language']): string {
  const { serviceCode, message } = failure;
  if (serviceCode === null || message === null) return failureText(language, failure);
  return serviceErrorText(language, { code: serviceCode, message });
}

function textOf({ found, failure }: PlacesRow, session: Session): string {
  const heading = plainLine(found.query);
  const { checked_at = session.say('data nieznana', 'date unknown') } = found;
  if (failure !== null) return `?  ${checked_at}  ${heading}\n   ${requestFailureText(failure, session)}`;
  if (found.type === 'error') return `?  ${heading}`;
  const candidates = found.candidates?.length;
  const several =
    candidates === undefined ? '' : session.say(` (pierwsze z ${candidates})`, ` (first of ${candidates})`);
  const card = cardText({ ...found, checked_at }, session.language);
  return `${heading}${several}\n${card.replace(/^/gm, '   ')}`;
}
