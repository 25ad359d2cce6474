import type { Bare } from './bare.js';
import { launchBare } from './bare.js';
import type { Arena } from './contestants.js';
import type { Plan } from './measure.js';
import { type Delays, type Provider, type Served, startBuiltService } from './processes.js';
import { type ListMemory, type ListRow, readList, watchList } from './review-lists.js';
import {
  measureVerdicts,
  REMOVED_KIND,
  type ReviewKind,
  type VerdictRow,
  type VerdictSides,
} from './review-verdicts.js';
import {
  type ListedPlace,
  LONG_LIST,
  MIDDLE_LIST,
  removedReviews,
  SHORT_LIST,
  visibleReviews,
} from './review-workload.js';
import { at } from './workload.js';

export interface ReviewResults {
  readonly rounds: number;
  readonly lists: readonly ListRow[];
  readonly memory: readonly ListMemory[];
  readonly verdicts: readonly VerdictRow[];
}

export interface ReviewPlan {
  readonly rounds: number;
  /** Leaves the long lists out. */
  readonly quick: boolean;
}

/** Where reviews are read: the stand-in tells when it was asked for batches. */
export interface ReviewArena {
  readonly arena: Arena;
  readonly provider: Provider;
  readonly delays: Delays;
}

/** Measures everything about reviews: lists and verdicts next to a bare script, then the service alone. */
export async function measureReviews(
  { arena, provider, delays }: ReviewArena,
  { rounds, quick }: ReviewPlan,
  signal: AbortSignal,
): Promise<ReviewResults> {
  const start = (lane: 'auto' | 'off') =>
    startBuiltService(arena.main, arena.provider, { LIGHT_LANE: lane, CHROMIUM_PATH: arena.chromium.path });
  const together = () =>
    using(start('auto'), (light) =>
      using(start('off'), (rendered) =>
        usingBare(launchBare(arena.chromium.path, arena.provider), async (bare) => {
          const sides = { provider, delays, signal, service: light };
          const verdicts = await measureAllVerdicts({ light, rendered, bare, signal }, rounds, quick);
          const places = quick ? [SHORT_LIST] : [SHORT_LIST, MIDDLE_LIST];
          return {
            verdicts,
            lists: await readLists(places, rounds, (place, round) =>
              readList(place, round, { ...sides, bare }),
            ),
          };
        }),
      ),
    );
  const alone = () =>
    using(start('auto'), async (service) => {
      const sides = { provider, delays, signal, service, bare: null };
      const memory: ListMemory[] = [];
      for (const place of quick ? [SHORT_LIST] : [SHORT_LIST, MIDDLE_LIST, LONG_LIST])
        memory.push(await watchList(place, service));
      process.stderr.write('  memory around lists: done\n');
      const places = quick ? [] : [LONG_LIST];
      return {
        memory,
        lists: await readLists(places, rounds, (place, round) => readList(place, round, sides)),
      };
    });
  const { verdicts, lists } = await together();
  const { memory, lists: longLists } = await alone();
  return { rounds, verdicts, lists: [...lists, ...longLists], memory };
}

export async function measureAllVerdicts(
  sides: VerdictSides,
  rounds: number,
  quick: boolean,
): Promise<readonly VerdictRow[]> {
  const visible = { kind: 'visible', targets: visibleReviews() };
  const removed = { kind: REMOVED_KIND, targets: removedReviews() };
  const mixed = {
    kind: 'every fourth removed',
    targets: visible.targets.map((target, index) => (index % 4 === 3 ? at(removed.targets, index) : target)),
  };
  const ask = (kind: ReviewKind, of: Plan) => measureVerdicts(kind, of, sides);
  // Unmeasured: the first loads start the browsers and the just-in-time compilers.
  await ask(mixed, { concurrency: 4, rounds: 1, batch: 4 });
  const rows = [
    ...(await ask(visible, { concurrency: 1, rounds, batch: quick ? 2 : 8 })),
    ...(await ask(visible, { concurrency: 4, rounds, batch: quick ? 4 : 16 })),
    ...(await ask(mixed, { concurrency: 4, rounds, batch: quick ? 4 : 12 })),
    ...(await ask(removed, { concurrency: 1, rounds, batch: quick ? 2 : 8 })),
    ...(await ask(removed, { concurrency: 4, rounds, batch: quick ? 4 : 12 })),
  ];
  process.stderr.write('  verdicts: done\n');
  return rows;
}

/** Every place once a round; the runs of all rounds together. */
async function readLists(
  places: readonly ListedPlace[],
  rounds: number,
  read: (place: ListedPlace, round: number) => Promise<ListRow>,
): Promise<readonly ListRow[]> {
  const rows: ListRow[] = [];
  for (let round = 0; round < rounds && places.length > 0; round += 1) {
    for (const place of places) rows.push(await read(place, round));
    process.stderr.write(
      `  lists of ${places.map(({ reviews }) => reviews).join(', ')}: round ${round + 1}: done\n`,
    );
  }
  return places.map(({ reviews }) => {
    const own = rows.filter((row) => row.reviews === reviews);
    return { reviews, service: own.flatMap((row) => row.service), bare: own.flatMap((row) => row.bare) };
  });
}

async function using<T>(starting: Promise<Served>, work: (served: Served) => Promise<T>): Promise<T> {
  const served = await starting;
  try {
    return await work(served);
  } finally {
    await served.stop();
  }
}

async function usingBare<T>(launching: Promise<Bare>, work: (bare: Bare) => Promise<T>): Promise<T> {
  const bare = await launching;
  try {
    return await work(bare);
  } finally {
    await bare.close();
  }
}
