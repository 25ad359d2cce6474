import assert from 'node:assert/strict';
import { startContestant } from './contestants.js';
import { pathsOf } from './lookups.js';
import { type Batch, inTurns, perMinute, runBatch } from './measure.js';
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
import { median, spreadText } from './statistics.js';
import { countedPlaces, goneReviews, type ReviewTarget, removedReviews, visibleReviews } from './workload.js';

const ROUNDS = OPTIONS.quick ? 1 : 3;
/** Removed reviews of one list, next to the script. */
const LIST = OPTIONS.quick ? 8 : 24;
/** Visible reviews of one list, as a stream and as a job. */
const PACED = OPTIONS.quick ? 20 : 150;

/** Reviews asked for together, and the most rendered loads that each may cost: docs/deployment.md, "How much it needs". */
interface Counted {
  readonly what: string;
  readonly targets: readonly ReviewTarget[];
  readonly limit: number;
  /** A review of the same place that is asked for before. */
  readonly first?: ReviewTarget | undefined;
}

/** Each takes places of its own: what the service remembers of a place must not count. */
function countedReviews(): readonly Counted[] {
  const left = [...countedPlaces];
  const gone = (places: number, each: number) =>
    left.splice(0, places).flatMap((one) => goneReviews(one, each));
  const said = (places: number) => left.splice(0, places).flatMap((one) => removedReviews(1, one));
  const [known] = left.splice(0, 1);
  const many = OPTIONS.quick ? 2 : 10;
  const apart = OPTIONS.quick ? 4 : 20;
  const dozen = OPTIONS.quick ? 3 : 12;
  return [
    { what: 'a visible review', targets: visibleReviews(1), limit: 1 },
    { what: 'a removed review', targets: gone(1, 1), limit: 5 },
    {
      what: 'a removed review, in words, of a place with a known review',
      targets: removedReviews(1, known),
      first: visibleReviews(1, known)[0],
      limit: 3,
    },
    {
      what: `a list: ${apart} removed, in words, of ${apart} places`,
      targets: said(apart),
      limit: 4,
    },
    { what: 'a list: 12 removed of two places', targets: gone(2, 6), limit: 2.6 },
    { what: `a list: ${dozen} removed of ${dozen} places`, targets: gone(dozen, 1), limit: 5.2 },
    { what: `a list: ${10 * many} removed of ${many} places`, targets: gone(many, 10), limit: 2.5 },
    { what: 'a list: 20 removed, in words, of one place', targets: removedReviews(20), limit: 2.3 },
  ];
}

/** Measures what a bulk check takes. */
export async function measureBulk(arena: Arena): Promise<Section> {
  const removed = await endingAll(() => measureRemoved(arena));
  const counted = await endingAll(() => measureLoads(arena));
  const jobs = await endingAll(() => measureJobs(arena));
  const goals: Goal[] = [
    [
      'removed reviews in a list ÷ the bare script at 4 at once: rate',
      median(removed.list.map(perMinute)) / median(removed.script.map(perMinute)),
      '≥',
      0.75,
    ],
    [
      'first verdict of a job of four links ÷ a single request: time',
      median(jobs('first of four')) / median(jobs('single')),
      '≤',
      1.2,
    ],
    [
      `${PACED} visible reviews as a job ÷ as a stream: rate`,
      median(jobs('stream')) / median(jobs('job')),
      '≥',
      0.9,
    ],
    ...counted.map(({ what, limit, each }): Goal => [`rendered loads of each: ${what}`, each, '≤', limit]),
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
      `The first verdict of a job of four links came after ${spreadText(jobs('first of four'), 2)} s, of a single request after ${spreadText(jobs('single'), 2)} s; ${PACED} visible reviews took ${spreadText(jobs('job'), 1)} s as a job, ${spreadText(jobs('stream'), 1)} s as a stream.`,
      'The service counts rendered loads itself. Without "in words", the pages of removed reviews show the card of the place alone. Retired goal: 3.00 loads for each of 20 removed, in words, of 20 places. The control has to be another review of the same place; of a place that nobody has asked about, only its page names one: the fourth load.',
    ].join('\n\n'),
  };
}

interface Line {
  readonly type: string;
  readonly index: number;
  readonly is_visible?: boolean;
}

/** Streams one bulk check. Returns the seconds at which each verdict came. */
function streamList(service: Served, targets: readonly ReviewTarget[]): Promise<number[]> {
  const body = { urls: targets.map(({ link }) => link) };
  return readVerdicts(service, { path: '/review-visibility', body }, targets, performance.now());
}

/** Sends a list as a job and follows it. Returns the seconds at which each verdict came. */
async function followJob(service: Served, targets: readonly ReviewTarget[]): Promise<number[]> {
  const startedAt = performance.now();
  const body = { type: 'review-visibility', urls: targets.map(({ link }) => link) };
  const begun = await fetch(`${service.address}/jobs`, { ...requestOf({ path: '', body }), signal: STOPPED });
  assert.equal(begun.status, 202, 'a job was refused');
  const { data } = (await begun.json()) as { readonly data: { readonly id: string } };
  return readVerdicts(service, { path: `/jobs/${data.id}/results` }, targets, startedAt);
}

/** Reads the lines of an answer. Every verdict must be the true one. Returns the seconds at which each came. */
async function readVerdicts(
  { address }: Served,
  asked: { readonly path: string; readonly body?: object },
  targets: readonly ReviewTarget[],
  startedAt: number,
): Promise<number[]> {
  const ask = { ...asked, accept: 'application/x-ndjson' };
  const response = await fetch(address + ask.path, { ...requestOf(ask), signal: STOPPED });
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
      if (isWhole || line.type === 'progress') continue;
      assert.equal(line.is_visible, targets[line.index]?.isVisible, `bulk: ${text}`);
      seconds.push((performance.now() - startedAt) / 1000);
    }
  }
  assert(isWhole, 'a bulk check broke off');
  return seconds;
}

/** Lists of removed reviews, next to the bare script. */
async function measureRemoved(arena: Arena) {
  const service = await startService(arena);
  const script = await startContestant('bare', arena);
  const targets = removedReviews((ROUNDS + 1) * LIST);
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
  return { list: done.get('list') ?? [], script: done.get('script') ?? [] };
}

/** A list as a job: its first verdict next to a single request, its pace next to the stream of a list. */
async function measureJobs(arena: Arena) {
  const service = await startService(arena);
  const targets = visibleReviews(PACED);
  const single = async () => {
    const startedAt = performance.now();
    await dataOf(service, '/review-visibility?url=', targets[0]?.link);
    return (performance.now() - startedAt) / 1000;
  };
  const turns = {
    single,
    'first of four': async () => (await followJob(service, targets.slice(0, 4)))[0] ?? Number.NaN,
    stream: async () => Math.max(...(await streamList(service, targets))),
    job: async () => Math.max(...(await followJob(service, targets))),
  };
  await single();
  const done = await inTurns(['single', 'first of four', 'stream', 'job'] as const, ROUNDS, (side) =>
    turns[side](),
  );
  return (side: keyof typeof turns) => done.get(side) ?? [];
}

/** The rendered loads that each review costs. The HTTP fast path is off: a visible review is rendered, too. */
async function measureLoads(arena: Arena): Promise<readonly (Counted & { readonly each: number })[]> {
  // The loads are counted, not timed: a busy machine may take its time.
  const service = await startRendered(arena, { REQUEST_TIMEOUT_MS: '300000' });
  const counted: (Counted & { readonly each: number })[] = [];
  for (const one of countedReviews()) {
    if (one.first !== undefined) await streamList(service, [one.first]);
    const [, before] = await pathsOf(service);
    await streamList(service, one.targets);
    const [, after] = await pathsOf(service);
    counted.push({ ...one, each: (after - before) / one.targets.length });
  }
  return counted;
}
