import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { chromiumForTests } from '../support/stand-in-browser.js';
import { startDemoService } from './demo-service.js';

// Makes the pictures of the README (`npm run screenshots`): the built console with invented places and people.

const FOLDER = fileURLToPath(new URL('../../docs/screenshots/', import.meta.url));
const VIEWPORT = { width: 920, height: 1180 };
const VIEWS = { 'review-links': checkLinks, 'place-reviews': readReviews };
const LINKS = ['RevVisible', 'RevNoCard', 'RevRemoved', 'RevServerError'];
const PLACE = 'ChIJOsH9cGTSrkcRy7zh90zxudA';

async function checkLinks(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/#/linki`);
  await page.getByRole('textbox').fill(LINKS.map((name) => `https://maps.app.goo.gl/${name}`).join('\n'));
  await page.getByRole('button', { name: 'Sprawdź', exact: true }).click();
  await page.getByRole('button', { name: /Ponów linki bez wyniku/ }).waitFor();
  // No button under the pointer.
  await page.mouse.move(0, 0);
}

async function readReviews(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/#/opinie?placeid=${PLACE}`);
  await page.getByText('Komplet').first().waitFor();
  await page.getByLabel('Kolejność').selectOption('likes');
}

const service = await startDemoService();
const browser = await chromium.launch({
  executablePath: chromiumForTests(),
  args: ['--no-sandbox', '--disable-lcd-text'],
});
try {
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, open] of Object.entries(VIEWS)) {
    // A page of its own: the console keeps lists in its browser context.
    const page = await browser.newPage({
      viewport: VIEWPORT,
      locale: 'pl-PL',
      timezoneId: 'Europe/Warsaw',
    });
    await open(page, service.url);
    const path = join(FOLDER, `${name}.png`);
    const content = await page.evaluate(() => document.body.offsetHeight);
    await page.screenshot({
      path,
      clip: { x: 0, y: 0, ...VIEWPORT, height: Math.min(VIEWPORT.height, content) },
    });
    await page.close();
    console.log(path);
  }
} finally {
  await browser.close();
  await service.close();
}
