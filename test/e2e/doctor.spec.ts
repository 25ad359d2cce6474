import { expect } from '@playwright/test';
import { loadReviewsCase } from '../../fixtures/provider/cases.js';
import { type DoctorData, doctorData } from '../../src/capabilities/doctor/published.js';
import { PLACE_FIELDS } from '../../src/core/published/place-fields.js';
import { type Answer, test } from '../support/service.js';

const WHOLE = 'ChIJOsH9cGTSrkcRy7zh90zxudA';
const LIMITED = 'ChIJfy3lk8uhEEcRNakuH9jEYHs';
const SHARED = 'https://maps.app.goo.gl/PoLsKa1Zmysl7';
const PLACES = `${WHOLE} ${SHARED} ${LIMITED}`;

const dataOf = ({ body }: Answer): DoctorData => doctorData.parse((body as { data: unknown }).data);
const codesOf = ({ run }: DoctorData, id: string) =>
  (run?.checks ?? []).filter((check) => check.id === id).map(({ status, code }) => `${status} ${code}`);

test('a whole run checks everything within 15 loads, and can be read afterwards as the last run', async ({
  start,
  standIn,
}) => {
  standIn.set({ consent: 'script' });
  const service = await start({ DOCTOR_PLACES: PLACES }, undefined, { usesFastPath: true });
  const { service: now, ...before } = dataOf(await service.get('/api/doctor?last=true'));
  expect(before).toEqual({ status: 'unknown', run: null });
  expect(now).toMatchObject({
    ...{ provider_blocked: false, browser_available: true, proven_at: null, checks_overdue: 0 },
    ...{ deliveries_failing: 0, backup_at: null },
  });
  expect(now?.free_bytes).toBeGreaterThan(0);
  const [answer, same] = await Promise.all([service.get('/api/doctor'), service.get('/api/doctor')]);
  const data = dataOf(answer);
  expect(dataOf(same).run?.started_at).toBe(data.run?.started_at);
  expect(data.run?.loads).toBeLessThanOrEqual(15);
  expect(data.status).toBe('degraded');
  expect(codesOf(data, 'block_page')).toEqual(['ok block_page_none']);
  expect(codesOf(data, 'place_fields')).toEqual(['ok fields_all', 'ok fields_all', 'warn fields_missing']);
  const { missing } = data.run?.checks.findLast(({ id }) => id === 'place_fields')?.values ?? {};
  expect(missing).toContain(PLACE_FIELDS.reviewCount);
  expect(codesOf(data, 'place_view')).toEqual(['ok view_full', 'ok view_full', 'warn view_limited']);
  expect(codesOf(data, 'fast_path').slice(0, 2)).toEqual(['ok fast_path_equal', 'ok fast_path_equal']);
  expect(codesOf(data, 'search')).toEqual(['ok search_found']);
  expect(codesOf(data, 'cid')).toEqual(['ok cid_found']);
  expect(codesOf(data, 'short_links')).toEqual(['ok link_followed']);
  expect(codesOf(data, 'reviews_batches')).toEqual(['ok batches_read']);
  expect(codesOf(data, 'review_visible')).toEqual(['ok review_in_full']);
  expect(codesOf(data, 'review_made_up')).toEqual(['ok made_up_absent']);
  const { name = '', address = '' } = loadReviewsCase('reviews--450').place;
  for (const kept of [name, address]) expect(JSON.stringify(data)).not.toContain(kept);
  expect(dataOf(await service.get('/api/doctor?last=true')).run?.loads).toBe(data.run?.loads);
});
