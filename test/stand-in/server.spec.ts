import { askStandIn } from '../../fixtures/provider/ask.js';
import { loadCases, loadPlaceCase, type PlaceCase, readExpected } from '../../fixtures/provider/cases.js';
import { cidOf, featureIdOf, placeIdOf } from '../../fixtures/provider/ids.js';
import { placeLinks } from '../../fixtures/provider/maps-host.js';
import { type StandIn, startStandIn } from '../../fixtures/provider/server.js';
import { expect, test } from '../support/test.js';

const FULL = loadPlaceCase('place--full-polish');

let standIn: StandIn;
test.beforeAll(async () => {
  standIn = await startStandIn();
});
test.afterAll(() => standIn.close());
test.beforeEach(() => {
  standIn.set({ consent: 'off' });
  standIn.reset();
});
const documentOf = (entry: PlaceCase) =>
  `https://www.google.com/maps/place/?q=place_id:${placeIdOf(entry.place.featureId)}`;
const dataOf = (entry: PlaceCase) =>
  `https://www.google.com/maps/preview/place?authuser=0&hl=pl&gl=pl&pb=${encodeURIComponent(`!1m17!1s${entry.place.featureId}`)}`;
const stateOf = (body: string): unknown[] => {
  const text = /window\.APP_INITIALIZATION_STATE=(.*?);window\.APP_FLAGS=/s.exec(body)?.[1] ?? 'null';
  return JSON.parse(text);
};
const at = (value: unknown, ...path: number[]): unknown =>
  path.reduce<unknown>((inner, index) => (Array.isArray(inner) ? inner[index] : undefined), value);
const parsed = (body: string): unknown => JSON.parse(body.slice(body.indexOf('\n') + 1));

test('every case is well-formed: golden present, stars sum to the count, ids and CID agree', () => {
  const cases = loadCases();
  expect(cases.length).toBeGreaterThan(30);
  for (const entry of cases) {
    if (entry.kind === 'reviews' || entry.kind === 'review') continue;
    expect(readExpected(entry.id), entry.id).toMatchObject({ status: 'success', data: {} });
    if (entry.kind !== 'place') continue;
    const { histogram, reviewCount, featureId } = entry.place;
    const stars = histogram === null ? null : Object.values(histogram).reduce((sum, one) => sum + one, 0);
    expect(stars, entry.id).toBe(reviewCount);
    expect(featureIdOf(placeIdOf(featureId)), entry.id).toBe(featureId);
    expect(readExpected(entry.id), entry.id).toMatchObject({
      data: { place_id: placeIdOf(featureId), details: { cid: cidOf(featureId) } },
    });
  }
});

test('the identifiers follow the recorded arithmetic (places.md §1)', () => {
  expect(placeIdOf('0x1:0x2')).toBe('ChIJAQAAAAAAAAARAgAAAAAAAAA');
  expect(cidOf('0x1:0xffffffffffffffff')).toBe('18446744073709551615');
});

test('documents of the three generations hold the payload, a link to it, or neither', async () => {
  const documents = await Promise.all(
    ['place--inline-payload', 'place--full-polish', 'place--xhr-payload'].map(async (id) => {
      const entry = loadPlaceCase(id);
      const { body } = await askStandIn(standIn, documentOf(entry));
      return { entry, body, state: stateOf(body) };
    }),
  );
  const [v1, v2, v3] = documents;
  expect(at(v1?.state, 3, 6)).toMatch(/^\)\]\}'\n\[/);
  expect(at(v2?.state, 3, 5)).toMatch(/^\)\]\}'\n\[/);
  expect(at(v2?.state, 3, 6)).toBeUndefined();
  expect(v2?.body).toMatch(
    /<link href="\/maps\/preview\/place\?[^"]+" as="fetch" crossorigin="" rel="preload">/,
  );
  expect(at(v3?.state, 3)).toBeNull();
  expect(v3?.body).not.toContain('as="fetch"');
  for (const { entry, body, state } of documents) {
    expect(at(state, 5, 3, 2, 0)).toBe(entry.place.featureId);
    expect(at(state, 0, 0, 1)).not.toBe(entry.place.lng);
    expect(body.length).toBeGreaterThan(180_000);
  }
});

test('the data answer has the place at its paths, and the traps', async () => {
  await askStandIn(standIn, documentOf(FULL));
  const answer = await askStandIn(standIn, dataOf(FULL), { headers: { cookie: 'NID=x' } });
  expect(answer.headers['content-type']).toContain('application/json');
  expect(answer.body.length).toBeGreaterThan(90_000);
  const P = at(parsed(answer.body), 6);
  expect([at(P, 10), at(P, 11), at(P, 39), at(P, 4, 7), at(P, 4, 8)]).toEqual([
    FULL.place.featureId,
    FULL.place.name,
    FULL.place.address,
    4.6,
    8713,
  ]);
  expect(at(P, 175, 3)).toEqual([212, 143, 398, 1039, 6921]);
  expect(at(P, 175, 9, 0, 0)).toHaveLength(10);
  expect(at(P, 181, 5)).not.toBe(cidOf(FULL.place.featureId));
});

test('a cid document names the place nowhere', async () => {
  const { long, cid } = placeLinks(FULL);
  const { body } = await askStandIn(standIn, cid);
  expect(body).not.toContain(FULL.place.featureId);
  expect(body).not.toContain(FULL.place.name);
  expect(at(stateOf((await askStandIn(standIn, long)).body), 5, 3, 2, 0)).toBe(FULL.place.featureId);
});
