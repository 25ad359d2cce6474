import {
  closeSync,
  cpSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { run, withSettings } from '../cli/command.js';
import { open } from '../support/both-databases.js';
import { askJobs, followResults, type ResultLine, upload } from '../support/job-client.js';
import { test } from '../support/service.js';
import { expect } from '../support/test.js';
import { addEvent } from '../support/watch-rows.js';
import { PLACES, VISIBLE_REVIEW } from '../support/watching.js';

// `place-lookup backup` with the built service: the copy is made while the service writes.

/** A service, as a process or in a thread. */
type Running = { readonly url: string };

let folder: string;
test.beforeEach(({}, info) => {
  folder = info.outputPath('backup');
  mkdirSync(folder, { recursive: true });
});

const command = (DATA_DIR: string, ...args: readonly string[]) =>
  withSettings({ DATA_DIR }, () => run(['--lang', 'en', ...args]));
const dataAt = async (service: Running, path: string, init: RequestInit = {}) => {
  const headers = { 'Content-Type': 'application/json' };
  return (await (await fetch(service.url + path, { headers, ...init })).json()).data;
};
const addWatch = (service: Running, subject: string | undefined) =>
  dataAt(service, '/api/watches', { method: 'POST', body: JSON.stringify({ subject, interval_hours: 24 }) });
/** Adds an event of a watch to the record of a service that runs. */
async function addEventTo(file: string, watch: string): Promise<void> {
  const { db, close } = await open(`sqlite:${file}`);
  const { owner } = await db
    .selectFrom('watch')
    .select('owner')
    .where('id', '=', watch)
    .executeTakeFirstOrThrow();
  await addEvent(db, 1, [], { watch_id: watch, owner });
  await close();
}
async function resultsOf(service: Running, job: string): Promise<ResultLine[]> {
  const results: ResultLine[] = [];
  await followResults(
    () => service.url,
    job,
    (line) => void results.push(line),
  );
  return results;
}
/** What the record in a backup watches. */
async function subjectsInBackup(data: string) {
  const to = join(folder, 'of-killed');
  expect((await command(data, 'backup', to)).code).toBe(0);
  const { db, close } = await open(`sqlite:${join(to, 'place-lookup.db')}`);
  const watches = await db.selectFrom('watch').select('subject').execute();
  await close();
  return watches.map(({ subject }) => subject);
}
/** When a service saw its last backup, in milliseconds. */
async function backedUpAt({ url }: Running): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return 1_000 * Number(/^place_lookup_backup_timestamp_seconds (\S+)$/m.exec(metrics)?.[1]);
}
const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`);

/** Sends lists one after the other until the returned function is called, which gives their ids. */
function keepWriting({ url }: Running): () => Promise<string[]> {
  let isWriting = true;
  const written: string[] = [];
  const writing = (async () => {
    while (isWriting) {
      const { body } = await upload(url, 'type=review-visibility', lines(500));
      written.push(body.data?.id ?? '');
    }
    return written;
  })();
  return () => {
    isWriting = false;
    return writing;
  };
}

test('a backup of a service that writes is whole: its copy has the same watches, events, jobs, results and key', async ({
  start,
  startProcess,
}) => {
  const data = join(folder, 'data');
  const env = { DATA_DIR: data, WEBHOOK_HOSTS: 'hook.example' };
  const first = await startProcess(env);
  const { id: watch } = await addWatch(first, PLACES[0]);
  const { key_id: key } = await dataAt(first, '/api/evidence-key');
  const channel = { kind: 'webhook', target: 'https://hook.example/' };
  await dataAt(first, '/api/channels', { method: 'POST', body: JSON.stringify(channel) });
  await addEventTo(join(data, 'place-lookup.db'), watch);
  const job =
    (await upload(first.url, 'type=review-visibility', [VISIBLE_REVIEW, ...lines(3)])).body.data?.id ?? '';
  const results = await resultsOf(first, job);
  expect(results).toHaveLength(4);
  mkdirSync(join(data, 'evidence'), { mode: 0o700 });
  writeFileSync(join(data, 'evidence', 'a-pack.zip'), 'a pack', { mode: 0o600 });
  writeFileSync(join(data, 'evidence', 'half.zip.0a.part'), 'half');

  // It writes for as long as the backup takes.
  const endWriting = keepWriting(first);
  const to = join(folder, 'copy');
  const before = Date.now();
  const made = await command(data, 'backup', to);
  const written = await endWriting();
  expect(made).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(to) });
  expect(written.length).toBeGreaterThan(0);
  expect(readdirSync(folder).toSorted()).toEqual(['copy', 'data']);
  expect(readdirSync(to, { recursive: true }).toSorted()).toEqual([
    ...['evidence', 'evidence-key.pem', 'evidence-key.pem.public', 'evidence/a-pack.zip'],
    ...['jobs.db', 'place-lookup.db'],
  ]);
  for (const name of ['', 'place-lookup.db', 'jobs.db', 'evidence-key.pem', 'evidence/a-pack.zip'])
    expect([name, statSync(join(to, name)).mode & 0o077]).toEqual([name, 0]);
  expect(await backedUpAt(first)).toBeGreaterThanOrEqual(before);
  await first.kill();
  expect(await subjectsInBackup(data), 'all that a killed service answered').toEqual([PLACES[0]]);

  const other = join(folder, 'other');
  cpSync(to, other, { recursive: true });
  const second = await start({ ...env, DATA_DIR: other }, undefined, { hasBrowser: false });
  expect((await dataAt(second, `/api/watches/${watch}`)).id).toBe(watch);
  expect((await dataAt(second, '/api/events')).events).toMatchObject([{ id: 'e_1', watch_id: watch }]);
  expect((await dataAt(second, '/api/evidence-key')).key_id).toBe(key);
  expect((await dataAt(second, '/api/channels')).channels).toMatchObject([{ ended_at: null }]);
  expect(await resultsOf(second, job)).toEqual(results);
  expect(readFileSync(join(other, 'evidence', 'a-pack.zip'), 'utf8')).toBe('a pack');
  // Every job of the copy is whole.
  const { data: list } = (await askJobs(second.url, '/api/jobs')).body;
  for (const { total } of (list?.jobs ?? []).filter(({ id }) => id !== job)) expect(total).toBe(500);
  expect((await addWatch(second, PLACES[1])).id).not.toBe(watch);
});

test('backup refuses what cannot be good, and leaves everything as it was', async ({ start }) => {
  const data = join(folder, 'data');
  const empty = join(folder, 'empty');
  const refused = async (words: RegExp, dataDir: string, ...args: readonly string[]) =>
    expect(await command(dataDir, ...args)).toMatchObject({
      ...{ code: 2, stdout: '', stderr: expect.stringMatching(words) },
    });
  await refused(/there is nothing to copy/, empty, 'backup', join(folder, 'none'));
  await refused(/keeps no data/, 'none', 'backup', join(folder, 'none'));
  expect(readdirSync(folder)).toEqual([]);

  const service = await start({ DATA_DIR: data }, undefined, { hasBrowser: false });
  await dataAt(service, '/api/evidence-key');
  await service.close();
  await refused(/There is already/, data, 'backup', data);
  const to = join(folder, 'copy');
  mkdirSync(`${to}.part`);
  await refused(/There is already .*copy\.part/, data, 'backup', to);
  expect(readdirSync(folder).toSorted()).toEqual(['copy.part', 'data']);

  rmSync(`${to}.part`, { recursive: true });
  // A page of the record is overwritten: the copy would be damaged, too.
  const page = openSync(join(data, 'place-lookup.db'), 'r+');
  writeSync(page, Buffer.alloc(4_096, 0xff), 0, 4_096, 8_192);
  closeSync(page);
  expect(await command(data, 'backup', to)).toMatchObject({ code: 1, stdout: '' });
  expect(readdirSync(folder)).toEqual(['data']);

  const postgres = { DATABASE_URL: 'postgres://lookup@localhost/lookup' };
  const { code, stderr } = await withSettings(postgres, () =>
    command('none', 'backup', join(folder, 'none')),
  );
  expect([code, stderr]).toEqual([2, expect.stringContaining('pg_dump')]);
});
