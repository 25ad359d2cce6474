import { expect } from '@playwright/test';
import { loadPlaceCase, loadReviewsCase } from '../../fixtures/provider/cases.js';
import { placeIdOf } from '../../fixtures/provider/ids.js';
import { startStandIn } from '../../fixtures/provider/server.js';
import { doctorData } from '../../src/contract/doctor.js';
import { readyBody } from '../../src/contract/health.js';
import { PLACE_FIELDS } from '../../src/contract/place-fields.js';
import { type Service, startService, test } from '../support/service.js';

// Drifts of the provider, each within 50 answers. A changed envelope is read like a new frame id: as no frame that is
// known (reviews-batch.spec.ts). Services of their own: a drift is a state of the process.

const PLACES = ['full-polish', 'hotel', 'nbsp-grouping', 'inline-payload'].map((name) =>
  placeIdOf(loadPlaceCase(`place--${name}`).place.featureId),
);
const LIST = placeIdOf(loadReviewsCase('reviews--seven').place.featureId);
const AT_ONCE = 4;

async function drifting(service: Service): Promise<readonly string[]> {
  const answer = await service.get('/readyz');
  expect(answer.status, 'a drift is no reason not to be ready').toBe(200);
  return readyBody.parse(answer.body).checks.drift;
}

async function metrics(service: Service): Promise<string> {
  return (await fetch(`${service.url}/metrics`)).text();
}

/** Asks several times, some at once, until a field drifts. */
async function answersUntil(service: Service, paths: readonly string[], field: string): Promise<void> {
  for (let asked = AT_ONCE; asked <= 50; asked += AT_ONCE) {
    await ask(service, paths, AT_ONCE);
    if ((await drifting(service)).includes(field)) return;
  }
  throw new Error(`${field} does not drift after 50 answers`);
}

/** Sends so many requests, several at once: of different places, as lookups of one place are made once for all. */
async function ask(service: Service, paths: readonly string[], count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += AT_ONCE)
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) => service.get(paths[index % paths.length] ?? '')),
    );
}

const details = (place: string) => `/api/details?placeid=${place}`;
const DETAILS = PLACES.map(details);
const list = `/api/place-reviews?placeid=${LIST}&max_pages=1`;

test('a moved path shows within 50 answers, which stay whole, until it is back', async () => {
  test.slow();
  const standIn = await startStandIn();
  const service = await startService(standIn, { LIGHT_LANE: 'auto', BROWSER_CONTEXTS: '4' });
  try {
    await ask(service, DETAILS, 40);
    expect(await drifting(service)).toEqual([]);
    const before = (await service.get(details(PLACES[0] ?? ''))).body;
    standIn.set({ drift: 'moved_path' });
    await answersUntil(service, DETAILS, 'payload.reviewCount');
    expect(await drifting(service)).toEqual(['payload.reviewCount', 'payload.stars']);
    expect(await metrics(service)).toContain(
      'place_lookup_field_drift{field="reviewCount",source="payload"} 1',
    );
    // The panel still has them.
    expect((await service.get(details(PLACES[0] ?? ''))).body).toEqual(before);
    // A drift is a report: it withholds no answer, not even a negative one.
    const none = placeIdOf(loadPlaceCase('place--no-reviews').place.featureId);
    expect(await service.get(details(none))).toMatchObject({
      status: 200,
      body: { data: { details: { liczba_opinii: 0 } } },
    });
    standIn.set({ drift: null });
    await ask(service, DETAILS, 20);
    expect(await drifting(service)).toEqual([]);
  } finally {
    await service.close();
    await standIn.close();
  }
});

/** In how many of the answers that count the panel had its category. From how many on it drifts: field-drift.spec.ts. */
async function panelCategory(service: Service): Promise<string> {
  const { body } = await service.get('/api/doctor?last=true');
  const { fields } = doctorData.parse((body as { data: unknown }).data);
  const one = fields.find(({ source, field }) => source === 'panel' && field === PLACE_FIELDS.category);
  return `${one?.present} of ${one?.total}`;
}

test('a renamed class of the panel shows by the pages of review lists, which are drawn anyway', async () => {
  const standIn = await startStandIn();
  const service = await startService(standIn);
  try {
    await service.get(list);
    expect(await panelCategory(service)).toBe('1 of 1');
    standIn.set({ drift: 'renamed_class' });
    await service.get(list);
    expect(await panelCategory(service)).toBe('1 of 2');
  } finally {
    await service.close();
    await standIn.close();
  }
});

test('a new frame id shows within 50 answers; a list that can be read again is complete at once', async () => {
  const standIn = await startStandIn();
  const service = await startService(standIn, { BROWSER_CONTEXTS: '4' });
  try {
    expect((await service.get(list)).body).toMatchObject({ data: { complete: true } });
    standIn.set({ drift: 'new_frame_id' });
    await answersUntil(service, [list], 'form.list_frame');
    expect(await metrics(service)).toMatch(/place_lookup_drift_total\{what="list_frame"\} [1-9]/);
    // What could not be read is never called whole.
    expect((await service.get(list)).body).not.toMatchObject({ data: { complete: true } });
    standIn.set({ drift: null });
    expect((await service.get(list)).body).toMatchObject({ data: { complete: true, stop_reason: 'end' } });
    expect(await drifting(service)).toContain('form.list_frame');
  } finally {
    await service.close();
    await standIn.close();
  }
});

test('a consent form that cannot be declined shows within 50 answers, and no place is called missing', async () => {
  const standIn = await startStandIn({ consent: 'script', drift: 'consent_form' });
  const service = await startService(standIn, { BROWSER_CONTEXTS: '4' });
  try {
    await answersUntil(service, DETAILS, 'form.consent_form');
    expect(await metrics(service)).toMatch(/place_lookup_drift_total\{what="consent_form"\} [1-9]/);
    expect((await service.get('/api/search?query=qqzzxx')).status).toBe(503);
    // No consent page comes any more: nothing else would end it.
    standIn.set({ drift: null, consent: 'off' });
    await ask(service, DETAILS, 12);
    expect(await drifting(service)).not.toContain('form.consent_form');
  } finally {
    await service.close();
    await standIn.close();
  }
});
