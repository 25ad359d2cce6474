import { expect, test } from '@playwright/test';
import { askStandIn } from '../../fixtures/provider/ask.js';
import { loadCases, loadPlaceCase, type PlaceCase, readExpected } from '../../fixtures/provider/cases.js';
import { cidOf, featureIdOf, placeIdOf } from '../../fixtures/provider/ids.js';
import { placeLinks } from '../../fixtures/provider/maps-host.js';
import { type StandIn, startStandIn } from '../../fixtures/provider/server.js';
import { AWKWARD_LINKS } from '../../fixtures/provider/short-links.js';

const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/156.0' };
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

test('a document of each generation holds what its generation holds', async () => {
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

test('a first load comes limited or truncated, a load with the cookie full', async () => {
  for (const id of ['place--limited-first', 'place--truncated-first']) {
    const entry = loadPlaceCase(id);
    const first = await askStandIn(standIn, documentOf(entry));
    const cookie = first.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    expect(cookie).toMatch(/^NID=/);
    const cold = await askStandIn(standIn, dataOf(entry), { headers: { cookie } });
    expect(at(parsed(cold.body), 6, 175)).toBeNull();
    expect(at(parsed(cold.body), 6, 4, 8)).toBeNull();
    expect(at(parsed(cold.body), 6, 4, 7)).toBe(entry.place.rating);
    expect(cold.body.length).toBeLessThan(50_000);
    await askStandIn(standIn, documentOf(entry), { headers: { cookie } });
    const warm = await askStandIn(standIn, dataOf(entry), { headers: { cookie } });
    expect(at(parsed(warm.body), 6, 4, 8)).toBe(entry.place.reviewCount);
  }
});

test('limited_then_fresh: the first visitor stays limited, the second sees everything', async () => {
  const entry = loadPlaceCase('place--limited-then-fresh');
  const visit = async (known = '') => {
    const page = await askStandIn(standIn, documentOf(entry), { headers: { cookie: known } });
    const cookie = page.headers['set-cookie']?.[0]?.split(';')[0] ?? known;
    const data = await askStandIn(standIn, dataOf(entry), { headers: { cookie } });
    return { cookie, count: at(parsed(data.body), 6, 4, 8) };
  };
  const first = await visit();
  expect(first.count).toBeNull();
  expect((await visit(first.cookie)).count).toBeNull();
  expect((await visit()).count).toBe(entry.place.reviewCount);
});

test('searches answer in both layouts; advertisements name their place only inside the ad', async () => {
  const ask = async (query: string) =>
    parsed(
      (await askStandIn(standIn, `https://www.google.com/search?tbm=map&q=${encodeURIComponent(query)}`))
        .body,
    );
  const current = await ask('Pierogi  ZMYŚLONE kraków');
  expect(at(current, 64, 0, 1)).toBeNull();
  expect(at(current, 64, 0, 5, 15, 11)).toBe('Pizzeria Reklamowana Numer Jeden');
  expect(at(current, 64, 2, 1, 10)).toBe(FULL.place.featureId);
  expect(at(current, 64, 2, 1, 175)).toBeNull();
  const former = await ask('muzeum maszyn warszawa');
  expect(at(former, 0, 1, 1, 14, 11)).toBe('Muzeum Wymyślonych Maszyn');
  expect(at(await ask('nie ma czegoś takiego'), 64)).toBeNull();
});

test('a cid document names the place nowhere', async () => {
  const { long, cid } = placeLinks(FULL);
  const { body } = await askStandIn(standIn, cid);
  expect(body).not.toContain(FULL.place.featureId);
  expect(body).not.toContain(FULL.place.name);
  expect(at(stateOf((await askStandIn(standIn, long)).body), 5, 3, 2, 0)).toBe(FULL.place.featureId);
});

test('consent: documents are sent there until a choice is saved', async () => {
  standIn.set({ consent: 'script' });
  const sent = await askStandIn(standIn, documentOf(FULL));
  expect(sent.status).toBe(302);
  const undecided = sent.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  expect(undecided).toMatch(/^SOCS=CAA/);
  const again = await askStandIn(standIn, documentOf(FULL), { headers: { cookie: undecided } });
  expect(again.status).toBe(302);
  const redirectTarget = sent.headers.location ?? '';
  expect(new URL(redirectTarget).searchParams.get('continue')).toBe(documentOf(FULL));
  const scripted = (await askStandIn(standIn, redirectTarget)).body;
  expect(scripted.match(/jsname="tWT92d"/g)).toHaveLength(2);
  standIn.set({ consent: 'no_script' });
  const plain = (await askStandIn(standIn, redirectTarget)).body;
  expect(plain.match(/<input type="submit"/g)).toHaveLength(2);
  expect(plain).not.toContain('<button');

  const form = `set_eom=true&continue=${encodeURIComponent(documentOf(FULL))}`;
  const saved = await askStandIn(standIn, 'https://consent.google.com/save', { method: 'POST', body: form });
  expect(saved.status).toBe(303);
  expect(saved.headers.location).toBe(documentOf(FULL));
  expect(saved.headers['set-cookie']?.[0]).toMatch(/^SOCS=\w+; Domain=\.google\.com; Path=\/;.* Secure/);
  const back = await askStandIn(standIn, documentOf(FULL), { headers: { cookie: 'SOCS=CAI' } });
  expect(back.status).toBe(200);
});

test('share hosts: a redirect for plain clients, a page of JavaScript where the case says so', async () => {
  for (const entry of loadCases()) {
    if (entry.kind !== 'share') continue;
    const hop = entry.hops[0];
    const plain = await askStandIn(standIn, entry.link);
    const browser = await askStandIn(standIn, entry.link, { headers: BROWSER });
    expect(plain.headers.location, entry.id).toBe(hop?.interstitial === 'always' ? undefined : hop?.to);
    expect(browser.headers.location, entry.id).toBe(hop?.interstitial === 'never' ? hop.to : undefined);
    if (browser.status === 200) expect(browser.body, entry.id).toContain('location.replace(');
  }
  expect((await askStandIn(standIn, AWKWARD_LINKS.offList)).headers.location).toContain('evil.example');
  expect((await askStandIn(standIn, AWKWARD_LINKS.unknown)).status).toBe(404);
});
