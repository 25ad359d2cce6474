import { expect } from '@playwright/test';
import { Agent, request } from 'undici';
import type { StandIn } from '../../fixtures/provider/server.js';
import { refusalMessage } from '../../src/contract/errors.js';
import { parseCid } from '../../src/identifiers/cid.js';
import { classifyQuery, parsePlaceRef } from '../../src/identifiers/classify.js';
import { classifyReviewLink } from '../../src/identifiers/review-url.js';
import { placeIdToCid } from '../../src/places/convert.js';
import { startCanary, test } from '../support/canary.js';

// Addresses that a client may send in place of a link. The service refuses each of them and asks nobody.

/** Every spelling of the canary's own address. A test below proves that each spelling reaches the canary. */
const ADDRESSES: Readonly<Record<string, (port: number) => string>> = {
  dotted: (port) => `http://127.0.0.1:${port}/`,
  decimal: (port) => `http://2130706433:${port}/`,
  hex: (port) => `http://0x7f000001:${port}/`,
  'dotted hex': (port) => `http://0x7f.0x0.0x0.0x1:${port}/`,
  octal: (port) => `http://0177.0.0.01:${port}/`,
  'octal in one number': (port) => `http://017700000001:${port}/`,
  'mixed bases': (port) => `http://0x7f.0.0.01:${port}/`,
  'short, one dot': (port) => `http://127.1:${port}/`,
  'short, two dots': (port) => `http://127.0.1:${port}/`,
  'full-width digits': (port) => `http://１２７.０.０.１:${port}/`,
  'full-width dots': (port) => `http://127。0。0。1:${port}/`,
  'circled digits': (port) => `http://①②⑦.⓪.⓪.①:${port}/`,
  'percent-encoded': (port) => `http://%31%32%37.0.0.1:${port}/`,
  'IPv6-mapped': (port) => `http://[::ffff:127.0.0.1]:${port}/`,
  'IPv6-mapped, hex': (port) => `http://[::ffff:7f00:1]:${port}/`,
  'IPv6-mapped, long': (port) => `http://[0:0:0:0:0:ffff:7f00:0001]:${port}/`,
  'the unspecified address': (port) => `http://0.0.0.0:${port}/`,
  zero: (port) => `http://0:${port}/`,
  'a trailing dot': (port) => `http://127.0.0.1.:${port}/`,
  localhost: (port) => `http://localhost:${port}/`,
  'a user name': (port) => `http://www.google.com@127.0.0.1:${port}/maps?cid=1`,
  'a user name and password': (port) => `http://www.google.com:443@127.0.0.1:${port}/maps?cid=1`,
  'an encoded user name': (port) => `http://www.google.com%2Fmaps@127.0.0.1:${port}/`,
  'an empty user name': (port) => `http://@127.0.0.1:${port}/`,
  'a tab in the scheme': (port) => `ht\ttp://127.0.0.1:${port}/`,
  'a newline in the host': (port) => `http://127.0.\n0.1:${port}/`,
  'a carriage return in the port': (port) => `http://127.0.0.1:\r${port}/`,
  'a leading control character': (port) => `\u0001http://127.0.0.1:${port}/`,
  backslashes: (port) => `http:\\\\127.0.0.1:${port}\\maps`,
  'a backslash before a user name': (port) => `http://127.0.0.1:${port}\\@www.google.com/maps?cid=1`,
  'no slashes': (port) => `http:127.0.0.1:${port}/`,
  'too many slashes': (port) => `http://///127.0.0.1:${port}/`,
  'mixed case': (port) => `HtTp://127.0.0.1:${port}/`,
  'over TLS': (port) => `hTTps://127.0.0.1:${port}/maps?cid=1`,
  'a provider path': (port) => `http://127.0.0.1:${port}/maps/place/?q=place_id:ChIJJz6dChxbFkcRFk6Qq9KBXD8`,
  'white space around it': (port) => ` http://127.0.0.1:${port}/\n`,
  'a fragment that names the provider': (port) => `http://127.0.0.1:${port}#@www.google.com/maps?cid=1`,
};

/** Other addresses: private ones, look-alikes of the provider, and schemes that a browser must not open. */
const OTHERS: Readonly<Record<string, (port: number) => string>> = {
  'LOCALHOST with a dot': (port) => `http://LOCALHOST.:${port}/`,
  'a private address': () => 'http://10.0.0.1/maps?cid=1',
  'a private network': () => 'https://192.168.1.1/maps?cid=1',
  'a link-local address': () => 'http://169.254.169.254/latest/meta-data/',
  'a link-local address in decimal': () => 'http://2852039166/latest/meta-data/',
  'a metadata name': () => 'http://metadata.google.internal/computeMetadata/v1/',
  'a metadata address of IPv6': () => 'http://[fd00:ec2::254]/latest/meta-data/',
  'loopback of IPv6': (port) => `http://[::1]:${port}/`,
  'link-local IPv6': () => 'http://[fe80::1]/',
  'IPv6 by translation': () => 'http://[64:ff9b::7f00:1]/',
  'a look-alike suffix': () => 'https://www.google.com.evil.example/maps?cid=1',
  'a look-alike prefix': () => 'https://evilgoogle.com/maps?cid=1',
  'a look-alike with a hyphen': () => 'https://www-google.com/maps?cid=1',
  'a country the provider has not': () => 'https://www.google.evil/maps?cid=1',
  'another host of the provider': () => 'https://sites.google.com/maps?cid=1',
  'a short host with a suffix': () => 'https://maps.app.goo.gl.evil.example/PoLsKa1Zmysl7',
  'a host below a short host': () => 'https://evil.maps.app.goo.gl/PoLsKa1Zmysl7',
  'punycode of a look-alike': () => 'https://www.xn--ggle-0nda.com/maps?cid=1',
  'letters of another script': () => 'https://www.gооgle.com/maps?cid=1',
  'full-width letters': () => 'https://ｗｗｗ.google.com/maps?cid=1',
  'a soft hyphen in the host': () => 'https://www.goo\u00adgle.com/maps?cid=1',
  'a zero-width space in the host': () => 'https://www.goo\u200bgle.com/maps?cid=1',
  'a trailing dot': () => 'https://www.google.com./maps?cid=1',
  'an odd port': (port) => `https://www.google.com:${port}/maps?cid=1`,
  'the port of http over TLS': () => 'https://www.google.com:80/maps?cid=1',
  'port 0': () => 'https://www.google.com:0/maps?cid=1',
  'no port after the colon': () => 'https://www.google.com:/maps?cid=1',
  'a port too large': () => 'https://www.google.com:65979/maps?cid=1',
  'a user name before the provider': () => 'https://jan:tajne@www.google.com/maps?cid=1',
  'a tab inside': () => 'https://www.google.com/\tmaps?cid=1',
  'a newline inside': () => 'https://www.google.com/maps?cid=1\nHost: evil.example',
  'a null inside': () => 'https://www.google.com/maps?cid=1\u0000.evil.example',
  'an encoded newline in the host': () => 'https://www.google.com%0d%0aevil.example/maps?cid=1',
  'an encoded slash in the host': () => 'https://evil.example%2f.google.com/maps?cid=1',
  'an encoded at sign in the host': () => 'https://www.google.com%40evil.example/maps?cid=1',
  'no host': () => 'https:///maps?cid=1',
  'a network path': (port) => `//127.0.0.1:${port}/`,
  'an address without a scheme': (port) => `127.0.0.1:${port}/maps`,
  'a number without a scheme': (port) => `2130706433:${port}/`,
  'localhost without a scheme': (port) => `localhost:${port}/maps`,
  'an encoded link': (port) => encodeURIComponent(`http://127.0.0.1:${port}/`),
  'an open redirector': (port) => `https://www.google.com/url?q=http://127.0.0.1:${port}/`,
  'a consent page that goes on to the canary': (port) =>
    `https://consent.google.com/ml?continue=${encodeURIComponent(`http://127.0.0.1:${port}/maps?cid=1`)}`,
  'a consent page that goes on to a file': () => 'https://consent.google.com/ml?continue=file:///etc/passwd',
  'file:': () => 'file:///etc/passwd',
  'file: with a host': (port) => `file://127.0.0.1:${port}/etc/passwd`,
  'file: without slashes': () => 'file:/etc/passwd',
  'mixed-case file:': () => 'FiLe:///etc/passwd',
  'data:': (port) => `data:text/html,<script>fetch('http://127.0.0.1:${port}/')</script>`,
  'mixed-case data:': () => 'DaTa:text/html;base64,PHA+',
  'view-source:': (port) => `view-source:http://127.0.0.1:${port}/`,
  'view-source: of the provider': () => 'View-Source:https://www.google.com/maps?cid=1',
  'chrome:': () => 'chrome://settings',
  'chrome: without slashes': () => 'chrome:version',
  'mixed-case javascript:': (port) => `JaVaScRiPt:fetch('http://127.0.0.1:${port}/')`,
  'javascript: with a tab': (port) => `java\tscript:fetch('http://127.0.0.1:${port}/')`,
  'javascript: like a link': () => 'javascript://www.google.com/maps?cid=1%0aalert(1)',
  'blob:': () => 'blob:https://www.google.com/9115d58c-bcda-ff47-86e5-083e9a215304',
  'filesystem:': () => 'filesystem:https://www.google.com/temporary/x',
  'about:': () => 'about:blank',
  'ftp:': (port) => `ftp://127.0.0.1:${port}/`,
  'gopher:': (port) => `gopher://127.0.0.1:${port}/_GET%20/`,
  'ws:': (port) => `ws://127.0.0.1:${port}/`,
  'jar:': (port) => `jar:http://127.0.0.1:${port}/!/`,
  'dict:': (port) => `dict://127.0.0.1:${port}/x`,
  'a scheme nobody knows': (port) => `x-unknown://127.0.0.1:${port}/`,
};

const LINKS = { ...ADDRESSES, ...OTHERS };

/** Every reader of what a client sends in place of a link, as its endpoints use it. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  'a query': classifyQuery,
  'a Place ID or feature id': parsePlaceRef,
  'a Place ID to convert': placeIdToCid,
  'a link to a review': classifyReviewLink,
};

const ENDPOINTS = [
  '/api/search?query=',
  '/api/all?url=',
  '/api/details?placeid=',
  '/api/place-reviews?placeid=',
  '/api/review-visibility?url=',
  '/api/review-details?url=',
];

const REFUSAL = { code: 'invalid_request', message: expect.stringMatching(/\w/) };

test('every reader refuses every such link', () => {
  for (const [name, spell] of Object.entries(LINKS)) {
    const link = spell(4711);
    for (const [reader, read] of Object.entries(READERS))
      expect(
        refusalMessage(() => read(link)),
        `${reader}: ${name}`,
      ).toMatch(/\w/);
    expect(parseCid(link).ok, name).toBe(false);
  }
});

test('every endpoint refuses such links without asking anybody', async ({ service, canary, standIn }) => {
  for (const name of ['dotted', 'a user name', 'backslashes', 'no slashes', 'an open redirector', 'file:']) {
    const link = LINKS[name]?.(canary.port) ?? '';
    const answers = await Promise.all([
      ...ENDPOINTS.map((path) => service.get(path + encodeURIComponent(link))),
      service.post('/api/convert', { place_id: link }),
      service.post('/api/convert', { cid: link }),
    ]);
    const refused = { status: 400, body: { status: 'error', error: REFUSAL } };
    expect(answers, name).toMatchObject(answers.map(() => refused));
  }
  expect(standIn.requests).toEqual([]);
});

test('a bulk check of all such links has an error on each line', async ({ service, canary, standIn }) => {
  const urls = Object.values(LINKS).map((spell) => spell(canary.port));
  const { status, body } = await service.post(
    '/api/review-visibility',
    { urls },
    { Accept: 'application/json' },
  );
  const results = urls.map((url, index) => ({ index, review_url: url, error: REFUSAL }));
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { data: { total: urls.length, visible: 0, not_visible: 0, failed: urls.length, results } },
  });
  expect(standIn.requests).toEqual([]);
});

test('a careless client would reach the canary by every spelling of its address', async () => {
  const canary = await startCanary();
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
  try {
    for (const [name, spell] of Object.entries(ADDRESSES)) {
      // A browser reads the address by the same standard; undici refuses a user name.
      const { protocol, host } = new URL(spell(canary.port));
      const { body } = await request(`${protocol}//${host}/reached`, { dispatcher });
      await body.dump();
      expect(canary.seen(), name).toEqual(['GET /reached']);
      canary.forget();
    }
  } finally {
    await dispatcher.destroy();
    await canary.close();
  }
});

/** Names of places that look like addresses. */
const WORDS = [
  '2130706433',
  'www.google.com.evil.example',
  'Javascript Café',
  '１２７．０．０．１ bar',
  'localhost',
  '127.1',
  'evilgoogle.com',
  'data centrum',
  'Opera: Kawiarnia',
  'chrome dent serwis',
  'http',
];

test('a name that looks like an address is a name, and neither an identifier nor a review', () => {
  for (const words of WORDS) {
    expect(classifyQuery(words), words).toMatchObject({ kind: 'name' });
    for (const read of [parsePlaceRef, classifyReviewLink])
      expect(
        refusalMessage(() => read(words)),
        words,
      ).not.toBeNull();
  }
});

test('such a name, and an address in a search link, go to the search of the provider as words', async ({
  service,
  standIn,
  canary,
}) => {
  const address = `http://127.0.0.1:${canary.port}/`;
  const link = `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`;
  const answers = await Promise.all(
    ['localhost', link].map((query) => service.get(`/api/all?url=${encodeURIComponent(query)}`)),
  );
  expect(answers).toMatchObject(
    answers.map(() => ({ status: 404, body: { error: { code: 'no_results' } } })),
  );
  expect(searchesOf(standIn)).toEqual([address, 'localhost']);
});

/** What was searched for, each once, sorted; other hosts than the first may be asked for scripts and styles. */
function searchesOf({ requests }: StandIn): string[] {
  const documents = requests.filter(({ path }) => path.startsWith('/maps/search/'));
  expect(documents.every(({ host }) => host === 'www.google.com')).toBe(true);
  const words = documents.map(
    ({ path }) => new URL(path, 'https://x.invalid').searchParams.get('query') ?? '',
  );
  return [...new Set(words)].sort();
}
