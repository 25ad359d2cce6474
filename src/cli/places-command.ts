import { type Failure, RequestFailed } from '../core/published/failure.js';
import { failureText } from '../core/texts/outcomes.js';
import { serviceText } from '../core/texts/service-text.js';
import { ownColumns } from '../kit/lists/own-columns.js';
import { placeColumns } from '../kit/lists/place-columns.js';
import type { OwnTable } from '../kit/lists/read-list.js';
import { type Column, utcClock, wallClock } from '../kit/lists/table.js';
import type { ExitCode } from '../kit/terminal/exit.js';
import { requestFailureText } from '../kit/terminal/failure-text.js';
import { type ListRow, NOT_ASKED, type ResumeOptions, runList } from '../kit/terminal/list-run.js';
import { cardText, plainLine } from '../kit/terminal/plain-text.js';
import { askService, lazily, type Session } from '../kit/terminal/session.js';
import type { PlacesLine as Found } from './places-line.js';

const allSchema = lazily(() => import('../core/published/place-answer.js'))('allData');

/** Lookups at the same time. The service has a limit for each client as well. */
const MAX_CONCURRENT = 3;

type Row = ListRow<Found>;

/** `places FILE|-`: the details of every place of a list, in its order. */
export async function places(session: Session, file: string, options: ResumeOptions): Promise<ExitCode> {
  const { t } = session;
  const failures = new Map<string, Failure>();
  return runList<Found, 'found'>(session, file, options, {
    name: 'places',
    listed: 'places',
    label: t('places.progress'),
    kinds: ['found'],
    kindOf: ({ type }) => (type === 'result' ? 'found' : 'failed'),
    parser: async () => {
      const { placesLine } = await import('./places-line.js');
      return (value) => placesLine.safeParse(value).data ?? null;
    },
    entryOf: ({ query }) => query,
    table: ({ table }) => ({
      name: t('places.title'),
      columns: columnsOf(session, table, failures),
      line: ({ result }) => result ?? {},
      text: ({ result }) => (result === null ? '' : `${textOf(result, failures, session)}\n`),
    }),
    shows: 'in order',
    emptyRows: 'left out',
    ask: (queries, onRow) => lookUpAll(queries, (query) => lookUp(session, query, failures).then(onRow)),
    summary: (tally) => t(tally.missing === 0 ? 'places.summary' : 'places.summaryLeft', tally),
    caveat: () => null,
  });
}

/** Looks up all queries, some at once. After a failure no other lookup begins. @throws the first failure */
async function lookUpAll(
  queries: readonly string[],
  lookUpOne: (query: string) => Promise<void>,
): Promise<void> {
  const left = queries.toReversed();
  const worker = async () => {
    try {
      for (let query = left.pop(); query !== undefined; query = left.pop()) await lookUpOne(query);
    } catch (error) {
      left.length = 0;
      throw error;
    }
  };
  // The lookups under way end before the command does: their results are saved.
  const ended = await Promise.allSettled(Array.from({ length: MAX_CONCURRENT }, worker));
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

/** Looks up one place. @throws RequestFailed when all other lookups would fail as well */
async function lookUp(session: Session, query: string, failures: Map<string, Failure>): Promise<Found> {
  const ofAnswer = () => {
    const now = new Date();
    return {
      index: 0,
      checked_at: wallClock(now) ?? undefined,
      checked_at_utc: utcClock(now) ?? undefined,
    };
  };
  try {
    const place = await askService(session, { path: 'all', query: { url: query } }, allSchema);
    // The query as it stands in the list, so that --resume finds it again.
    return { type: 'result', ...ofAnswer(), ...place, query };
  } catch (error) {
    session.signal.throwIfAborted();
    if (!(error instanceof RequestFailed)) throw error;
    const { failure } = error;
    if (failure.code === 'offline' || failure.code === 'unauthorized') throw error;
    failures.set(query, failure);
    const { reason, values } = failure;
    const told = { code: failure.serviceCode ?? failure.code, message: failure.message ?? '' };
    return { type: 'error', ...ofAnswer(), query, error: { ...told, reason, values } };
  }
}

function columnsOf(
  { language, t }: Session,
  table: OwnTable | null,
  failures: ReadonlyMap<string, Failure>,
): Column<Row>[] {
  const own = table === null ? [] : ownColumns(table, language, (row: Row) => row.own);
  const [query, ...details] = placeColumns(language);
  const ofFailure = (header: string, value: (failure: Failure) => string, notAsked: string): Column<Row> => ({
    header,
    value: ({ entry, result }) => {
      if (result === null) return entry === null ? null : notAsked;
      const failure = failures.get(result.query);
      return failure === undefined ? null : value(failure);
    },
  });
  return [
    ...own,
    { header: query?.header ?? 'Query', value: ({ entry, result }) => result?.query ?? entry },
    ...details.map(
      ({ value, ...column }): Column<Row> => ({
        ...column,
        value: ({ result }) => (result?.type === 'result' ? value(result) : null),
      }),
    ),
    {
      header: t('labels.checkedAt'),
      form: 'time',
      value: ({ result }) => result?.checked_at ?? null,
    },
    {
      header: `${t('labels.checkedAt')} (UTC)`,
      value: ({ result }) => result?.checked_at_utc ?? null,
    },
    {
      header: t('labels.candidates'),
      value: ({ result }) => (result?.type === 'result' ? (result.candidates?.length ?? null) : null),
    },
    ofFailure(t('labels.error'), (failure) => errorText(failure, language), serviceText(language, NOT_ASKED)),
    ofFailure(t('labels.errorCode'), ({ serviceCode, code }) => serviceCode ?? code, NOT_ASKED.code),
  ];
}

function errorText(failure: Failure, language: Session['language']): string {
  const { message } = failure;
  return message === null ? failureText(language, failure) : serviceText(language, { ...failure, message });
}

function textOf(found: Found, failures: ReadonlyMap<string, Failure>, session: Session): string {
  const heading = plainLine(found.query);
  const { checked_at = session.t('places.dateUnknown') } = found;
  if (found.type === 'error') {
    const failure = failures.get(found.query);
    const why = failure === undefined ? '' : `\n   ${requestFailureText(failure, session)}`;
    return `?  ${checked_at}  ${heading}${why}`;
  }
  const candidates = found.candidates?.length;
  const several = candidates === undefined ? '' : session.t('places.firstOf', { candidates });
  const card = cardText({ ...found, checked_at }, session.language);
  return `${heading}${several}\n${card.replace(/^/gm, '   ')}`;
}
