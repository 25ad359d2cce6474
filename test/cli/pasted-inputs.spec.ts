import { writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { allVisible, type FakeApi, refusal } from '../support/fake-api.js';
import { FORMULAS, LISTS } from '../support/pasted-inputs.js';
import { test } from './cli-test.js';
import { run, runProcess } from './command.js';

// Every kind of list through the command line. Pasted texts: test/cli/queries.spec.ts. The console, uploads and every
// kind of pasted text: test/kit/lists/pasted-inputs.spec.ts.

/** What the command line has asked for. */
function askedFor({ asked }: FakeApi): string[] {
  return asked.flatMap(({ urls, path }) => [
    ...urls,
    ...new URL(path, 'http://x').searchParams.getAll('url'),
  ]);
}

test('every kind of list is read with its entries, and the column is named with its reason', async ({
  serve,
}, info) => {
  for (const { what, listed, bytes, entries, said } of [...LISTS, { ...FORMULAS, said: undefined }]) {
    const api = await serve(listed === 'reviews' ? allVisible : refusal(404, 'no_results'));
    const file = info.outputPath('lista');
    await writeFile(file, bytes);
    const command = listed === 'reviews' ? 'check' : 'places';
    // A workbook is read in a thread of the built command line.
    const told = await (bytes === FORMULAS.bytes ? runProcess : run)([command, file, '--api', api.url]);
    expect(askedFor(api).toSorted(), what).toEqual(entries.toSorted());
    if (said !== undefined) expect(told.stderr, what).toContain(said);
  }
});

test('--column reads another column of a list of places', async ({ serve }) => {
  const stdin = 'Nazwa firmy;Oddział\nBar Zmyślony;Sklep Niebyły\n';
  const api = await serve(refusal(404, 'no_results'));
  const told = await run(['places', '-', '--api', api.url, '--column', 'oddział'], { stdin });
  expect(askedFor(api)).toEqual(['Sklep Niebyły']);
  expect(told.stderr).toContain('kolumna „Oddział”, bo jest wybrana');
});
