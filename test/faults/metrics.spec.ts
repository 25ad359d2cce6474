import { expect } from '@playwright/test';
import { pathOf } from '../../fixtures/provider/cases.js';
import { type Service, test } from '../support/service.js';

// The values of documented metrics.

const FULL = pathOf('place--full-polish');
const LIMITED = pathOf('place--limited-view');
const DISTINCT = ['full-polish', 'hotel', 'one-review', 'xhr-payload', 'inline-payload'].map((name) =>
  pathOf(`place--${name}`),
);

const isPlace = (_host: string, path: string) => path.startsWith('/maps/place');

/** The service's own numbers by name and labels, prefix cut off; histograms by `_count` and `_sum`. */
async function numbersOf(service: Service): Promise<Record<string, number>> {
  const text = await service.metrics();
  const lines = text.split('\n').filter((line) => line.startsWith('place_lookup_'));
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice('place_lookup_'.length, at), Number(line.slice(at + 1))];
    }),
  );
}

async function gaugesOf(service: Service) {
  const numbers = await numbersOf(service);
  return {
    size: numbers.pool_size,
    borrowed: numbers.pool_borrowed,
    queue: numbers.queue_length,
    breaker: numbers.breaker_state,
  };
}

/** All counters of one name, by their label. */
async function countersOf(service: Service, name: string): Promise<Record<string, number>> {
  const entries = Object.entries(await numbersOf(service)).flatMap(([key, value]) => {
    const label = key.startsWith(`${name}{`) ? /="(.*)"\}$/.exec(key)?.[1] : undefined;
    return label === undefined ? [] : [[label, value] as const];
  });
  return Object.fromEntries(entries);
}

test('the gauges show pool, queue and breaker', async ({ start, standIn }) => {
  const env = { BROWSER_CONTEXTS: '2', BREAKER_COOLDOWN_MS: '60000', TRUST_PROXY: '1' };
  const service = await start(env);
  // One client alone would leave a page.
  const clientOf = (index: number) => ({ 'X-Forwarded-For': `198.51.100.${index}` });
  expect(await gaugesOf(service)).toEqual({ size: 0, borrowed: 0, queue: 0, breaker: 0 });
  const release = standIn.fault({ kind: 'hang', match: isPlace });
  const client = new AbortController();
  const asking = DISTINCT.map((path, index) =>
    fetch(service.url + path, { signal: client.signal, headers: clientOf(index) }).catch(
      (error: Error) => error.name,
    ),
  );
  await expect.poll(() => standIn.requests.filter(({ path }) => isPlace('', path)).length).toBe(2);
  await expect.poll(() => gaugesOf(service)).toEqual({ size: 2, borrowed: 2, queue: 3, breaker: 0 });
  release();
  client.abort();
  expect(await Promise.all(asking)).toEqual(DISTINCT.map(() => 'AbortError'));
  expect((await service.get(FULL)).status).toBe(200);
  await expect.poll(() => gaugesOf(service)).toMatchObject({ borrowed: 0, queue: 0, breaker: 0 });
  standIn.fault({ kind: 'block_page', match: isPlace });
  expect((await service.get(FULL)).status).toBe(503);
  await expect.poll(() => gaugesOf(service)).toMatchObject({ borrowed: 0, queue: 0, breaker: 2 });
});

test('page loads, missing fields, contexts and verdicts are counted', async ({ start, standIn }) => {
  const service = await start({ BROWSER_CONTEXTS: '1' });
  expect(await numbersOf(service)).toMatchObject({ queue_wait_seconds_count: 0 });
  expect((await service.get(FULL)).status).toBe(200);
  // Twice in one tab, then once in a fresh context.
  expect((await service.get(LIMITED)).status).toBe(200);
  const repairs = [standIn.fault({ kind: 'status', code: 500, match: isPlace })];
  expect((await service.get(FULL)).status).toBe(503);
  repairs.push(standIn.fault({ kind: 'block_page', match: isPlace }));
  repairs[0]?.();
  for (let times = 0; times < 2; times += 1) expect((await service.get(FULL)).status).toBe(503);
  repairs[1]?.();
  expect((await service.get(FULL)).status).toBe(200);

  expect(await countersOf(service, 'page_loads_total')).toEqual({
    answered: 2,
    limited: 3,
    provider_unavailable: 1,
    provider_blocked: 2,
  });
  expect(await countersOf(service, 'contexts_recycled_total')).toEqual({ retired: 1, failed: 3 });
  expect(await countersOf(service, 'missing_fields_total')).toEqual({ reviewCount: 1, stars: 1 });
  expect(await numbersOf(service)).toMatchObject({
    browser_launches_total: 1,
    browser_crashes_total: 0,
    // One per page load.
    queue_wait_seconds_count: 8,
  });
  for (const name of ['visible', 'removed'])
    expect((await service.get(pathOf(`review--${name}`))).status).toBe(200);
  const verdicts = await countersOf(service, 'verdicts_total');
  expect(verdicts).toEqual({ visible: 1, no_rating_section: 1 });
});
