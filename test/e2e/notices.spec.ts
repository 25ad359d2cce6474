import { expect } from '@playwright/test';
import { type Case, loadCases, loadPlaceCase } from '../../fixtures/provider/cases.js';
import { placeIdOf } from '../../fixtures/provider/ids.js';
import { test } from '../support/service.js';

// What the provider says about its own reviews (places.md §10). Every case by itself: cases.spec.ts.

const SEEN = {
  seen_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  seen_at_utc: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
};

/** The place whose review is gone has a notice on the tab with its reviews. */
const REMOVED = loadCases().find(({ id }) => id === 'review--removed');
const noticed = (one: Case): Case => {
  if (one.kind !== 'reviews' || REMOVED?.kind !== 'review' || one.id !== REMOVED.place) return one;
  const notices = [{ code: 3, words: { pl: 'Usunięto od 11 do 20 opinii.' } }];
  return { ...one, place: { ...one.place, notices }, serve: { ...one.serve, notices: 'tab' } };
};

test('a review that is not visible carries the notices of its place once the place was read', async ({
  start,
  standIn,
}) => {
  if (REMOVED?.kind !== 'review') throw new Error('no such case');
  // Other reviews of the place that their pages do not show would be tried as controls first.
  const isInTheWay = (one: Case) => one.kind === 'review' && one.place === REMOVED.place && one !== REMOVED;
  const cases = loadCases()
    .filter((one) => !isInTheWay(one))
    .map(noticed);
  const place = cases.find(({ id }) => id === REMOVED.place);
  const control = cases.find(({ id }) => id === 'review--visible');
  if (place?.kind !== 'reviews' || control?.kind !== 'review') throw new Error('no such case');
  standIn.set({ cases });
  const service = await start({ CONTROL_REVIEWS: control.link });
  const link = encodeURIComponent(REMOVED.link);
  const bulk = { urls: [REMOVED.link] };
  const path = `/api/place-reviews?placeid=${placeIdOf(place.place.featureId)}&max_pages=1`;
  const lines = await (
    await fetch(service.url + path, { headers: { Accept: 'application/x-ndjson' } })
  ).text();
  const summary = JSON.parse(lines.trimEnd().split('\n').at(-1) ?? '');
  const removed = { kind: 'reviews_removed_defamation', text: 'Usunięto od 11 do 20 opinii.' };
  const notices = [{ ...removed, min: 11, max: 20, ...SEEN }];
  expect(summary).toMatchObject({ type: 'summary', notices });

  const [single, details, list] = await Promise.all([
    service.get(`/api/review-visibility?url=${link}`),
    service.get(`/api/review-details?url=${link}`),
    service.post('/api/review-visibility', bulk, { Accept: 'application/json' }),
  ]);
  const verdict = { is_visible: false, visibility_reason: 'no_rating_section' };
  expect(single.body).toMatchObject({ data: { ...verdict, notices: summary.notices } });
  expect(details.body).toMatchObject({ data: { review_details: verdict, notices: summary.notices } });
  expect(list.body).toMatchObject({ data: { results: [{ ...verdict, notices: summary.notices }] } });
});

test('a count of 0 is unknown when only the drawn page says that the reviews are not shown', async ({
  start,
  standIn,
}) => {
  const none = loadPlaceCase('place--no-reviews');
  const notices = [{ code: 9, words: { pl: 'Opinie nie są obecnie wyświetlane.' } }];
  const place = { ...none.place, notices };
  standIn.set({ cases: [{ ...none, place, serve: { ...none.serve, notices: 'overview' } }] });
  // The data alone count 0: the HTTP fast path leaves the answer to the drawn page.
  const service = await start({}, undefined, { usesFastPath: true });
  const { body } = await service.get(none.request.replace('GET ', ''));
  expect(body).toMatchObject({
    data: { details: { liczba_opinii: null }, notices: [{ kind: 'reviews_withheld' }] },
  });
});
