import { expect } from '@playwright/test';
import { listSummary, refusal, success } from '../support/fake-api.js';
import { message } from '../support/messages.js';
import { test } from './cli-test.js';
import { runAt } from './command.js';

const ID = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const SHARED = 'https://maps.app.goo.gl/PoLsKa1Zmysl7';
const REVIEW =
  'https://www.google.com/maps/reviews/data=!4m8!14m7!1m6!2m5!1sChdDSUhNMG9nS0VJQ0FnSUR9999RRAB!2m1!1s0x0:0x3f5c81d2ab904e16!3m1!1s2@1';
const PLACE = `https://www.google.com/maps/place/?q=place_id:${ID}`;

const asked = (path: string, name: string) => new URL(path, 'http://x').searchParams.get(name);

test('a command finds the link or identifier in a shared text', async ({ serve }) => {
  for (const [command, text, name, expected] of [
    ['search', `Udostępniam: ${SHARED} zobacz`, 'query', SHARED],
    ['all', `Pierogarnia\n${SHARED}`, 'url', SHARED],
    ['all', 'Pierogarnia, Kraków', 'url', 'Pierogarnia, Kraków'],
    ['details', `Zobacz: ${PLACE}.`, 'placeid', ID],
    ['reviews', `Zobacz ${ID}, polecam`, 'placeid', ID],
    ['review', `Udostępniam: ${SHARED} zobacz`, 'url', SHARED],
    ['review', `Opinia: ${REVIEW}, zobacz`, 'url', REVIEW],
  ] as const) {
    const api = await serve(refusal(404, 'no_results'));
    await runAt(api.url, [command, text]);
    await runAt(api.url, [command, ...text.split(' ')]);
    expect(
      api.asked.map(({ path }) => asked(path, name)),
      `${command} ${text}`,
    ).toEqual([expected, expected]);
  }
});

test('reviews searches for a place that is not given as an identifier', async ({ serve }) => {
  const found = success({ query: SHARED, place_id: ID, type: 'map_url' });
  const api = await serve(found, listSummary('end', true));
  const outcome = await runAt(api.url, ['reviews', `Udostępniam: ${SHARED}`]);
  expect(outcome).toMatchObject({ code: 0, stderr: `Place ID: ${ID} – link lub identyfikator\n` });
  expect(api.asked.map(({ path }) => asked(path, 'query') ?? asked(path, 'placeid'))).toEqual([SHARED, ID]);
  const candidates = ['Pierogarnia', 'Pierogarnia 2'].map((name) => ({
    ...{ place_id: ID, nazwa_wizytowki: name, adres: 'Rynek 1', srednia_ocen: 4.5 },
  }));
  const first = { query: 'Pierogarnia', place_id: ID, type: 'search_result', candidates };
  const named = await serve(success(first), listSummary('end', true));
  expect((await runAt(named.url, ['reviews', 'Pierogarnia'])).stderr).toContain(
    `Place ID: ${ID} – pierwszy wynik wyszukiwania, a nazwa pasuje do kilku miejsc (co najmniej 2) – Pierogarnia, Rynek 1`,
  );
});

test('a place or review for the wrong command is refused and told the right one', async ({ serve }) => {
  const api = await serve(refusal(404, 'no_results'));
  const isReview = `To link do opinii, a nie do miejsca. Opinię pokaże: place-lookup review "${REVIEW}"`;
  const isPlace = 'To miejsce, a nie opinia. Miejsce pokaże: place-lookup all';
  for (const [command, text, expected] of [
    ...['search', 'all', 'details', 'reviews', 'convert'].map(
      (command) => [command, `Zobacz ${REVIEW}`, isReview] as const,
    ),
    ['review', `Zobacz ${PLACE}`, `${isPlace} "${PLACE}"`],
    ['review', ID, `${isPlace} "${ID}"`],
    ['review', '4565666864068316694', `${isPlace} "4565666864068316694"`],
    ['review', 'Pierogarnia "U Ani"', 'Miejsce o tej nazwie pokaże: place-lookup all "Pierogarnia U Ani"'],
  ] as const) {
    const { code, stderr } = await runAt(api.url, [command, text]);
    expect([code, stderr], `${command} ${text}`).toEqual([2, expect.stringContaining(`${expected}\n`)]);
  }
  expect(api.asked).toEqual([]);
});

test('a share link to the wrong kind of page names the right command', async ({ serve }) => {
  for (const [command, said, expected] of [
    ['all', message('linkToReview'), 'Opinię pokaże polecenie review'],
    ['review', message('linkToPlace'), 'Miejsce pokaże polecenie all.'],
  ] as const) {
    const api = await serve(refusal(400, 'invalid_request', {}, said));
    const { code, stderr } = await runAt(api.url, [command, SHARED]);
    expect([code, stderr], command).toEqual([2, expect.stringMatching(/^To link do/)]);
    expect(stderr).toContain(expected);
  }
});
