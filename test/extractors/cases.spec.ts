import { readdirSync } from 'node:fs';
import {
  FIXTURES,
  loadCases,
  loadPlaceCase,
  loadReviewsCase,
  readExpected,
  type SearchCase,
} from '../../fixtures/provider/cases.js';
import { feedHtml } from '../../fixtures/provider/rendered-feed.js';
import { batchAnswer, frames } from '../../fixtures/provider/reviews/batch.js';
import { reviewList } from '../../fixtures/provider/reviews/list.js';
import { bareDocument } from '../../fixtures/provider/search-document.js';
import { answerOf, searchPayload } from '../../fixtures/provider/search-payload.js';
import { createLocalTime } from '../../src/core/api/local-time.js';
import { presentAll, presentDetails, presentSearch } from '../../src/core/api/presenters/present-place.js';
import { presentReview } from '../../src/core/api/presenters/present-review.js';
import type { FeatureId } from '../../src/core/identifiers/feature-id.js';
import { parseMapUrl } from '../../src/core/identifiers/map-url.js';
import { extractPlace } from '../../src/core/places/extractors/extract-place.js';
import { pageFeatureId } from '../../src/core/places/extractors/subject.js';
import type { Found, FoundDetails } from '../../src/core/places/find-place.js';
import type { PlaceReading } from '../../src/core/places/place.js';
import { knownPlace, type Source } from '../../src/core/places/resolve-query.js';
import { candidatesOf, readSearchPayload } from '../../src/core/places/wire/search-payload.js';
import type { RawPlacePage } from '../../src/core/provider/raw-state.js';
import { readEmbeddedState } from '../../src/core/provider/wire/embedded-state.js';
import { dataAnswer } from '../../src/core/provider/wire/envelope.js';
import { extractReview } from '../../src/core/reviews/extractors/extract-review.js';
import { readReviewsBatch } from '../../src/core/reviews/wire/reviews-batch.js';
import { OUTCOMES, sentPage, shownPage, wholePage } from '../support/case-pages.js';
import { expectGolden, withoutMoments } from '../support/golden.js';
import { isLongRun } from '../support/long-run.js';
import { renderedState } from '../support/rendered-state.js';
import { expect, test } from '../support/test.js';

// Every case without a browser, against the same golden as with one (test/e2e/cases.spec.ts).

const cases = loadCases();
/** The order in which the service asks for reviews. reviews.md §1. */
const NEWEST = 2;
const STATISTICS = ['reviewCount', 'stars'];

for (const one of cases.filter((entry) => entry.kind === 'place')) {
  const { first, last } = OUTCOMES[one.serve.view];

  test(`${one.id}: payload, panel and both give the golden, and each known field has its origin`, async () => {
    const expected = readExpected(one.id);
    // Only the data hold these fields before the reviews tab is open.
    const ofPanel = JSON.stringify(expected, (name, value) =>
      name === 'permanently_closed' || name === 'notices' ? undefined : value,
    );
    const shown = await shownPage(one, last);
    const sent = sentPage(one, last);
    const pages: (readonly [RawPlacePage, unknown])[] = [
      [shown, JSON.parse(ofPanel)],
      [{ ...sent, state: shown.state }, expected],
    ];
    if (one.serve.payload !== 'none') pages.push([sent, expected]);
    for (const [page, golden] of pages) {
      const reading = readingOf(page);
      expect(detailsBody(reading)).toEqual(golden);
      if (page === sent) expect(reading.degraded).toBe(reading.place.reviewCount === null);
    }
  });

  if (first !== last) {
    test(`${one.id}: its first load lacks count and star counts, and nothing else`, async () => {
      for (const page of [sentPage(one, first), await shownPage(one, first), await wholePage(one, first)]) {
        const { place, missing, degraded } = readingOf(page);
        const whole = readingOf(sentPage(one, last)).place;
        expect({ place, missing, degraded }).toEqual({
          place: { ...whole, reviewCount: null, stars: null },
          missing: STATISTICS,
          degraded: true,
        });
      }
    });
  }
}

test('a document without its payload names the place and holds nothing else', () => {
  for (const id of ['place--full-polish', 'place--inline-payload', 'place--hotel']) {
    const one = loadPlaceCase(id);
    const { embedded } = sentPage({ ...one, serve: { ...one.serve, payload: 'xhr' } }, 'full');
    const url = 'https://www.google.com/maps';
    const page: RawPlacePage = { url, embedded, payloads: [], state: null, readAt: 0 };
    expect(pageFeatureId(page), id).toBe(one.place.featureId);
    expect(extractPlace(page), id).toBeNull();
  }
});

for (const one of cases.filter((entry) => entry.kind === 'search')) {
  test(`${one.id}: the answer's first real result`, () => {
    const answer = dataAnswer(searchPayload(answerOf(one)));
    const real = one.results.filter(({ ad }) => !ad).map(({ place }) => place.featureId);
    expect(readSearchPayload(answer).map(({ featureId }) => featureId)).toEqual(real);
    expect(searchBody(one, readSearchPayload(answer)[0]?.featureId ?? null)).toEqual(readExpected(one.id));
  });

  test(`${one.id}: the answer inside the document`, () => {
    const body = searchPayload(answerOf(one));
    const embedded = readEmbeddedState(bareDocument({ query: 'x', inline: body }));
    expect(embedded?.searches.map((answer) => answer.body)).toEqual([body]);
  });

  test(`${one.id}: the first card that is no advertisement`, async () => {
    const { cards } = await renderedState(feedHtml(answerOf(one)));
    expect(cards?.map(({ sponsored }) => sponsored)).toEqual(one.results.map(({ ad }) => ad));
    const href = cards?.find(({ sponsored }) => !sponsored)?.href ?? '';
    const target = parseMapUrl(new URL(href));
    const featureId = 'featureId' in target ? target.featureId : null;
    expect(searchBody(one, featureId)).toEqual(readExpected(one.id));
  });
}

for (const one of cases.filter((entry) => entry.kind === 'share')) {
  test(`${one.id}: the place behind the link`, () => {
    const place = loadPlaceCase(one.place);
    const reading = readingOf(sentPage(place, OUTCOMES[place.serve.view].last));
    const data = presentAll(
      askedFor(one.request, 'url'),
      foundDetails(reading, one.source),
      createLocalTime('Europe/Warsaw'),
    );
    // Candidates come from a search answer, not from the page of the place.
    expect(readExpected(one.id)).toMatchObject(withoutMoments({ status: 'success', data }));
  });
}

/** Lists that are read in Chromium only by `npm run test:long`; those that differ only in length, here as well. */
const LISTS = [
  ...['450', 'ten', 'eleven', 'seven', 'hotel', 'partners'],
  ...(isLongRun ? ['199', '201', 'two-hundred', 'capped'] : []),
];
for (const id of LISTS.map((name) => `reviews--${name}`)) {
  test(`${id}: every record of every batch`, () => {
    const { place, reviews } = loadReviewsCase(id);
    const list = reviewList(place, reviews);
    const records: unknown[] = [];
    for (let batch = 0, hasNext = true; hasNext; batch += 1) {
      const answer = batchAnswer(list, NEWEST, batch);
      const body = frames(answer.kind === 'payload' ? answer.payload : null, id);
      const reading = readReviewsBatch(body);
      if (reading.kind === 'empty' && reading.saysEnd) break;
      if (reading.kind !== 'batch') throw new Error(`batch ${batch} is ${reading.kind}`);
      records.push(...reading.batch.records);
      hasNext = reading.batch.hasNext;
    }
    const published = records.map(extractReview).map((review) => review && presentReview(review));
    const golden = readExpected(id) as { readonly summary?: object; readonly data?: object };
    const data = { ...(golden.summary ?? golden.data), reviews: published };
    expectGolden({ status: 200, headers: new Headers(), body: { status: 'success', data } }, golden);
  });
}

test('a missing golden is an error, and every folder of a case has one', () => {
  expect(() => readExpected('place--not-there')).toThrow();
  const folders = readdirSync(FIXTURES).filter(
    (name) => name.includes('--') && !name.startsWith('recorded--'),
  );
  expect(cases.map(({ id }) => id)).toEqual(folders.sort());
  expect(() => folders.map(readExpected)).not.toThrow();
});

function readingOf(page: RawPlacePage): PlaceReading {
  const reading = extractPlace(page);
  if (reading === null) throw new Error('the page shows no place');
  return reading;
}

function detailsBody(reading: PlaceReading) {
  const data = presentDetails(foundDetails(reading, 'place_id'), createLocalTime('Europe/Warsaw'));
  return withoutMoments({ status: 'success', data });
}

/** The answer of a search case once its first real result is known; /all opens that result's own page. */
function searchBody(one: SearchCase, featureId: FeatureId | null) {
  const listed = candidatesOf(readSearchPayload(dataAnswer(searchPayload(answerOf(one)))));
  const candidates = listed.length > 1 ? listed : [];
  if (one.request.startsWith('GET /api/search?')) {
    const data = presentSearch(
      askedFor(one.request, 'query'),
      foundPlace(featureId, 'search_result', candidates),
    );
    return { status: 'success', data };
  }
  const chosen = one.results.find(({ place }) => place.featureId === featureId);
  if (chosen === undefined) throw new Error(`${featureId} is no result of ${one.id}`);
  const reading = readingOf(sentPage(chosen, OUTCOMES[chosen.serve.view].last));
  const data = presentAll(
    askedFor(one.request, 'url'),
    foundDetails(reading, 'search_result', candidates),
    createLocalTime('Europe/Warsaw'),
  );
  return withoutMoments({ status: 'success', data });
}

function foundDetails(
  reading: PlaceReading,
  source: Source,
  candidates: Found['candidates'] = [],
): FoundDetails {
  return { ...foundPlace(reading.place.featureId, source, candidates), reading };
}

function foundPlace(
  featureId: FeatureId | null,
  source: Source,
  candidates: Found['candidates'] = [],
): Found {
  const known = featureId === null ? null : knownPlace(featureId);
  if (known === null) throw new Error('no place was found');
  return { ...known, source, cache: { outcome: 'miss', ageSeconds: 0 }, candidates };
}

/** A parameter of a case's request, e.g. "GET /api/search?query=x". */
function askedFor(request: string, parameter: string): string {
  const url = new URL(request.replace(/^GET /, ''), 'http://service.test');
  return url.searchParams.get(parameter) ?? '';
}
