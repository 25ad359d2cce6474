import type { PlainClient } from '../../../src/core/egress/plain-client.js';
import {
  AppError,
  BROWSER_UNAVAILABLE,
  CLIENT_GONE,
  DEADLINE_EXCEEDED,
  PROVIDER_BLOCKED,
} from '../../../src/core/errors.js';
import { type FetchPage, fetchBody } from '../../../src/core/provider/fetched-page.js';
import { dataLink } from '../../../src/core/provider/wire/embedded-state.js';
import { deferred } from '../../../src/core/runtime/deferred.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { createMetrics } from '../../../src/core/runtime/metrics.js';
import { startScope } from '../../../src/core/runtime/scope.js';
import { createBreaker } from '../../../src/core/traffic/breaker.js';
import { createFastPath, createFastPathSwitch } from '../../../src/core/traffic/fast-path.js';
import { createFetchPage } from '../../../src/core/traffic/fetch-page.js';
import { LoadQueue } from '../../../src/core/traffic/load-queue.js';
import { createPageLoads } from '../../../src/core/traffic/page-loads.js';
import { createProviderRateLimit } from '../../../src/core/traffic/provider-rate-limit.js';
import { countedPool } from '../../support/counted-pool.js';
import { madeUp } from '../../support/made-up.js';
import { expect, test } from '../../support/test.js';

const PAGE = 'https://www.google.com/maps/place/?q=place_id:X&hl=pl';

test.describe('the data request a document names', () => {
  const link = (html: string) => dataLink(html, PAGE, 'place');

  test('is found whatever the order of its attributes, and unescaped', () => {
    const whole = 'https://www.google.com/maps/preview/place?hl=pl&pb=%211m';
    for (const html of [
      '<link href="/maps/preview/place?hl=pl&amp;pb=%211m" as="fetch" crossorigin="" rel="preload">',
      '<link rel="preload" as="fetch" href="/maps/preview/place?hl=pl&amp;pb=%211m">',
      '<link href="/app.js" as="script" rel="preload"><link rel="preload" as="fetch" href="/maps/preview/place?hl=pl&pb=%211m">',
    ])
      expect(link(html)).toBe(whole);
  });

  test('is nothing else that is preloaded, and on no other host', () => {
    for (const html of [
      '',
      '<link href="/maps/preview/place?x" as="fetch" rel="prefetch">',
      '<link href="/maps/preview/place?x" as="script" rel="preload">',
      '<link href="/maps/preview/placeholder?x" as="fetch" rel="preload">',
      '<link href="https://evil.example/maps/preview/place?x" as="fetch" rel="preload">',
      '<link href="//evil.example/maps/preview/place?x" as="fetch" rel="preload">',
      '<link href="http://www.google.com/maps/preview/place?x" as="fetch" rel="preload">',
      '<link href="https://www.google.com:8443/maps/preview/place?x" as="fetch" rel="preload">',
      '<link as="fetch" rel="preload">',
    ])
      expect(link(html), html).toBeNull();
  });
});

test.describe('a plain answer', () => {
  const asked = (status: number, location: string | null, body = '') =>
    fetchBody(async () => ({ status, location, body }), PAGE);

  test('counts when it is an ordinary one', async () => {
    expect(await asked(200, null, '<html>')).toBe('<html>');
    for (const status of [204, 404, 500, 403]) expect(await asked(status, null)).toBeNull();
    expect(await asked(302, 'https://consent.google.com/m?continue=x')).toBeNull();
  });

  test('refuses the address by status 429 and by the unusual-traffic page', async () => {
    const blocked = { code: 'provider_blocked' };
    await expect(asked(429, null)).rejects.toMatchObject(blocked);
    await expect(asked(429, null, '<a href="/httpservice/retry/enablejs?x">')).rejects.toMatchObject(blocked);
    await expect(asked(302, '/sorry/index?continue=x')).rejects.toMatchObject(blocked);
  });

  test('that is the JavaScript-only page counts as no answer and no refusal', async () => {
    expect(await asked(200, null, '<a href="/httpservice/retry/enablejs?x">')).toBeNull();
    expect(await asked(302, '/httpservice/retry/enablejs?sei=x')).toBeNull();
  });

  test('is no block page because a text in it names one', async () => {
    const words = '/httpservice/retry/enablejs';
    for (const body of [
      `)]}'\n["${words}"]`,
      `<title>${words}</title><script>window.APP_INITIALIZATION_STATE=["${words}"];window.APP_FLAGS=[]`,
    ])
      expect(await asked(200, null, body)).toBe(body);
  });
});

test.describe('the HTTP fast path', () => {
  const failTimes = (fastPath: ReturnType<typeof createFastPathSwitch>, times: number) => {
    for (let attempts = 0; attempts < times; attempts += 1) fastPath.note('place', false);
  };

  test('is skipped after five failures in a row of the same kind, and tried again after the pause', async () => {
    const fastPath = createFastPathSwitch(60);
    failTimes(fastPath, 4);
    fastPath.note('place', true);
    failTimes(fastPath, 4);
    expect(fastPath.isWorthTrying('place')).toBe(true);
    fastPath.note('place', false);
    expect(fastPath.isWorthTrying('place')).toBe(false);
    expect(fastPath.isWorthTrying('review')).toBe(true);
    await expect.poll(() => fastPath.isWorthTrying('place'), { intervals: [10] }).toBe(true);
    failTimes(fastPath, 4);
    expect(fastPath.isWorthTrying('place')).toBe(true);
  });
});

const SOCS = {
  name: 'SOCS',
  value: 'CAISHAgBEhJn',
  domain: '.google.com',
  path: '/',
  expires: -1,
  httpOnly: true,
  secure: true,
  sameSite: 'Lax',
} as const;

test.describe('plain requests of one attempt', () => {
  /** What cookies are sent to each address in turn; each answer sets `setCookies`. */
  async function cookiesSent(
    urls: readonly string[],
    kept: readonly object[],
    setCookies: readonly string[] = [],
  ): Promise<(string | undefined)[]> {
    const sent: (string | undefined)[] = [];
    const client: PlainClient = {
      get: async (_url, { headers }) => {
        sent.push(headers?.cookie);
        return { status: 200, location: null, contentType: null, setCookies, body: '' };
      },
      close: async () => undefined,
    };
    const identity = {
      userAgent: async () => 'Chrome',
      consentCookies: async () => kept as (typeof SOCS)[],
      language: 'pl',
    };
    const fetchPage = createFetchPage(identity, client, startScope('test', createLogger('silent'), null));
    for (const url of urls) await fetchPage(url);
    return sent;
  }

  test('start with the consent choice, on the hosts it was made for, until it expires', async () => {
    const urls = [
      'https://www.google.com/maps',
      'https://google.com/',
      'https://www.google.pl/',
      'https://maps.google.pl/',
      'https://notgoogle.com/',
    ];
    const kept = [
      SOCS,
      { ...SOCS, domain: 'www.google.pl', value: 'CAJ' },
      { ...SOCS, domain: '.google.com', name: 'OLD', expires: 1_000_000_000 },
    ];
    expect(await cookiesSent(urls, kept)).toEqual([
      ...['SOCS=CAISHAgBEhJn', 'SOCS=CAISHAgBEhJn', 'SOCS=CAJ', undefined, undefined],
    ]);
  });

  test('send what an answer has set, which replaces what was there', async () => {
    const set = ['SOCS=new; Domain=.google.com; Path=/', 'NID=a=b; HttpOnly'];
    expect(await cookiesSent([PAGE, PAGE], [SOCS], set)).toEqual(['SOCS=CAISHAgBEhJn', 'NID=a=b; SOCS=new']);
    expect(await cookiesSent([PAGE, PAGE], [], set)).toEqual([undefined, 'NID=a=b; SOCS=new']);
  });

  test('send no cookie of another host or path, and pass over what is no cookie', async () => {
    const set = ['A=1; Domain=evil.example', 'B=2; Path=/maps/preview', 'C=3; Domain=com', ';;;', ''];
    expect(await cookiesSent([PAGE, PAGE], [], set)).toEqual([undefined, undefined]);
  });

  test('do not wait for a browser that never gives its user agent', async () => {
    const scope = startScope('test', createLogger('silent'), null);
    const never = () => new Promise<never>(() => undefined);
    const identity = { userAgent: never, consentCookies: async () => [], language: 'pl' };
    const asking = createFetchPage(identity, { get: never, close: never }, scope)(PAGE);
    scope.abort(new AppError(DEADLINE_EXCEEDED, madeUp('made up')));
    await expect(asking).rejects.toMatchObject({ code: 'deadline_exceeded' });
  });
});

/** Fetches a page that cannot be used. */
async function readUnusable(fetchPage: FetchPage) {
  expect(await fetchBody(fetchPage, PAGE)).toBeNull();
  return 'unusable' as const;
}

const newScope = () => startScope('test', createLogger('silent'), null);
const nothingAsked: PlainClient['get'] = () => Promise.reject(new Error('nothing is asked'));

interface Options {
  readonly cooldownMs?: number;
  readonly userAgent?: () => Promise<string>;
  readonly kept?: readonly (typeof SOCS)[];
  readonly get?: PlainClient['get'];
  readonly probe?: () => Promise<void>;
}

/** The fast path and the page loads beside it, with one page and one place for plain requests. */
function fastPathOf({
  cooldownMs = 0,
  probe = async () => undefined,
  kept = [],
  get = nothingAsked,
  userAgent = async () => 'Chrome',
}: Options = {}) {
  const pool = countedPool({ size: 1 });
  const breaker = createBreaker({ cooldownMs, probe });
  const metrics = createMetrics();
  const queue = new LoadQueue({
    pool,
    pages: 1,
    plainSlots: 1,
    queueLimit: 10,
    rateLimit: createProviderRateLimit(0),
    metrics,
  });
  const attempts = createFastPathSwitch(60_000);
  const fastPath = createFastPath({
    queue,
    breaker,
    client: { get, close: async () => undefined },
    identity: { userAgent, consentCookies: async () => [...kept], language: 'pl' },
    attempts,
    metrics,
  });
  const loads = createPageLoads({ pool, queue, breaker, metrics, settleMs: 10 });
  return { fastPath, attempts, loads, pool, breaker, metrics, queue };
}

test('after a pause a plain request waits for the probe, and proves nothing itself', async () => {
  const answer = deferred<void>();
  const { fastPath, breaker } = fastPathOf({ cooldownMs: 20, probe: () => answer.promise });
  const refused = () => Promise.reject(new AppError(PROVIDER_BLOCKED, madeUp('made up')));
  await expect(fastPath.read('place', newScope(), refused)).rejects.toMatchObject({
    code: 'provider_blocked',
  });
  await expect.poll(breaker.state, { intervals: [5] }).toBe('half_open');
  let begun = 0;
  const reading = fastPath.read('place', newScope(), async () => {
    begun += 1;
    return 'unusable';
  });
  expect(begun).toBe(0);
  answer.resolve();
  expect(await reading).toBeNull();
  expect(begun).toBe(1);
  expect(breaker.state()).toBe('closed');
});

test('answers that only rendering can complete do not switch the HTTP fast path off; useless ones do', async () => {
  const { fastPath, attempts } = fastPathOf();
  const tryFiveTimes = async (result: 'undecided' | 'unusable') => {
    for (let count = 0; count < 5; count += 1) await fastPath.read('review', newScope(), async () => result);
  };
  await tryFiveTimes('undecided');
  expect(attempts.isWorthTrying('review')).toBe(true);
  await tryFiveTimes('unusable');
  expect(attempts.isWorthTrying('review')).toBe(false);
});

for (const [title, value, rests, outcome] of [
  ['no failure before any choice was made', null, false, 'consent'],
  ['no failure while the choice is only pending', 'CAAaBgiAmqnABg', false, 'consent'],
  ['a failure after the choice was made', 'CAESHAgBEhJn', true, 'insufficient'],
] as const) {
  test(`for the HTTP fast path a consent page is ${title}`, async () => {
    const location = 'https://consent.google.com/m?continue=x';
    const answer = { status: 302, location, contentType: null, setCookies: [], body: '' };
    const kept = value === null ? [] : [{ ...SOCS, value } as unknown as typeof SOCS];
    const { fastPath, attempts, metrics } = fastPathOf({ kept, get: async () => answer });
    for (let count = 0; count < 5; count += 1)
      expect(await fastPath.read('place', newScope(), readUnusable)).toBeNull();
    expect(attempts.isWorthTrying('place')).toBe(!rests);
    expect((await metrics.render()).text).toContain(`fast_path_attempts_total{outcome="${outcome}"} 5`);
  });
}

test('a browser that cannot start does not switch the HTTP fast path off', async () => {
  const unavailable = () => Promise.reject(new AppError(BROWSER_UNAVAILABLE, madeUp('made up')));
  const { fastPath, attempts } = fastPathOf({ userAgent: unavailable });
  for (let count = 0; count < 5; count += 1)
    expect(await fastPath.read('place', newScope(), readUnusable)).toBeNull();
  expect(attempts.isWorthTrying('place')).toBe(true);
});

test('the JavaScript-only page counts against the fast path and leaves the breaker closed', async () => {
  const body = '<a href="/httpservice/retry/enablejs?sei=x">';
  const answer = { status: 200, location: null, contentType: null, setCookies: [], body };
  const { fastPath, attempts, breaker, metrics } = fastPathOf({
    cooldownMs: 60_000,
    get: async () => answer,
  });
  for (let count = 0; count < 5; count += 1)
    expect(await fastPath.read('place', newScope(), readUnusable)).toBeNull();
  expect(breaker.state()).toBe('closed');
  expect(attempts.isWorthTrying('place')).toBe(false);
  expect((await metrics.render()).text).toContain('fast_path_attempts_total{outcome="javascript_only"} 5');
});

test('clients that leave do not switch the HTTP fast path off, and leave their places', async () => {
  const { fastPath, attempts } = fastPathOf();
  for (let leaving = 0; leaving < 5; leaving += 1) {
    const scope = newScope();
    const gone = new AppError(CLIENT_GONE, madeUp('made up'));
    const attempt = fastPath.read('place', scope, () => {
      scope.abort(gone);
      return Promise.reject(gone);
    });
    await expect(attempt).rejects.toBe(gone);
  }
  expect(attempts.isWorthTrying('place')).toBe(true);
  expect(await fastPath.read('place', newScope(), async () => ({ read: 1 }))).toEqual({ read: 1 });
});

test('what the breaker refuses is not counted against the HTTP fast path', async () => {
  const { fastPath, attempts, breaker, metrics } = fastPathOf({ cooldownMs: 60_000 });
  breaker.refused(new AppError(PROVIDER_BLOCKED, madeUp('made up')));
  for (let count = 0; count < 5; count += 1)
    await expect(fastPath.read('place', newScope(), async () => ({ never: 1 }))).rejects.toMatchObject({
      code: 'provider_blocked',
    });
  expect(attempts.isWorthTrying('place')).toBe(true);
  expect((await metrics.render()).text).not.toMatch(/^place_lookup_fast_path_attempts_total/m);
});

test('the HTTP fast path has places of its own: it needs no page, and its places are limited', async () => {
  const { fastPath, loads, pool } = fastPathOf();
  const tab = await loads.take(newScope());
  await expect.poll(() => pool.stats().free).toBe(0);
  const first = deferred<object>();
  const begun: string[] = [];
  const read = (name: string, answer: Promise<object>) =>
    fastPath.read('place', newScope(), async () => {
      begun.push(name);
      return await answer;
    });
  const one = read('one', first.promise);
  const two = read('two', Promise.resolve({ name: 'two' }));
  await expect.poll(() => begun).toEqual(['one']);
  first.resolve({ name: 'one' });
  expect(await Promise.all([one, two])).toEqual([{ name: 'one' }, { name: 'two' }]);
  expect(pool.mostLent()).toBe(1);
  tab[Symbol.dispose]();
});
