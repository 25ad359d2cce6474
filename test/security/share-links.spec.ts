import { expect } from '@playwright/test';
import { pathOf } from '../../fixtures/provider/cases.js';
import type { StandIn } from '../../fixtures/provider/server.js';
import { type Canary, launchUnguarded, startCanary, test } from '../support/canary.js';
import type { Service } from '../support/service.js';

// Redirects of the provider's own hosts: a plain client follows share links, Chromium follows documents.

const PLACE_ID = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const SHORT = 'https://maps.app.goo.gl';
const OPEN_REDIRECTOR = '/url';

const SHARE_ENDPOINTS = [
  '/api/search?query=',
  '/api/all?url=',
  '/api/review-visibility?url=',
  '/api/review-details?url=',
];

const REVIEW = pathOf('review--visible');

const DOCUMENTS = [
  `/api/details?placeid=${PLACE_ID}`,
  REVIEW,
  '/api/search?query=pierogarnia%20krak%C3%B3w',
  `/api/place-reviews?placeid=${PLACE_ID}`,
];

const REFUSED = { status: 400, body: { status: 'error', error: { code: 'invalid_request' } } };
// On a busy machine the deadline of the service under attack may come first.
const CODES = expect.stringMatching(/^(?:provider_unavailable|deadline_exceeded)$/);
const UNAVAILABLE = { status: 503, body: { status: 'error', error: { code: CODES } } };

/** Targets of a redirect; a target with the port is the canary. */
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

/** Redirects the short link of that code to `to`; the link, as a query has it. */
function shareLink(standIn: StandIn, code: string, to: string): string {
  const match = (host: string, path: string) => host === 'maps.app.goo.gl' && path === `/${code}`;
  standIn.fault({ kind: 'redirect', to, match });
  return encodeURIComponent(`${SHORT}/${code}`);
}

/** A browser has asked the stand-in; the plain client names itself otherwise. */
const wasBrowsed = ({ requests }: StandIn) => requests.some(({ userAgent }) => userAgent.includes('Mozilla'));

test('share links to a forbidden target are refused without a browser', async ({
  service,
  standIn,
  canary,
}) => {
  openRedirectors(standIn, canary);
  const names = Object.keys(TARGETS);
  const answers = await Promise.all(
    names.map((name, at) =>
      service.get(`/api/search?query=${shareLink(standIn, `Evil${at}`, targetOf(name, canary))}`),
    ),
  );
  for (const [at, answer] of answers.entries()) expect(answer, names[at]).toMatchObject(REFUSED);
  const link = shareLink(standIn, 'EvilEverywhere', targetOf('loopback', canary));
  for (const path of SHARE_ENDPOINTS) expect(await service.get(path + link), path).toMatchObject(REFUSED);
  expect(wasBrowsed(standIn)).toBe(false);
});

/** The targets that a browser, or the proxy behind it, treats each in its own way. */
const OF_DOCUMENTS = [
  ...['loopback', 'loopback over TLS', 'loopback, IPv6-mapped', 'localhost', 'another port of the provider'],
  ...['link-local, metadata', 'metadata by name', 'a host off the list', 'a file', 'data', 'chrome:'],
  'an open redirector',
];
/** Pages that are loaded at once. */
const AT_ONCE = 4;

test('returns 503 for a page that redirects to a forbidden target, and the next request is fine', async ({
  service,
  standIn,
  canary,
}) => {
  openRedirectors(standIn, canary);
  const redirected = OF_DOCUMENTS.map((name, at) => {
    const match = (host: string, path: string) => isDocument(host, path) && path.includes(`target-${at}-`);
    standIn.fault({ kind: 'redirect', to: targetOf(name, canary), match });
    return { name, path: `/api/search?query=target-${at}-` };
  });
  // A page of each other kind: the proxy makes no difference between them.
  const to = targetOf('a host off the list', canary);
  const isOther = (host: string, path: string) => isDocument(host, path) && !path.includes('target-');
  const repair = standIn.fault({ kind: 'redirect', to, match: isOther });
  const asked = [...redirected, ...DOCUMENTS.map((path) => ({ name: path, path }))];
  for (let from = 0; from < asked.length; from += AT_ONCE) {
    await Promise.all(
      asked.slice(from, from + AT_ONCE).map(async ({ name, path }) => {
        expect(await service.get(path), name).toMatchObject(UNAVAILABLE);
      }),
    );
  }
  repair();
  await expectNextIsFine(service);
});

test('the redirects are real: an unguarded Chromium follows them to the canary', async ({ standIn }) => {
  await using canary = await startCanary();
  await using browser = await launchUnguarded(standIn, canary);
  openRedirectors(standIn, canary);
  const targets = [...OF_DOCUMENTS, 'a short link that leads there'].map((name) => targetOf(name, canary));
  const aimed = targets.filter((to) => to.includes(`${canary.port}`) && !to.includes('com:'));
  for (const target of aimed) {
    const repair = standIn.fault({ kind: 'redirect', to: target, match: isDocument });
    const page = await browser.newPage();
    await page.goto('https://www.google.com/maps/place/?q=x', { waitUntil: 'commit' });
    await page.close();
    repair();
  }
  const paths = ['localhost', 'loopback', 'mapped', 'open', 'short', 'tls'];
  const seen = canary.seen().filter((hit) => hit !== 'GET /favicon.ico');
  expect(seen).toEqual(paths.map((path) => `GET /${path}`));
});

/** Pages in place of a redirect, which lead on by themselves. escapes.spec.ts has the other ways out of a page. */
const INTERSTITIALS: readonly ((at: string) => string)[] = [
  (at) => `<script>location.replace('${at}')</script>`,
  (at) => `<meta http-equiv="refresh" content="0;url=${at}">`,
  (at) => `<form action="${at}"></form><script>document.forms[0].submit()</script>`,
];

test('a share link answered with a page does not reach the canary by a script, a meta refresh or a form', async ({
  service,
  standIn,
  canary,
}) => {
  const answers = await Promise.all(
    INTERSTITIALS.map((html, index) => {
      const link = `${SHORT}/EvilPage${index}`;
      const body = `<!doctype html>${html(`http://127.0.0.1:${canary.port}/interstitial`)}`;
      const match = (host: string, path: string) => `https://${host}${path}` === link;
      standIn.fault({ kind: 'body', contentType: 'text/html', body, match });
      return service.get(`${SHARE_ENDPOINTS[index]}${encodeURIComponent(link)}`);
    }),
  );
  expect(answers).toMatchObject(answers.map(() => UNAVAILABLE));
  expect(wasBrowsed(standIn)).toBe(true);
  await expectNextIsFine(service);
});
