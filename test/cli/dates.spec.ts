import { readFile, writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { REMOVED_REVIEW } from '../../src/core/api/examples/review-examples.js';
import { allVisible, listSummary, refusal, success, visible } from '../support/fake-api.js';
import { detailsWith } from '../support/place-details.js';
import { test } from './cli-test.js';
import { linesOf, run, runAt } from './command.js';
import { checkTen, linksOf, stdin } from './links-to-check.js';

// Every line that shows a verdict says when it was found, and the output says what it does not prove.

const NOW = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/;
const ID = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const [OLD = '', OLDER = ''] = linksOf(2);
const LINES = [
  { ...visible(0, OLD), checked_at: '2026-08-14 10:00:00' },
  { ...visible(1, OLDER), checked_at: '2026-08-01 09:30:00', is_visible: false },
  // Not of this list.
  { ...visible(0, 'https://maps.app.goo.gl/Inny'), checked_at: '2026-01-01 00:00:00' },
];

test('check --resume shows the date of each kept result, and says how many are older than this run', async ({
  serve,
}, info) => {
  const api = await serve(allVisible);
  const out = info.outputPath('wyniki.ndjson');
  const at = async (...more: string[]) => {
    await writeFile(out, LINES.map((line) => `${JSON.stringify(line)}\n`).join(''));
    return run(checkTen(api, '--out', out, '--resume', ...more), { stdin });
  };
  const readable = await at();
  expect(readable.stdout).toContain(`✓ widoczna     2026-08-14 10:00:00  ${OLD}\n`);
  expect(readable.stdout).toContain(`✗ niewidoczna  2026-08-01 09:30:00  ${OLDER}\n`);
  const polish = ' W tym wyniki starsze niż to uruchomienie: 2 (2026-08-01 – 2026-08-14).';
  expect(readable.stdout).toContain(polish);
  const earlier = {
    count: 2,
    first_checked_at: '2026-08-01 09:30:00',
    last_checked_at: '2026-08-14 10:00:00',
    undated: 0,
  };
  expect(JSON.parse((await at('--json')).stdout)).toMatchObject({ visible: 9, not_visible: 1, earlier });
  expect(linesOf((await at('--ndjson')).stdout).at(-1)).toMatchObject({ type: 'summary', earlier });
  // A table has no summary.
  const csv = await at('--csv', '--lang', 'en');
  expect(csv.code).toBe(0);
  expect(csv.stderr).toContain(' Of these, results older than this run: 2 (2026-08-01 – 2026-08-14).');
  expect(csv.stdout).toContain(',2026-08-14 10:00:00,');
});

test('check does not mention earlier results when there are none', async ({ serve }, info) => {
  const api = await serve(allVisible);
  const out = info.outputPath('wyniki.ndjson');
  for (const more of [[], ['--out', out, '--resume']]) {
    const { stdout } = await run(checkTen(api, '--json', ...more), { stdin });
    expect(JSON.parse(stdout)).not.toHaveProperty('earlier');
  }
});

const PLACE = {
  ...{ query: 'Pierogi', place_id: ID, source: 'search_result', cid: null, maps_cid_url: null },
  maps_url: 'https://m.example/',
  details: detailsWith({ nazwa_wizytowki: 'Pierogarnia', srednia_ocen: 4.6, liczba_opinii: 15 }),
};

test('places: every place and every failure has its date; results in the file keep their dates', async ({
  serve,
}, info) => {
  const api = await serve(refusal(404, 'no_results'));
  const out = info.outputPath('wyniki.ndjson');
  const kept = [
    { type: 'result', index: 0, ...PLACE, checked_at: '2026-08-01 09:30:00' },
    // A line without a time.
    { type: 'result', index: 1, ...PLACE, query: 'Uszka' },
  ];
  await writeFile(out, kept.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const list = 'Pierogi\nUszka\nNibylandia\n';
  const at = (...more: string[]) =>
    run(['places', '-', '--api', api.url, '--out', out, '--resume', ...more], { stdin: list });
  const { stdout } = await at();
  expect(stdout).toMatch(/Pierogi\n {3}Pierogarnia\n[^?]* {3}Sprawdzono {2}2026-08-01 09:30:00\n/);
  expect(stdout).toMatch(/Uszka\n {3}Pierogarnia\n[^?]* {3}Sprawdzono {2}data nieznana\n/);
  expect(stdout).toMatch(new RegExp(`\\?  ${NOW.source}  Nibylandia\n`));
  expect(stdout).toContain(' W tym wyniki starsze niż to uruchomienie: 2 (2026-08-01, bez daty: 1).');
  const lines = linesOf(await readFile(out, 'utf8'));
  expect(lines.at(-1)).toMatchObject({ type: 'error', checked_at: expect.stringMatching(NOW) });
  const [headings = '', first = ''] = (await at('--csv')).stdout.split('\r\n');
  const column = headings.split(';').indexOf('Sprawdzono');
  expect(first.split(';')[column]).toBe('2026-08-01 09:30:00');
});

test('the summary of a list of reviews says when it was read', async ({ serve }) => {
  const api = await serve(listSummary('end', true));
  const { stdout } = await runAt(api.url, ['reviews', ID]);
  expect(stdout).toMatch(new RegExp(`komplet\\..* Sprawdzono: ${NOW.source}\\.\n$`));
});

const NOTICE = {
  ...{ kind: 'reviews_withheld', text: 'Ukryte.', min: null, max: null },
  ...{ seen_at: '2026-11-20 08:00:00', seen_at_utc: '2026-11-20T07:00:00Z' },
};

test('review: the verdict has its date and the notices of the place, as text and in a table', async ({
  serve,
}) => {
  const api = await serve(success({ ...REMOVED_REVIEW, notices: [NOTICE] }));
  const { stdout } = await runAt(api.url, ['review', OLD]);
  expect(stdout).toMatch(new RegExp(`\nSprawdzono +${REMOVED_REVIEW.extracted_at}\n`));
  expect(stdout).toMatch(/„Ukryte\.” \(2026-11-20 08:00\)/);
  const table = await runAt(api.url, ['review', OLD, '--csv']);
  const [headings = '', row = ''] = table.stdout.split('\r\n');
  expect(row.split(';')[headings.split(';').indexOf('Sprawdzono')]).toBe(REMOVED_REVIEW.extracted_at);
  expect(row).toContain('Ukryte.');
});

test('check shows the notices of the place below a verdict', async ({ serve }, info) => {
  const api = await serve(allVisible);
  const out = info.outputPath('wyniki.ndjson');
  const hidden = { ...visible(0, OLD), is_visible: false, visibility_reason: 'no_rating_section' };
  await writeFile(out, `${JSON.stringify({ ...hidden, notices: [NOTICE] })}\n`);
  const { stdout } = await run(checkTen(api, '--out', out, '--resume'), { stdin });
  expect(stdout).toMatch(/✗ niewidoczna .*\n.*\n? {3}.*Ukryte\./);
});

test('check says that "not visible" is not "removed", only when a review is not visible', async ({
  serve,
}, info) => {
  const api = await serve(allVisible);
  const out = info.outputPath('wyniki.ndjson');
  const hidden = { ...visible(0, OLD), is_visible: false, visibility_reason: 'no_business_data' };
  await writeFile(out, `${JSON.stringify(hidden)}\n`);
  const { stdout } = await run(checkTen(api, '--out', out, '--resume'), { stdin });
  expect(stdout).toContain('link może być niekompletny');
  expect(stdout).toMatch(/\n„Niewidoczna” nie znaczy „usunięta”: .*czeka na zatwierdzenie.*\n$/);
  const visibleOnly = await run(checkTen(api), { stdin });
  expect(visibleOnly.stdout).not.toContain('usunięta');
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
