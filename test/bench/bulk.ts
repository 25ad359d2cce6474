import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { startContestant } from './contestants.js';
import { pathsOf } from './lookups.js';
import { type Batch, inTurns, percentile, perMinute, runBatch } from './measure.js';
import { OPTIONS, STOPPED } from './options.js';
import {
  type Arena,
  dataOf,
  endingAll,
  requestOf,
  type Served,
  startRendered,
  startService,
} from './processes.js';
import { type Goal, type Section, table } from './report.js';
import { at, median, numberText, spreadText } from './statistics.js';
import { type ReviewTarget, removedReviews, visibleReviews } from './workload.js';

const ROUNDS = OPTIONS.quick ? 1 : 3;
/** Removed reviews of one list, next to the script. */
const LIST = OPTIONS.quick ? 8 : 24;
/** Removed reviews of the list whose loads are counted. */
const COUNTED = OPTIONS.quick ? 20 : 100;
/** The list of the issue: 120 visible reviews and 30 removed ones; every fifth is removed. */
const MIXED = OPTIONS.quick ? 30 : 150;
const FIRST = (2 * MIXED) / 3;
/** Loads a minute of both sides of the mixed list: at the default of 120 a turn would take minutes. */
const MIXED_RATE = 600;
/** Single requests of a kind, alone and beside a bulk check, and the pause between them. */
const SINGLES = OPTIONS.quick ? 8 : 40;
const SINGLE_EVERY_MS = 1_200;

/** Measures what a bulk check takes, and what it takes from single requests. */
export async function measureBulk(arena: Arena): Promise<Section> {
  const removed = await endingAll(() => measureRemoved(arena));
  const mixed = await endingAll(() => measureMixed(arena));
  const beside = [
    ...(await endingAll(() => measureBeside(arena, 'HTTP fast path'))),
    ...(await endingAll(() => measureBeside(arena, 'rendered'))),
  ];
  const ratioOf = (path: LookupPath) => {
    const [alone, other] = beside.filter((row) => row.path === path).map(({ ms }) => p95(ms));
    return (other ?? Number.NaN) / (alone ?? Number.NaN);
  };
  const goals: Goal[] = [
    [
      'removed reviews in a list ÷ the bare script at 4 at once: rate',
      median(removed.list.map(perMinute)) / median(removed.script.map(perMinute)),
      '≥',
      0.9,
    ],
    [
      `a list of ${MIXED}, every fifth removed: first ${FIRST} verdicts ÷ single requests at the same rate: time`,
      median(mixed.list) / median(mixed.singles),
      '≤',
      1.2,
    ],
    ...(['HTTP fast path', 'rendered'] as const).map((path): Goal => {
      return [`a single request beside a bulk check ÷ alone, ${path}: p95`, ratioOf(path), '≤', 1.3];
    }),
    ['rendered loads of a removed review in a list', removed.loads / COUNTED, '≤', 2.3],
  ];
  const rows = [
    { side: 'place-lookup: one list', turns: removed.list },
    { side: 'bare Playwright, 4 at once', turns: removed.script },
  ];
  return {
    goals,
    text: [
      '### Bulk checks',
      `${LIST} removed reviews of one place in one list, and by the bare script, which loads each page twice. No rate limit.`,
      table(rows, {
        side: ({ side }) => side,
        rounds: ({ turns }) => String(turns.length),
        'removed reviews a minute': ({ turns }) => spreadText(turns.map(perMinute)),
      }),
      `A list of ${COUNTED} removed reviews took ${numberText(removed.loads)} rendered loads.`,
      `The first ${FIRST} verdicts about ${MIXED} reviews, every fifth of them removed, at ${MIXED_RATE} loads a minute: ${spreadText(mixed.list, 1)} s in a list, ${spreadText(mixed.singles, 1)} s by single requests, eight at once. The whole list took ${spreadText(mixed.whole, 1)} s.`,
      `Single requests about visible reviews, one every ${SINGLE_EVERY_MS} ms, alone and beside a bulk check that never ends, at the default rate limit:`,
      table(beside, {
        'single requests': ({ path }) => path,
        '': ({ what }) => what,
        requests: ({ ms }) => String(ms.length),
        'p50 ms': ({ ms }) => numberText(percentile([{ ms, wallMs: 0 }], 0.5)),
        p95: ({ ms }) => numberText(p95(ms)),
        'links of bulk checks meanwhile': ({ links }) => numberText(links),
      }),
    ].join('\n\n'),
  };
}

const p95 = (ms: readonly number[]) => percentile([{ ms, wallMs: 0 }], 0.95);

interface Line {
  readonly type: string;
  readonly index: number;
  readonly is_visible?: boolean;
}

/** Streams one bulk check. Every verdict must be the true one. Returns the seconds at which each line came. */
async function streamList(
  { address }: Served,
  targets: readonly ReviewTarget[],
  signal: AbortSignal = STOPPED,
  onVerdict: () => void = () => undefined,
): Promise<number[]> {
  const startedAt = performance.now();
  const body = { urls: targets.map(({ link }) => link) };
  const ask = { path: '/review-visibility', accept: 'application/x-ndjson', body };
  const response = await fetch(address + ask.path, { ...requestOf(ask), signal });
  assert.equal(response.status, 200, 'a bulk check was refused');
  const seconds: number[] = [];
  let rest = '';
  let isWhole = false;
  for await (const part of response.body ?? []) {
    const texts = (rest + Buffer.from(part).toString()).split('\n');
    rest = texts.pop() ?? '';
    for (const text of texts) {
      const line: Line = JSON.parse(text);
      isWhole = line.type === 'summary';
      if (isWhole) continue;
      assert.equal(line.is_visible, targets[line.index]?.isVisible, `bulk: ${text}`);
      seconds.push((performance.now() - startedAt) / 1000);
      onVerdict();
    }
  }
  assert(isWhole, 'a bulk check broke off');
  return seconds;
}

async function judge(service: Served, { link, isVisible }: ReviewTarget): Promise<void> {
  const { is_visible } = await dataOf(service, '/review-visibility?url=', link);
  assert.equal(is_visible, isVisible, `a false verdict about ${link}`);
}

/** Lists of removed reviews, next to the bare script; then the loads of one long list. */
async function measureRemoved(arena: Arena) {
  const service = await startService(arena);
  const script = await startContestant('bare', arena);
  const targets = removedReviews((ROUNDS + 1) * LIST + COUNTED);
  const part = (round: number) => targets.slice(round * LIST, (round + 1) * LIST);
  const turns = {
    list: async (round: number): Promise<Batch> => {
      const chosen = part(round);
      const startedAt = performance.now();
      await streamList(service, chosen);
      const wallMs = performance.now() - startedAt;
      return { ms: chosen.map(() => wallMs / chosen.length), wallMs };
    },
    script: (round: number) =>
      runBatch(part(round), 4, async ({ link, isVisible }) => {
        const { is_visible } = await dataOf(script, '/review-visibility?url=', link);
        assert.equal(is_visible, isVisible, `the script: a false verdict about ${link}`);
      }),
  };
  // The first loads start the browsers, and the service finds its first control.
  await turns.list(ROUNDS);
  await turns.script(ROUNDS);
  const done = await inTurns(['list', 'script'] as const, ROUNDS, (side, round) => turns[side](round));
  const [, before] = await pathsOf(service);
  await streamList(service, targets.slice(-COUNTED));
  const [, after] = await pathsOf(service);
  return { list: done.get('list') ?? [], script: done.get('script') ?? [], loads: after - before };
}

/** Every fifth review is removed. */
function mixedReviews(count: number): readonly ReviewTarget[] {
  const [visible, removed] = [visibleReviews(count), removedReviews(count)];
  return Array.from({ length: count }, (_, index) => at(index % 5 === 4 ? removed : visible, index));
}

/** The first verdicts about the mixed list: in a list, and by single requests in the same order. In seconds. */
async function measureMixed(arena: Arena) {
  const env = { PROVIDER_LOADS_PER_MINUTE: String(MIXED_RATE) };
  const services = { list: await startService(arena, env), singles: await startService(arena, env) };
  const targets = mixedReviews(MIXED);
  const whole: number[] = [];
  const turns = {
    list: async () => {
      const seconds = await streamList(services.list, targets);
      whole.push(seconds.at(-1) ?? Number.NaN);
      return seconds[FIRST - 1] ?? Number.NaN;
    },
    singles: async () => {
      const startedAt = performance.now();
      const seconds: number[] = [];
      await runBatch(targets, 8, async (target) => {
        if (seconds.length >= FIRST) return;
        await judge(services.singles, target);
        seconds.push((performance.now() - startedAt) / 1000);
      });
      return seconds[FIRST - 1] ?? Number.NaN;
    },
  };
  for (const service of Object.values(services))
    await runBatch(removedReviews(2), 1, (one) => judge(service, one));
  const done = await inTurns(['list', 'singles'] as const, OPTIONS.quick ? 1 : 2, (side) => turns[side]());
  return { list: done.get('list') ?? [], singles: done.get('singles') ?? [], whole };
}

type LookupPath = 'HTTP fast path' | 'rendered';

interface BesideRow {
  readonly path: LookupPath;
  readonly what: 'alone' | 'beside a bulk check';
  readonly ms: readonly number[];
  /** Links that bulk checks answered meanwhile. */
  readonly links: number;
}

/** Single requests alone, then beside bulk checks that follow each other. */
async function measureBeside(arena: Arena, path: LookupPath): Promise<BesideRow[]> {
  const start = path === 'rendered' ? startRendered : startService;
  const service = await start(arena, { PROVIDER_LOADS_PER_MINUTE: '120' });
  const singles = visibleReviews(SINGLES);
  const ask = async () => {
    const ms: number[] = [];
    const asked: Promise<unknown>[] = [];
    for (const target of singles) {
      STOPPED.throwIfAborted();
      const since = performance.now();
      asked.push(judge(service, target).then(() => ms.push(performance.now() - since)));
      await sleep(SINGLE_EVERY_MS);
    }
    await Promise.all(asked);
    return ms;
  };
  await runBatch([...singles.slice(0, 4), ...removedReviews(1)], 1, (target) => judge(service, target));
  const alone = await ask();
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, STOPPED]);
  const list = mixedReviews(MIXED);
  let links = 0;
  const bulk = (async () => {
    while (!signal.aborted)
      await streamList(service, list, signal, () => {
        links += 1;
      });
  })();
  const ended = bulk.catch((error: unknown) => {
    if (!over.signal.aborted) throw error;
  });
  // The bulk check has used up its burst before the first single request.
  await sleep(3_000);
  const beside = await Promise.race([ask(), ended.then(() => assert.fail('the bulk checks ended early'))]);
  over.abort();
  await ended;
  return [
    { path, what: 'alone', ms: alone, links: 0 },
    { path, what: 'beside a bulk check', ms: beside, links },
  ];
}
