import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { accessibilityFaults, expectAccessible } from './axe.js';
import { expect, test } from './console-test.js';
import { beginLines, type FakeCall, refuse, succeed } from './fake-api.js';
import {
  JOB_ID,
  sampleJob,
  sampleJobRow,
  samplePlace,
  sampleReview,
  sampleSummary,
  sampleVerdict,
} from './samples.js';

const DIST = fileURLToPath(new URL('../../dist/console/', import.meta.url));
const SCRIPT_LIMIT = 150 * 1024;

const ENDED = {
  done: 20_000,
  ended_at: '2026-09-14 10:43:15',
  expires_at: '2026-09-17 10:43:15',
  estimated_end_at: null,
};
const JOBS = [
  sampleJob(),
  sampleJob({ id: 'a', state: 'waiting', done: 0, visible: 0, not_visible: 0, failed: 0, failures: {} }),
  sampleJob({ ...ENDED, id: 'b', type: 'place-details', state: 'finished' }),
  sampleJob({ ...ENDED, id: 'c', type: 'place-reviews', state: 'cancelled', done: 7 }),
];

/** Something of everything. */
function answer(call: FakeCall): void {
  if (call.url.pathname === '/api/all') {
    const isNothing = call.url.searchParams.get('url') === 'nic';
    if (isNothing) refuse(call, 503, 'overloaded', { 'Retry-After': '9' });
    else succeed(call, samplePlace());
    return;
  }
  if (call.url.pathname === '/api/jobs') {
    succeed(call, { jobs: JOBS });
    return;
  }
  const lines = beginLines(call);
  if (call.url.pathname.startsWith('/api/jobs/')) {
    lines.write(...Array.from({ length: 100 }, (_, index) => sampleJobRow(index + 1)));
    return;
  }
  if (call.method === 'POST') {
    const { urls } = call.body as { urls: string[] };
    const failure = {
      type: 'error',
      index: 2,
      review_url: urls[2],
      error: { code: 'invalid_request', message: 'x' },
    };
    lines.write(
      sampleVerdict(0, urls[0] ?? ''),
      sampleVerdict(1, urls[1] ?? '', 'no_rating_section'),
      failure,
      {
        type: 'summary',
      },
    );
  } else {
    const signals = { author_total_reviews: 1, author_is_local_guide: true, photos_count: 3, likes_count: 2 };
    const reviews = Array.from({ length: 60 }, (_, index) =>
      sampleReview(index * 20, index % 2 ? signals : {}),
    );
    reviews.push(
      sampleReview(9999, { has_owner_response: true, owner_response_text: 'Dziękujemy', stars: null }),
    );
    lines.write(
      ...reviews.map((review) => ({ type: 'review', review })),
      sampleSummary(61, { total_reviews: 70, complete: false, stop_reason: 'provider_limit' }),
    );
  }
  lines.end();
}

/** Every view as it looks with something in it. */
const VIEWS: Readonly<Record<string, (page: Page, url: string) => Promise<void>>> = {
  empty: async (page, url) => {
    await page.goto(url);
    await expect(page.getByRole('textbox')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Zlecenia' })).toBeVisible();
  },
  place: async (page, url) => {
    await page.goto(`${url}/#/miejsce?q=pierogarnia`);
    await page.locator('.histogram summary').click();
  },
  failure: async (page, url) => {
    await page.goto(`${url}/#/miejsce?q=nic`);
    await expect(page.getByRole('alert')).toBeVisible();
  },
  links: async (page, url) => {
    await page.goto(`${url}/#/linki`);
    const long = `https://www.google.com/maps/reviews/data=${'!4m8!14m7'.repeat(30)}`;
    await page.getByRole('textbox').fill(`${long}\nhttps://goo.gl/a\nhttps://goo.gl/b\nhttps://goo.gl/a`);
    await page.locator('.asking button[type=submit]').click();
    await expect(page.locator('.verdicts .mark.warn')).toHaveCount(1);
  },
  reviews: async (page, url) => {
    await page.goto(`${url}/#/opinie?placeid=ChIJx`);
    await expect(page.locator('.notice.partial')).toBeVisible();
    await expect(page.locator('.periods tr.earlier').first()).toHaveCSS('display', 'table-row');
    await page.locator('.months summary').click();
    await expect(page.locator('.months table')).toBeVisible();
  },
  jobs: async (page, url) => {
    await page.goto(`${url}/#/zlecenia`);
    await page.getByRole('textbox').fill('https://goo.gl/a\nhttps://goo.gl/a\nbrak');
    await expect(page.locator('.jobs > li')).toHaveCount(4);
  },
  job: async (page, url) => {
    await page.goto(`${url}/#/zlecenia?id=${JOB_ID}`);
    await expect(page.locator('.verdicts tbody tr')).toHaveCount(100);
  },
};

for (const [view, open] of Object.entries(VIEWS)) {
  test(`${view}: axe finds nothing, and nothing is cut off`, async ({ page, fake }) => {
    const api = await fake(answer, { hasJobs: true });
    await open(page, api.url);
    await expectAccessible(page);
  });
}

test('dark and light differ, and axe would see a fault', async ({ page, fake }) => {
  const api = await fake(answer);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(api.url);
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await background();
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await background()).not.toBe(dark);
  await page.evaluate(() => document.documentElement.removeAttribute('lang'));
  expect((await accessibilityFaults(page)).join()).toContain('html-has-lang');
});

test('by keyboard alone, from the top of the page to a verdict', async ({ page, fake }) => {
  const api = await fake(answer);
  await page.goto(api.url);
  const focused = page.locator(':focus');
  const tabTo = async (name: string) => {
    for (let step = 0; step < 15; step += 1) {
      await page.keyboard.press('Tab');
      const seen = await focused.evaluate((element) => getComputedStyle(element).outlineStyle);
      if ((await focused.textContent())?.includes(name)) return seen;
    }
    throw new Error(`no way to "${name}" by Tab`);
  };
  await page.keyboard.press('Tab');
  await expect(focused).toHaveText('Przejdź do treści');
  expect(await tabTo('Linki do opinii')).toBe('solid');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type('https://goo.gl/a https://goo.gl/b https://goo.gl/c');
  expect(await tabTo('Sprawdź')).toBe('solid');
  await page.keyboard.press('Space');
  await expect(page.locator('.verdicts .mark.bad')).toHaveCount(1);
  for (
    let step = 0;
    step < 10 && !(await focused.evaluate((element) => element.matches('[type=radio]')));
    step += 1
  ) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.verdicts tbody tr')).toHaveCount(1);
});

test('the language is chosen once, the whole page follows, and results stay', async ({ page, fake }) => {
  const api = await fake(answer);
  await page.goto(`${api.url}/#/miejsce?q=pierogarnia`);
  await expect(page.getByText('Średnia ocen', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByText('Average rating', { exact: true })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page).toHaveTitle('Place – place-lookup');
  expect(api.calls).toHaveLength(1);
  await page.reload();
  await expect(page.getByText('Average rating', { exact: true })).toBeVisible();
});

test('back and forward go through the views, and each has its address', async ({ page, fake }) => {
  const api = await fake(answer);
  await page.goto(`${api.url}/#/miejsce?q=pierogarnia`);
  await page.getByRole('link', { name: 'Wczytaj opinie o tym miejscu' }).click();
  await expect(page.locator('.reviews > li')).toHaveCount(50);
  expect(new URL(page.url()).hash).toBe('#/opinie?placeid=ChIJJz6dChxbFkcRFk6Qq9KBXD8');
  await page.goBack();
  await expect(page.getByRole('article', { name: 'Pierogarnia' })).toBeVisible();
  await page.goForward();
  await expect(page.locator('.reviews > li')).toHaveCount(50);
  expect(api.calls).toHaveLength(2);
});

test('the page is served with a strict policy, from memory, without a key', async ({ service }) => {
  const answered = await fetch(service.url);
  expect(answered.status).toBe(200);
  expect(
    answered.headers
      .get('content-security-policy')
      ?.split(';')
      .map((part) => part.trim()),
  ).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]);
  expect(answered.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answered.headers.get('referrer-policy')).toBe('no-referrer');
  expect(answered.headers.get('cache-control')).toBe('no-cache');
  const etag = answered.headers.get('etag') ?? '';
  const again = await fetch(service.url, {
    headers: { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' },
  });
  expect(again.status).toBe(304);
  const page = await answered.text();
  const [script = ''] = page.match(/\/console\/main-\w+\.js/) ?? [];
  const part = await fetch(service.url + script, { method: 'HEAD' });
  expect(part.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(part.headers.get('content-encoding')).toBe('gzip');
  expect(part.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  for (const wrong of ['/console/..%2fapp.js', '/console/main.js', '/index.html']) {
    expect((await fetch(service.url + wrong)).status, wrong).toBe(404);
  }
  expect((await fetch(service.url, { method: 'POST' })).status).toBe(404);
});

test('the page holds no inline script or style, and its scripts are small', () => {
  const page = readFileSync(`${DIST}index.html`, 'utf8');
  expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/);
  const scripts = readdirSync(DIST).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(1);
  const size = scripts.reduce((sum, name) => sum + gzipSync(readFileSync(DIST + name)).length, 0);
  expect(size).toBeGreaterThan(20_000);
  expect(size).toBeLessThan(SCRIPT_LIMIT);
});
