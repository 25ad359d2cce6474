import { expect } from '@playwright/test';
import { loadCases } from '../../fixtures/provider/cases.js';
import type { StandIn } from '../../fixtures/provider/server.js';
import { type Canary, launchUnguarded, startCanary, test } from '../support/canary.js';
import type { Service } from '../support/service.js';

// Hosts of the provider that redirect: share links, which a plain client follows, and documents in Chromium.

const PLACE_ID = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const LINK = 'https://maps.app.goo.gl/EvilTarget1';
const OPEN_REDIRECTOR = '/url';

const SHARE_ENDPOINTS = [
  '/api/search?query=',
  '/api/all?url=',
  '/api/review-visibility?url=',
  '/api/review-details?url=',
];

const REVIEW =
  loadCases()
    .find(({ id }) => id === 'review--visible')
    ?.request.replace('GET ', '') ?? '';

const DOCUMENTS = [
  `/api/details?placeid=${PLACE_ID}`,
  REVIEW,
  '/api/search?query=pierogarnia%20krak%C3%B3w',
  `/api/place-reviews?placeid=${PLACE_ID}`,
];

const REFUSED = { status: 400, body: { status: 'error', error: { code: 'invalid_request' } } };
const UNAVAILABLE = { status: 503, body: { status: 'error', error: { code: 'provider_unavailable' } } };

/** Where a redirect leads; those with a port are the canary. */
const TARGETS: Readonly<Record<string, (port: number) => string>> = {
  loopback: (port) => `http://127.0.0.1:${port}/loopback`,
  'loopback over TLS': (port) => `https://127.0.0.1:${port}/tls`,
  'loopback in decimal': (port) => `http://2130706433:${port}/decimal`,
  'loopback in hex': (port) => `http://0x7f.1:${port}/hex`,
  'loopback, IPv6-mapped': (port) => `http://[::ffff:127.0.0.1]:${port}/mapped`,
  'the unspecified address': (port) => `http://0.0.0.0:${port}/zero`,
  localhost: (port) => `http://localhost:${port}/localhost`,
  'a user name before it': (port) => `https://www.google.com@127.0.0.1:${port}/user`,
  'a network path': (port) => `//127.0.0.1:${port}/network`,
  backslashes: (port) => `\\\\127.0.0.1:${port}\\back`,
  'another port of the provider': (port) => `https://www.google.com:${port}/maps?cid=1`,
  'private, 10/8': () => 'http://10.0.0.1/',
  'private, 172.16/12': () => 'https://172.16.0.1/',
  'private, 192.168/16': () => 'http://192.168.1.1/',
  'carrier-grade private': () => 'http://100.100.100.200/latest/meta-data/',
  'link-local, metadata': () => 'http://169.254.169.254/latest/meta-data/iam/security-credentials/',
  'metadata over TLS': () => 'https://169.254.169.254/',
  'metadata of IPv6': () => 'http://[fd00:ec2::254]/latest/meta-data/',
  'link-local IPv6': () => 'http://[fe80::1]/',
  'metadata by name': () => 'http://metadata.google.internal/computeMetadata/v1/',
  'a host off the list': () => 'https://evil.example/maps?cid=1',
  'a look-alike': () => 'https://www.google.com.evil.example/maps?cid=1',
  'a trailing dot': () => 'https://www.google.com./maps?cid=1',
  'a file': () => 'file:///etc/passwd',
  data: () => 'data:text/html,<script>location="https://evil.example/"</script>',
  script: () => 'javascript:location="https://evil.example/"',
  'chrome:': () => 'chrome://version',
  'an app': () => 'intent://maps/#Intent;scheme=https;end',
  'a consent page that goes on to it': (port) =>
    `https://consent.google.com/ml?continue=${encodeURIComponent(`http://127.0.0.1:${port}/consent`)}`,
  'an open redirector': (port) => `https://www.google.com${OPEN_REDIRECTOR}?q=http://127.0.0.1:${port}/open`,
  'a short link that leads there': (port) => `https://goo.gl/maps/next?to=http://127.0.0.1:${port}/short`,
};

const targetOf = (name: string, { port }: Canary) => TARGETS[name]?.(port) ?? '';

const isShare = (host: string, path: string) => host === 'maps.app.goo.gl' && path === '/EvilTarget1';
const isDocument = (host: string, path: string) =>
  host === 'www.google.com' && /^\/maps\/(?:place|search|reviews)\//.test(path);

/** The provider's own redirectors, as open as an attacker could wish. */
function openRedirectors(standIn: StandIn, canary: Canary): void {
  for (const [host, path, at] of [
    ['www.google.com', OPEN_REDIRECTOR, '/open'],
    ['goo.gl', '/maps/next', '/short'],
    ['consent.google.com', '/ml', '/consent'],
  ] as const) {
    standIn.fault({
      kind: 'redirect',
      to: `http://127.0.0.1:${canary.port}${at}`,
      match: (asked, askedPath) => asked === host && askedPath.startsWith(path),
    });
  }
}

async function expectNextIsFine(service: Service): Promise<void> {
  const answer = await service.get('/api/all?url=https://maps.app.goo.gl/PoLsKa1Zmysl7');
  expect(answer).toMatchObject({ status: 200, body: { data: { place_id: PLACE_ID } } });
}

for (const [name, spell] of Object.entries(TARGETS)) {
  test(`a share link to ${name} is refused`, async ({ service, standIn, canary }) => {
    openRedirectors(standIn, canary);
    standIn.fault({ kind: 'redirect', to: spell(canary.port), match: isShare });
    const answers = await Promise.all(
      SHARE_ENDPOINTS.map((path) => service.get(path + encodeURIComponent(LINK))),
    );
    expect(answers).toMatchObject(answers.map(() => REFUSED));
    // Asked by the plain client alone: what a browser would make of such a link is not tried.
    expect(standIn.requests.filter(({ userAgent }) => userAgent.includes('Mozilla'))).toEqual([]);
  });
}

// One proxy carries the pages of all kinds: which page it is makes no difference to a target.
test('pages of all kinds that redirect to a host off the list end in a clear error', async ({
  service,
  standIn,
  canary,
}) => {
  const to = targetOf('a host off the list', canary);
  const repair = standIn.fault({ kind: 'redirect', to, match: isDocument });
  const answers = await Promise.all(DOCUMENTS.map((path) => service.get(path)));
  expect(answers).toMatchObject(answers.map(() => UNAVAILABLE));
  repair();
  await expectNextIsFine(service);
});

/** Pages that are loaded at once: as many as the service holds. */
const AT_ONCE = 4;

test('no document redirects a page out, whatever the target, and the next request is fine', async ({
  service,
  standIn,
  canary,
}) => {
  openRedirectors(standIn, canary);
  const names = Object.keys(TARGETS);
  for (const [at, name] of names.entries()) {
    const match = (host: string, path: string) => isDocument(host, path) && path.includes(`target-${at}-`);
    standIn.fault({ kind: 'redirect', to: targetOf(name, canary), match });
  }
  for (let from = 0; from < names.length; from += AT_ONCE) {
    const some = names.slice(from, from + AT_ONCE);
    await Promise.all(
      some.map(async (name, at) => {
        const answer = await service.get(`/api/search?query=target-${from + at}-`);
        expect(answer, name).toMatchObject(UNAVAILABLE);
      }),
    );
  }
  await expectNextIsFine(service);
});

test('the redirects are real: a Chromium of its own follows them to the canary', async ({ standIn }) => {
  const canary = await startCanary();
  const browser = await launchUnguarded(standIn, canary);
  try {
    openRedirectors(standIn, canary);
    const targets = Object.values(TARGETS).map((spell) => spell(canary.port));
    const aimed = targets.filter((to) => to.includes(`${canary.port}`) && !to.includes('com:'));
    for (const target of aimed) {
      const repair = standIn.fault({ kind: 'redirect', to: target, match: isDocument });
      const page = await browser.newPage();
      await page.goto('https://www.google.com/maps/place/?q=x', { waitUntil: 'commit' });
      await page.close();
      repair();
    }
    const paths = ['back', 'consent', 'decimal', 'hex', 'localhost', 'loopback', 'mapped', 'network', 'open'];
    const seen = [...paths, 'short', 'tls', 'user', 'zero'].map((path) => `GET /${path}`);
    expect(canary.seen().filter((hit) => hit !== 'GET /favicon.ico')).toEqual(seen);
  } finally {
    await browser.close();
    await canary.close();
  }
});

/** Pages in place of a redirect: the browser goes on from there. escapes.spec.ts has the other ways out of a page. */
const INTERSTITIALS: readonly ((at: string) => string)[] = [
  (at) => `<script>location.replace('${at}')</script>`,
  (at) => `<meta http-equiv="refresh" content="0;url=${at}">`,
  (at) => `<form action="${at}"></form><script>document.forms[0].submit()</script>`,
];

test('a share link answered with a page goes nowhere by a script, a meta refresh or a form', async ({
  service,
  standIn,
  canary,
}) => {
  const answers = await Promise.all(
    INTERSTITIALS.map((html, index) => {
      const link = `https://maps.app.goo.gl/EvilPage${index}`;
      const body = `<!doctype html>${html(`http://127.0.0.1:${canary.port}/interstitial`)}`;
      const match = (host: string, path: string) => `https://${host}${path}` === link;
      standIn.fault({ kind: 'body', contentType: 'text/html', body, match });
      return service.get(`${SHARE_ENDPOINTS[index]}${encodeURIComponent(link)}`);
    }),
  );
  expect(answers).toMatchObject(answers.map(() => UNAVAILABLE));
  expect(standIn.requests.some(({ userAgent }) => userAgent.includes('Mozilla'))).toBe(true);
  await expectNextIsFine(service);
});

/** Redirects from hop to hop below `start`; with 30 hops longer than anybody follows. */
function redirectOn(standIn: StandIn, start: string, hops: number): void {
  for (let hop = 0; hop < hops; hop += 1) {
    const to = `${start}-hop${(hop + 1) % hops}`;
    standIn.fault({
      kind: 'redirect',
      to,
      match: (host, path) => `https://${host}${path}` === `${start}-hop${hop}`,
    });
  }
}

for (const [name, hops] of [
  ['to itself', 1],
  ['without end', 30],
] as const) {
  test(`a provider that redirects ${name} is left`, async ({ service, standIn }) => {
    const page = 'https://www.google.com/maps/preview';
    redirectOn(standIn, LINK, hops);
    redirectOn(standIn, page, hops);
    standIn.fault({ kind: 'redirect', to: `${LINK}-hop0`, match: isShare });
    const repair = standIn.fault({ kind: 'redirect', to: `${page}-hop0`, match: isDocument });
    const share = SHARE_ENDPOINTS.map((path) => path + encodeURIComponent(LINK));
    const answers = await Promise.all([...share, ...DOCUMENTS].map((path) => service.get(path)));
    expect(answers).toMatchObject(answers.map(() => UNAVAILABLE));
    // Eight for a share link, twenty redirects for a document, which a review's page is given twice.
    const times = share.length * 8 + (DOCUMENTS.length + 1) * 21;
    expect(standIn.requests.length).toBeLessThanOrEqual(times);
    repair();
    await expectNextIsFine(service);
  });
}
