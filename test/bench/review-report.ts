import { atLeast, atMost, type Goal } from './goals.js';
import { markdownTable } from './markdown.js';
import type { SectionResults } from './results.js';
import type { ListRow, ListRun } from './review-lists.js';
import { REMOVED_KIND, VERDICT_SIDES } from './review-verdicts.js';
import type { ReviewResults } from './reviews.js';
import { numberText, quantile, spreadOf, spreadText } from './statistics.js';

export function reportReviews(data: ReviewResults): SectionResults {
  return { data, goals: reviewGoals(data), text: reviewText(data) };
}

const WHY_200 =
  'Some 30 ms of a batch are not the provider’s: Chromium draws ten cards, notices the scroll at its next frame and asks. A bare script that only scrolls takes as long.';

const WHY_GROWTH =
  'Each batch takes Chromium a little longer the more cards the page holds, although those out of view are not drawn: some 15 ms more at the end of 4,490 than at the beginning. The bare script, which leaves them drawn, pays more at 1,000 already.';

/** Issue 6: 200 reviews within 1.3 × the floor, the cost of a review flat. Issue 3: a verdict is less work. */
function reviewGoals({ lists, verdicts }: ReviewResults): readonly Goal[] {
  const short = lists.find(({ reviews }) => reviews === 200);
  if (short === undefined) return [];
  const perReview = ({ reviews, service }: ListRow) => middle(service, ({ ms }) => ms) / reviews;
  return [
    atMost('200 reviews: time ÷ floor', middle(short.service, overFloor), 1.3, WHY_200),
    ...lists
      .filter(({ reviews }) => reviews > 200)
      .flatMap((row) => [
        atMost(`${row.reviews} reviews: time a review ÷ that of 200`, perReview(row) / perReview(short), 1.1),
        atMost(
          `${row.reviews} reviews: a batch of the last quarter ÷ one of the first, waits included`,
          middle(row.service, flatness),
          1.1,
          WHY_GROWTH,
        ),
      ]),
    ...removedGoal(verdicts),
    ...[1, 4].map((concurrency) => {
      const p50 = (side: 'rendered' | 'details') =>
        verdicts.find((row) => row.kind === 'visible' && row.side === side && row.concurrency === concurrency)
          ?.times.p50 ?? Number.NaN;
      return atMost(
        `/review-visibility ÷ /review-details, both rendered, ${concurrency} at once: p50`,
        p50('rendered') / p50('details'),
        0.95,
      );
    }),
  ];
}

/** Issue 21: a control follows each of the two loads; the links of a list share their controls. */
function removedGoal(verdicts: ReviewResults['verdicts']): readonly Goal[] {
  const rowOf = (side: 'light' | 'bulk' | 'bare', concurrency: number) =>
    verdicts.find((row) => row.kind === REMOVED_KIND && row.side === side && row.concurrency === concurrency);
  const p50 = (side: 'light' | 'bare') => rowOf(side, 1)?.times.p50 ?? Number.NaN;
  const rate = (side: 'bulk' | 'bare') => rowOf(side, 4)?.times.perSecond ?? Number.NaN;
  return [
    atMost("a removed review ÷ the bare script's two loads, 1 at once: p50", p50('light') / p50('bare'), 2.2),
    atLeast(
      'removed reviews in a list ÷ the bare script at 4 at once: rate',
      rate('bulk') / rate('bare'),
      0.9,
    ),
  ];
}

function reviewText({ lists, memory, verdicts }: ReviewResults): string {
  return [
    '### Lists of reviews',
    'The floor is the sum of the stand-in’s own delays: document, data, panel, and every batch of ten. “ms a batch” is what a batch takes beyond its delay. The bare script reads the same list in the same order.',
    markdownTable([
      [
        'reviews',
        'side',
        'runs',
        'seconds',
        '÷ floor',
        'CPU ms a review',
        'ms a batch',
        'first quarter',
        'last quarter',
      ],
      ...lists.flatMap((row) =>
        [row.service, row.bare].filter((runs) => runs.length > 0).map((runs) => listCells(row.reviews, runs)),
      ),
    ]),
    `Memory (PSS of the service’s process tree, no other Chromium running), before / highest / after: ${memory
      .map(
        ({ reviews, before, highest, after }) =>
          `${numberText(reviews)} reviews ${[before, highest, after].map((one) => numberText(one)).join(' / ')} MB`,
      )
      .join(', ')}.`,
    '### Verdicts about single reviews',
    'Every verdict must be the true one. That a review is gone takes two rendered loads, for the script too; the service also reads a control after each of them, and the links of a list share controls. As it comes, the service first makes two plain requests.',
    markdownTable([
      ['side', 'reviews', 'at once', 'verdicts', 'a minute', 'p50 ms', 'p95', 'p99'],
      ...verdicts.map(({ side, kind, concurrency, perMinute, times }) => [
        VERDICT_SIDES[side],
        kind,
        String(concurrency),
        String(times.all.length),
        spreadText(perMinute),
        ...[times.p50, times.p95, times.p99].map((ms) => numberText(ms)),
      ]),
    ]),
  ].join('\n\n');
}

function listCells(reviews: number, runs: readonly ListRun[]): string[] {
  const cpu = runs.flatMap(({ cpuMs }) => (cpuMs === null ? [] : [cpuMs]));
  return [
    numberText(reviews),
    runs[0]?.side === 'bare' ? 'bare Playwright' : 'place-lookup',
    String(runs.length),
    spreadText(spreadOf(runs.map(({ ms }) => ms / 1000)), 2),
    spreadText(spreadOf(runs.map(overFloor)), 2),
    cpu.length === 0 ? '' : spreadText(spreadOf(cpu), 1),
    ...[
      middle(runs, ({ batch }) => batch.p50),
      middle(runs, ({ batch }) => batch.firstQuarter),
      middle(runs, ({ batch }) => batch.lastQuarter),
    ].map((ms) => numberText(ms, 1)),
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
