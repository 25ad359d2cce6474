import { launchBare } from './bare.js';
import type { Plan } from './batches.js';
import { type Arena, type Delays, type Provider, startService, withCleanup } from './processes.js';
import { type ListMemory, type ListRow, type ListSides, readList, watchList } from './review-lists.js';
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
  const sides = { provider, delays, signal };
  const together = await withCleanup(async (keep) => {
    const light = await keep(startService(arena));
    const rendered = await keep(startService(arena, { LIGHT_LANE: 'off' }));
    const bare = await keep(launchBare(arena));
    const verdicts = await measureAllVerdicts({ light, rendered, bare, signal }, rounds, quick);
    const places = quick ? [SHORT_LIST] : [SHORT_LIST, MIDDLE_LIST];
    return { verdicts, lists: await readLists(places, rounds, { ...sides, service: light, bare }) };
  });
  const alone = await withCleanup(async (keep) => {
    const service = await keep(startService(arena));
    const memory: ListMemory[] = [];
    for (const place of quick ? [SHORT_LIST] : [SHORT_LIST, MIDDLE_LIST, LONG_LIST])
      memory.push(await watchList(place, service));
    process.stderr.write('  memory around lists: done\n');
    const lists = await readLists(quick ? [] : [LONG_LIST], rounds, { ...sides, service, bare: null });
    return { memory, lists };
  });
  return {
    rounds,
    verdicts: together.verdicts,
    lists: [...together.lists, ...alone.lists],
    memory: alone.memory,
  };
}

async function measureAllVerdicts(
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
  sides: ListSides,
): Promise<readonly ListRow[]> {
  const rows: ListRow[] = [];
  for (let round = 0; round < rounds && places.length > 0; round += 1) {
    for (const place of places) rows.push(await readList(place, round, sides));
    process.stderr.write(
      `  lists of ${places.map(({ reviews }) => reviews).join(', ')}: round ${round + 1}: done\n`,
    );
  }
  return places.map(({ reviews }) => {
    const own = rows.filter((row) => row.reviews === reviews);
    return { reviews, service: own.flatMap((row) => row.service), bare: own.flatMap((row) => row.bare) };
  });
}
