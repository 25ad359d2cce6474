import { loadPlaceCase } from '../../../../fixtures/provider/cases.js';
import { placeLinks } from '../../../../fixtures/provider/maps-host.js';
import { placeDocument } from '../../../../fixtures/provider/place-document.js';
import { placePayload } from '../../../../fixtures/provider/place-payload.js';
import { countForeignPayloads, extractPlace } from '../../../../src/core/places/extractors/extract-place.js';
import { createFetchedPlaces } from '../../../../src/core/places/fetched-places.js';
import type { RawPlacePage } from '../../../../src/core/provider/raw-state.js';
import { createProviderUrls } from '../../../../src/core/provider/urls.js';
import { readEmbeddedState } from '../../../../src/core/provider/wire/embedded-state.js';
import { dataAnswer } from '../../../../src/core/provider/wire/envelope.js';
import { anythingAt } from '../../../../src/core/provider/wire/path-table.js';
import { latitude, longitude } from '../../../../src/core/provider/wire/value-types.js';
import { shownPage } from '../../../support/case-pages.js';
import { expect, test } from '../../../support/test.js';

const asked = loadPlaceCase('place--full-polish');
const neighbour = loadPlaceCase('place--hotel');
const other = loadPlaceCase('place--one-review');

const ASKED = placeLinks(asked).long;

const pageOf = (bodies: readonly string[]): RawPlacePage => ({
  url: `https://www.google.com/maps/place/X/data=!4m2!3m1!1s${asked.place.featureId}`,
  embedded: null,
  payloads: bodies.map(dataAnswer),
  state: null,
  readAt: 0,
});

test('a neighbour fetched after the place does not take its part', () => {
  const reading = extractPlace(pageOf([placePayload(asked), placePayload(neighbour)]));
  expect(reading?.place).toMatchObject({ featureId: asked.place.featureId, name: asked.place.name });
});

test('a lone payload of another place is no answer', () => {
  const page = pageOf([placePayload(neighbour)]);
  expect(extractPlace(page)).toBeNull();
  expect(countForeignPayloads(page)).toBe(1);
});

test('a place that replaced the one asked for is believed when the document names it', () => {
  const embedded = readEmbeddedState(placeDocument(neighbour));
  const reading = extractPlace({ ...pageOf([placePayload(neighbour)]), asked: ASKED, embedded });
  expect(reading).toMatchObject({ place: { featureId: neighbour.place.featureId }, foreignPayloads: 0 });
});

test('a document that names another place than its payload gives no answer', () => {
  const embedded = readEmbeddedState(placeDocument(asked));
  expect(extractPlace({ ...pageOf([placePayload(neighbour)]), asked: ASKED, embedded })).toBeNull();
});

test('a payload inlined with a document that names another place is dropped and counted', () => {
  const inlined = {
    ...neighbour,
    serve: { ...neighbour.serve, generation: 'V1', payload: 'inline' },
  } as const;
  const html = placeDocument(inlined).replaceAll(neighbour.place.featureId, asked.place.featureId);
  // The payload keeps the id of its own place.
  const foreign = html.replace(
    `,\\"${asked.place.featureId}\\",\\"${neighbour.place.name}`,
    `,\\"${neighbour.place.featureId}\\",\\"${neighbour.place.name}`,
  );
  expect(foreign).not.toBe(html);
  const page = { ...pageOf([]), asked: ASKED, embedded: readEmbeddedState(foreign) };
  expect(extractPlace(page)).toBeNull();
  expect(countForeignPayloads(page)).toBe(1);
  expect(extractPlace({ ...page, payloads: [dataAnswer(placePayload(asked))] })).toMatchObject({
    place: { name: asked.place.name, reviewCount: asked.place.reviewCount },
    foreignPayloads: 1,
  });
});

test('a plain document that names no place is not read: its payload may be of any place', async () => {
  const whole = placeDocument({ ...asked, serve: { ...asked.serve, generation: 'V1', payload: 'inline' } });
  const id = asked.place.featureId;
  const payload = `,\\"${id}\\",\\"${asked.place.name}`;
  const nameless = whole.replaceAll(id, '').replace(payload.replace(id, ''), payload);
  for (const [body, name] of [
    [whole, asked.place.name],
    [nameless, undefined],
  ] as const) {
    const fetchPage = async () => ({ status: 200, location: null, body });
    const fastPath = {
      read: async (_kind: string, _scope: unknown, work: (fetchPage: unknown) => unknown) => work(fetchPage),
    };
    const places = createFetchedPlaces(fastPath as never, createProviderUrls());
    const reading = await places.read(
      { kind: 'place_id', url: 'https://www.google.com/maps/place/X' } as never,
      {} as never,
    );
    expect(reading?.place?.name).toBe(name);
  }
});

test('a payload that does not name its place is not taken for any', () => {
  const payload = placePayload(asked).replace(
    `"${asked.place.featureId}","${asked.place.name}"`,
    `null,"${asked.place.name}"`,
  );
  expect(payload).not.toBe(placePayload(asked));
  expect(extractPlace(pageOf([payload]))).toBeNull();
});

test('a panel drawn from the payload of another place is not published', async () => {
  const { state } = await shownPage(neighbour, 'full');
  const html = placeDocument(asked);
  const foreign = { ...pageOf([placePayload(neighbour)]), asked: ASKED, html, state };
  expect(extractPlace(foreign)).toBeNull();
  // Nor is it taken to complete a payload that lacks something.
  const truncated = dataAnswer(placePayload(asked, { truncated: true }));
  expect(extractPlace({ ...foreign, payloads: [truncated] })?.place).toMatchObject({
    name: asked.place.name,
    reviewCount: null,
    stars: null,
  });
});

test('a panel in a tab whose address names a third place is not published', async () => {
  const embedded = readEmbeddedState(placeDocument(asked));
  const page = { ...(await shownPage(neighbour, 'full')), asked: ASKED, embedded };
  expect(extractPlace(page)).toBeNull();
  expect(extractPlace({ ...page, url: ASKED })?.place.featureId).toBe(asked.place.featureId);
});

test('a page asked for by its CID has the payload with that CID', () => {
  const page = { ...pageOf([]), asked: placeLinks(asked).cid, url: placeLinks(asked).cid };
  expect(extractPlace({ ...page, payloads: [dataAnswer(placePayload(neighbour))] })).toBeNull();
  const both = [neighbour, asked].map((one) => dataAnswer(placePayload(one)));
  expect(extractPlace({ ...page, payloads: both })?.place.featureId).toBe(asked.place.featureId);
});

test('two strange places are no answer', () => {
  expect(extractPlace(pageOf([placePayload(neighbour), placePayload(other)]))).toBeNull();
});

test('a path that leads to null gives way to the next', () => {
  expect(anythingAt([null, 'x'], [[0], [1]])).toBe('x');
  expect(anythingAt([null], [[0], [1]])).toBeNull();
});

test('coordinates may lie anywhere on the globe, and nowhere else', () => {
  const isRead = (lat: number, lng: number) =>
    latitude.safeParse(lat).success && longitude.safeParse(lng).success;
  expect([isRead(-89.9, 179.9), isRead(89.9, -179.9)]).toEqual([true, true]);
  expect([isRead(90.1, 0), isRead(0, 180.1), isRead(-90.1, 0), isRead(0, -180.1)]).not.toContain(true);
});

test('a count of 0 beside reviews of the place is unknown, not 0', () => {
  const [, , , , , , place] = JSON.parse(placePayload(asked).replace(/^[^[]*/, '')) as unknown[][];
  const counted = (count: number, more: object) => {
    const changed = Object.assign([...(place ?? [])], {
      4: Object.assign([], { 8: count }),
      31: null,
      175: null,
    });
    return extractPlace(pageOf([JSON.stringify(Object.assign([], { 6: Object.assign(changed, more) }))]))
      ?.place;
  };
  const unknown = { reviewCount: null, stars: null };
  expect(counted(0, {})).toMatchObject({ reviewCount: 0, stars: [0, 0, 0, 0, 0] });
  expect(counted(0, { 175: Object.assign([], { 9: [[[[['a record']]]]] }) })).toMatchObject(unknown);
  expect(counted(0, { 31: [null, [['a snippet']]] })).toMatchObject(unknown);
  expect(counted(7, { 31: [null, [['a snippet']]] })).toMatchObject({ reviewCount: 7 });
});
