import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtFile } from '../support/built.js';
import { askJobs, upload } from '../support/job-client.js';
import { test } from '../support/service.js';
import { spawnMain } from '../support/service-process.js';
import { expect } from '../support/test.js';
import { PLACES, VISIBLE_REVIEW } from '../support/watching.js';

// The folder of data of the built service: with no setting at all, and where it cannot be written.

let folder: string;
test.beforeEach(({}, info) => {
  folder = info.outputPath('folder');
  mkdirSync(folder, { recursive: true });
});

const dataAt = async (service: { readonly url: string }, path: string, init: RequestInit = {}) => {
  const headers = { 'Content-Type': 'application/json' };
  const body = await (await fetch(service.url + path, { headers, ...init })).json();
  return body.data ?? body;
};

test('with no setting at all, jobs, watches and packs outlast an end in order, by their files alone; a second process is refused', async ({
  standIn,
  start,
  startProcess,
}) => {
  for (const name of ['first', 'second']) mkdirSync(join(folder, name));
  const first = await startProcess({}, [], join(folder, 'first'));
  expect(await dataAt(first, '/api/capabilities')).toMatchObject({
    ...{ jobs: true, jobs_refusal: null, evidence: true, evidence_refusal: null },
    ...{ watch: true, watch_refusal: null },
  });
  const { body: made } = await upload(first.url, 'type=review-visibility', [VISIBLE_REVIEW]);
  const watch = JSON.stringify({ subject: PLACES[0], interval_hours: 24 });
  const { id } = await dataAt(first, '/api/watches', { method: 'POST', body: watch });
  const { key_id: key } = await dataAt(first, '/api/evidence-key');
  const checks = (await dataAt(first, '/readyz')).checks;
  expect([checks.watch, 'data_folder' in checks]).toEqual(['ok', false]);
  const data = join(folder, 'first', 'data');
  for (const name of ['', 'place-lookup.db', 'jobs.db', 'evidence-key.pem'])
    expect([name, (statSync(join(data, name)).mode & 0o777).toString(8)]).toEqual([
      name,
      name === '' ? '700' : '600',
    ]);
  // Without a file of keys, SIGHUP is an end in order, also if it comes twice.
  for (let times = 0; times < 2; times += 1) first.signal('SIGHUP');
  expect(await first.ended).toBe(0);
  const said = first.log.map(({ msg }) => msg);
  expect(said).toEqual(expect.arrayContaining(['shutting down', 'ended in order']));

  // Only the files that docs/operation.md names are copied: no write-ahead log.
  const elsewhere = join(folder, 'second', 'data');
  mkdirSync(elsewhere, { mode: 0o700 });
  for (const name of readdirSync(data)) {
    if (name.endsWith('-wal')) expect([name, statSync(join(data, name)).size]).toEqual([name, 0]);
    else if (/\.db$|^evidence-key/.test(name)) copyFileSync(join(data, name), join(elsewhere, name));
  }
  const second = await start({ DATA_DIR: elsewhere }, undefined, { hasBrowser: false });
  expect((await askJobs(second.url, `/api/jobs/${made.data?.id}`)).body.data?.total).toBe(1);
  expect((await dataAt(second, `/api/watches/${id}`)).id).toBe(id);
  expect((await dataAt(second, '/api/evidence-key')).key_id).toBe(key);

  const third = spawnMain({ EGRESS_OVERRIDE: standIn.address }, [], join(folder, 'second'));
  expect(await third.ended).toBe(1);
  const processes = `the process ${process.pid} uses data/jobs.db; this is the process ${third.child.pid}`;
  expect(third.stderr()).toMatch(new RegExp(`^DATA_DIR: .*${processes}\n$`));
});

test('with DATA_DIR=none the service keeps no data and names the settings', async ({ start }) => {
  const service = await start({ DATA_DIR: 'none' }, undefined, { hasBrowser: false });
  expect(await dataAt(service, '/api/capabilities')).toMatchObject({
    jobs_refusal: expect.stringMatching(/DATA_DIR.*DATABASE_URL/),
    watch_refusal: expect.stringMatching(/DATA_DIR.*DATABASE_URL/),
    evidence_refusal: expect.stringContaining('EVIDENCE_KEY_FILE'),
  });
  // That no folder was made in the checkout either: test/support/build-first.ts.
});

// Each reason why a folder cannot be written: test/kit/store/data-folder.spec.ts.
test('a folder that cannot be written stops neither the start nor lookups', async ({ start }) => {
  const DATA_DIR = join(folder, 'file');
  writeFileSync(DATA_DIR, 'x');
  const log: Record<string, unknown>[] = [];
  const write = (line: string) => log.push(JSON.parse(line));
  const service = await start({ DATA_DIR, LOG_LEVEL: 'error' }, { write }, { hasBrowser: false });
  const why = `The service cannot write to its data folder (DATA_DIR), so it has no jobs, watches and evidence packs. The system reports ENOTDIR: not a directory.`;
  const ofFolder = log.filter((line) => 'folder' in line);
  expect(ofFolder).toMatchObject([{ msg: why, folder: DATA_DIR }]);
  expect(await dataAt(service, '/api/capabilities')).toMatchObject({
    ...{ jobs: false, jobs_refusal: why, evidence: false, evidence_refusal: why },
    ...{ watch: false, watch_refusal: why },
  });
  for (const [path, code] of [
    ['/api/jobs', 'jobs_unavailable'],
    ['/api/watches', 'watch_unavailable'],
    ['/api/evidence-key', 'evidence_unavailable'],
  ] as const) {
    const { status, body } = await askJobs(service.url, path);
    expect([path, status, body.error]).toEqual([path, 503, expect.objectContaining({ code, message: why })]);
  }
  const { checks } = await dataAt(service, '/readyz');
  expect(checks).toMatchObject({ data_folder: why, watch: 'unavailable' });
  const body = JSON.stringify({ place_id: PLACES[0] });
  expect(await dataAt(service, '/api/convert', { method: 'POST', body })).toHaveProperty('cid');
});

test('a tool of the command line makes no folder of data', async () => {
  for (const args of [['--help'], ['convert', PLACES[0] ?? ''], ['api', 'listJobs'], ['doctor', '--help']]) {
    const { error } = spawnSync(process.execPath, [builtFile('cli/main.js'), ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, PLACE_LOOKUP_API: 'http://127.0.0.1:9' },
    });
    expect(error).toBeUndefined();
  }
  spawnSync(process.execPath, [builtFile('cli/new-key.js'), 'name'], { cwd: folder });
  expect(existsSync(join(folder, 'data'))).toBe(false);
  expect(readdirSync(folder)).toEqual([]);
});
