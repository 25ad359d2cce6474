import { startHttp } from '../support/http-only.js';
import { expect, test } from '../support/test.js';

const CID = '4565666864068316694';

const LONG = 'ż'.repeat(30_000);
const LONG_IN_ADDRESS = 'x'.repeat(12_000);
/** Characters of the body of a failure. */
const MAX_FAILURE = 700;

const JSON_TYPE = { 'Content-Type': 'application/json' };

test('a refusal does not grow with its body', async () => {
  await using http = await startHttp();
  for (const [what, body] of [
    ['a field with a long name', { [LONG]: 1 }],
    ['a long name beside a right one', { cid: CID, [LONG]: 1 }],
    ['thousands of fields', Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`f${at}`, 1]))],
    ['a long cid', { cid: LONG }],
    ['a cid of many digits', { cid: '1'.repeat(50_000) }],
    ['a long Place ID', { place_id: LONG }],
    ['a long field of a bulk check', { urls: ['x'], [LONG]: 1 }],
    ['links that are none', { urls: Array(1_000).fill('') }],
  ] as const) {
    const path = 'urls' in body ? '/api/review-visibility' : '/api/convert';
    const sent = { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(body) };
    const { status, text } = await http.ask(path, sent);
    expect(status, what).toBe(400);
    expect(text.length, what).toBeLessThan(MAX_FAILURE);
  }
});

test('a refusal does not grow with its address', async () => {
  await using http = await startHttp();
  for (const path of [
    `/api/${LONG_IN_ADDRESS}`,
    `/${LONG_IN_ADDRESS}`,
    `/api/search?${LONG_IN_ADDRESS}=1`,
    `/api/search?query=${LONG_IN_ADDRESS}`,
    `/api/search?query=a${'&query=b'.repeat(1_000)}`,
    `/api/details?placeid=${LONG_IN_ADDRESS}`,
    `/api/all?url=https://${LONG_IN_ADDRESS}/`,
    `/api/place-reviews?placeid=x&max_pages=${'9'.repeat(12_000)}`,
    `/api/review-details?url=https://${LONG_IN_ADDRESS}/`,
    `/api/review-visibility?url=https://www.google.com/${LONG_IN_ADDRESS}`,
  ]) {
    const headers = { 'X-Request-Id': LONG_IN_ADDRESS.slice(0, 2_000) };
    const { status, text } = await http.ask(path, { headers });
    expect(status, path.slice(0, 40)).toBeGreaterThanOrEqual(400);
    expect(text.length, path.slice(0, 40)).toBeLessThan(MAX_FAILURE);
  }
});

test('a refused body names the first unknown fields, cut to a sane length, without control characters', async () => {
  await using http = await startHttp();
  const fields = { cid: CID, extra: 1, 'a\u001b[2J\u202e\nb': 2, ['😀'.repeat(200)]: 3, d: 4, e: 5 };
  const { text } = await http.ask('/api/convert', {
    method: 'POST',
    headers: JSON_TYPE,
    body: JSON.stringify(fields),
  });
  expect(JSON.parse(text).error.message).toBe(
    `Unknown field: "extra", "a [2J  b", "${'😀'.repeat(80)}…" and 2 more. Send exactly one of "cid" and "place_id".`,
  );
});

test('keeps a plain X-Request-Id of the caller, and replaces any other', async () => {
  await using http = await startHttp();
  const idFor = async (given: string) =>
    (await http.ask('/api/info', { headers: { 'X-Request-Id': given } })).headers['x-request-id'];
  expect(await idFor('client-7')).toBe('client-7');
  expect(await idFor('<script>')).toMatch(/^[\da-f-]{36}$/);
});
