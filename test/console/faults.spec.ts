import type { Page } from '@playwright/test';
import { check, paste } from './actions.js';
import { expect, test } from './console-test.js';
import { answerLinks, beginLines, type FakeApi, refuse, succeed, urlsOf } from './fake-api.js';
import { link, samplePlace, sampleReview, sampleVerdict } from './samples.js';

const DEEP_LINK = '/#/miejsce?q=pierogarnia';
const linkText = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => link(from + index)).join('\n');

async function checkAtOnce(page: Page, { url }: FakeApi, links: string): Promise<void> {
  await page.clock.install();
  await page.goto(`${url}/#/linki`);
  await check(page, links);
}

test('asks for a key again when it is wrong, keeps it in the tab, and forgets it', async ({ page, fake }) => {
  const api = await fake((call) => {
    if (call.headers['x-api-key'] !== 'dobry-klucz') refuse(call, 401, 'unauthorized');
    else succeed(call, samplePlace());
  });
  await page.goto(api.url + DEEP_LINK);
  const dialog = page.getByRole('dialog', { name: 'Klucz API' });
  await expect(page.getByLabel('Klucz', { exact: true })).toBeFocused();
  await page.keyboard.type('zly-klucz');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('Usługa nie przyjęła tego klucza. Wpisz inny.');
  await page.getByLabel('Klucz', { exact: true }).fill('dobry-klucz');
  await dialog.getByRole('button', { name: 'Użyj klucza' }).click();
  await expect(page.getByRole('article')).toBeVisible();
  await expect(dialog).toBeHidden();
  const kept = await page.evaluate(() => ({
    local: JSON.stringify(localStorage),
    session: JSON.stringify(sessionStorage),
    cookies: document.cookie,
    address: location.href,
  }));
  expect(kept.session).toContain('dobry-klucz');
  expect(kept.local + kept.cookies + kept.address).not.toContain('klucz');
  await page.reload();
  await expect(page.getByRole('article')).toBeVisible();
  await page.getByRole('button', { name: 'Usuń klucz' }).click();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('dobry-klucz');
  await page.reload();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alert').filter({ hasText: 'wymaga ważnego klucza' })).toContainText(
    'req-1234',
  );
});

test('every refusal is shown in plain words', async ({ page, fake }) => {
  const refusals = [
    [404, 'no_results', 'Nie znaleziono. Dostawca map nie pokazuje takiego miejsca.'],
    [429, 'rate_limited', /Za dużo zapytań w krótkim czasie\. Spróbuj ponownie za [12]\d\ssekund/],
    [503, 'overloaded', /Usługa jest teraz przeciążona\. Spróbuj ponownie za [12]\d\ssekund/],
    [503, 'deadline_exceeded', 'Usługa nie zdążyła odpowiedzieć w wyznaczonym czasie.'],
    [503, 'provider_blocked', 'Dostawca map blokuje teraz automatyczne wejścia.'],
    [503, 'code_of_tomorrow', 'Usługa zgłosiła błąd, którego ta wersja programu nie zna.'],
  ] as const;
  const api = await fake((call) => {
    const [status, code] = refusals[Number(call.url.searchParams.get('url'))] ?? refusals[0];
    refuse(call, status, code, { 'Retry-After': '22' });
  });
  await page.goto(`${api.url}/#/miejsce`);
  for (const [index, [, , words]] of refusals.entries()) {
    await page.getByRole('textbox').fill(String(index));
    await page.getByRole('button', { name: 'Znajdź miejsce' }).click();
    await expect(page.getByRole('alert')).toContainText(words);
    await expect(page.getByRole('alert')).toContainText('req-1234');
  }
});

test('links without a verdict are asked again after a stream that was cut', async ({ page, fake }) => {
  const api = await fake(async (call) => {
    const lines = beginLines(call);
    if (api.calls.length > 1) {
      expect(urlsOf(call)).toEqual([link(1), link(2)]);
      lines.write(sampleVerdict(0, link(1), 'no_rating'), sampleVerdict(1, link(2)), { type: 'summary' });
      lines.end();
      return;
    }
    lines.write(sampleVerdict(0, link(0)));
    await expect(page.locator('.verdicts .mark.good')).toHaveCount(1);
    lines.cut();
  });
  await checkAtOnce(page, api, linkText(0, 3));
  await expect(page.locator('.notice.pause')).toHaveText(
    'Połączenie z usługą zostało przerwane przed końcem odpowiedzi. ' +
      'Pozostałe linki zostaną sprawdzone automatycznie za 1 sekundę (próba 1 z 5).',
  );
  await expect(page.locator('.verdicts .mark')).toHaveText([/Widoczna/, /Oczekuje/, /Oczekuje/]);
  await page.clock.fastForward(1_000);
  await expect(page.locator('.verdicts .mark')).toHaveText([/Niewidoczna/, /Widoczna/, /Widoczna/]);
});

const sizesOf = (api: FakeApi) => api.calls.map((call) => urlsOf(call).length);

test('a refused batch is sent again after Retry-After, or when the user resumes the check', async ({
  page,
  fake,
}) => {
  const api = await fake((call) => {
    if ([2, 3].includes(api.calls.length)) refuse(call, 429, 'rate_limited', { 'Retry-After': '200' });
    else answerLinks(call);
  });
  await page.clock.install();
  await page.goto(`${api.url}/#/linki`);
  await paste(page, `${linkText(0, 1500)}\n${link(7)}\nbez linku`);
  await expect(page.getByText('1 501 linków')).toHaveText(
    '1 501 linków · powtórzone: 1 (każdy zostanie sprawdzony raz) · pominięte wiersze bez linku: 1 · liczba partii: 2',
  );
  await page.getByRole('button', { name: 'Sprawdź', exact: true }).click();
  const notice = page.locator('.notice.pause');
  await expect(notice).toHaveText(
    /^Za dużo zapytań w krótkim czasie\. Pozostałe linki zostaną sprawdzone automatycznie za (200|19\d)\ssekund \(próba 1 z 5\).$/,
  );
  await expect(page.getByRole('status').filter({ hasText: 'próba 1 z 5' })).toHaveCount(1);
  await expect(page.locator('.progress')).toHaveText('Sprawdzono 1 001 z 1 501');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: 'Zatrzymaj' }).click();
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole('radio', { name: /Widoczne \(1\s001\)/ })).toBeVisible();
  await page.clock.fastForward(300_000);
  expect(sizesOf(api)).toEqual([1000, 500]);
  await page.getByRole('button', { name: 'Sprawdź pozostałe (500)' }).click();
  await page.getByRole('button', { name: 'English' }).click();
  await page.clock.fastForward(60_000);
  await expect(notice).toContainText(
    /The remaining links will be checked automatically in 1[34]\d\sseconds \(attempt 1 of 5\)/,
  );
  expect(sizesOf(api)).toEqual([1000, 500, 500]);
  await page.clock.fastForward(140_000);
  await expect(page.locator('.progress')).toContainText('Done. Visible: 1,501');
  await expect(notice).toHaveCount(0);
  expect(sizesOf(api)).toEqual([1000, 500, 500, 500]);
  await expect(page.locator('.verdicts tbody tr')).toHaveCount(100);
});

test('a list of reviews that breaks says so and keeps what was read', async ({ page, fake }) => {
  const api = await fake(async (call) => {
    const lines = beginLines(call);
    lines.write(
      { type: 'review', review: sampleReview(1) },
      { type: 'progress', page: 1, reviews_read: 1, total_reviews: 1395 },
    );
    await expect(page.locator('.progress')).toHaveText('Wczytywanie… 1 z 1 395');
    await expect(page.getByRole('progressbar')).toHaveAttribute('max', '1395');
    lines.cut();
  });
  await page.goto(`${api.url}/#/opinie?placeid=ChIJx`);
  await expect(page.locator('.notice.partial')).toHaveText('1 z 1 395 – wczytywanie zostało przerwane.');
  await expect(page.getByRole('alert')).toContainText('Połączenie z usługą zostało przerwane');
  await expect(page.locator('.reviews > li')).toHaveCount(1);
});

test('a list of reviews may be stopped', async ({ page, fake }) => {
  const api = await fake((call) => beginLines(call).write({ type: 'review', review: sampleReview(1) }));
  await page.goto(`${api.url}/#/opinie?placeid=ChIJx`);
  await expect(page.locator('.reviews > li')).toHaveCount(1);
  await page.getByRole('button', { name: 'Zatrzymaj' }).click();
  await expect(page.locator('.notice.partial')).toHaveText('1 opinia – wczytywanie zatrzymano.');
});
