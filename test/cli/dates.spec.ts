import { expect } from '@playwright/test';
import { REMOVED_REVIEW } from '../../src/core/api/examples/review-examples.js';
import { jobWith, listSummary, success, visible } from '../support/fake-api.js';
import { test } from './cli-test.js';
import { run, runAt } from './command.js';

// Every line that shows a verdict says when it was found, and the output says what it does not prove.

const NOW = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/;
const LINK = 'https://maps.app.goo.gl/Zmyslony0';
const ID = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
test('the summary of a list of reviews says when it was read', async ({ serve }) => {
  const api = await serve(listSummary('end', true));
  const { stdout } = await runAt(api.url, ['reviews', ID]);
  expect(stdout).toMatch(new RegExp(`komplet\\..* Sprawdzono: ${NOW.source}\\.\n$`));
});

const NOTICE = {
  ...{ kind: 'reviews_withheld', text: 'Ukryte.', min: null, max: null },
  ...{ seen_at: '2026-11-20 08:00:00', seen_at_utc: '2026-11-20T07:00:00Z' },
};

test('review: the verdict has its date and the notices of the place', async ({ serve }) => {
  const api = await serve(success({ ...REMOVED_REVIEW, notices: [NOTICE] }));
  const { stdout } = await runAt(api.url, ['review', LINK]);
  expect(stdout).toMatch(new RegExp(`\nSprawdzono +${REMOVED_REVIEW.extracted_at}\n`));
  expect(stdout).toMatch(/„Ukryte\.” \(2026-11-20 08:00\)/);
  const table = await runAt(api.url, ['review', LINK, '--csv']);
  const [headings = '', row = ''] = table.stdout.split('\r\n');
  expect(row.split(';')[headings.split(';').indexOf('Sprawdzono')]).toBe(REMOVED_REVIEW.extracted_at);
  expect(row).toContain('Ukryte.');
});

const CONTRIBUTION = `https://www.google.com/maps/contrib/111222333444555666777/place/${ID}`;
const BY_CID =
  'https://www.google.com/maps/reviews/data=!4m6!14m5!1m4!2m3!1sChdDSUhNMG9nS0VJQ0FnSURabXlzbDAxRRAB!2m1!1s0x0:0x3f5c81d2ab904e16';

test('check shows the notices and the limits of a verdict on a hidden review', async ({ serve }) => {
  const hidden = { is_visible: false, visibility_reason: 'no_business_data', notices: [NOTICE] };
  const links = [CONTRIBUTION, BY_CID, LINK];
  const api = await serve(
    jobWith(
      ...links.map((link, at) => ({
        ...{ ...visible(at, link), ...hidden },
        ...(at === 2 && { visibility_reason: 'no_rating' }),
      })),
    ),
  );
  const { stdout } = await run(['check', '-', '--api', api.url], { stdin: links.join('\n') });
  const profile = 'https://www.google.com/maps/contrib/111222333444555666777';
  expect(stdout).toMatch(/^\? sprawdź link {2}2026-11-21 03:12:45 .*\n {3}.*link może być niekompletny.*\n/);
  expect(stdout.match(/✗ niewidoczna {2}2026-11-21 03:12:45 /g)).toHaveLength(1);
  expect(stdout).toContain(`\n   Z linku: CID 4565666864068316694, autor ${profile}\n`);
  expect(stdout).toContain('\n   Z linku: CID 4565666864068316694\n');
  expect(stdout.match(/Z linku/g)).toHaveLength(2);
  expect(stdout.match(/ {3}.*Ukryte\./g)).toHaveLength(3);
  expect(stdout).toMatch(/\n„Niewidoczna” nie znaczy „usunięta”: .*czeka na zatwierdzenie.*\n$/);
  const shown = await serve(jobWith(visible(0, LINK)));
  const other = await run(['check', '-', '--api', shown.url], { stdin: LINK });
  expect(other.stdout).not.toContain('usunięta');
});

test('the help of a command says what its results do not prove', async () => {
  for (const [command, lang, words] of [
    ['check', 'en', [/waits for approval/]],
    ['review', 'pl', [/czeka na zatwierdzenie/, /pseudonim/]],
    ['reviews', 'pl', [/czekać na moderację/, /pseudonim/]],
  ] as const) {
    const { stdout } = await run([command, '--help', '--lang', lang]);
    for (const word of words) expect(stdout, command).toMatch(word);
  }
});
