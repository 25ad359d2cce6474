import { mkdir } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { success } from '../support/fake-api.js';
import { detailsWith } from '../support/place-details.js';
import { test } from './cli-test.js';
import { run } from './command.js';

const ID = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';

test('a workbook in a folder is named after the place and replaces no file', async ({ serve }, info) => {
  const details = detailsWith({ nazwa_wizytowki: 'Żurkownia „Zażółć”' });
  const api = await serve(success({ place_id: ID, details }));
  const folder = info.outputPath('');
  await mkdir(folder, { recursive: true });
  for (const number of ['', '-2']) {
    const { stderr } = await run(['details', ID, '--api', api.url, '--xlsx', folder]);
    expect(stderr).toMatch(
      new RegExp(`/wizytowka-zurkownia-zazolc-\\d{4}-\\d\\d-\\d\\d${number}\\.xlsx \\(wierszy: 1\\)`),
    );
  }
});
