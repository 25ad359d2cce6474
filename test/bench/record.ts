import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type KyselyPlugin, SqliteQueryCompiler, sql } from 'kysely';
import { createEvidenceStore } from '../../src/capabilities/reports/evidence-store.js';
import { createEvidenceRecorder } from '../../src/capabilities/reports/record-evidence.js';
import { recordCheck } from '../../src/capabilities/watch/ledger.js';
import { storeCounts } from '../../src/capabilities/watch/present-watches.js';
import { createRetention } from '../../src/capabilities/watch/retention.js';
import type { Database } from '../../src/capabilities/watch/schema.js';
import { createLogger } from '../../src/core/runtime/logger.js';
import { processes } from '../support/chromium-processes.js';
import { READY_SERVICES } from '../support/http-only.js';
import { addChannel } from '../support/watch-rows.js';
import { addWatch, DAY_MS, look, seen } from '../support/watched.js';
import { startWatching } from '../support/watching.js';
import { OPTIONS } from './options.js';
import { type Arena, answerTo, atEnd, startService } from './processes.js';
import { type Section, table } from './report.js';
import { median, numberText } from './statistics.js';

// What a large record costs: processor time, because a statement of SQLite holds up every request meanwhile.

const PLACES = OPTIONS.quick ? 30 : 300;
const MANY_PLACES = OPTIONS.quick ? 60 : 1_000;
const REVIEWS = 1_000;
/** The longest list that the service reads. */
const LONGEST = 4_490;
const QUIET_MS = OPTIONS.quick ? 10_000 : 60_000;
const ROUNDS = 5;
const LISTS = 10;
/** Of a service without keys. */
const OWNER = 'everybody';

/** Adds places with their reviews, versions, events and deliveries, and the counts that their checks would write. */
async function fill(db: Database, owner: string, prefix: string, places: number, reviews: number) {
  const now = Date.now();
  await addChannel(db, { id: `ch_${prefix}`, owner });
  await db.transaction().execute(async (transaction) => {
    const times = { created_at: now, checked_at: now, proven_at: now, due_at: now + 9 * DAY_MS };
    for (let number = 0; number < places; number += 1) {
      const id = `${prefix}_${number}`;
      await addWatch({ db: transaction }, { id, owner, subject: `ChIJ${id}`, evidence: 'on_loss', ...times });
    }
    const numbers = sql`(with recursive n(i) as (select 0 union all select i + 1 from n where i < ${reviews - 1})
      select i, watch.id, 'R' || watch.id || '_' || i as review_id from watch, n
      where watch.id like ${`${prefix}_%`})`;
    await sql`insert into review (watch_id, review_id, url, author_key, status, status_at, first_seen_at, last_seen_at,
        version, version_at, read_at, stars, text, author)
      select id, review_id, 'https://www.google.com/maps/reviews/' || review_id, 'a' || review_id,
        case when i % 100 = 0 then 'not_visible' else 'visible' end, ${now} - i * 60000, 1, ${now} - i % 100 * 86400000,
        1, 1, ${now}, 5, 'Zmyślona opinia ' || i, 'Anna Zmyślona'
      from ${numbers}`.execute(transaction);
    await sql`insert into event (seq, id, watch_id, owner, at, type, review_id, check_id, evidence)
      select (select coalesce(max(seq), 0) from event) + row_number() over (), 'e' || review_id, id, ${owner},
        ${now} - i * 86400000, 'review.not_visible', review_id, 'c', 'e.zip' from ${numbers} where i % 20 = 0`.execute(
      transaction,
    );
    await sql`insert into delivery (id, channel_id, event_seq, queue, created_at, due_at, attempts, outcome)
      select 'd' || id, ${`ch_${prefix}`}, seq, watch_id, at, at, 1, 'delivered' from event
      where watch_id like ${`${prefix}_%`}`.execute(transaction);
    await sql`insert into stored_value (name, value) select 'event', cast(max(seq) as text) from event where true
      on conflict (name) do update set value = excluded.value`.execute(transaction);
    for (let number = 0; number < places; number += 1) {
      const id = `${prefix}_${number}`;
      await storeCounts(transaction, id);
    }
  });
}

/** Processor milliseconds of this process so far. */
const cpuNow = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** Measures the processor time of every statement while `isOn`. */
function statementTimes() {
  const begun = new Map<string, { readonly text: string; readonly since: number }>();
  const times = new Map<string, number[]>();
  const state = { isOn: false };
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      const text = state.isOn ? new SqliteQueryCompiler().compileQuery(node, queryId).sql : '';
      if (state.isOn) begun.set(queryId.queryId, { text, since: cpuNow() });
      return node;
    },
    transformResult: async ({ result, queryId }) => {
      const query = begun.get(queryId.queryId);
      if (query === undefined) return result;
      begun.delete(queryId.queryId);
      times.set(query.text, [...(times.get(query.text) ?? []), cpuNow() - query.since]);
      return result;
    },
  };
  return { plugin, times, state };
}

/** A quiet service, and its list of watches, over `PLACES` places. */
async function measureService(arena: Arena, folder: string) {
  const DATABASE_URL = `sqlite:${join(folder, 'some.db')}`;
  const { watch, db, close } = await startWatching({ DATABASE_URL });
  await fill(db, watch.ownerOf(OWNER), 'some', PLACES, REVIEWS);
  await close();
  const service = await startService(arena, { DATABASE_URL });
  // Chromium, which the service has started, is not counted.
  const cpu = () => (processes().find(({ pid }) => pid === service.pid)?.cpuSeconds ?? Number.NaN) * 1_000;
  const list = () => answerTo(service, { path: '/watches?limit=500' });
  await list();
  await sleep(5_000);
  const before = cpu();
  await sleep(QUIET_MS);
  const quiet = cpu() - before;
  for (let asked = 0; asked < LISTS; asked += 1) await list();
  return { share: (quiet / QUIET_MS) * 100, listMs: (cpu() - before - quiet) / LISTS };
}

/** The statements of the background, and a list of watches, over `MANY_PLACES` places and the longest list. */
async function measureStatements(folder: string) {
  const { plugin, times, state } = statementTimes();
  const started = await startWatching(
    { DATABASE_URL: `sqlite:${join(folder, 'many.db')}` },
    READY_SERVICES.evidence,
    { plugin },
  );
  const { watch, db, database } = started;
  const owner = watch.ownerOf(OWNER);
  await fill(db, owner, 'many', MANY_PLACES, REVIEWS);
  await fill(db, owner, 'long', 1, LONGEST);
  const clock = { now: Date.now() };
  const now = () => clock.now;
  const log = createLogger('silent');
  const store = createEvidenceStore({ folder: join(folder, 'packs'), maxBytes: 100_000_000, log });
  const recorder = createEvidenceRecorder({
    ...{ db, store, replica: 'one', usable: () => [owner], hasRoom: () => true, log, now },
    evidence: READY_SERVICES.evidence,
  });
  const row = await db.selectFrom('watch').selectAll().where('id', '=', 'long_0').executeTakeFirstOrThrow();
  const reviews = Array.from({ length: LONGEST }, (_, at) => seen(`Rlong_0_${at}`));
  const lists: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const retention = createRetention({
      erase: (work) => work(),
      db,
      store,
      days: { events: 950, reviews: 95 - round },
      log,
      now,
    });
    state.isOn = true;
    await started.tick();
    await recorder.tick();
    await retention.tick();
    await recordCheck(database, row, { ...look(round, { reviews }), at: clock.now });
    state.isOn = false;
    const before = cpuNow();
    await watch.list(owner, {}, { limit: 500 });
    lists.push(cpuNow() - before);
    clock.now += DAY_MS;
  }
  await recorder.close();
  await started.close();
  const slowest = [...times]
    // The lowest run: the process collects garbage in any of them.
    .map(([text, ms]) => ({ text, ms: Math.min(...ms), rounds: ms.length }))
    .toSorted((one, other) => other.ms - one.ms);
  return { slowest, listMs: median(lists) };
}

/** Measures the processor time that a large record costs. */
export async function measureRecord(arena: Arena): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), 'record-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const { share, listMs } = await measureService(arena, folder);
  const { slowest, listMs: longListMs } = await measureStatements(folder);
  const sizes = [PLACES, MANY_PLACES].map(
    (places) => `${numberText(places)} places of ${numberText(REVIEWS)} reviews`,
  );
  return {
    goals: [
      [`${sizes[0]}, nobody asks: % of a core`, share, '≤', 1],
      [`${sizes[0]}: CPU ms of GET /api/watches?limit=500`, listMs, '≤', 100],
      [`${sizes[1]}: CPU ms of a list of 500 watches in the process`, longListMs, '≤', 100],
      [
        `${sizes[1]}: CPU ms of the slowest background statement`,
        slowest[0]?.ms ?? Number.NaN,
        '≤',
        50,
        'a check reads the whole list of its place in one statement.',
      ],
    ],
    text: [
      '### A large record',
      `Processor time of the service without Chromium, for ${QUIET_MS / 1_000} s. The slowest statements of health, deliveries, packs, retention and a check of a place of ${numberText(LONGEST)} reviews, until their rows are read:`,
      table(slowest.slice(0, 3), {
        statement: ({ text }) => text.replace(/\s+/g, ' ').replaceAll('|', '/').slice(0, 60),
        'CPU ms': ({ ms }) => numberText(ms, 1),
        runs: ({ rounds }) => String(rounds),
      }),
    ].join('\n\n'),
  };
}
