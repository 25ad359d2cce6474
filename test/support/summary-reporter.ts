import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter';

/**
 * Ends the output with the seconds that the tests of each project took together, and with one plain line,
 * `N passed, N failed, N skipped`, for whoever counts by machine.
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
    for (const test of this.tests()) {
      counts[test.outcome()] += 1;
      const [, project = ''] = test.titlePath();
      const took = test.results.reduce((sum, { duration }) => sum + duration / 1000, 0);
      seconds.set(project, (seconds.get(project) ?? 0) + took);
    }
    console.log([...seconds].map(([project, sum]) => `${project} ${sum.toFixed(0)} s`).join(', '));
    console.log(`${counts.expected} passed, ${counts.unexpected} failed, ${counts.skipped} skipped`);
  }
}
