import { cidOfFeature } from '../../src/core/identifiers/cid.js';
import { parseMapUrl } from '../../src/core/identifiers/map-url.js';
import { placeIdOfFeature } from '../../src/core/identifiers/place-id.js';
import { extractPlace } from '../../src/core/places/extractors/extract-place.js';
import { pageFeatureId } from '../../src/core/places/extractors/subject.js';
import { readSearchPayload } from '../../src/core/places/wire/search-payload.js';
import type { RawPlacePage } from '../../src/core/provider/raw-state.js';
import { readEmbeddedState } from '../../src/core/provider/wire/embedded-state.js';
import { dataAnswer } from '../../src/core/provider/wire/envelope.js';
import { CAPTURES_ABSENT, capturesOf } from '../support/captures.js';
import { EMPTY_STATE } from '../support/page-states.js';
import { renderedState } from '../support/rendered-state.js';
import { expect, test } from '../support/test.js';

interface ExpectedPlace {
  name: string;
  address: string | null;
  category: string | null;
  rating: number | null;
  reviewCount: number | null;
  histogram: Record<'1' | '2' | '3' | '4' | '5', number> | null;
  featureId: string;
  placeId: string;
  cid: string;
}
interface ExpectedCard {
  featureId: string | null;
  sponsored: boolean;
}
interface Expected {
  view: string;
  place: ExpectedPlace;
  results: ExpectedCard[];
}

const KINDS = [
  ...[
    'place-payload',
    'page-initial',
    'page-rendered',
    'search-payload',
    'search-rendered',
    'consent',
    'wall',
  ],
  ...['reviews-batch', 'review-record'],
];

test('the recordings are there', () => {
  test.skip(CAPTURES_ABSENT !== false, CAPTURES_ABSENT || '');
  for (const kind of KINDS) expect(capturesOf(kind), kind).not.toEqual([]);
});

for (const { name, body, expected } of capturesOf<Expected>('place-payload')) {
  test(`${name}: every field of the payload`, () => {
    expectPlace(pageOf({ payloads: [dataAnswer(body)] }), expected.place);
  });
}

for (const { name, body, expected } of capturesOf<Expected>('page-initial')) {
  test(`${name}: the initial document`, () => {
    const page = pageOf({ embedded: readEmbeddedState(body) });
    expect(pageFeatureId(page)).toBe(expected.place.featureId);
    if (expected.view === 'none') expect(extractPlace(page)).toBeNull();
    else expectPlace(page, expected.place);
  });
}

for (const { name, body, expected } of capturesOf<Expected>('page-rendered')) {
  test(`${name}: the rendered panel alone`, async () => {
    const state = await renderedState(body);
    expect(state.limitedView).toBe(expected.view === 'limited');
    expectPlace(pageOf({ embedded: readEmbeddedState(body), state }), expected.place);
    expect(extractPlace(pageOf({ embedded: readEmbeddedState(body), state }))?.degraded).toBe(
      expected.view === 'limited',
    );
  });
}

for (const { name, body, expected } of capturesOf<Expected>('search-payload')) {
  test(`${name}: the results without advertisements, in order, each with MID and coordinates`, () => {
    const marks = { mid: expect.stringMatching(/^\/[gm]\//), at: expect.anything() };
    const real = expected.results.filter(({ sponsored }) => !sponsored);
    expect(readSearchPayload(dataAnswer(body))).toMatchObject(
      real.map(({ featureId }) => ({ featureId, marks })),
    );
  });
}

for (const { name, body, expected } of capturesOf<Expected>('search-rendered')) {
  test(`${name}: the cards, advertisements marked`, async () => {
    const { cards, panel, limitedView } = await renderedState(body);
    expect({ panel, limitedView }).toEqual({ panel: null, limitedView: false });
    const read = cards?.map(({ href, sponsored }) => {
      const target = parseMapUrl(new URL(href));
      return { featureId: 'featureId' in target ? target.featureId : null, sponsored };
    });
    expect(read).toEqual(expected.results.map(({ featureId, sponsored }) => ({ featureId, sponsored })));
  });
}

for (const { name, body } of capturesOf('consent')) {
  test(`${name}: is a consent page that can be declined`, async () => {
    expect(await renderedState(body)).toEqual({ ...EMPTY_STATE, consent: true });
  });
}

for (const { name, body } of capturesOf('wall')) {
  test(`${name}: is a block page`, async () => {
    expect(await renderedState(body)).toMatchObject({ panel: null, blockPage: true, consent: false });
  });
}

function pageOf(parts: Partial<RawPlacePage>): RawPlacePage {
  const url = 'https://www.google.com/maps';
  return { url, embedded: null, payloads: [], state: null, readAt: 0, ...parts };
}

function expectPlace(page: RawPlacePage, expected: ExpectedPlace): void {
  const place = extractPlace(page)?.place;
  const stars = expected.histogram && [1, 2, 3, 4, 5].map((n) => expected.histogram?.[`${n}` as '1']);
  expect(place).toEqual({
    featureId: expected.featureId,
    name: expected.name,
    address: expected.address,
    category: expected.category,
    rating: expected.rating,
    reviewCount: expected.reviewCount,
    stars,
  });
  const featureId = place?.featureId;
  expect(featureId && placeIdOfFeature(featureId)).toBe(expected.placeId);
  expect(featureId && cidOfFeature(featureId)).toBe(expected.cid);
}
