import { expect } from '@playwright/test';
import { loadPlaceCase, loadReviewsCase } from '../../fixtures/provider/cases.js';
import { placeIdOf } from '../../fixtures/provider/ids.js';
import { test } from '../support/service.js';

// What is answered while the provider drifts.

const detailsOf = (id: string) => `/api/details?placeid=${placeIdOf(loadPlaceCase(id).place.featureId)}`;
const LIST = `/api/place-reviews?placeid=${placeIdOf(loadReviewsCase('reviews--seven').place.featureId)}&max_pages=1`;

test('a moved path changes no answer: the panel still has the values', async ({ service, standIn }) => {
  const before = (await service.get(detailsOf('place--full-polish'))).body;
  standIn.set({ drift: 'moved_path' });
  expect((await service.get(detailsOf('place--full-polish'))).body).toEqual(before);
  expect(await service.get(detailsOf('place--no-reviews'))).toMatchObject({
    status: 200,
    body: { data: { details: { liczba_opinii: 0 } } },
  });
});

test('an unknown search answer is counted and logged, and withholds nothing', async ({ start, standIn }) => {
  const lines: string[] = [];
  const service = await start({ LOG_LEVEL: 'warn' }, { write: (line) => void lines.push(line) });
  standIn.set({ drift: 'changed_envelope' });
  const search = `/api/search?query=${encodeURIComponent('pierogi zmyślone kraków')}`;
  expect((await service.get(search)).status).toBe(200);
  expect(await service.metric('drift_total{what="search_answer"}')).toBe(1);
  expect(lines.map((line) => JSON.parse(line).drift)).toContain('search_answer');
  standIn.set({ drift: null });
  expect((await service.get('/api/search?query=qqzzxx')).status).toBe(404);
});

test('a list whose frames have a new id is not complete', async ({ service, standIn }) => {
  const whole = { data: { complete: true, stop_reason: 'end' } };
  standIn.set({ drift: 'new_frame_id' });
  expect((await service.get(LIST)).body).not.toMatchObject({ data: { complete: true } });
  standIn.set({ drift: null });
  expect((await service.get(LIST)).body).toMatchObject(whole);
});

test('returns 503, not 404, while the consent form cannot be declined', async ({ start, standIn }) => {
  // In contexts that have not met the consent page yet.
  const service = await start();
  standIn.set({ consent: 'script', drift: 'consent_form' });
  expect((await service.get('/api/search?query=qqzzxx')).status).toBe(503);
  standIn.set({ drift: null });
  expect((await service.get('/api/search?query=qqzzxx')).status).toBe(404);
});
