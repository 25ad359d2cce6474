import type { Page } from '@playwright/test';
import type { ReviewRow } from '../../src/kit/lists/review-columns.js';
import { csvRows, downloadBy, enter, load, press, workbookRows } from './actions.js';
import { expectAccessible, expectFits } from './axe.js';
import { expect, test } from './console-test.js';
import { answerAnything, answerReviews, beginLines, type FakeCall, refuse, succeed } from './fake-api.js';
import { samplePlace, sampleReview } from './samples.js';

// The reviews of a place. Sorting, filters and figures: test/console/state.

const PLACE = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const HEADING = 'Pierogarnia Pod Zmyśloną Różą';
const VIEW = `/reviews?place=${PLACE}`;
const DAY = 86_400;

/** Answers with the place, and with these reviews. */
const placeWith =
  (reviews: readonly ReviewRow[], summary: object = {}, details = {}) =>
  (call: FakeCall): void =>
    call.url.pathname === '/api/all'
      ? succeed(call, samplePlace(details))
      : answerReviews(call, reviews, summary);

const INCOMPLETE = { total_reviews: 120, complete: false, stop_reason: 'max_pages' };

const list = (page: Page) => page.locator('.reviews > li');
const chart = (page: Page) => page.locator('.months');

test('a name leads to all reviews of the place, with pages, chart and files', async ({ page, fake }) => {
  const text = 'Opinia '.repeat(40).trim();
  const reviews = Array.from({ length: 118 }, (_, index) => sampleReview(200 - index, { review_text: text }));
  const api = await fake(
    placeWith([...reviews, sampleReview(1, { stars: 2 }), sampleReview(0, { stars: 5 })]),
  );
  await load(page, api);
  await enter(page, 'pierogarnia kraków');
  await press(page, 'Wczytaj opinie');
  await expect(page.getByRole('heading', { level: 2, name: HEADING })).toBeVisible();
  await expect(page).toHaveTitle(`${HEADING} – Opinie o miejscu – place-lookup`);
  await expect(page.locator('.notice.good')).toHaveCSS('border-left-color', 'rgb(20, 108, 46)');
  expect(api.calls.at(-1)?.url.searchParams.get('placeid')).toBe(PLACE);
  await expect(list(page)).toHaveCount(50);

  await page.getByRole('button', { name: /Następna/ }).click();
  await expect(page.getByText('51–100 z 120')).toBeVisible();
  await expect(list(page).first()).toBeInViewport();
  await expect(list(page).first()).toContainText('Zmyślona Osoba 150');
  await expect(page.getByRole('heading', { name: 'Lista opinii' })).toBeFocused();

  // A whole list needs no note at its chart.
  await expect(chart(page).getByRole('note')).toHaveCount(0);
  await expect(chart(page).getByRole('img')).toHaveAccessibleName(
    /styczeń 2024 – sierpień 2024 \(8\smiesięcy\): 120\sopinii\.$/,
  );
  await chart(page).locator('summary').click();
  await expect(chart(page).locator('tbody tr').last()).toHaveText('styczeń 202423,5');
  await expect(chart(page).locator('tbody tr').nth(-2)).toHaveText('luty 20240–');

  await page.getByLabel('Kolejność').selectOption('Najstarsze');
  await page.getByRole('main').getByRole('searchbox').fill('osoba 20');
  await expect(list(page)).toHaveCount(1);
  const all = await downloadBy(page, 'Wszystkie – CSV');
  expect(all.suggestedFilename()).toMatch(/^opinie-pierogarnia-pod-zmyslona-roza-\d{4}-\d\d-\d\d\.csv$/);
  const rows = await csvRows(all);
  expect(rows).toHaveLength(120);
  expect(rows[0]).toMatchObject({ Miejsce: HEADING, 'Place ID': PLACE, Autor: 'Zmyślona Osoba 0' });
  const cells = await workbookRows(await downloadBy(page, 'Wszystkie – XLSX'), 2);
  expect(cells).toHaveLength(121);
  expect(cells[120]).toContain(text);
  const some = await downloadBy(page, 'Tylko pokazane opinie (1 z 120: pasujące do filtrów) – CSV');
  expect(await csvRows(some)).toHaveLength(1);
});

test('a list that is not whole says so on the page, at the chart and in files', async ({ page, fake }) => {
  const half = Array.from({ length: 27 }, (_, index) => sampleReview(86 - index));
  const reviews = [...half, sampleReview(2, { stars: 1 }), sampleReview(1, { stars: 2 }), sampleReview(0)];
  const api = await fake(placeWith(reviews, INCOMPLETE));
  await load(page, api, VIEW);
  await expect(chart(page).getByRole('note')).toHaveText(
    'Wykres obejmuje tylko 30 z 120 opinii. Nie ma danych o miesiącach starszych od najstarszej wczytanej opinii ani o miesiącach bez wczytanych opinii (na wykresie szare).',
  );
  await expect(chart(page).getByRole('img')).toHaveAccessibleName(/tylko 30 z 120 opinii/);
  await chart(page).getByText('Pokaż jako tabelę').click();
  await expect(chart(page).locator('thead')).toContainText('Wczytane opinie');
  await expect(chart(page).locator('tbody tr')).toHaveText([
    /^kwiecień 202410/,
    /^marzec 202417/,
    'luty 2024brak danych–',
    /^styczeń 20243/,
    'starszebrak danych–',
  ]);
  await expect(chart(page).locator('svg .unknown')).toHaveCount(1);
  await chart(page).getByRole('region').focus();
  for (const key of ['End', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
  await expect(chart(page).locator('.tip')).toHaveText('luty 2024: brak danych');

  const whole = 'Wszystkie (niepełna lista: 30 z 120) – CSV';
  const name = 'opinie-pierogarnia-pod-zmyslona-roza-niepelna-lista-30-z-120';
  expect((await downloadBy(page, whole)).suggestedFilename()).toMatch(
    new RegExp(`^${name}-\\d{4}-\\d\\d-\\d\\d\\.csv$`),
  );
  await page.getByRole('checkbox', { name: '1 gwiazdka' }).check();
  await expect(list(page)).toHaveCount(8);
  const some = await downloadBy(page, 'Tylko pokazane opinie (8 z 30: pasujące do filtrów) – CSV');
  expect(some.suggestedFilename()).toMatch(new RegExp(`^${name}-tylko-8-z-30-pasujace-do-filtrow-\\d{4}`));
  expect(await csvRows(some)).toHaveLength(8);
  expect(await csvRows(await downloadBy(page, whole))).toHaveLength(30);
  await press(page, 'English');
  await page.locator('.menu > summary').click();
  await expect(page.getByRole('button', { name: 'All (incomplete list: 30 of 120) – XLSX' })).toBeVisible();
  await press(page, 'Polski');

  api.answer = placeWith(reviews, { ...INCOMPLETE, total_reviews: null });
  await load(page, api, VIEW);
  await expect(chart(page).getByRole('note')).toContainText(
    'Wykres obejmuje tylko wczytane opinie (30). Lista jest niepełna.',
  );
});

test('the view follows a list that is read, stopped, broken, refused or empty', async ({ page, fake }) => {
  const refused = (call: FakeCall) => refuse(call, 503, 'provider_blocked', { 'Retry-After': '200' });
  const api = await fake(refused);
  const partial = page.locator('.notice.partial');
  await load(page, api, VIEW);
  await expect(page.getByRole('alert')).toContainText('Spróbuj ponownie za');
  await expectFits(page, 'refused');

  /** Answers with the place, and begins the list of its reviews. */
  const beginList = (...lines: object[]) =>
    new Promise<ReturnType<typeof beginLines>>((resolve) => {
      api.answer = (call) => {
        if (call.url.pathname === '/api/all') return succeed(call, samplePlace());
        const begun = beginLines(call);
        begun.write({ type: 'review', review: sampleReview(1) }, ...lines);
        resolve(begun);
      };
    });
  const progress = { type: 'progress', page: 1, reviews_read: 1, total_reviews: 1395 };
  const begun = beginList(progress);
  await load(page, api, VIEW);
  await expect(page.locator('.progress')).toHaveText('Wczytywanie… 1 z 1 395');
  await expect(page.getByRole('progressbar')).toHaveAttribute('max', '1395');
  await expectFits(page, 'being read');
  (await begun).cut();
  await expect(partial).toHaveText('1 z 1 395 – wczytywanie zostało przerwane.');
  await expect(page.getByRole('alert')).toContainText('Połączenie z usługą zostało przerwane');
  await expect(list(page)).toHaveCount(1);

  void beginList();
  await load(page, api, VIEW);
  const file = 'Wszystkie (niepełna lista: 1) – CSV';
  await page.locator('.menu > summary').click();
  await expect(page.getByRole('button', { name: file, exact: true })).toBeVisible();
  await press(page, 'Zatrzymaj');
  await expect(partial).toHaveText('1 opinia – wczytywanie zatrzymano.');
  expect((await downloadBy(page, file)).suggestedFilename()).toMatch(/-niepelna-lista-1-\d{4}/);

  api.answer = placeWith([], {}, { reviewCount: 0, rating: null });
  await load(page, api, VIEW);
  await expect(page.locator('.notice.good')).toHaveText('To miejsce nie ma opinii.');
  await expectFits(page, 'a place without reviews');
  api.answer = answerAnything;
  await load(page, api, VIEW);
  await expect(partial).toBeVisible();
  await expect(page.locator('tr.earlier').first()).toHaveCSS('display', 'table-row');
  await chart(page).locator('summary').click();
  await expect(chart(page).locator('table')).toBeVisible();
  await expectAccessible(page);
});

test('a place that was read an hour before its reviews is read again', async ({ page, fake }) => {
  await page.clock.install();
  const api = await fake(placeWith([sampleReview(0)]));
  await load(page, api, '/place?query=pierogarnia');
  await expect(page.getByRole('article')).toContainText(/8\s713/);
  api.answer = placeWith([sampleReview(0)], {}, { reviewCount: 7654 });
  await page.clock.fastForward('01:00:00');
  await page.getByRole('link', { name: 'Wczytaj opinie o tym miejscu' }).click();
  await expect(page.locator('.place-heading')).toContainText(/7\s654/);
});

test('filters are part of the address, and an address opens with them', async ({ page, fake }) => {
  await page.clock.install();
  const api = await fake(
    placeWith([
      sampleReview(9, { has_owner_response: true, owner_response_text: 'x', owner_response_date: 'wczoraj' }),
      sampleReview(8, { review_text: '' }),
      sampleReview(7, { author_total_reviews: 1 }),
      sampleReview(6, { stars: null }),
    ]),
  );
  await load(page, api, VIEW);
  const mayWait = page.getByText('odpowiedź może czekać na moderację');
  await expect(mayWait).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'bez odpowiedzi właściciela' }).check();
  await expect(mayWait).toBeVisible();
  await page.getByRole('checkbox', { name: 'z treścią' }).check();
  await expect(list(page)).toHaveCount(2);
  await page.getByLabel('Od dnia').fill('2024-01-22');
  await expect(list(page)).toHaveCount(1);
  await expect(list(page)).toContainText('Autor ma mało opinii (1)');
  await expect(async () => {
    await page.clock.runFor(500);
    expect(page.url()).toContain('marks=unanswered%2Ctext&from=2024-01-22');
  }).toPass();
  await load(page, api, new URL(page.url()).hash.slice(1));
  await expect(list(page)).toHaveCount(1);
  await expect(page.getByRole('checkbox', { name: 'z treścią' })).toBeChecked();
  await press(page, 'Wyczyść filtry');
  await expect(list(page)).toHaveCount(4);
  const noStars = page.getByRole('checkbox', { name: 'bez gwiazdek' });
  await noStars.check();
  await expect(list(page)).toHaveText([/Zmyślona Osoba 6/]);
  await noStars.uncheck();
  await page.getByLabel('Kolejność').selectOption('Najstarsze');
  await expect(list(page)).toHaveText([/Osoba 6/, /Osoba 7/, /Osoba 8/, /Osoba 9/]);
  await page.getByLabel('Szukaj').fill('nigdzie');
  await expect(page.getByText('Żadna opinia nie pasuje do filtrów.')).toBeVisible();
  await expectFits(page, 'a filter that nothing matches');
  // The user goes back: the address changes before the page is told of it.
  await page.evaluate(() => history.replaceState(null, '', '#/place?query=pierogarnia'));
  await page.clock.runFor(2_000);
  expect(new URL(page.url()).hash).toBe('#/place?query=pierogarnia');
});

test('a review shows its signals; its text stays text, with safe links only', async ({ page, fake }) => {
  const hostile = '<img src=x onerror="document.title=1"> =1+1';
  const signals = {
    ...{ author_total_reviews: 1, author_is_local_guide: true, author_local_guide_level: 7 },
    ...{ photos_count: 3, likes_count: 12, has_owner_response: true, owner_response_text: null },
  };
  const script = {
    ...{ author_profile_url: 'javascript:document.title=2', review_url: 'javascript:alert(1)' },
    report_url: 'data:text/html,x',
  };
  const api = await fake(
    placeWith([
      sampleReview(5, signals),
      sampleReview(3, { review_text: hostile, ...script }),
      sampleReview(0, { edited_unix: (sampleReview(0).date_unix ?? 0) + 60 * DAY, stars: 1 }),
    ]),
  );
  await load(page, api, VIEW);
  await expect(list(page)).toHaveCount(3);
  // The newest change comes first, in the list and in the chart.
  await expect(list(page).first()).toContainText('15 stycznia 2024 · edytowano 15 marca 2024');
  await expect(page.getByText('Opinie edytowane liczą się z datą ostatniej zmiany.')).toBeVisible();
  await chart(page).getByRole('region').focus();
  await page.keyboard.press('End');
  await expect(page.locator('.tip')).toHaveText('marzec 2024: 1 opinia, średnia 1,0');
  await expect(list(page).nth(1).locator('.signals li')).toHaveText([
    'Autor ma mało opinii (1)',
    'Lokalny przewodnik, poziom 7',
    '3 zdjęcia',
    '12 polubień',
    'Właściciel odpowiedział',
  ]);
  const report = page.getByRole('link', {
    name: /^Zgłoś opinię.+autor: Zmyślona Osoba 5 \(otwiera się w nowej karcie\)$/,
  });
  await expect(report).toHaveAttribute('href', 'https://www.google.com/local/content/rap/report?postId=5');
  const last = list(page).last();
  await expect(last.locator('.text')).toHaveText(hostile);
  await expect(last.locator('a, img')).toHaveCount(0);
  await expect(page).toHaveTitle(`${HEADING} – Opinie o miejscu – place-lookup`);
  const rows = await csvRows(await downloadBy(page, 'Wszystkie – CSV'));
  expect(rows[2]?.['Treść opinii']).toBe(hostile);
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('the list begins on the first screen; its chart answers a finger', async ({ page, fake }) => {
    const api = await fake(placeWith([sampleReview(60), sampleReview(1)]));
    await load(page, api, `${VIEW}&marks=text`);
    await expect(chart(page)).toBeHidden();
    await expect(list(page).first().locator('.text')).toBeInViewport();
    await page.getByText('Wykresy').click();
    const region = chart(page).getByRole('region');
    await expect(region.locator('svg')).toContainText('sty');
    await region.tap({ position: { x: 60, y: 80 } });
    await expect(page.locator('.tip')).toHaveText('styczeń 2024: 1 opinia, średnia 2,0');
    await page.getByText('Filtry (1) i kolejność').click();
    const boxes = await Promise.all(
      ['Od dnia', 'Do dnia'].map((label) => page.getByLabel(label).boundingBox()),
    );
    expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
    await page.getByLabel('Od dnia').fill('2024-02-01');
    await expect(list(page)).toHaveCount(1);
    await expect(page.getByText('Filtry (2) i kolejność')).toBeVisible();
  });
});
