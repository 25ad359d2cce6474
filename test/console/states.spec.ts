import type { Page } from '@playwright/test';
import { DOCTOR_EXAMPLES } from '../../src/http/examples/doctor.js';
import { check } from './actions.js';
import { expectAccessible } from './axe.js';
import { test as consoleTest, expect } from './console-test.js';
import {
  answerAnything,
  answerLines,
  answerLinks,
  beginLines,
  type FakeCall,
  refuse,
  succeed,
  urlsOf,
} from './fake-api.js';
import { keepLists } from './kept-lists.js';
import {
  JOB_ID,
  link,
  sampleFailure,
  sampleJob,
  samplePlace,
  sampleReview,
  sampleSummary,
  sampleVerdict,
} from './samples.js';

// The states of each view, one after the other: nothing is cut off on a phone. Axe looks at the fullest states.

interface View {
  /** How the API answers; without an answer, each call stays open. */
  answer: (call: FakeCall) => void;
  /** Shows a view in a page that loads anew. */
  show(path: string): Promise<void>;
}

const PHONE = { width: 390, height: 800 };

const test = consoleTest.extend<{ view: View }>({
  viewport: PHONE,
  view: async ({ page, fake }, use) => {
    const api = await fake((call) => view.answer(call), { hasJobs: true, hasEvidence: true });
    const view: View = {
      answer: () => undefined,
      show: async (path) => {
        await page.goto('about:blank');
        await page.goto(`${api.url}/#${path}`);
      },
    };
    // The page asks before it is left during a check.
    page.on('dialog', (dialog) => void dialog.accept());
    await use(view);
  },
});

/** Nothing of this state is cut off on a phone. */
async function expectFits(page: Page, state: string): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth), state).toBe(PHONE.width);
}

const openDetails = (page: Page, summary: string) => page.locator('summary', { hasText: summary }).click();
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

const PLACE = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const OTHER = 'ChIJF8SALp1bFkcRo41GsX_glSw';
const LINKS = ['A', 'B', 'C', 'D'].map(link);
const REASONS = ['no_rating_section', 'no_business_card', 'no_business_data', 'no_rating'];
const CANDIDATES = [
  { place_id: PLACE, nazwa_wizytowki: 'A', adres: 'ul. Pierwsza 1', srednia_ocen: 4.6 },
  { place_id: OTHER, nazwa_wizytowki: 'Piekarnia Druga', adres: 'ul. Zmyślona 2', srednia_ocen: null },
];
const BLOCKED = { 'Retry-After': '200' };

test('the first page and a place', async ({ page, view }) => {
  await view.show('');
  await expect(page.getByRole('heading', { name: 'Co chcesz zrobić?' })).toBeVisible();
  await expectAccessible(page);
  await view.show('/miejsce');
  await openDetails(page, 'Gdzie znaleźć');
  await expectFits(page, 'the guide');
  await view.show('/miejsce?q=x');
  await expect(page.getByText('Wyszukiwanie miejsca…').first()).toBeVisible();
  await expectFits(page, 'being looked for');
  view.answer = (call) => refuse(call, 503, 'overloaded', { 'Retry-After': '9' });
  await view.show('/miejsce?q=nic');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectFits(page, 'a failure');
  view.answer = (call) => succeed(call, { ...samplePlace(), candidates: CANDIDATES });
  await view.show('/miejsce?q=piekarnia');
  await expect(page.locator('.histogram tr')).toHaveCount(6);
  await expect(page.locator('.others li')).toHaveCount(1);
  await openDetails(page, 'Ostatnie miejsca');
  await expectAccessible(page);
});

test('the question for a key', async ({ page, view }) => {
  view.answer = (call) => refuse(call, 401, 'unauthorized');
  await view.show('/miejsce?q=x');
  await page.getByLabel('Klucz', { exact: true }).fill('zly-klucz');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Wpisz inny.');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.locator('.notice').filter({ hasText: 'klucza' })).toBeVisible();
  await expectFits(page, 'none given');
});

const review = (stars: number) => ({
  author_name: 'Zmyślona Osoba',
  stars,
  date: '2026-03-01',
  is_edited: true,
  edited_date: '2026-04-02',
  place_name: 'Pierogarnia Pod Zmyśloną Różą',
  place_id: PLACE,
  text_excerpt: 'Pierogi jak u babci. '.repeat(9),
});

const LATER = { checked_at: '2026-11-22 22:54:10' };

/** Answers the first check of `LINKS`. */
const answerFirst = (call: FakeCall) =>
  answerLinks(call, (index, url) => ({
    ...sampleVerdict(index, url, index === 1 ? 'no_rating' : 'visible'),
    review: index === 1 ? null : review(5),
  }));

/** Answers the second check: it finds each kind of change. */
function answerLater(call: FakeCall): void {
  const [a = '', b = '', c = '', d = ''] = urlsOf(call);
  answerLines(
    call,
    { ...sampleVerdict(0, a, 'no_rating_section'), ...LATER },
    { ...sampleVerdict(1, b), ...LATER, review: review(4) },
    { ...sampleVerdict(2, c), ...LATER, review: review(1) },
    sampleFailure(3, d),
    { type: 'summary' },
  );
}

test('review links', async ({ page, view }) => {
  const checkAll = () => check(page, LINKS.join('\n'));
  const progress = page.locator('.progress');
  await view.show('/linki');
  await openDetails(page, 'Zapisane listy (0)');
  for (const summary of await page.locator('.guide > summary').all()) await summary.click();
  const buffer = Buffer.from('PK\u0003\u0004 no workbook');
  await page.locator('input[type=file]').setInputFiles({ name: 'a.xlsx', mimeType: '', buffer });
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page);

  view.answer = (call) => refuse(call, 503, 'provider_blocked', BLOCKED);
  await checkAll();
  await expect(page.locator('.notice.pause')).toBeVisible();
  await expectFits(page, 'a check that waits');
  await press(page, 'Zatrzymaj');
  view.answer = (call) =>
    beginLines(call).write(sampleVerdict(0, LINKS[0] ?? ''), sampleFailure(1, LINKS[1] ?? ''));
  await checkAll();
  await expect(progress).toContainText('Sprawdzono 2 z 4');
  await expectFits(page, 'a running check');
  await press(page, 'Zatrzymaj');
  await expect(progress).toContainText('Zatrzymano.');
  await expectFits(page, 'a stopped check');
  view.answer = (call) => void call.response.destroy();
  await checkAll();
  await expect(progress).toContainText('Przerwano.');
  await expectFits(page, 'a broken check');
  view.answer = (call) => answerLinks(call, (index, url) => sampleVerdict(index, url, REASONS[index]));
  await checkAll();
  await expect(page.locator('.verdicts .mark.bad')).toHaveCount(REASONS.length);
  await expectFits(page, 'every reason');
  view.answer = answerAnything;
  const long = `https://www.google.com/maps/reviews/data=${'!4m8!14m7'.repeat(30)}`;
  await check(page, `${long}\nhttps://goo.gl/a\nhttps://goo.gl/b\nhttps://goo.gl/a`);
  await expect(page.locator('.verdicts .mark.warn')).toHaveCount(1);
  await expectFits(page, 'each result');
});

test('what changed of review links', async ({ page, view }) => {
  view.answer = answerFirst;
  await view.show('/linki');
  await check(page, LINKS.join('\n'));
  await page.getByRole('radio', { name: 'Bez wyniku (0)' }).check();
  await expect(page.getByText('Żaden wiersz nie pasuje do filtra.')).toBeVisible();
  await expectFits(page, 'a filter that nothing matches');
  view.answer = answerLater;
  await press(page, 'Sprawdź wszystkie ponownie');
  await expect(page.getByRole('radio', { name: 'Bez wyniku (1)' })).toBeVisible();
  await page.getByRole('radio', { name: 'Zmienione (3)' }).check();
  await expect(page.locator('.before strong')).toHaveCount(3);
  await page.getByLabel('Zmiany od').selectOption('wybranej daty');
  await page.locator('.reason summary').first().click();
  await page.locator('.menu > summary').click();
  await expectAccessible(page);
});

test('saved lists', async ({ page, view }) => {
  await view.show('/linki');
  await keepLists(page, 3);
  await page.reload();
  await openDetails(page, 'Zapisane listy (3)');
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('place-lookup');
        opening.onsuccess = () => {
          const deleting = opening.result.transaction('sources', 'readwrite');
          deleting.objectStore('sources').clear();
          deleting.oncomplete = () => resolve();
        };
      }),
  );
  await page
    .getByRole('button', { name: /^Otwórz/ })
    .last()
    .click();
  await expect(page.getByText('Tej listy już nie ma.')).toBeVisible();
  await page
    .getByRole('button', { name: /^Zmień nazwę/ })
    .first()
    .click();
  await expect(page.getByLabel('Nazwa listy')).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('checkbox', { name: 'Zapisuj listy' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectFits(page, 'the question before the lists are deleted');
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('no', 'SecurityError');
    };
  });
  await page.reload();
  await openDetails(page, 'Zapisane listy (0)');
  await expect(page.getByText('Przeglądarka nie pozwoliła zapisać')).toBeVisible();
  await expectFits(page, 'a browser that keeps nothing');
});

test('many places', async ({ page, view }) => {
  const read = () => press(page, 'Wczytaj miejsca');
  const field = page.getByRole('textbox');
  await view.show('/miejsca');
  await field.fill('miejsce\n'.repeat(501));
  await expect(page.getByText('501')).toBeVisible();
  await expectFits(page, 'too many');
  view.answer = (call) => {
    const query = call.url.searchParams.get('url');
    if (query === 'nic') refuse(call, 404, 'no_results');
    else if (query === 'kilka') succeed(call, { ...samplePlace(), candidates: CANDIDATES });
    else if (query === 'czeka') refuse(call, 503, 'provider_blocked', BLOCKED);
    else succeed(call, samplePlace({ rating: null, reviewCount: null, address: null }));
  };
  await field.fill('kilka\nnic\nbez danych\nhttps://maps.app.goo.gl/x');
  await read();
  await expect(page.locator('.progress')).toContainText('Gotowe.');
  await expectAccessible(page);
  await field.fill('jedno\nczeka');
  await read();
  await expect(page.locator('.notice[role=timer]')).toBeVisible();
  await expectFits(page, 'a list that waits');
});

test('reviews', async ({ page, view }) => {
  const path = `/opinie?placeid=${PLACE}`;
  /** The place, and an answer to the request for its reviews. */
  const withPlace = (answer: (call: FakeCall) => void, details = {}) => {
    view.answer = (call) =>
      call.url.pathname === '/api/all' ? succeed(call, samplePlace(details)) : answer(call);
  };
  await view.show('/opinie');
  await openDetails(page, 'Gdzie znaleźć');
  await expectFits(page, 'nothing yet');
  view.answer = (call) => refuse(call, 503, 'provider_blocked', BLOCKED);
  await view.show(path);
  await expect(page.getByRole('alert')).toContainText('Spróbuj ponownie za');
  await expectFits(page, 'refused, with a countdown');
  withPlace((call) => {
    const progress = { type: 'progress', page: 1, reviews_read: 1, total_reviews: 120 };
    beginLines(call).write({ type: 'review', review: sampleReview(1) }, progress);
  });
  await view.show(path);
  await expect(page.locator('.progress')).toContainText('1 z 120');
  await expectFits(page, 'being read');
  await openDetails(page, 'Filtry');
  await page.getByRole('searchbox').fill('nigdzie');
  await expect(page.getByText('Żadna opinia nie pasuje do filtrów.')).toBeVisible();
  await expectFits(page, 'a filter that nothing matches');
  withPlace((call) => answerLines(call, sampleSummary(0)), { reviewCount: 0, rating: null });
  await view.show(path);
  await expect(page.locator('.notice.good')).toBeVisible();
  await expectFits(page, 'none');
  view.answer = answerAnything;
  await view.show(path);
  await expect(page.locator('.notice.partial')).toBeVisible();
  await openDetails(page, 'Wykresy');
  await openDetails(page, 'Filtry');
  await expect(page.locator('.periods tr.earlier').first()).toHaveCSS('display', 'table-row');
  await page.locator('.months summary').click();
  await expect(page.locator('.months table')).toBeVisible();
  await expectAccessible(page);
});

test('jobs', async ({ page, view }) => {
  view.answer = (call) => refuse(call, 503, 'jobs_unavailable');
  await view.show('/zlecenia');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectFits(page, 'unavailable');
  view.answer = (call) => {
    if (call.method === 'POST') refuse(call, 429, 'rate_limited', { 'Retry-After': '30' });
    else succeed(call, { jobs: [] });
  };
  await view.show('/zlecenia');
  await expect(page.getByText('Nie masz jeszcze żadnych zleceń.')).toBeVisible();
  await page.getByRole('textbox').fill(LINKS.join('\n'));
  await press(page, 'Zleć sprawdzenie');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectFits(page, 'refused');
  const none = { done: 0, visible: 0, not_visible: 0, failed: 0, failures: {} };
  view.answer = (call) => succeed(call, { jobs: [sampleJob({ state: 'waiting', ...none })] });
  await view.show(`/zlecenia?id=${JOB_ID}`);
  await expect(page.locator('.job-state .mark')).toHaveText('oczekuje');
  await expectFits(page, 'a job without results');
  view.answer = answerAnything;
  await view.show('/zlecenia');
  await page.getByRole('textbox').fill('https://goo.gl/a\nhttps://goo.gl/a\nbrak');
  await expect(page.locator('.jobs > li')).toHaveCount(4);
  await expectAccessible(page);
  await view.show(`/zlecenia?id=${JOB_ID}`);
  await expect(page.locator('.verdicts tbody tr')).toHaveCount(10);
  await expectAccessible(page);
  await press(page, 'Anuluj zlecenie');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectFits(page, 'the question before a job is cancelled');
});

test('the state of the service', async ({ page, view }) => {
  const none = (call: FakeCall) => succeed(call, DOCTOR_EXAMPLES['no run yet']);
  const isLast = ({ url }: FakeCall) => url.searchParams.get('last') === 'true';
  view.answer = (call) => void (isLast(call) && none(call));
  await view.show('/stan');
  await expect(page.getByText('Nie wykonano jeszcze żadnego sprawdzenia.')).toBeVisible();
  await press(page, 'Sprawdź teraz');
  await expect(page.getByText('Sprawdzanie… Może potrwać do 2 minut.')).toBeVisible();
  await expectFits(page, 'being checked');
  view.answer = (call) =>
    isLast(call) ? none(call) : refuse(call, 429, 'rate_limited', { 'Retry-After': '30' });
  await view.show('/stan');
  await press(page, 'Sprawdź teraz');
  await expect(page.getByText('Za dużo zapytań w krótkim czasie.')).toBeVisible();
  await expectFits(page, 'refused');
  view.answer = (call) => succeed(call, DOCTOR_EXAMPLES['a field is missing']);
  await view.show('/stan');
  await openDetails(page, 'Odczytane pola');
  await expect(page.getByText('rzadziej niż zwykle')).toBeAttached();
  await expectAccessible(page);
});
