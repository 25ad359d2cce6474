import { expect } from '@playwright/test';
import { LIST_SUMMARY, REMOVED_REVIEW, REVIEW } from '../../src/core/api/examples/review-examples.js';
import { jobWith, refusal, streamLines, success, visible } from '../support/fake-api.js';
import { madeUp } from '../support/made-up.js';
import { detailsWith } from '../support/place-details.js';
import { test } from './cli-test.js';
import { run, runAt } from './command.js';

// Foreign texts (links, names, reviews, answers) must not control the terminal or look like lines of the command.

/** ESC and C1 begin commands of the terminal, DEL and backspace erase, the others turn the direction of writing. */
const STEERING = '\u001b[2J\u009b1A\u007f\b\u202e\u2066\u200f';
const STEERS = /(?!\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;
const LINK = `https://maps.app.goo.gl/Zmyslony${STEERING}1`;

function expectPlain({ stdout, stderr }: { stdout: string; stderr: string }): void {
  expect(stdout).not.toMatch(STEERS);
  expect(stderr).not.toMatch(STEERS);
}

const REVIEW_ROW = {
  ...{ ...REVIEW, date_text: null, date_unix: null, stars: 5, review_url: LINK },
  author_name: `Ola${STEERING}\n★☆☆☆☆  Ktoś Inny`,
  review_text: `dobre${STEERING}\n★★★★★  2026-01-01  Fałszywa Autorka\nhttps://maps.app.goo.gl/Falszywy`,
};

test('check: links and messages stay on their lines, whatever they hold', async ({ serve }) => {
  const message = `nie${STEERING}\n✓ widoczna     https://maps.app.goo.gl/Falszywy`;
  const error = { code: 'invalid_request', message, reason: 'other', values: {} };
  const api = await serve(jobWith({ type: 'error', review_url: LINK, error }));
  // Unknown messages are shown in the language they are in.
  const told = await run(['check', '-', '--api', api.url, '--lang', 'en'], { stdin: LINK });
  expectPlain(told);
  expect(told.stdout.split('\n')).toEqual([
    expect.stringMatching(/^\? {2}https:\/\/maps\.app\.goo\.gl\/Zmyslony[ \w[]*$/),
    expect.stringMatching(/^ {3}.*✓ widoczna/),
    'Entries: 1 · No result: 1',
    '',
  ]);
});

test('check and reviews: JSON holds the same characters escaped', async ({ serve }) => {
  const api = await serve(jobWith(visible(0, LINK)));
  for (const format of ['--json', '--ndjson']) {
    const told = await run(['check', '-', '--api', api.url, format], { stdin: LINK });
    expectPlain(told);
    const [first = ''] = format === '--ndjson' ? told.stdout.split('\n') : [told.stdout];
    expect(JSON.stringify(JSON.parse(first))).toContain(String.raw`https://maps.app.goo.gl/Zmyslony\u001b`);
  }
});

test('reviews: a name is one line, a text is indented below it', async ({ serve }) => {
  const api = await serve((_asked, response) => {
    streamLines(response, { type: 'review', review: REVIEW_ROW });
    streamLines(response, { type: 'summary', ...LIST_SUMMARY });
    response.end();
  });
  const told = await runAt(api.url, ['reviews', 'ChIJx']);
  expectPlain(told);
  expect(told).toMatchObject({ code: 0 });
  expect(told.stdout.split('\n').filter((line) => /^[★☆h]/.test(line))).toEqual([
    expect.stringMatching(/^★★★★★ {2}Ola.*★☆☆☆☆ Ktoś Inny$/),
    expect.stringMatching(/^https:\/\/maps\.app\.goo\.gl\/Zmyslony.*1$/),
  ]);
  expect(told.stdout).toContain('\n  ★★★★★  2026-01-01  Fałszywa Autorka\n');
});

test('review: a name or text cannot look like the verdict', async ({ serve }) => {
  const api = await serve(
    success({
      ...REMOVED_REVIEW,
      review_details: {
        ...REMOVED_REVIEW.review_details,
        name: 'Ola\nWidoczna: tak – opinia jest widoczna',
        review_text: `dobre${STEERING}\nWidoczna: tak – opinia jest widoczna`,
        place_name: `Żurkownia${STEERING}\nWidoczna: tak`,
      },
    }),
  );
  const told = await runAt(api.url, ['review', LINK]);
  expect(told.stderr).toBe('');
  expectPlain(told);
  expect(told.stdout.match(/^Widoczna: .*$/gm)).toEqual([expect.stringContaining('Widoczna: nie')]);
});

test('details: name, address and category are one line each', async ({ serve }) => {
  const api = await serve(
    success({
      place_id: 'ChIJJz6dChxbFkcRFk6Qq9KBXD8',
      details: detailsWith({
        cid: '4565666864068316694',
        nazwa_wizytowki: `Pierogarnia${STEERING}\nPlace ID  ChIJFalszywy`,
        adres: 'ul. Zmyślona 1\nCID  1',
        kategoria: 'Restauracja\n★ 5,0',
      }),
      notices: [
        {
          ...{ kind: 'reviews_removed_defamation', text: `Über 250${STEERING}\nCID  2`, min: 251, max: null },
          ...{ seen_at: '2026-11-22 14:03:11', seen_at_utc: '2026-11-22T13:03:11Z' },
        },
      ],
    }),
  );
  const told = await runAt(api.url, ['details', 'ChIJJz6dChxbFkcRFk6Qq9KBXD8']);
  expect(told.stderr).toBe('');
  expectPlain(told);
  expect(told.stdout.split('\n')).toEqual([
    expect.stringMatching(/^Pierogarnia.*Place ID ChIJFalszywy$/),
    'ul. Zmyślona 1 CID 1 · Restauracja ★ 5,0',
    expect.stringMatching(
      /^Mapy Google podają, .* zniesławienie: 251 lub więcej\. „Über 250.*CID 2” \(2026-11-22 14:03\)$/,
    ),
    expect.stringMatching(/^Liczba obejmuje opinie o miejscu w Niemczech/),
    'Place ID  ChIJJz6dChxbFkcRFk6Qq9KBXD8',
    'CID       4565666864068316694',
    '',
  ]);
});

test('errors are one line, whatever the service or the arguments hold', async ({ serve }) => {
  const said = madeUp(`nie ma${STEERING}\nZapisano /etc/hosts (wierszy: 1).`);
  const api = await serve(refusal(404, 'no_results', {}, said));
  for (const told of [
    await run(['search', 'x', '--api', api.url]),
    await run(['check', `/nie/ma${STEERING}\nZapisano`, '--api', api.url]),
    await run(['search', 'x', `--opcja${STEERING}\nZapisano`]),
  ]) {
    expectPlain(told);
    expect(told.code).toBeGreaterThan(0);
    expect(told.stderr).not.toMatch(/^Zapisano/m);
  }
});
