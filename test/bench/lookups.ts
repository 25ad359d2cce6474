import assert from 'node:assert/strict';
import {
  CONTESTANTS,
  type Contestant,
  type ContestantName,
  EVERYONE,
  PEERS,
  startContestant,
} from './contestants.js';
import { inTurns, measureCpu, percentiles, runBatch } from './measure.js';
import { OPTIONS } from './options.js';
import { type Arena, withCleanup } from './processes.js';
import { type Goal, markdownTable, type Section } from './report.js';
import { at, median, numberText, quantile, spreadText } from './statistics.js';
import { lookupPlaceIds } from './workload.js';

/** One turn of one contestant. */
interface Turn {
  readonly perMinute: number;
  /** Processor milliseconds a lookup, of the whole process tree of the contestant. */
  readonly cpuMs: number;
  /** Milliseconds of each lookup. */
  readonly ms: readonly number[];
}
type Turns = ReadonlyMap<ContestantName, readonly Turn[]>;

/** Lookups in a turn by concurrency. The HTTP fast path, whose lookups cost little, does three times as many. */
const LOOKUPS = OPTIONS.quick ? { 1: 3, 2: 4, 4: 8, 8: 8 } : { 1: 12, 2: 24, 4: 32, 8: 40 };
const FAST_PATH_FACTOR = 3;
const ROUNDS = 2;
const PLACE_IDS = lookupPlaceIds();
/** Lookups a minute at eight at once before the fast path left the pool. */
const BEFORE_PER_MINUTE = 951;

/** Lets everyone look the same places up in turns, and throws when two answers about a place differ. */
export function measureLookups(arena: Arena): Promise<Section> {
  const first = new Map<string, object>();
  const take = async (
    one: Contestant,
    concurrency: number,
    lookups: number,
    round: number,
  ): Promise<Turn> => {
    const chosen = Array.from({ length: lookups }, (_, index) => at(PLACE_IDS, round * lookups + index));
    const lookup = async (placeId: string) => {
      const answer = await one.lookup(placeId);
      if (!first.has(placeId)) first.set(placeId, answer);
      assert.deepStrictEqual(answer, first.get(placeId), `${one.name} and another differ about ${placeId}`);
    };
    const { result, cpuSeconds } = await measureCpu(one.pid, () => runBatch(chosen, concurrency, lookup));
    const perMinute = (lookups / result.wallMs) * 60_000;
    return { perMinute, cpuMs: (cpuSeconds / lookups) * 1000, ms: result.ms };
  };
  return withCleanup(async (keep) => {
    const contestants: Contestant[] = [];
    for (const name of EVERYONE) contestants.push(await keep(startContestant(name, arena)));
    // Unmeasured: first loads start browsers, contexts and the just-in-time compilers.
    for (const one of contestants) await take(one, 8, Math.min(16, LOOKUPS[8]), 0);
    const turns = new Map<number, Turns>();
    for (const concurrency of [1, 2, 4, 8] as const) {
      const done = await inTurns(contestants, ROUNDS, (one, round) =>
        take(one, concurrency, LOOKUPS[concurrency] * (one.name === 'light' ? FAST_PATH_FACTOR : 1), round),
      );
      turns.set(concurrency, new Map([...done].map(([{ name }, own]) => [name, own])));
    }
    return report(turns, await lanesOf(contestants[0]), await lanesOf(contestants[1]));
  });
}

/** By its own count, warm-up included: lookups answered by plain requests, and pages loaded. */
async function lanesOf(one: Contestant | undefined): Promise<readonly [light: number, rendered: number]> {
  const text = await fetch(new URL('/metrics', one?.address ?? '')).then((response) => response.text());
  const sum = (pattern: RegExp) =>
    [...text.matchAll(pattern)].reduce((total, [, count]) => total + Number(count), 0);
  return [
    sum(/^place_lookup_light_attempts_total\{outcome="answered"\} (\d+)$/gm),
    sum(/^place_lookup_page_loads_total\{.*\} (\d+)$/gm),
  ];
}

/** Ratios at one concurrency, round by round; above 1 is better, but for the last. */
function ratiosOf(turns: Turns) {
  const own = (name: ContestantName, round: number): Turn => at(turns.get(name) ?? [], round);
  const each = (of: (round: number) => number) => Array.from({ length: ROUNDS }, (_, round) => of(round));
  const ofPeers = (round: number, value: (turn: Turn) => number) =>
    PEERS.map((peer) => value(own(peer, round)));
  const perCpu = (ours: ContestantName) =>
    each((round) => Math.min(...ofPeers(round, ({ cpuMs }) => cpuMs)) / own(ours, round).cpuMs);
  const perMinute = (ours: ContestantName) =>
    each((round) => own(ours, round).perMinute / Math.max(...ofPeers(round, (turn) => turn.perMinute)));
  const p50 = (name: ContestantName, round: number) => quantile(own(name, round).ms, 0.5);
  return {
    'per CPU-second, fast path ÷ best peer': perCpu('light'),
    'rendered ÷ best peer': perCpu('rendered'),
    'per minute, fast path ÷ best peer': perMinute('light'),
    'rendered ÷ best peer ': perMinute('rendered'),
    'p50, rendered ÷ bare': each((round) => p50('rendered', round) / p50('bare-playwright', round)),
  };
}

function report(
  turns: ReadonlyMap<number, Turns>,
  light: readonly [number, number],
  rendered: readonly [number, number],
): Section {
  const ratios = [...turns].map(([concurrency, own]) => [concurrency, ratiosOf(own)] as const);
  const worst = (name: keyof ReturnType<typeof ratiosOf>) =>
    Math.min(...ratios.map(([, row]) => median(row[name])));
  const lightAt = (concurrency: number) => turns.get(concurrency)?.get('light') ?? [];
  const p50 = (concurrency: number) => at(percentiles(lightAt(concurrency)), 0);
  const perMinute = median(lightAt(8).map((turn) => turn.perMinute));
  const oneAtOnce = median(at(ratios, 0)[1]['p50, rendered ÷ bare']);
  const perCpu = 'lookups per CPU-second ÷ the best peer';
  const goals: readonly Goal[] = [
    [`${perCpu}, HTTP fast path, worst concurrency`, worst('per CPU-second, fast path ÷ best peer'), '≥', 5],
    [`${perCpu}, rendered, worst concurrency`, worst('rendered ÷ best peer'), '≥', 1.1],
    ['lookups a minute by the HTTP fast path, eight at once', perMinute, '≥', 1.8 * BEFORE_PER_MINUTE],
    ['HTTP fast path, p50 eight at once ÷ one at a time', p50(8) / p50(1), '≤', 1.15],
    ['rendered ÷ bare Playwright, p50, one at a time', oneAtOnce, '≤', 1.05],
  ];
  const rows = [...turns].flatMap(([concurrency, ofAll]) =>
    EVERYONE.map((name) => {
      const own = ofAll.get(name) ?? [];
      return [
        CONTESTANTS[name].title,
        String(concurrency),
        String(own.flatMap(({ ms }) => ms).length),
        spreadText(own.map((turn) => turn.perMinute)),
        spreadText(
          own.map(({ cpuMs }) => cpuMs),
          1,
        ),
        ...percentiles(own).map((ms) => numberText(ms)),
      ];
    }),
  );
  const text = [
    '### Lookups of places',
    'Every contestant looks up the same places, in turns; every answer must equal the first about that place. All stop at the answer that holds the fields. CPU is that of the contestant’s whole process tree, the clean-up of the last lookup included; the stand-in and the bench itself are not counted. The service opens as many pages at once as it does by default (twice the cores, at least 4); peers have 8.',
    Object.values(CONTESTANTS)
      .map(({ title, what }) => `- **${title}**: ${what}`)
      .join('\n'),
    markdownTable([
      ['contestant', 'at once', 'lookups', 'a minute', 'CPU ms a lookup', 'p50 ms', 'p95', 'p99'],
      ...rows,
    ]),
    'Ratios, round by round (above 1 is better, but for the last):',
    markdownTable([
      ['at once', ...Object.keys(at(ratios, 0)[1]).map((name) => name.trim())],
      ...ratios.map(([concurrency, row]) => [
        String(concurrency),
        ...Object.values(row).map((ratio) => spreadText(ratio, 2)),
      ]),
    ]),
    `By its own count the service answered ${light[0]} lookups by plain requests and loaded ${light[1]} pages; with LIGHT_LANE=off ${rendered[0]} and ${rendered[1]}. A peer could make plain requests too, if its author wrote that: none does it by itself.`,
  ].join('\n\n');
  return { goals, text };
}
