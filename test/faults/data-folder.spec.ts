import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtFile } from '../support/built.js';
import { askJobs, upload } from '../support/job-client.js';
import { type ServiceProcess, spawnMain, startServiceProcess } from '../support/service-process.js';
import { test } from '../support/stand-in-test.js';
import { expect } from '../support/test.js';
import { PLACES, REVIEW } from '../support/watching.js';

// The folder of data of the built service: with no setting at all, and where it cannot be written.

let folder: string;
const running: ServiceProcess[] = [];

test.beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'data-folder-')));
});
test.afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.kill()));
  spawnSync('umount', ['--lazy', join(folder, 'read-only')]);
  rmSync(folder, { recursive: true, force: true });
});

const dataAt = async (service: ServiceProcess, path: string, init: RequestInit = {}) => {
  const headers = { 'Content-Type': 'application/json' };
  const body = await (await fetch(service.url + path, { headers, ...init })).json();
  return body.data ?? body;
};

test('with no setting at all, jobs, watches and evidence packs work, and outlast the process', async ({
  standIn,
}) => {
  const start = async () => {
    const service = await startServiceProcess(standIn, {}, [], folder);
    running.push(service);
    return service;
  };
  const first = await start();
  expect(await dataAt(first, '/api/capabilities')).toMatchObject({
    ...{ jobs: true, jobs_refusal: null, evidence: true, evidence_refusal: null },
    ...{ watch: true, watch_refusal: null },
  });
  const { body: made } = await upload(first.url, 'type=review-visibility', [REVIEW]);
  const watch = JSON.stringify({ subject: PLACES[0], interval_hours: 24 });
  const { id } = await dataAt(first, '/api/watches', { method: 'POST', body: watch });
  const { key_id: key } = await dataAt(first, '/api/evidence-key');
  const checks = (await dataAt(first, '/readyz')).checks;
  expect([checks.watch, 'data_folder' in checks]).toEqual(['ok', false]);
  const data = join(folder, 'data');
  for (const name of ['', 'place-lookup.db', 'jobs.db', 'evidence-key.pem'])
    expect([name, (statSync(join(data, name)).mode & 0o777).toString(8)]).toEqual([
      name,
      name === '' ? '700' : '600',
    ]);
  await first.kill();

  const second = await start();
  expect((await askJobs(second.url, `/api/jobs/${made.data?.id}`)).body.data?.total).toBe(1);
  expect((await dataAt(second, `/api/watches/${id}`)).id).toBe(id);
  expect((await dataAt(second, '/api/evidence-key')).key_id).toBe(key);
});

test('with DATA_DIR=none the service keeps no data, and says which settings change that', async ({
  standIn,
}) => {
  const service = await startServiceProcess(standIn, { DATA_DIR: 'none' }, [], folder);
  running.push(service);
  expect(await dataAt(service, '/api/capabilities')).toMatchObject({
    jobs_refusal: expect.stringMatching(/DATA_DIR.*DATABASE_URL/),
    watch_refusal: expect.stringMatching(/DATA_DIR.*DATABASE_URL/),
    evidence_refusal: expect.stringContaining('EVIDENCE_KEY_FILE'),
  });
  expect(readdirSync(folder)).toEqual([]);
});

/** Folders that cannot be written, by what the system reports. */
const UNUSABLE: Readonly<Record<string, () => string>> = {
  'EROFS: read-only file system': () => {
    const path = join(folder, 'read-only');
    mkdirSync(path);
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', path]);
    test.skip(status !== 0, 'needs the right to mount a file system');
    return path;
  },
  'ENOSPC: no space left on device': () => {
    const path = join(folder, 'read-only');
    mkdirSync(path);
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', path]);
    test.skip(status !== 0, 'needs the right to mount a file system');
    return path;
  },
  'ENOENT: no such file or directory': () => join(folder, 'none', 'data'),
  'ENOTDIR: not a directory': () => {
    writeFileSync(join(folder, 'file'), 'x');
    return join(folder, 'file');
  },
};

for (const [reason, prepare] of Object.entries(UNUSABLE))
  test(`a folder that cannot be written (${reason}) stops neither the start nor lookups`, async ({
    standIn,
  }) => {
    const DATA_DIR = prepare();
    const service = await startServiceProcess(standIn, { DATA_DIR }, [], folder);
    running.push(service);
    const why = `The service cannot write to its data folder (DATA_DIR), so it has no jobs, watches and evidence packs. The system reports ${reason}.`;
    expect(service.log.filter(({ level }) => level === 50)).toMatchObject([{ msg: why, folder: DATA_DIR }]);
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
      expect([path, status, body.error]).toEqual([
        path,
        503,
        expect.objectContaining({ code, message: why }),
      ]);
    }
    const { checks } = await dataAt(service, '/readyz');
    expect(checks).toMatchObject({ data_folder: why, watch: 'unavailable' });
    const body = JSON.stringify({ place_id: PLACES[0] });
    expect(await dataAt(service, '/api/convert', { method: 'POST', body })).toHaveProperty('cid');
  });

test('a second service in the same folder is refused; the line names the setting and both processes', async ({
  standIn,
}) => {
  const first = await startServiceProcess(standIn, {}, [], folder);
  running.push(first);
  const second = spawnMain({ EGRESS_OVERRIDE: standIn.address }, [], folder);
  expect(await second.ended).toBe(1);
  expect(second.stderr()).toMatch(
    new RegExp(
      `^DATA_DIR: .*the process ${first.pid} uses data/jobs.db; this is the process ${second.child.pid}\n$`,
    ),
  );
});

test('a tool of the command line makes no folder of data', async () => {
  for (const args of [
    ['--help'],
    ['rules', 'print'],
    ['convert', PLACES[0] ?? ''],
    ['api', 'listJobs'],
    ['doctor', '--help'],
  ]) {
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
