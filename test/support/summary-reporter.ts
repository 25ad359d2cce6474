import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter';
import type { WorkerCost } from './worker-cost.js';

/** With fewer tests one sees what each costs. */
const MANY_TESTS = 100;

/** One test in costs.json. */
interface TestCost {
  readonly project: string;
  /** File and line, from the checkout. */
  readonly at: string;
  readonly title: string;
  readonly outcome: string;
  readonly seconds: number;
}

/**
 * Ends the output with the dearest tests, the CPU seconds of each project, the reasons of skipped tests, and one
 * plain line, `N passed, N failed, N skipped`, for whoever counts by machine. The cost of every test is in
 * test-results/costs.json. CPU seconds include processes that a worker started and that ended before it.
 */
export default class SummaryReporter implements Reporter {
  private tests: () => TestCase[] = () => [];
  /** Errors outside any test, such as a file that does not load: each is a failure. */
  private errors = 0;
  private readonly begun = performance.now();
  /** What the workers have written: see worker-cost.ts. */
  private readonly workers = process.env.WORKER_COSTS ?? '';

  onBegin(_config: FullConfig, suite: Suite): void {
    this.tests = () => suite.allTests();
  }

  onError(): void {
    this.errors += 1;
  }

  async onExit(): Promise<void> {
    const tests = this.tests().map(costOf);
    const cpu = this.cpuSeconds();
    write('test-results/costs.json', { seconds: seconds(performance.now() - this.begun), cpu, tests });
    if (tests.length >= MANY_TESTS) {
      const dearest = tests.toSorted((one, other) => other.seconds - one.seconds).slice(0, 20);
      console.log(`the dearest tests:\n${dearest.map(shown).join('\n')}`);
      console.log(
        `CPU seconds: ${Object.entries(cpu)
          .map(([name, sum]) => `${name} ${sum.toFixed(0)}`)
          .join(', ')}`,
      );
    }
    const counts = { expected: 0, unexpected: this.errors, flaky: 0, skipped: 0 };
    const skipped = new Map<string, number>();
    for (const test of this.tests()) {
      counts[test.outcome()] += 1;
      if (test.outcome() !== 'skipped') continue;
      const why = test.annotations.find(({ type }) => type === 'skip')?.description ?? 'did not run';
      skipped.set(why, (skipped.get(why) ?? 0) + 1);
    }
    for (const [why, sum] of skipped) console.log(`skipped: ${sum}: ${why}`);
    console.log(`${counts.expected} passed, ${counts.unexpected} failed, ${counts.skipped} skipped`);
  }

  /** By project; `runner` is this process: it collects the tests and reports. */
  private cpuSeconds(): Record<string, number> {
    const projectOf = new Map<number, string>();
    for (const test of this.tests())
      for (const { workerIndex } of test.results) projectOf.set(workerIndex, projectName(test));
    const { user, system } = process.cpuUsage();
    const sums: Record<string, number> = { runner: (user + system) / 1_000_000 };
    if (!existsSync(this.workers)) return sums;
    for (const line of readFileSync(this.workers, 'utf8').trim().split('\n')) {
      const cost: WorkerCost = JSON.parse(line);
      const project = projectOf.get(cost.worker) ?? 'unknown';
      sums[project] = (sums[project] ?? 0) + cost.cpuSeconds;
    }
    return sums;
  }
}

function costOf(test: TestCase): TestCost {
  return {
    project: projectName(test),
    at: `${relative('', test.location.file)}:${test.location.line}`,
    title: test.title,
    outcome: test.outcome(),
    seconds: seconds(test.results.reduce((sum, { duration }) => sum + duration, 0)),
  };
}

function projectName(test: TestCase): string {
  return test.parent.project()?.name ?? '';
}

function shown({ seconds, at, title }: TestCost): string {
  return `${seconds.toFixed(1).padStart(7)} s  ${at}  ${title}`;
}

/** Of milliseconds, to a tenth. */
function seconds(milliseconds: number): number {
  return Math.round(milliseconds / 100) / 10;
}

function write(file: string, content: unknown): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(content, null, 1)}\n`);
}
