import { expect } from '@playwright/test';
import { askStandIn } from '../../fixtures/provider/ask.js';
import { loadCases } from '../../fixtures/provider/cases.js';
import { DEADLINE_MS, launchUnguarded, startCanary, test } from '../support/canary.js';
import type { Answer, Service } from '../support/service.js';
import {
  type Attack,
  aimAt,
  NAVIGATIONS,
  REQUESTS,
  reportsTo,
  SUB_RESOURCES,
  serveHostile,
  TRANSPORTS,
  WORKERS,
} from './hostile-pages.js';

// The provider's own host serves pages that try to get out. None may, and the service goes on.

// Without it Playwright itself sends loopback through the proxy; the service must not depend on that.
process.env.PLAYWRIGHT_DISABLE_FORCED_CHROMIUM_PROXIED_LOOPBACK = '1';

const PLACE_ID = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const NORMAL = '/api/search?query=pierogarnia%20krak%C3%B3w';
const DETAILS = `/api/details?placeid=${PLACE_ID}`;
const REVIEW =
  loadCases()
    .find(({ id }) => id === 'review--visible')
    ?.request.replace('GET ', '') ?? '';
const IN_PLACE = [...SUB_RESOURCES, ...REQUESTS, ...WORKERS, ...TRANSPORTS];

const hitsOf = (attacks: readonly Attack[]) => attacks.map(({ hit }) => hit).sort();
const nameOf = ({ hit }: Attack) => `${hit.replace(/.*\//, '')}-attack`;
// Chromium headless shell does neither by itself, so there is no attack to prove; other builds may.
const HINTS =
  '<link rel="dns-prefetch" href="//canary.example"><link rel="preconnect" href="https://canary.example">';

function expectUnavailable(answer: Answer): void {
  expect(answer).toMatchObject({
    status: 503,
    body: {
      status: 'error',
      error: {
        code: expect.stringMatching(/^(?:provider_unavailable|deadline_exceeded)$/),
        message: expect.stringMatching(/\w/),
        request_id: expect.any(String),
      },
    },
  });
}

async function expectNextIsFine(service: Service): Promise<void> {
  const body = { status: 'success', data: { place_id: PLACE_ID } };
  expect(await service.get(NORMAL)).toMatchObject({ status: 200, body });
}

test('the attacks are real: in a Chromium of its own each of them reaches the canary', async ({
  standIn,
}) => {
  const canary = await startCanary();
  const browser = await launchUnguarded(standIn, canary);
  try {
    const pages = [
      { address: '/maps/all-in-place', attacks: IN_PLACE },
      ...NAVIGATIONS.map((attack) => ({ address: `/maps/${nameOf(attack)}`, attacks: [attack] })),
    ];
    serveHostile(standIn, aimAt(canary), pages);
    for (const { address } of pages) {
      const page = await (await browser.newContext()).newPage();
      await page.goto(`https://www.google.com${address}`, { waitUntil: 'commit' });
    }
    const missing = () => hitsOf([...IN_PLACE, ...NAVIGATIONS]).filter((hit) => !canary.seen().includes(hit));
    await expect.poll(missing, { intervals: [100] }).toEqual([]);
  } finally {
    await browser.close();
    await canary.close();
  }
});

for (const [what, attacks, path, address] of [
  ['loads', SUB_RESOURCES, '/api/all?url=loads-attack', 'query=loads-attack'],
  ['sends', REQUESTS, DETAILS, `place_id:${PLACE_ID}`],
  ['starts in workers', WORKERS, DETAILS.replace('details', 'place-reviews'), `place_id:${PLACE_ID}`],
  ['opens besides HTTP', TRANSPORTS, REVIEW, '/maps/reviews/'],
] as const) {
  test(`what a page ${what} stays inside; the request ends in time, and the next one is fine`, async ({
    service,
    standIn,
    canary,
  }) => {
    serveHostile(standIn, aimAt(canary), [{ address, attacks, before: HINTS, hold: true }]);
    const since = performance.now();
    expectUnavailable(await service.get(path));
    expect(performance.now() - since).toBeLessThan(DEADLINE_MS + 20_000);
    const scripts = attacks.filter(({ script }) => script !== undefined);
    expect([...reportsTo(standIn).keys()].sort(), 'every script had its time').toEqual(hitsOf(scripts));
    await expectNextIsFine(service);
  });
}

/** Pages that are loaded at once: as many as the service holds, so that no attack waits for its turn. */
const AT_ONCE = 4;

test('every way elsewhere is closed, and the next request is fine', async ({ service, standIn, canary }) => {
  const pages = NAVIGATIONS.map((attack) => ({ address: `query=${nameOf(attack)}`, attacks: [attack] }));
  serveHostile(standIn, aimAt(canary), pages);
  for (let at = 0; at < pages.length; at += AT_ONCE) {
    const some = pages.slice(at, at + AT_ONCE);
    const answers = await Promise.all(some.map(({ address }) => service.get(`/api/search?${address}`)));
    for (const answer of answers) expectUnavailable(answer);
  }
  await expectNextIsFine(service);
});

test('a page that answers well and attacks meanwhile is read, and nothing of it stays', async ({
  service,
  standIn,
  canary,
}) => {
  const clean = await service.get(DETAILS);
  expect(clean.status).toBe(200);
  const address = `place_id:${PLACE_ID}`;
  const { body } = await askStandIn(standIn, `https://www.google.com/maps/place/?q=${address}&hl=pl&gl=pl`);
  serveHostile(standIn, aimAt(canary), [{ address, attacks: IN_PLACE, before: body }]);
  expect(await service.get(DETAILS)).toMatchObject({ status: 200, body: clean.body });
  await expectNextIsFine(service);
});

test('no script leads to addresses of the browser itself', async ({ service, standIn, canary }) => {
  const targets = [
    'file:///etc/passwd',
    'chrome://version',
    'data:text/html,<title>data</title>',
    'about:blank',
  ];
  const pages = targets.map((target, at) => ({
    address: `query=local-attack-${at}`,
    attacks: [{ hit: '-', script: () => `location.href = '${target}'; open('${target}')` }],
  }));
  serveHostile(standIn, aimAt(canary), pages);
  const answers = await Promise.all(pages.map(({ address }) => service.get(`/api/search?${address}`)));
  for (const answer of answers) expectUnavailable(answer);
  await expectNextIsFine(service);
});
