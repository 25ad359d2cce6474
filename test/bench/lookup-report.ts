import { CONTESTANTS, PEERS } from './contestants.js';
import { atLeast, atMost, type Goal } from './goals.js';
import type { LookupResults, Turn } from './lookups.js';
import { markdownTable } from './markdown.js';
import type { SectionResults } from './results.js';
import { numberText, type Spread, spreadOf, spreadText } from './statistics.js';

export function reportLookups(data: LookupResults): SectionResults {
  return { data, goals: lookupGoals(data), text: lookupText(data) };
}

/** Ratios at one concurrency, taken round by round. */
interface LookupRatios {
  readonly concurrency: number;
  /** Processor time of the peer that needs least ÷ ours: lookups per CPU-second, ours ÷ theirs. */
  readonly lightPerCpu: Spread;
  readonly renderedPerCpu: Spread;
  /** Lookups a minute ÷ those of the peer that does most. */
  readonly lightPerMinute: Spread;
  readonly renderedPerMinute: Spread;
  /** Median time of a rendered lookup ÷ bare Playwright's. */
  readonly renderedToBare: Spread;
}

function lookupRatios({ rounds, rows, turns }: LookupResults): readonly LookupRatios[] {
  return [...new Set(rows.map((row) => row.concurrency))].map((concurrency) => {
    const here = turns.filter((turn) => turn.concurrency === concurrency);
    const each = (of: (round: readonly Turn[]) => number) =>
      spreadOf(Array.from({ length: rounds }, (_, round) => of(here.filter((turn) => turn.round === round))));
    const ofPeers = (round: readonly Turn[], value: (turn: Turn) => number) =>
      PEERS.map((peer) => value(turnOf(round, peer)));
    const perCpu = (ours: 'light' | 'rendered') =>
      each((round) => Math.min(...ofPeers(round, (turn) => turn.cpuMs)) / turnOf(round, ours).cpuMs);
    const perMinute = (ours: 'light' | 'rendered') =>
      each((round) => turnOf(round, ours).perMinute / Math.max(...ofPeers(round, (turn) => turn.perMinute)));
    return {
      concurrency,
      lightPerCpu: perCpu('light'),
      renderedPerCpu: perCpu('rendered'),
      lightPerMinute: perMinute('light'),
      renderedPerMinute: perMinute('rendered'),
      renderedToBare: each((round) => turnOf(round, 'rendered').p50 / turnOf(round, 'bare-playwright').p50),
    };
  });
}

function turnOf(round: readonly Turn[], contestant: Turn['contestant']): Turn {
  const found = round.find((turn) => turn.contestant === contestant);
  if (found === undefined) throw new Error(`${contestant} had no turn`);
  return found;
}

/** Lookups a minute at eight at once before the fast path left the pool. */
const BEFORE_PER_MINUTE = 951;

/** Where there are several concurrencies, the worst of them counts. */
function lookupGoals(results: LookupResults): readonly Goal[] {
  const ratios = lookupRatios(results);
  const worst = (of: (row: LookupRatios) => Spread) => Math.min(...ratios.map((row) => of(row).median));
  const alone = ratios.find((row) => row.concurrency === 1);
  return [
    atLeast(
      'lookups per CPU-second ÷ the best peer, HTTP fast path, worst concurrency',
      worst((row) => row.lightPerCpu),
      5,
    ),
    atLeast(
      'lookups per CPU-second ÷ the best peer, rendered, worst concurrency',
      worst((row) => row.renderedPerCpu),
      1.1,
    ),
    ...throughputOfFastPath(results),
    ...(alone === undefined
      ? []
      : [atMost('rendered ÷ bare Playwright, p50, one at a time', alone.renderedToBare.median, 1.05)]),
  ];
}

function throughputOfFastPath({ rows }: LookupResults): readonly Goal[] {
  const own = rows.filter(({ contestant }) => contestant === 'light');
  const one = own.find(({ concurrency }) => concurrency === 1);
  const eight = own.find(({ concurrency }) => concurrency === 8);
  if (one === undefined || eight === undefined) return [];
  return [
    atLeast(
      'lookups a minute by the HTTP fast path, eight at once',
      eight.perMinute.median,
      1.8 * BEFORE_PER_MINUTE,
    ),
    atMost('HTTP fast path, p50 eight at once ÷ one at a time', eight.p50 / one.p50, 1.15),
  ];
}

function lookupText(results: LookupResults): string {
  const { light, rendered } = results.lanes;
  const contestants = Object.values(CONTESTANTS).map(({ title, what }) => `- **${title}**: ${what}`);
  return [
    '### Lookups of places',
    'Every contestant looks up the same places, in turns; every answer must equal the first about that place. ' +
      'All stop at the answer that holds the fields. CPU is that of the contestant’s whole process tree, the ' +
      'clean-up of the last lookup included; the stand-in and the bench itself are not counted. The service opens ' +
      'as many pages at once as it does by default (twice the cores, at least 4); peers have 8.',
    contestants.join('\n'),
    markdownTable([
      ['contestant', 'at once', 'lookups', 'a minute', 'CPU ms a lookup', 'p50 ms', 'p95', 'p99'],
      ...results.rows.map((row) => [
        CONTESTANTS[row.contestant].title,
        String(row.concurrency),
        String(row.lookups),
        spreadText(row.perMinute),
        spreadText(row.cpuMs, 1),
        ...[row.p50, row.p95, row.p99].map((ms) => numberText(ms)),
      ]),
    ]),
    'Ratios, round by round (above 1 is better, but for the last):',
    markdownTable([
      [
        'at once',
        'per CPU-second, fast path ÷ best peer',
        'rendered ÷ best peer',
        'per minute, fast path ÷ best peer',
        'rendered ÷ best peer',
        'p50, rendered ÷ bare',
      ],
      ...lookupRatios(results).map((row) => [
        String(row.concurrency),
        ...[
          row.lightPerCpu,
          row.renderedPerCpu,
          row.lightPerMinute,
          row.renderedPerMinute,
          row.renderedToBare,
        ].map((ratio) => spreadText(ratio, 2)),
      ]),
    ]),
    `By its own count the service answered ${light.light} lookups by plain requests and loaded ${light.rendered} pages; with LIGHT_LANE=off ${rendered.light} and ${rendered.rendered}. A peer could make plain requests too, if its author wrote that: none does it by itself.`,
  ].join('\n\n');
}
