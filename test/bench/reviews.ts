import assert from 'node:assert/strict';
import { type Bare, launchBare } from './bare.js';
import { type Batch, inTurns, measureCpu, measureMemoryUse, percentiles, runBatch } from './measure.js';
import {
  type Arena,
  answerTo,
  type Delays,
  dataOf,
  NDJSON,
  type Provider,
  type Served,
  startService,
  withCleanup,
} from './processes.js';
import { atLeast, atMost, type Goal, markdownTable, type Section } from './report.js';
import { at, numberText, quantile, spreadOf, spreadText } from './statistics.js';
import {
  type ListedPlace,
  LONG_LIST,
  MIDDLE_LIST,
  type ReviewTarget,
  removedReviews,
  SHORT_LIST,
  visibleReviews,
} from './workload.js';

/**
 * Measures lists and verdicts next to a bare script, then long lists by the service alone. `provider`: the stand-in,
 * which tells when it was asked for batches.
 */
export async function measureReviews(
  arena: Arena,
  provider: Provider,
  delays: Delays,
  quick: boolean,
  signal: AbortSignal,
): Promise<Section> {
  const rounds = quick ? 1 : 2;
  const readBoth = (place: ListedPlace, service: Served, bare: Bare | null) =>
    readList(place, rounds, { service, bare, provider, delays, signal });
  const together = await withCleanup(async (keep) => {
    const light = await keep(startService(arena));
    const rendered = await keep(startService(arena, { LIGHT_LANE: 'off' }));
    const bare = await keep(launchBare(arena));
    const verdicts = await measureVerdicts({ light, rendered, bare, signal }, rounds, quick);
    const lists = [await readBoth(SHORT_LIST, light, bare)];
    if (!quick) lists.push(await readBoth(MIDDLE_LIST, light, bare));
    return { verdicts, lists };
  });
  return withCleanup(async (keep) => {
    const service = await keep(startService(arena));
    const memory: string[] = [];
    for (const place of quick ? [SHORT_LIST] : [SHORT_LIST, MIDDLE_LIST, LONG_LIST]) {
      const use = await measureMemoryUse(service.pid, () => listByService(service.address, place));
      const megabytes = [use.before, use.highest, use.after].map((value) => numberText(value));
      memory.push(`${numberText(place.reviews)} reviews ${megabytes.join(' / ')} MB`);
    }
    process.stderr.write('  memory around lists: done\n');
    const lists = [...together.lists, ...(quick ? [] : [await readBoth(LONG_LIST, service, null)])];
    const { verdicts } = together;
    const memoryText = `Memory (PSS of the service’s process tree, no other Chromium running), before / highest / after: ${memory.join(', ')}.`;
    return {
      goals: [...listGoals(lists), ...verdictGoals(verdicts)],
      text: [listText(lists), memoryText, verdictText(verdicts)].join('\n\n'),
    };
  });
}

/** One list read to its end. Milliseconds. */
interface ListRun {
  readonly ms: number;
  /** The stand-in's own waiting: document, data, panel, and every batch. */
  readonly floorMs: number;
  /** The stand-in's wait before each batch. */
  readonly waitMs: number;
  /** From one request for a batch to the next, without the stand-in's wait: medians of all and of a quarter. */
  readonly batch: number;
  readonly firstQuarter: number;
  readonly lastQuarter: number;
  /** Processor milliseconds of the service's process tree a review. */
  readonly cpuMs: number;
}

interface ListRow {
  readonly reviews: number;
  /** Empty = the service alone was asked. */
  readonly bare: readonly ListRun[];
  readonly service: readonly ListRun[];
}

interface ListSides {
  readonly service: Served;
  readonly bare: Bare | null;
  readonly provider: Provider;
  readonly delays: Delays;
  readonly signal: AbortSignal;
}

/** Reads a place's list once a round by each side, which must read the same. */
async function readList(place: ListedPlace, rounds: number, sides: ListSides): Promise<ListRow> {
  const { service, bare, provider, delays, signal } = sides;
  let known: readonly string[] | null = null;
  const run = async (side: 'bare' | 'service'): Promise<ListRun> => {
    signal.throwIfAborted();
    await provider.batchTimes();
    const { result, cpuSeconds } = await measureCpu(service.pid, async () => {
      const since = performance.now();
      const reading = side === 'bare' ? bare?.list(place.placeId) : listByService(service.address, place);
      return { ids: (await reading) ?? [], ms: performance.now() - since };
    });
    assert.equal(new Set(result.ids).size, place.reviews, `${side}: a list of another length`);
    known ??= result.ids;
    assert.deepStrictEqual(result.ids, known, 'the same list was read differently');
    const times = await provider.batchTimes();
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time) - delays.reviews);
    const quarter = Math.max(1, Math.floor(gaps.length / 4));
    return {
      ms: result.ms,
      floorMs: delays.document + delays.data + delays.render + times.length * delays.reviews,
      waitMs: delays.reviews,
      batch: quantile(gaps, 0.5),
      firstQuarter: quantile(gaps.slice(0, quarter), 0.5),
      lastQuarter: quantile(gaps.slice(-quarter), 0.5),
      cpuMs: (cpuSeconds / place.reviews) * 1000,
    };
  };
  const runs = await inTurns(
    bare === null ? ['service' as const] : ['bare' as const, 'service' as const],
    rounds,
    run,
  );
  process.stderr.write(`  lists of ${place.reviews}: done\n`);
  return { reviews: place.reviews, bare: runs.get('bare') ?? [], service: runs.get('service') ?? [] };
}

/** Streamed, as long lists should be: the ids in order. */
async function listByService(base: string, { placeId, reviews }: ListedPlace): Promise<string[]> {
  const path = `/place-reviews?max_pages=50&placeid=${placeId}`;
  const text = await answerTo(base, { path, headers: NDJSON });
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
const flatness = ({ waitMs, firstQuarter, lastQuarter }: ListRun) =>
  (waitMs + lastQuarter) / (waitMs + firstQuarter);
const middle = (runs: readonly ListRun[], of: (run: ListRun) => number) => quantile(runs.map(of), 0.5);

/** 200 reviews within 1.3 × the floor, and the cost of a review flat. */
function listGoals(lists: readonly ListRow[]): readonly Goal[] {
  const perReview = ({ reviews, service }: ListRow) => middle(service, ({ ms }) => ms) / reviews;
  const short = at(lists, 0);
  const long = lists
    .slice(1)
    .flatMap((row) => [
      atMost(`${row.reviews} reviews: time a review ÷ that of 200`, perReview(row) / perReview(short), 1.1),
      atMost(
        `${row.reviews} reviews: a batch of the last quarter ÷ one of the first, waits included`,
        middle(row.service, flatness),
        1.1,
        WHY_GROWTH,
      ),
    ]);
  return [atMost('200 reviews: time ÷ floor', middle(short.service, overFloor), 1.3, WHY_200), ...long];
}

function listText(lists: readonly ListRow[]): string {
  const cells = (reviews: number, side: string, runs: readonly ListRun[]) => [
    numberText(reviews),
    side,
    String(runs.length),
    spreadText(spreadOf(runs.map(({ ms }) => ms / 1000)), 2),
    spreadText(spreadOf(runs.map(overFloor)), 2),
    side === 'place-lookup' ? spreadText(spreadOf(runs.map(({ cpuMs }) => cpuMs)), 1) : '',
    ...(['batch', 'firstQuarter', 'lastQuarter'] as const).map((name) =>
      numberText(
        middle(runs, (run) => run[name]),
        1,
      ),
    ),
  ];
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
  readonly bare: Bare;
  readonly signal: AbortSignal;
}

/** What one side made of reviews of one kind at one concurrency. */
interface VerdictRow {
  readonly kind: string;
  readonly side: VerdictSide;
  readonly concurrency: number;
  readonly batches: readonly Batch[];
}

async function measureVerdicts(
  sides: VerdictSides,
  rounds: number,
  quick: boolean,
): Promise<readonly VerdictRow[]> {
  const [visible, removed] = [visibleReviews(), removedReviews()];
  const mixed = visible.map((target, index) => (index % 4 === 3 ? at(removed, index) : target));
  const names = Object.keys(VERDICT_SIDES) as VerdictSide[];
  const measure = async (
    kind: string,
    targets: readonly ReviewTarget[],
    concurrency: number,
    count: number,
  ) => {
    const take = (side: VerdictSide, round: number) => {
      const chosen = Array.from({ length: count }, (_, index) => at(targets, round * count + index));
      if (side === 'bulk') return judgeList(chosen, sides.light);
      return runBatch(chosen, concurrency, (target) => judge(side, target, sides), sides.signal);
    };
    const done = await inTurns(names, rounds, take);
    return [...done].map(([side, batches]) => ({ kind, side, concurrency, batches }));
  };
  // Unmeasured: the first loads start the browsers and the just-in-time compilers.
  await measure('every fourth removed', mixed, 4, 4);
  const rows = [
    ...(await measure('visible', visible, 1, quick ? 2 : 8)),
    ...(await measure('visible', visible, 4, quick ? 4 : 16)),
    ...(await measure('every fourth removed', mixed, 4, quick ? 4 : 12)),
    ...(await measure(REMOVED_KIND, removed, 1, quick ? 2 : 8)),
    ...(await measure(REMOVED_KIND, removed, 4, quick ? 4 : 12)),
  ];
  process.stderr.write('  verdicts: done\n');
  return rows;
}

/** One bulk check of all links; every link takes its part of the time. */
async function judgeList(targets: readonly ReviewTarget[], { address }: Served): Promise<Batch> {
  const startedAt = performance.now();
  const body = { urls: targets.map(({ link }) => link) };
  const ask = { path: '/review-visibility', headers: { accept: 'application/json' }, body };
  const { results } = JSON.parse(await answerTo(address, ask)).data as {
    results: { review_url: string; is_visible?: boolean }[];
  };
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
  const ask = async () => {
    // Like the service, the script says "not visible" only after a second load.
    if (side === 'bare') return (await bare.isVisible(link)) || (await bare.isVisible(link));
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
  const rate = (side: VerdictSide) => spreadOf(of(REMOVED_KIND, side, 4).map(perMinute)).median;
  return [
    atMost(
      "a removed review ÷ the bare script's two loads, 1 at once: p50",
      p50(REMOVED_KIND, 'light', 1) / p50(REMOVED_KIND, 'bare', 1),
      2.2,
    ),
    atLeast(
      'removed reviews in a list ÷ the bare script at 4 at once: rate',
      rate('bulk') / rate('bare'),
      0.9,
    ),
    ...[1, 4].map((concurrency) =>
      atMost(
        `/review-visibility ÷ /review-details, both rendered, ${concurrency} at once: p50`,
        p50('visible', 'rendered', concurrency) / p50('visible', 'details', concurrency),
        0.95,
      ),
    ),
  ];
}

function verdictText(rows: readonly VerdictRow[]): string {
  return [
    '### Verdicts about single reviews',
    'Every verdict must be the true one. That a review is gone takes two rendered loads, for the script too; the service also reads a control after each of them, and the links of a list share controls. As it comes, the service first makes two plain requests.',
    markdownTable([
      ['side', 'reviews', 'at once', 'verdicts', 'a minute', 'p50 ms', 'p95', 'p99'],
      ...rows.map(({ side, kind, concurrency, batches }) => [
        VERDICT_SIDES[side],
        kind,
        String(concurrency),
        String(batches.flatMap(({ ms }) => ms).length),
        spreadText(spreadOf(batches.map(perMinute))),
        ...percentiles(batches).map((ms) => numberText(ms)),
      ]),
    ]),
  ].join('\n\n');
}
