import type { Kept } from '../../../src/console/kept.js';
import { createLinkCheck } from '../../../src/console/links/links-store.js';
import { deferred } from '../../../src/core/runtime/deferred.js';
import type { Api } from '../../../src/kit/client/api.js';
import type { Verdict } from '../../../src/kit/lists/checked-links.js';
import type { ListSource } from '../../../src/kit/ui/input/source.js';
import type { LinkResult } from '../../../src/kit/ui/links/link-rows.js';
import { loadTexts } from '../../../src/kit/ui/texts.js';
import { expect, test } from '../../support/test.js';

// The check of a list, without a browser.

const link = (name: string) => `https://maps.app.goo.gl/Rev${name}`;
const sourceOf = (...names: string[]): ListSource => ({
  kind: 'text',
  text: names.map(link).join('\n'),
  name: null,
});
const HIDDEN: Verdict = {
  type: 'result',
  index: 0,
  review_url: link('A'),
  is_visible: false,
  visibility_reason: 'no_rating_section',
  checked_at: '2026-11-21 10:00:00',
  checked_at_utc: '2026-11-21T09:00:00Z',
  review: null,
};

type KeptLinks = Kept<ListSource, LinkResult>;
const keptAs = (parts: Partial<KeptLinks> = {}): KeptLinks => ({
  begin: async () => null,
  add: async () => null,
  read: async () => null,
  ...parts,
});

/** Answers each list with hidden reviews. */
const apiWith = (asked: (body: { readonly urls: readonly string[] }) => void = () => undefined) =>
  ({
    lines: async function* ({ body }: { body: { urls: readonly string[] } }) {
      asked(body);
      yield* body.urls.map((url, index) => ({ ...HIDDEN, index, review_url: url }));
      yield { type: 'summary' };
    },
  }) as unknown as Api;

test('a check ends only when its results are kept, so that a reload loses nothing', async () => {
  const slow = deferred<null>();
  const kept: string[] = [];
  const check = createLinkCheck(
    apiWith(),
    keptAs({
      add: (entries) => {
        kept.push(...entries.map(([url]) => url));
        return slow.promise;
      },
    }),
  );
  const run = check.start(sourceOf('A'));
  await expect.poll(() => kept).toEqual([link('A')]);
  expect(check.phase.value).toBe('checking');
  slow.resolve(null);
  await run;
  expect(check.phase.value).toBe('finished');
});

test('a list that is read back shows its results, unless a check has begun', async () => {
  const entries = new Map([[link('A'), { verdict: HIDDEN }]]);
  const slow = deferred<{ head: ListSource; entries: typeof entries }>();
  const read = () => slow.promise;
  const check = createLinkCheck(apiWith(), keptAs({ read }));
  const other = createLinkCheck(apiWith(), keptAs({ read }));
  const run = other.start(sourceOf('B'));
  slow.resolve({ head: sourceOf('A', 'C'), entries });
  await expect.poll(() => check.phase.value).toBe('stopped');
  expect(check.counts.value).toMatchObject({ all: 2, hidden: 1, waiting: 1 });
  await run;
  expect(other.rows.value.map(({ url }) => url)).toEqual([link('B')]);
});

test('the list before a check comes back with its results', async () => {
  const begun: unknown[] = [];
  const begin = async (head: unknown) => {
    begun.push(head);
    return null;
  };
  const check = createLinkCheck(apiWith(), keptAs({ begin }));
  await check.start(sourceOf('A', 'B'));
  await check.start(sourceOf('C'));
  check.back();
  expect(check.rows.value.map(({ url }) => url)).toEqual([link('A'), link('B')]);
  expect(check.counts.value).toMatchObject({ hidden: 2 });
  check.back();
  expect(check.rows.value.map(({ url }) => url)).toEqual([link('C')]);
  expect(begun).toHaveLength(4);
});

test('a long list is sent in batches of 1,000 links', async () => {
  const asked: number[] = [];
  const check = createLinkCheck(
    apiWith(({ urls }) => asked.push(urls.length)),
    keptAs(),
  );
  await check.start(sourceOf(...Array.from({ length: 1_001 }, (_, index) => String(index))));
  expect(asked).toEqual([1_000, 1]);
  expect(check.counts.value).toMatchObject({ all: 1_001, hidden: 1_001 });
});

test('a check shows the estimate of the service until it pauses or ends', async () => {
  const asked: unknown[] = [];
  const shown: (number | null)[] = [];
  const goOn = deferred<void>();
  const api = {
    lines: async function* ({ body }: { body: unknown }) {
      asked.push(body);
      yield { type: 'progress', total: 1, remaining: 1, estimated_seconds_left: 130 };
      await goOn.promise;
      yield { ...HIDDEN, index: 0 };
      yield { type: 'summary' };
    },
  } as unknown as Api;
  const check = createLinkCheck(api, keptAs());
  const run = check.start(sourceOf('A'));
  shown.push(check.secondsLeft.value);
  await expect.poll(() => check.secondsLeft.value).toBe(130);
  goOn.resolve();
  await run;
  shown.push(check.secondsLeft.value);
  expect(shown).toEqual([null, null]);
  expect(asked).toEqual([{ urls: [link('A')], progress: true }]);
  const texts = await Promise.all((['pl', 'en'] as const).map(loadTexts));
  expect(texts.map(({ links }) => links.estimated(42, 130))).toEqual([
    'Pozostało: 42, około 2 min',
    'Remaining: 42, about 2 min',
  ]);
});
