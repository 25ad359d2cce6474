import type { Bare } from './bare.js';
import type { Plan } from './measure.js';
import type { Delays, Provider, Served } from './processes.js';
import type { Goal } from './report.js';
import { type ListRow, measureList } from './review-lists.js';
import { listTable, reviewGoals, verdictTable } from './review-report.js';
import { measureVerdicts, type VerdictRow } from './review-verdicts.js';
import { LONG_LIST, removedReviews, SHORT_LIST, visibleReviews } from './review-workload.js';

export interface ReviewSides {
  readonly service: Served;
  readonly provider: Provider;
  readonly bare: Bare;
  readonly delays: Delays;
  readonly signal: AbortSignal;
}

export interface ReviewResults {
  readonly lists: readonly ListRow[];
  readonly verdicts: readonly VerdictRow[];
  readonly goals: readonly Goal[];
  /** For people. */
  readonly text: string;
}

/** Measures everything about reviews; `quick` leaves out the longest list and most repetitions. */
export async function measureReviews(sides: ReviewSides, quick: boolean): Promise<ReviewResults> {
  const { signal, bare } = sides;
  const ofService = { service: sides.service.address, bare, signal };
  const visible = { name: 'visible', targets: visibleReviews() };
  const removed = { name: 'removed, two loads', targets: removedReviews() };
  // Unmeasured: the first loads start the browser and the just-in-time compilers.
  await measureVerdicts(visible, plan(4, 1, 4), ofService);
  const verdicts: VerdictRow[] = [];
  const ask = async (kind: typeof visible, of: Plan) =>
    void verdicts.push(await measureVerdicts(kind, of, ofService));
  await ask(visible, quick ? plan(1, 1, 2) : plan(1, 9, 4));
  await ask(visible, quick ? plan(4, 1, 4) : plan(4, 6, 12));
  await ask(removed, quick ? plan(1, 1, 1) : plan(1, 3, 3));
  if (!quick) await ask(removed, plan(4, 3, 8));
  process.stderr.write('  verdicts: done\n');
  const lists = [await measureList(SHORT_LIST, { rounds: quick ? 1 : 4, withBare: true }, sides)];
  process.stderr.write('  /place-reviews, 200: done\n');
  if (!quick) {
    lists.push(await measureList(LONG_LIST, { rounds: 1, withBare: false }, sides));
    process.stderr.write('  /place-reviews, 4,490: done\n');
  }
  const goals = reviewGoals(lists, verdicts);
  return { lists, verdicts, goals, text: `${verdictTable(verdicts)}\n\n${listTable(lists)}` };
}

function plan(concurrency: number, rounds: number, batch: number): Plan {
  return { concurrency, rounds, batch };
}
