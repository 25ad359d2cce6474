import { signal } from '@preact/signals';
import type { PlaceSets } from '../../../src/console/library/saved-places.js';
import { createPlaceList } from '../../../src/console/place/place-list-store.js';
import { deferred } from '../../../src/core/runtime/deferred.js';
import type { Api } from '../../../src/kit/client/api.js';
import type { Snapshot } from '../../../src/kit/ui/snapshot.js';
import { expect, test } from '../../support/test.js';
import { samplePlace } from '../samples.js';

// A list of places while the browser keeps it slowly.

/** Keeps a line when the test lets it. */
function slowSets() {
  const saves: ReturnType<typeof deferred<readonly Snapshot[]>>[] = [];
  const sets = {
    sets: signal([]),
    save: async () => undefined,
    open: async () => null,
    saveLine: () => {
      const save = deferred<readonly Snapshot[]>();
      saves.push(save);
      return save.promise;
    },
  } as unknown as PlaceSets;
  return { sets, saves };
}

const api = {
  data: async ({ query }: { query: { url: string } }) => ({
    ...samplePlace({ name: query.url }),
    place_id: query.url,
    candidates: ['first', 'second'].map((place_id) => ({ place_id })),
  }),
} as unknown as Api;

function listOf(text: string) {
  const { sets, saves } = slowSets();
  const list = createPlaceList(api, sets, signal(null));
  list.input.show({ kind: 'text', text, name: null });
  return { list, saves };
}

test('a place is shown only after it was kept, so that a reload loses nothing', async () => {
  const { list, saves } = listOf('first');
  const reading = list.start();
  await expect.poll(() => saves.length).toBe(1);
  expect(list.lines.value.map(({ outcome }) => outcome)).toEqual([null]);
  expect(list.phase.value).toBe('reading');
  saves[0]?.resolve([]);
  await reading;
  expect(list.lines.value.map(({ outcome }) => outcome)).toMatchObject([{ data: { place_id: 'first' } }]);
  expect(list.phase.value).toBe('finished');
});

test('a result that is kept late does not replace the result that the user picked since', async () => {
  const { list, saves } = listOf('first');
  const reading = list.start();
  await expect.poll(() => saves.length).toBe(1);
  const picking = list.pick('first', 1);
  await expect.poll(() => saves.length).toBe(2);
  saves[1]?.resolve([]);
  await picking;
  const shown = list.lines.value;
  expect(shown).toMatchObject([{ picked: 1 }]);
  saves[0]?.resolve([]);
  await reading;
  expect(list.lines.value).toEqual(shown);
});

test('the work for the history grows with the number of places, not with its square', async () => {
  const COUNT = 300;
  const reading = (placeId: string) => ({ placeId, at: 1, rating: 4, count: 5, stars: [] });
  const { list, saves } = listOf(Array.from({ length: COUNT }, (_, index) => `miejsce ${index}`).join('\n'));
  const { set } = Map.prototype;
  let written = 0;
  // The constructor of a copy calls `set` for each entry that it copies.
  Map.prototype.set = function (key, value) {
    written += 1;
    return set.call(this, key, value);
  };
  try {
    const run = list.start();
    await expect.poll(() => saves.length).toBe(COUNT);
    for (const [index, save] of saves.entries()) save.resolve([reading(`miejsce ${index}`)]);
    await run;
  } finally {
    Map.prototype.set = set;
  }
  expect(list.history.value.get('miejsce 299')).toEqual([reading('miejsce 299')]);
  expect(written).toBeLessThan(20 * COUNT);
});
