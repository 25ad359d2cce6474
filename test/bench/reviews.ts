import assert from 'node:assert/strict';
import { startContestant } from './contestants.js';
import {
  type Batch,
  type CpuUse,
  highestPss,
  inTurns,
  measureCpu,
  percentile,
  perMinute,
  pssOf,
  runBatch,
} from './measure.js';
import { OPTIONS } from './options.js';
import {
  type Arena,
  answerTo,
  dataOf,
  endingAll,
  type Served,
  startRendered,
  startService,
} from './processes.js';
import { type Goal, PERCENTILES, type Section, table } from './report.js';
import { at, median, numberText, spreadText } from './statistics.js';
import {
  DELAYS,
  type ListedPlace,
  LONG_LIST,
  MIDDLE_LIST,
  type ReviewTarget,
  removedReviews,
  SHORT_LIST,
  visibleReviews,
} from './workload.js';

const ROUNDS = OPTIONS.quick ? 1 : 2;

/** Measures lists and verdicts next to a bare script, then long lists by the service alone. */
export async function measureReviews(arena: Arena): Promise<Section> {
  const lists: ListRow[] = [];
  const verdicts = await endingAll(async () => {
    const judges = {
      fastPath: await startService(arena),
      rendered: await startRendered(arena),
      bare: await startContestant('bare', arena),
    };
    const judged = await measureVerdicts(judges);
    const sides = { 'bare Playwright': judges.bare, 'place-lookup': judges.fastPath };
    for (const place of OPTIONS.quick ? [SHORT_LIST] : [SHORT_LIST, MIDDLE_LIST])
      lists.push(...(await readList(place, arena, sides)));
    return judged;
  });
  const service = await startService(arena);
  const memory: string[] = [];
  for (const place of OPTIONS.quick ? [SHORT_LIST] : [SHORT_LIST, MIDDLE_LIST, LONG_LIST]) {
    const before = pssOf(service.pid);
    const highest = await highestPss(service.pid, () => listByService(service, place));
    const megabytes = [before, highest, pssOf(service.pid)].map((value) => numberText(value));
    memory.push(`${numberText(place.reviews)} reviews ${megabytes.join(' / ')} MB`);
  }
  if (!OPTIONS.quick) lists.push(...(await readList(LONG_LIST, arena, { 'place-lookup': service })));
  return {
    goals: [...listGoals(lists), ...verdictGoals(verdicts)],
    text: [
      listText(lists),
      `Memory (PSS of the service’s process tree, no other Chromium running), before / highest / after: ${memory.join(', ')}.`,
      verdictText(verdicts),
    ].join('\n\n'),
  };
}

/** One list read to its end. */
interface ListRun extends CpuUse {
  readonly ms: number;
  /** Milliseconds from one request for a batch to the next, without the delay of the stand-in. */
  readonly gaps: readonly number[];
}

type ListSide = 'bare Playwright' | 'place-lookup';
/** The runs of one side over one list. */
interface ListRow {
  readonly reviews: number;
  readonly side: ListSide;
  readonly runs: readonly ListRun[];
}

/** Reads the list of a place once a round by each side, which must read the same. */
async function readList(
  place: ListedPlace,
  { standIn }: Arena,
  sides: Partial<Record<ListSide, Served>>,
): Promise<ListRow[]> {
  const batchTimes = (): Promise<number[]> => dataOf(standIn, '/batches');
  let known: readonly string[] | null = null;
  const run = async ([side, server]: [string, Served]): Promise<ListRun> => {
    await batchTimes();
    const { ids, ms, cpuMs } = await measureCpu(server.pid, async () => {
      const since = performance.now();
      const ids = await (side === 'place-lookup'
        ? listByService(server, place)
        : listByScript(server, place));
      return { ids, ms: performance.now() - since };
    });
    assert.equal(new Set(ids).size, place.reviews, 'a list of another length');
    known ??= ids;
    assert.deepStrictEqual(ids, known, 'the same list was read differently');
    const times = await batchTimes();
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time) - DELAYS.reviewsDelayMs);
    return { ms, gaps, cpuMs };
  };
  const done = await inTurns(Object.entries(sides) as [ListSide, Served][], ROUNDS, run);
  return [...done].reverse().map(([[side], runs]) => ({ reviews: place.reviews, side, runs }));
}

function listByScript(script: Served, { placeId }: ListedPlace): Promise<string[]> {
  return dataOf(script, '/place-reviews?placeid=', placeId);
}

/** Streamed, as long lists should be: the ids in order. */
async function listByService(service: Served, { placeId, reviews }: ListedPlace): Promise<string[]> {
  const path = `/place-reviews?max_pages=50&placeid=${placeId}`;
  const text = await answerTo(service, { path, accept: 'application/x-ndjson' });
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.equal(lines.at(-1)?.reviews_read, reviews, `/place-reviews ended with ${text.slice(-300)}`);
  return lines.filter(({ type }) => type === 'review').map(({ review }) => review.review_id);
}

const WHY_200 =
  'Some 30 ms of a batch are not the provider’s: Chromium draws ten cards, notices the scroll at its next frame and asks. A bare script that only scrolls takes as long.';
const WHY_GROWTH =
  'Each batch takes Chromium a little longer the more cards the page holds, although those out of view are not drawn: some 15 ms more at the end of 4,490 than at the beginning. The bare script, which leaves them drawn, pays more at 1,000 already.';

/** Time ÷ the delays of the stand-in: document, data, panel, and every batch. */
function overFloor({ ms, gaps }: ListRun): number {
  const { documentDelayMs, dataDelayMs, renderDelayMs, reviewsDelayMs } = DELAYS;
  return ms / (documentDelayMs + dataDelayMs + renderDelayMs + (gaps.length + 1) * reviewsDelayMs);
}

function quartersOf({ gaps }: ListRun): { readonly first: number; readonly last: number } {
  const quarter = Math.max(1, Math.floor(gaps.length / 4));
  return { first: median(gaps.slice(0, quarter)), last: median(gaps.slice(-quarter)) };
}

/** 200 reviews within 1.3 × the floor, and the cost of a review flat. */
function listGoals(rows: readonly ListRow[]): readonly Goal[] {
  const [short, ...long] = rows.filter(({ side }) => side === 'place-lookup');
  const perReview = (row: ListRow | undefined) =>
    median(row?.runs.map(({ ms }) => ms) ?? []) / (row?.reviews ?? 1);
  const growth = (run: ListRun) => {
    const { first, last } = quartersOf(run);
    return (DELAYS.reviewsDelayMs + last) / (DELAYS.reviewsDelayMs + first);
  };
  return [
    ['200 reviews: time ÷ floor', median(short?.runs.map(overFloor) ?? []), '≤', 1.3, WHY_200],
    ...long.flatMap((row): Goal[] => {
      const quarters = 'a batch of the last quarter ÷ one of the first, waits included';
      return [
        [`${row.reviews} reviews: time a review ÷ that of 200`, perReview(row) / perReview(short), '≤', 1.1],
        [`${row.reviews} reviews: ${quarters}`, median(row.runs.map(growth)), '≤', 1.1, WHY_GROWTH],
      ];
    }),
  ];
}

function listText(rows: readonly ListRow[]): string {
  const middle = (of: (run: ListRun) => number) => (row: ListRow) => numberText(median(row.runs.map(of)), 1);
  return [
    '### Lists of reviews',
    'The floor is the sum of the stand-in’s own delays: document, data, panel, and every batch of ten. “ms a batch” is what a batch takes beyond its delay. The bare script reads the same list in the same order.',
    table(rows, {
      reviews: ({ reviews }) => numberText(reviews),
      side: ({ side }) => side,
      runs: ({ runs }) => String(runs.length),
      seconds: ({ runs }) =>
        spreadText(
          runs.map(({ ms }) => ms / 1000),
          2,
        ),
      '÷ floor': ({ runs }) => spreadText(runs.map(overFloor), 2),
      // Counted of the service alone.
      'CPU ms a review': ({ side, runs, reviews }) =>
        side === 'place-lookup'
          ? spreadText(
              runs.map(({ cpuMs }) => cpuMs / reviews),
              1,
            )
          : '',
      'ms a batch': middle(({ gaps }) => median(gaps)),
      'first quarter': middle((run) => quartersOf(run).first),
      'last quarter': middle((run) => quartersOf(run).last),
    }),
  ].join('\n\n');
}

/** Who judges reviews. */
const VERDICT_SIDES = {
  fastPath: { title: 'place-lookup: /review-visibility', server: 'fastPath', path: '/review-visibility' },
  rendered: { title: 'the same, rendered pages', server: 'rendered', path: '/review-visibility' },
  details: {
    title: 'place-lookup: /review-details, rendered pages',
    server: 'rendered',
    path: '/review-details',
  },
  bulk: { title: 'place-lookup: one list', server: 'fastPath', path: null },
  bare: { title: 'bare Playwright', server: 'bare', path: '/review-visibility' },
} as const;
type VerdictSide = keyof typeof VERDICT_SIDES;
const REMOVED_KIND = 'removed, two loads';

/** What one side made of reviews of one kind at one concurrency. */
interface VerdictRow {
  readonly kind: string;
  readonly side: VerdictSide;
  readonly concurrency: number;
  readonly turns: readonly Batch[];
}

async function measureVerdicts(
  judges: Readonly<Record<'fastPath' | 'rendered' | 'bare', Served>>,
): Promise<readonly VerdictRow[]> {
  const [visible, removed] = [visibleReviews(), removedReviews()];
  const mixed = visible.map((target, index) => (index % 4 === 3 ? at(removed, index) : target));
  const names = Object.keys(VERDICT_SIDES) as VerdictSide[];
  const rows: VerdictRow[] = [];
  for (const [kind, targets, concurrency, full] of [
    // The first row is not measured: the first loads start the browsers and the just-in-time compilers.
    ['every fourth removed', mixed, 4, 4],
    ['visible', visible, 1, 8],
    ['visible', visible, 4, 16],
    ['every fourth removed', mixed, 4, 12],
    [REMOVED_KIND, removed, 1, 8],
    [REMOVED_KIND, removed, 4, 12],
  ] as const) {
    const count = OPTIONS.quick ? Math.max(2, concurrency) : full;
    const done = await inTurns(names, ROUNDS, (side, round) => {
      const chosen = Array.from({ length: count }, (_, index) => at(targets, round * count + index));
      const { server, path } = VERDICT_SIDES[side];
      if (path === null) return judgeList(chosen, judges[server]);
      return runBatch(chosen, concurrency, async ({ link, isVisible }) => {
        const data = await dataOf(judges[server], `${path}?url=`, link);
        const verdict = (data.review_details ?? data).is_visible;
        assert.equal(verdict, isVisible, `${side}: a false verdict about ${link}`);
      });
    });
    rows.push(...[...done].map(([side, turns]) => ({ kind, side, concurrency, turns })));
  }
  return rows.slice(names.length);
}

/** One bulk check of all links; every link takes its part of the time. */
async function judgeList(targets: readonly ReviewTarget[], service: Served): Promise<Batch> {
  const startedAt = performance.now();
  const body = { urls: targets.map(({ link }) => link) };
  const text = await answerTo(service, { path: '/review-visibility', accept: 'application/json', body });
  const { results } = JSON.parse(text).data as { results: { review_url: string; is_visible?: boolean }[] };
  const wallMs = performance.now() - startedAt;
  for (const { link, isVisible } of targets)
    assert.equal(results.find((one) => one.review_url === link)?.is_visible, isVisible, `bulk: ${link}`);
  return { ms: targets.map(() => wallMs / targets.length), wallMs };
}

/** A control follows each of the two loads of a removed review. The section `bulk` has the goals of lists. */
function verdictGoals(rows: readonly VerdictRow[]): readonly Goal[] {
  const of = (kind: string, side: VerdictSide, concurrency: number) =>
    rows.find((row) => row.kind === kind && row.side === side && row.concurrency === concurrency)?.turns ??
    [];
  const p50 = (...which: Parameters<typeof of>) => percentile(of(...which), 0.5);
  const twoLoads = p50(REMOVED_KIND, 'fastPath', 1) / p50(REMOVED_KIND, 'bare', 1);
  return [
    ["a removed review ÷ the bare script's two loads, 1 at once: p50", twoLoads, '≤', 2.2],
    ...[1, 4].map((concurrency): Goal => {
      const ratio = p50('visible', 'rendered', concurrency) / p50('visible', 'details', concurrency);
      const title = '/review-visibility ÷ /review-details, both rendered';
      return [`${title}, ${concurrency} at once: p50`, ratio, '≤', 0.95];
    }),
  ];
}

function verdictText(rows: readonly VerdictRow[]): string {
  return [
    '### Verdicts about single reviews',
    'Every verdict must be the true one. That a review is gone takes two rendered loads, for the script too; the service also reads a control after each of them, and the links of a list share controls. As it comes, the service first makes two plain requests.',
    table(rows, {
      side: ({ side }) => VERDICT_SIDES[side].title,
      reviews: ({ kind }) => kind,
      'at once': ({ concurrency }) => String(concurrency),
      verdicts: ({ turns }) => String(turns.flatMap(({ ms }) => ms).length),
      'a minute': ({ turns }) => spreadText(turns.map(perMinute)),
      ...PERCENTILES,
    }),
  ].join('\n\n');
}
