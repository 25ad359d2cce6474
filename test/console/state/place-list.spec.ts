import type { Kept } from '../../../src/console/kept.js';
import type { PlaceLine } from '../../../src/console/place/place-line.js';
import { createPlaceList } from '../../../src/console/place/place-list-store.js';
import { deferred } from '../../../src/core/runtime/deferred.js';
import type { Api } from '../../../src/kit/client/api.js';
import { expect, test } from '../../support/test.js';
import { samplePlace } from '../samples.js';

// A list of places while the browser keeps it slowly.

/** Keeps a line when the test lets it. */
function slowList() {
  const saves: ReturnType<typeof deferred<null>>[] = [];
  const kept: Kept<readonly string[], PlaceLine> = {
    begin: async () => null,
    read: async () => null,
    add: () => {
      const save = deferred<null>();
      saves.push(save);
      return save.promise;
    },
  };
  const api = {
    data: async ({ query }: { query: { url: string } }) => ({
      ...samplePlace({ name: query.url }),
      place_id: query.url,
      candidates: ['first', 'second'].map((place_id) => ({ place_id })),
    }),
  } as unknown as Api;
  return { list: createPlaceList(api, kept), saves };
}

test('a place is shown only after it was kept, so that a reload loses nothing', async () => {
  const { list, saves } = slowList();
  const reading = list.start(['first']);
  await expect.poll(() => saves.length).toBe(1);
  expect(list.lines.value.map(({ outcome }) => outcome)).toEqual([null]);
  expect(list.phase.value).toBe('reading');
  saves[0]?.resolve(null);
  await reading;
  expect(list.lines.value.map(({ outcome }) => outcome)).toMatchObject([{ data: { place_id: 'first' } }]);
  expect(list.phase.value).toBe('finished');
});

test('a result that is kept late does not replace the result that the user picked since', async () => {
  const { list, saves } = slowList();
  const reading = list.start(['first']);
  await expect.poll(() => saves.length).toBe(1);
  const picking = list.pick('first', 1);
  await expect.poll(() => saves.length).toBe(2);
  saves[1]?.resolve(null);
  await picking;
  const shown = list.lines.value;
  expect(shown).toMatchObject([{ picked: 1 }]);
  saves[0]?.resolve(null);
  await reading;
  expect(list.lines.value).toEqual(shown);
});
