import { apiKeys } from '../security/test-keys.js';
import { startHttp } from '../support/http-only.js';
import { askField, load, press } from './actions.js';
import { accessibilityFaults, expectAccessible } from './axe.js';
import { expect, test } from './console-test.js';
import { answerAnything } from './fake-api.js';
import { listService } from './list-service.js';
import { sampleVerdict } from './samples.js';

test('the page has two languages, two colour schemes, and addresses of views', async ({ page, fake }) => {
  const api = await fake(answerAnything);
  await load(page, api);
  await expect(page.getByRole('heading', { name: 'Start', level: 1 })).toBeVisible();
  // The page, its title and e-mails have one name.
  await expect(page.locator('.brand')).toHaveText('place-lookup');
  await expect(page).toHaveTitle('Start – place-lookup');
  await expectAccessible(page);
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await background();
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await background()).not.toBe(dark);

  await load(page, api, '/place?query=pierogarnia');
  await expect(page.getByText('Średnia ocen', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Wczytaj opinie o tym miejscu' }).click();
  await expect(page.locator('.reviews > li')).toHaveCount(13);
  expect(new URL(page.url()).hash).toBe('#/reviews?place=ChIJJz6dChxbFkcRFk6Qq9KBXD8');
  await page.goBack();
  await expect(page.getByRole('article', { name: 'Pierogarnia' })).toBeVisible();
  await page.goForward();
  await expect(page.locator('.reviews > li')).toHaveCount(13);
  await page.goBack();
  await press(page, 'English');
  await expect(page.getByText('Average rating', { exact: true })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page).toHaveTitle('Pierogarnia Pod Zmyśloną Różą – Place – place-lookup');
  // Neither the history nor the language asks again.
  expect(api.calls).toHaveLength(2);
  await page.reload();
  await expect(page.getByText('Average rating', { exact: true })).toBeVisible();
  // Axe would see a fault.
  await page.evaluate(() => document.documentElement.removeAttribute('lang'));
  expect((await accessibilityFaults(page)).join()).toContain('html-has-lang');
});

test('a page whose texts do not come says so after five seconds', async ({ page, fake, complaints }) => {
  const api = await fake(answerAnything);
  const texts = '**/console/pl-*.js';
  await page.route(texts, (route) => route.abort());
  await page.goto(api.url);
  const late = page.getByText('Strona jeszcze się nie wczytała.');
  await expect(late).toBeAttached();
  await expect(late).toBeHidden();
  const delays = await page.evaluate(() =>
    document.getAnimations().map((one) => {
      const delay = one.effect?.getTiming().delay;
      one.finish();
      return delay;
    }),
  );
  expect(delays).toEqual([5000]);
  await expect(late).toBeVisible();
  expect(complaints.splice(0)).toHaveLength(1);
  await page.unroute(texts);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(late).toHaveCount(0);
});

test('the first language is the language of the browser', async ({ browser, fake }) => {
  const api = await fake(answerAnything);
  const context = await browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  await load(page, api);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await press(page, 'Polski');
  await expect(page.locator('html')).toHaveAttribute('lang', 'pl');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'pl');
  await context.close();
});

test('by keyboard alone, from the top of the page to a verdict', async ({ page, fake }) => {
  const rowOf = (index: number, url: string) =>
    sampleVerdict(index, url, index === 1 ? 'no_rating_section' : 'visible');
  const api = await fake(listService([], rowOf).answer, { hasJobs: true });
  await load(page, api);
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
  expect(await tabTo('Listy')).toBe('solid');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.keyboard.press('/');
  await expect(askField(page)).toBeFocused();
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

test('the page is served with a strict policy, from memory, without a key', async () => {
  await using http = await startHttp({ apiKeys });
  const { status, headers, text } = await http.ask('/');
  expect(status).toBe(200);
  expect(headers['content-security-policy']?.split(';').map((part) => part.trim())).toEqual([
    ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"],
    ...["img-src 'self' data:", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
  ]);
  expect(headers).toMatchObject({
    ...{
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
    },
  });
  const known = { 'If-None-Match': headers.etag ?? '', 'Cache-Control': 'max-age=0' };
  expect((await http.ask('/', { headers: known })).status).toBe(304);
  const [script = ''] = text.match(/\/console\/main-\w+\.js/) ?? [];
  const part = await http.ask(script, { method: 'HEAD', headers: { 'Accept-Encoding': 'gzip' } });
  expect(part.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'gzip',
    'content-type': 'text/javascript; charset=utf-8',
  });
  for (const wrong of ['/console/..%2fapp.js', '/console/main.js', '/index.html'])
    expect((await http.ask(wrong)).status, wrong).toBe(404);
  expect((await http.ask('/', { method: 'POST' })).status).toBe(404);
});
