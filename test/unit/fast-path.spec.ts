import { expect, test } from '@playwright/test';
import { AppError } from '../../src/errors.js';
import { createLogger } from '../../src/logger.js';
import { fetchBody } from '../../src/provider/fast-path/fetched-page.js';
import { dataLink, PLACE_DATA } from '../../src/provider/wire/data-link.js';
import { startScope } from '../../src/scope.js';
import { createFastPathSwitch } from '../../src/services/fast-path-switch.js';
import { createFetchPage } from '../../src/services/fetch-page.js';

const PAGE = 'https://www.google.com/maps/place/?q=place_id:X&hl=pl';

test.describe('the data request a document names', () => {
  const link = (html: string) => dataLink(html, PAGE, PLACE_DATA);

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
    const fastPath = createFastPathSwitch('auto', 60);
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

  test('is never tried when switched off', () => {
    expect(createFastPathSwitch('off', 60).isWorthTrying('place')).toBe(false);
  });
});

test.describe('a plain request in the name of a context', () => {
  /** Asks twice; the first answer sets cookies. */
  async function askTwice(
    cookies: () => Promise<string>,
    scope = startScope('test', createLogger('silent'), null),
  ) {
    const sent: (string | undefined)[] = [];
    const client = {
      get: async (_url: string, { headers }: { readonly headers?: Readonly<Record<string, string>> }) => {
        sent.push(headers?.cookie);
        const setCookies = ['SOCS=new; Path=/', 'NID=a=b; HttpOnly'];
        return { status: 200, location: null, contentType: null, setCookies, body: '' };
      },
      close: async () => undefined,
    };
    const ask = createFetchPage({ cookies, userAgent: 'Chrome' }, client, 'pl', scope);
    await ask(PAGE);
    await ask(PAGE);
    return sent;
  }

  test('a cookie received replaces the one that was kept', async () => {
    expect(await askTwice(async () => 'SOCS=old; CONSENT=yes')).toEqual([
      'SOCS=old; CONSENT=yes',
      'SOCS=new; CONSENT=yes; NID=a=b',
    ]);
    expect(await askTwice(async () => '')).toEqual([undefined, 'SOCS=new; NID=a=b']);
  });

  test('does not wait for a browser that never returns its cookies', async () => {
    const scope = startScope('test', createLogger('silent'), null);
    const asking = askTwice(() => new Promise<string>(() => undefined), scope);
    scope.abort(new AppError('deadline_exceeded', 'made up'));
    await expect(asking).rejects.toMatchObject({ code: 'deadline_exceeded' });
  });
});
