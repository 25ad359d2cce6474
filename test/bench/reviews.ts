import assert from 'node:assert/strict';
import { startPeer } from './contestants.js';
import { type Batch, inTurns, measureCpu, measureMemoryUse, percentiles, runBatch } from './measure.js';
import { OPTIONS } from './options.js';
import {
  type Arena,
  answerTo,
  dataOf,
  type Script,
  type Served,
  startService,
  withCleanup,
} from './processes.js';
import { type Goal, markdownTable, type Section } from './report.js';
import { at, median, numberText, spreadText } from './statistics.js';
import {
  type ListedPlace,
  LONG_LIST,
  MIDDLE_LIST,
  type ReviewTarget,
  removedReviews,
  SHORT_LIST,
  visibleReviews,
} from './workload.js';

interface Delays {
  readonly documentDelayMs: number;
  readonly dataDelayMs: number;
  readonly renderDelayMs: number;
  readonly reviewsDelayMs: number;
}

const ROUNDS = OPTIONS.quick ? 1 : 2;

/**
 * Measures lists and verdicts next to a bare script, then long lists by the service alone. `provider`: the stand-in,
 * which knows when it was asked for batches.
 */
export async function measureReviews(arena: Arena, provider: Script, delays: Delays): Promise<Section> {
  const read = (place: ListedPlace, service: Served, bare: Script | null) =>
    readList(place, { service, bare, provider, delays });
  const { lists, verdicts } = await withCleanup(async (keep) => {
    const light = await keep(startService(arena));
    const rendered = await keep(startService(arena, { LIGHT_LANE: 'off' }));
    const bare = await keep(startPeer('bare-playwright', arena));
    const verdicts = await measureVerdicts({ light, rendered, bare });
    const lists = [await read(SHORT_LIST, light, bare)];
    if (!OPTIONS.quick) lists.push(await read(MIDDLE_LIST, light, bare));
    return { verdicts, lists };
  });
  const memory = await withCleanup(async (keep) => {
    const service = await keep(startService(arena));
    const uses: string[] = [];
    for (const place of OPTIONS.quick ? [SHORT_LIST] : [SHORT_LIST, MIDDLE_LIST, LONG_LIST]) {
      const use = await measureMemoryUse(service.pid, () => listByService(service.address, place));
      const megabytes = [use.before, use.highest, use.after].map((value) => numberText(value));
      uses.push(`${numberText(place.reviews)} reviews ${megabytes.join(' / ')} MB`);
    }
    if (!OPTIONS.quick) lists.push(await read(LONG_LIST, service, null));
    return `Memory (PSS of the service’s process tree, no other Chromium running), before / highest / after: ${uses.join(', ')}.`;
  });
  return {
    goals: [...listGoals(lists), ...verdictGoals(verdicts)],
    text: [listText(lists), memory, verdictText(verdicts)].join('\n\n'),
  };
}

/** One list read to its end. Milliseconds. */
interface ListRun {
  readonly ms: number;
  /** The delays of the stand-in: document, data, panel, and every batch. */
  readonly floorMs: number;
  /** From one request for a batch to the next, without the delay of the stand-in: medians of all and of a quarter. */
  readonly batch: number;
  readonly firstQuarter: number;
  readonly lastQuarter: number;
  /** Batches of the last quarter ÷ batches of the first, delays included. */
  readonly growth: number;
  /** Processor milliseconds of the service's process tree for a review. */
  readonly cpuMs: number;
}

interface ListRow {
  readonly reviews: number;
  readonly service: readonly ListRun[];
  /** Empty = only the service was asked. */
  readonly bare: readonly ListRun[];
}

interface ListSides {
  readonly service: Served;
  readonly bare: Script | null;
  readonly provider: Script;
  readonly delays: Delays;
}

/** Reads the list of a place once a round by each side, which must read the same. */
async function readList(
  place: ListedPlace,
  { service, bare, provider, delays }: ListSides,
): Promise<ListRow> {
  const batchTimes = () => provider.ask<readonly number[]>('batches');
  const { documentDelayMs, dataDelayMs, renderDelayMs, reviewsDelayMs } = delays;
  let known: readonly string[] | null = null;
  const run = async (side: Script | Served): Promise<ListRun> => {
    await batchTimes();
    const { result, cpuSeconds } = await measureCpu(service.pid, async () => {
      const since = performance.now();
      const ids =
        'ask' in side
          ? await side.ask<string[]>({ operation: 'list', argument: place.placeId })
          : await listByService(side.address, place);
      return { ids, ms: performance.now() - since };
    });
    assert.equal(new Set(result.ids).size, place.reviews, 'a list of another length');
    known ??= result.ids;
    assert.deepStrictEqual(result.ids, known, 'the same list was read differently');
    const times = await batchTimes();
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time) - reviewsDelayMs);
    const quarter = Math.max(1, Math.floor(gaps.length / 4));
    const [firstQuarter, lastQuarter] = [median(gaps.slice(0, quarter)), median(gaps.slice(-quarter))];
    return {
      ms: result.ms,
      floorMs: documentDelayMs + dataDelayMs + renderDelayMs + times.length * reviewsDelayMs,
      ...{ batch: median(gaps), firstQuarter, lastQuarter },
      growth: (reviewsDelayMs + lastQuarter) / (reviewsDelayMs + firstQuarter),
      cpuMs: (cpuSeconds / place.reviews) * 1000,
    };
  };
  const runs = await inTurns<Script | Served, ListRun>(
    bare === null ? [service] : [bare, service],
    ROUNDS,
    run,
  );
  return {
    reviews: place.reviews,
    service: runs.get(service) ?? [],
    bare: (bare && runs.get(bare)) ?? [],
  };
}

/** Streamed, as long lists should be: the ids in order. */
async function listByService(base: string, { placeId, reviews }: ListedPlace): Promise<string[]> {
  const path = `/place-reviews?max_pages=50&placeid=${placeId}`;
  const text = await answerTo(base, { path, accept: 'application/x-ndjson' });
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
const overFloor = ({ ms, floorMs }: ListRun) => ms / floorMs;

/** 200 reviews within 1.3 × the floor, and the cost of a review flat. */
function listGoals([short, ...long]: readonly ListRow[]): readonly Goal[] {
  const perReview = (row: ListRow | undefined) =>
    median(row?.service.map(({ ms }) => ms) ?? []) / (row?.reviews ?? 1);
  return [
    ['200 reviews: time ÷ floor', median(short?.service.map(overFloor) ?? []), '≤', 1.3, WHY_200],
    ...long.flatMap((row): Goal[] => [
      [`${row.reviews} reviews: time a review ÷ that of 200`, perReview(row) / perReview(short), '≤', 1.1],
      [
        `${row.reviews} reviews: a batch of the last quarter ÷ one of the first, waits included`,
        ...([median(row.service.map(({ growth }) => growth)), '≤', 1.1, WHY_GROWTH] as const),
      ],
    ]),
  ];
}

function listText(lists: readonly ListRow[]): string {
  const cells = (reviews: number, side: string, runs: readonly ListRun[]) => {
    const seconds = runs.map(({ ms }) => ms / 1000);
    const cpu = runs.map(({ cpuMs }) => cpuMs);
    return [
      ...[numberText(reviews), side, String(runs.length), spreadText(seconds, 2)],
      spreadText(runs.map(overFloor), 2),
      side === 'place-lookup' ? spreadText(cpu, 1) : '',
      ...(['batch', 'firstQuarter', 'lastQuarter'] as const).map((name) =>
        numberText(median(runs.map((run) => run[name])), 1),
      ),
    ];
  };
  const rows = lists.flatMap(({ reviews, service, bare }) => [
    cells(reviews, 'place-lookup', service),
    ...(bare.length === 0 ? [] : [cells(reviews, 'bare Playwright', bare)]),
  ]);
  const headings = ['reviews', 'side', 'runs', 'seconds', '÷ floor', 'CPU ms a review', 'ms a batch'];
  return [
    '### Lists of reviews',
    'The floor is the sum of the stand-in’s own delays: document, data, panel, and every batch of ten. “ms a batch” is what a batch takes beyond its delay. The bare script reads the same list in the same order.',
    markdownTable([[...headings, 'first quarter', 'last quarter'], ...rows]),
  ].join('\n\n');
}

/** Who judges reviews, and by which endpoint. */
const VERDICT_SIDES = {
  light: 'place-lookup: /review-visibility',
  rendered: 'the same, LIGHT_LANE=off',
  details: 'place-lookup: /review-details, LIGHT_LANE=off',
  bulk: 'place-lookup: one list',
  bare: 'bare Playwright',
} as const;
type VerdictSide = keyof typeof VERDICT_SIDES;
const REMOVED_KIND = 'removed, two loads';

interface VerdictSides {
  /** The service as it comes, and with LIGHT_LANE=off. */
  readonly light: Served;
  readonly rendered: Served;
  readonly bare: Script;
}

/** What one side made of reviews of one kind at one concurrency. */
interface VerdictRow {
  readonly kind: string;
  readonly side: VerdictSide;
  readonly concurrency: number;
  readonly batches: readonly Batch[];
}

async function measureVerdicts(sides: VerdictSides): Promise<readonly VerdictRow[]> {
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
      if (side === 'bulk') return judgeList(chosen, sides.light);
      return runBatch(chosen, concurrency, (target) => judge(side, target, sides));
    });
    rows.push(...[...done].map(([side, batches]) => ({ kind, side, concurrency, batches })));
  }
  return rows.slice(names.length);
}

/** One bulk check of all links; every link takes its part of the time. */
async function judgeList(targets: readonly ReviewTarget[], { address }: Served): Promise<Batch> {
  const startedAt = performance.now();
  const body = { urls: targets.map(({ link }) => link) };
  const text = await answerTo(address, { path: '/review-visibility', accept: 'application/json', body });
  const { results } = JSON.parse(text).data as { results: { review_url: string; is_visible?: boolean }[] };
  const wallMs = performance.now() - startedAt;
  for (const { link, isVisible } of targets)
    assert.equal(results.find((one) => one.review_url === link)?.is_visible, isVisible, `bulk: ${link}`);
  return { ms: targets.map(() => wallMs / targets.length), wallMs };
}

async function judge(
  side: Exclude<VerdictSide, 'bulk'>,
  { link, isVisible }: ReviewTarget,
  { light, rendered, bare }: VerdictSides,
): Promise<void> {
  const load = () => bare.ask<boolean>({ operation: 'isVisible', argument: link });
  const ask = async () => {
    // Like the service, the script says "not visible" only after a second load.
    if (side === 'bare') return (await load()) || (await load());
    const { address } = side === 'light' ? light : rendered;
    if (side !== 'details') return (await dataOf(address, '/review-visibility?url=', link)).is_visible;
    return (await dataOf(address, '/review-details?url=', link)).review_details.is_visible;
  };
  assert.equal(await ask(), isVisible, `${side}: a false verdict about ${link}`);
}

const perMinute = ({ ms, wallMs }: Batch) => (ms.length / wallMs) * 60_000;

/** A control follows each of the two loads of a removed review; the links of a list share their controls. */
function verdictGoals(rows: readonly VerdictRow[]): readonly Goal[] {
  const of = (kind: string, side: VerdictSide, concurrency: number) =>
    rows.find((row) => row.kind === kind && row.side === side && row.concurrency === concurrency)?.batches ??
    [];
  const p50 = (kind: string, side: VerdictSide, concurrency: number) =>
    at(percentiles(of(kind, side, concurrency)), 0);
  const rate = (side: VerdictSide) => median(of(REMOVED_KIND, side, 4).map(perMinute));
  const twoLoads = p50(REMOVED_KIND, 'light', 1) / p50(REMOVED_KIND, 'bare', 1);
  return [
    ["a removed review ÷ the bare script's two loads, 1 at once: p50", twoLoads, '≤', 2.2],
    ['removed reviews in a list ÷ the bare script at 4 at once: rate', rate('bulk') / rate('bare'), '≥', 0.9],
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
    markdownTable([
      ['side', 'reviews', 'at once', 'verdicts', 'a minute', 'p50 ms', 'p95', 'p99'],
      ...rows.map(({ side, kind, concurrency, batches }) => [
        ...[VERDICT_SIDES[side], kind, String(concurrency)],
        String(batches.flatMap(({ ms }) => ms).length),
        spreadText(batches.map(perMinute)),
        ...percentiles(batches).map((ms) => numberText(ms)),
      ]),
    ]),
  ].join('\n\n');
}
