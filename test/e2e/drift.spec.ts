import { expect } from '@playwright/test';
import { loadPlaceCase, loadReviewsCase } from '../../fixtures/provider/cases.js';
import { placeIdOf } from '../../fixtures/provider/ids.js';
import { doctorData } from '../../src/capabilities/doctor/published.js';
import { readyBody } from '../../src/core/published/health.js';
import { PLACE_FIELDS } from '../../src/core/published/place-fields.js';
import { type Service, test } from '../support/service.js';

// What is answered while the provider drifts. How each drift is reported and mended: test/cli/provider-changes.spec.ts;
// from how many answers on a field drifts: test/core/provider/field-drift.spec.ts.

const detailsOf = (id: string) => `/api/details?placeid=${placeIdOf(loadPlaceCase(id).place.featureId)}`;
const LIST = `/api/place-reviews?placeid=${placeIdOf(loadReviewsCase('reviews--seven').place.featureId)}&max_pages=1`;

test('a moved path changes no answer, not even a negative one: the panel still has the values', async ({
  service,
  standIn,
}) => {
  const before = (await service.get(detailsOf('place--full-polish'))).body;
  standIn.set({ drift: 'moved_path' });
  expect((await service.get(detailsOf('place--full-polish'))).body).toEqual(before);
  expect(await service.get(detailsOf('place--no-reviews'))).toMatchObject({
    status: 200,
    body: { data: { details: { liczba_opinii: 0 } } },
  });
});

/** In how many of the answers that count the panel had its category. */
async function panelCategory(service: Service): Promise<string> {
  const { body } = await service.get('/api/doctor?last=true');
  const { fields } = doctorData.parse((body as { data: unknown }).data);
  const one = fields.find(({ source, field }) => source === 'panel' && field === PLACE_FIELDS.category);
  return `${one?.present} of ${one?.total}`;
}

test('pages of review lists show that a class of the panel was renamed', async ({ start, standIn }) => {
  const service = await start();
  await service.get(LIST);
  expect(await panelCategory(service)).toBe('1 of 1');
  standIn.set({ drift: 'renamed_class' });
  await service.get(LIST);
  expect(await panelCategory(service)).toBe('1 of 2');
});

/** The default number of unknown shapes in a row that are a drift. */
const UNKNOWN_SHAPES = 6;

test('a drift is reported in /readyz, metrics, log and doctor, and withholds no negative answer', async ({
  start,
  standIn,
}) => {
  const lines: string[] = [];
  const service = await start({ LOG_LEVEL: 'warn' }, { write: (line) => void lines.push(line) });
  const report = async () => {
    const [ready, metrics, doctor] = await Promise.all([
      service.get('/readyz'),
      fetch(`${service.url}/metrics`).then((answer) => answer.text()),
      service.get('/api/doctor?last=true'),
    ]);
    const { fields } = doctorData.parse((doctor.body as { data: unknown }).data);
    return {
      ready: readyBody.parse(ready.body).checks.drift,
      gauge: /field_drift\{field="search_answer",source="form"\} (\d)/.exec(metrics)?.[1],
      logged: lines.map((line) => JSON.parse(line)).flatMap(({ presence }) => presence?.drifting ?? []),
      doctor: fields.find(({ field, source }) => field === 'search_answer' && source === 'form')?.drifting,
    };
  };
  standIn.set({ drift: 'changed_envelope' });
  const search = `/api/search?query=${encodeURIComponent('pierogi zmyślone kraków')}`;
  for (let asked = 0; asked < UNKNOWN_SHAPES; asked += 1) await service.get(search);
  const drifting = { ready: ['form.search_answer'], gauge: '1', logged: [true], doctor: true };
  expect(await report()).toEqual(drifting);
  standIn.set({ drift: null });
  expect((await service.get('/api/search?query=qqzzxx')).status).toBe(404);
  expect(await report()).toEqual(drifting);
});

test('a list whose frames have a new id is not complete until it can be read again', async ({
  service,
  standIn,
}) => {
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
