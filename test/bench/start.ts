import { CONTESTANTS, PEERS } from './contestants.js';
import { atMost, type Goal } from './goals.js';
import { markdownTable } from './markdown.js';
import { startPeer } from './peers.js';
import { lookupPlaceIds } from './places.js';
import { type Arena, type Keep, startService, withCleanup } from './processes.js';
import type { SectionResults } from './results.js';
import { type Spread, spreadOf, spreadText } from './statistics.js';
import { ASKS } from './throughput.js';

/** From the spawn of a process to its first answer, in milliseconds. */
export interface StartRow {
  readonly title: string;
  readonly ms: Spread;
}

interface Starter {
  readonly title: string;
  /** Resolves with the first answer. */
  readonly start: (arena: Arena, keep: Keep) => Promise<unknown>;
}

const [PLACE_ID = ''] = lookupPlaceIds();
const STARTERS: readonly Starter[] = [
  {
    title: 'place-lookup: first /convert answer',
    start: (arena, keep) => keep(startService(arena, {}, ASKS.convert)),
  },
  {
    title: 'place-lookup: first /details answer',
    start: (arena, keep) => keep(startService(arena, {}, ASKS.details)),
  },
  {
    title: 'place-lookup: first /details answer, LIGHT_LANE=off',
    start: (arena, keep) => keep(startService(arena, { LIGHT_LANE: 'off' }, ASKS.details)),
  },
  ...PEERS.map((name) => ({
    title: `${CONTESTANTS[name].title}: first lookup`,
    start: async (arena: Arena, keep: Keep) => (await keep(startPeer(name, arena))).lookup(PLACE_ID),
  })),
];

/** Starts everyone in turns, asks at once, and ends them. */
export async function measureStarts(
  arena: Arena,
  rounds: number,
  signal: AbortSignal,
): Promise<readonly StartRow[]> {
  const seen = STARTERS.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { start }] of STARTERS.entries()) {
      signal.throwIfAborted();
      const ms = await withCleanup(async (keep) => {
        const since = performance.now();
        await start(arena, keep);
        return performance.now() - since;
      });
      seen[index]?.push(ms);
    }
    process.stderr.write(`  starts: round ${round + 1}: done\n`);
  }
  return STARTERS.map(({ title }, index) => ({ title, ms: spreadOf(seen[index] ?? []) }));
}

export function reportStarts(data: readonly StartRow[]): SectionResults {
  return { data, goals: startGoals(data), text: startText(data) };
}

function startGoals(rows: readonly StartRow[]): readonly Goal[] {
  return rows
    .filter(({ title }) => title.startsWith('place-lookup'))
    .map(({ title, ms }) => atMost(`start, ${title}, ms`, ms.median, 1_500));
}

function startText(rows: readonly StartRow[]): string {
  return [
    '### Start',
    'From the spawn of the process to its first answer; the first question is there from the beginning.',
    markdownTable([['', 'ms'], ...rows.map(({ title, ms }) => [title, spreadText(ms)])]),
  ].join('\n\n');
}
