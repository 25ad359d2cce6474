import assert from 'node:assert/strict';
import { startContestant } from './contestants.js';
import { type CpuUse, highestPss, inTurns, measureCpu, pssOf } from './measure.js';
import { OPTIONS } from './options.js';
import { type Arena, answerTo, dataOf, endingAll, type Served, startService } from './processes.js';
import { type Goal, type Section, table } from './report.js';
import { median, numberText, spreadText } from './statistics.js';
import { DELAYS, type ListedPlace, LONG_LIST, MIDDLE_LIST, SHORT_LIST } from './workload.js';

const ROUNDS = OPTIONS.quick ? 1 : 2;

/** Measures lists next to a bare script, then long lists by the service alone. */
export async function measureReviews(arena: Arena): Promise<Section> {
  const lists: ListRow[] = [];
  await endingAll(async () => {
    const sides = {
      'bare Playwright': await startContestant('bare', arena),
      'place-lookup': await startService(arena),
    };
    for (const place of OPTIONS.quick ? [SHORT_LIST] : [SHORT_LIST, MIDDLE_LIST])
      lists.push(...(await readList(place, arena, sides)));
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
    goals: listGoals(lists),
    text: [
      listText(lists),
      `Memory (PSS of the service’s process tree), before / highest / after: ${memory.join(', ')}.`,
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

const RETIRED = [
  'Retired goal: 200 reviews within 1.30 × the floor. Some 30 ms of a batch are not the provider’s: Chromium draws ten cards, notices the scroll at its next frame and asks. A bare script, which only scrolls, takes longer; the goal is to be no slower.',
  'Retired goal: a batch of the last quarter within 1.10 × one of the first. A batch takes Chromium longer the more cards the page holds, although cards out of view are not drawn: some 15 ms more at the end of 4,490. The time a review says what this costs a list.',
].join('\n\n');

/** Time ÷ the delays of the stand-in: document, data, panel, and every batch. */
function overFloor({ ms, gaps }: ListRun): number {
  const { documentDelayMs, dataDelayMs, renderDelayMs, reviewsDelayMs } = DELAYS;
  return ms / (documentDelayMs + dataDelayMs + renderDelayMs + (gaps.length + 1) * reviewsDelayMs);
}

function quartersOf({ gaps }: ListRun): { readonly first: number; readonly last: number } {
  const quarter = Math.max(1, Math.floor(gaps.length / 4));
  return { first: median(gaps.slice(0, quarter)), last: median(gaps.slice(-quarter)) };
}

/** No slower than the bare script, and the cost of a review flat. */
function listGoals(rows: readonly ListRow[]): readonly Goal[] {
  const [short, ...long] = rows.filter(({ side }) => side === 'place-lookup');
  const perReview = (row: ListRow | undefined) =>
    median(row?.runs.map(({ ms }) => ms) ?? []) / (row?.reviews ?? 1);
  const bare = rows.filter(({ side }) => side === 'bare Playwright');
  return [
    ...bare.map((row): Goal => {
      const own = rows.find(({ side, reviews }) => side === 'place-lookup' && reviews === row.reviews);
      return [
        `${row.reviews} reviews: time ÷ that of a bare script that only scrolls`,
        perReview(own) / perReview(row),
        '≤',
        1,
      ];
    }),
    ...long.map(
      (row): Goal => [
        `${row.reviews} reviews: time a review ÷ that of 200`,
        perReview(row) / perReview(short),
        '≤',
        1.1,
      ],
    ),
  ];
}

function listText(rows: readonly ListRow[]): string {
  const middle = (of: (run: ListRun) => number) => (row: ListRow) => numberText(median(row.runs.map(of)), 1);
  return [
    '### Lists of reviews',
    'The floor is the sum of the stand-in’s delays. “ms a batch” is what a batch of ten takes beyond its delay.',
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
    RETIRED,
  ].join('\n\n');
}
