import { readFile } from 'node:fs/promises';
import { check, downloadBy } from './actions.js';
import { expect, test } from './console-test.js';
import { answerLinks, type FakeCall, refuse } from './fake-api.js';
import { link, sampleCheckedReview, sampleVerdict } from './samples.js';

// Evidence packs from the list of review links. The packs themselves: test/e2e/evidence-packs.spec.ts.

const PACK = 'PK invented pack';

/** Links named `Gone…` are not visible; evidence is a file. */
function answer(call: FakeCall): void {
  if (call.url.pathname === '/api/review-evidence') {
    call.response.writeHead(200, { 'content-type': 'application/zip' });
    call.response.end(PACK);
  } else
    answerLinks(call, (index, url) =>
      sampleVerdict(index, url, url.includes('Gone') ? 'no_rating_section' : 'visible'),
    );
}

test('a verdict has a button for its evidence, and the menu has the evidence for all not visible', async ({
  page,
  fake,
}) => {
  const api = await fake(answer, { hasEvidence: true });
  await page.goto(`${api.url}/#/linki`);
  await check(page, [link(1), link('Gone1'), link('Gone2')].join('\n'));
  // The rows are sorted when the check ends, so the last row is not always this one.
  await page.getByRole('row', { name: 'Rev1' }).locator('.reason-details summary').click();
  const one = await downloadBy(page, 'Pobierz dowód (ZIP)');
  expect(one.suggestedFilename()).toMatch(/^dowod-opinii-\d{4}-\d\d-\d\d-\d{6}\.zip$/);
  expect(await readFile(await one.path(), 'utf8')).toBe(PACK);
  expect(Object.fromEntries(api.calls.at(-1)?.url.searchParams ?? [])).toEqual({ url: link(1), lang: 'pl' });
  await downloadBy(page, 'Dowody dla niewidocznych (ZIP)');
  expect(api.calls.at(-1)).toMatchObject({
    method: 'POST',
    body: { links: [link('Gone1'), link('Gone2')], lang: 'pl' },
  });
});

test('the evidence for a review that is gone holds what an earlier check saw of it', async ({
  page,
  fake,
}) => {
  let isLater = false;
  const long = { text_excerpt: 'ż'.repeat(200) };
  const whole = { review_text: '🥟'.repeat(2_000) };
  const seenOf = (url: string) => sampleCheckedReview(url.slice(-1), url.endsWith('B') ? long : whole);
  const api = await fake(
    (call) => {
      if (call.url.pathname === '/api/review-evidence') return answer(call);
      answerLinks(call, (index, url) => ({
        ...sampleVerdict(index, url, isLater && !url.endsWith('C') ? 'no_rating_section' : 'visible'),
        checked_at: isLater ? '2026-11-21 03:12:45' : '2026-11-14 03:12:45',
        ...((!isLater || url.endsWith('C')) && { review: seenOf(url) }),
      }));
    },
    { hasEvidence: true },
  );
  await page.goto(`${api.url}/#/linki`);
  const links = [link('A'), link('B'), link('C')].join('\n');
  await check(page, links);
  await expect(page.locator('.progress')).toContainText('Gotowe.');
  isLater = true;
  await check(page, links);
  await expect(page.locator('.progress')).toContainText('Gotowe.');
  await downloadBy(page, 'Dowody dla niewidocznych (ZIP)');
  const seen = (name: string, text: string) => ({
    url: link(name),
    seen: { author: `Zmyślona Osoba ${name}`, rating: 5, text, on: '2026-11-14' },
  });
  const cut = [seen('A', `${'🥟'.repeat(499)}…`), seen('B', `${'ż'.repeat(198)}…`)];
  expect(api.calls.at(-1)?.body).toEqual({ links: cut, lang: 'pl' });
  const asked = async (name: string) => {
    await page
      .getByRole('row', { name: `Rev${name}` })
      .locator('.reason-details summary')
      .click();
    await downloadBy(page, 'Pobierz dowód (ZIP)');
    await page
      .getByRole('row', { name: `Rev${name}` })
      .locator('.reason-details summary')
      .click();
    return Object.fromEntries(api.calls.at(-1)?.url.searchParams ?? []);
  };
  expect(await asked('B')).toEqual({
    ...{ url: link('B'), lang: 'pl', seen_author: 'Zmyślona Osoba B', seen_rating: '5' },
    ...{ seen_text: `${'ż'.repeat(198)}…`, seen_on: '2026-11-14' },
  });
  expect(await asked('C')).toEqual({ url: link('C'), lang: 'pl' });
});

test('more than 50 packs come in several files', async ({ page, fake }) => {
  const api = await fake(answer, { hasEvidence: true });
  await page.goto(`${api.url}/#/linki`);
  const gone = Array.from({ length: 51 }, (_, index) => link(`Gone${index}`));
  await check(page, gone.join('\n'));
  await expect(page.locator('.progress')).toContainText('Gotowe.');
  await downloadBy(page, 'Dowody dla niewidocznych 1–50 (ZIP)');
  expect(api.calls.at(-1)?.body).toMatchObject({ links: gone.slice(0, 50) });
  await downloadBy(page, 'Dowody dla niewidocznych 51–51 (ZIP)');
  expect(Object.fromEntries(api.calls.at(-1)?.url.searchParams ?? [])).toMatchObject({ url: gone[50] });
});

test('a verdict that cannot be proven gives no file, and a connection that breaks gives none', async ({
  page,
  fake,
}) => {
  let isCut = false;
  const api = await fake(
    (call) => {
      if (call.url.pathname !== '/api/review-evidence') return answer(call);
      if (!isCut) return refuse(call, 503, 'provider_unavailable');
      call.response.writeHead(200, { 'content-type': 'application/zip' });
      call.response.write(PACK);
      setImmediate(() => call.response.destroy());
    },
    { hasEvidence: true },
  );
  await page.goto(`${api.url}/#/linki`);
  await check(page, link('Gone1'));
  const saved: string[] = [];
  page.on('download', (download) => saved.push(download.suggestedFilename()));
  await page.locator('.reason-details summary').click();
  const button = page.getByRole('button', { name: 'Pobierz dowód (ZIP)' });
  await button.click();
  await expect(page.locator('.reason-details').getByRole('alert')).toBeVisible();
  isCut = true;
  await button.click();
  await expect(page.locator('.reason-details').getByRole('alert')).toContainText('Połączenie');
  expect(saved).toEqual([]);
});

test('a service without evidence packs offers none', async ({ page, fake }) => {
  const api = await fake(answer);
  await page.goto(`${api.url}/#/linki`);
  await check(page, link('Gone1'));
  await page.locator('.reason-details summary').click();
  await expect(page.getByText('dowodzi').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /[Dd]ow[oó]d/ })).toHaveCount(0);
});
