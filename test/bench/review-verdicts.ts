import { setTimeout as sleep } from 'node:timers/promises';
import type { Bare } from './bare.js';
import { verdictBare } from './bare-reviews.js';
import { type Batch, BREATH_MS, type Plan, quantile, runBatch, type Times, timesOf } from './measure.js';
import type { ReviewTarget } from './review-workload.js';
import { at } from './workload.js';

const SIDES = ['visibility', 'details', 'bare'] as const;
type Side = (typeof SIDES)[number];

/** What came of asking for verdicts at one concurrency, the three sides taking turns. */
export interface VerdictRow {
  readonly name: string;
  readonly concurrency: number;
  readonly times: Readonly<Record<Side, Times>>;
  /** /review-visibility ÷ /review-details at the median: of all, and of each round in order. */
  readonly ratio: number;
  readonly roundRatios: readonly number[];
}

export interface VerdictSides {
  readonly service: string;
  readonly bare: Bare;
  readonly signal: AbortSignal;
}

interface Named {
  readonly name: string;
  readonly targets: readonly ReviewTarget[];
}

/** Measures verdicts about reviews of one kind; throws on any verdict but the true one. */
export async function measureVerdicts(
  { name, targets }: Named,
  plan: Plan,
  sides: VerdictSides,
): Promise<VerdictRow> {
  const batches: Record<Side, Batch[]> = { visibility: [], details: [], bare: [] };
  for (let round = 0; round < plan.rounds; round += 1) {
    const chosen = Array.from({ length: plan.batch }, (_, index) => at(targets, round * plan.batch + index));
    for (let turn = 0; turn < SIDES.length; turn += 1) {
      const side = at(SIDES, round + turn);
      const load = (target: ReviewTarget) => ask(side, target, sides);
      batches[side].push(await runBatch(chosen, plan.concurrency, load, sides.signal));
      await sleep(BREATH_MS);
    }
  }
  const { visibility, details, bare } = batches;
  const times = { visibility: timesOf(visibility), details: timesOf(details), bare: timesOf(bare) };
  return {
    name,
    concurrency: plan.concurrency,
    times,
    ratio: times.visibility.p50 / times.details.p50,
    roundRatios: visibility.map(
      ({ ms }, round) => quantile(ms, 0.5) / quantile(details[round]?.ms ?? [], 0.5),
    ),
  };
}

async function ask(side: Side, { link, isVisible }: ReviewTarget, sides: VerdictSides): Promise<void> {
  const verdict =
    side === 'bare' ? await askBare(sides.bare, link) : await askService(sides.service, side, link);
  if (verdict !== isVisible) throw new Error(`${side}: a false verdict, ${verdict}, about ${link}`);
}

/** Like the service, the script says "not visible" only after a second load. */
async function askBare(bare: Bare, link: string): Promise<boolean> {
  return (await verdictBare(bare, link)) || (await verdictBare(bare, link));
}

async function askService(base: string, side: 'visibility' | 'details', link: string): Promise<boolean> {
  const response = await fetch(`${base}/review-${side}?url=${encodeURIComponent(link)}`);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`/review-${side} answered ${response.status}: ${text}`);
  const { data } = JSON.parse(text);
  return side === 'visibility' ? data.is_visible : data.review_details.is_visible;
}
