import { setTimeout as sleep } from 'node:timers/promises';
import { type Arena, CONTESTANTS, PEERS } from './contestants.js';
import { atMost, type Goal } from './goals.js';
import { markdownTable } from './markdown.js';
import { startPeer } from './peers.js';
import { lookupPlaceIds } from './places.js';
import { endService, spawnService } from './processes.js';
import { type Spread, spreadOf, spreadText } from './statistics.js';
import { orderOf } from './throughput-servers.js';

/** From the spawn of a process to its first answer, in milliseconds. */
export interface StartRow {
  readonly title: string;
  readonly ms: Spread;
}

interface Starter {
  readonly title: string;
  readonly run: (arena: Arena) => Promise<number>;
}

const ASK_AGAIN_MS = 5;
const READY_WITHIN_MS = 30_000;
const [PLACE_ID = ''] = lookupPlaceIds();

const CONVERSION = 'place-lookup: first /convert answer';
const DETAILS = 'place-lookup: first /details answer';
const STARTERS: readonly Starter[] = [
  { title: CONVERSION, run: (arena) => startService(arena, 'convert', 'auto') },
  { title: DETAILS, run: (arena) => startService(arena, 'details', 'auto') },
  { title: `${DETAILS}, LIGHT_LANE=off`, run: (arena) => startService(arena, 'details', 'off') },
  ...PEERS.map((name) => ({
    title: `${CONTESTANTS[name].title}: first lookup`,
    run: async (arena: Arena) => {
      const since = performance.now();
      const peer = await startPeer(name, arena);
      try {
        await peer.lookup(PLACE_ID);
        return performance.now() - since;
      } finally {
        await peer.stop();
      }
    },
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
    for (const [index, { run }] of STARTERS.entries()) {
      signal.throwIfAborted();
      seen[index]?.push(await run(arena));
    }
    process.stderr.write(`  starts: round ${round + 1}: done\n`);
  }
  return STARTERS.map(({ title }, index) => ({ title, ms: spreadOf(seen[index] ?? []) }));
}

async function startService(
  arena: Arena,
  kind: 'convert' | 'details',
  lane: 'auto' | 'off',
): Promise<number> {
  const env = { CHROMIUM_PATH: arena.chromium.path, LIGHT_LANE: lane };
  const since = performance.now();
  const { address, child } = await spawnService(arena.main, arena.provider, env);
  try {
    const { path, method, body } = orderOf(kind);
    const headers: Record<string, string> = body === null ? {} : { 'content-type': 'application/json' };
    while (performance.now() - since < READY_WITHIN_MS && child.exitCode === null) {
      // Nobody listens until it has started.
      const answer = await fetch(new URL(path, address), { method, headers, body }).catch(() => null);
      if (answer === null) {
        await sleep(ASK_AGAIN_MS);
        continue;
      }
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text}`);
      return performance.now() - since;
    }
    throw new Error('the service did not start');
  } finally {
    await endService(child);
  }
}

export function startGoals(rows: readonly StartRow[]): readonly Goal[] {
  return rows
    .filter(({ title }) => title.startsWith('place-lookup'))
    .map(({ title, ms }) => atMost(`start, ${title}, ms`, ms.median, 1_500));
}

export function startText(rows: readonly StartRow[]): string {
  return [
    '### Start',
    'From the spawn of the process to its first answer; the first question is there from the beginning.',
    markdownTable([['', 'ms'], ...rows.map(({ title, ms }) => [title, spreadText(ms)])]),
  ].join('\n\n');
}
