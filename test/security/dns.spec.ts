import { ChromiumSupervisor } from '../../src/core/browser/chromium.js';
import { translateDriverError } from '../../src/core/browser/driver-errors.js';
import { logIn } from '../../src/core/browser/proxy-login.js';
import type { Resolve, ResolvedAddress } from '../../src/core/egress/addresses.js';
import { createPlainClient } from '../../src/core/egress/plain-client.js';
import { startEgress } from '../../src/core/egress/proxy.js';
import { dial } from '../../src/core/egress/tunnel.js';
import { openPlace } from '../../src/core/places/place-page.js';
import { createLogger } from '../../src/core/runtime/logger.js';
import { type Canary, startCanary } from '../support/canary.js';
import { testScope } from '../support/fake-pool.js';
import { chromiumForTests } from '../support/stand-in-browser.js';
import { expect, test } from '../support/test.js';

// Names of the provider that resolve to a private address. One egress proxy, with a resolver of this test, serves a
// real Chromium and the plain client, as in the service.

const PLACE_URL = 'https://www.google.com/maps/place/?q=place_id:ChIJJz6dChxbFkcRFk6Qq9KBXD8&hl=pl&gl=pl';
const SHARE_LINK = 'https://maps.app.goo.gl/PoLsKa1Zmysl7';
/** The only port that is ever connected to, on a loopback address that nothing else listens on. */
const CANARY_HOST = '127.53.7.1';
const CANARY_PORT = 443;

const UNAVAILABLE = { code: 'provider_unavailable' };
const FAILED = { level: 'debug', message: 'Connecting to the map provider failed' };

const loopback: ResolvedAddress = { address: CANARY_HOST, family: 4 };
/** Passes for public, and cannot be connected to: no packet leaves for an IPv4 address said to be IPv6. */
const nowhere: ResolvedAddress = { address: '8.8.8.8', family: 6 };

interface Way {
  /** What names resolve to from now on. */
  answers: Resolve;
  readonly asked: string[];
  readonly lines: { level: string; message: string }[];
  /** Opens a place in Chromium. */
  open(): Promise<unknown>;
  /** Asks for a share link with the plain client. */
  follow(): Promise<unknown>;
}

let way: Way & AsyncDisposable;
let canary: Canary | null;
test.beforeAll(async () => {
  // Not every user may listen on port 443; the refusal itself is seen everywhere.
  canary = await startCanary({ host: CANARY_HOST, port: CANARY_PORT }).catch(() => null);
  way = await openWay();
});
test.beforeEach(() => {
  way.asked.length = 0;
  way.lines.length = 0;
  canary?.forget();
});
test.afterAll(async () => {
  await way[Symbol.asyncDispose]();
  await canary?.close();
});

async function openWay(): Promise<Way & AsyncDisposable> {
  const lines: Way['lines'] = [];
  const note = (level: string) => (_fields: unknown, message?: string) =>
    void lines.push({ level, message: message ?? '' });
  const egress = await startEgress({
    override: null,
    upstreamProxy: null,
    log: { debug: note('debug'), warn: note('warn') },
    resolve: (host) => {
      opened.asked.push(host);
      return opened.answers(host);
    },
  });
  const chromium = new ChromiumSupervisor({
    executablePath: chromiumForTests(),
    proxyUrl: egress.url,
    sandbox: 'off',
    log: createLogger('silent'),
  });
  const client = createPlainClient(egress, { insecure: true });
  const context = await (await chromium.acquire()).newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  await logIn(await context.newCDPSession(page), egress.login);
  const opened: Way & AsyncDisposable = {
    answers: async () => [],
    asked: [],
    lines,
    open: async () => {
      const scope = testScope();
      return openPlace(page, PLACE_URL, { scope, settleMs: 100 })
        .catch((error: unknown) => {
          throw translateDriverError(error);
        })
        .finally(() => scope[Symbol.dispose]());
    },
    follow: () => client.get(SHARE_LINK, { signal: AbortSignal.timeout(60_000) }),
    [Symbol.asyncDispose]: async () => {
      await chromium.close();
      await client.close();
      await egress.close();
    },
  };
  return opened;
}

test('the canary listens at the private address of these tests', async () => {
  test.skip(canary === null, `SKIPPED: nothing can listen on ${CANARY_HOST}:${CANARY_PORT} here`);
  const socket = await dial({ addresses: [loopback], port: CANARY_PORT }, AbortSignal.timeout(60_000));
  socket.destroy();
  await expect.poll(() => canary?.hits.length).toBe(1);
});

/** Which addresses are private is decided without Chromium: test/core/egress/addresses.spec.ts. */
const PRIVATE: Readonly<Record<string, readonly ResolvedAddress[]>> = {
  loopback: [loopback],
  'loopback behind a public address': [nowhere, loopback],
  'a metadata service of IPv6': [{ address: 'fd00:ec2::254', family: 6 }],
};

test('a name of the provider that resolves to a private address is not connected to', async () => {
  for (const [name, addresses] of Object.entries(PRIVATE)) {
    way.answers = async () => addresses;
    await expect(way.follow(), name).rejects.toMatchObject(UNAVAILABLE);
  }
  way.answers = async () => [nowhere, loopback];
  await expect(way.open()).rejects.toMatchObject(UNAVAILABLE);
  expect(new Set(way.asked)).toEqual(new Set(['maps.app.goo.gl', 'www.google.com']));
  expect(way.lines.length).toBeGreaterThan(1);
  for (const { message } of way.lines) expect(message).toContain('not public');
  expect(canary?.hits ?? []).toEqual([]);
});

for (const [name, ask, host] of [
  ['Chromium', 'open', 'www.google.com'],
  ['the plain client', 'follow', 'maps.app.goo.gl'],
] as const) {
  test(`an answer that changes to a private address is noticed at the next connection: ${name}`, async () => {
    let answers = 0;
    way.answers = async () => {
      answers += 1;
      return [answers === 1 ? nowhere : loopback];
    };
    await expect(way[ask]()).rejects.toMatchObject(UNAVAILABLE);
    // Public, so it was tried; and the address tried was the one that had been checked.
    expect(way.lines[0]).toMatchObject(FAILED);
    await expect(way[ask]()).rejects.toMatchObject(UNAVAILABLE);
    expect(way.lines.slice(1).length).toBeGreaterThan(0);
    for (const { message } of way.lines.slice(1)) expect(message).toContain('not public');
    expect(way.asked).toEqual(way.lines.map(() => host));
    expect(canary?.hits ?? []).toEqual([]);
  });
}

test('a name that does not resolve, or has no address, is a clear error', async () => {
  for (const ask of ['open', 'follow'] as const) {
    way.answers = () => Promise.reject(new Error('getaddrinfo ENOTFOUND'));
    const message = expect.stringContaining('reached');
    await expect(way[ask]()).rejects.toMatchObject({ ...UNAVAILABLE, message });
  }
  way.answers = async () => [];
  await expect(way.follow()).rejects.toMatchObject(UNAVAILABLE);
  for (const line of way.lines) expect(line).toEqual(FAILED);
});
