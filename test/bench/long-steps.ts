import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { placeIdOf } from '../../fixtures/provider/ids.js';
import { authorKey, hashKeyOf } from '../../src/capabilities/watch/authors.js';
import { derivedColumns } from '../../src/capabilities/watch/identity.js';
import type { NewRow } from '../../src/capabilities/watch/schema.js';
import { startWatching } from '../support/watching.js';
import { percentile } from './measure.js';
import { OPTIONS } from './options.js';
import { type Arena, atEnd, type Served, startService } from './processes.js';
import { type Goal, type Section, table } from './report.js';
import { numberText } from './statistics.js';

// Ten of each long request at once, and `/healthz` beside them: one gate lets one long step begin in a turn of the
// event loop.

const AT_ONCE = 10;
const REVIEWS = OPTIONS.quick ? 300 : 1_000;
const ASKED = OPTIONS.quick ? 50 : 200;
/** Requests before the measured ones: a new process is slow. */
const WARM_UP = 50;
const PAUSE_MS = 20;
/** Every watch has all reviews of one author. */
const AUTHORS = Array.from({ length: AT_ONCE }, (_, at) => `${110_483_770 + at}106878901976`);
const UPLOAD = 'x\n'.repeat(40_000);
/** Of a service without keys. */
const OWNER = 'everybody';

interface Asked {
  readonly path: string;
  readonly body?: string;
  readonly type?: string;
}

/** Fills the database with a watch of each author. */
async function fillDatabase(url: string): Promise<void> {
  const { watch, db, close } = await startWatching({ DATABASE_URL: url });
  const owner = watch.ownerOf(OWNER) ?? '';
  const now = Date.now();
  const key = await hashKeyOf(db);
  for (const [number, author] of AUTHORS.entries()) {
    const id = `w_${number}`;
    const made = {
      ...{ id, owner, kind: 'place' as const, label: `Lokal ${number}`, interval_minutes: 1_440 },
      ...{ subject: placeIdOf(`0x1:0x${(number + 16).toString(16)}`), evidence: 'never' as const },
      ...{ created_at: now, due_at: now, paused_at: now },
    };
    const rows = Array.from({ length: REVIEWS }, (_, at) => {
      const review = { watch_id: id, review_id: `ChZDSUhNMG9nS0VJQ0FnSUN3${at}` };
      const read = { first_seen_at: now - at, last_seen_at: now };
      return {
        review: {
          ...review,
          ...read,
          ...{ url: `https://www.google.com/maps/reviews/${at}`, author_key: authorKey(key, author) },
          ...{ status: 'visible', reason: null, status_at: now - at },
          ...{
            version: 1,
            version_at: now,
            read_at: now,
            stars: 5,
            text: `Zmyślona opinia ${at}`,
            photos: 1,
          },
          ...{ author: 'Anna Zmyślona', date_text: 'rok temu' },
        } satisfies NewRow<'review'>,
      };
    });
    await db.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('watch')
        .values({ ...made, ...derivedColumns(made) })
        .execute();
      for (let from = 0; from < rows.length; from += 250) {
        const some = rows.slice(from, from + 250);
        await transaction
          .insertInto('review')
          .values(some.map(({ review }) => review))
          .execute();
      }
    });
  }
  await close();
}

/** Asks and reads the whole answer. */
async function ask(
  { address }: Served,
  { path, body, type = 'application/json' }: Asked,
  signal?: AbortSignal,
) {
  const answer = await fetch(new URL(path, address), {
    ...(signal && { signal }),
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'Content-Type': type },
    ...(body !== undefined && { body }),
  });
  const text = await answer.text();
  return { status: answer.status, text };
}

const ASK_HEALTH = `
  import { setTimeout as sleep } from 'node:timers/promises';
  const ms = [];
  for (let asked = -${WARM_UP}; asked < ${ASKED}; asked += 1) {
    const since = performance.now();
    await (await fetch(process.argv[1])).text();
    if (asked >= 0) ms.push(performance.now() - since);
    await sleep(${PAUSE_MS});
  }
  console.log(JSON.stringify(ms));`;

/**
 * Milliseconds of requests to `/healthz`, one after the other. A process of its own asks: this one reads long answers,
 * and would measure its own collections of garbage.
 */
async function healthOf({ address }: Served): Promise<number[]> {
  const url = new URL('/healthz', address).href;
  const args = ['--input-type=module', '--eval', ASK_HEALTH, url];
  return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout);
}

/** Measures `/healthz` alone, beside ten requests of each kind, and after their clients have left. */
export async function measureLongSteps(arena: Arena): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), 'long-steps-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const url = `sqlite:${join(folder, 'place-lookup.db')}`;
  await fillDatabase(url);
  const service = await startService(arena, { DATABASE_URL: url });
  const upload = { path: '/api/jobs?type=review-visibility', type: 'text/plain', body: UPLOAD };
  const begun = await ask(service, upload);
  const job = (JSON.parse(begun.text) as { readonly data?: { readonly id?: string } }).data?.id;
  if (job === undefined) throw new Error(`an upload was answered ${begun.status}: ${begun.text}`);
  while (!(await ask(service, { path: `/api/jobs/${job}` })).text.includes('"finished"')) await sleep(500);
  const kinds: readonly (readonly [string, (index: number) => Asked])[] = [
    ['tables', () => ({ path: `/api/jobs/${job}/results?format=xlsx` })],
    ['records', (index) => ({ path: `/api/watches/w_${index}/export?format=xlsx&authors=names` })],
    ['author data', (index) => ({ path: `/api/author-data?author=${AUTHORS[index] ?? ''}` })],
    [
      'forgetting',
      (index) => ({ path: '/api/forget-author', body: JSON.stringify({ author: AUTHORS[index] }) }),
    ],
    ['uploads', () => upload],
  ];
  const alone = await healthOf(service);
  const rows = [{ what: 'alone', ms: alone, answers: '' }];
  for (const [what, asked] of kinds) {
    const leaving = new Set<AbortController>();
    let isOver = false;
    const answers = new Map<number, number>();
    const running = Array.from({ length: AT_ONCE }, async (_, index) => {
      while (!isOver) {
        const client = new AbortController();
        leaving.add(client);
        const { status } = await ask(service, asked(index), client.signal).catch(() => ({ status: 0 }));
        leaving.delete(client);
        answers.set(status, (answers.get(status) ?? 0) + 1);
        if (status !== 200 && status !== 202) await sleep(PAUSE_MS);
      }
    });
    const ms = await healthOf(service);
    isOver = true;
    for (const client of leaving) client.abort();
    await Promise.all(running);
    const told = [...answers].map(([status, count]) => `${status === 0 ? 'left' : status} × ${count}`);
    rows.push({ what: `beside ${AT_ONCE} × ${what}`, ms, answers: told.join(', ') });
  }
  await sleep(1_000);
  rows.push({ what: 'a second after all have left', ms: await healthOf(service), answers: '' });
  const p95 = (ms: readonly number[]) => percentile([{ ms, wallMs: 0 }], 0.95);
  const worst = Math.max(...rows.slice(1).map(({ ms }) => p95(ms)));
  const goals: Goal[] = [
    ['/healthz beside ten of each long request: p95 ms', worst, '≤', 100],
    ['/healthz beside ten of each long request ÷ alone: p95', worst / p95(alone), '≤', 5],
  ];
  return {
    goals,
    text: [
      '### Long requests side by side',
      `Ten clients repeat one long request each: uploads of 80 KB with 40,000 lines, the table of such a job, the record of a watch of ${numberText(REVIEWS)} reviews, and the data and the forgetting of the author of all of them.`,
      table(rows, {
        '/healthz': ({ what }) => what,
        'p50 ms': ({ ms }) => numberText(percentile([{ ms, wallMs: 0 }], 0.5)),
        p95: ({ ms }) => numberText(p95(ms)),
        answers: (row) => row.answers,
      }),
    ].join('\n\n'),
  };
}
