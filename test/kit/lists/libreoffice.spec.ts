import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import papaparse from 'papaparse';
import { expect, test } from '../../support/test.js';
import { workbookOf } from '../../support/workbook.js';

// Our workbooks, opened by the real LibreOffice and saved as CSV.

const isMissing = spawnSync('soffice', ['--version']).error !== undefined;

const ROWS = [
  ['tekst', 'liczba', 'formuła'],
  ['Zażółć gęślą jaźń 🙂', 4.5, '=1+1'],
  ['dwa\nwiersze; "cudzysłów"', 8713, '@SUM(A1)'],
  ['  odstępy  ', 0, '0x3f5c81d2ab904e16'],
  ['<b>&amp;</b>', -1, '00123'],
  ['', null, '4565666864068316694'],
] as const;

test('LibreOffice shows the cells of a workbook as they were written, and runs no formula', async ({}, info) => {
  test.skip(isMissing, 'needs libreoffice-calc: sudo apt-get install libreoffice-calc');
  const folder = info.outputPath('office');
  const file = info.outputPath('lista.xlsx');
  writeFileSync(file, await workbookOf(ROWS));
  // Separator ";", quotes, UTF-8, from the first line, all cells as text columns, cells as shown.
  const filter = 'csv:Text - txt - csv (StarCalc):59,34,76,1,,1045,false,false';
  const profile = `-env:UserInstallation=${pathToFileURL(info.outputPath('profile')).href}`;
  const args = [profile, '--headless', '--convert-to', filter, '--outdir', folder, file];
  const { status, stderr } = spawnSync('soffice', args, { encoding: 'utf8', timeout: 120_000 });
  expect(status, stderr).toBe(0);
  const shown = papaparse.parse(readFileSync(`${folder}/lista.csv`, 'utf8').trimEnd(), {
    delimiter: ';',
  }).data;
  expect(shown).toEqual(ROWS.map((row) => row.map((cell) => String(cell ?? ''))));
});
