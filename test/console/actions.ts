import { readFile } from 'node:fs/promises';
import { type Download, expect, type Page } from '@playwright/test';
import Papa from 'papaparse';

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

/** The rows of a CSV for Polish spreadsheets by heading. */
export async function csvRows(download: Download): Promise<Record<string, string>[]> {
  const [headings = [], ...rows] = await csvCells(download);
  return rows.map((cells) => Object.fromEntries(headings.map((name, index) => [name, cells[index] ?? ''])));
}
