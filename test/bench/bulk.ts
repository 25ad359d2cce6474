import { setTimeout as sleep } from 'node:timers/promises';
import { answerTo, dataOf, NDJSON } from './ask.js';
import { type Arena, startService, withCleanup } from './processes.js';
import { removedReviews, visibleReviews } from './review-workload.js';
import { numberText, quantile } from './statistics.js';
import { at, benchTargets } from './workload.js';

// Two bulk checks of removed reviews while single lookups go on, all behind one provider rate limiter.

interface Plan {
  readonly links: number;
  /** How long single lookups are measured without bulk checks, before them and again after, in milliseconds. */
  readonly idleMs: number;
}

const FULL: Plan = { links: 60, idleMs: 60_000 };
const QUICK: Plan = { links: 6, idleMs: 15_000 };
const BULKS = 2;
const CONTEXTS = 16;
const LOADS_PER_MINUTE = 120;
const SINGLES_PER_MINUTE = 40;

interface Singles {
  readonly ms: readonly number[];
  /** The code of each failure. */
  readonly failures: readonly string[];
}

interface Bulk {
  readonly seconds: number;
  /** The reason or failure of each link. */
  readonly answers: readonly string[];
}

/** Single lookups on an idle service and beside two bulk checks, as they come and everything rendered; as text. */
export async function measureBulk(arena: Arena, quick: boolean, signal: AbortSignal): Promise<string> {
  const plan = quick ? QUICK : FULL;
  const parts: string[] = [];
  for (const lane of ['auto', 'off']) {
    const part = await measureLane(arena, lane, plan, signal);
    parts.push(part);
    // A part takes five minutes: print each when it is done.
    process.stderr.write(`${part}\n`);
  }
  return parts.join('\n\n');
}

function measureLane(arena: Arena, lane: string, plan: Plan, signal: AbortSignal): Promise<string> {
  return withCleanup(async (keep) => {
    const { address: base } = await keep(
      startService(arena, {
        LIGHT_LANE: lane,
        BROWSER_CONTEXTS: String(CONTEXTS),
        PROVIDER_LOADS_PER_MINUTE: String(LOADS_PER_MINUTE),
      }),
    );
    // Unmeasured: the browser starts, and a review is known to be visible.
    const visible = visibleReviews().slice(0, 4);
    await Promise.all(visible.map(({ link }) => dataOf(base, '/review-visibility?url=', link)));
    await lookUpUntil(base, sleep(20_000), signal);
    const idle = () => lookUpUntil(base, sleep(plan.idleMs), signal);
    const before = await idle();
    const links = removedReviews(BULKS * plan.links).map(({ link }) => link);
    const bulks = Promise.all(
      Array.from({ length: BULKS }, (_, index) =>
        check(base, links.slice(index * plan.links, (index + 1) * plan.links), signal),
      ),
    );
    const busy = await lookUpUntil(base, bulks, signal);
    const after = await idle();
    const alone = { ms: [...before.ms, ...after.ms], failures: [...before.failures, ...after.failures] };
    return report(lane, alone, busy, await bulks);
  });
}

/** Lookups at a steady rate, whatever the answers take, until `over`; those begun are waited for. */
async function lookUpUntil(base: string, over: Promise<unknown>, signal: AbortSignal): Promise<Singles> {
  const targets = benchTargets();
  const ms: number[] = [];
  const failures: string[] = [];
  const lookUp = async (index: number) => {
    const since = performance.now();
    const response = await fetch(`${base}/details?placeid=${at(targets, index).placeId}`);
    const answer = await response.json();
    if (response.status === 200) ms.push(performance.now() - since);
    else failures.push(answer.error.code);
  };
  const asked: Promise<void>[] = [];
  let isOver = false;
  const end = over.finally(() => {
    isOver = true;
  });
  for (let index = 0; !isOver; index += 1) {
    signal.throwIfAborted();
    asked.push(lookUp(index));
    // Irregular, or they would keep step with the provider rate limiter.
    await sleep((60_000 / SINGLES_PER_MINUTE) * (0.5 + ((index * 0.618) % 1)));
  }
  await Promise.all([end, ...asked]);
  return { ms, failures };
}

async function check(base: string, urls: readonly string[], signal: AbortSignal): Promise<Bulk> {
  const since = performance.now();
  const ask = { path: '/review-visibility', body: { urls }, headers: NDJSON };
  const lines = (await answerTo(base, ask, signal)).trimEnd().split('\n');
  const answers = lines
    .map((line) => JSON.parse(line))
    .filter(({ type }) => type !== 'summary')
    .map(({ visibility_reason: reason, error }) => reason ?? error?.code ?? 'none');
  return { seconds: (performance.now() - since) / 1000, answers };
}

function report(lane: string, idle: Singles, busy: Singles, bulks: readonly Bulk[]): string {
  const ratio = quantile(busy.ms, 0.95) / quantile(idle.ms, 0.95);
  const singles = (name: string, { ms, failures }: Singles) =>
    `  ${name}: ${ms.length} lookups, p50 ${numberText(quantile(ms, 0.5))} ms, p95 ${numberText(quantile(ms, 0.95))} ms, failures: ${countsOf(failures)}`;
  return [
    `LIGHT_LANE=${lane}, ${CONTEXTS} contexts, ${LOADS_PER_MINUTE} loads a minute, ${SINGLES_PER_MINUTE} single lookups a minute`,
    singles('idle', idle),
    singles(`beside ${bulks.length} bulk checks`, busy),
    ...bulks.map(({ seconds, answers }) => `  bulk check: ${numberText(seconds)} s, ${countsOf(answers)}`),
    `  p95 beside bulk checks ÷ idle: ${numberText(ratio, 2)} (goal: at most 1.5)`,
  ].join('\n');
}

/** How often each occurs. */
function countsOf(names: readonly string[]): string {
  const counts = [...new Set(names)].map((one) => `${one} ${names.filter((name) => name === one).length}`);
  return counts.join(', ') || 'none';
}
