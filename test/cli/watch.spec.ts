import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EVENT } from '../../src/capabilities/watch/examples.js';
import { success } from '../support/fake-api.js';
import { startHttp } from '../support/http-only.js';
import { expect, test } from '../support/test.js';
import { addEvent, addWatch } from '../support/watch-rows.js';
import { PLACES, REVIEW, startWatching } from '../support/watching.js';
import { test as fakeTest } from './cli-test.js';
import { linesOf, type Outcome, run, runAt } from './command.js';

// `place-lookup watch` against the endpoints of the service, over a database of its own.

type Place = (args: readonly string[], language?: 'pl' | 'en') => Promise<Outcome>;

const withService =
  (use: (watch: Place, watching: Awaited<ReturnType<typeof startWatching>>) => Promise<void>) => async () => {
    const watching = await startWatching();
    const http = await startHttp({ watch: watching.watch });
    const url = `http://127.0.0.1:${http.port}`;
    try {
      await use((args, language) => runAt(url, ['watch', ...args], language), watching);
    } finally {
      await http.close();
      await watching.close();
    }
  };

test(
  'a watch is added, and its id is printed',
  withService(async (watch) => {
    const added = await watch(['add', PLACES[0] ?? '', '--label', 'Kraków', '--interval', '12']);
    expect(added).toMatchObject({ code: 0, stderr: expect.stringContaining('place-lookup watch log w_') });
    const listed: unknown = JSON.parse((await watch(['list', '--json'])).stdout);
    const id = added.stdout.trim();
    expect(listed).toMatchObject({ watches: [{ id, state: 'new', label: 'Kraków', interval_hours: 12 }] });
  }),
);

test(
  'lists a watch that an event has moved to a page that was read before',
  withService(async (watch, { db, watch: service }) => {
    await watch(['add', PLACES[0] ?? '']);
    const { owner } = await db.selectFrom('watch').select('owner').executeTakeFirstOrThrow();
    const ids = Array.from({ length: 500 }, (_, index) => `w_${index + 1_000}`);
    for (const id of ids) await addWatch(db, { id, owner, subject: id });
    const last = (await service.list(owner, {}, { limit: 501 })).watches.at(-1)?.id ?? '';
    const { list } = service;
    let pages = 0;
    Object.assign(service, {
      list: async (...given: Parameters<typeof list>) => {
        const page = await list(...given);
        pages += 1;
        if (pages === 1) await addEvent(db, 1, [], { owner, watch_id: last });
        return page;
      },
    });
    const { watches } = JSON.parse((await watch(['list', '--json'])).stdout);
    expect(new Set(watches.map(({ id }: { id: string }) => id)).size).toBe(501);
    expect(watches).toHaveLength(501);
  }),
);

test(
  'adding a watched place again fails and names its watch, also as JSON',
  withService(async (watch) => {
    const id = (await watch(['add', PLACES[0] ?? ''])).stdout.trim();
    const again = await watch(['add', PLACES[0] ?? '']);
    expect(again).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(id) });
    const json = await watch(['add', PLACES[0] ?? '', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ error: { code: 'watch_exists' } });
    expect((await watch(['add', REVIEW.slice(0, 90)])).code).toBe(2);
  }),
);

test(
  'imports a list with labels, and names the refused subjects; lists watches in every format',
  withService(async (watch) => {
    const file = test.info().outputPath('miejsca.csv');
    await writeFile(file, `Klient;Place ID\nAla;${PLACES[0]}\nOla;${PLACES[1]}\nEla;Kilka\n`);
    const told = await watch(['import', file, '--labels', 'Klient', '--column', 'Place ID']);
    expect(told).toMatchObject({ code: 4, stdout: expect.stringMatching(/Dodane +2\nJuż obserwowane +0\n/) });
    expect(told.stdout).toContain('?  Kilka\n   Ta nazwa pasuje do kilku miejsc');
    const reviews = test.info().outputPath('opinie.txt');
    await writeFile(reviews, `${REVIEW}\n`);
    expect((await watch(['import', reviews, '--kind', 'review'])).code).toBe(0);
    const list = await watch(['list']);
    expect(list.stdout).toMatch(/^w_\S+ nowa (?:Ala|Ola)\. Widoczne: –, niewidoczne: –\.$/m);
    expect(list.stdout).toMatch(/\nObserwacje: 3\.\n$/);
    expect(linesOf((await watch(['list', '--find', 'ALA', '--ndjson'])).stdout)).toEqual([
      expect.objectContaining({ label: 'Ala' }),
    ]);
    expect(JSON.parse((await watch(['list', '--state', 'trouble', '--json'])).stdout)).toEqual({
      watches: [],
    });
    expect((await watch(['list', '--csv'])).stdout.split('\r\n')).toHaveLength(5);
    const wrong = await watch(['import', file, '--labels', 'Nikt']);
    expect(wrong).toMatchObject({ code: 2, stdout: '' });
  }),
);

test(
  'the log shows the values before and after an event, and begins behind --since',
  withService(async (watch, { db }) => {
    const id = (await watch(['add', PLACES[0] ?? '', '--label', 'Kraków'])).stdout.trim();
    const { owner } = await db.selectFrom('watch').select('owner').executeTakeFirstOrThrow();
    const event = { owner, watch_id: id, at: 1_789_000_000_000, check_id: 'c_1' };
    const [open, closed] = ['{"closed":null}', '{"closed":"temporarily"}'];
    await db
      .insertInto('event')
      .values([
        { ...event, seq: 1, id: 'e_1', type: 'place.closed', before: open, after: closed },
        { ...event, seq: 2, id: 'e_2', type: 'place.reopened', before: closed, after: open },
      ])
      .execute();
    const told = await watch(['log', id]);
    expect(told).toMatchObject({ code: 0, stderr: '' });
    expect(told.stdout).toContain('Miejsce jest oznaczone jako zamknięte\n');
    expect(told.stdout).toContain('Zamknięte: tymczasowo (przedtem: nie)');
    const rest = await watch(['log', '--since', '1', '--json']);
    expect(JSON.parse(rest.stdout)).toMatchObject({ events: [{ id: 'e_2' }], next: 2 });
    const last = await watch(['log', '--last', '1', '--json']);
    expect(JSON.parse(last.stdout)).toMatchObject({ events: [{ id: 'e_2' }], next: 2 });
    const both = linesOf((await watch(['log', '--last', '5', '--ndjson'])).stdout);
    expect(both).toEqual([expect.objectContaining({ id: 'e_1' }), expect.objectContaining({ id: 'e_2' })]);
    expect((await watch(['log', '--last', '0'])).code).toBe(2);
    expect((await watch(['log', '--types', 'review.edited', '--ndjson'])).stdout).toBe('');
  }),
);

test(
  'exports the record of one watch, of several or of all, with the chosen period and authors',
  withService(async (watch) => {
    const ids: string[] = [];
    for (const place of PLACES.slice(0, 2)) ids.push((await watch(['add', place])).stdout.trim());
    const [one = '', other = ''] = ids;
    const folder = test.info().outputPath('raporty');
    const file = test.info().outputPath('raport.json');
    const period = ['--from', '2026-09-01', '--to', '2026-09-30', '--authors', 'names'];
    const saved = await watch(['export', one, '--format', 'json', ...period, '--out', file]);
    expect(saved).toMatchObject({ code: 0, stdout: `${file}\n` });
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
      data: { watch: { id: one }, from: '2026-09-01', to: '2026-09-30', authors: 'names' },
    });
    const both = await watch(['export', one, other, '--format', 'xlsx', '--out', folder, '--json']);
    expect(JSON.parse(both.stdout)).toEqual({
      records: ids.map((id) => ({ watch_id: id, file: join(folder, `${id}.xlsx`) })),
    });
    expect((await readFile(join(folder, `${one}.xlsx`))).subarray(0, 2).toString()).toBe('PK');
    const all = await watch(['export', '--all', '--format', 'json', '--out', folder]);
    expect(all.stdout.trim().split('\n').sort()).toEqual(ids.map((id) => join(folder, `${id}.json`)).sort());
    // One record goes into a folder that exists.
    expect((await watch(['export', one, '--format', 'json', '--out', folder])).stdout).toContain(one);
    for (const wrong of [[], [one, '--all'], [one, '--format', 'doc'], [one, '--from', '1.9.2026']])
      expect([wrong, (await watch(['export', ...wrong, '--out', folder])).code]).toEqual([wrong, 2]);
    const missing = test.info().outputPath('brak.pdf');
    expect(await watch(['export', 'w_nobody', '--out', missing])).toMatchObject({ code: 3, stdout: '' });
    expect(existsSync(missing)).toBe(false);
    const below = ['--format', 'json', '--out', join(file, 'x', 'y.json')];
    expect(await watch(['export', one, ...below])).toMatchObject({ code: 1, stdout: '' });
  }),
);

test('a service without a database is reported, with exit code 1', async () => {
  const http = await startHttp();
  const told = await runAt(`http://127.0.0.1:${http.port}`, ['watch', 'list', '--retries', '0']);
  expect(told).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('DATABASE_URL') });
  await http.close();
});

fakeTest('the log follows, and goes on behind the last event', async ({ serve }) => {
  const page = Array.from({ length: 1_000 }, (_, at) => ({ ...EVENT, seq: at + 1, id: `e_${at}` }));
  const api = await serve((asked, response) => {
    const since = Number(new URL(asked.path, 'http://service').searchParams.get('since'));
    const events = since === 0 ? page : since === 1_000 ? [{ ...EVENT, seq: 1_001 }] : [];
    success({ events, next: events.at(-1)?.seq ?? since })(asked, response);
  });
  const told = await run(['watch', 'log', '--ndjson', '--api', api.url]);
  expect(linesOf(told.stdout)).toHaveLength(1_001);
  expect(api.asked.map(({ path }) => path)).toEqual([
    '/api/events?since=0&limit=1000',
    '/api/events?since=1000&limit=1000',
  ]);
});
