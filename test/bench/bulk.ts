import assert from 'node:assert/strict';
import { pathsOf } from './lookups.js';
import { inTurns } from './measure.js';
import {
  type Arena,
  ask,
  dataOf,
  endingAll,
  OPTIONS,
  type Served,
  startRendered,
  startService,
} from './processes.js';
import type { Goal, Section } from './report.js';
import { median, spreadText } from './statistics.js';
import { gonePlaces, goneReviews, type ReviewTarget, visibleReviews } from './workload.js';

const ROUNDS = OPTIONS.quick ? 1 : 3;
/** Visible reviews of one list, as a stream and as a job. */
const PACED = OPTIONS.quick ? 20 : 150;
const PLACES = OPTIONS.quick ? 2 : 10;

/** Reviews asked for together, and the most rendered loads that each may cost: docs/deployment.md, "How much it needs". */
const COUNTED: readonly (readonly [what: string, targets: readonly ReviewTarget[], limit: number])[] = [
  ['a visible review', visibleReviews(1), 1],
  ['a removed review', gonePlaces.slice(0, 1).flatMap((place) => goneReviews(place, 1)), 5],
  // Places of their own: what the service remembers of a place must not count.
  [
    `a list: ${10 * PLACES} removed of ${PLACES} places`,
    gonePlaces.slice(1, 1 + PLACES).flatMap((place) => goneReviews(place)),
    2.5,
  ],
];

/** Measures what a bulk check takes: its first verdict, its pace, its loads. */
export async function measureBulk(arena: Arena): Promise<Section> {
  const counted = await endingAll(() => measureLoads(arena));
  const jobs = await endingAll(() => measureJobs(arena));
  const goals: Goal[] = [
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
    ...counted,
  ];
  const text = [
    '### Bulk checks',
    `The first verdict of a job of four links came after ${spreadText(jobs('first of four'), 2)} s, of a single request after ${spreadText(jobs('single'), 2)} s; ${PACED} visible reviews took ${spreadText(jobs('job'), 1)} s as a job, ${spreadText(jobs('stream'), 1)} s as a stream.`,
    'The service counts rendered loads itself. The pages of removed reviews show the card of the place alone.',
  ].join('\n\n');
  return { goals, text };
}

interface Line {
  readonly type: string;
  readonly index: number;
  readonly is_visible?: boolean;
}

/** Streams one bulk check. Returns the seconds at which each verdict came. */
async function streamList(service: Served, targets: readonly ReviewTarget[]): Promise<number[]> {
  const since = performance.now();
  const body = { urls: targets.map(({ link }) => link) };
  const accept = 'application/x-ndjson';
  return readVerdicts(await ask(service, { path: '/review-visibility', body, accept }), targets, since);
}

/** Sends a list as a job and follows it. Returns the seconds at which each verdict came. */
async function followJob(service: Served, targets: readonly ReviewTarget[]): Promise<number[]> {
  const since = performance.now();
  const body = { type: 'review-visibility', urls: targets.map(({ link }) => link) };
  const begun = await ask(service, { path: '/jobs', body });
  const { data } = (await begun.json()) as { readonly data: { readonly id: string } };
  const results = { path: `/jobs/${data.id}/results`, accept: 'application/x-ndjson' };
  return readVerdicts(await ask(service, results), targets, since);
}

/** Reads the lines of an answer. Every verdict must be the true one. Returns the seconds at which each came. */
async function readVerdicts(
  { body }: Response,
  targets: readonly ReviewTarget[],
  since: number,
): Promise<number[]> {
  const seconds: number[] = [];
  let rest = '';
  let isWhole = false;
  for await (const part of body ?? []) {
    const texts = (rest + Buffer.from(part).toString()).split('\n');
    rest = texts.pop() ?? '';
    for (const text of texts) {
      const line: Line = JSON.parse(text);
      isWhole = line.type === 'summary';
      if (isWhole || line.type === 'progress') continue;
      assert.equal(line.is_visible, targets[line.index]?.isVisible, `bulk: ${text}`);
      seconds.push((performance.now() - since) / 1000);
    }
  }
  assert(isWhole, 'a bulk check broke off');
  return seconds;
}

/** A list as a job: its first verdict next to a single request, its pace next to the stream of a list. */
async function measureJobs(arena: Arena) {
  const service = await startService(arena);
  const targets = visibleReviews(PACED);
  const turns = {
    single: async () => {
      const since = performance.now();
      await dataOf(service, '/review-visibility?url=', targets[0]?.link);
      return (performance.now() - since) / 1000;
    },
    'first of four': async () => (await followJob(service, targets.slice(0, 4)))[0] ?? Number.NaN,
    stream: async () => Math.max(...(await streamList(service, targets))),
    job: async () => Math.max(...(await followJob(service, targets))),
  };
  await turns.single();
  const sides = ['single', 'first of four', 'stream', 'job'] as const;
  const done = await inTurns(sides, ROUNDS, (side) => turns[side]());
  return (side: keyof typeof turns) => done.get(side) ?? [];
}

/** The rendered loads that each review costs. The HTTP fast path is off: a visible review is rendered, too. */
async function measureLoads(arena: Arena): Promise<Goal[]> {
  // The loads are counted, not timed: a busy machine may take its time.
  const service = await startRendered(arena, { REQUEST_TIMEOUT_MS: '300000' });
  const goals: Goal[] = [];
  for (const [what, targets, limit] of COUNTED) {
    const [, before] = await pathsOf(service);
    await streamList(service, targets);
    const [, after] = await pathsOf(service);
    goals.push([`rendered loads of each: ${what}`, (after - before) / targets.length, '≤', limit]);
  }
  return goals;
}
