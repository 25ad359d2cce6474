import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { createApiKey, parseApiKeys } from '../../src/core/config/api-keys.js';
import { DOCS_PATH } from '../../src/core/published/paths.js';
import { checkContract, openApi } from '../support/contract-check.js';
import { startHttp } from '../support/http-only.js';
import { test as base } from '../support/test.js';

// The documentation as people meet it, in a real browser, and the document it shows.

const PLACE_ID = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const CID = '4565666864068316694';
const BUILT = fileURLToPath(new URL('../../dist/docs/', import.meta.url));
const SOURCE = fileURLToPath(new URL('../../src/core/api/docs-page/', import.meta.url));

const keysOf = (text: string) => parseApiKeys([{ name: 'API_KEYS', text }]);

const test = base.extend<{ readonly docsPage: Page }>({
  /** A test fails with what the page complained of, and with hosts it asked besides the service. */
  docsPage: async ({ bareBrowser }, use) => {
    await using context = await bareBrowser.newContext();
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      // The browser reports every answer that is no success; the page shows those itself.
      const isRefusal = message.text().startsWith('Failed to load resource');
      if (['error', 'warning'].includes(message.type()) && !isRefusal) complaints.push(message.text());
    });
    page.on('request', (request) => {
      const { protocol, hostname } = new URL(request.url());
      const isOwn = protocol === 'data:' || hostname === '127.0.0.1';
      if (!isOwn) complaints.push(`asked ${request.url()}`);
    });
    await page.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
        console.error(`refused by the policy: ${effectiveDirective} ${blockedURI}`);
      });
    });
    await use(page);
    expect(complaints).toEqual([]);
  },
});

test.beforeAll(() => {
  for (const name of ['index.html', 'init.js', 'style.css']) {
    const isFresh =
      existsSync(BUILT + name) && readFileSync(BUILT + name).equals(readFileSync(SOURCE + name));
    if (!isFresh)
      throw new Error(`dist/docs/${name} is missing or old: run "node src/core/api/docs-page/build.mjs"`);
  }
});

test('the document is served with an ETag, and needs no key', async () => {
  await using http = await startHttp({ apiKeys: keysOf(createApiKey('shop').entry), isEnabled: () => false });
  const path = '/api/openapi.json';
  const answer = await http.ask(path);
  expect(answer.status).toBe(200);
  expect(JSON.parse(answer.text)).toEqual(openApi());
  const again = await http.ask(path, { headers: { 'If-None-Match': answer.headers.etag ?? '' } });
  expect(again.status).toBe(304);
  checkContract({ method: 'GET', path, ...again, headers: new Headers(again.headers) });
  expect((await http.ask(path, { method: 'POST' })).status).toBe(503);
  expect((await http.ask(DOCS_PATH)).status).toBe(200);
});

test('the page is served with a strict policy, and compressed when the client accepts it', async () => {
  await using http = await startHttp();
  for (const [path, type] of [
    [DOCS_PATH, 'text/html'],
    [`${DOCS_PATH}/`, 'text/html'],
    [`${DOCS_PATH}/swagger-ui-bundle.js`, 'text/javascript'],
    [`${DOCS_PATH}/favicon-32x32.png`, 'image/png'],
  ] as const) {
    const { status, headers } = await http.ask(path, { headers: { 'Accept-Encoding': 'gzip' } });
    expect(status).toBe(200);
    expect(headers['content-type']).toContain(type);
    expect(headers['content-encoding']).toBe('gzip');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect((await http.ask(path, { headers: { 'If-None-Match': headers.etag ?? '' } })).status).toBe(304);
  }
  for (const path of ['nothing.js', '../package.json', '%2e%2e/package.json', 'LICENSE'])
    expect((await http.ask(`/docs/${path}`)).status, path).toBe(404);
});

test('every operation is shown, with its recipes and in the contents', async ({ docsPage: page }) => {
  await using http = await startHttp();
  const url = `http://127.0.0.1:${http.port}`;
  await page.goto(`${url}${DOCS_PATH}#/Places/convert`);
  await expect(page).toHaveTitle(/place-lookup/);
  await expect(page.getByRole('link', { name: 'Console' })).toHaveAttribute('href', '/');
  await expect(page.getByRole('heading', { name: 'place-lookup' })).toBeVisible();
  const written = Object.entries(openApi().paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const operations = page.locator('.opblock-summary');
  await expect(operations).toHaveCount(written.length);
  const found = await operations.evaluateAll((blocks) =>
    blocks.map((block) => {
      const text = (name: string) => block.querySelector(name)?.textContent ?? '';
      // The path holds marks where a long one may break.
      return `${text('.opblock-summary-method')} ${text('.opblock-summary-path').replaceAll('\u200b', '')}`;
    }),
  );
  expect(found.sort()).toEqual(written.sort());
  await expect(page.getByText('provider_blocked').first()).toBeVisible();

  const contents = page.getByRole('navigation', { name: 'Contents' });
  await expect(contents.locator('#contents a')).toHaveCount(written.length);
  const recipes = page.locator('#recipes');
  await expect(recipes.locator('h3')).toHaveText([
    'When a request fails',
    'A list of up to a million links',
    'Be told of changes by a webhook',
  ]);
  await expect(recipes.locator('pre').first()).toContainText(`${url}/api/review-visibility`);
  await contents.getByText('/api/jobs/{id}/results').click();
  const results = page.locator('#operations-Jobs-jobResults');
  await expect(results.locator('.opblock-summary')).toBeInViewport();
  await expect(results.getByText('Responses')).toBeVisible();
  await expect(page).toHaveURL(/#\/Jobs\/jobResults$/);
});

test('"Try it out" sends the selected type and the key of "Authorize"', async ({ docsPage: page }) => {
  const { key, entry } = createApiKey('shop');
  await using http = await startHttp({ apiKeys: keysOf(entry) });
  // Two operations are enough: the page draws all that there are again at each step.
  const { paths, ...document } = openApi();
  const { '/api/convert': first, '/api/review-visibility': second } = paths;
  const json = { ...document, paths: { '/api/convert': first, '/api/review-visibility': second } };
  await page.route('**/api/openapi.json', (route) => route.fulfill({ json }));
  await page.goto(`http://127.0.0.1:${http.port}${DOCS_PATH}#/Places/convert`);
  const convert = page.locator('#operations-Places-convert');
  await expect(convert.locator('textarea')).toHaveValue(new RegExp(PLACE_ID));
  await convert.getByRole('button', { name: 'Execute' }).click();
  const converted = convert.locator('.live-responses-table');
  await expect(converted).toContainText('"code": "unauthorized"');
  await page.getByRole('button', { name: 'Authorize', exact: true }).click();
  const dialog = page.locator('.modal-ux');
  await dialog.getByLabel('Value:').first().fill(key);
  await dialog.getByRole('button', { name: 'Apply credentials' }).first().click();
  await dialog.getByRole('button', { name: 'Close', exact: true }).first().click();
  await convert.getByRole('button', { name: 'Execute' }).click();
  await expect(converted).toContainText(`"cid": "${CID}"`);
  await expect(converted.locator('.response .response-col_status')).toContainText('200');
  await expect(converted).toContainText('x-request-id');
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(stored).not.toContain(key);

  const bulk = page.locator('#operations-Reviews-bulkReviewVisibility');
  await bulk.locator('.opblock-summary-control').click();
  await bulk.locator('textarea').fill(JSON.stringify({ urls: ['https://example.com/'] }));
  const shown = bulk.locator('.live-responses-table');
  const execute = async () => {
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await bulk.getByRole('button', { name: 'Execute' }).click();
    return (await sent).headers().accept;
  };
  const selected = bulk.locator('.responses-wrapper select.content-type').first();
  expect(await execute()).toBe(await selected.inputValue());
  await expect(shown).toContainText('"status": "success"');
  await selected.selectOption('application/x-ndjson');
  expect(await execute()).toBe('application/x-ndjson');
  await expect(shown).toContainText('"type":"summary"');
  await expect(shown).not.toContainText("can't parse JSON");
});
