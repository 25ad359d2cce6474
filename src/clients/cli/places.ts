import { allData } from '../../http/contract/responses.js';
import { ownColumns } from '../core/export/own-columns.js';
import { type PlaceRow, placeColumns } from '../core/export/place-columns.js';
import type { Column } from '../core/export/table.js';
import { RequestFailed } from '../core/failure.js';
import type { OwnCell } from '../core/own-table.js';
import { failureText } from '../core/texts/outcomes.js';
import { serviceErrorText } from '../core/texts/service-messages.js';
import { EXIT, type ExitCode } from './exit.js';
import { readOwnList } from './links.js';
import { openListing } from './output.js';
import { requestFailureText } from './request-failure.js';
import { guardOf, type Session } from './session.js';
import { cardText, plainLine } from './text.js';

/** Lookups at once; the service limits those of a client anyway. */
const AT_ONCE = 3;

/** What became of one entry of the list. */
type Found =
  /** `candidates`: how many places fit the name; null where the service does not say. */
  | { readonly place: PlaceRow; readonly candidates: number | null }
  | { readonly failure: RequestFailed['failure'] };

interface PlacesRow {
  readonly index: number;
  readonly query: string;
  /** The user's cells; null for a list without columns. */
  readonly own: readonly OwnCell[] | null;
  readonly found: Found;
}

/** `places FILE|-`: the details of every place of a list, in its order. */
export async function places(session: Session, file: string): Promise<ExitCode> {
  const { api, say, note, progress, signal, language } = session;
  const { list, table } = await readOwnList(file, say, 'places');
  const queries = list.links.map(({ url }) => url);
  const own = new Map((table?.rows ?? []).flatMap(({ cells, links }) => links.map((at) => [at, cells])));
  const listing = openListing<PlacesRow>(session, {
    name: say('Miejsca', 'Places'),
    columns: [
      ...(table === null ? [] : ownColumns(table, language).map((column) => ofOwn(column))),
      ...columnsOf(session),
    ],
    line: lineOf,
    text: (row) => `${textOf(row, session)}\n`,
  });

  const find = async (query: string): Promise<Found> => {
    try {
      const place = await api.data({ path: 'all', query: { url: query }, signal }, guardOf(allData));
      return { place, candidates: place.candidates?.length ?? null };
    } catch (error) {
      signal.throwIfAborted();
      // Without a connection, or with a wrong key, the others would fail as well.
      const isFinal =
        !(error instanceof RequestFailed) || ['offline', 'unauthorized'].includes(error.failure.code);
      if (isFinal) throw error;
      return { failure: error.failure };
    }
  };
  const answers = new Map<string, Promise<Found>>();
  const ask = (query: string): Promise<Found> => {
    const answer = answers.get(query) ?? find(query);
    answers.set(query, answer);
    // Awaited later; a failure before that is no unhandled one.
    answer.catch(() => undefined);
    return answer;
  };

  const tally = { total: queries.length, found: 0, failed: 0 };
  try {
    for (const [index, query] of queries.entries()) {
      for (const next of queries.slice(index, index + AT_ONCE)) void ask(next);
      const found = await ask(query);
      tally['place' in found ? 'found' : 'failed'] += 1;
      await listing.add({ index, query, own: own.get(index) ?? null, found });
      progress.show(say('Wyszukiwanie', 'Looking up'), index + 1, queries.length);
    }
  } finally {
    progress.stop();
  }
  const summary = say(
    `Miejsca: ${tally.total}. Znalezione: ${tally.found}, bez wyniku: ${tally.failed}.`,
    `Places: ${tally.total}. Found: ${tally.found}, no result: ${tally.failed}.`,
  );
  await listing.end({
    json: (rows) => ({ ...tally, results: rows.map(lineOf) }),
    line: { type: 'summary', ...tally },
    text: summary,
  });
  if (tally.failed === 0) return EXIT.ok;
  if (session.format.kind !== 'text') note(summary);
  return EXIT.incomplete;
}

function ofOwn({ value, ...column }: Column<readonly OwnCell[]>): Column<PlacesRow> {
  return { ...column, value: ({ own }) => (own === null ? null : value(own)) };
}

function columnsOf({ language, say }: Session): Column<PlacesRow>[] {
  const [query, ...details] = placeColumns(language);
  const ofPlace = details.map(
    ({ value, ...column }): Column<PlacesRow> => ({
      ...column,
      value: ({ found }) => ('place' in found ? value(found.place) : null),
    }),
  );
  return [
    { header: query?.header ?? 'Query', value: (row) => row.query },
    ...ofPlace,
    {
      header: say('Liczba kandydatów', 'Candidates'),
      value: ({ found }) => ('place' in found ? found.candidates : null),
    },
    {
      header: say('Błąd', 'Error'),
      value: ({ found }) => ('failure' in found ? errorText(found.failure, language) : null),
    },
    {
      header: say('Kod błędu', 'Error code'),
      value: ({ found }) => ('failure' in found ? (found.failure.serviceCode ?? found.failure.code) : null),
    },
  ];
}

function errorText(failure: RequestFailed['failure'], language: Session['language']): string {
  const { serviceCode, message } = failure;
  if (serviceCode === null || message === null) return failureText(language, failure);
  return serviceErrorText(language, { code: serviceCode, message });
}

function lineOf({ index, query, found }: PlacesRow): object {
  if ('place' in found) return { type: 'result', index, ...found.place };
  const { serviceCode, code, message } = found.failure;
  return { type: 'error', index, query, error: { code: serviceCode ?? code, message: message ?? '' } };
}

function textOf({ query, found }: PlacesRow, session: Session): string {
  const heading = plainLine(query);
  if ('failure' in found) return `?  ${heading}\n   ${requestFailureText(found.failure, session)}`;
  const { candidates } = found;
  const several =
    candidates === null ? '' : session.say(` (pierwsze z ${candidates})`, ` (first of ${candidates})`);
  return `${heading}${several}\n${cardText(found.place, session.language).replace(/^/gm, '   ')}`;
}
