import type { Endpoint } from '../../../src/core/api/endpoints/endpoint.js';
import { classifyQuery } from '../../../src/core/identifiers/classify.js';
import { classifyReviewLink } from '../../../src/core/identifiers/review-url.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { published } from '../../../src/core/texts/messages.js';
import { ENDPOINTS } from '../../../src/installed.js';
import { openApi } from '../../support/contract-check.js';
import { READY_SERVICES, startHttp } from '../../support/http-only.js';
import { message } from '../../support/messages.js';
import { expect, test } from '../../support/test.js';

// Field and stable reason of an invalid_request.

const FOREIGN = 'https://example.com/';
const { finder, inspector } = READY_SERVICES;
const REFUSING = {
  finder: { ...finder, findDetails: async (query: string) => classifyQuery(query) as never },
  inspector: { ...inspector, visibility: async (url: string) => classifyReviewLink(url) as never },
  watch: { ownerOf: () => 'x' } as never,
};
const errorOf = ({ text }: { text: string }) => (JSON.parse(text) as { error: object }).error;
const json = (body: unknown, method = 'POST') => ({
  method,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

test('a refused query has its field and reason', async () => {
  await using http = await startHttp(REFUSING);
  for (const [path, field, reason] of [
    ['/api/search', 'query', 'parameter_missing'],
    ['/api/search?query=', 'query', 'parameter_empty'],
    ['/api/search?query=%20%C2%A0', 'query', 'parameter_empty'],
    ['/api/search?query=a&query=b', 'query', 'parameter_repeated'],
    ...['0', '51', '-1', '1e1', '0x5', '%205', '5.0', '%D9%A5', '%2B5', '', '1000000'].map(
      (pages) =>
        [`/api/place-reviews?placeid=x&max_pages=${pages}`, 'max_pages', 'parameter_out_of_range'] as const,
    ),
    ['/api/place-reviews?placeid=x&min_stars=5&max_stars=1', 'min_stars', 'stars_reversed'],
    [`/api/all?url=${FOREIGN}`, 'url', 'place_link_not_to_maps'],
    [`/api/review-visibility?url=${FOREIGN}`, 'url', 'review_link_not_to_maps'],
    ['/api/place-reviews?placeid=x&max_pages=1&max_pages=2', 'max_pages', 'parameter_repeated'],
  ] as const)
    expect(errorOf(await http.ask(path)), path.slice(0, 80)).toMatchObject({
      code: 'invalid_request',
      field,
      reason,
    });
});

test('a refused body has the path of its first fault, or null', async () => {
  await using http = await startHttp(REFUSING);
  const refused = async (path: string, body: unknown, method?: string) =>
    errorOf(await http.ask(path, json(body, method)));
  expect(await refused('/api/watches/w', {}, 'PATCH')).toMatchObject({ reason: 'watch_change_empty' });
  const ONE_OF_TWO = 'Send exactly one of "cid" and "place_id".';
  for (const [path, body, expected] of [
    ['review-visibility', { urls: ['a', 'b', 3] }, { field: 'urls[2]', reason: 'review_links_needed' }],
    ['review-visibility', { urls: [] }, { field: 'urls', reason: 'review_links_needed' }],
    ['review-visibility', { urls: Array(1_001).fill('x') }, { field: 'urls', reason: 'review_links_needed' }],
    ['review-visibility', { urls: ['a'], x: 1 }, { reason: 'review_links_needed' }],
    ['convert', { cid: 1 }, { field: 'cid', reason: 'field_not_a_string' }],
    ['convert', { cid: '' }, { field: 'cid', reason: 'field_empty' }],
    ['convert', { place_id: FOREIGN }, { field: 'place_id' }],
    // Coordinates: they carry no CID.
    ['convert', { place_id: 'GhIJQWDl0CIeQUARxks3icF8U8A' }, { field: 'place_id' }],
    ['convert', { place_id: 'x'.repeat(66_000) }, { field: null, reason: 'body_too_large' }],
    ['convert', {}, { field: null, reason: 'cid_or_place_id', message: ONE_OF_TWO }],
    ['convert', { cid: '1', place_id: '2' }, { message: ONE_OF_TWO }],
    ['watches', { subject: 'x', labell: 'y' }, { field: 'labell', reason: 'watch_options' }],
    ['convert', { url: 'x' }, { field: 'url', message: `Unknown field: "url". ${ONE_OF_TWO}` }],
    ['convert', { cid: '1', place_id: '2', url: 'x' }, { message: `Unknown field: "url". ${ONE_OF_TWO}` }],
  ] as const)
    expect(await refused(`/api/${path}`, body), JSON.stringify(body).slice(0, 80)).toMatchObject(expected);
});

/** A path of the endpoint, with a value for each parameter in it. */
const pathOf = ({ path }: Endpoint<never>) => path.replaceAll(/\{\w+\}/g, 'w_3vVm0sQh1yG7wJc2kD8XzA');

test('every endpoint refuses a query parameter that its document does not have', async () => {
  await using http = await startHttp({});
  for (const endpoint of ENDPOINTS) {
    const { method, path } = endpoint;
    const { status, text } = await http.ask(`${pathOf(endpoint)}?paceid=x`, { method: method.toUpperCase() });
    expect(status, path).toBe(400);
    expect(errorOf({ text }), path).toMatchObject({ code: 'unknown_parameter', field: 'paceid' });
    const operation = (openApi().paths[path] as Record<string, { responses: object }>)[method];
    expect(Object.keys(operation?.responses ?? {}), path).toContain('400');
  }
});

test('every query parameter of the document is known to its endpoint', async () => {
  await using http = await startHttp({});
  for (const endpoint of ENDPOINTS) {
    const { method, path } = endpoint;
    type Operation = { parameters: { name: string; in: string }[] };
    const { parameters } = (openApi().paths[path] as Record<string, Operation>)[method] as Operation;
    for (const { name } of parameters.filter((one) => one.in === 'query')) {
      // One more parameter, so that no endpoint begins its work.
      const { text } = await http.ask(`${pathOf(endpoint)}?${name}=x&paceid=x`, {
        method: method.toUpperCase(),
      });
      expect(errorOf({ text }), `${path} ${name}`).toMatchObject({ field: 'paceid' });
      expect(text, `${path} ${name}`).toContain(name);
    }
  }
});

test('the refusal names the parameters of the endpoint', async () => {
  await using http = await startHttp({});
  for (const [path, message] of [
    [
      '/api/place-reviews?placeid=x&max_reviews=abc',
      'This endpoint has no parameter "max_reviews". Its parameters: placeid, max_pages, min_stars, max_stars, since.',
    ],
    ['/api/place-reviews?placeid=x&max_pages[]=1', /no parameter "max_pages\[\]"/],
    [`/api/place-reviews?placeid=x&${'p'.repeat(81)}=1`, new RegExp(`"${'p'.repeat(80)}…"`)],
    ['/api/place-reviews?placeid=x&MIN_STARS=1', /no parameter "MIN_STARS"/],
    // As a proxy or a mail program adds them.
    ['/api/details?placeid=x&utm_source=mail', /no parameter "utm_source"/],
    ['/api/details?placeid=x&', null],
    ['/api/details?placeid=x&=1', /no parameter ""/],
    ['/api/details?placeid=x&__proto__=1', /no parameter "__proto__"/],
    // Parameters of the path are no parameters of the query.
    ['/api/watches/w_3vVm0sQh1yG7wJc2kD8XzA/events?id=w_1', /no parameter "id"/],
    ['/api/info?x', 'This endpoint has no query parameters: leave out "x".'],
    [`/api/details?${'x'.repeat(9_000)}=1`, /no parameter "x{80}…"/],
  ] as const) {
    const { text } = await http.ask(path);
    if (message === null) expect(text).not.toContain('unknown_parameter');
    else if (typeof message === 'string') expect(errorOf({ text })).toMatchObject({ message });
    else expect((errorOf({ text }) as { message: string }).message, path).toMatch(message);
  }
});

test('a key in the query is refused, and the answer does not repeat it', async () => {
  await using http = await startHttp({});
  for (const name of ['key', 'api_key', 'apikey', 'X-API-Key', 'token', 'access_token', 'Authorization']) {
    const { status, text } = await http.ask(`/api/details?placeid=x&${name}=s3cr3t`);
    expect(status, name).toBe(400);
    expect(errorOf({ text }), name).toMatchObject({ code: 'unknown_parameter', reason: 'key_in_query' });
    expect(text, name).not.toContain('s3cr3t');
    expect(text, name).toContain('X-API-Key');
  }
});

test('the parameters of an upload are refused beside a JSON body', async () => {
  await using http = await startHttp({ jobs: {} as never });
  const body = { type: 'place-reviews', urls: ['ChIJJz6dChxbFkcRFk6Qq9KBXD8'] };
  expect(errorOf(await http.ask('/api/jobs?max_pages=2', json(body)))).toMatchObject({
    code: 'invalid_request',
    field: 'max_pages',
    reason: 'parameter_beside_body',
  });
});

test('a failure of the service is logged once with its stack, a failure of a request is not', async () => {
  const lines: { msg: string; level: number; err?: object }[] = [];
  const log = createLogger('trace', { write: (line: string) => void lines.push(JSON.parse(line)) });
  const fail = () => Promise.reject(new TypeError('x is not a function'));
  await using http = await startHttp({ log, finder: { find: fail, findDetails: fail, detailsOf: fail } });
  const failures = () => lines.filter(({ msg }) => msg === 'request failed');
  expect((await http.ask('/api/details')).status).toBe(400);
  expect(failures()).toEqual([]);
  expect((await http.ask('/api/details?placeid=ChIJJz6dChxbFkcRFk6Qq9KBXD8')).status).toBe(500);
  expect(failures()).toMatchObject([{ level: 50, err: { stack: expect.any(String) } }]);
});

test('other failures have reason and values, and no field', async () => {
  await using http = await startHttp({});
  expect(errorOf(await http.ask('/api/nothing'))).toEqual({
    code: 'unknown_endpoint',
    ...published(message('noSuchEndpoint', { method: 'GET', path: '/api/nothing' })),
    request_id: expect.stringMatching(/./),
  });
  expect(errorOf(await http.ask('/api/jobs'))).toEqual({
    ...{ code: 'jobs_unavailable', ...published(message('jobsWithoutDatabase')) },
    request_id: expect.stringMatching(/./),
  });
});
