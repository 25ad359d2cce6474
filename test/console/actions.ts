import { readFile } from 'node:fs/promises';
import { type Download, expect, type Page } from '@playwright/test';
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

/** Checks links in the view of review links, which is open. */
export async function check(page: Page, text: string): Promise<void> {
  await unfold(page);
  await paste(page, text);
  await page.getByRole('button', { name: 'Sprawdź', exact: true }).click();
}

/** Puts a text into the field of the view as a paste does. Playwright's `fill` takes seconds for a thousand lines. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.locator('textarea').evaluate((field: HTMLTextAreaElement, pasted) => {
    field.focus();
    field.value = pasted;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }, text);
}

/** Shows the form again if it is folded after a check. */
export async function unfold(page: Page): Promise<void> {
  const change = page.getByRole('button', { name: 'Zmień', exact: true });
  if (await change.isVisible()) await change.click();
}

/** Presses a button that saves a file, also one in a menu. */
export async function downloadBy(page: Page, name: string): Promise<Download> {
  const menu = page.locator('.menu:not([open]) > summary');
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
