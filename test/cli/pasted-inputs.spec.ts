import { writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { allVisible, type FakeApi, refusal } from '../support/fake-api.js';
import { FORMULAS, LISTS, PLACE_TEXTS, REVIEW_ID, REVIEW_TEXTS } from '../support/pasted-inputs.js';
import { test as base, serviceTest } from './cli-test.js';
import { run, runAt, runProcess } from './command.js';

// Every kind of pasted text over HTTP and through the command line, and every kind of list through the command line.
// The console and uploads: test/kit/lists/pasted-inputs.spec.ts

serviceTest(
  'every kind of pasted text names its place over HTTP and on the command line',
  async ({ service }) => {
    for (const [what, text, expected] of PLACE_TEXTS) {
      const { status, body } = await service.get(`/api/search?query=${encodeURIComponent(text)}`);
      const told = await runAt(service.url, ['search', text, '--json'], 'en');
      if (expected.startsWith('refused: ')) {
        const reason = expected.slice(9);
        expect([status, JSON.stringify(body)], what).toEqual([400, expect.stringContaining(reason)]);
        expect([told.code, told.stdout + told.stderr], what).toEqual([2, expect.stringContaining(reason)]);
      } else {
        expect([status, body], what).toEqual([200, expect.objectContaining({ status: 'success' })]);
        const { place_id: placeId, type } = (body as { data: { place_id: string; type: string } }).data;
        expect([placeId, type === 'search_result'], what).toEqual([expected, false]);
        expect(JSON.parse(told.stdout), what).toMatchObject({ place_id: expected });
      }
    }
  },
);

serviceTest('every kind of pasted link to a review names its review', async ({ service }) => {
  for (const [what, text] of REVIEW_TEXTS) {
    const { status, body } = await service.get(`/api/review-details?url=${encodeURIComponent(text)}`);
    expect([status, JSON.stringify(body)], what).toEqual([
      200,
      expect.stringContaining('Łucja Wymyślona-Kęs'),
    ]);
    const told = await runAt(service.url, ['review', text, '--json']);
    expect([told.code, told.stdout], what).toEqual([0, expect.stringContaining(REVIEW_ID)]);
  }
});

/** What the command line has asked for. */
function askedFor({ asked }: FakeApi): string[] {
  return asked.flatMap(({ urls, path }) => [
    ...urls,
    ...new URL(path, 'http://x').searchParams.getAll('url'),
  ]);
}

base(
  'every kind of list is read with its entries, and the column is named with its reason',
  async ({ serve }, info) => {
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
  },
);

base('--column reads another column of a list of places', async ({ serve }) => {
  const stdin = 'Nazwa firmy;Oddział\nBar Zmyślony;Sklep Niebyły\n';
  const api = await serve(refusal(404, 'no_results'));
  const told = await run(['places', '-', '--api', api.url, '--column', 'oddział'], { stdin });
  expect(askedFor(api)).toEqual(['Sklep Niebyły']);
  expect(told.stderr).toContain('kolumna „Oddział”, bo jest wybrana');
});
