import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type StandIn, startStandIn } from '../../fixtures/provider/server.js';
import { slowness } from '../support/event-loop.js';
import { isLongRun } from '../support/long-run.js';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.js';
import { expect, test } from '../support/test.js';

// A request must not hold up the event loop, and with it the requests of all other clients. Each endpoint that takes a
// body gets the largest bodies that it reads.

const MAX_BLOCK_MS = 200;
/** Other programs use the cores too: the best attempt counts. */
const ATTEMPTS = 4;
const MEBIBYTE = 1_048_576;
const WATCH = new URL('../support/loop-watch.mjs', import.meta.url).href;

let standIn: StandIn;
let folder: string;
let service: ServiceProcess;
let watch = '';

test.beforeAll(async () => {
  standIn = await startStandIn();
  folder = mkdtempSync(join(tmpdir(), 'event-loop-'));
  const env = {
    DATABASE_URL: `sqlite:${join(folder, 'place-lookup.db')}`,
    // The links of jobs wait for their turn at the provider.
    PROVIDER_LOADS_PER_MINUTE: '1',
  };
  service = await startServiceProcess(standIn, env, ['--import', WATCH]);
  const port = () => service.log.find(({ msg }) => msg === 'loop watch')?.port;
  await expect.poll(port).toBeDefined();
  watch = `http://127.0.0.1:${port()}`;
});
test.afterAll(async () => {
  await service.kill();
  await standIn.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Cancels a job on a connection of its own: the service may close a connection after a large body. */
const cancelled = (id: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    request(`${service.url}/api/jobs/${id}`, { method: 'DELETE', agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .once('error', reject)
      .end();
  });

/** The longest block of the loop since the last call, in milliseconds. */
const longestBlock = async () => Number(await (await fetch(watch)).text());

/** The longest block while `work` runs, in the best attempt. A block beyond the limit is compared with a quiet machine. */
async function leastBlock(work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS && least >= MAX_BLOCK_MS; attempt += 1) {
    await longestBlock();
    await work();
    const longest = await longestBlock();
    least = Math.min(least, longest < MAX_BLOCK_MS ? longest : longest / slowness());
  }
  return least;
}

/** A text of almost this many MiB. */
const filled = (mebibytes: number, begin: string, unit: string, end = '') => {
  const room = mebibytes * MEBIBYTE - begin.length - end.length;
  return begin + unit.repeat(Math.floor(room / unit.length)) + end;
};
const LINK = `https://www.google.com/maps/reviews/data=${'x'.repeat(60)}`;
const CONTROLS = '\u0001'.repeat(8_000);
const keys = (count: number) => `{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join(',')}}`;
const job = (unit: string) => filled(8, '{"type":"place-details","urls":["a"', unit, ']}');
const bulk = (unit: string) => filled(1, '{"urls":["a"', unit, ']}');

const JSON_TYPE = 'application/json';
const JOBS = '/api/jobs';
const DETAILS = '/api/jobs?type=place-details';
const BULK = '/api/review-visibility';
const LINES = 'application/x-ndjson';

/**
 * MiB of lists that are read while they arrive, and of lists whose many entries are stored. With `LONG_RUN=1` they have
 * 64 MiB, the maximum, or as many lines as are stored in a minute.
 */
const MOST = isLongRun ? 64 : 8;
const [STORED, LINES_ONLY] = isLongRun ? [16, 1] : [2, 1 / 8];
type Body = readonly [what: string, path: string, type: string, body: () => string, status: number];
const BODIES: readonly Body[] = [
  ['empty texts', JOBS, JSON_TYPE, () => job(',""'), 400],
  ['links', JOBS, JSON_TYPE, () => job(`,"${LINK}"`), 202],
  ['objects', JOBS, JSON_TYPE, () => job(',{}'), 400],
  ['one long text', JOBS, JSON_TYPE, () => filled(8, '{"urls":["', '\\u0001', '"]}'), 400],
  ['lists in lists', JOBS, JSON_TYPE, () => '['.repeat(8 * MEBIBYTE), 400],
  ['fields', JOBS, JSON_TYPE, () => keys(600_000), 400],
  ['objects', BULK, JSON_TYPE, () => bulk(',{}'), 400],
  [
    'long links',
    BULK,
    JSON_TYPE,
    () => `{"urls":["${Array(1_000).fill('x'.repeat(1_040)).join('","')}"]}`,
    200,
  ],
  ['fields', '/api/convert', JSON_TYPE, () => keys(5_000), 400],
  ['links', DETAILS, 'text/plain', () => filled(STORED, '', `${LINK}\n`), 202],
  ['control characters', DETAILS, 'text/plain', () => filled(MOST, '', `${CONTROLS}\n`), 202],
  ['one line', DETAILS, 'text/plain', () => filled(MOST, '', 'x'), 202],
  ['short lines', DETAILS, 'text/plain', () => filled(LINES_ONLY, '', 'x\n'), 202],
  ['empty lines', DETAILS, 'text/plain', () => filled(MOST, '', '\n', 'x'), 400],
  [
    'lists',
    DETAILS,
    LINES,
    () => filled(MOST, '{"columns":["a"]}\n', `{"url":"a","cells":[${'1,'.repeat(4_000)}1]}\n`),
    202,
  ],
];

test(`no body holds up the event loop for ${MAX_BLOCK_MS} ms`, async () => {
  for (const [what, path, type, body, status] of BODIES) {
    const name = `${what} sent to ${path} as ${type}`;
    const sent = body();
    const least = await leastBlock(async () => {
      const headers = { 'Content-Type': type };
      const answer = await fetch(service.url + path, { method: 'POST', headers, body: sent });
      const text = await answer.text();
      expect([answer.status, text.slice(0, 300)], name).toEqual([status, expect.anything()]);
      // The links of all open jobs have a limit.
      if (status === 202) {
        const { id } = JSON.parse(text).data;
        expect(await cancelled(id)).toBe(200);
      }
    });
    test.info().annotations.push({ type: name, description: `${Math.round(least)} ms` });
    expect(least, name).toBeLessThan(MAX_BLOCK_MS);
  }
});
