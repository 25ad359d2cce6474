import { createConfig, lintFromString } from '@redocly/openapi-core';
import { failureAnswer, failureAnswers } from '../../../../src/core/api/openapi/failure-answers.js';
import { AppError, SHUTTING_DOWN } from '../../../../src/core/errors.js';
import { reasonOf } from '../../../../src/core/texts/messages.js';
import { CAPABILITIES, ENDPOINTS } from '../../../../src/installed.js';
import { contractFaults, exampleFaults, openApi } from '../../../support/contract-check.js';
import { type HttpSetup, startHttp } from '../../../support/http-only.js';
import { ERROR_KINDS, madeUp, NO_FACTS } from '../../../support/made-up.js';
import { expect, test } from '../../../support/test.js';

/** Warnings of the linter that stay, with the reason. */
const TOLERATED: readonly (readonly [rule: string, place: RegExp, why: string])[] = [
  ['info-license', /^#\/info/, 'the package is UNLICENSED: there is no licence to name'],
  [
    'no-unused-components',
    /^#\/components\/schemas\/Error$/,
    'the answer to a path that does not stand in the document: nothing there can refer to it',
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

test('every example fits its schema', () => {
  const { faults, count } = exampleFaults();
  expect(faults).toEqual([]);
  expect(count).toBeGreaterThan(60);
});

test('the reasons of every capability are published', () => {
  const ids = CAPABILITIES.flatMap(({ messages = {} }) => Object.keys(messages));
  expect(ids.length).toBeGreaterThan(20);
  const { RefusalReason } = openApi().components.schemas as Record<string, { enum?: string[] }>;
  expect(RefusalReason?.enum).toEqual(expect.arrayContaining(ids.map(reasonOf)));
});

test('every answer of success must have its status and its data', () => {
  const required: unknown[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { properties, required: needed } = node as { properties?: { status?: object }; required?: unknown };
    if (Object(properties?.status).const === 'success' && Object(properties).data !== undefined)
      required.push(needed);
    Object.values(node).forEach(walk);
  };
  walk(openApi());
  expect(required.length).toBeGreaterThan(20);
  expect(required.filter((names) => JSON.stringify(names) !== '["status","data"]')).toEqual([]);
});

/** The times of answers that have exactly the keys of the specification. */
const LOCAL_ONLY = ['/VisibilityData/checked_at', '/ReviewDetailsData/extracted_at'];

test('every local time has the same time in UTC beside it', () => {
  const alone: string[] = [];
  const times = new Set<string>();
  const walk = (node: unknown, path: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const { properties } = node as { properties?: Record<string, object> };
    for (const [name, schema] of Object.entries(properties ?? {})) {
      if (!JSON.stringify(schema).includes('HH:MM:SS in the configured')) continue;
      if (!/^(at|\w+_at)$/.test(name)) continue;
      times.add(name);
      if (properties?.[`${name}_utc`] === undefined) alone.push(`${path}/${name}`);
    }
    for (const [key, value] of Object.entries(node)) walk(value, `${path}/${key}`);
  };
  walk(openApi().components.schemas, '');
  expect(times.size).toBeGreaterThan(12);
  expect(alone.toSorted()).toEqual(LOCAL_ONLY.toSorted());
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

test('every error code is documented, and an endpoint has one answer for each status', () => {
  const codes = ERROR_KINDS.map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  for (const { code, status } of ERROR_KINDS)
    expect(openApi().info.description).toContain(`| \`${code}\` | ${status} |`);
  expect(openApi().components.schemas?.ErrorCode?.enum).toEqual(codes);
  const answers = failureAnswers(ENDPOINTS);
  const answered = new Set(answers.flatMap(({ kinds }) => kinds.map(({ code }) => code)));
  expect(codes.filter((code) => !answered.has(code))).toEqual(['unknown_endpoint', 'client_gone']);
  for (const { name, kinds } of answers)
    expect(new Set(kinds.map(({ status }) => status)).size, name).toBe(1);
  for (const { id, failures } of ENDPOINTS) {
    const statuses = failures.map((name) => failureAnswer(name).kinds[0].status);
    expect(new Set(statuses).size, id).toBe(statuses.length);
  }
});

test('a refusal is documented with the message of each code', () => {
  const { RateLimited } = openApi().components.responses ?? {};
  expect(JSON.stringify(RateLimited)).toContain('This request costs 1 of your 60 points');
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
});

test('a stream that is cut short ends with a whole failure', async () => {
  for (const [thrown, code] of [
    [new TypeError('x is not a function'), 'internal_error'],
    [new AppError(SHUTTING_DOWN, madeUp('Good night.')), 'shutting_down'],
  ] as const) {
    const bulk: HttpSetup['bulk'] = async ([url = ''], _scope, emit) => {
      await emit({ url, indexes: [0], inspection: { reason: 'visible', ...NO_FACTS }, at: 0 });
      throw thrown;
    };
    await using http = await startHttp({ bulk });
    const path = '/api/review-visibility';
    const { status, headers, text } = await http.ask(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"urls":["https://maps.app.goo.gl/RevVisible"]}',
    });
    expect(contractFaults({ method: 'POST', path, status, headers: new Headers(headers), text })).toEqual([]);
    expect(JSON.parse(text.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
      ...{ type: 'error', status: 'error', error: { code, request_id: headers['x-request-id'] } },
    });
    expect(text).not.toContain('not a function');
  }
});

test('only a bulk check that asks for progress lines gets them', async () => {
  const bulk: HttpSetup['bulk'] = async ([url = ''], _scope, emit, onProgress) => {
    await onProgress?.({ total: 1, remaining: 1, secondsLeft: null });
    await emit({ url, indexes: [0], inspection: { reason: 'visible', ...NO_FACTS }, at: 0 });
    await onProgress?.({ total: 1, remaining: 0, secondsLeft: 0 });
  };
  for (const [progress, accept, expected] of [
    [{ progress: true }, 'application/x-ndjson', ['progress', 'result', 'progress', 'summary']],
    [{ progress: false }, 'application/x-ndjson', ['result', 'summary']],
    [{}, 'application/x-ndjson', ['result', 'summary']],
    [{ progress: true }, 'application/json', [undefined]],
  ] as const) {
    await using http = await startHttp({ bulk });
    const path = '/api/review-visibility';
    const { status, headers, text } = await http.ask(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: accept },
      body: JSON.stringify({ urls: ['https://maps.app.goo.gl/RevVisible'], ...progress }),
    });
    expect(contractFaults({ method: 'POST', path, status, headers: new Headers(headers), text })).toEqual([]);
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ type }) => type)).toEqual(expected);
    if (expected[0] === 'progress')
      expect(lines[0]).toEqual({
        ...{ type: 'progress', total: 1, remaining: 1, estimated_seconds_left: null },
      });
  }
});
