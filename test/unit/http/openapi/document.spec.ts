import { createConfig, lintFromString } from '@redocly/openapi-core';
import { AppError, type ErrorCode } from '../../../../src/contract/errors.js';
import { ENDPOINTS } from '../../../../src/http/endpoints/list.js';
import { ERROR_STATUS } from '../../../../src/http/error-answer.js';
import { ERROR_MEANING, FAILURES } from '../../../../src/http/openapi/failures.js';
import { createRouter } from '../../../../src/http/router.js';
import type { AppContext, Middleware } from '../../../../src/http/state.js';
import { contractFaults, type Exchange, exampleFaults, openApi } from '../../../support/contract-check.js';
import { READY_SERVICES, startHttp } from '../../../support/http-only.js';
import { madeUp } from '../../../support/made-up.js';
import { expect, test } from '../../../support/test.js';

/** What the linter may say, and why it stays. */
const TOLERATED: readonly (readonly [rule: string, place: RegExp, why: string])[] = [
  ['info-license', /^#\/info/, 'the package is UNLICENSED: there is no licence to name'],
  [
    'no-unused-components',
    /^#\/components\/schemas\/Error$/,
    'the answer to a path that does not stand in the document: nothing there can refer to it',
  ],
  [
    'operation-4xx-response',
    /^#\/paths\/~1(healthz|readyz|api~1openapi\.json)\/get\/responses$/,
    'takes no input and no key: nothing a client could do wrong',
  ],
];

test('the document is valid and passes the recommended rules', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(openApi()), config });
  const said = problems.map(({ ruleId, message, location }) => ({
    rule: ruleId,
    place: location[0]?.pointer ?? '',
    message,
  }));
  const isTolerated = ({ rule, place }: (typeof said)[number]) =>
    TOLERATED.some(([name, where]) => name === rule && where.test(place));
  expect(said.filter((problem) => !isTolerated(problem))).toEqual([]);
  for (const [rule] of TOLERATED) expect(said.map((problem) => problem.rule)).toContain(rule);
});

test('the linter would say so', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const broken = { ...openApi(), paths: { '/api/x/': { get: { responses: {} } } } };
  const problems = await lintFromString({ source: JSON.stringify(broken), config });
  expect(problems.map(({ ruleId }) => ruleId)).toContain('operation-summary');
});

test('every example is as its schema has it', () => {
  const { faults, count } = exampleFaults();
  expect(faults).toEqual([]);
  expect(count).toBeGreaterThan(60);
});

test('every endpoint shows an example of its request and of its success', () => {
  for (const { id, query, body, success } of ENDPOINTS) {
    for (const form of success) {
      if (id === 'openapi') continue;
      expect(Object.keys(form.examples).length, `${id}: success`).toBeGreaterThan(0);
    }
    if (body !== undefined) expect(Object.keys(body.examples).length, `${id}: body`).toBeGreaterThan(0);
    const [required = ''] = Object.keys(query?.examples ?? {});
    if (required !== '') expect(Object.keys(query?.examples[required] ?? {}), id).not.toEqual([]);
  }
});

test('every code of failure is documented, with its status', () => {
  const codes = Object.keys(ERROR_STATUS) as ErrorCode[];
  expect(Object.keys(ERROR_MEANING).sort()).toEqual([...codes].sort());
  for (const code of codes) {
    expect(openApi().info.description).toContain(`| \`${code}\` | ${ERROR_STATUS[code]} |`);
  }
  expect(openApi().components.schemas?.ErrorCode?.enum).toEqual(codes);
  const answered = new Set<ErrorCode>(Object.values(FAILURES).flat());
  expect(codes.filter((code) => !answered.has(code))).toEqual(['unknown_endpoint', 'client_gone']);
});

test('the codes of one answer have one status, and an endpoint has one answer a status', () => {
  for (const codes of Object.values(FAILURES)) {
    expect(new Set(codes.map((code) => ERROR_STATUS[code])).size).toBe(1);
  }
  for (const { id, failures } of ENDPOINTS) {
    const statuses = failures.map((name) => ERROR_STATUS[FAILURES[name][0]]);
    expect(new Set(statuses).size, id).toBe(statuses.length);
  }
});

test('an endpoint answers a failure as all endpoints do, with a message of each code that has one', () => {
  for (const { path, method, failures } of ENDPOINTS) {
    const operations = openApi().paths[path] as Record<string, { responses: Record<string, object> }>;
    for (const name of failures) {
      const status = ERROR_STATUS[FAILURES[name][0]];
      expect(operations[method]?.responses[status]).toEqual({ $ref: `#/components/responses/${name}` });
    }
  }
  expect(openApi().components.responses?.RateLimited).toMatchObject({
    headers: { 'Retry-After': {} },
    content: {
      'application/json': {
        examples: {
          rate_limited: { value: { error: { message: expect.stringContaining('1 of the 60 points') } } },
        },
      },
    },
  });
});

test('the endpoints and the document are the same, and so are their costs', async () => {
  const documented = ENDPOINTS.map(
    ({ method, path, access, points }) => `${method} ${path} ${access} ${points}`,
  );
  expect(documented.sort()).toEqual((await served()).sort());
  const written = Object.entries(openApi().paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  expect(written.sort()).toEqual(ENDPOINTS.map(({ method, path }) => `${method} ${path}`).sort());
});

test('a field with a default is not required in a request', () => {
  const schemas = (openApi().components.schemas ?? {}) as Record<
    string,
    { properties?: Record<string, object>; required?: string[] }
  >;
  const required = Object.entries(schemas).flatMap(([schema, { properties = {}, required = [] }]) =>
    required.filter((name) => 'default' in (properties[name] ?? {})).map((name) => `${schema}.${name}`),
  );
  expect(required).toEqual([]);
  expect(schemas.EvidenceListRequest?.required).toEqual(['links']);
});

test('operations have names of their own', () => {
  const ids = ENDPOINTS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

/** Every path with every method that is routed, the key it needs and what its guard charges. */
async function served(): Promise<string[]> {
  let charged = '';
  const guard = (points: number, scope = 'api'): Middleware => {
    return async () => {
      charged = `${scope} ${points}`;
    };
  };
  const services = {
    ...READY_SERVICES,
    isShuttingDown: () => false,
    document: () => '{}',
    localTime: String,
    hasKeys: false,
    takeConnection: () => undefined,
  };
  const router = createRouter(ENDPOINTS, services, guard);
  const found: string[] = [];
  for (const path of Object.keys(openApi().paths)) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const ctx = { method, path, url: path, state: {}, request: {} } as AppContext;
      const route = router.find(ctx);
      // `GET /api/watches/import` is `/api/watches/{id}`.
      if (route?.path !== path) continue;
      charged = 'open 0';
      if (route.access !== 'open') await router.answer(ctx);
      found.push(`${method.toLowerCase()} ${path} ${charged}`);
    }
  }
  return found;
}

const ERROR = { code: 'no_results', message: 'There is none.', request_id: 'r-1' };
const CONVERTED = { cid: '4565666864068316694', place_id: 'ChIJx', conversion_type: 'cid_to_place_id' };
const SUMMARY = { type: 'summary', total: 0, visible: 0, not_visible: 0, failed: 0 };

/** An answer that is as the document has it, but for what is changed. */
function converted(
  change: Partial<Omit<Exchange, 'headers'>> & { body?: unknown; headers?: object },
): Exchange {
  const { body = { status: 'success', data: CONVERTED }, headers, ...rest } = change;
  return {
    method: 'POST',
    path: '/api/convert',
    status: 200,
    text: typeof body === 'string' ? body : JSON.stringify(body),
    ...rest,
    headers: new Headers({
      'Content-Type': 'application/json; charset=utf-8',
      'X-Request-Id': 'r-1',
      ...headers,
    }),
  };
}

test('the check of answers passes what is right', () => {
  const ndjson = { 'Content-Type': 'application/x-ndjson' };
  for (const right of [
    converted({}),
    converted({ headers: { 'X-Cache': 'hit', Age: '7' } }),
    converted({ status: 404, body: { status: 'error', error: ERROR } }),
    converted({ path: '/api/nothing', status: 404, body: unknownEndpoint() }),
    converted({ path: '/api/review-visibility', body: `${JSON.stringify(SUMMARY)}\n`, headers: ndjson }),
    converted({ method: 'HEAD', path: '/api/info', text: '' }),
  ]) {
    expect(contractFaults(right)).toEqual([]);
  }
});

const WRONG: readonly (readonly [what: string, exchange: Exchange, says: string])[] = [
  [
    'an undocumented field',
    converted({ body: { status: 'success', data: { ...CONVERTED, extra: 1 } } }),
    'additional properties: extra',
  ],
  ['a missing field', converted({ body: { status: 'success', data: {} } }), "required property 'cid'"],
  ['another type', converted({ body: { status: 'success', data: { ...CONVERTED, cid: 1 } } }), '/data/cid'],
  ['no envelope', converted({ body: CONVERTED }), "required property 'status'"],
  ['no JSON', converted({ body: '<html>' }), 'must be object'],
  ['another content type', converted({ headers: { 'Content-Type': 'text/html' } }), '"text/html"'],
  ['another status', converted({ status: 201 }), 'status 201 is not documented'],
  [
    'a code of another endpoint',
    converted({ status: 404, body: unknownEndpoint() }),
    '/error/code must be equal to one of the allowed values',
  ],
  ['no request id', converted({ headers: { 'X-Request-Id': '' } }), 'X-Request-Id'],
  ['a wild header', converted({ headers: { 'X-Cache': 'maybe' } }), 'X-Cache: maybe'],
  ['an undocumented header', converted({ headers: { 'Retry-After': '1' } }), 'Retry-After is not documented'],
  [
    'a failure that names another request',
    converted({ status: 404, body: { status: 'error', error: { ...ERROR, request_id: 'r-2' } } }),
    'request_id is not X-Request-Id',
  ],
  ['503 without Retry-After', converted({ status: 503, body: disabled() }), 'Retry-After is missing'],
  ['an unknown path that answers', converted({ path: '/api/nothing' }), 'no such path or method'],
  ['an unknown method that answers', converted({ method: 'DELETE' }), 'no such path or method'],
  [
    'a stream without an end',
    converted({
      path: '/api/review-visibility',
      body: `${JSON.stringify({ ...SUMMARY, type: 'result' })}\n`,
      headers: { 'Content-Type': 'application/x-ndjson' },
    }),
    'the stream does not end',
  ],
  [
    'a stream that goes on after its end',
    converted({
      path: '/api/review-visibility',
      body: `${JSON.stringify(SUMMARY)}\n`.repeat(2),
      headers: { 'Content-Type': 'application/x-ndjson' },
    }),
    'the stream does not end once',
  ],
];

for (const [what, exchange, says] of WRONG) {
  test(`the check of answers refuses ${what}`, () => {
    expect(contractFaults(exchange).join('\n')).toContain(says);
  });
}

for (const [what, thrown, code] of [
  ['a bug', new TypeError('x is not a function'), 'internal_error'],
  ['the service shutting down', new AppError('shutting_down', madeUp('Good night.')), 'shutting_down'],
] as const) {
  test(`a stream cut short by ${what} ends with a whole failure`, async () => {
    const nothing = { review: null, shown: null, placeName: null, featureId: null, notices: [] };
    const inspection = { reason: 'visible', ...nothing } as const;
    const http = await startHttp({
      bulk: async ([url = ''], _scope, emit) => {
        await emit({ url, indexes: [0], inspection });
        throw thrown;
      },
    });
    try {
      const path = '/api/review-visibility';
      const { status, headers, text } = await http.ask(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{"urls":["https://maps.app.goo.gl/RevVisible"]}',
      });
      const answer = { method: 'POST', path, status, headers: new Headers(headers), text };
      expect(contractFaults(answer)).toEqual([]);
      expect(JSON.parse(text.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
        type: 'error',
        status: 'error',
        error: { code, request_id: headers['x-request-id'] },
      });
      expect(text).not.toContain('not a function');
    } finally {
      await http.close();
    }
  });
}

function unknownEndpoint() {
  return { status: 'error', error: { ...ERROR, code: 'unknown_endpoint' } };
}

function disabled() {
  return { status: 'error', error: { ...ERROR, code: 'api_disabled' } };
}

test('the answers about reviews say what they do not prove', () => {
  const text = JSON.stringify(openApi());
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, { description: string }>> };
  for (const [path, method] of [
    ['/api/review-visibility', 'get'],
    ['/api/review-visibility', 'post'],
    ['/api/review-details', 'get'],
  ] as const) {
    const description = paths[path]?.[method]?.description;
    expect(description).toContain('What a verdict does not prove: that a review was removed.');
    expect(description).toMatch(/waits for approval.*the link is incomplete.*nickname/);
  }
  expect(text).toContain('a reply that waits for moderation is not');
  expect(text).toContain('(the link may be incomplete)');
});
