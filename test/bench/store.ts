import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobEntry } from '../../src/capabilities/jobs/job.js';
import type { JobDatabase } from '../../src/capabilities/jobs/job-tables.js';
import { LinkWork } from '../../src/capabilities/jobs/link-work.js';
import { receiveJob } from '../../src/capabilities/jobs/receive-job.js';
import { openJobs } from '../support/job-databases.js';
import { hasPostgres, startPostgres } from '../support/postgres-server.js';
import { OPTIONS, STOPPED } from './options.js';
import { atEnd } from './processes.js';
import { type Goal, type Section, table } from './report.js';
import { median, numberText, quantile } from './statistics.js';

const LINKS = OPTIONS.quick ? 10_000 : 100_000;
const STORED = OPTIONS.quick ? 100 : 1_000;
/** Results a second at 600 loads of the provider a minute. */
const PER_SECOND = 10;
const SECONDS = OPTIONS.quick ? 5 : 30;
/** As a visible review: 611 bytes. */
const RESULT = { data: Buffer.from('x'.repeat(611)), outcome: 'visible', code: null, rows: 1 } as const;

interface Figures {
  readonly database: string;
  readonly uploadMs: number;
  /** Milliseconds of one claim of ten links, and of one stored result. */
  readonly claims: readonly number[];
  readonly results: readonly number[];
  /** Milliseconds by which the event loop was late while results were stored. */
  readonly loop: { readonly p99: number; readonly max: number };
}

/** The stored jobs on each database: an upload, claims, single results, and the event loop at the provider's pace. */
export async function measureStore(): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), 'store-bench-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const urls = [['SQLite', `sqlite:${join(folder, 'jobs.db')}`]];
  if (hasPostgres) {
    // What is measured waits for the disk, as with a server of an operator.
    const server = await startPostgres({ isDurable: true });
    atEnd(server.close);
    urls.push(['PostgreSQL', await server.create()]);
  }
  const figures: Figures[] = [];
  for (const [database = '', url = ''] of urls) {
    const opened = await openJobs(url);
    figures.push({ database, ...(await measured(opened)) });
    await opened.close();
  }
  return report(figures);
}

async function measured(database: JobDatabase): Promise<Omit<Figures, 'database'>> {
  const options = { database, retentionMs: 3_600_000, maxOpenLinks: LINKS };
  const work = new LinkWork(options, () => ['bench']);
  const entries = Array.from({ length: LINKS }, (_, at): JobEntry => {
    return { text: `https://maps.app.goo.gl/${'x'.repeat(150)}${at}`, line: at + 1, problem: null };
  });
  const since = performance.now();
  const job = await receiveJob(options, { owner: 'bench', type: 'review-visibility', parameters: {} });
  if (typeof job === 'string') throw new Error(`too many ${job}`);
  // As the upload gives them: a thousand lines at a time.
  for (let at = 0; at < LINKS; at += 1_000) await job.append(entries.slice(at, at + 1_000));
  await job.commit(null);
  const uploadMs = performance.now() - since;

  const claims: number[] = [];
  const results: number[] = [];
  const next = async (): Promise<() => Promise<void>> => {
    const begun = performance.now();
    const claimed = await work.claim([]);
    claims.push(performance.now() - begun);
    if (claimed === null) throw new Error('no link is left');
    const numbers = claimed.links.map(({ number }) => number);
    return async () => {
      for (const number of numbers) {
        const started = performance.now();
        await work.record(claimed, [number], RESULT);
        results.push(performance.now() - started);
      }
    };
  };
  while (results.length < STORED) {
    STOPPED.throwIfAborted();
    await (await next())();
  }
  const [ofClaims, ofResults] = [[...claims], [...results]];

  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  for (let second = 0; second < SECONDS; second += 1) {
    const claimed = await work.claim([]);
    for (const { number } of claimed?.links ?? []) {
      await work.record(claimed ?? never(), [number], RESULT);
      await sleep(1_000 / PER_SECOND, undefined, { signal: STOPPED });
    }
  }
  loop.disable();
  return {
    uploadMs,
    claims: ofClaims,
    results: ofResults,
    loop: { p99: loop.percentile(99) / 1e6, max: loop.max / 1e6 },
  };
}

function never(): never {
  throw new Error('no link is left');
}

function report(figures: readonly Figures[]): Section {
  const goals = figures.flatMap(({ database, uploadMs, results, loop }): Goal[] => [
    [`${database}: one result stored, p50, ms`, median(results), '≤', database === 'SQLite' ? 1 : 3],
    [`${database}: upload of ${numberText(LINKS)} links, ms`, uploadMs, '≤', (8_000 * LINKS) / 100_000],
    [`${database}: event loop at ${PER_SECOND} results a second, p99, ms`, loop.p99, '≤', 10],
  ]);
  const both = (ms: readonly number[]) =>
    ms.length === 0 ? '' : `${numberText(median(ms), 2)} / ${numberText(quantile(ms, 0.99), 2)}`;
  const text = [
    '### Store of jobs',
    `${numberText(LINKS)} links of 180 characters are uploaded; then ${numberText(STORED)} results of 611 bytes are stored one by one; then ${PER_SECOND} a second for ${SECONDS} s, while the delay of the event loop is measured (idle it is some 3 ms). SQLite with synchronous = FULL; PostgreSQL on this machine, with fsync. Milliseconds.`,
    table(figures, {
      database: ({ database }) => database,
      upload: ({ uploadMs }) => numberText(uploadMs),
      'claim of ten, p50 / p99': ({ claims }) => both(claims),
      'one result, p50 / p99': ({ results }) => both(results),
      'event loop, p99': ({ loop }) => numberText(loop.p99, 1),
      'event loop, max': ({ loop }) => numberText(loop.max, 1),
    }),
  ].join('\n\n');
  return { goals, text };
}
