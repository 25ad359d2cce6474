import { expect } from '@playwright/test';
import { askStandIn } from '../../fixtures/provider/ask.js';
import { pathOf } from '../../fixtures/provider/cases.js';
import { AT_ONCE, DEADLINE_MS, launchUnguarded, startCanary, test } from '../support/canary.js';
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
  WINDOWS,
  WORKERS,
} from './hostile-pages.js';

// Pages of the provider's own host that try to reach another server. The service blocks them and goes on.

const PLACE_ID = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const NORMAL = '/api/search?query=pierogarnia%20krak%C3%B3w';
const DETAILS = `/api/details?placeid=${PLACE_ID}`;
const REVIEW = pathOf('review--visible');
const IN_PLACE = [...SUB_RESOURCES, ...REQUESTS, ...WORKERS, ...TRANSPORTS];

const hitsOf = (attacks: readonly Attack[]) => attacks.map(({ hit }) => hit).sort();
const nameOf = ({ hit }: Attack) => `${hit.replace(/.*\//, '')}-attack`;
// Headless shell ignores both hints, so the test of the attacks cannot prove them; other builds of Chromium may not.
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

test('the attacks are real: each reaches the canary of a bare Chromium', async ({ standIn }) => {
  await using canary = await startCanary();
  await using browser = await launchUnguarded(standIn, canary);
  const pages = [
    { address: '/maps/all-in-place', attacks: IN_PLACE },
    { address: '/maps/windows-attack', attacks: WINDOWS },
    ...NAVIGATIONS.map((attack) => ({ address: `/maps/${nameOf(attack)}`, attacks: [attack] })),
  ];
  serveHostile(standIn, aimAt(canary), pages);
  for (const { address } of pages) {
    const page = await (await browser.newContext()).newPage();
    await page.goto(`https://www.google.com${address}`, { waitUntil: 'commit' });
  }
  const missing = () =>
    hitsOf([...IN_PLACE, ...WINDOWS, ...NAVIGATIONS]).filter((hit) => !canary.seen().includes(hit));
  await expect.poll(missing, { intervals: [100] }).toEqual([]);
});

test('nothing that a page loads, sends, starts in a worker or opens besides HTTP leaves the browser', {
  tag: '@time',
}, async ({ service, standIn, canary }) => {
  const pages = [
    { attacks: SUB_RESOURCES, path: '/api/all?url=loads-attack', address: 'query=loads-attack' },
    { attacks: REQUESTS, path: DETAILS, address: `place_id:${PLACE_ID}` },
    { attacks: WORKERS, path: '/api/search?query=workers-attack', address: 'query=workers-attack' },
    { attacks: TRANSPORTS, path: REVIEW, address: '/maps/reviews/' },
  ];
  serveHostile(
    standIn,
    aimAt(canary),
    pages.map((page) => ({ ...page, before: HINTS, hold: true })),
  );
  const since = performance.now();
  const answers = await Promise.all(pages.map(({ path }) => service.get(path)));
  expect(performance.now() - since).toBeLessThan(DEADLINE_MS + 10_000);
  for (const answer of answers) expectUnavailable(answer);
  const scripts = IN_PLACE.filter(({ script }) => script !== undefined);
  expect([...reportsTo(standIn).keys()].sort(), 'every script had its time').toEqual(hitsOf(scripts));
  await expectNextIsFine(service);
});

test('no page, and no window that it opens, leads to another host', async ({ service, standIn, canary }) => {
  const pages = [
    { address: 'query=windows-attack', attacks: WINDOWS },
    ...NAVIGATIONS.map((attack) => ({ address: `query=${nameOf(attack)}`, attacks: [attack] })),
  ];
  serveHostile(standIn, aimAt(canary), pages);
  // As many at once as the service holds, so that no attack waits for its turn.
  for (let at = 0; at < pages.length; at += AT_ONCE) {
    const some = pages.slice(at, at + AT_ONCE);
    const answers = await Promise.all(some.map(({ address }) => service.get(`/api/search?${address}`)));
    for (const answer of answers) expectUnavailable(answer);
  }
  await expectNextIsFine(service);
});

test('a page that answers well while it attacks is read', async ({ service, standIn, canary }) => {
  const clean = await service.get(DETAILS);
  expect(clean.status).toBe(200);
  const address = `place_id:${PLACE_ID}`;
  const { body } = await askStandIn(standIn, `https://www.google.com/maps/place/?q=${address}&hl=pl&gl=pl`);
  serveHostile(standIn, aimAt(canary), [{ address, attacks: IN_PLACE, before: body }]);
  expect(await service.get(DETAILS)).toMatchObject({ status: 200, body: clean.body });
  await expectNextIsFine(service);
});

test('returns 503 for a script that opens file:, chrome: or data:', async ({ service, standIn, canary }) => {
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
