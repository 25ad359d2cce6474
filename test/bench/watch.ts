import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { dice } from '../../fixtures/provider/reviews/dice.js';
import { createLogger } from '../../src/runtime/logger.js';
import { type OpenDatabase, openDatabase } from '../../src/watch/database.js';
import { recordCheck } from '../../src/watch/ledger.js';
import { createScheduler } from '../../src/watch/scheduler.js';
import { hasPostgres, startPostgres } from '../support/postgres-server.js';
import { addWatch, look, START, seen, seenPlace } from '../support/watched.js';
import { startWatching } from '../support/watching.js';
import { OPTIONS, STOPPED } from './options.js';
import { withCleanup } from './processes.js';
import { type Goal, markdownTable, type Section } from './report.js';
import { median, numberText, quantile } from './statistics.js';

/** Rows of one statement. */
const CHUNK = 500;
const REVIEWS_OF_A_WATCH = 10;
const PAGE = 100;
/** The ledger whose size is measured: each review gets a second version. */
const LEDGER = { watches: 50, reviews: 200, versions: 2 };
const SENTENCES = [
  'Pierogi były świeże, a obsługa uprzejma. ',
  'Na stolik czekaliśmy prawie godzinę, choć mieliśmy rezerwację. ',
  'Łazienka czysta, śniadanie skromne, parking za rogiem. ',
  'Źle policzono rachunek, ale po rozmowie zwrócono różnicę. ',
  'Wrócimy tu z dziećmi w przyszłym miesiącu. ',
];

interface Figures {
  readonly database: string;
  /** Milliseconds. */
  readonly ticks: readonly number[];
  readonly lists: readonly number[];
  readonly searches: readonly number[];
  readonly bytes: number;
}

/** The watch with many subjects on each database: a look for due checks, the list of watches, the size of a ledger. */
export function measureWatch(): Promise<Section> {
  return withCleanup(async (keep) => {
    const watches = OPTIONS.quick ? 1_000 : 10_000;
    const folder = mkdtempSync(join(tmpdir(), 'watch-bench-'));
    await keep(Promise.resolve({ stop: async () => rmSync(folder, { recursive: true, force: true }) }));
    const urls = [['SQLite', `sqlite:${join(folder, 'watches.db')}`, `sqlite:${join(folder, 'ledger.db')}`]];
    if (hasPostgres) {
      const server = await startPostgres();
      await keep(Promise.resolve({ stop: server.close }));
      urls.push(['PostgreSQL', await server.create(), await server.create()]);
    }
    const figures: Figures[] = [];
    for (const [database = '', url = '', ledger = ''] of urls) {
      const opened = await openDatabase({ url, log: createLogger('silent') });
      await fill(opened, watches);
      const ticks = await ticksOf(opened);
      await opened.close();
      figures.push({ database, ticks, ...(await listsOf(url)), bytes: await bytesOf(ledger) });
    }
    return report(watches, figures);
  });
}

/** Watches that are all due, each with reviews and two events. */
async function fill({ db }: OpenDatabase, watches: number): Promise<void> {
  for (let first = 0; first < watches; first += CHUNK) {
    const numbers = Array.from({ length: CHUNK }, (_, index) => first + index);
    const rows = numbers.map((number) => ({
      ...{ id: `w_${number}`, owner: 'o', kind: 'place' as const, subject: `ChIJ${number}` },
      ...{ label: `Lokal ${number}`, interval_minutes: 1_440, evidence: 'on_loss' as const },
      ...{ legal_hold: 0, created_at: START, due_at: START },
      ...{ checked_at: START, proven_at: START, whole_at: START, place: JSON.stringify(seenPlace()) },
    }));
    await db.insertInto('watch').values(rows).execute();
    for (let index = 0; index < REVIEWS_OF_A_WATCH; index += 1) {
      const reviews = numbers.map((number) => ({
        ...{ watch_id: `w_${number}`, review_id: `R${index}` },
        status: index === 0 ? ('not_visible' as const) : ('visible' as const),
        ...{ status_at: START, first_seen_at: START, last_seen_at: START },
      }));
      await db.insertInto('review').values(reviews).execute();
    }
    const events = [...numbers, ...numbers].map((number, index) => ({
      ...{ seq: first * 2 + index + 1, id: `e_${first * 2 + index}`, watch_id: `w_${number}`, owner: 'o' },
      ...{ at: START, type: 'place.rating_changed', check_id: 'c' },
    }));
    await db.insertInto('event').values(events).execute();
  }
}

/** Each look begins two checks, which are recorded before the next look. */
async function ticksOf(database: OpenDatabase): Promise<number[]> {
  let at = START;
  const scheduler = createScheduler({
    ...{ database, replica: 'bench', log: createLogger('silent'), now: () => at },
    check: async () => ({ ...look(0, { reviews: [seen('R1')] }), at }),
  });
  const ms: number[] = [];
  for (let round = 0; round < 100; round += 1) {
    STOPPED.throwIfAborted();
    at += 5_000;
    const since = performance.now();
    const begun = await scheduler.tick();
    ms.push(performance.now() - since);
    if (begun !== 2) throw new Error(`a look began ${begun} checks`);
    await scheduler.idle();
  }
  await scheduler.close();
  return ms;
}

/** The first page of all watches, and of those that a word finds. */
async function listsOf(url: string): Promise<Pick<Figures, 'lists' | 'searches'>> {
  const { watch, close } = await startWatching({ DATABASE_URL: url });
  try {
    const times = async (filter: { readonly query?: string }) => {
      const ms: number[] = [];
      for (let round = 0; round < 20; round += 1) {
        STOPPED.throwIfAborted();
        const since = performance.now();
        const { watches } = await watch.list('o', filter, { limit: PAGE });
        ms.push(performance.now() - since);
        if (watches.length !== PAGE) throw new Error(`a list has ${watches.length} watches`);
      }
      return ms;
    };
    return { lists: await times({}), searches: await times({ query: 'pierogarnia' }) };
  } finally {
    await close();
  }
}

/** Bytes of the whole database for each version of a review, the events and indexes included. */
async function bytesOf(url: string): Promise<number> {
  const database = await openDatabase({ url, log: createLogger('silent') });
  const { db, kind } = database;
  const size = async () => {
    const query =
      kind === 'sqlite'
        ? sql<{
            bytes: number;
          }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
        : sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`;
    return (await query.execute(db)).rows[0]?.bytes ?? Number.NaN;
  };
  const roll = dice('ledger');
  const textOf = (length: number) => {
    let text = '';
    while (text.length < length) text += roll.pick(SENTENCES);
    return text;
  };
  const before = await size();
  for (let number = 0; number < LEDGER.watches; number += 1) {
    const watch = await addWatch(database, { id: `w_${number}`, subject: `ChIJ${number}` });
    for (let version = 0; version < LEDGER.versions; version += 1) {
      const reviews = Array.from({ length: LEDGER.reviews }, (_, index) =>
        seen(`ChZDSUhNMG9nS0VJQ0FnSUN${number}x${index}`, {
          ...{ authorKey: roll.word(43), author: 'Anna Zmyślona' },
          text: `${version + 1}. wizyta. ${textOf(185)}`,
          reply: index % 2 === 0 ? textOf(100) : null,
        }),
      );
      await recordCheck(database, watch, look(version, { reviews }));
    }
  }
  const bytes = (await size()) - before;
  const { count } = await db
    .selectFrom('review_version')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) !== LEDGER.watches * LEDGER.reviews * LEDGER.versions)
    throw new Error(`the ledger has ${count} versions`);
  await database.close();
  return bytes / Number(count);
}

function report(watches: number, figures: readonly Figures[]): Section {
  const many = numberText(watches);
  const ms = (all: readonly number[]) =>
    [0.5, 0.95, 1].map((q) => numberText(quantile(all, q), 1)).join(' / ');
  return {
    goals: figures.flatMap(({ database, ticks, lists, bytes }): Goal[] => [
      [`${database}: look for due checks, ${many} watches due, ms`, median(ticks), '≤', 50],
      [`${database}: list of ${many} watches, ms`, median(lists), '≤', 200],
      [`${database}: bytes of the database for a version of a review`, bytes, '≤', 2_048],
    ]),
    text: [
      '### Watch',
      `In the process of the bench. ${many} watches of one client, all due, each with ${REVIEWS_OF_A_WATCH} reviews and two events. A look begins two checks; the checks themselves are not measured. A list is the first page of ${PAGE} watches; a search reads the places, too. The size is that of the whole database, divided by ${numberText(LEDGER.watches * LEDGER.reviews * LEDGER.versions)} versions: texts of 200 to 260 characters, every second review with a reply of 100 to 160, and an event for each second version. PostgreSQL runs without fsync.`,
      markdownTable([
        ['database', 'look, ms: p50 / p95 / highest', 'list', 'search', 'bytes a version'],
        ...figures.map(({ database, ticks, lists, searches, bytes }) => [
          ...[database, ms(ticks), ms(lists), ms(searches), numberText(bytes)],
        ]),
      ]),
      hasPostgres ? '' : 'PostgreSQL is not installed on this machine.',
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
  };
}
