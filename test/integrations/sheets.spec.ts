import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { DETAILS, PLACE_ID } from '../../src/core/api/examples/place-examples.js';
import { parseApiKeys } from '../../src/core/config/api-keys.js';
import { PLACE_FIELD_LIST } from '../../src/core/published/place-fields.js';
import { reasonOf } from '../../src/core/texts/messages.js';
import { en as EN_OUTCOMES } from '../../src/core/texts/outcomes/en.js';
import { pl as PL_OUTCOMES } from '../../src/core/texts/outcomes/pl.js';
import { WHOLE_CHECK } from '../../src/kit/lists/check-examples.js';
import { ADDRESS, type Cell, newWorld, runScript, type World } from '../support/apps-script.js';
import { makeDataFolder } from '../support/data-folder.js';
import { type FakeApi, type Reply, refusal, type Serve, serving, success } from '../support/fake-api.js';
import { startHttp } from '../support/http-only.js';
import { MESSAGES, type MessageId, message, POLISH } from '../support/messages.js';
import { test as base, expect } from '../support/test.js';

/** The texts of one kind, by code. */
function textsOf<Texts extends Readonly<Record<string, string>>, Kind extends string>(
  texts: Texts,
  kind: Kind,
) {
  const found = Object.entries(texts).filter(([key]) => key.startsWith(`${kind}.`));
  return Object.fromEntries(found.map(([key, text]) => [key.slice(kind.length + 1), text])) as {
    readonly [Key in keyof Texts as Key extends `${Kind}.${infer Code}` ? Code : never]: string;
  };
}
const outcomesOf = (texts: typeof EN_OUTCOMES | typeof PL_OUTCOMES) => ({
  failures: textsOf(texts, 'code'),
  reasons: textsOf(texts, 'reason'),
  notices: textsOf(texts, 'notice'),
  caveats: textsOf(texts, 'caveat'),
});
const pl = outcomesOf(PL_OUTCOMES);
const en = outcomesOf(EN_OUTCOMES);

// The script of Google Sheets (integrations/sheets) with stand-ins for the services of Apps Script.

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = join(PROJECT, 'integrations/sheets');
const WIDTH = 8;
const HEADINGS = [
  ...['Widoczność', 'Powód', 'Autor', 'Gwiazdki', 'Miejsce', 'Treść opinii', 'Sprawdzono'],
  'Sprawdzony link',
];
const CHECKED = '2026-11-21 03:12:45';

interface Fixtures {
  readonly serve: Serve;
  /** Checks a column of these cells below a heading; the service and the spreadsheet afterwards. */
  readonly checked: (cells: readonly Cell[], ...replies: Parameters<Serve>) => Promise<Checked>;
  /** What a formula gives, and the spreadsheet afterwards. */
  readonly formula: (call: readonly unknown[], reply: Reply, change?: Partial<World>) => Promise<Formula>;
}
type Checked = { readonly api: FakeApi; readonly world: World };
type Formula = Checked & { readonly value: unknown };

const test = base.extend<Fixtures>({
  serve: ({}, use) => serving(use),
  checked: ({ serve }, use) =>
    use(async (cells, ...replies) => {
      const api = await serve(...replies);
      const world = newWorld(['Link', ...cells]);
      await check(world, api);
      return { api, world };
    }),
  formula: ({ serve }, use) =>
    use(async ([name, ...args], reply, change = {}) => {
      const api = await serve(reply);
      const world = newWorld(['Link'], { context: 'formula', ...change });
      return { api, world, value: await runScript(world, api.url, String(name), args) };
    }),
});

const cutOff: Reply = (_asked, response) => void response.socket?.destroy();

/** The link of the n-th review. */
const link = (n: number) => `https://maps.app.goo.gl/Rev${n}`;
const links = (count: number) => Array.from({ length: count }, (_, at) => link(at + 1));
const seen = (review: object | null) => ({
  is_visible: true,
  visibility_reason: 'visible',
  checked_at: CHECKED,
  review,
});
const gone = (reason = 'no_rating_section') => ({
  is_visible: false,
  visibility_reason: reason,
  checked_at: CHECKED,
  review: null,
});
const failure = (code: string, more: object = {}) => ({
  error: { code, message: 'Made up for the test.', ...more },
});
const REVIEW = {
  author_name: 'Łucja Wymyślona-Kęs',
  stars: 5,
  place_name: 'Żurkownia',
  review_text: 'Zażółć!',
};

/** Answers a bulk check, the links in the wrong order. */
const judged =
  (verdictOf: (url: string) => object = () => seen(REVIEW)): Reply =>
  (asked, response) => {
    const results = asked.urls.map((url, index) => ({ index, review_url: url, ...verdictOf(url) }));
    success({ total: results.length, results: results.reverse() })(asked, response);
  };

const states = (world: World) => world.sheets[0]?.cells.slice(1).map((row) => row[1]) ?? [];
const row = (world: World, n: number) => world.sheets[0]?.cells[n] ?? [];
const check = (world: World, api: FakeApi, onRequest?: (world: World) => void) =>
  runScript(world, api.url, 'checkColumn', [], onRequest);

test.describe('formulas', () => {
  const VISIBLE = ['REVIEW_VISIBLE', link(1)];

  const card = 'niewidoczna: wizytówka jest, opinii nie ma';
  const english = 'not visible: the place card is shown, the review is not';
  const notices = [
    { kind: 'reviews_withheld', text: 'Ukryte.' },
    { kind: 'a_later_kind', text: '' },
  ];
  const ofNotices = `${pl.notices.reviews_withheld} „Ukryte.”; ${pl.notices.other}`;
  for (const [verdict, words, change = {}] of [
    [seen(null), `widoczna (sprawdzono ${CHECKED})`],
    [gone(), `${card} (sprawdzono ${CHECKED})`],
    [gone('a_later_reason'), `niewidoczna: a_later_reason (sprawdzono ${CHECKED})`],
    [gone(), `${english} (checked ${CHECKED})`, { locale: 'en-GB' }],
    [{ ...gone(), notices }, `${card}; ${ofNotices} (sprawdzono ${CHECKED})`],
  ] as const)
    test(`REVIEW_VISIBLE says in words whether a review is shown, and why not: ${words}`, async ({
      formula,
    }) => {
      const { value, api } = await formula(VISIBLE, success(verdict), change);
      expect(value).toBe(words);
      expect(api.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
        `GET /api/review-visibility?url=${encodeURIComponent(link(1))}`,
      ]);
      expect(api.asked[0]?.headers).toMatchObject({ accept: 'application/json', 'x-api-key': 'the-key' });
    });

  const limited = refusal(
    429,
    'rate_limited',
    {},
    message('pointsUsedUp', { cost: 1, most: 60, left: 0, seconds: 31 }),
  );
  test('an unknown state is never false, empty or "not visible"', async ({ formula }) => {
    const replies: [Reply, string][] = [
      [refusal(503, 'provider_unavailable', { 'Retry-After': '60' }), pl.failures.provider_unavailable],
      [refusal(401, 'unauthorized'), pl.failures.unauthorized],
      [limited, 'Za dużo zapytań w ciągu minuty. Spróbuj ponownie za 31 s.'],
      [refusal(500, 'a_later_code'), pl.failures.unknown_code],
      // With the request number to report.
      [refusal(500, 'internal_error'), `${pl.failures.internal_error} (r-1)`],
      [refusal(429, 'rate_limited', { 'Retry-After': '60' }), pl.failures.rate_limited],
      [success({}), pl.failures.unexpected],
      [success({ is_visible: null }), pl.failures.unexpected],
      [success(null), pl.failures.unexpected],
      [(_asked, response) => void response.writeHead(200).end('<html>'), pl.failures.cut],
      [(_asked, response) => void response.writeHead(404).end('<html>'), pl.failures.unexpected],
      [cutOff, pl.failures.offline],
    ];
    for (const [reply, text] of replies)
      expect((await formula(VISIBLE, reply)).value).toBe(`nieznane: ${text}`);
    for (const [code, text] of [
      ['invalid_request', 'unknown: Made up for the test.'],
      ['internal_error', 'unknown: Made up for the test. (r-1)'],
    ] as const)
      expect((await formula(VISIBLE, refusal(400, code), { locale: 'en' })).value).toBe(text);
    const long = `https://maps.app.goo.gl/${'ż'.repeat(400)}`;
    for (const [change, asked, text] of [
      [{ properties: {} }, link(1), 'nieznane: Najpierw podaj adres usługi'],
      [{}, long, 'nieznane: Usługa nie przyjęła'],
    ] as const) {
      const { value, api } = await formula(['REVIEW_VISIBLE', asked], success(seen(null)), change);
      expect([value, api.asked]).toEqual([expect.stringContaining(text), []]);
    }
  });

  test('a formula keeps answers for ten minutes, and temporary failures not at all', async ({ serve }) => {
    const api = await serve(refusal(500, 'internal_error'), success(gone()), success(seen(null)));
    const world = newWorld(['Link'], { context: 'formula' });
    const value = () => runScript(world, api.url, 'REVIEW_VISIBLE', [` ${link(1)} `]);
    expect(await value()).toContain('nieznane: ');
    expect(await value()).toContain('niewidoczna: ');
    expect(await value()).toContain('niewidoczna: ');
    expect(api.asked).toHaveLength(2);
    world.now += 601_000;
    expect(await value()).toContain('widoczna (');
    // Each link has an answer of its own.
    await runScript(world, api.url, 'REVIEW_VISIBLE', [link(2)]);
    expect(api.asked.at(-1)?.path).toContain(encodeURIComponent(link(2)));
    expect(JSON.stringify(world.cache)).not.toContain('the-key');
  });

  test('a formula waits as long as the service asks, if its 30 seconds allow that', async ({
    serve,
    formula,
  }) => {
    const api = await serve(refusal(429, 'rate_limited', { 'Retry-After': '4' }), success(seen(null)));
    const world = newWorld(['Link'], { context: 'formula' });
    expect(await runScript(world, api.url, 'REVIEW_VISIBLE', [link(1)])).toContain('widoczna (');
    expect(world.sleeps).toEqual([4_000]);
    const away = await formula(VISIBLE, refusal(503, 'overloaded', { 'Retry-After': '20' }));
    expect([away.api.asked.length, away.world.sleeps]).toEqual([1, []]);
  });

  test('a blank cell asks nothing, and a range is refused', async ({ serve }) => {
    const api = await serve(success(seen(null)));
    const world = newWorld(['Link'], { context: 'formula' });
    for (const blank of ['', '  ', null, undefined]) {
      expect(await runScript(world, api.url, 'REVIEW_VISIBLE', [blank])).toBe('');
      expect(await runScript(world, api.url, 'PLACE_DETAILS', [blank, 'cid'])).toBe('');
    }
    const range = [[link(1)], [link(2)]];
    await expect(runScript(world, api.url, 'REVIEW_VISIBLE', [range])).rejects.toThrow('jedną komórkę');
    await expect(runScript(world, api.url, 'PLACE_DETAILS', [range, 'cid'])).rejects.toThrow('jedną komórkę');
    expect(api.asked).toEqual([]);
  });

  const maps = `https://www.google.com/maps/place/?q=place_id:${PLACE_ID}`;
  const place = (details: object) =>
    success({ place_id: PLACE_ID, details, maps_url: maps, source: 'search_result' });

  test('PLACE_DETAILS gives one field by any of its names, or all of them', async ({ serve }) => {
    const api = await serve(place({ ...DETAILS, liczba_opinii: 0, srednia_ocen: null }));
    const world = newWorld(['Nazwa'], { context: 'formula' });
    const field = (name?: string) => runScript(world, api.url, 'PLACE_DETAILS', ['pierogarnia kraków', name]);
    expect(await field('nazwa_wizytowki')).toBe(DETAILS.nazwa_wizytowki);
    expect(await field('Adres')).toBe(DETAILS.adres);
    expect(await field(' 5 STARS ')).toBe(6921);
    expect(await field('liczba_opinii')).toBe(0);
    expect(await field('Średnia ocen')).toBe('nieznane');
    expect(await field('place id')).toBe(PLACE_ID);
    const { cid, nazwa_wizytowki, adres, kategoria } = DETAILS;
    const counts = [6921, 1039, 398, 143, 212];
    const found = `pierwszy wynik wyszukiwania, ${nazwa_wizytowki}, ${adres}`;
    expect(await field('Znalezione jako')).toBe(found);
    // Sheets keeps the value for weeks: the row says when it was asked for.
    const asked = await field('Zapytano (UTC)');
    expect(asked).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
    expect(await field()).toEqual([
      [cid, nazwa_wizytowki, adres, kategoria, 'nieznane', 0, ...counts, PLACE_ID, maps, found, asked],
    ]);
    expect(api.asked.map(({ path }) => path)).toEqual(['/api/all?url=pierogarnia%20krak%C3%B3w']);
    await expect(field('gwiazdki')).rejects.toThrow(/Nie ma takiego pola.*srednia_ocen/);
  });

  test('PLACE_DETAILS says why a place is unknown', async ({ formula }) => {
    const { value } = await formula(['PLACE_DETAILS', 'nic', 'cid'], refusal(404, 'no_results'));
    expect(value).toBe(`nieznane: ${pl.failures.no_results}`);
  });
});

test.describe('menu', () => {
  test('the menu is in the language of the user, and of the sheet where Apps Script does not tell it', async () => {
    const labels = async (change: Partial<World>) => {
      const world = newWorld([''], change);
      await runScript(world, '', 'onOpen');
      return world.menu.map(({ label }) => label);
    };
    const polish = ['place-lookup', 'Sprawdź zaznaczoną kolumnę', 'Zatrzymaj sprawdzanie', 'Ustawienia…'];
    const english = ['place-lookup', 'Check the selected column', 'Stop checking', 'Settings…'];
    expect(await labels({ locale: 'pl', sheetLocale: 'en_GB' })).toEqual(polish);
    expect(await labels({ locale: null })).toEqual(polish);
    expect(await labels({ locale: '' })).toEqual(polish);
    expect(await labels({ locale: null, sheetLocale: 'de_DE' })).toEqual(english);
    const world = newWorld(['']);
    await runScript(world, '', 'onOpen');
    const handlers = world.menu.flatMap(({ handler }) => handler ?? []);
    expect(handlers).toEqual(['checkColumn', 'stopCheck', 'openSettings']);
  });

  test('120 links are checked in six requests, each link once, through the real HTTP layer', async () => {
    await using http = await startHttp();
    const world = newWorld(['Link', ...links(120), link(1)]);
    const urls: string[] = [];
    await runScript(world, `http://127.0.0.1:${http.port}`, 'checkColumn', [], (_, url) => urls.push(url));
    expect(urls).toEqual(Array(6).fill(`${ADDRESS}/api/review-visibility`));
    expect(states(world)).toEqual(Array(121).fill('widoczna'));
    expect(row(world, 0)).toEqual(['Link', ...HEADINGS]);
    expect(world.toasts.at(-1)).toContain('Widoczne: 121, niewidoczne: 0, nieznane: 0.');
    expect(world.properties).toEqual({ address: ADDRESS, key: 'the-key' });
    expect([world.sleeps, world.triggers]).toEqual([[], []]);
  });

  test('a row shows what was read, and "nieznane" for what is not shown', async ({ checked }) => {
    const verdicts = [
      seen(REVIEW),
      seen({ ...REVIEW, stars: null, place_name: null, review_text: '' }),
      seen(null),
      gone('no_business_card'),
      gone('no_business_data'),
      failure('deadline_exceeded'),
      { is_visible: 'no' },
    ];
    const verdictOf = (url: string) => verdicts[Number(url.slice(-1)) - 1] ?? {};
    const { world } = await checked(links(7), judged(verdictOf));
    const unknown = 'nieznane';
    expect(world.sheets[0]?.cells.slice(1).map((cells) => cells.slice(1, WIDTH))).toEqual([
      ['widoczna', '', 'Łucja Wymyślona-Kęs', 5, 'Żurkownia', 'Zażółć!', CHECKED],
      ['widoczna', '', 'Łucja Wymyślona-Kęs', unknown, unknown, '', CHECKED],
      ['widoczna', '', unknown, unknown, unknown, unknown, CHECKED],
      ['niewidoczna', pl.reasons.no_business_card, '', '', '', '', CHECKED],
      [unknown, pl.reasons.no_business_data, '', '', '', '', CHECKED],
      [unknown, pl.failures.deadline_exceeded, '', '', '', '', ''],
      [unknown, pl.failures.unexpected, '', '', '', '', ''],
    ]);
    expect(world.toasts.at(-1)).toContain('Widoczne: 3, niewidoczne: 1, nieznane: 3.');
    expect(world.toasts.at(-1)).toContain(pl.caveats.notShown);
    expect(world.sheets[0]?.notes['1,2']).toBe(world.toasts.at(-1));
  });

  test('texts of other people are written as texts, never as formulas or numbers', async ({ checked }) => {
    const texts = [
      '=HYPERLINK("https://x.test")',
      '+48 600',
      '-1+1',
      '@SUM(A1)',
      "'=1+1",
      '12',
      'TRUE',
      '\t=1',
    ];
    const verdictOf = (url: string) => {
      const text = texts[Number(url.slice(-1)) - 1];
      return seen({ author_name: text, stars: 1, place_name: text, review_text: text });
    };
    const { world } = await checked(links(texts.length), judged(verdictOf));
    const written = world.sheets[0]?.cells.slice(1).map((cells) => cells.slice(3, 7)) ?? [];
    expect(written).toEqual(texts.map((text) => [text, 1, text, text]));
    const other = await checked(
      [link(1)],
      judged(() => gone('=1+1')),
    );
    expect(row(other.world, 1).slice(1, 3)).toEqual(['niewidoczna', '=1+1']);
  });

  test('blank cells stay blank, and a text that is no link is not sent', async ({ checked }) => {
    const column = ['', 'brak', 'jan@example.com', 12, true, `  ${link(1)} `, '', 'maps.app.goo.gl/Rev2'];
    const { api, world } = await checked(column, judged());
    expect(api.asked.flatMap(({ urls }) => urls)).toEqual([link(1), 'maps.app.goo.gl/Rev2']);
    const unknown = 'nieznane';
    expect(states(world)).toEqual(['', unknown, unknown, unknown, unknown, 'widoczna', '', 'widoczna']);
    expect(row(world, 2)[2]).toBe(POLISH.reviewLinkNotALink);
  });

  test('cells right of the column are moved, not overwritten', async ({ serve }) => {
    const api = await serve(judged());
    const world = newWorld(['Link', link(1)]);
    for (const cells of world.sheets[0]?.cells ?? []) cells.push('uwaga', { formula: '=A1' });
    await check(world, api);
    expect(row(world, 1).slice(1 + WIDTH)).toEqual(['uwaga', { formula: '=A1' }]);
    expect(row(world, 1)[1]).toBe('widoczna');
  });

  const REFUSED: readonly [text: string, world: World][] = [
    ['jedną kolumnę', newWorld(['Link', link(1)], { selected: null })],
    [
      'jedną kolumnę',
      newWorld(['Link'], { selected: [1, 1, 1, 2], sheets: [{ id: 7, cells: [['Link', '']], notes: {} }] }),
    ],
    ['nagłówek', newWorld([link(1), link(2)])],
    ['nagłówek', newWorld(['', link(2)])],
    ['żadnego linku', newWorld(['Link', 'brak', ''])],
    ['adres usługi', newWorld(['Link', link(1)], { properties: {} })],
    ['już trwa', newWorld(['Link', link(1)], { isLocked: true })],
    ['', newWorld(['Link', link(1)], { presses: ['CANCEL'] })],
  ];
  test('nothing is asked or changed without links, an address or consent', async ({ serve }) => {
    const api = await serve(judged());
    for (const [text, world] of REFUSED) {
      const before = structuredClone(world.sheets);
      await check(world, api);
      expect(world.dialogs.at(-1), text).toContain(text);
      expect(world.sheets).toEqual(before);
    }
    expect(api.asked).toEqual([]);
  });

  test('a link in several rows is asked once; a verdict that is kept is not replaced', async ({
    checked,
    serve,
  }) => {
    const { api, world } = await checked(
      [link(1), link(1), link(2)],
      judged(() => gone()),
    );
    expect(api.asked.map(({ urls }) => urls)).toEqual([[link(1), link(2)]]);
    expect(states(world)).toEqual(Array(3).fill('niewidoczna'));
    row(world, 2)[1] = 'nieznane';
    world.presses = ['NO'];
    const later = await serve(judged());
    await check(world, later);
    expect(later.asked.map(({ urls }) => urls)).toEqual([[link(1)]]);
    expect(states(world)).toEqual(['niewidoczna', 'widoczna', 'niewidoczna']);
  });

  test('the verdict on a link that was replaced is no verdict on the new link', async ({
    checked,
    serve,
  }) => {
    const { world } = await checked(
      links(2),
      judged(() => gone()),
    );
    expect(row(world, 1)).toHaveLength(1 + WIDTH);
    row(world, 1)[0] = link(3);
    world.presses = ['NO'];
    const later = await serve(judged());
    await check(world, later);
    expect(later.asked.map(({ urls }) => urls)).toEqual([[link(3)]]);
    expect(states(world)).toEqual(['widoczna', 'niewidoczna']);
    expect(row(world, 1).at(-1)).toBe(link(3));
  });

  test('a second check clears all results, or keeps the verdicts', async ({ checked, serve }) => {
    const verdictOf = (url: string) => (url === link(2) ? failure('overloaded') : gone());
    const { world } = await checked(links(3), judged(verdictOf));
    expect(states(world)).toEqual(['niewidoczna', 'nieznane', 'niewidoczna']);
    const later = await serve(judged());
    world.presses = ['NO'];
    world.locale = 'en';
    await check(world, later);
    expect(later.asked.map(({ urls }) => urls)).toEqual([[link(2)]]);
    expect(states(world)).toEqual(['niewidoczna', 'visible', 'niewidoczna']);
    expect(world.toasts.at(-1)).toContain('Visible: 1, not visible: 2, unknown: 0.');
    world.presses = ['YES'];
    await check(world, later);
    expect(later.asked.at(-1)?.urls).toEqual(links(3));
    expect(states(world)).toEqual(['visible', 'visible', 'visible']);
    expect(row(world, 0)).toHaveLength(1 + WIDTH);
    expect(row(world, 0)[1]).toBe('Visibility');
  });
});

test.describe('long checks', () => {
  test('a check pauses before the limit, and its trigger goes on', async ({ serve }) => {
    const api = await serve(judged());
    const world = newWorld(['Link', ...links(120)], { fetchMs: 55_000 });
    const startedAt = world.now;
    await check(world, api);
    expect(world.now - startedAt).toBeLessThan(360_000);
    expect(states(world).filter((state) => state !== '')).toHaveLength(100);
    expect(world.triggers).toEqual([{ handler: 'resumeCheck', afterMs: 60_000 }]);
    // The user looks at something else by then.
    Object.assign(world, { context: 'trigger', selected: null });
    await runScript(world, api.url, 'resumeCheck');
    expect(states(world)).toEqual(Array(120).fill('widoczna'));
    expect(api.asked.flatMap(({ urls }) => urls)).toEqual(links(120));
    expect([world.triggers, Object.keys(world.properties)]).toEqual([[], ['address', 'key']]);
  });

  test('time that the user needs for a dialog counts for the limit of the run', async ({ serve }) => {
    const api = await serve(judged());
    const world = newWorld(['Link', link(1)], { dialogMs: 300_000 });
    await check(world, api);
    expect([api.asked, world.triggers]).toEqual([[], [{ handler: 'resumeCheck', afterMs: 60_000 }]]);
  });

  test('429 and 503 in the middle are waited for, and the same links are asked again', async ({
    checked,
  }) => {
    const limited = refusal(429, 'rate_limited', { 'Retry-After': '7' });
    const busy = refusal(503, 'overloaded', { 'Retry-After': '3' });
    const { api, world } = await checked(links(40), judged(), limited, busy, judged());
    expect(world.sleeps).toEqual([7_000, 3_000]);
    expect(api.asked.slice(1).map(({ urls }) => urls)).toEqual(Array(3).fill(links(40).slice(20)));
    expect(states(world)).toEqual(Array(40).fill('widoczna'));
  });

  test('a wait beyond the limit of a run is left to the trigger', async ({ checked }) => {
    const disabled = (seconds: string) => refusal(503, 'api_disabled', { 'Retry-After': seconds });
    const other = await checked(links(1), disabled('1e300'));
    expect(other.world.triggers).toEqual([{ handler: 'resumeCheck', afterMs: 3_600_000 }]);
    const { api, world } = await checked(links(1), disabled('300'), judged());
    expect(world.triggers).toEqual([{ handler: 'resumeCheck', afterMs: 300_000 }]);
    expect([world.sleeps, states(world)]).toEqual([[], ['']]);
    world.context = 'trigger';
    await runScript(world, api.url, 'resumeCheck');
    expect(states(world)).toEqual(['widoczna']);
  });

  test('a check ends after six failures in a row, also across triggers', async ({ checked }) => {
    const disabled = refusal(503, 'api_disabled', { 'Retry-After': '300' });
    const { api, world } = await checked(links(1), disabled);
    world.context = 'trigger';
    while (world.triggers.length > 0) await runScript(world, api.url, 'resumeCheck');
    expect(api.asked).toHaveLength(6);
    expect(states(world)).toEqual(['']);
    expect(world.sheets[0]?.notes['1,2']).toBe(`Sprawdzanie przerwano. ${pl.failures.api_disabled}`);
  });

  test('failures between successes do not end a check', async ({ checked }) => {
    const busy = refusal(503, 'overloaded', { 'Retry-After': '1' });
    const replies = [busy, busy, busy, busy, judged()] as const;
    const { api, world } = await checked(links(40), ...replies, ...replies);
    expect(states(world)).toEqual(Array(40).fill('widoczna'));
    expect(api.asked).toHaveLength(10);
  });

  test('a service that does not answer gets fewer links each time', async ({ checked }) => {
    const { api, world } = await checked(links(30), cutOff);
    expect(api.asked.map(({ urls }) => urls.length)).toEqual([20, 10, 5, 3, 2, 1]);
    expect(states(world)).toEqual(Array(30).fill(''));
    expect(world.toasts.at(-1)).toBe(`Sprawdzanie przerwano. ${pl.failures.offline}`);
  });

  test('a wrong key ends the check at once, through the real HTTP layer', async () => {
    const apiKeys = parseApiKeys([{ name: 'API_KEYS', text: `ola:${'0'.repeat(64)}` }]);
    await using http = await startHttp({ apiKeys });
    const world = newWorld(['Link', link(1)]);
    let requests = 0;
    await runScript(world, `http://127.0.0.1:${http.port}`, 'checkColumn', [], () => {
      requests += 1;
    });
    expect([requests, states(world), world.triggers]).toEqual([1, [''], []]);
    expect(world.toasts.at(-1)).toBe(`Sprawdzanie przerwano. ${pl.failures.unauthorized}`);
  });

  test('links are not given up while the provider blocks the service', async ({ checked }) => {
    const blocked = judged(() => failure('provider_blocked'));
    const { world } = await checked(links(3), blocked, judged());
    expect(world.sleeps).toEqual([60_000]);
    expect(states(world)).toEqual(Array(3).fill('widoczna'));
    const verdictOf = (url: string) => (url === link(1) ? failure('provider_blocked') : seen(null));
    const other = await checked(links(2), judged(verdictOf));
    expect(states(other.world)).toEqual(['nieznane', 'widoczna']);
  });

  test('rows that were sorted during a request get the results of their links', async ({ serve }) => {
    const api = await serve(judged((url) => (url === link(1) ? gone() : seen(null))));
    const world = newWorld(['Link', ...links(3)]);
    await check(world, api, ({ sheets: [sheet] }) => {
      sheet?.cells.splice(1, 3, ...sheet.cells.slice(1, 4).reverse());
      const [last] = sheet?.cells[1] ?? [];
      expect(last).toBe(link(3));
    });
    expect(states(world)).toEqual(['widoczna', 'widoczna', 'niewidoczna']);
  });

  test('a link that is replaced during a request gets no result of another link', async ({ serve }) => {
    const api = await serve(judged((url) => (url === link(1) ? gone() : seen(null))));
    const world = newWorld(['Link', link(1)]);
    let requests = 0;
    await check(world, api, ({ sheets: [sheet] }) => {
      requests += 1;
      if (requests === 1) sheet?.cells[1]?.splice(0, 1, link(2));
    });
    expect(states(world)).toEqual(['widoczna']);
    expect(api.asked.map(({ urls }) => urls)).toEqual([[link(1)], [link(2)]]);
  });

  test('nothing is written if the columns are changed during a request', async ({ serve }) => {
    const changes: readonly [rows: number, change: (cells: Cell[]) => void][] = [
      // A column is inserted, a column of results is deleted, the heading of the links is another.
      [2, (cells) => void cells.splice(0, 0, 'nowa')],
      [2, (cells) => void cells.splice(3, 1)],
      [1, (cells) => void cells.splice(0, 1, 'Inne')],
    ];
    for (const [rows, change] of changes) {
      const api = await serve(judged());
      const world = newWorld(['Link', link(1)]);
      for (const cells of world.sheets[0]?.cells ?? []) cells.push('uwaga');
      let during: unknown;
      await check(world, api, ({ sheets: [sheet] }) => {
        for (const cells of sheet?.cells.slice(0, rows) ?? []) change(cells);
        during = structuredClone(sheet?.cells);
      });
      expect(world.sheets[0]?.cells).toEqual(during);
      expect(world.toasts.at(-1)).toContain('kolumny z wynikami');
      expect(api.asked).toHaveLength(1);
    }
  });

  test('"Stop" ends a run before its next request, and removes the trigger', async ({ serve }) => {
    const api = await serve(judged());
    const world = newWorld(['Link', ...links(40)]);
    await check(world, api, (now) => {
      delete now.properties.run;
    });
    expect(api.asked).toHaveLength(1);
    // Another user pressed "Stop": the trigger, which that user may not delete, does nothing and removes itself.
    const left = newWorld(['Link', link(1)], { triggers: [{ handler: 'resumeCheck', afterMs: 1 }] });
    left.context = 'trigger';
    await runScript(left, api.url, 'resumeCheck');
    expect([api.asked.length, left.triggers]).toEqual([1, []]);
    const paused = newWorld(['Link'], { triggers: [{ handler: 'resumeCheck', afterMs: 1 }] });
    paused.triggers.push({ handler: 'other', afterMs: 1 });
    paused.properties.run = '{}';
    await runScript(paused, api.url, 'stopCheck');
    expect(paused.triggers.map(({ handler }) => handler)).toEqual(['other']);
    expect(Object.keys(paused.properties)).toEqual(['address', 'key']);
    expect(paused.toasts).toEqual(['Sprawdzanie zatrzymano.']);
  });
});

test.describe('settings', () => {
  const configure = async (api: FakeApi, presses: string[], properties: Record<string, string> = {}) => {
    const world = newWorld([''], { presses, properties });
    await runScript(world, api.url, 'openSettings');
    return world;
  };

  test('address and key are kept in the script properties and tried', async ({ serve }) => {
    const api = await serve(success({ name: 'PlaceID Finder API' }));
    const world = await configure(api, [`type: ${ADDRESS}/ `, 'type: the-key ']);
    expect(world.properties).toEqual({ address: ADDRESS, key: 'the-key' });
    expect(world.dialogs.at(-1)).toBe('Ustawienia zapisano. Usługa odpowiada.');
    expect(api.asked.map(({ path, headers }) => [path, headers['x-api-key']])).toEqual([
      ['/api/info', 'the-key'],
    ]);
    expect(world.sheets[0]?.cells).toEqual([['']]);
    const refused = await serve(refusal(401, 'unauthorized'));
    const wrong = await configure(refused, [`type:${ADDRESS}`, 'type:x']);
    expect(wrong.dialogs.at(-1)).toContain(pl.failures.unauthorized);
  });

  test('an address without https, with a name or with a query is refused', async ({ serve }) => {
    const api = await serve(success({}));
    for (const address of [
      'http://lookup.example.test',
      'lookup',
      'https://',
      'https://a:b@c',
      `${ADDRESS}?x=1`,
    ]) {
      const world = await configure(api, [`type:${address}`, 'type:k'], {});
      expect([address, world.properties]).toEqual([address, {}]);
      expect(world.dialogs.at(-1)).toContain('https://');
    }
    expect(api.asked).toEqual([]);
  });

  test('the key of one service is never sent to another', async ({ serve }) => {
    const api = await serve(success({}));
    const before = { address: 'https://old.example.test', key: 'old-key' };
    const world = await configure(api, [`type:${ADDRESS}`, 'type:'], before);
    expect(world.properties).toEqual({ address: ADDRESS });
    expect(api.asked[0]?.headers['x-api-key']).toBeUndefined();
    expect(world.dialogs.join(' ')).not.toContain('old-key');
    const kept = await configure(api, ['type:', 'type:'], { address: ADDRESS, key: 'the-key' });
    expect(kept.properties).toEqual({ address: ADDRESS, key: 'the-key' });
    const removed = await configure(api, ['type:', 'type:-'], { address: ADDRESS, key: 'the-key' });
    expect(removed.properties).toEqual({ address: ADDRESS });
  });

  test('a redirect is not followed with the key', async ({ checked, serve }) => {
    const other = await serve(success(seen(null)));
    const redirect: Reply = (_, response) => void response.writeHead(302, { Location: other.url }).end();
    const { world } = await checked(links(1), redirect);
    expect([other.asked, states(world)]).toEqual([[], ['']]);
    expect(world.toasts.at(-1)).toContain(pl.failures.unexpected);
  });
});

interface Texts {
  readonly failures: Readonly<Record<string, string>>;
  readonly reasons: Readonly<Record<string, string>>;
  readonly notices: Readonly<Record<string, string>>;
  readonly refusals: Readonly<Record<string, string>>;
}

test.describe('the files', () => {
  const source = readFileSync(join(FOLDER, 'Texts.gs'), 'utf8');
  const texts = runInNewContext(`${source}; ({ PL, EN, FIELDS })`) as {
    readonly PL: Texts & Readonly<Record<string, unknown>>;
    readonly EN: Texts & Readonly<Record<string, unknown>>;
    readonly FIELDS: Readonly<Record<string, readonly string[]>>;
  };

  test('texts and fields are those of the other clients', () => {
    const { visible: _, ...reasons } = pl.reasons;
    expect(texts.PL.failures).toEqual(expect.objectContaining({ unknown_code: pl.failures.unknown_code }));
    for (const [code, text] of Object.entries(texts.PL.failures))
      expect(pl.failures).toMatchObject({ [code]: text });
    for (const [code, text] of Object.entries(texts.EN.failures))
      expect(en.failures).toMatchObject({ [code]: text });
    expect({ ...texts.PL.reasons }).toEqual(reasons);
    expect([{ ...texts.PL.notices }, { ...texts.EN.notices }]).toEqual([pl.notices, en.notices]);
    expect({ ...texts.EN.reasons, visible: en.reasons.visible }).toEqual(en.reasons);
    const byReason = (messages: Readonly<Record<MessageId, string>>) =>
      Object.fromEntries(Object.entries(messages).map(([id, text]) => [reasonOf(id as MessageId), text]));
    expect(byReason(POLISH)).toMatchObject(texts.PL.refusals);
    expect(byReason(MESSAGES)).toMatchObject(texts.EN.refusals);
    expect(Object.keys(texts.PL)).toEqual(Object.keys(texts.EN));
    const fields = Object.values(PLACE_FIELD_LIST).map(({ published, label }) => [
      published,
      [...new Set([label.pl, label.en])],
    ]);
    expect(Object.entries(texts.FIELDS).slice(0, fields.length)).toEqual(fields);
    expect(Object.keys(WHOLE_CHECK.review ?? {})).toEqual(expect.arrayContaining(Object.keys(REVIEW)));
  });

  test('Code.gs uses Apps Script as its types say', () => {
    const folder = makeDataFolder();
    for (const name of ['Code', 'Texts'])
      copyFileSync(join(FOLDER, `${name}.gs`), join(folder, `${name}.js`));
    const options =
      '--noEmit --checkJs --strict --noImplicitAny false --skipLibCheck --target es2021 --lib es2021';
    const types = ['--typeRoots', join(PROJECT, 'node_modules/@types'), '--types', 'google-apps-script'];
    const tsc = [join(PROJECT, 'node_modules/typescript-native/bin/tsc'), ...options.split(' '), ...types];
    const run = spawnSync(process.execPath, [...tsc, 'Code.js', 'Texts.js'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(run.stdout).toBe('');
  });
});
