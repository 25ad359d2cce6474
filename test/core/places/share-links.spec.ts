import type { PlainClient } from '../../../src/core/egress/plain-client.js';
import { AppError, PROVIDER_UNAVAILABLE } from '../../../src/core/errors.js';
import {
  createReviewLinkResolver,
  createShareLinkFollower,
  createShareLinkResolver,
} from '../../../src/core/places/share-links.js';
import type { Tab } from '../../../src/core/traffic/page-loads.js';
import { never } from '../../support/fake-browser.js';
import { testScope } from '../../support/fake-pool.js';
import { madeUp } from '../../support/made-up.js';
import { expect, test } from '../../support/test.js';

// What becomes of a share link, and how often its host is asked (places.md §2). Each hop: core/egress/follow-redirects.

const SHARE = 'https://maps.app.goo.gl/PoLsKa1Zmysl7';
const DEAD = 'https://share.google/NigdyNieByl12';
const MIDDLE = 'https://www.google.com/share.google?q=GalazDruga22';
const PLACE = 'https://www.google.com/maps?cid=4565666864068316694';
const REVIEW =
  'https://www.google.com/maps/reviews/data=!4m6!14m5!1m4!2m3!1sCi9DQUlRQUNvZENodHljRjlvT2xVU1FXdE5WRlZWTTFKd1NWRjBOREo2ZFRneVpESRAB!2m1!1s0x0:0x3f5c81d2ab904e16';
const SCRIPT_PAGE = 'https://www.google.com/httpservice/retry/enablejs?sei=x';
const sorryPage = (about: string) =>
  `https://www.google.com/sorry/index?continue=${encodeURIComponent(about)}&q=EgQxAAAA`;

/** An address = a redirect to it; a number = a status; the last reply is repeated. */
type Reply = string | number | 'hang' | 'reset';
interface Setting {
  /** What the probe of the breaker finds; `fine` by default. */
  readonly provider?: 'fine' | 'blocked';
  /** Where the page of a link leads in the browser. */
  readonly page?: string;
  readonly retryDelayMs?: number;
}

function resolver(replies: Readonly<Record<string, readonly Reply[]>>, setting: Setting = {}) {
  const { provider = 'fine', page = PLACE, retryDelayMs = 1 } = setting;
  const asked: string[] = [];
  let rendered = 0;
  const get: PlainClient['get'] = async (url, { signal }) => {
    const all = replies[url] ?? [404];
    const reply = all[Math.min(asked.filter((one) => one === url).length, all.length - 1)] ?? 404;
    asked.push(url);
    if (reply === 'reset') throw new AppError(PROVIDER_UNAVAILABLE, madeUp('reset'));
    if (reply === 'hang')
      return Promise.race([
        never(),
        new Promise<never>((_, reject) => signal?.addEventListener('abort', reject)),
      ]);
    const isRedirect = typeof reply === 'string';
    const none = { contentType: null, setCookies: [], body: '' };
    return { status: isRedirect ? 302 : reply, location: isRedirect ? reply : null, ...none };
  };
  const follow = createShareLinkFollower({
    client: { get } as PlainClient,
    breaker: {
      passable: async () => undefined,
      suspected: async (error) => (provider === 'blocked' ? error : null),
    },
    loads: {
      take: async () => {
        rendered += 1;
        return { load: async () => page, [Symbol.dispose]: () => undefined } as unknown as Tab;
      },
    },
    hopTimeoutMs: 20,
    retryDelayMs,
  });
  return { follow, asked, rendered: () => rendered };
}

const found = { cid: '4565666864068316694' };
const DEAD_LINK = { code: 'no_results', message: expect.stringContaining('leads nowhere') };
const UNAVAILABLE = { code: 'provider_unavailable' };
const NO_PLACE = { code: 'invalid_request' };

const CASES: readonly (readonly [
  string,
  string,
  readonly Reply[],
  Record<string, unknown>,
  number,
  Setting?,
])[] = [
  ['a link that is answered', SHARE, [PLACE], found, 1],
  ['a 404 for a moment', SHARE, [404, PLACE], found, 2],
  ['a broken connection for a moment', SHARE, ['reset', PLACE], found, 2],
  ['silence for a moment', SHARE, ['hang', PLACE], found, 2],
  ['silence that stays', SHARE, ['hang'], UNAVAILABLE, 2],
  ['a 404 that stays', SHARE, [404], DEAD_LINK, 2],
  ['a 404, and no time to ask again', SHARE, [404], UNAVAILABLE, 1, { retryDelayMs: 10_000_000 }],
  ['a 400', SHARE, [400], DEAD_LINK, 1],
  ['a 410', SHARE, [410], DEAD_LINK, 1],
  ['a 403: the trouble of this link alone', SHARE, [403], UNAVAILABLE, 1, { provider: 'blocked' }],
  ['a 429 of a host that is asked too often', SHARE, [429], UNAVAILABLE, 1],
  ['a 429 of everybody', SHARE, [429], { code: 'provider_blocked' }, 1, { provider: 'blocked' }],
  // The page of dead links is not asked for.
  ['the page of dead links', DEAD, ['https://share.google/error'], DEAD_LINK, 2],
  [
    'a page that leads to the page of dead links',
    DEAD,
    [200],
    DEAD_LINK,
    1,
    { page: 'https://share.google/error' },
  ],
  ['a page that leads to a place', SHARE, [200], found, 1],
  ['the page for browsers only', MIDDLE, [SCRIPT_PAGE], found, 1],
  ['the middle hop in place of the link', MIDDLE, [PLACE], found, 1],
  ['a map without a place', SHARE, ['https://www.google.com/maps/@52.2,21.0,12z'], NO_PLACE, 1],
  [
    'a review',
    SHARE,
    [REVIEW],
    { ...NO_PLACE, message: expect.stringContaining('a review, not to a place') },
    1,
  ],
  [
    'a block page about another address',
    SHARE,
    [sorryPage('nothing')],
    UNAVAILABLE,
    1,
    { provider: 'blocked' },
  ],
  [
    'a block page about itself',
    SHARE,
    [sorryPage(SHARE)],
    { code: 'provider_blocked' },
    1,
    { provider: 'blocked' },
  ],
];

for (const [what, link, replies, expected, times, setting] of CASES)
  test(`a share link, answered with ${what}`, async () => {
    const { follow, asked } = resolver({ [link]: replies }, setting);
    const outcome = await createShareLinkResolver(follow)(link, testScope()).catch((error) => error);
    expect(outcome).toMatchObject(expected);
    expect(asked).toEqual(Array.from({ length: times }, () => link));
  });

test('only a page of JavaScript, and the hop to the page for browsers, are followed in a browser', async () => {
  for (const [link, replies, times] of [
    [SHARE, [200], 1],
    [MIDDLE, [SCRIPT_PAGE], 1],
    [SHARE, [404], 0],
    [SHARE, [PLACE], 0],
  ] as const) {
    const { follow, rendered } = resolver({ [link]: replies });
    await createShareLinkResolver(follow)(link, testScope()).catch(() => undefined);
    expect(rendered(), `${link} ${replies}`).toBe(times);
  }
});

test('a share link to a review is that review, and no place', async () => {
  const resolve = (to: string) =>
    createReviewLinkResolver(resolver({ [SHARE]: [to] }).follow)(SHARE, testScope());
  expect(await resolve(REVIEW)).toMatchObject({ reviewId: expect.stringMatching(/^Ci9DQ/) });
  await expect(resolve(PLACE)).rejects.toMatchObject({ code: 'invalid_request' });
});
