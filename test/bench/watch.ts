import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { dice } from '../../fixtures/provider/reviews/dice.js';
import { derivedColumns } from '../../src/capabilities/watch/derived.js';
import { recordCheck } from '../../src/capabilities/watch/ledger.js';
import { Scheduler } from '../../src/capabilities/watch/scheduler.js';
import type { NewRow, WatchDatabase } from '../../src/capabilities/watch/schema.js';
import { createLogger } from '../../src/core/runtime/logger.js';
import { open } from '../support/both-databases.js';
import { hasPostgres, startPostgres } from '../support/postgres-server.js';
import { addWatch, look, START, seen, seenPlace, usable } from '../support/watched.js';
import { startWatching } from '../support/watching.js';
import { OPTIONS, STOPPED } from './options.js';
import { atEnd } from './processes.js';
import { type Goal, type Section, table } from './report.js';
import { median, numberText, quantile } from './statistics.js';

const WATCHES = OPTIONS.quick ? 1_000 : 10_000;
/** Rows of one statement. */
const CHUNK = 500;
const REVIEWS_OF_A_WATCH = 10;
const PAGE = 100;
/** The ledger whose size is measured: each review gets a second version. */
const LEDGER = { watches: 50, reviews: 200, versions: 2 };
const VERSIONS = LEDGER.watches * LEDGER.reviews * LEDGER.versions;

interface Figures {
  readonly database: string;
  /** Milliseconds. */
  readonly ticks: readonly number[];
  readonly lists: readonly number[];
  readonly searches: readonly number[];
  readonly bytes: number;
}

/** The watch with many subjects on each database: a look for due checks, the list of watches, the size of a ledger. */
export async function measureWatch(): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), 'watch-bench-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const urls = [['SQLite', `sqlite:${join(folder, 'watches.db')}`, `sqlite:${join(folder, 'ledger.db')}`]];
  if (hasPostgres) {
    const server = await startPostgres();
    atEnd(server.close);
    urls.push(['PostgreSQL', await server.create(), await server.create()]);
  }
  const figures: Figures[] = [];
  for (const [database = '', url = '', ledger = ''] of urls) {
    const opened = await open(url);
    await fill(opened);
    const ticks = await ticksOf(opened);
    await opened.close();
    figures.push({ database, ticks, ...(await listsOf(url)), bytes: await bytesOf(ledger) });
  }
  return report(figures);
}

/** Watches that are all due, each with reviews and two events. */
async function fill({ db }: WatchDatabase): Promise<void> {
  for (let first = 0; first < WATCHES; first += CHUNK) {
    const numbers = Array.from({ length: CHUNK }, (_, index) => first + index);
    const rows = numbers.map(
      (number): NewRow<'watch'> => ({
        ...{ id: `w_${number}`, owner: 'o', kind: 'place' as const, subject: `ChIJ${number}` },
        ...{ label: `Lokal ${number}`, interval_minutes: 1_440, evidence: 'on_loss' as const },
        ...{ created_at: START, due_at: START },
        ...{ checked_at: START, proven_at: START, whole_at: START, place: JSON.stringify(seenPlace()) },
      }),
    );
    await db
      .insertInto('watch')
      .values(rows.map((row) => ({ ...row, ...derivedColumns(row) })))
      .execute();
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

/** Milliseconds of work that is done again and again. `after` is not measured. */
async function timesOf<T>(
  rounds: number,
  work: () => Promise<T>,
  after: (done: T) => unknown,
): Promise<number[]> {
  const ms: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    STOPPED.throwIfAborted();
    const since = performance.now();
    const done = await work();
    ms.push(performance.now() - since);
    await after(done);
  }
  return ms;
}

/** Each look begins two checks, which are recorded before the next look. */
async function ticksOf(database: WatchDatabase): Promise<number[]> {
  let at = START;
  const scheduler = new Scheduler({
    ...{ database, usable, replica: 'bench', log: createLogger('silent'), now: () => at },
    check: async () => ({ ...look(0, { reviews: [seen('R1')] }), at }),
  });
  const ms = await timesOf(
    100,
    () => {
      at += 5_000;
      return scheduler.tick();
    },
    (begun) => {
      if (begun !== 2) throw new Error(`a look began ${begun} checks`);
      return scheduler.idle();
    },
  );
  await scheduler.close();
  return ms;
}

/** The first page of all watches, and of those that a word finds. */
async function listsOf(url: string): Promise<Pick<Figures, 'lists' | 'searches'>> {
  const { watch, close } = await startWatching({ DATABASE_URL: url });
  const times = (filter: { readonly query?: string }) =>
    timesOf(
      20,
      () => watch.list('o', filter, { limit: PAGE }),
      ({ watches }) => {
        if (watches.length !== PAGE) throw new Error(`a list has ${watches.length} watches`);
      },
    );
  try {
    return { lists: await times({}), searches: await times({ query: 'pierogarnia' }) };
  } finally {
    await close();
  }
}

/** Bytes of the whole database for each version of a review, the events and indexes included. */
async function bytesOf(url: string): Promise<number> {
  const database = await open(url);
  const { db, kind } = database;
  const size = async () => {
    const query =
      kind === 'sqlite'
        ? 'select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()'
        : 'select pg_database_size(current_database()) as bytes';
    return (await sql.raw<{ bytes: number }>(query).execute(db)).rows[0]?.bytes ?? Number.NaN;
  };
  const roll = dice('ledger');
  const before = await size();
  for (let number = 0; number < LEDGER.watches; number += 1) {
    const watch = await addWatch(database, { id: `w_${number}`, subject: `ChIJ${number}` });
    for (let version = 0; version < LEDGER.versions; version += 1) {
      const reviews = Array.from({ length: LEDGER.reviews }, (_, index) =>
        seen(`ChZDSUhNMG9nS0VJQ0FnSUN${number}x${index}`, {
          ...{ authorKey: roll.word(43), author: 'Anna Zmyślona' },
          text: `${version + 1}. wizyta. ${roll.word(230)}`,
          reply: index % 2 === 0 ? roll.word(140) : null,
        }),
      );
      await recordCheck(database, watch, look(version, { reviews }));
    }
  }
  const bytes = (await size()) - before;
  const { length } = await db.selectFrom('review_version').select('review_id').execute();
  await database.close();
  if (length !== VERSIONS) throw new Error(`the ledger has ${length} versions`);
  return bytes / VERSIONS;
}

function report(figures: readonly Figures[]): Section {
  const many = numberText(WATCHES);
  const ms = (name: 'ticks' | 'lists' | 'searches') => (row: Figures) =>
    [0.5, 0.95, 1].map((q) => numberText(quantile(row[name], q), 1)).join(' / ');
  const text = [
    '### Watch',
    `In the process of the bench. ${many} watches of one client, all due, each with ${REVIEWS_OF_A_WATCH} reviews and two events. A look begins two checks; the checks themselves are not measured. A list is the first page of ${PAGE} watches; a search reads the places, too. The size is that of the whole database, divided by ${numberText(VERSIONS)} versions: texts of 241 characters, every second review with a reply of 140, and an event for each second version. PostgreSQL runs without fsync.`,
    table(figures, {
      database: ({ database }) => database,
      'look, ms: p50 / p95 / highest': ms('ticks'),
      list: ms('lists'),
      search: ms('searches'),
      'bytes a version': ({ bytes }) => numberText(bytes),
    }),
  ];
  if (!hasPostgres) text.push('PostgreSQL is not installed on this machine.');
  return {
    goals: figures.flatMap(({ database, ticks, lists, bytes }): Goal[] => [
      [`${database}: look for due checks, ${many} watches due, ms`, median(ticks), '≤', 50],
      [`${database}: list of ${many} watches, ms`, median(lists), '≤', 200],
      [`${database}: bytes of the database for a version of a review`, bytes, '≤', 2_048],
    ]),
    text: text.join('\n\n'),
  };
}
