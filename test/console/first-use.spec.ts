import { startHttp } from '../support/http-only.js';
import { askField, listField, load, openDetails, press } from './actions.js';
import { expectAccessible, expectFits } from './axe.js';
import { expect, test } from './console-test.js';
import { succeed } from './fake-api.js';
import { listService, sentList } from './list-service.js';

// What a new user finds: the input, guides, the meaning of results, the way to the documentation.

test('links to the documentation', async ({ page }) => {
  await using http = await startHttp();
  await page.goto(`http://127.0.0.1:${http.port}/#/settings`);
  await page.getByRole('link', { name: 'Dokumentacja API' }).click();
  await expect(page).toHaveTitle(/place-lookup/);
  await page.getByRole('link', { name: 'Console' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('the input reads lists, files and pasted texts, and says what they are', async ({ page, fake }) => {
  const api = await fake(() => undefined, { hasWatch: true });
  await load(page, api);
  const says = page.getByRole('search');
  await page.keyboard.press('/');
  await expect(askField(page)).toBeFocused();
  await page.evaluate(() => {
    const data = new DataTransfer();
    const lines = ['https://goo.gl/a', 'https://goo.gl/b', 'Bar Pod Różą, Kraków', 'https://example.com/x'];
    data.setData('text/plain', lines.join('\n'));
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  });
  await expect(listField(page)).toBeFocused();
  await expect(says).toContainText(/2\slinki do opinii · 1\smiejsce · 1\swiersz nierozpoznany/);
  await openDetails(page, 'Pokaż nierozpoznane');
  await expect(says.getByRole('listitem')).toHaveText('https://example.com/x');
  for (const name of ['Sprawdź', 'Obserwuj'])
    await expect(says.getByRole('button', { name, exact: true })).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Zamknij');

  const dropped = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['Klient;Miejsce\nA;Bar Pod Różą\nB;Bar Niebyły\n'], 'bary.csv'));
    return data;
  });
  await page.dispatchEvent('.ask', 'drop', { dataTransfer: dropped });
  await expect(says).toContainText(/2\smiejsca/);
  await expect(says.getByRole('button', { name: 'Obserwuj', exact: true })).toBeVisible();
  await press(page, 'Zamknij');
  await expect(askField(page)).toHaveValue('');
});

test('a sheet with links in some rows is a list of places', async ({ page, fake }) => {
  const lists = listService();
  const api = await fake(lists.answer, { hasJobs: true });
  await load(page, api);
  const says = page.getByRole('search');
  const open = page.getByRole('button', { name: 'Lista albo plik' });
  const check = (name: string) => says.getByRole('button', { name, exact: true });
  const share = 'https://maps.app.goo.gl/Zmyslony';
  const place = 'https://www.google.com/maps/place/?q=place_id:ChIJOsH9cGTSrkcRy7zh90zxudA';
  const rows = (...all: string[]) => listField(page).fill(all.join('\n'));
  await open.click();
  await rows('Nazwa\tMiasto\tLink', `Bar Zmyślony\tŁódź\t${share}`, 'Hotel Niebyły\tGdynia\t', '\tSopot\t');
  await expect(says).toContainText(/2\smiejsca · 3\skolumny · 1\swiersz nierozpoznany/);
  await expect(says).toContainText(
    'Wiersze z linkiem lub identyfikatorem: 1. Wiersze bez linku, wyszukiwane według kolumny „Nazwa”: 1.',
  );
  await expect(check('Sprawdź opinie')).toBeVisible();
  await check('Sprawdź miejsca').click();
  await expect(page).toHaveURL(/#\/lists\//);
  const sent = api.calls.find(({ method }) => method === 'POST');
  expect(sent && sentList(sent)).toMatchObject({ links: [share, 'Hotel Niebyły, Gdynia', ''] });
  // Share links beside a certain place lead to places; beside words of a text, or with an author, to reviews.
  await open.click();
  await rows(share, place);
  await expect(says).toContainText(/2\smiejsca/);
  await rows('Nazwa\tAutor\tLink', `Bar Zmyślony\tA. Nikt\t${share}`, 'Hotel Niebyły\tB. Nikt\t');
  await expect(says).toContainText(/1\slink do opinii · 3\skolumny · 1\swiersz nierozpoznany/);
  await rows('Klient\tLink do opinii', `Bar Zmyślony\t${share}`, 'Hotel Niebyły\t');
  await expect(says).toContainText(/1\slink do opinii/);
  await rows(`${share}A`, `${share}B`, 'Bar Pod Różą, Kraków');
  await expect(says).toContainText(
    /2\slinki do opinii · 1\smiejsce · „Sprawdź” obejmie tylko linki do opinii/,
  );
  await expect(check('Sprawdź miejsca')).toBeVisible();
});

test('a way back to an address without a view asks nothing about the list', async ({ page, fake }) => {
  const api = await fake(() => undefined, { hasWatch: true });
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.accept();
  });
  await page.goto(api.url);
  await askField(page).fill('https://goo.gl/a https://goo.gl/b');
  await page.getByRole('button', { name: 'Lista albo plik' }).click();
  await page.getByRole('link', { name: 'Ustawienia' }).click();
  await expect(page).toHaveURL(/settings$/);
  await page.evaluate(() => history.back());
  await expect(page.getByRole('heading', { name: 'Start', level: 1 })).toBeVisible();
  expect(asked).toEqual([]);
});

test('a rail on a wide screen, a bar on a phone; help says what is not proven', async ({ page, fake }) => {
  const api = await fake((call) => succeed(call, { jobs: [] }), { hasJobs: true });
  await load(page, api);
  const nav = page.getByRole('navigation', { name: 'Widoki' });
  await expect(nav.getByRole('link', { name: 'Listy' })).toBeVisible();
  expect((await nav.boundingBox())?.width).toBeLessThan(208);
  await page.setViewportSize({ width: 390, height: 800 });
  const bar = await nav.boundingBox();
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBe(800);
  // A place that nobody asked for has no page.
  for (const view of ['place', 'reviews', 'lists']) {
    await page.goto(`${api.url}/#/${view}`);
    await expect(page.locator(view === 'lists' ? '.intro' : '.welcome')).toHaveText(/\.$/);
    await expectFits(page, view);
  }
  await page.goto(`${api.url}/#/lists`);
  await openDetails(page, 'Co oznaczają wyniki i powody?');
  for (const words of [
    'Czego nie dowodzi żaden wynik:',
    'czeka na zatwierdzenie, z zewnątrz wygląda tak samo',
    'odpowiedź może czekać na moderację',
    'autor może pokazywać pseudonim',
    'link może być niekompletny albo nie jest wyświetlana cała wizytówka',
  ])
    await expect(page.getByText(words)).toBeVisible();
  const full = await fake(() => undefined, { hasJobs: true, hasWatch: true, hasEvidence: true });
  await load(page, full);
  for (const name of ['Start', 'Klienci', 'Listy', 'Dowody', 'Ustawienia'])
    await expect(nav.getByRole('link', { name })).toBeVisible();
  await expectFits(page, 'all entries');
  // The entry of the page that is shown is bold, and does not touch the edge.
  const last = nav.getByRole('link', { name: 'Ustawienia' });
  await last.click();
  await expect(last).toHaveAttribute('aria-current', 'page');
  const edge = await last.evaluate((entry) => {
    const text = document.createRange();
    text.selectNodeContents(entry);
    return text.getBoundingClientRect().right;
  });
  expect(edge).toBeLessThan(386);
});
