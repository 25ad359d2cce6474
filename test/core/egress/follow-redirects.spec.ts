import type { RequestListener } from 'node:http';
import { followRedirects } from '../../../src/core/egress/follow-redirects.js';
import { createPlainClient } from '../../../src/core/egress/plain-client.js';
import { AppError, DEADLINE_EXCEEDED } from '../../../src/core/errors.js';
import { madeUp } from '../../support/made-up.js';
import { type Bench, expect, test } from './servers.js';

const PLACE = 'https://www.google.com/maps/place/Kawiarnia/data=!4m2!3m1!1s0x1:0x2';

/** What the provider answers: `host/path` → a Location, a status, or how it does not answer. */
type Answers = Record<string, string | number>;

type Options = Partial<Parameters<typeof followRedirects>[2]>;

async function follow(bench: Bench, answers: Answers, start: string, options: Options = {}) {
  const listener: RequestListener = ({ headers, url }, response) => {
    const answer = answers[`${headers.host}${url}`] ?? 404;
    if (answer === 'hang') return;
    if (answer === 'reset') response.socket?.destroy();
    else if (typeof answer === 'string') response.writeHead(302, { location: answer }).end();
    else response.writeHead(answer).end('<html></html>');
  };
  const provider = await bench.https(listener);
  const egress = await bench.egress({ override: { host: '127.0.0.1', port: provider.port } });
  const client = createPlainClient(egress, { insecure: true });
  bench.defer(() => client.close());
  const result = await followRedirects(client, start, {
    signal: new AbortController().signal,
    hopTimeoutMs: 600_000,
    isFinal: (url) => url.pathname.startsWith('/maps/place/'),
    ...options,
  }).catch((error: unknown) => error);
  return { result, hits: provider.hits };
}

test('a chain is followed to the place, which is not asked for', async ({ bench }) => {
  const answers = {
    'maps.app.goo.gl/abc': 'https://goo.gl/maps/def',
    'goo.gl/maps/def': 'https://maps.google.com/?ghi',
    'maps.google.com/?ghi': PLACE,
  };
  const { result, hits } = await follow(bench, answers, 'https://maps.app.goo.gl/abc');
  expect(result).toEqual({ url: PLACE, outcome: 'final', failure: null });
  expect(hits).toEqual(Object.keys(answers));
});

test('a link that is final already needs no request', async ({ bench }) => {
  const { result, hits } = await follow(bench, {}, PLACE);
  expect(result).toEqual({ url: PLACE, outcome: 'final', failure: null });
  expect(hits).toEqual([]);
});

test('relative, scheme-relative and Polish locations are resolved', async ({ bench }) => {
  const answers = {
    'goo.gl/maps/a': '../b?x=1',
    'goo.gl/b?x=1': '//www.google.com/c',
    'www.google.com/c': '/maps/place/Ko%C5%9Bci%C3%B3%C5%82',
  };
  const { result } = await follow(bench, answers, 'https://goo.gl/maps/a');
  expect(result).toMatchObject({ url: 'https://www.google.com/maps/place/Ko%C5%9Bci%C3%B3%C5%82' });
});

test('http hops are upgraded to https', async ({ bench }) => {
  const answers = { 'goo.gl/maps/a': 'http://maps.google.com/b', 'maps.google.com/b': PLACE };
  const { result, hits } = await follow(bench, answers, 'http://goo.gl/maps/a');
  expect(result).toMatchObject({ url: PLACE, outcome: 'final' });
  expect(hits).toEqual(['goo.gl/maps/a', 'maps.google.com/b']);
});

test('a page in place of a redirect is left to the browser', async ({ bench }) => {
  const { result } = await follow(bench, { 'maps.app.goo.gl/a': 200 }, 'https://maps.app.goo.gl/a');
  expect(result).toEqual({ url: 'https://maps.app.goo.gl/a', outcome: 'page', failure: null });
});

test('the status of a share host is the outcome', async ({ bench }) => {
  for (const [status, outcome] of [
    [404, 'not_found'],
    [410, 'gone'],
    [400, 'gone'],
    [403, 'refused'],
  ] as const) {
    const { result } = await follow(bench, { 'goo.gl/maps/a': status }, 'https://goo.gl/maps/a');
    expect(result, String(status)).toEqual({ url: 'https://goo.gl/maps/a', outcome, failure: null });
  }
});

test('a 403 is about the address on a map host only, and not at the hop of share.google there', async ({
  bench,
}) => {
  const map = 'www.google.com/maps/x';
  const hop = 'www.google.com/share.google?q=a';
  const { result } = await follow(bench, { 'goo.gl/a': `https://${map}`, [map]: 403 }, 'https://goo.gl/a');
  expect(result).toMatchObject({ code: 'provider_blocked', retryAfterSeconds: 60 });
  const link = await follow(
    bench,
    { 'share.google/a': `https://${hop}`, [hop]: 403 },
    'https://share.google/a',
  );
  expect(link.result).toEqual({ url: `https://${hop}`, outcome: 'refused', failure: null });
});

test('a hop that is silent for longer than its time, or breaks off, is no answer', async ({ bench }) => {
  // Half of the time that is left is no whole number. The first hop answers within this time on any machine.
  for (const [behave, hopTimeoutMs] of [
    ['hang', 3_000.5],
    ['reset', 600_000],
  ] as const) {
    const answers = { 'goo.gl/a': '/b', 'goo.gl/b': behave };
    const { result, hits } = await follow(bench, answers, 'https://goo.gl/a', { hopTimeoutMs });
    expect(result, behave).toEqual({
      url: 'https://goo.gl/b',
      outcome: 'no_answer',
      failure: expect.any(AppError),
    });
    expect(hits).toEqual(['goo.gl/a', 'goo.gl/b']);
  }
});

test('a status that says nothing about the link is a failure of the provider', async ({ bench }) => {
  for (const [status, code, retryAfterSeconds] of [
    [429, 'provider_blocked', 60],
    [500, 'provider_unavailable', null],
    [503, 'provider_unavailable', null],
    [304, 'provider_unavailable', null],
  ] as const) {
    const { result } = await follow(bench, { 'goo.gl/maps/a': status }, 'https://goo.gl/maps/a');
    expect(result, String(status)).toMatchObject({ name: 'AppError', code, retryAfterSeconds });
  }
});

test('a loop is noticed at its first repetition', async ({ bench }) => {
  const answers = { 'goo.gl/a': '/b', 'goo.gl/b': '/a' };
  const { result, hits } = await follow(bench, answers, 'https://goo.gl/a');
  expect(result).toMatchObject({ code: 'provider_unavailable', message: expect.stringContaining('circle') });
  expect(hits).toEqual(['goo.gl/a', 'goo.gl/b']);
});

test('no more than eight requests are made', async ({ bench }) => {
  const answers = Object.fromEntries(
    Array.from({ length: 20 }, (_, hop) => [`goo.gl/${hop}`, `/${hop + 1}`]),
  );
  const { result, hits } = await follow(bench, answers, 'https://goo.gl/0');
  expect(result).toMatchObject({ code: 'provider_unavailable', message: expect.stringContaining('8 times') });
  expect(hits).toHaveLength(8);
});

test('a chain of eight redirects arrives', async ({ bench }) => {
  const answers = Object.fromEntries(
    Array.from({ length: 8 }, (_, hop) => [`goo.gl/${hop}`, hop === 7 ? PLACE : `/${hop + 1}`]),
  );
  const { result } = await follow(bench, answers, 'https://goo.gl/0');
  expect(result).toMatchObject({ outcome: 'final' });
});

const OFF_THE_LIST = [
  ['https://example.com/maps/place/x', 'example.com'],
  ['http://169.254.169.254/latest/meta-data', '169.254.169.254'],
  ['http://[::ffff:127.0.0.1]/', '[::ffff:7f00:1]'],
  ['http://2130706433/', '127.0.0.1'],
  ['http://0x7f.1/', '127.0.0.1'],
  ['http://0177.0.0.1/', '127.0.0.1'],
  ['https://localhost/', 'localhost'],
  ['https://www.google.com.example.com/', 'www.google.com.example.com'],
  ['https://www.google.com./maps/place/x', 'www.google.com.'],
  ['https://www.google.com:8443/maps/place/x', 'www.google.com'],
  ['http://www.google.com:443/maps/place/x', 'www.google.com'],
  ['https://jan:tajne@www.google.com/maps/place/x', 'www.google.com'],
  ['https://jan@www.google.com/maps/place/x', 'www.google.com'],
  ['https://:tajne@www.google.com/maps/place/x', 'www.google.com'],
  ['ftp://www.google.com/maps/place/x', 'www.google.com'],
  ['wss://www.google.com/maps/place/x', 'www.google.com'],
  ['https://www.google.com@example.com/', 'example.com'],
  ['//example.com/maps/place/x', 'example.com'],
  ['\\\\example.com\\x', 'example.com'],
  ['file:///maps/place/x', 'an address without a host.'],
  ['data:text/html,x', 'an address without a host.'],
  ['javascript:alert(1)', 'an address without a host.'],
  ['intent://maps/place/x', 'maps'],
] as const;

test('a hop to a host that is not on the list is refused before it is requested', async ({ bench }) => {
  for (const [location, host] of OFF_THE_LIST) {
    const { result, hits } = await follow(bench, { 'goo.gl/a': location }, 'https://goo.gl/a');
    expect(result, location).toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(`The share link leads to ${host}`),
    });
    expect(hits, location).toEqual(['goo.gl/a']);
  }
});

test('a location that is not a URL is refused', async ({ bench }) => {
  const { result } = await follow(bench, { 'goo.gl/a': 'https://' }, 'https://goo.gl/a');
  expect(result).toMatchObject({ code: 'invalid_request' });
});

test('a start off the list is refused without a request', async ({ bench }) => {
  const { result, hits } = await follow(bench, {}, 'https://example.com/maps/place/x');
  expect(result).toMatchObject({ code: 'invalid_request' });
  expect(hits).toEqual([]);
});

test('an aborted signal ends the chain with its reason', async ({ bench }) => {
  const controller = new AbortController();
  const reason = new AppError(DEADLINE_EXCEEDED, madeUp('Too late.'));
  const { result, hits } = await follow(bench, { 'goo.gl/a': '/b', 'goo.gl/b': PLACE }, 'https://goo.gl/a', {
    signal: controller.signal,
    isFinal: (url) => {
      if (url.pathname === '/b') controller.abort(reason);
      return false;
    },
  });
  expect(result).toBe(reason);
  expect(hits).toEqual(['goo.gl/a']);
});
