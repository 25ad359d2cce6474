import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import pg from 'pg';
import { cidOf, featureIdOf } from '../../fixtures/provider/ids.js';
import type { FoundDetails } from '../../src/core/places/find-place.js';
import type { Review } from '../../src/core/reviews/review.js';
import { deferred } from '../../src/core/runtime/deferred.js';
import { checkContract } from '../support/contract-check.js';
import { READY_SERVICES, startHttp } from '../support/http-only.js';
import { NO_FACTS } from '../support/made-up.js';
import { needsPostgres, type PostgresServer, startPostgres } from '../support/postgres-server.js';
import { test } from '../support/service.js';
import { mountSmallDisk } from '../support/small-disk.js';
import { expect } from '../support/test.js';
import { START } from '../support/watched.js';
import { PLACES, REVIEW, startWatching } from '../support/watching.js';

// The database of the watch fails for ten minutes and comes back. Checks wait and go on, no event is lost or invented,
// and requests that do not need the database are answered as always.

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

/** A database that can fail. */
interface Fault {
  readonly url: string;
  begin(): Promise<void>;
  end(): Promise<void>;
  close(): Promise<void>;
}

/** Places whose reviews a test sets. A check waits at `gate` before it is answered. */
function createProvider() {
  const state = { shown: ['A', 'B', 'C'], checks: 0, gate: null as ReturnType<typeof deferred<void>> | null };
  const record = (id: string, placeRef: string) =>
    ({
      ...{ id, placeCid: cidOf(featureIdOf(placeRef) ?? ''), isPartner: false, url: null },
      ...{ stars: 5, text: 'Dobre pierogi', photoCount: 0, ownerReply: null },
      ...{ dateText: 'rok temu', publishedAt: START / 1_000 - DAY_MS, author: { name: 'Anna', id: null } },
    }) as unknown as Review;
  const place = (placeRef: string) => {
    const featureId = featureIdOf(placeRef);
    const facts = { name: 'Pierogarnia', address: 'ul. Zmyślona 1', rating: 5, reviewCount: 3 };
    const quality = {
      notices: [],
      controls: [],
      degraded: false,
      limitedView: false,
      fromPayload: true,
      reviewIds: [],
    };
    return {
      placeId: placeRef,
      reading: { ...quality, place: { featureId, ...facts } },
    } as unknown as FoundDetails;
  };
  const { reviews, bulk } = READY_SERVICES;
  const services = {
    findDetails: async (placeRef: string) => place(placeRef),
    reviews: {
      list: async (request, scope, emit) => {
        state.checks += 1;
        await state.gate?.promise;
        for (const id of state.shown) await emit({ kind: 'review', review: record(id, request.placeRef) });
        return { ...(await reviews.list(request, scope, emit)), read: state.shown.length };
      },
    } satisfies typeof reviews,
    bulk: (async (urls, _scope, emit) => {
      const hidden = { reason: 'no_rating_section', ...NO_FACTS } as const;
      for (const [index, url] of urls.entries())
        await emit({ url, indexes: [index], inspection: hidden, at: 0 });
    }) satisfies typeof bulk,
  };
  return { state, services };
}

/** What the service promises while a database fails. `hasReads`: the database can still be read. */
async function keepsItsPromises(fault: Fault, hasReads: boolean): Promise<void> {
  const clock = { at: START };
  const { state, services } = createProvider();
  const provider = { ...services, now: () => clock.at };
  const watching = await startWatching({ DATABASE_URL: fault.url }, READY_SERVICES.evidence, provider);
  const http = await startHttp({ watch: watching.watch });
  const ask = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const headers = { 'Content-Type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await http.ask(path, { method, headers, ...sent });
    checkContract({ ...answer, method, path, headers: new Headers(answer.headers) });
    return {
      status: answer.status,
      retryAfter: answer.headers['retry-after'],
      body: JSON.parse(answer.text),
    };
  };
  const addWatch = (subject: string | undefined) => ask('POST', '/api/watches', { subject });
  const readiness = async () => {
    const { status, body } = await ask('GET', '/readyz');
    return [status, body.checks.watch];
  };
  const unavailable = {
    status: 503,
    retryAfter: '10',
    body: { error: { code: 'watch_unavailable' } },
  };
  const tick = () => watching.tick().catch(() => undefined);
  try {
    const [first, second, third] = PLACES;
    for (const subject of [first, second]) expect((await addWatch(subject)).status).toBe(201);
    await tick();
    clock.at += DAY_MS / 2;
    expect((await addWatch(third)).status).toBe(201);
    await tick();
    expect(state.checks).toBe(3);
    const { owner } = await watching.db.selectFrom('watch').select('owner').executeTakeFirstOrThrow();
    const channel = { id: 'ch_1', owner, kind: 'email', target: 'a@example.com', created_at: START } as const;
    await watching.db
      .insertInto('channel')
      .values({ ...channel, pace: 'daily', paced_at: START, language: 'pl' })
      .execute();
    expect(await readiness()).toEqual([200, 'ok']);

    // Two checks are under way, and a third one becomes due during the fault.
    state.shown = ['A', 'B'];
    state.gate = deferred();
    clock.at += 0.65 * DAY_MS;
    const checking = tick();
    await expect.poll(() => state.checks).toBe(5);
    await fault.begin();
    state.gate.resolve();
    await checking;
    for (const minutes of [1, 9]) {
      clock.at += minutes * MINUTE_MS;
      await expect(watching.db.updateTable('watch').set({ note: 'x' }).execute()).rejects.toThrow();
      await tick();
      expect(await readiness()).toEqual([200, 'unavailable']);
      expect((await ask('POST', '/api/convert', { place_id: first })).status).toBe(200);
      expect(await addWatch(REVIEW)).toMatchObject(unavailable);
      const list = await ask('GET', '/api/watches');
      if (hasReads) expect(list).toMatchObject({ status: 200, body: { data: { total: 3 } } });
      else expect(list).toMatchObject(unavailable);
    }
    clock.at += DAY_MS / 2;
    await tick();
    expect(state.checks, 'no check begins that cannot be recorded').toBe(5);

    await fault.end();
    for (let round = 0; round < 3; round += 1) await tick();
    expect(state.checks, 'each subject is checked once').toBe(8);
    const lost = (await ask('GET', '/api/events')).body.data.events;
    expect(await readiness()).toEqual([200, 'ok']);
    expect(lost).toEqual(
      [1, 2, 3].map((seq) => expect.objectContaining({ seq, type: 'review.not_visible', review_id: 'C' })),
    );
    expect(new Set(lost.map(({ watch_id }: { watch_id: string }) => watch_id)).size).toBe(3);
    const deliveries = await watching.db
      .selectFrom('delivery')
      .select('event_seq')
      .orderBy('event_seq')
      .execute();
    expect(deliveries.map(({ event_seq }) => event_seq)).toEqual([1, 2, 3]);

    clock.at += 1.2 * DAY_MS;
    for (let round = 0; round < 3; round += 1) await tick();
    expect(state.checks).toBe(11);
    expect((await ask('GET', '/api/events')).body.data.events).toEqual(lost);
    expect((await addWatch(REVIEW)).status).toBe(201);
  } finally {
    await http.close();
    await watching.close();
    await fault.close();
  }
}

/** A folder for an SQLite file. */
const newFolder = () => mkdtempSync(join(tmpdir(), 'watch-faults-'));

/** Another process holds the lock of the file. */
const LOCK = `
  import { DatabaseSync } from '@photostructure/sqlite';
  const file = new DatabaseSync(process.env.FILE, { timeout: 30_000 });
  file.exec('BEGIN EXCLUSIVE');
  console.log('locked');
  process.stdin.on('end', () => file.exec('ROLLBACK')).resume();`;

test('SQLite: another process holds the lock for ten minutes', async () => {
  const folder = newFolder();
  const path = join(folder, 'watch.db');
  const holders: ReturnType<typeof spawn>[] = [];
  const end = async () => {
    for (const holder of holders.splice(0)) {
      const ended = once(holder, 'exit');
      holder.stdin?.end();
      await ended;
    }
  };
  await keepsItsPromises(
    {
      url: `sqlite:${path}`,
      begin: async () => {
        const holder = spawn(process.execPath, ['--input-type=module', '--eval', LOCK], {
          env: { ...process.env, FILE: path },
          stdio: ['pipe', 'pipe', 'inherit'],
        });
        holders.push(holder);
        if (holder.stdout !== null) await once(holder.stdout, 'data');
      },
      end,
      close: async () => {
        await end();
        rmSync(folder, { recursive: true, force: true });
      },
    },
    true,
  );
});

test('SQLite: the disk is full for ten minutes', async () => {
  const disk = mountSmallDisk(98_304);
  const path = join(disk.folder, 'watch.db');
  await keepsItsPromises(
    {
      url: `sqlite:${path}`,
      begin: async () => {
        // The file of the write-ahead log has room for more until it is cut.
        const file = new DatabaseSync(path, { timeout: 30_000 });
        file.exec('PRAGMA wal_checkpoint(TRUNCATE)');
        file.close();
        disk.fill();
      },
      end: async () => disk.empty(),
      close: async () => disk.close(),
    },
    true,
  );
});

test.describe('PostgreSQL', () => {
  needsPostgres();
  let server: PostgresServer;
  test.beforeAll(async () => {
    server = await startPostgres();
  });
  test.afterAll(() => server.close());

  test('the database is stopped for ten minutes', async () => {
    const { kill: begin, start: end } = server;
    const close = async () => undefined;
    await keepsItsPromises({ url: await server.create(), begin, end, close }, false);
  });

  test('the disk of the database is full for ten minutes', async () => {
    const url = await server.create();
    const run = async (statement: (table: string) => string) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const { rows } = await client.query("select tablename from pg_tables where schemaname = 'public'");
      for (const { tablename } of rows) await client.query(statement(tablename));
      await client.end();
    };
    // Writing ends with the error that PostgreSQL gives for ENOSPC.
    const refuse = `create or replace function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;`;
    await keepsItsPromises(
      {
        url,
        begin: () =>
          run(
            (table) =>
              `${refuse} create trigger full_disk before insert or update or delete on ${table} execute function refuse()`,
          ),
        end: () => run((table) => `drop trigger full_disk on ${table}`),
        close: async () => undefined,
      },
      true,
    );
  });

  test('a database that answers nothing holds up no request and no shutdown', async ({ start }) => {
    // Sooner than the 30 seconds of the service, by the address of the database.
    const env = { DATABASE_URL: `${await server.create()}&query_timeout=3000` };
    const service = await start(env, undefined, { hasBrowser: false });
    const watchCheck = async () => {
      const { body } = await service.get('/readyz');
      return (body as { checks: { watch: string } }).checks.watch;
    };
    expect((await service.get('/api/watches')).status).toBe(200);
    server.freeze();
    const answers = Promise.all(Array.from({ length: 8 }, () => service.get('/api/watches')));
    expect((await service.post('/api/convert', { place_id: PLACES[0] })).status).toBe(200);
    for (const { status, headers } of await answers) {
      expect(status).toBe(503);
      expect(headers.get('retry-after')).toMatch(/^\d+$/);
    }
    expect(await watchCheck()).toBe('unavailable');
    server.thaw();
    await expect.poll(watchCheck).toBe('ok');
    expect((await service.get('/api/watches')).status).toBe(200);
    server.freeze();
    await service.close();
  });
});
