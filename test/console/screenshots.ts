import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { inventHistory } from '../../fixtures/demo-watches.js';
import { startStandIn } from '../../fixtures/provider/server.js';
import { startServiceProcess } from '../support/service-process.js';
import { chromiumForTests } from '../support/stand-in-browser.js';
import { check } from './actions.js';

// Makes the pictures of the README (`npm run screenshots`): the built console and the report of an evidence pack, with
// invented places and people. The report needs pdftoppm (poppler-utils).

const FOLDER = fileURLToPath(new URL('../../docs/screenshots/', import.meta.url));
const VIEWPORT = { width: 920, height: 1180 };
/** The table of watches has seven columns. */
const WIDE = { width: 1180, height: 1180 };
const VIEWS = { 'review-links': checkLinks, 'place-reviews': readReviews, watches: showWatches };
const LINKS = ['RevVisible', 'RevNoCard', 'RevRemoved', 'RevServerError'];
/** Four loads: the review and a control, each twice. */
const REPORTED = 'RevNoRatingSection';
const PLACE = 'ChIJOsH9cGTSrkcRy7zh90zxudA';

async function checkLinks(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/#/lists`);
  await check(page, LINKS.map((name) => `https://maps.app.goo.gl/${name}`).join('\n'));
  await page.getByText('3 z 4').waitFor();
  // No button under the pointer.
  await page.mouse.move(0, 0);
}

async function readReviews(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/#/reviews?place=${PLACE}`);
  await page.getByText('Komplet').first().waitFor();
  await page.getByLabel('Kolejność').selectOption('likes');
}

/** What an invented week of three watches found. */
async function showWatches(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/#/clients`);
  await page.locator('.verdicts tbody tr').first().waitFor();
}

/** The first page of the report of an evidence pack. */
async function drawReport(url: string, path: string): Promise<void> {
  const link = encodeURIComponent(`https://maps.app.goo.gl/${REPORTED}`);
  const answer = await fetch(`${url}/api/review-evidence?url=${link}`);
  if (!answer.ok) throw new Error(`no evidence pack: ${await answer.text()}`);
  const report = unzipSync(new Uint8Array(await answer.arrayBuffer()))['raport.pdf'];
  const options = ['-png', '-r', '100', '-singlefile', '-', path.replace(/\.png$/, '')];
  execFileSync('pdftoppm', options, { input: report });
}

const keys = mkdtempSync(join(tmpdir(), 'place-lookup-pictures-'));
const database = `sqlite:${join(keys, 'watches.db')}`;
await inventHistory(database, Date.now());
const standIn = await startStandIn();
const service = await startServiceProcess(standIn, {
  EVIDENCE_KEY_FILE: join(keys, 'evidence-key.pem'),
  DATABASE_URL: database,
});
const browser = await chromium.launch({
  executablePath: chromiumForTests(),
  args: ['--no-sandbox', '--disable-lcd-text'],
});
try {
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, open] of Object.entries(VIEWS)) {
    // A page of its own: the console keeps lists in its browser context.
    const viewport = name === 'watches' ? WIDE : VIEWPORT;
    const page = await browser.newPage({
      viewport,
      locale: 'pl-PL',
      timezoneId: 'Europe/Warsaw',
    });
    await open(page, service.url);
    const path = join(FOLDER, `${name}.png`);
    const content = await page.evaluate(() => document.body.offsetHeight);
    await page.screenshot({
      path,
      clip: { x: 0, y: 0, ...viewport, height: Math.min(viewport.height, content) },
    });
    await page.close();
    console.log(path);
  }
  const path = join(FOLDER, 'evidence-report.png');
  await drawReport(service.url, path);
  console.log(path);
} finally {
  await browser.close();
  await service.kill();
  await standIn.close();
  rmSync(keys, { recursive: true, force: true });
}
