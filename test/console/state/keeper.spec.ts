import { signal } from '@preact/signals';
import type { SavedList, SavedResult } from '../../../src/console/library/library-database.js';
import type { Library } from '../../../src/console/library/library-store.js';
import { createKeeper, type Keeper } from '../../../src/console/links/keeper.js';
import { createLinkCheck } from '../../../src/console/links/links-store.js';
import { clientFailure } from '../../../src/core/published/failure.js';
import { deferred } from '../../../src/core/runtime/deferred.js';
import type { Api } from '../../../src/kit/client/api.js';
import type { Verdict } from '../../../src/kit/lists/checked-links.js';
import type { ListSource } from '../../../src/kit/ui/input/source.js';
import { type History, historyOf } from '../../../src/kit/ui/links/history.js';
import type { LinkRow } from '../../../src/kit/ui/links/link-rows.js';
import { loadTexts } from '../../../src/kit/ui/texts.js';
import { expect, test } from '../../support/test.js';

// The results that are kept, and their list, with a slow library.

const link = (name: string) => `https://maps.app.goo.gl/Rev${name}`;
const sourceOf = (...names: string[]): ListSource => ({
  kind: 'text',
  text: names.map(link).join('\n'),
  name: null,
});
const rowOf = (name: string, changes: Partial<LinkRow> = {}): LinkRow => ({
  url: link(name),
  first: 0,
  result: null,
  retried: false,
  history: [],
  ...changes,
});
const HIDDEN: Verdict = {
  type: 'result',
  index: 0,
  review_url: link('A'),
  is_visible: false,
  visibility_reason: 'no_rating_section',
  checked_at: '2026-11-21 10:00:00',
  review: null,
};
const FAILED = { failure: clientFailure('cut') };

const noList = () => signal<string | null>(null);

interface Saved {
  readonly summary: SavedList;
  readonly results: readonly SavedResult[];
}

/** An empty library. A test replaces the functions that it needs. */
function fakeLibrary(parts: Partial<Library>): Library {
  return {
    sameList: async () => null,
    histories: async () => new Map(),
    save: async () => undefined,
    saveResults: async () => true,
    open: async () => null,
    ...parts,
  } as Library;
}

test('results are kept in order, so that old results do not replace newer ones', async () => {
  const first = deferred<boolean>();
  const saved: Saved[] = [];
  const library = fakeLibrary({
    saveResults: (summary, results) => {
      saved.push({ summary, results });
      return saved.length === 1 ? first.promise : Promise.resolve(true);
    },
  });
  const keeper = createKeeper(library, noList());
  await keeper.begin(sourceOf('A'), [rowOf('A')]);
  const kept = [keeper.keep([rowOf('A')]), keeper.keep([rowOf('A', { result: FAILED })])];
  await new Promise(setImmediate);
  expect(saved).toHaveLength(1);
  first.resolve(true);
  await Promise.all(kept);
  expect(saved.map(({ results }) => results.map(({ result }) => result))).toEqual([[null], [FAILED]]);
});

test('results that the browser refused are kept with the next results', async () => {
  const saved: Saved[] = [];
  const library = fakeLibrary({
    saveResults: async (summary, results) => {
      saved.push({ summary, results });
      return saved.length > 1;
    },
  });
  const keeper = createKeeper(library, noList());
  await keeper.begin(sourceOf('A'), [rowOf('A')]);
  const rows = [rowOf('A', { result: FAILED })];
  for (let time = 0; time < 3; time += 1) await keeper.keep(rows);
  expect(saved.map(({ results }) => results.length)).toEqual([1, 1, 0]);
});

test('a list that begins late does not replace the list that is shown by then', async () => {
  const slow = deferred<null>();
  const saved: Saved[] = [];
  const sources = new Map<string, ListSource>();
  const library = fakeLibrary({
    sameList: (urls) => (urls[0] === link('A') ? slow.promise : Promise.resolve(null)),
    save: async ({ id }, source) => void sources.set(id, source),
    saveResults: async (summary, results) => {
      saved.push({ summary, results });
      return true;
    },
  });
  const tab = noList();
  const keeper = createKeeper(library, tab);
  const late = keeper.begin(sourceOf('A'), [rowOf('A')]);
  await keeper.begin(sourceOf('B'), [rowOf('B')]);
  slow.resolve(null);
  await late;
  await keeper.keep([rowOf('B', { result: FAILED })]);
  const [only] = saved;
  expect(sources.size).toBe(2);
  expect(sources.get(only?.summary.id ?? '')).toEqual(sourceOf('B'));
  expect(tab.value).toBe(only?.summary.id);
});

test('a list without columns does not replace the same list with columns, and has its history', async () => {
  const source: ListSource = { kind: 'text', text: `klient;link\nFirma;${link('A')}`, name: 'klienci.csv' };
  const summary = { id: 'klienci' } as SavedList;
  const saved = new Map<string, ListSource>();
  const library = fakeLibrary({
    sameList: async () => ({ summary, source }),
    histories: async () => new Map([[link('A'), historyOf(HIDDEN)]]),
    save: async ({ id }, kept) => void saved.set(id, kept),
  });
  const keeper = createKeeper(library, noList());
  const histories = await keeper.begin(sourceOf('A'), [rowOf('A')]);
  expect(histories.get(link('A'))).toEqual(historyOf(HIDDEN));
  expect(saved.has('klienci')).toBe(false);
  await keeper.begin(source, [rowOf('A')]);
  expect(saved.get('klienci')).toEqual(source);
});

test('a list that begins late does not change a saved list that was opened meanwhile', async () => {
  const slow = deferred<ReadonlyMap<string, History>>();
  const kept: (readonly LinkRow[])[] = [];
  const opened = [rowOf('A', { result: FAILED }), rowOf('B', { first: 1, result: FAILED })];
  const keeper: Keeper = {
    begin: () => slow.promise,
    keep: async (rows) => void kept.push(rows),
    open: async () => ({ source: sourceOf('A', 'B'), rows: opened, take: () => undefined }),
  };
  const api = {
    lines: async function* (request: { signal: AbortSignal }) {
      await new Promise((_, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason));
      });
      yield null;
    },
  } as unknown as Api;
  const check = createLinkCheck(api, keeper);
  check.input.text.value = link('A');
  const run = check.start();
  check.stop();
  await expect.poll(() => check.phase.value).toBe('stopped');
  const opening = check.open('other');
  await new Promise(setImmediate);
  slow.resolve(new Map([[link('A'), []]]));
  expect(await opening).toBe(true);
  await run;
  expect(check.rows.value).toBe(opened);
  expect(kept.every((rows) => rows.length === 1)).toBe(true);
});

test('a check ends only when its results are kept, so that a reload loses nothing', async () => {
  const slow = deferred<void>();
  const kept: (readonly LinkRow[])[] = [];
  const keeper: Keeper = {
    begin: async () => new Map(),
    keep: async (rows) => {
      kept.push(rows);
      if (rows.every(({ result }) => result !== null)) await slow.promise;
    },
    open: async () => null,
  };
  const api = {
    lines: async function* () {
      yield { ...HIDDEN, index: 0 };
      yield { type: 'summary' };
    },
  } as unknown as Api;
  const check = createLinkCheck(api, keeper);
  check.input.text.value = link('A');
  const run = check.start();
  await expect.poll(() => kept.at(-1)?.map(({ result }) => result !== null)).toEqual([true]);
  expect(check.phase.value).toBe('checking');
  slow.resolve();
  await run;
  expect(check.phase.value).toBe('finished');
});

test('a long list that is sent right after a key holds the typed text, in batches of 1,000 links', async () => {
  const asked: unknown[] = [];
  const keeper: Keeper = {
    begin: async () => new Map(),
    keep: async () => undefined,
    open: async () => null,
  };
  const api = {
    lines: async function* ({ body }: { body: { urls: readonly string[] } }) {
      asked.push(body.urls.length);
      yield* body.urls.map((url, index) => ({ ...HIDDEN, index, review_url: url }));
      yield { type: 'summary' };
    },
  } as unknown as Api;
  const check = createLinkCheck(api, keeper);
  const links = (count: number) =>
    Array.from({ length: count }, (_, index) => link(String(index))).join('\n');
  check.input.text.value = links(1_000);
  expect(check.batches.value).toBe(1);
  // The list in the field is read at the next pause in typing.
  check.input.text.value = links(1_001);
  expect(check.batches.value).toBe(1);
  await check.start();
  expect(check.batches.value).toBe(2);
  expect(asked).toEqual([1_000, 1]);
  expect(check.counts.value).toMatchObject({ all: 1_001, hidden: 1_001 });
});

test('a check shows the estimate of the service until it pauses or ends', async () => {
  const keeper: Keeper = {
    begin: async () => new Map(),
    keep: async () => undefined,
    open: async () => null,
  };
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
  const check = createLinkCheck(api, keeper);
  check.input.text.value = link('A');
  const run = check.start();
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
