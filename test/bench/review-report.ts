import { quantile } from './measure.js';
import type { Memory } from './memory.js';
import { aligned, type Goal } from './report.js';
import type { ListRow, ListRun } from './review-lists.js';
import type { VerdictRow } from './review-verdicts.js';

const LIST_HEADINGS = [
  'reviews',
  'side',
  'runs',
  's',
  'per s',
  '÷ floor',
  'ms a batch',
  'first quarter',
  'last quarter',
];
const VERDICT_HEADINGS = [
  'verdicts',
  'at once',
  'loads',
  'visibility p50',
  'a minute',
  'details p50',
  'a minute',
  'bare p50',
  'a minute',
  'vis. ÷ details',
  'rounds 25–75 %',
  'vis. ÷ bare',
];

/** Lists of reviews; "ms a batch" is what a batch takes beyond the stand-in's own wait. */
export function listTable(rows: readonly ListRow[]): string {
  const lines = rows.flatMap((row) => [
    listCells(row.reviews, row.service),
    ...(row.bare.length === 0 ? [] : [listCells(row.reviews, row.bare)]),
  ]);
  const memory = rows.map(
    ({ reviews, memory: { before, highest, after } }) =>
      `Memory around ${reviews} reviews, before / highest / after, MB: service ${megabytes('service', before, highest, after)}, browser ${megabytes('browser', before, highest, after)}`,
  );
  return [aligned([LIST_HEADINGS, ...lines]), ...memory].join('\n');
}

function listCells(reviews: number, runs: readonly ListRun[]): string[] {
  const ms = middle(runs, (run) => run.ms);
  return [
    String(reviews),
    runs[0]?.side ?? '',
    String(runs.length),
    (ms / 1000).toFixed(2),
    ((reviews / ms) * 1000).toFixed(1),
    middle(runs, overFloor).toFixed(2),
    middle(runs, ({ batch }) => batch.p50).toFixed(1),
    middle(runs, ({ batch }) => batch.firstQuarter).toFixed(1),
    middle(runs, ({ batch }) => batch.lastQuarter).toFixed(1),
  ];
}

function megabytes(of: keyof Memory, ...samples: readonly Memory[]): string {
  return samples.map((sample) => sample[of].toFixed(0)).join(' / ');
}

/** Verdicts about single reviews; milliseconds. */
export function verdictTable(rows: readonly VerdictRow[]): string {
  const lines = rows.map(({ name, concurrency, times, ratio, roundRatios }) => [
    name,
    String(concurrency),
    String(times.visibility.all.length),
    ...[times.visibility, times.details, times.bare].flatMap(({ p50, perSecond }) => [
      p50.toFixed(0),
      (perSecond * 60).toFixed(0),
    ]),
    ratio.toFixed(2),
    `${quantile(roundRatios, 0.25).toFixed(2)}–${quantile(roundRatios, 0.75).toFixed(2)}`,
    (times.visibility.p50 / times.bare.p50).toFixed(2),
  ]);
  return aligned([VERDICT_HEADINGS, ...lines]);
}

/** Issue 3: 200 reviews within 1.7 × the floor, a flat cost per batch, less work for a verdict than for details. */
export function reviewGoals(lists: readonly ListRow[], verdicts: readonly VerdictRow[]): readonly Goal[] {
  const goal = (text: string, value: number, limit: number): Goal => ({
    text,
    value,
    limit,
    met: value <= limit,
  });
  return [
    ...lists.map(({ reviews, service }) =>
      goal(`/place-reviews, ${reviews} reviews: time ÷ floor`, middle(service, overFloor), 1.7),
    ),
    ...lists
      .filter(({ reviews }) => reviews > 200)
      .map(({ reviews, service }) =>
        goal(
          `/place-reviews, ${reviews} reviews: a batch of the last quarter ÷ one of the first, waits included`,
          middle(service, flatness),
          1.1,
        ),
      ),
    ...verdicts
      .filter(({ name }) => name === 'visible')
      .map(({ concurrency, ratio }) =>
        goal(`/review-visibility ÷ /review-details, ${concurrency} at once: p50`, ratio, 0.95),
      ),
  ];
}

function overFloor({ ms, floorMs }: ListRun): number {
  return ms / floorMs;
}

function flatness({ waitMs, batch }: ListRun): number {
  return (waitMs + batch.lastQuarter) / (waitMs + batch.firstQuarter);
}

function middle(runs: readonly ListRun[], of: (run: ListRun) => number): number {
  return quantile(runs.map(of), 0.5);
}
