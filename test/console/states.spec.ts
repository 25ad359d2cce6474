import type { Page } from '@playwright/test';
import { DOCTOR_EXAMPLES } from '../../src/http/examples/doctor.js';
import { check } from './actions.js';
import { expectAccessible } from './axe.js';
import { expect, test } from './console-test.js';
import {
  answerAnything,
  answerLines,
  answerLinks,
  beginLines,
  type FakeApi,
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

// Every state of each view: axe finds nothing and nothing is cut off.

interface State {
  /** Answers of the API; without, each call stays open. */
  readonly answer?: (call: FakeCall, api: FakeApi) => void;
  readonly path: string;
  /** Brings the view to the state. */
  act(page: Page): Promise<void>;
}

const PLACE = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const OTHER = 'ChIJF8SALp1bFkcRo41GsX_glSw';
const LINKS = ['A', 'B', 'C', 'D'].map(link);
const REASONS = ['no_rating_section', 'no_business_card', 'no_business_data', 'no_rating'];

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

/** Visible at first; the second check finds each kind of change. */
function answerTwice(call: FakeCall, { calls }: FakeApi): void {
  const lines = beginLines(call);
  const first = urlsOf(call).map((url, index) => ({
    ...sampleVerdict(index, url, index === 1 ? 'no_rating' : 'visible'),
    review: index === 1 ? null : review(5),
  }));
  const [a = '', b = '', c = '', d = ''] = urlsOf(call);
  const second = [
    { ...sampleVerdict(0, a, 'no_rating_section'), ...LATER },
    { ...sampleVerdict(1, b), ...LATER, review: review(4) },
    { ...sampleVerdict(2, c), ...LATER, review: review(1) },
    sampleFailure(3, d),
  ];
  lines.write(...(calls.length === 1 ? first : second), { type: 'summary' });
  lines.end();
}

const checkAll = (page: Page) => check(page, LINKS.join('\n'));

/** Opens the lists that the browser keeps, `count` lists of one link each. */
async function openSavedLists(page: Page, count: number): Promise<void> {
  await keepLists(page, count);
  await page.reload();
  await openDetails(page, `Zapisane listy (${count})`);
}

const openDetails = (page: Page, summary: string) => page.locator('summary', { hasText: summary }).click();

const STATES: Readonly<Record<string, State>> = {
  home: {
    path: '',
    answer: answerAnything,
    act: (page) => expect(page.getByRole('heading', { name: 'Co chcesz zrobić?' })).toBeVisible(),
  },
  'place: nothing yet': {
    path: '/miejsce',
    answer: answerAnything,
    act: (page) => expect(page.getByRole('link', { name: 'Zlecenia' })).toBeVisible(),
  },
  'place: its card': {
    path: '/miejsce?q=pierogarnia',
    answer: answerAnything,
    act: (page) => expect(page.locator('.histogram tr')).toHaveCount(6),
  },
  'place: a failure': {
    path: '/miejsce?q=nic',
    answer: answerAnything,
    act: (page) => expect(page.getByRole('alert')).toBeVisible(),
  },
  'links: each result': {
    path: '/linki',
    answer: answerAnything,
    act: async (page) => {
      const long = `https://www.google.com/maps/reviews/data=${'!4m8!14m7'.repeat(30)}`;
      await check(page, `${long}\nhttps://goo.gl/a\nhttps://goo.gl/b\nhttps://goo.gl/a`);
      await expect(page.locator('.verdicts .mark.warn')).toHaveCount(1);
    },
  },
  'reviews: an incomplete list': {
    path: '/opinie?placeid=ChIJx',
    answer: answerAnything,
    act: async (page) => {
      await expect(page.locator('.notice.partial')).toBeVisible();
      await expect(page.locator('.periods tr.earlier').first()).toHaveCSS('display', 'table-row');
      await page.locator('.months summary').click();
      await expect(page.locator('.months table')).toBeVisible();
    },
  },
  'jobs: a list and four jobs': {
    path: '/zlecenia',
    answer: answerAnything,
    act: async (page) => {
      await page.getByRole('textbox').fill('https://goo.gl/a\nhttps://goo.gl/a\nbrak');
      await expect(page.locator('.jobs > li')).toHaveCount(4);
    },
  },
  'jobs: a job with results': {
    path: `/zlecenia?id=${JOB_ID}`,
    answer: answerAnything,
    act: (page) => expect(page.locator('.verdicts tbody tr')).toHaveCount(10),
  },
  'links: nothing yet': {
    path: '/linki',
    act: (page) => openDetails(page, 'Zapisane listy (0)'),
  },
  'links: every reason': {
    answer: (call) => answerLinks(call, (index, url) => sampleVerdict(index, url, REASONS[index])),
    path: '/linki',
    act: async (page) => {
      await checkAll(page);
      await expect(page.locator('.verdicts .mark.bad')).toHaveCount(REASONS.length);
    },
  },
  'links: a running check': {
    answer: (call) => beginLines(call).write(sampleVerdict(0, LINKS[0] ?? '')),
    path: '/linki',
    act: async (page) => {
      await checkAll(page);
      await expect(page.locator('.progress')).toContainText('Sprawdzono 1 z 4');
    },
  },
  'links: a check that waits': {
    answer: (call) => refuse(call, 503, 'provider_blocked', { 'Retry-After': '200' }),
    path: '/linki',
    act: async (page) => {
      await checkAll(page);
      await expect(page.locator('.notice.pause')).toBeVisible();
    },
  },
  'links: a broken check': {
    answer: (call) => void call.response.destroy(),
    path: '/linki',
    act: async (page) => {
      await checkAll(page);
      await expect(page.locator('.progress')).toContainText('Przerwano.');
    },
  },
  'links: a stopped check': {
    answer: (call) =>
      beginLines(call).write(sampleVerdict(0, LINKS[0] ?? ''), sampleFailure(1, LINKS[1] ?? '')),
    path: '/linki',
    act: async (page) => {
      await checkAll(page);
      await expect(page.locator('.verdicts .mark.warn')).toHaveCount(1);
      await page.getByRole('button', { name: 'Zatrzymaj' }).click();
      await expect(page.locator('.progress')).toContainText('Zatrzymano.');
    },
  },
  'links: a filter that nothing matches': {
    answer: answerTwice,
    path: '/linki',
    act: async (page) => {
      await checkAll(page);
      await page.getByRole('radio', { name: 'Bez wyniku (0)' }).check();
      await expect(page.getByText('Żaden wiersz nie pasuje do filtra.')).toBeVisible();
    },
  },
  'links: what changed': {
    answer: answerTwice,
    path: '/linki',
    act: async (page) => {
      await checkAll(page);
      await page.getByRole('button', { name: 'Sprawdź wszystkie ponownie' }).click();
      await expect(page.getByRole('radio', { name: 'Bez wyniku (1)' })).toBeVisible();
      await page.getByRole('radio', { name: 'Zmienione (3)' }).check();
      await expect(page.locator('.before strong')).toHaveCount(3);
      await page.getByLabel('Zmiany od').selectOption('wybranej daty');
      await page.locator('.reason summary').first().click();
      await page.locator('.menu > summary').click();
    },
  },
  'links: a file that cannot be read': {
    path: '/linki',
    act: async (page) => {
      const buffer = Buffer.from('PK\u0003\u0004 no workbook');
      await page.locator('input[type=file]').setInputFiles({ name: 'a.xlsx', mimeType: '', buffer });
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  'saved lists: many, and one that is renamed': {
    path: '/linki',
    act: async (page) => {
      await openSavedLists(page, 3);
      await page
        .getByRole('button', { name: /^Zmień nazwę/ })
        .first()
        .click();
      await expect(page.getByLabel('Nazwa listy')).toBeFocused();
    },
  },
  'saved lists: a list that no longer exists': {
    path: '/linki',
    act: async (page) => {
      await openSavedLists(page, 1);
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
      await page.getByRole('button', { name: /^Otwórz/ }).click();
      await expect(page.getByText('Tej listy już nie ma.')).toBeVisible();
    },
  },
  'saved lists: the question before they are deleted': {
    path: '/linki',
    act: async (page) => {
      await openSavedLists(page, 1);
      await page.getByRole('checkbox', { name: 'Zapisuj listy' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  'saved lists: a browser that keeps nothing': {
    path: '/linki',
    act: async (page) => {
      await page.addInitScript(() => {
        IDBFactory.prototype.open = () => {
          throw new DOMException('no', 'SecurityError');
        };
      });
      await page.reload();
      await openDetails(page, 'Zapisane listy (0)');
      await expect(page.getByText('Przeglądarka nie pozwoliła zapisać')).toBeVisible();
    },
  },
  'the key: refused': {
    answer: (call) => refuse(call, 401, 'unauthorized'),
    path: '/miejsce?q=x',
    act: async (page) => {
      await page.getByLabel('Klucz', { exact: true }).fill('zly-klucz');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Wpisz inny.');
    },
  },
  'the key: none given': {
    answer: (call) => refuse(call, 401, 'unauthorized'),
    path: '/miejsce?q=x',
    act: async (page) => {
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.locator('.notice').filter({ hasText: 'klucza' })).toBeVisible();
    },
  },
  'place: being looked for': {
    path: '/miejsce?q=x',
    act: (page) => expect(page.getByText('Wyszukiwanie miejsca…').first()).toBeVisible(),
  },
  'place: candidates, recent places': {
    answer: (call) => {
      const candidates = [
        { place_id: PLACE, nazwa_wizytowki: 'A', adres: 'ul. Pierwsza 1', srednia_ocen: 4.6 },
        { place_id: OTHER, nazwa_wizytowki: 'Piekarnia Druga', adres: 'ul. Zmyślona 2', srednia_ocen: null },
      ];
      succeed(call, { ...samplePlace(), candidates });
    },
    path: '/miejsce?q=piekarnia',
    act: async (page) => {
      await expect(page.locator('.others li')).toHaveCount(1);
      await openDetails(page, 'Ostatnie miejsca');
    },
  },
  'places: results, candidates, failures': {
    answer: (call) => {
      const query = call.url.searchParams.get('url');
      const candidates = [PLACE, OTHER].map((id) => ({ place_id: id, nazwa_wizytowki: id }));
      if (query === 'nic') refuse(call, 404, 'no_results');
      else if (query === 'kilka') succeed(call, { ...samplePlace(), candidates });
      else succeed(call, samplePlace({ rating: null, reviewCount: null, address: null }));
    },
    path: '/miejsca',
    act: async (page) => {
      await page.getByRole('textbox').fill('kilka\nnic\nbez danych\nhttps://maps.app.goo.gl/x');
      await page.getByRole('button', { name: 'Wczytaj miejsca' }).click();
      await expect(page.locator('.progress')).toContainText('Gotowe.');
    },
  },
  'places: a list that waits': {
    answer: (call) => {
      if (call.url.searchParams.get('url') === 'jedno') succeed(call, samplePlace());
      else refuse(call, 503, 'provider_blocked', { 'Retry-After': '200' });
    },
    path: '/miejsca',
    act: async (page) => {
      await page.getByRole('textbox').fill('jedno\ndrugie');
      await page.getByRole('button', { name: 'Wczytaj miejsca' }).click();
      await expect(page.locator('.notice[role=timer]')).toBeVisible();
    },
  },
  'places: too many': {
    path: '/miejsca',
    act: async (page) => {
      await page.getByRole('textbox').fill('miejsce\n'.repeat(501));
      await expect(page.getByText('501')).toBeVisible();
    },
  },
  'reviews: nothing yet': {
    path: '/opinie',
    act: (page) => openDetails(page, 'Gdzie znaleźć'),
  },
  'reviews: being read': {
    answer: (call) => {
      if (call.url.pathname === '/api/all') return succeed(call, samplePlace());
      const progress = { type: 'progress', page: 1, reviews_read: 1, total_reviews: 120 };
      beginLines(call).write({ type: 'review', review: sampleReview(1) }, progress);
    },
    path: `/opinie?placeid=${PLACE}`,
    act: (page) => expect(page.locator('.progress')).toContainText('1 z 120'),
  },
  'reviews: a filter that nothing matches, the place above': {
    answer: (call) => {
      if (call.url.pathname === '/api/all') return succeed(call, samplePlace());
      answerLines(call, { type: 'review', review: sampleReview(1) }, sampleSummary(1));
    },
    path: `/opinie?placeid=${PLACE}`,
    act: async (page) => {
      await page.getByRole('searchbox').fill('nigdzie');
      await expect(page.getByText('Żadna opinia nie pasuje do filtrów.')).toBeVisible();
    },
  },
  'reviews: refused, with a countdown': {
    answer: (call) => refuse(call, 503, 'provider_blocked', { 'Retry-After': '200' }),
    path: `/opinie?placeid=${PLACE}`,
    act: (page) => expect(page.getByRole('alert')).toContainText('Spróbuj ponownie za'),
  },
  'reviews: none': {
    answer: (call) => {
      if (call.url.pathname === '/api/all')
        return succeed(call, samplePlace({ reviewCount: 0, rating: null }));
      answerLines(call, sampleSummary(0));
    },
    path: `/opinie?placeid=${PLACE}`,
    act: (page) => expect(page.locator('.notice.good')).toBeVisible(),
  },
  'jobs: none': {
    answer: (call) => succeed(call, { jobs: [] }),
    path: '/zlecenia',
    act: (page) => expect(page.getByText('Nie masz jeszcze żadnych zleceń.')).toBeVisible(),
  },
  'jobs: unavailable': {
    answer: (call) => refuse(call, 503, 'jobs_unavailable'),
    path: '/zlecenia',
    act: (page) => expect(page.getByRole('alert')).toBeVisible(),
  },
  'jobs: refused': {
    answer: (call) => {
      if (call.method === 'POST') refuse(call, 429, 'rate_limited', { 'Retry-After': '30' });
      else succeed(call, { jobs: [] });
    },
    path: '/zlecenia',
    act: async (page) => {
      await page.getByRole('textbox').fill(LINKS.join('\n'));
      await page.getByRole('button', { name: 'Zleć sprawdzenie' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  'jobs: a job without results': {
    answer: (call) => {
      const job = sampleJob({
        state: 'waiting',
        done: 0,
        visible: 0,
        not_visible: 0,
        failed: 0,
        failures: {},
      });
      if (call.url.pathname === '/api/jobs') succeed(call, { jobs: [job] });
      else succeed(call, job);
    },
    path: `/zlecenia?id=${JOB_ID}`,
    act: (page) => expect(page.locator('.job-state .mark')).toHaveText('oczekuje'),
  },
  'help: a place': {
    path: '/miejsce',
    act: (page) => openDetails(page, 'Gdzie znaleźć'),
  },
  'help: review links': {
    path: '/linki',
    act: async (page) => {
      for (const summary of await page.locator('.guide > summary').all()) await summary.click();
    },
  },
  'state: a field is missing': {
    answer: (call) => succeed(call, DOCTOR_EXAMPLES['a field is missing']),
    path: '/stan',
    act: async (page) => {
      await openDetails(page, 'Odczytane pola');
      await expect(page.getByText('rzadziej niż zwykle')).toBeAttached();
    },
  },
  'state: no run yet': {
    answer: (call) => succeed(call, DOCTOR_EXAMPLES['no run yet']),
    path: '/stan',
    act: (page) => expect(page.getByText('Nie wykonano jeszcze żadnego sprawdzenia.')).toBeVisible(),
  },
  'state: refused': {
    answer: (call) => {
      if (call.url.searchParams.get('last') === 'true') succeed(call, DOCTOR_EXAMPLES['no run yet']);
      else refuse(call, 429, 'rate_limited', { 'Retry-After': '30' });
    },
    path: '/stan',
    act: async (page) => {
      await page.getByRole('button', { name: 'Sprawdź teraz' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  'state: being checked': {
    answer: (call) => {
      if (call.url.searchParams.get('last') === 'true') succeed(call, DOCTOR_EXAMPLES['no run yet']);
    },
    path: '/stan',
    act: async (page) => {
      await page.getByRole('button', { name: 'Sprawdź teraz' }).click();
      await expect(page.getByText('Sprawdzanie… Może potrwać do 2 minut.')).toBeVisible();
    },
  },
};

for (const [name, { answer, path, act }] of Object.entries(STATES)) {
  test(name, async ({ page, fake }) => {
    const hasJobs = path.startsWith('/zlecenia') || answer === answerAnything;
    const api: FakeApi = await fake((call) => answer?.(call, api), { hasJobs });
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(`${api.url}/#${path}`);
    await act(page);
    await expectAccessible(page);
  });
}
