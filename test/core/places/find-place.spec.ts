import { parsePlaceRef } from '../../../src/core/identifiers/classify.js';
import { cidToPlaceId, placeIdToCid } from '../../../src/core/places/convert.js';
import { createFetchedPlaces } from '../../../src/core/places/fetched-places.js';
import { createPlaceFinder } from '../../../src/core/places/find-place.js';
import { createKnownNotices } from '../../../src/core/places/known-notices.js';
import type { PlaceReading } from '../../../src/core/places/place.js';
import type { RenderedPlaces } from '../../../src/core/places/rendered-places.js';
import { createQueryResolver } from '../../../src/core/places/resolve-query.js';
import { createProviderUrls } from '../../../src/core/provider/urls.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { startScope } from '../../../src/core/runtime/scope.js';
import { createSingleFlight } from '../../../src/core/traffic/single-flight.js';
import { createTimedCache } from '../../../src/core/traffic/timed-cache.js';
import { readingOf } from '../../support/place-reading.js';
import { expect, test } from '../../support/test.js';

// Lookups of places, their caches and their candidates.

const FEATURE_ID = '0x47165b1c0a9d3e27:0x3f5c81d2ab904e16';
const PLACE_ID = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const CID = '4565666864068316694';
const OTHER_CID = '4565666864068316695';

const reading = readingOf({ featureId: FEATURE_ID, name: 'Pierogarnia Pod Zmyśloną Różą' });

/** A finder whose provider shows the same place on each page; `asked`: the addresses of the pages. */
function finderOn(shown: PlaceReading | null) {
  const asked: string[] = [];
  const known: string[] = [];
  const rendered: RenderedPlaces = {
    identify: async ({ url }) => {
      asked.push(url);
      return shown === null ? null : { ...shown.place, marks: shown.marks, candidates: shown.candidates };
    },
    read: async ({ url }) => {
      asked.push(url);
      return shown;
    },
  };
  const urls = createProviderUrls();
  const noticed = createKnownNotices(() => 1_000);
  const finder = createPlaceFinder({
    resolve: createQueryResolver(urls, () => Promise.reject(new Error('no share link is asked for'))),
    fast: { identify: async () => null, read: async () => null },
    rendered,
    urls,
    flights: createSingleFlight(1_000),
    rememberPlace: (featureId) => void known.push(featureId),
    noteRecords: () => undefined,
    identifiers: createTimedCache(60),
    details: createTimedCache(60),
    notices: noticed,
  });
  const scope = startScope('test', createLogger('silent'), 1_000);
  const options = { fresh: false };
  return {
    ...{ asked, known, noticed, finder, scope },
    find: (query: string) => finder.find(query, scope, options),
    findDetails: (query: string) => finder.findDetails(query, scope, options),
    detailsOf: (text: string) => finder.detailsOf(parsePlaceRef(text), scope, options),
  };
}

test('a Place ID gives its CID by arithmetic, without a cache', () => {
  const cache = { outcome: 'none', ageSeconds: 0 };
  expect(placeIdToCid(PLACE_ID)).toEqual({
    placeId: PLACE_ID,
    cid: CID,
    direction: 'place_id_to_cid',
    cache,
  });
});

test('a CID of twenty digits is looked up whole', async () => {
  const largest = '18446744073709551615';
  const { asked, finder, scope } = finderOn(null);
  const converting = cidToPlaceId(finder, largest, scope, { fresh: false });
  await expect(converting).rejects.toMatchObject({ code: 'no_results' });
  expect(asked).toEqual([expect.stringMatching(`cid=${largest}(?!\\d)`)]);
});

test('the details of a name whose place is known are read at the place itself', async () => {
  const { asked, find, findDetails } = finderOn(reading);
  await find('pierogarnia');
  await findDetails('pierogarnia');
  expect(asked).toEqual([expect.stringContaining('/search'), createProviderUrls().place(PLACE_ID)]);
});

const LOOKUPS = ['find', 'findDetails'] as const;

test('returns no_results for a CID that leads to another place, and for no place, and does not cache it', async () => {
  for (const lookup of LOOKUPS) {
    const other = finderOn(reading);
    const otherPlace = { code: 'no_results', message: expect.stringContaining('another CID') };
    for (let times = 0; times < 2; times += 1)
      await expect(other[lookup](OTHER_CID), lookup).rejects.toMatchObject(otherPlace);
    expect(other.asked, lookup).toHaveLength(2);
    const none = finderOn(null);
    for (let times = 0; times < 2; times += 1)
      await expect(none[lookup]('pierogarnia'), lookup).rejects.toMatchObject({ code: 'no_results' });
    expect(none.asked, lookup).toHaveLength(2);
  }
});

test('looks up a feature id that holds only a CID by its CID', async () => {
  const { asked, find } = finderOn(reading);
  expect(await find('0x0:0x3f5c81d2ab904e16')).toMatchObject({ placeId: PLACE_ID, source: 'cid' });
  expect(asked).toEqual([expect.stringContaining(`cid=${CID}`)]);
});

test('caches the identifiers of an incomplete reading, not the reading', async () => {
  const { asked, find, findDetails } = finderOn({ ...reading, degraded: true });
  expect((await findDetails(CID)).cache.outcome).toBe('miss');
  expect((await findDetails(CID)).cache.outcome).toBe('miss');
  expect((await find(CID)).cache.outcome).toBe('hit');
  expect(asked).toHaveLength(2);
});

const FIRST = { featureId: FEATURE_ID, name: 'Pierogarnia', address: null, rating: 4.6 };
const SECOND = { featureId: '0x1:0x2', name: 'Pierogarnia', address: 'ul. Zmyślona 2', rating: null };

test('a name with several results lists them, also from the cache', async () => {
  for (const lookup of LOOKUPS) {
    const { asked, [lookup]: look } = finderOn({ ...reading, candidates: [FIRST, SECOND] });
    for (const outcome of ['miss', 'hit']) {
      const expected = { source: 'search_result', cache: { outcome }, candidates: [FIRST, SECOND] };
      expect(await look('pierogarnia'), lookup).toMatchObject(expected);
    }
    expect(asked, lookup).toHaveLength(1);
    expect(await look(CID), lookup).toMatchObject({ source: 'cid', candidates: [] });
  }
});

const MID = '/g/11rekl01aa';
const HERE = { lat: 50.0611, lng: 19.9402 };
/** A link that names the place by its name, its MID and its pin. */
const MARKED = `https://www.google.com/maps/place/Pierogarnia/data=!4m5!3m4!8m2!3d${HERE.lat}!4d${HERE.lng}!16s${encodeURIComponent(MID)}`;
const BRANCHES: readonly [string, PlaceReading['marks'], source: string][] = [
  ['the same MID', { mid: MID, at: null }, 'map_url'],
  ['another MID at the same point', { mid: '/g/11rekl01bb', at: HERE }, 'search_result'],
  ['a point 100 m away', { mid: null, at: { ...HERE, lat: HERE.lat + 0.0009 } }, 'map_url'],
  ['a point 200 m away', { mid: null, at: { ...HERE, lat: HERE.lat + 0.0018 } }, 'search_result'],
  ['nothing that can be compared', { mid: null, at: null }, 'search_result'],
];

test('a link with marks names a place only if MID or distance agree; otherwise it is a search result', async () => {
  for (const lookup of LOOKUPS)
    for (const [what, marks, source] of BRANCHES) {
      const { [lookup]: look } = finderOn({ ...reading, marks, candidates: [FIRST, SECOND] });
      const candidates = source === 'map_url' ? [] : [FIRST, SECOND];
      for (const outcome of ['miss', 'hit'])
        expect(await look(MARKED), `${lookup}: ${what}`).toMatchObject({
          ...{ source, candidates, cache: { outcome } },
        });
    }
});

test('the place of a link with marks is not cached for its name alone, nor for other marks', async () => {
  for (const lookup of LOOKUPS) {
    const { asked, [lookup]: look } = finderOn({ ...reading, marks: { mid: MID, at: HERE } });
    const name = 'Pierogarnia';
    for (const query of [MARKED, name, MARKED.replace('11rekl01aa', '11rekl01bb')])
      expect((await look(query)).cache.outcome, `${lookup}: ${query}`).toBe('miss');
    expect(asked, lookup).toHaveLength(3);
  }
});

const WARNING = { kind: 'reviews_suspicious', text: 'Fake!', min: null, max: null, seenAt: 500 } as const;

test('one reading serves every form of a query, and every answer from the cache has the same object', async () => {
  const { asked, findDetails, detailsOf } = finderOn({ ...reading, notices: [WARNING] });
  const { reading: _, ...first } = await detailsOf(PLACE_ID);
  const { reading: read } = await detailsOf(PLACE_ID);
  expect(first).toMatchObject({ featureId: FEATURE_ID, placeId: PLACE_ID, cache: { outcome: 'miss' } });
  for (const found of [
    await detailsOf(PLACE_ID),
    await detailsOf(FEATURE_ID.toUpperCase().replace(':', '%3a')),
    await findDetails(PLACE_ID),
    await findDetails(FEATURE_ID),
  ]) {
    expect(found).toMatchObject({ ...first, cache: { outcome: 'hit' } });
    expect(found.reading).toBe(read);
  }
  expect(asked).toHaveLength(1);
  // It holds only a CID, so it is looked up by the CID.
  await detailsOf('0x0:0x3f5c81d2ab904e16');
  expect(asked[1]).toContain(`cid=${CID}`);
});

test('only a place that was shown in full with reviews is remembered as a control', async () => {
  const counted = { ...reading, place: { ...reading.place, reviewCount: 7 } };
  const { known, findDetails, find } = finderOn(counted);
  await find(CID);
  expect(known).toEqual([]);
  await findDetails(CID);
  expect(known).toEqual([FEATURE_ID]);
  const empty = { ...reading, place: { ...reading.place, reviewCount: 0 } };
  for (const shown of [reading, empty, { ...counted, degraded: true }]) {
    const other = finderOn(shown);
    await other.findDetails(CID);
    expect(other.known).toEqual([]);
  }
});

test('a page that shows another place than the search named is no answer of the HTTP fast path', async () => {
  const found = { featureId: FEATURE_ID, marks: reading.marks, candidates: [] };
  const search = { kind: 'search', url: 'https://www.google.com/search', cid: null, wanted: null } as const;
  for (const [featureId, name] of [
    [FEATURE_ID, reading.place.name],
    ['0x1:0x2', undefined],
  ] as const) {
    const page = { ...reading, place: { ...reading.place, featureId } };
    const fastPath = { read: async (kind: string) => (kind === 'search' ? found : page) } as never;
    const read = await createFetchedPlaces(fastPath, createProviderUrls()).read(search, {} as never);
    expect(read?.place.name).toBe(name);
  }
});

test('notices from the cache keep the time of their page, and are remembered by CID', async () => {
  const { findDetails, noticed } = finderOn({ ...reading, notices: [WARNING] });
  const first = await findDetails(CID);
  expect(first.reading.notices).toEqual([WARNING]);
  const again = await findDetails(CID);
  expect(again.cache.outcome).toBe('hit');
  expect(again.reading.notices).toEqual(first.reading.notices);
  expect(noticed.of(CID)).toEqual(first.reading.notices);
});

test('withholds the count 0 of a place that warns of fake reviews, from the page and the cache', async () => {
  const stars = [0, 0, 0, 0, 0] as const;
  const none = { ...reading, place: { ...reading.place, reviewCount: 0, stars } };
  const { findDetails } = finderOn({ ...none, notices: [WARNING] });
  for (const outcome of ['miss', 'hit'] as const) {
    const found = await findDetails(CID);
    expect(found.cache.outcome).toBe(outcome);
    expect(found.reading.place).toMatchObject({ reviewCount: null, stars: null });
  }
  const { findDetails: findPlain } = finderOn(none);
  expect((await findPlain(CID)).reading.place).toMatchObject({ reviewCount: 0, stars });
  const later = finderOn(none);
  later.noticed.note(CID, [WARNING]);
  expect((await later.findDetails(CID)).reading.place).toMatchObject({ reviewCount: null, stars: null });
});

test('a cached answer ages while the machine sleeps', () => {
  const realNow = Date.now;
  try {
    for (const [asleepMs, found] of [
      [50_000, { value: 'details', ageSeconds: 50 }],
      [70_000, null],
    ] as const) {
      Date.now = realNow;
      const cache = createTimedCache<string>(60);
      cache.set('place', 'details');
      Date.now = () => realNow() + asleepMs;
      expect(cache.get('place')).toEqual(found);
    }
  } finally {
    Date.now = realNow;
  }
});
