import { setTimeout as sleep } from 'node:timers/promises';
import { answerTo, dataOf } from './ask.js';
import type { Bare } from './bare.js';
import { verdictBare } from './bare-reviews.js';
import { type Batch, BREATH_MS, type Plan, runBatch, type Times, timesOf } from './batches.js';
import type { Served } from './processes.js';
import type { ReviewTarget } from './review-workload.js';
import { type Spread, spreadOf } from './statistics.js';
import { at } from './workload.js';

/** Who judges reviews, and by which endpoint. */
export const VERDICT_SIDES = {
  light: 'place-lookup: /review-visibility',
  rendered: 'the same, LIGHT_LANE=off',
  details: 'place-lookup: /review-details, LIGHT_LANE=off',
  bulk: 'place-lookup: one list',
  bare: 'bare Playwright',
} as const;
export const REMOVED_KIND = 'removed, two loads';
export type VerdictSide = keyof typeof VERDICT_SIDES;

/** What one side made of reviews of one kind at one concurrency. */
export interface VerdictRow {
  readonly kind: string;
  readonly side: VerdictSide;
  readonly concurrency: number;
  readonly perMinute: Spread;
  readonly times: Times;
}

export interface VerdictSides {
  /** The service as it comes, and with LIGHT_LANE=off. */
  readonly light: Served;
  readonly rendered: Served;
  readonly bare: Bare;
  readonly signal: AbortSignal;
}

export interface ReviewKind {
  readonly kind: string;
  readonly targets: readonly ReviewTarget[];
}

const NAMES = Object.keys(VERDICT_SIDES) as VerdictSide[];

/** Measures verdicts about reviews of one kind, in turns; throws on any verdict but the true one. */
export async function measureVerdicts(
  { kind, targets }: ReviewKind,
  plan: Plan,
  sides: VerdictSides,
): Promise<readonly VerdictRow[]> {
  const batches = new Map<VerdictSide, Batch[]>(NAMES.map((name) => [name, []]));
  for (let round = 0; round < plan.rounds; round += 1) {
    const chosen = Array.from({ length: plan.batch }, (_, index) => at(targets, round * plan.batch + index));
    for (let turn = 0; turn < NAMES.length; turn += 1) {
      const side = at(NAMES, round + turn);
      const batch =
        side === 'bulk'
          ? await runList(chosen, sides.light)
          : await runBatch(chosen, plan.concurrency, (target) => ask(side, target, sides), sides.signal);
      batches.get(side)?.push(batch);
      await sleep(BREATH_MS);
    }
  }
  return [...batches].map(([side, own]) => ({
    kind,
    side,
    concurrency: plan.concurrency,
    perMinute: spreadOf(own.map(({ ms, wallMs }) => (ms.length / wallMs) * 60_000)),
    times: timesOf(own),
  }));
}

/** One bulk check of all links; every link takes its part of the time. */
async function runList(targets: readonly ReviewTarget[], { address }: Served): Promise<Batch> {
  const startedAt = performance.now();
  const answer = await answerTo(address, {
    path: '/review-visibility',
    headers: { accept: 'application/json' },
    body: { urls: targets.map(({ link }) => link) },
  });
  const wallMs = performance.now() - startedAt;
  const { results } = JSON.parse(answer).data as {
    results: { review_url: string; is_visible?: boolean }[];
  };
  for (const { link, isVisible } of targets) {
    const verdict = results.find((result) => result.review_url === link)?.is_visible;
    if (verdict !== isVisible) throw new Error(`bulk: a false verdict, ${verdict}, about ${link}`);
  }
  return { ms: targets.map(() => wallMs / targets.length), wallMs };
}

async function ask(
  side: Exclude<VerdictSide, 'bulk'>,
  { link, isVisible }: ReviewTarget,
  sides: VerdictSides,
): Promise<void> {
  const verdict = side === 'bare' ? await askBare(sides.bare, link) : await askService(side, link, sides);
  if (verdict !== isVisible) throw new Error(`${side}: a false verdict, ${verdict}, about ${link}`);
}

/** Like the service, the script says "not visible" only after a second load. */
async function askBare(bare: Bare, link: string): Promise<boolean> {
  return (await verdictBare(bare, link)) || (await verdictBare(bare, link));
}

async function askService(
  side: Exclude<VerdictSide, 'bare' | 'bulk'>,
  link: string,
  { light, rendered }: VerdictSides,
): Promise<boolean> {
  const { address } = side === 'light' ? light : rendered;
  if (side !== 'details') return (await dataOf(address, '/review-visibility?url=', link)).is_visible;
  return (await dataOf(address, '/review-details?url=', link)).review_details.is_visible;
}
