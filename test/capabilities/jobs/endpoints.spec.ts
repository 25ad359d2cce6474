import { randomBytes } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import readXlsxFile from 'read-excel-file/node';
import { JOB_NOT_FOUND } from '../../../src/capabilities/jobs/errors.js';
import { FINISHED_JOB, RUNNING_JOB } from '../../../src/capabilities/jobs/examples.js';
import type { JobResult, JobStatus } from '../../../src/capabilities/jobs/job.js';
import type { JobRequest, Jobs } from '../../../src/capabilities/jobs/job-service.js';
import { packFailure } from '../../../src/capabilities/jobs/packed-result.js';
import { isOnThisMachine } from '../../../src/core/api/client-address.js';
import { REVIEW } from '../../../src/core/api/examples/review-examples.js';
import { createApiKey, parseApiKeys } from '../../../src/core/config/api-keys.js';
import { AppError } from '../../../src/core/errors.js';
import { published } from '../../../src/core/texts/messages.js';
import { checkContract } from '../../support/contract-check.js';
import { type HttpSetup, pointsLeft, startHttp } from '../../support/http-only.js';
import { madeUp } from '../../support/made-up.js';
import { message } from '../../support/messages.js';
import { expect, test } from '../../support/test.js';

// The endpoints of jobs over HTTP; the jobs themselves are replaced.

const JOB: JobStatus = {
  id: 'a',
  type: 'review-visibility',
  parameters: {},
  state: 'finished',
  read_at: 1_789_000_061_000,
  created_at: 1_789_000_000_000,
  begun_at: 1_789_000_001_000,
  ended_at: 1_789_000_061_000,
  expires_at: 1_789_000_361_000,
  total: 2,
  done: 2,
  outcomes: { visible: 1, malformed: 1 },
  retrying: 0,
  next_attempt_at: null,
  rows: 2,
};
const FAILED = {
  index: 1,
  line: 2,
  input: '=1+1',
  position: 1,
  data: { error: { code: 'invalid_request', ...published(madeUp('The line is empty.')) } },
};
const VISIBLE = {
  index: 0,
  line: 1,
  input: 'https://maps.app.goo.gl/a',
  position: 2,
  data: {
    ...{ is_visible: true, visibility_reason: 'visible', review: null },
    ...{ checked_at: '2026-09-14 08:00:00', checked_at_utc: '2026-09-14T06:00:00Z' },
  },
};
const RESULTS = [FAILED, VISIBLE];

/** Takes every job, and keeps what was sent. */
function fakeJobs() {
  const sent: { request: JobRequest; links: string[]; failed: unknown }[] = [];
  const jobs: Jobs = {
    submit: async (submitted) => {
      const taken = { request: submitted, links: [] as string[], failed: null as unknown };
      sent.push(taken);
      try {
        for await (const entries of submitted.entries) taken.links.push(...entries.map(({ text }) => text));
      } catch (error) {
        taken.failed = error;
        throw error;
      }
      return { ...JOB, state: 'waiting', begun_at: null, ended_at: null, expires_at: null };
    },
    list: async () => [JOB],
    get: async () => JOB,
    cancel: async (_, __, deletesEnded) => ({ ...JOB, state: deletesEnded ? 'deleted' : 'cancelled' }),
    endWaiting: async () => ({ ...JOB, outcomes: { no_results: 2 } }),
    finished: async () => [],
    completed: async (_, after) => RESULTS.slice(after),
    inOrder: async () => ({ results: RESULTS.toReversed(), next: 200 }),
  };
  return { jobs, sent };
}

interface Sent {
  readonly type?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The rows of a sheet or file by their headings. */
const byHeading = ([headings = [], ...rows]: readonly (readonly string[])[]) =>
  rows.map((row) => Object.fromEntries(headings.map((heading, at) => [heading, row[at]])));

/** The endpoints below `/api/jobs` on fake jobs with the changes of a test. Each answer is as the document has it. */
async function serve(changes: Partial<Jobs> | null = {}, options: HttpSetup = {}) {
  const { jobs, sent } = fakeJobs();
  const http = await startHttp({ jobs: changes && { ...jobs, ...changes }, ...options });
  const raw = (method: string, below: string, { type, body, headers: more }: Sent = {}) => {
    const headers = { ...(type !== undefined && { 'Content-Type': type }), ...more };
    return http.ask(`/api/jobs${below}`, { method, headers, ...(body !== undefined && { body }) });
  };
  const ask: typeof raw = async (method, below, request) => {
    const answer = await raw(method, below, request);
    checkContract({ method, path: `/api/jobs${below}`, ...answer, headers: new Headers(answer.headers) });
    return answer;
  };
  const results = (query = '', headers = {}) => ask('GET', `/a/results${query}`, { headers });
  return {
    ...http,
    raw,
    ask,
    sent,
    results,
    statusOf: async (below: string) => (await ask('GET', below)).status,
    data: async (method: string, below: string) => JSON.parse((await ask(method, below)).text).data,
    lines: async (query = '', headers = {}) =>
      (await results(query, headers)).text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    table: async () => (await results('?format=csv')).text.replace('\ufeff', '').trimEnd().split('\r\n'),
    workbook: async (query = '') => {
      const sheets = await readXlsxFile((await results(`?format=xlsx${query}`)).bytes);
      const cellsOf = (row: readonly unknown[]) => row.map((cell) => String(cell ?? ''));
      return sheets.map(({ sheet, data }) => [sheet, byHeading(data.map(cellsOf))] as const);
    },
  };
}

/** A job in this state, with these results in the order of its list. */
const jobIs = (state: Partial<JobStatus>, results: readonly JobResult[] = RESULTS.toReversed()) => ({
  get: async () => ({ ...JOB, ...state }),
  inOrder: async () => ({ results: [...results], next: 200 }),
});

const PLACE_LIST = {
  place_id: 'ChIJJz6dChxbFkcRFk6Qq9KBXD8',
  reviews_count: 1,
  reviews_read: 1,
  total_reviews: 1,
  pages_fetched: 1,
  complete: true,
  stop_reason: 'end',
};
const JSON_TYPE = 'application/json';
const BODY = JSON.stringify({ type: 'review-visibility', urls: ['a', 'b'] });

const JOB_REQUESTS = [
  ['POST', '', { type: JSON_TYPE, body: BODY }],
  ['POST', '?type=place-details', { type: 'text/plain', body: 'a' }],
  ['GET', ''],
  ['GET', '/a'],
  ['GET', '/a/results'],
  ['POST', '/a/finish'],
  ['DELETE', '/a'],
] as const;

test('without a database every endpoint of jobs returns 503 and names the setting', async () => {
  await using http = await serve(null);
  for (const [method, below, request] of JOB_REQUESTS) {
    const { status, text } = await http.ask(method, below, request);
    expect([status, JSON.parse(text).error.code]).toEqual([503, 'jobs_unavailable']);
    expect(text).toContain('DATABASE_URL');
  }
});

const SHOP = createApiKey('shop');
const apiKeys = parseApiKeys([{ name: 'API_KEYS', text: SHOP.entry }]);
const by = (address: string) => ({ 'X-Forwarded-For': address });
const REMOTE = by('203.0.113.1');

for (const [what, options, headers, isAllowed] of [
  ['this machine', {}, {}, true],
  ['this machine, by a proxy', { TRUST_PROXY: 1 }, by('127.0.0.1'), true],
  ['elsewhere', { TRUST_PROXY: 1 }, REMOTE, false],
  ['elsewhere, by a proxy that is not configured', {}, REMOTE, false],
  ['a forged address', { TRUST_PROXY: 1 }, by('203.0.113.1, 127.0.0.1'), false],
  ['no address', { TRUST_PROXY: 1 }, by('unknown'), false],
  ['with a key', { TRUST_PROXY: 1, apiKeys }, { ...REMOTE, 'X-API-Key': SHOP.key }, true],
] as const)
  test(`without keys jobs are for clients on this machine: ${what}`, async () => {
    await using http = await serve({}, options);
    for (const [method, below, request] of JOB_REQUESTS) {
      const { status, text } = await http.ask(method, below, { ...request, headers });
      if (isAllowed) expect(status, `${method} ${below}`).toBeLessThan(300);
      else expect([status, text], `${method} ${below}`).toEqual([503, expect.stringContaining('(API_KEYS)')]);
    }
    expect(http.sent).toHaveLength(isAllowed ? 2 : 0);
  });

test('a connection comes from this machine if all its addresses are loopback', () => {
  for (const direct of ['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])
    expect(isOnThisMachine(direct, ''), direct).toBe(true);
  for (const direct of ['172.17.0.1', '192.168.1.5', '::ffff:10.0.0.1', '2001:db8::1', 'fe80::1%eth0', ''])
    expect(isOnThisMachine(direct, ''), direct).toBe(false);
  expect(isOnThisMachine('127.0.0.1', '[::1]:4711, 127.0.0.1:80')).toBe(true);
  expect(isOnThisMachine('172.17.0.1', '127.0.0.1')).toBe(false);
});

test('a job is taken as JSON and as an upload', async () => {
  await using http = await serve();
  const json = JSON.stringify({ type: 'place-reviews', urls: ['x', ' y '], max_pages: 2, min_stars: 1 });
  const headers = { 'Idempotency-Key': 'k' };
  const first = await http.ask('POST', '', { type: JSON_TYPE, body: json, headers });
  expect([first.status, first.headers.location]).toEqual([202, '/api/jobs/a']);
  const lines = { type: 'text/plain', body: 'x\ny' };
  await http.ask('POST', '?type=place-reviews&max_pages=2&min_stars=1', lines);
  const ndjson = { type: 'application/x-ndjson', body: '"x"\n"y"\n' };
  await http.ask('POST', '?type=place-details&name=klienci.xlsx', ndjson);
  for (const { links } of http.sent) expect(links).toEqual(['x', 'y']);
  const filter = { max_pages: 2, min_stars: 1 };
  expect(http.sent.map(({ request }) => [request.requestKey, request.parameters])).toEqual([
    ['k', filter],
    [null, filter],
    [null, { name: 'klienci.xlsx' }],
  ]);
  expect(new Set(http.sent.map(({ request: { hash } }) => hash())).size).toBe(3);
});

test('a job that cannot be accepted returns 400 with the reason', async () => {
  const details = (rest: string) => `{"type":"place-details",${rest}}`;
  await using http = await serve();
  for (const [query, type, body, words, headers = {}] of [
    ['', JSON_TYPE, '{"type":"x","urls":["a"]}', '"type"'],
    ['', JSON_TYPE, details('"urls":[]'), 'at least one'],
    ['', JSON_TYPE, details('"urls":[" "]'), 'at least one'],
    ['', JSON_TYPE, details('"urls":["a"],"x":1'), 'urls'],
    ['', JSON_TYPE, details('"urls":["a"],"max_pages":1'), 'only for'],
    ['?type=place-reviews&min_stars=3&max_stars=2', 'text/plain', 'a', 'min_stars'],
    [`?type=place-details&name=${'n'.repeat(201)}`, 'text/plain', 'a', '"name"'],
    ['?type=place-details&name=', 'text/plain', 'a', '"name" must be a text of 1 to 200 characters'],
    ['', JSON_TYPE, details('"urls":["a"],"name":""'), '"name" must be a text of 1 to 200 characters'],
    ['', 'text/plain', 'a', '"type" in the query'],
    ['?type=place-reviews&max_pages=0', 'text/plain', 'a', 'max_pages'],
    ['?type=place-details', 'application/xml', 'a', 'Content-Type'],
    ['?type=place-details', 'text/plain', 'a', 'Idempotency-Key', { 'Idempotency-Key': 'a b' }],
    ['?type=place-details', 'text/plain', 'a', 'Idempotency-Key', { 'Idempotency-Key': 'k'.repeat(256) }],
    ['', JSON_TYPE, `${details('"urls":["a"]')}${' '.repeat(8 * 1_048_576)}`, '8mb'],
    ['?type=place-details', 'text/plain', 'a', 'uncompressed', { 'Content-Encoding': 'gzip' }],
  ] as const) {
    const { status, text } = await http.ask('POST', query, { type, body, headers });
    expect([status, JSON.parse(text).error.message], words).toEqual([400, expect.stringContaining(words)]);
  }
});

test('a job is read, listed, ended, cancelled and deleted', async () => {
  await using http = await serve();
  const state = await http.data('GET', '/a');
  expect(state).toMatchObject({ id: 'a', links_per_minute: 1, estimated_end_at: null, visible: 1 });
  expect(state.begun_at).toMatch(/^2026-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect((await http.data('GET', '')).jobs).toHaveLength(1);
  expect((await http.data('DELETE', '/a')).state).toBe('cancelled');
  expect((await http.data('DELETE', '/a?delete_ended=false')).state).toBe('cancelled');
  expect((await http.data('DELETE', '/a?delete_ended=true')).state).toBe('deleted');
  expect(await http.data('POST', '/a/finish')).toMatchObject({ state: 'finished', failed: 2 });
  expect((await http.ask('DELETE', '/a?delete_ended=x')).status).toBe(400);
  expect((await http.raw('PUT', '/a')).status).toBe(404);
  expect((await http.raw('HEAD', '/a')).status).toBe(200);
  expect((await http.raw('HEAD', '/a/results')).status).toBe(200);
});

test('the hash of a request differs with its type, parameters, links and form, and not otherwise', async () => {
  await using http = await serve();
  const job = { type: 'place-reviews', urls: ['a', 'b'], max_pages: 2 };
  const requests = [
    ['', JSON_TYPE, JSON.stringify(job)],
    ['', JSON_TYPE, JSON.stringify({ ...job, type: 'place-details', max_pages: undefined })],
    ['', JSON_TYPE, JSON.stringify({ ...job, max_pages: 3 })],
    ['', JSON_TYPE, JSON.stringify({ ...job, urls: ['a', 'c'] })],
    ['?type=place-details', 'text/plain', 'a'],
    ['?type=place-details', 'text/plain', 'b'],
    ['?type=place-details', 'application/x-ndjson', '"a"'],
    ['?type=review-visibility', 'text/plain', 'a'],
  ] as const;
  for (let times = 0; times < 2; times += 1)
    for (const [query, type, body] of requests) await http.ask('POST', query, { type, body });
  const hashes = http.sent.map(({ request }) => request.hash());
  expect(hashes.slice(requests.length)).toEqual(hashes.slice(0, requests.length));
  expect(hashes).not.toContain(undefined);
  expect(new Set(hashes).size).toBe(requests.length);
});

test('the list of jobs has the limit and the beginning that the client asks for', async () => {
  const asked: unknown[] = [];
  const list: Jobs['list'] = async (_client, ...page) => {
    asked.push(page);
    return [JOB];
  };
  await using http = await serve({ list });
  for (const query of ['', '?limit=1', '?limit=1000&before=a'])
    expect(await http.statusOf(query), query).toBe(200);
  for (const query of ['?limit=0', '?limit=1001', '?limit=x', '?before='])
    expect(await http.statusOf(query), query).toBe(400);
  expect(asked).toEqual([
    [1_000, undefined],
    [1, undefined],
    [1_000, 'a'],
  ]);
});

test('results are lines with positions, and begin behind `after`, whatever the client accepts', async () => {
  await using http = await serve();
  const lines = await http.lines('', { Accept: 'application/json' });
  expect(lines.map(({ type, position, index }) => [type, position, index])).toEqual([
    ['error', 1, 1],
    ['result', 2, 0],
    ['summary', 2, undefined],
  ]);
  expect(lines[1]).toMatchObject({ review_url: 'https://maps.app.goo.gl/a', is_visible: true, line: 1 });
  expect(await http.lines('?after=1')).toHaveLength(2);
  expect(await http.statusOf('/a/results?after=x')).toBe(400);
});

test('a failed link keeps the reason and values of its message', async () => {
  const told = message('lineTooLong', { most: 2048 });
  const data = JSON.parse(String(packFailure({ code: 'invalid_request', ...published(told) })));
  const results = [{ ...FAILED, data }];
  await using http = await serve({
    ...jobIs({ total: 1, done: 1, outcomes: { malformed: 1 } }, results),
    completed: async (_, after) => results.slice(after),
  });
  expect((await http.lines())[0].error).toEqual({
    ...{ code: 'invalid_request', message: 'The line is longer than 2048 characters.', field: null },
    ...{ reason: 'line_too_long', values: { most: '2048' } },
  });
  const csv = await http.results('?format=csv&lang=pl');
  expect(csv.text.split('\r\n')[1]?.split(';')[6]).toBe('Wiersz ma ponad 2048 znaków.');
});

test('a table is CSV or XLSX, without formulas', async () => {
  await using http = await serve();
  const [, visible, failed] = await http.table();
  expect(visible).toMatch(
    /^1,https:\/\/maps\.app\.goo\.gl\/a,yes,.*,2026-09-14 08:00:00,+2026-09-14T06:00:00Z,1$/,
  );
  expect(failed).toBe("2,'=1+1,,,,,The line is empty.,invalid_request,,,,,,,,,,,2");
  expect((await http.results('?format=xlsx')).headers['content-disposition']).toBe(
    'attachment; filename="review-visibility-2026-09-10-a.xlsx"',
  );
});

const listOf = (index: number, input: string, data: object): JobResult => ({
  ...{ index, line: index + 1, input, position: index + 1 },
  data: { ...PLACE_LIST, checked_at_utc: '2026-09-14T06:00:00Z', ...data },
});
const WITHHELD = {
  ...{ reviews_count: 0, reviews_read: 0, total_reviews: 31, complete: false, stop_reason: 'withheld' },
  notices: [
    {
      ...{ kind: 'reviews_withheld', text: 'Na razie wstrzymano.', min: null, max: null },
      seen_at: '2026-09-14 08:00:00',
    },
  ],
  reviews: [],
};
const EMPTY = { reviews_count: 0, reviews_read: 0, total_reviews: 0, reviews: [] };
const CUT = { reviews_count: 2, reviews_read: 12, total_reviews: 300, complete: false };
/** Five places: two reviews of a list that was cut short, none, withheld, none left by the filter, and a failure. */
const PLACE_LISTS: readonly JobResult[] = [
  listOf(0, 'a', { ...CUT, stop_reason: 'provider_limit', reviews: [REVIEW, REVIEW] }),
  listOf(1, 'b', EMPTY),
  listOf(2, 'c', WITHHELD),
  listOf(3, 'd', { ...EMPTY, reviews_read: 7, total_reviews: 7 }),
  {
    index: 4,
    line: 5,
    input: 'e',
    position: 5,
    data: { error: { code: 'no_results', ...published(madeUp('There is no place.')) } },
  },
];

const listsAre = (state: Partial<JobStatus> = {}, results = PLACE_LISTS) =>
  jobIs({ type: 'place-reviews', total: 5, done: 5, rows: 6, ...state }, results);
const rowsOf = (lines: readonly string[]) => byHeading(lines.map((line) => line.split(',')));

test('a table of review lists has a row for every place, and says in each row what was read', async () => {
  await using http = await serve(listsAre());
  const rows = rowsOf(await http.table());
  const said = (row: (typeof rows)[number]) => [
    ...[row.Query, row['Reviews read'], row['Review count of Google Maps'], row['List complete']],
    ...[row['Ending code'], row['Checked at (UTC)']],
  ];
  const utc = '2026-09-14T06:00:00Z';
  expect(rows.map(said)).toEqual([
    ['a', '12', '300', 'no', 'provider_limit', utc],
    ['a', '12', '300', 'no', 'provider_limit', utc],
    ['b', '0', '0', 'yes', 'end', utc],
    ['c', '0', '31', 'no', 'withheld', utc],
    ['d', '7', '7', 'yes', 'end', utc],
    ['e', '', '', '', '', ''],
  ]);
  expect(rows[3]?.['Notices of Google Maps']).toContain('Na razie wstrzymano.');
  expect(rows[5]?.['Error code']).toBe('no_results');
});

test('the workbook of review lists has a sheet with counts, and one row for each place', async () => {
  await using http = await serve(listsAre());
  const sheets = await http.workbook('&lang=pl');
  expect(sheets.map(([name]) => name)).toEqual(['Podsumowanie', 'Miejsca', 'Opinie']);
  const [counts, places = [], reviews = []] = sheets.map(([, rows]) => rows);
  expect(counts).toMatchObject([
    {
      ...{ Linki: '5', 'Z wynikiem': '4', 'Bez wyniku': '1', Niesprawdzone: '0', 'Pełne listy': '2' },
      ...{ 'Wczytane opinie': '19', 'Liczba opinii w Mapach Google': '338' },
    },
  ]);
  expect(places.map((row) => [row.Zapytanie, row['Wczytane opinie'], row['Kod końca listy']])).toEqual([
    ['a', '12', 'provider_limit'],
    ['b', '0', 'end'],
    ['c', '0', 'withheld'],
    ['d', '7', 'end'],
    ['e', '', ''],
  ]);
  expect(reviews.map((row) => row.Zapytanie)).toEqual(['a', 'a', 'b', 'c', 'd', 'e']);
});

test('a cancelled job has a row for each link without a result, in table, counts and lines', async () => {
  const open = { index: 1, line: 2, input: 'b', position: null, data: {} };
  const results = [...PLACE_LISTS.slice(0, 1), open];
  await using http = await serve(listsAre({ state: 'cancelled', total: 2, done: 1 }, results));
  expect(rowsOf(await http.table()).map((row) => [row.Query, row['No result']])).toEqual([
    ['a', ''],
    ['a', ''],
    ['b', 'the list was cancelled'],
  ]);
  const { headers } = await http.results('?format=csv');
  expect(headers['content-disposition']).toContain('-partial.csv');
  const [[, counts] = []] = await http.workbook();
  expect(counts).toMatchObject([{ Links: '2', 'With a result': '1', 'Not checked': '1' }]);
  const lines = [{ type: 'open', index: 1, position: 0, query: 'b' }, { type: 'summary' }];
  expect(await http.lines('?open=true&after=2')).toMatchObject(lines);
});

for (const [what, isLinkInCell, beginnings] of [
  ['that have the link', true, ['klient,link,Visible', 'A,https://maps.app.goo.gl/a,yes', 'B,,']],
  [
    'without the link',
    false,
    [
      'klient,link,Review link,Visible',
      'A,https://maps.app.goo.gl/a,https://maps.app.goo.gl/a,yes',
      "B,,'=1+1,",
    ],
  ],
] as const)
  test(`a table begins with the own columns of the list, then the results: columns ${what}`, async () => {
    const columns = { headings: ['klient', 'link'], width: 2, isLinkInCell };
    const results = [
      { ...VISIBLE, own: ['A', null] },
      { ...FAILED, own: ['B'] },
    ];
    await using http = await serve(jobIs({ columns }, results));
    const lines = await http.table();
    expect(lines.map((line, at) => line.slice(0, beginnings[at]?.length))).toEqual(beginnings);
    expect((await http.results('?format=xlsx')).status).toBe(200);
    expect((await http.data('GET', '/a')).columns).toEqual(['klient', 'link']);
  });

test('own columns beyond the limits return 400, and no job is stored', async () => {
  await using http = await serve();
  const lines = [
    { columns: ['klient', 'link'] },
    { url: 'https://maps.app.goo.gl/a', cells: ['x'.repeat(2_001), null] },
  ];
  const body = lines.map((line) => JSON.stringify(line)).join('\n');
  const ndjson = { type: 'application/x-ndjson', body };
  const { status, text } = await http.ask('POST', '?type=review-visibility', ndjson);
  expect(status).toBe(400);
  expect(text).toContain('Line 2 has 2001 characters besides its link, but at most 2000 are allowed.');
  expect(http.sent[0]?.failed).toMatchObject({ code: 'invalid_request' });
});

test('a table of a running job and an XLSX of too many rows return 400', async () => {
  await using running = await serve(jobIs({ state: 'running' }));
  expect((await running.results('?format=csv')).status).toBe(400);
  await using large = await serve(jobIs({ rows: 100_001 }));
  expect((await large.results('?format=xlsx')).text).toContain('100001');
});

for (const [query, rows, left] of [
  ['?format=csv', 0, 59],
  ['?format=csv', 10_000, 59],
  ['?format=csv', 10_001, 58],
  ['?format=csv', 100_000_000, 0],
  ['', 100_000_000, 59],
] as const)
  test(`a table costs a point for every 10,000 rows begun; lines cost one point: ${rows}${query}`, async () => {
    await using http = await serve(jobIs({ rows }), { RATE_LIMIT_PER_MINUTE: 60 });
    const { status, headers } = await http.results(query);
    expect([status, headers.ratelimit]).toEqual([200, pointsLeft(left)]);
  });

for (const format of ['csv', 'xlsx'])
  test(`a table is not read ahead of its reader: ${format}`, async () => {
    let read = 0;
    await using http = await serve({
      ...jobIs({ total: 90_000, done: 90_000, rows: 90_000 }),
      inOrder: async (_, first) => {
        read = first;
        const results = Array.from({ length: 200 }, (__, at) => {
          // Texts that no compression shortens.
          const input = `https://maps.app.goo.gl/${randomBytes(500).toString('hex')}`;
          return { ...VISIBLE, index: first + at, input };
        });
        return { results, next: first + 200 };
      },
    });
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const path = `/api/jobs/a/results?format=${format}`;
      request({ host: '127.0.0.1', port: http.port, path }, resolve).once('error', reject).end();
    });
    // The client reads nothing: the service makes what fits into the sockets, and no more.
    await expect.poll(() => http.sockets.some((socket) => socket.writableNeedDrain)).toBe(true);
    for (let turn = 0; turn < 2_000; turn += 1) await nextTurn();
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(30_000);
    response.destroy();
  });

for (const [what, query, reads] of [
  ['CSV is cut off', '?format=csv', 1],
  ['XLSX is cut off', '?format=xlsx', 1],
  ['lines are a 404', '', 2],
] as const)
  test(`a job that expires while it is read gives no shorter answer: ${what}`, async () => {
    let asked = 0;
    await using http = await serve({
      get: async () => {
        asked += 1;
        if (asked > reads) throw new AppError(JOB_NOT_FOUND, madeUp('There is no such job of yours.'));
        return JOB;
      },
      completed: async () => [],
    });
    const answer = http.raw('GET', `/a/results${query}`);
    if (query === '') expect((await answer).status).toBe(404);
    else await expect(answer).rejects.toThrow();
    expect(asked).toBe(reads + 1);
  });

test('an upload may take longer than other requests', { tag: '@time' }, async () => {
  const patience = { headersMs: 200, requestMs: 400, checkMs: 50 };
  await using http = await serve({}, { patience, REQUEST_TIMEOUT_MS: 400 });
  const answered = new Promise<number>((resolve, reject) => {
    const upload = request(
      {
        ...{ host: '127.0.0.1', port: http.port, method: 'POST', path: '/api/jobs?type=place-details' },
        headers: { 'Content-Type': 'text/plain' },
      },
      (answer) => resolve(answer.statusCode ?? 0),
    );
    upload.once('error', reject);
    void (async () => {
      for (let at = 0; at < 5; at += 1) {
        upload.write(`link ${at}\n`);
        await sleep(200);
      }
      upload.end();
    })();
  });
  expect(await answered).toBe(202);
  expect(http.sent[0]?.links).toHaveLength(5);
});

for (const [left, total, estimated_end_at] of [
  ['only waiting links', 3, null],
  // Half an hour for the links that were not asked, or the time of the next attempt.
  ['links that were not asked', 4, expect.stringMatching(/^2026-09-10 02:2/)],
] as const)
  test(`a job with only waiting links left has no estimated end: ${left}`, async () => {
    const next_attempt_at = JOB.read_at + 60_000;
    const waiting = { state: 'running', ended_at: null, expires_at: null, retrying: 1 } as const;
    await using http = await serve(jobIs({ ...waiting, total, next_attempt_at }));
    const state = { retrying: 1, next_attempt_at: '2026-09-10 02:28:41', estimated_end_at };
    expect(await http.data('GET', '/a')).toMatchObject(state);
  });

test('every line of a list is counted as one kind, and the kinds add up', async () => {
  const kinds = { visible: 5, not_visible: 4, unclear: 3, without_link: 2, malformed: 1, no_results: 6 };
  const job = { ...JOB, total: 30, done: 21, outcomes: kinds };
  const ofLists = { complete: 7, limited: 6, partial: 5, invalid_request: 3 };
  const lists = { ...JOB, type: 'place-reviews', total: 21, done: 21, outcomes: ofLists } as const;
  await using http = await serve({ list: async () => [job, lists] });
  const [first, second] = (await http.data('GET', '')).jobs;
  const { malformed: _, no_results, ...named } = kinds;
  const failures = { no_results, invalid_request: 1 };
  expect(first).toMatchObject({ total: 30, done: 21, ...named, failed: 7, failures });
  expect(second).toMatchObject({ complete: 7, limited: 6, partial: 5, without_link: 0, failed: 3, done: 21 });
  expect('visible' in second || 'complete' in first).toBe(false);
  for (const { done, visible, not_visible, unclear, without_link, failed } of [RUNNING_JOB, FINISHED_JOB])
    expect(visible + not_visible + unclear + without_link + failed).toBe(done);
});
