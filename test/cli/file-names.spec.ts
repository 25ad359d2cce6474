import { mkdir, readdir } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { allVisible, success } from '../support/fake-api.js';
import { detailsWith } from '../support/place-details.js';
import { test } from './cli-test.js';
import { run } from './command.js';
import { checkTen, stdin } from './links-to-check.js';

const ID = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';

test('a workbook in a folder gets a name with the date, and replaces no other file', async ({
  serve,
}, info) => {
  const folder = info.outputPath('wyniki');
  await mkdir(folder);
  const api = await serve(allVisible);
  for (const number of ['', '-2']) {
    const { code, stderr } = await run(checkTen(api, '--xlsx', folder), { stdin });
    expect(code).toBe(0);
    expect(stderr).toMatch(
      new RegExp(
        `^Zapisano ${folder}/widocznosc-opinii-\\d{4}-\\d\\d-\\d\\d${number}\\.xlsx \\(wierszy: 10\\)`,
      ),
    );
  }
  expect(await readdir(folder)).toHaveLength(2);
});

test('the workbook of a place is named after it', async ({ serve }, info) => {
  const details = detailsWith({ nazwa_wizytowki: 'Żurkownia „Zażółć”' });
  const api = await serve(success({ place_id: ID, details }));
  const folder = info.outputPath('');
  await mkdir(folder, { recursive: true });
  const { stderr } = await run(['details', ID, '--api', api.url, '--xlsx', folder]);
  expect(stderr).toMatch(/\/wizytowka-zurkownia-zazolc-\d{4}-\d\d-\d\d\.xlsx/);
});
