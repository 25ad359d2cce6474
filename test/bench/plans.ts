import type { LookupPlan } from './lookups.js';
import type { MemoryPlan } from './memory.js';
import type { ReviewPlan } from './reviews.js';
import type { ThroughputPlan } from './throughput.js';

/** How much is measured. */
export interface BenchPlan {
  readonly lookups: LookupPlan;
  readonly throughput: ThroughputPlan;
  readonly reviews: ReviewPlan;
  readonly memory: MemoryPlan;
  readonly startRounds: number;
}

/** Some 20 minutes on two cores. */
export const FULL: BenchPlan = {
  lookups: { rounds: 2, lookups: { 1: 12, 2: 24, 4: 32, 8: 40 } },
  throughput: { rounds: 5, seconds: 4 },
  reviews: { rounds: 2, quick: false },
  memory: { rounds: 1, lookups: 40, requests: 10_000 },
  startRounds: 3,
};

/** A couple of minutes: whether everything works, and the order of magnitude. */
export const QUICK: BenchPlan = {
  lookups: { rounds: 2, lookups: { 1: 3, 2: 4, 4: 8, 8: 8 } },
  throughput: { rounds: 2, seconds: 1 },
  reviews: { rounds: 1, quick: true },
  memory: { rounds: 1, lookups: 8, requests: 400 },
  startRounds: 1,
};
