import type { FakeApi } from '../support/fake-api.js';

export const linksOf = (count: number) =>
  Array.from({ length: count }, (_, index) => `https://maps.app.goo.gl/Zmyslony${index}`);

export const TEN = linksOf(10);
/** Ten links as standard input. */
export const stdin = TEN.join('\n');
export const SUMMARY_OF_TEN = { type: 'summary', total: 10, visible: 10, not_visible: 0, failed: 0 };

/** The arguments that check the links of standard input. */
export const checkTen = (api: FakeApi, ...args: string[]) => ['check', '-', '--api', api.url, ...args];

/** The links of result rows, without the summary. */
export const urlsOf = (rows: Record<string, unknown>[]) =>
  rows.filter(({ type }) => type !== 'summary').map(({ review_url }) => review_url);
