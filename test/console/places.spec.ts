import { check, enterFile, load, press } from './actions.js';
import { expectFits } from './axe.js';
import { expect, test } from './console-test.js';
import { answerLines, answerReviews, succeed } from './fake-api.js';
import { SAMPLE_NOTICE, samplePlace, sampleReview, sampleSummary, sampleVerdict } from './samples.js';

// The column of a file of places, and the notices of the map provider on a place.

const found = (changes: object = {}) => ({ ...samplePlace(), ...changes });

test('the preview of a file names its column; another one can be chosen', async ({ page, fake }) => {
  const api = await fake((call) => succeed(call, { jobs: [] }), { hasJobs: true });
  await load(page, api);
  const text = 'Oddział;Miasto;Nazwa firmy\r\nSklep Niebyły;Łódź;Bar Pod Różą\r\nDrugi;Kielce;Bar\r\n';
  const letters: Readonly<Record<string, number>> = { ł: 0xb3, Ł: 0xa3, ó: 0xf3, ź: 0x9f, ż: 0xbf, ą: 0xb9 };
  const buffer = Buffer.from([...text].map((sign) => letters[sign] ?? sign.charCodeAt(0)));
  await enterFile(page, { name: 'lista.csv', mimeType: 'text/csv', buffer });
  const column = page.getByLabel('Kolumna do sprawdzenia');
  await expect(column.locator('option:checked')).toHaveText(
    'znaleziona automatycznie: kolumna „Nazwa firmy”, bo tak mówi jej nagłówek',
  );
  await expect(page.getByText('Wyszukiwanie używa też kolumn: „Miasto”.')).toBeVisible();
  await expectFits(page, 'a column with its reason');
  await column.selectOption('Oddział');
  await press(page, 'Sprawdź miejsca');
  await expect
    .poll(() => api.calls.find(({ method }) => method === 'POST')?.body)
    .toContain('Sklep Niebyły, Łódź');
});

test('notices, and that a place is closed, stand in card, lists and results', async ({ page, fake }) => {
  const warning = { ...SAMPLE_NOTICE, kind: 'reviews_suspicious', text: 'Fake!', min: null, max: null };
  const api = await fake((call) => {
    if (call.url.pathname === '/api/all') return succeed(call, found({ notices: [SAMPLE_NOTICE] }));
    if (call.url.pathname === '/api/review-visibility') {
      const verdict = sampleVerdict(0, 'https://maps.app.goo.gl/RevRemoved', 'no_rating_section');
      return succeed(call, { results: [{ ...verdict, notices: [SAMPLE_NOTICE] }] });
    }
    const empty = { total_reviews: null, complete: false, stop_reason: 'withheld', notices: [warning] };
    return answerLines(call, sampleSummary(0, empty));
  });
  const words = SAMPLE_NOTICE.text;
  const polish = `Mapy Google podają, że usunęły opinie o tym miejscu po skargach na zniesławienie: 21–50. „${words}” (22.11.2026, 14:03)`;
  const scope = 'Liczba obejmuje opinie o miejscu w Niemczech usunięte w ciągu ostatnich 365 dni';
  await load(page, api, '/place?query=praxis');
  await expect(page.getByRole('article').locator('.notice')).toHaveText([
    /^Znalezione jako: pierwszy wynik wyszukiwania – Pierogarnia/,
    polish,
  ]);
  await expect(page.getByRole('article')).toContainText(scope);

  await page.getByRole('link', { name: 'Wczytaj opinie o tym miejscu' }).click();
  const heading = page.locator('.place-heading');
  await expect(heading.locator('.notice')).toHaveText([
    /^Znalezione jako: pierwszy wynik wyszukiwania – Pierogarnia/,
    'Mapy Google ostrzegają, że usunęły fałszywe lub podejrzane opinie o tym miejscu. „Fake!” (22.11.2026, 14:03)',
    polish,
  ]);
  await expect(heading).toContainText(scope);
  await expect(page.locator('.notice.partial')).toContainText(
    'Nie wiadomo, czy i ile opinii ma to miejsce. Powód: Mapy Google wstrzymały pokazywanie opinii o tym miejscu.',
  );

  await check(page, 'https://maps.app.goo.gl/RevRemoved');
  await expect(page.locator('.answer')).toContainText(polish);

  await press(page, 'English');
  await expect(page.locator('.answer')).toContainText('after complaints of defamation: 21–50.');

  await press(page, 'Polski');
  const closing = { ...SAMPLE_NOTICE, kind: 'permanently_closed', text: '', min: null, max: null };
  api.answer = (call) => {
    if (call.url.pathname === '/api/all')
      succeed(call, found({ permanently_closed: true, notices: [closing] }));
    else answerReviews(call, [sampleReview(1), sampleReview(2)]);
  };
  const closed = 'Zamknięte na stałe – tak podają Mapy Google.';
  await load(page, api, '/place?query=piekarnia');
  await expect(page.getByRole('article')).toContainText(closed);
  await page.getByRole('link', { name: 'Wczytaj opinie o tym miejscu' }).click();
  await expect(page.locator('.place-heading')).toContainText(closed);
  await expect(page.locator('figure.months').getByRole('note')).toContainText(closed);
});
