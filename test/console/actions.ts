import { readFile } from 'node:fs/promises';
import { type Download, expect, type Locator, type Page } from '@playwright/test';
import Papa from 'papaparse';
import { rowsOfWorkbook, workbookOf } from '../support/workbook.js';
import type { FakeApi } from './fake-api.js';

/** Opens a view in a page that loads anew, and waits until the console is drawn. `view`: the address behind `#`. */
export async function load(page: Page, { url }: Pick<FakeApi, 'url'>, view = ''): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`${url}/#${view}`);
  // The console draws itself after the page's own load: it has to load its texts first.
  await page.locator('#console > *').first().waitFor();
}

export const openDetails = (page: Page, summary: string): Promise<void> =>
  page.locator('summary', { hasText: summary }).click();

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

/** A text file for a file field. */
export const textFile = (name: string, ...lines: string[]) => ({
  name,
  mimeType: '',
  buffer: Buffer.from(lines.join('\n')),
});

/** A workbook for a file field. */
export const workbookFile = async (name: string, rows: Parameters<typeof workbookOf>[0]) => ({
  name,
  mimeType: '',
  buffer: await workbookOf(rows),
});

/** The status that is read aloud to screen readers contains this text. */
export const expectAnnounced = (page: Page, text: string | RegExp): Promise<void> =>
  expect(page.getByRole('status').filter({ hasText: text })).toHaveCount(1);

/** The input of the page while it takes one line. */
export const askField = (page: Page) =>
  page.getByRole('search').getByRole('searchbox', { name: 'Sprawdź opinie albo znajdź miejsce' });

/** The input of the page while it takes a list. */
export const listField = (page: Page) => page.getByRole('search').getByRole('textbox');

/** Puts a text into the input of the page: several lines become a list. */
export async function enter(page: Page, text: string): Promise<void> {
  if (!text.includes('\n')) return askField(page).fill(text);
  await openList(page);
  await paste(page, text);
}

/** Shows the input of the page as a list. */
export async function openList(page: Page): Promise<void> {
  if (!(await listField(page).isVisible())) await press(page, 'Lista albo plik');
}

/** Loads a file into the input of the page. */
export async function enterFile(
  page: Page,
  file: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer },
): Promise<void> {
  if (await askField(page).isVisible()) await press(page, 'Lista albo plik');
  await page.getByRole('search').getByLabel('Wczytaj plik').setInputFiles(file);
}

/** Checks links. */
export async function check(page: Page, text: string): Promise<void> {
  await enter(page, text);
  await press(page, 'Sprawdź');
}

/** Puts a text into the field of a list as a paste does. Playwright's `fill` takes seconds for a thousand lines. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.locator('textarea').evaluate((field: HTMLTextAreaElement, pasted) => {
    field.focus();
    field.value = pasted;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }, text);
}

/** Presses a button that saves a file, also one in a menu. */
export async function downloadBy(page: Page, name: string): Promise<Download> {
  const menu = page.locator('.menu:not([open]) > summary', { hasText: 'Pobierz' });
  if (await menu.isVisible()) await menu.click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ]);
  return download;
}

/** The rows of a CSV for Polish spreadsheets, the headings first. */
export async function csvCells(download: Download): Promise<string[][]> {
  const text = await readFile(await download.path(), 'utf8');
  expect(text.startsWith('\ufeff')).toBe(true);
  return Papa.parse<string[]>(text.slice(1), { delimiter: ';', skipEmptyLines: true }).data;
}

/** The rows of a sheet of a workbook, counted from 1. */
export async function workbookRows(download: Download, sheet = 1): Promise<unknown[][]> {
  return rowsOfWorkbook(await readFile(await download.path()), sheet);
}

/** The rows of a CSV for Polish spreadsheets by heading. */
export async function csvRows(download: Download): Promise<Record<string, string>[]> {
  const [headings = [], ...rows] = await csvCells(download);
  return rows.map((cells) => Object.fromEntries(headings.map((name, index) => [name, cells[index] ?? ''])));
}

/** How many parts each line of a chart has. */
export const partsOfLines = (chart: Locator) =>
  chart
    .locator('svg path')
    .evaluateAll((paths) => paths.map((path) => path.getAttribute('d')?.match(/M/g)?.length));
