import { expect } from '@playwright/test';
import { loadPlaceCase } from '../../fixtures/provider/cases.js';
import { test } from '../support/service.js';

// What the provider says about its own reviews (places.md §10). Every case by itself: cases.spec.ts.

test('the count 0 is unknown when the page says reviews are not shown', async ({ start, standIn }) => {
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
