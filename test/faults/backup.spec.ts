import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, withSettings } from '../cli/command.js';
import { askJobs, upload } from '../support/job-client.js';
import { test } from '../support/service.js';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.js';
import { expect } from '../support/test.js';
import { PLACES, REVIEW } from '../support/watching.js';

// `place-lookup backup` with the built service: the copy is made while the service writes.

let folder: string;
const running: ServiceProcess[] = [];

test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'));
});
test.afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.kill()));
  rmSync(folder, { recursive: true, force: true });
});

const command = (DATA_DIR: string, ...args: readonly string[]) =>
  withSettings({ DATA_DIR }, () => run(['--lang', 'en', ...args]));
const dataAt = async (service: ServiceProcess, path: string, init: RequestInit = {}) => {
  const headers = { 'Content-Type': 'application/json' };
  return (await (await fetch(service.url + path, { headers, ...init })).json()).data;
};
const addWatch = (service: ServiceProcess, subject: string | undefined) =>
  dataAt(service, '/api/watches', { method: 'POST', body: JSON.stringify({ subject, interval_hours: 24 }) });
const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`);

test('a backup of a service that writes is whole: its copy has the same watches, jobs and key', async ({
  standIn,
}) => {
  const data = join(folder, 'data');
  // Jobs of this service wait: it works on none.
  const works = { WORKER_CONCURRENCY: '0', JOBS_PER_KEY: '0' };
  const env = { DATA_DIR: data, WEBHOOK_HOSTS: 'hook.example', ...works };
  const first = await startServiceProcess(standIn, env);
  running.push(first);
  const { id: watch } = await addWatch(first, PLACES[0]);
  const { key_id: key } = await dataAt(first, '/api/evidence-key');
  const channel = { kind: 'webhook', target: 'https://hook.example/' };
  await dataAt(first, '/api/channels', { method: 'POST', body: JSON.stringify(channel) });
  const job = (await upload(first.url, 'type=review-visibility', [REVIEW])).body.data?.id ?? '';
  mkdirSync(join(data, 'evidence'), { mode: 0o700 });
  writeFileSync(join(data, 'evidence', 'a-pack.zip'), 'a pack', { mode: 0o600 });
  writeFileSync(join(data, 'evidence', 'half.zip.0a.part'), 'half');

  // It writes for as long as the backup takes: lists that come one after the other.
  let isWriting = true;
  const written: string[] = [];
  const writing = (async () => {
    while (isWriting) {
      const { body } = await upload(first.url, 'type=review-visibility', lines(500));
      written.push(body.data?.id ?? '');
    }
  })();
  const to = join(folder, 'copy');
  const made = await command(data, 'backup', to);
  isWriting = false;
  await writing;
  expect(made).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining('databases are intact'),
  });
  expect(made.stdout).toContain('watches: 1,');
  expect(made.stdout).toContain('evidence packs: 1,');
  expect(written.length).toBeGreaterThan(0);
  const manifest = JSON.parse(readFileSync(join(to, 'manifest.json'), 'utf8'));
  expect(manifest.files.map(({ path }: { path: string }) => path)).toEqual([
    ...['place-lookup.db', 'jobs.db', 'evidence-key.pem', 'evidence-key.pem.public', 'evidence/a-pack.zip'],
  ]);
  for (const name of ['', 'place-lookup.db', 'jobs.db', 'evidence-key.pem', 'evidence/a-pack.zip'])
    expect([name, statSync(join(to, name)).mode & 0o077]).toEqual([name, 0]);
  const metrics = await (await fetch(`${first.url}/metrics`)).text();
  const at = Number(/^place_lookup_backup_timestamp_seconds (\S+)$/m.exec(metrics)?.[1]);
  expect(at * 1_000).toBeGreaterThanOrEqual(Math.floor(Date.parse(manifest.made_at)));

  await first.kill();

  const other = join(folder, 'other');
  cpSync(to, other, { recursive: true });
  const second = await startServiceProcess(standIn, { ...env, DATA_DIR: other });
  running.push(second);
  expect((await dataAt(second, `/api/watches/${watch}`)).id).toBe(watch);
  expect((await dataAt(second, '/api/evidence-key')).key_id).toBe(key);
  expect((await dataAt(second, '/api/channels')).channels).toMatchObject([{ ended_at: null }]);
  const kept = (await askJobs(second.url, `/api/jobs/${job}`)).body.data;
  expect([kept?.state, kept?.total]).toEqual(['waiting', 1]);
  expect(readFileSync(join(other, 'evidence', 'a-pack.zip'), 'utf8')).toBe('a pack');
  // Every job of the copy is whole.
  const { data: list } = (await askJobs(second.url, '/api/jobs')).body;
  for (const { state, total } of (list?.jobs ?? []).filter(({ id }) => id !== job))
    expect([state, total]).toEqual(['waiting', 500]);
  expect((await addWatch(second, PLACES[1])).id).not.toBe(watch);
});

test('a service that was killed is backed up with all that it answered', async ({ standIn }) => {
  const data = join(folder, 'data');
  const service = await startServiceProcess(standIn, { DATA_DIR: data });
  running.push(service);
  await addWatch(service, PLACES[0]);
  await service.kill();
  const to = join(folder, 'copy');
  expect(await command(data, 'backup', to)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('watches: 1,'),
  });
});

test('backup refuses what cannot be good, and leaves everything as it was', async ({ standIn }) => {
  const data = join(folder, 'data');
  const empty = join(folder, 'empty');
  const refused = async (words: RegExp, dataDir: string, ...args: readonly string[]) =>
    expect(await command(dataDir, ...args)).toMatchObject({
      ...{ code: 2, stdout: '', stderr: expect.stringMatching(words) },
    });
  await refused(/there is nothing to copy/, empty, 'backup', join(folder, 'none'));
  await refused(/keeps no data/, 'none', 'backup', join(folder, 'none'));
  expect(readdirSync(folder)).toEqual([]);

  const service = await startServiceProcess(standIn, { DATA_DIR: data });
  running.push(service);
  await dataAt(service, '/api/evidence-key');
  await service.kill();
  await refused(/is not empty/, data, 'backup', data);
  const to = join(folder, 'copy');
  expect((await command(data, 'backup', to)).code).toBe(0);
  await refused(/is not empty/, data, 'backup', to);

  const postgres = { DATABASE_URL: 'postgres://lookup@localhost/lookup' };
  const { code, stderr } = await withSettings(postgres, () =>
    command('none', 'backup', join(folder, 'none')),
  );
  expect([code, stderr]).toEqual([2, expect.stringContaining('pg_dump')]);
});
