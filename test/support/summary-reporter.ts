import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter';

/**
 * Ends the output with the seconds that the tests of each folder took together, the reasons of skipped tests, and one
 * plain line, `N passed, N failed, N skipped`, for whoever counts by machine.
 */
export default class SummaryReporter implements Reporter {
  private tests: () => TestCase[] = () => [];
  /** Errors outside any test, such as a file that does not load: each is a failure. */
  private errors = 0;

  onBegin(_config: FullConfig, suite: Suite): void {
    this.tests = () => suite.allTests();
  }

  onError(): void {
    this.errors += 1;
  }

  async onExit(): Promise<void> {
    const counts = { expected: 0, unexpected: this.errors, flaky: 0, skipped: 0 };
    const seconds = new Map<string, number>();
    const skipped = new Map<string, number>();
    for (const test of this.tests()) {
      counts[test.outcome()] += 1;
      if (test.outcome() === 'skipped') {
        const why = test.annotations.find(({ type }) => type === 'skip')?.description ?? 'did not run';
        skipped.set(why, (skipped.get(why) ?? 0) + 1);
      }
      const [, , file = ''] = test.titlePath();
      const folder = file.split('/')[0] ?? '';
      const took = test.results.reduce((sum, { duration }) => sum + duration / 1000, 0);
      seconds.set(folder, (seconds.get(folder) ?? 0) + took);
    }
    console.log([...seconds].map(([folder, sum]) => `${folder} ${sum.toFixed(0)} s`).join(', '));
    for (const [why, tests] of skipped) console.log(`skipped: ${tests}: ${why}`);
    console.log(`${counts.expected} passed, ${counts.unexpected} failed, ${counts.skipped} skipped`);
  }
}
