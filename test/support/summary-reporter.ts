import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter';

/** Ends the output with one plain line, `N passed, N failed, N skipped`, for whoever counts by machine. */
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
    for (const test of this.tests()) counts[test.outcome()] += 1;
    if (counts.flaky > 0) console.log(`${counts.flaky} passed only the second time: to be mended`);
    const passed = counts.expected + counts.flaky;
    console.log(`${passed} passed, ${counts.unexpected} failed, ${counts.skipped} skipped`);
  }
}
