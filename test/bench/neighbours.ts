import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { placeIdOf } from '../../fixtures/provider/ids.js';
import { derivedColumns } from '../../src/capabilities/watch/derived.js';
import type { NewRow } from '../../src/capabilities/watch/schema.js';
import { startWatching } from '../support/watching.js';
import { percentile } from './measure.js';
import { OPTIONS, STOPPED } from './options.js';
import { type Arena, atEnd, type Served, startService } from './processes.js';
import { type Goal, type Section, table } from './report.js';
import { numberText } from './statistics.js';
import { PLACE_IDS, visibleReviews } from './workload.js';

// What one hostile client takes from an honest one: the honest client alone, then beside the hostile one. Clients are
// addresses: the honest client comes from 127.0.0.1, the hostile one from 127.0.0.2.

const HONEST = '127.0.0.1';
const HOSTILE = '127.0.0.2';
const MEASURED = OPTIONS.quick ? 5 : 60;
const PACKS = OPTIONS.quick ? 2 : 12;
const WATCHES = OPTIONS.quick ? 500 : 3_598;
const PAUSE_MS = 100;
/** Slow readers take this many bytes in each pause: 16 KB/s. */
const SLOW_BYTES = 1_638;

interface Asked {
  readonly path: string;
  readonly body?: unknown;
  readonly from?: string;
}

/** Begins a request; resolves with its answer, which nobody has read. */
async function begin({ address }: Served, { path, body, from = HONEST }: Asked): Promise<IncomingMessage> {
  const sent = request(new URL(path, address), {
    ...{ method: body === undefined ? 'GET' : 'POST', localAddress: from, agent: false, signal: STOPPED },
    headers: { 'Content-Type': 'application/json' },
  });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return answer;
}

/** Asks and reads the whole answer. */
async function ask(service: Served, asked: Asked, status = 200): Promise<void> {
  const answer = await begin(service, asked);
  if (answer.statusCode !== status) throw new Error(`${asked.path} answered ${answer.statusCode}`);
  for await (const _ of answer);
}

/** Milliseconds of each request of the honest client, one after the other. */
async function timesOf(count: number, work: () => Promise<void>): Promise<number[]> {
  const ms: number[] = [];
  for (let done = 0; done < count; done += 1) {
    const since = performance.now();
    await work();
    ms.push(performance.now() - since);
    await sleep(PAUSE_MS);
  }
  return ms;
}

/** Runs the hostile clients until `work` is done. */
async function beside<T>(hostile: readonly (() => Promise<void>)[], work: () => Promise<T>): Promise<T> {
  let isOver = false;
  const running = hostile.map(async (act) => {
    while (!isOver) await act().catch(() => sleep(PAUSE_MS));
  });
  await sleep(1_000);
  try {
    return await work();
  } finally {
    isOver = true;
    await Promise.race([Promise.all(running), sleep(2_000)]);
  }
}

/** Reads an answer at 16 KB/s, for at most 40 s. The service closes such connections. */
async function readSlowly(service: Served, asked: Asked): Promise<void> {
  const answer = await begin(service, asked);
  answer.on('error', () => undefined).pause();
  for (let pauses = 0; pauses < 400 && !answer.destroyed && !answer.readableEnded; pauses += 1) {
    answer.read(SLOW_BYTES);
    await sleep(PAUSE_MS);
  }
  answer.destroy();
}

/** Fills the database with paused watches of the hostile client, and one watch of the honest client. Returns its id. */
async function fillDatabase(url: string): Promise<string> {
  const { watch, db, close } = await startWatching({ DATABASE_URL: url });
  const [hostile, honest] = [HOSTILE, HONEST].map((address) => watch.ownerOf(`address ${address}`));
  const now = Date.now();
  const row = (number: number, owner = hostile): NewRow<'watch'> => {
    const made = {
      ...{ id: `w_${number}`, owner: owner ?? '', kind: 'place' as const, label: `Lokal ${number}` },
      ...{ subject: placeIdOf(`0x1:0x${(number + 16).toString(16)}`), interval_minutes: 1_440 },
      ...{ evidence: 'never' as const, created_at: now, due_at: now, paused_at: now },
    };
    return { ...made, ...derivedColumns(made) };
  };
  for (let first = 0; first < WATCHES; first += 250)
    await db
      .insertInto('watch')
      .values(Array.from({ length: 250 }, (_, at) => row(first + at)))
      .execute();
  const own = row(WATCHES + 1_000, honest);
  await db.insertInto('watch').values(own).execute();
  await close();
  return own.id;
}

/** Measures an honest client alone and beside hostile clients. */
export async function measureNeighbours(arena: Arena): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), 'neighbours-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const url = `sqlite:${join(folder, 'watch.db')}`;
  const watch = await fillDatabase(url);
  const service = await startService(arena, {
    DATABASE_URL: url,
    EVIDENCE_KEY_FILE: join(folder, 'key.pem'),
    DETAILS_CACHE_SECONDS: '3600',
  });
  const links = visibleReviews().map(({ link }) => link);
  const details = () => ask(service, { path: `/api/details?placeid=${PLACE_IDS[0]}` });
  const packPath = `/api/review-evidence?url=${encodeURIComponent(links[0] ?? '')}`;
  const pack = () => ask(service, { path: packPath });
  const pdf = () => ask(service, { path: `/api/watches/${watch}/export?format=pdf` });
  const health = () => ask(service, { path: '/healthz' });
  const convert = () =>
    ask(service, { path: '/api/convert', body: { cid: `${' '.repeat(2_000)}x` }, from: HOSTILE }, 400);
  const list = () => ask(service, { path: '/api/watches?limit=500', from: HOSTILE });
  const reader = () => readSlowly(service, { path: packPath, from: HOSTILE });
  // The first request of each kind loads modules and Chromium.
  for (const work of [details, pack, pdf, health]) await work();

  const measures = [
    {
      what: '1: blanks for /convert',
      honest: '/details, cached',
      count: MEASURED,
      work: details,
      by: [convert],
    },
    {
      what: '8: two readers at 16 KB/s',
      honest: 'evidence pack',
      count: PACKS,
      work: pack,
      by: [reader, reader],
    },
    {
      what: '8: two readers at 16 KB/s',
      honest: 'PDF export',
      count: PACKS,
      work: pdf,
      by: [reader, reader],
    },
    {
      ...{ what: `9: three readers of ${WATCHES} watches`, honest: '/healthz', count: MEASURED },
      ...{ work: health, by: [list, list, list] },
    },
  ];
  const rows = [];
  for (const { what, honest, count, work, by } of measures) {
    const alone = await timesOf(count, work);
    const other = await beside(by, () => timesOf(count, work));
    rows.push({ what, honest, alone: batchOf(alone), beside: batchOf(other) });
  }
  const goals = rows
    .filter(({ honest }) => honest === 'evidence pack')
    .map((row): Goal => {
      const ratio = percentile([row.beside], 0.5) / percentile([row.alone], 0.5);
      return ['an evidence pack beside two readers at 16 KB/s ÷ alone: p50', ratio, '≤', 1.5];
    });
  const ms = (batch: { readonly ms: readonly number[]; readonly wallMs: number }, q: number) =>
    numberText(percentile([batch], q));
  return {
    goals,
    text: [
      '### One hostile client beside an honest one',
      'The honest client asks one request after the other; clients are addresses without keys.',
      table(rows, {
        'hostile client': ({ what }) => what,
        'honest client': ({ honest }) => honest,
        'alone: p50 ms': ({ alone }) => ms(alone, 0.5),
        'alone: p95': ({ alone }) => ms(alone, 0.95),
        'beside: p50': (row) => ms(row.beside, 0.5),
        'beside: p95': (row) => ms(row.beside, 0.95),
      }),
    ].join('\n\n'),
  };
}

const batchOf = (ms: readonly number[]) => ({ ms, wallMs: 0 });
