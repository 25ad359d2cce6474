import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from '@playwright/test';
import { build } from 'esbuild';
import { dice } from '../../../fixtures/provider/reviews/dice.js';
import { createLogger } from '../../../src/runtime/logger.js';
import { openDatabase } from '../../../src/watch/database.js';
import { isLongRun } from '../../support/long-run.js';
import { needsPostgres, startPostgres } from '../../support/postgres-server.js';
import { addWatch } from '../../support/watched.js';

const POINTS = isLongRun ? 200 : 40;
const WATCHES = 6;
const log = createLogger('silent');

/** Bundled once: it starts in a tenth of the time. */
async function bundle(): Promise<string> {
  const folder = join('test-results', 'watch-crash');
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, 'watch-crash.mjs');
  await build({
    ...{
      entryPoints: ['test/support/watch-crash.ts'],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
    },
    ...{ packages: 'external', target: 'node20', logLevel: 'error' },
  });
  return outfile;
}

/** Kills a process that checks watches at `POINTS` random points. Returns the checks that it reported, by watch. */
async function killAtRandom(url: string): Promise<Map<string, number>> {
  const program = await bundle();
  const roll = dice(`crash ${POINTS}`);
  const reported = new Map<string, number>();
  for (let point = 0; point < POINTS; point += 1) {
    const child: ChildProcess = spawn(process.execPath, [program], {
      env: { ...process.env, DATABASE_URL: url },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    if (child.stdout === null) throw new Error('no output');
    const lines = roll.below(12);
    let seen = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      reported.set(line, (reported.get(line) ?? 0) + 1);
      seen += 1;
      // The point is anywhere in the work that follows a line.
      if (seen === lines + 1) setTimeout(() => child.kill('SIGKILL'), roll.next() * 8);
    }
    await ended;
  }
  return reported;
}

async function losesNothing(url: string): Promise<void> {
  test.setTimeout(POINTS * 30_000);
  const before = await openDatabase({ url, log });
  await before.db
    .insertInto('channel')
    .values({
      ...{ id: 'ch_1', owner: 'o', kind: 'webhook', target: 't', pace: 'at_once', created_at: 1 },
      language: 'pl',
    })
    .execute();
  for (let index = 0; index < WATCHES; index += 1)
    await addWatch(before, { id: `w_${index}`, subject: `${index}`, interval_minutes: 30 });
  await before.close();

  const reported = await killAtRandom(url);

  const { db, close } = await openDatabase({ url, log });
  const checks = await db.selectFrom('watch_check').select(['watch_id', 'at']).orderBy('at').execute();
  const reviews = await db.selectFrom('review').select(['watch_id', 'review_id']).execute();
  const versions = await db.selectFrom('review_version').select('review_id').execute();
  const events = await db.selectFrom('event').selectAll().orderBy('seq').execute();
  const deliveries = await db.selectFrom('delivery').select('event_seq').orderBy('event_seq').execute();
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expect(deliveries.map(({ event_seq }) => event_seq)).toEqual(events.map(({ seq }) => seq));
  expect(versions).toHaveLength(reviews.length);
  for (let index = 0; index < WATCHES; index += 1) {
    const id = `w_${index}`;
    const own = checks.filter(({ watch_id }) => watch_id === id);
    // Each check showed one more review, and told of it once.
    const shown = own.map((_, number) => `R${number}`);
    expect(
      reviews
        .filter(({ watch_id }) => watch_id === id)
        .map(({ review_id }) => review_id)
        .sort(),
    ).toEqual([...shown].sort());
    expect(events.filter(({ watch_id }) => watch_id === id).map(({ review_id }) => review_id)).toEqual(
      shown.slice(1),
    );
    expect(own.length).toBeGreaterThanOrEqual(reported.get(id) ?? 0);
    const { checked_at } = await db
      .selectFrom('watch')
      .select('checked_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(checked_at).toBe(own.at(-1)?.at);
  }
  expect(checks.length).toBeGreaterThan(POINTS);
  await close();
}

test(`SQLite: a process that is killed at ${POINTS} points loses nothing and tells nothing twice`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'watch-crash-'));
  try {
    await losesNothing(`sqlite://${join(folder, 'place-lookup.db')}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test.describe('PostgreSQL', () => {
  needsPostgres();

  test(`a process that is killed at ${POINTS} points loses nothing and tells nothing twice`, async () => {
    const server = await startPostgres();
    try {
      await losesNothing(await server.create());
    } finally {
      await server.close();
    }
  });
});
