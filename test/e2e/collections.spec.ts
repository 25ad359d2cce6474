import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { z } from 'zod';
import { createApiKey, parseApiKeys } from '../../src/core/config/api-keys.js';
import { makeArtefacts } from '../support/artefacts.js';
import { startHttp } from '../support/http-only.js';
import { test } from '../support/service.js';

// The Bruno collection of docs/integrations.md against a real service. `bru run` installs 276 MB, so this file reads
// the collection with Bruno's own parser and sends the requests itself.

let artefacts = '';
const FOLDERS = ['Places', 'Reviews', 'Jobs', 'Watch', 'Service'];
/** A parser of Bruno, which is loaded when it is used: that takes a second. The package has no types. The schemas below check what it returns. */
const brunos =
  (parser: 'bruToJsonV2' | 'bruToEnvJsonV2' | 'collectionBruToJson') =>
  (text: string): unknown =>
    createRequire(import.meta.url)('@usebruno/lang')[parser](text);

const pair = z.object({ name: z.string(), value: z.string(), enabled: z.boolean() });
const requestSchema = z.object({
  meta: z.object({ name: z.string(), seq: z.coerce.number() }),
  http: z.object({
    method: z.string(),
    url: z.string(),
    body: z.string(),
    auth: z.enum(['inherit', 'none']),
  }),
  params: z.array(pair.extend({ type: z.enum(['query', 'path']) })).default([]),
  headers: z.array(pair),
  body: z.object({ json: z.string() }).optional(),
  vars: z.object({ res: z.array(pair) }).optional(),
  assertions: z.array(pair).min(1),
});
const environmentSchema = z.object({
  variables: z.array(z.object({ name: z.string(), value: z.string().nullable(), secret: z.boolean() })),
});
const collectionSchema = z.object({
  auth: z.object({
    mode: z.literal('apikey'),
    apikey: z.object({ key: z.string(), value: z.string(), placement: z.literal('header') }),
  }),
});

type BrunoRequest = z.infer<typeof requestSchema>;
type Variables = Map<string, string>;

/** Parses a file of the collection. */
function parsed<T>(
  schema: z.ZodType<T>,
  parse: ((text: string) => unknown) | undefined,
  ...path: string[]
): T {
  return schema.parse(parse?.(readFileSync(join(artefacts, 'bruno', ...path), 'utf8')));
}

/** The requests of a folder in the order in which Bruno sends them. */
function requestsOf(folder: string): BrunoRequest[] {
  return readdirSync(join(artefacts, 'bruno', folder))
    .filter((name) => name !== 'folder.bru')
    .map((name) => parsed(requestSchema, brunos('bruToJsonV2'), folder, name))
    .toSorted((one, other) => one.meta.seq - other.meta.seq);
}

/** The variables of an environment; `changes` replaces some of them. */
function variablesOf(environment: string, changes: Readonly<Record<string, string>>): Variables {
  const { variables } = parsed(
    environmentSchema,
    brunos('bruToEnvJsonV2'),
    'environments',
    `${environment}.bru`,
  );
  return new Map([
    ...variables.map(({ name, value }) => [name, value ?? ''] as const),
    ...Object.entries(changes),
  ]);
}

/** Replaces variables. As in Bruno, a variable may hold variables, and a name without a value stays as it is. */
function filled(text: string, variables: Variables): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    const value = variables.get(name);
    return value === undefined ? whole : filled(value, variables);
  });
}

/** Reads an expression such as `res.body.data.events[0]?.id`. Undefined = the answer has no such value. */
function read(expression: string, res: unknown): unknown {
  const keys = expression.split(/[.?[\]']+/).filter((key) => key !== '' && key !== 'res');
  return keys.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    res,
  );
}

/** Sends a request and sets the variables from its answer. Returns its name with the assertions that failed. */
async function send(request: BrunoRequest, variables: Variables): Promise<string[]> {
  const { http, params, headers, body, vars, assertions, meta } = request;
  const path = params
    .filter(({ type }) => type === 'path')
    .reduce((url, { name, value }) => url.replace(`:${name}`, value), http.url.replace('{{baseUrl}}', ''));
  const { auth } = parsed(collectionSchema, brunos('collectionBruToJson'), 'collection.bru');
  const response = await fetch(new URL(filled(`{{baseUrl}}${path}`, variables)), {
    method: http.method.toUpperCase(),
    headers: [
      ...headers.filter(({ enabled }) => enabled).map(({ name, value }): [string, string] => [name, value]),
      ...(body === undefined ? [] : [['Content-Type', 'application/json'] as [string, string]]),
      ...(http.auth === 'none'
        ? []
        : [[auth.apikey.key, filled(auth.apikey.value, variables)] as [string, string]]),
    ],
    ...(body !== undefined && { body: filled(body.json, variables) }),
  });
  const type = response.headers.get('Content-Type') ?? '';
  const text = await response.text();
  const isJson = type.startsWith('application/json');
  const res = {
    status: response.status,
    headers: { 'content-type': type },
    body: isJson ? JSON.parse(text) : text,
  };
  for (const { name, value } of vars?.res ?? []) {
    const found = read(value, res);
    if (typeof found === 'string') variables.set(name, found);
  }
  return assertions
    .filter(({ name, value }) => !holds(read(name, res), value))
    .map(
      ({ name, value }) =>
        `${meta.name}: ${name} ${value}, but ${String(read(name, res))} ${text.slice(0, 200)}`,
    );
}

/** Whether an assertion of Bruno holds, of the kinds that the collection has. */
function holds(actual: unknown, assertion: string): boolean {
  const [, operator = '', expected = ''] = /^(\w+) (.*)$/.exec(assertion) ?? [];
  switch (operator) {
    case 'eq':
      return String(actual) === expected;
    case 'contains':
      return String(actual).includes(expected);
    case 'in':
      return expected.split(', ').includes(String(actual));
    default:
      throw new Error(`unknown assertion "${assertion}"`);
  }
}

/** Sends all requests of a folder, one after the other. */
async function run(folder: string, variables: Variables): Promise<string[]> {
  const failures: string[] = [];
  for (const request of requestsOf(folder)) failures.push(...(await send(request, variables)));
  return failures;
}

test.beforeAll(() => {
  artefacts = mkdtempSync(join(tmpdir(), 'artefacts-'));
  makeArtefacts(artefacts);
});

test.afterAll(() => rmSync(artefacts, { recursive: true, force: true }));

test('every request of the Bruno collection is answered as it asserts', async ({ start }) => {
  const service = await start({ WEBHOOK_HOSTS: '127.0.0.1:9' }, undefined, { usesFastPath: true });
  // The review of the demo that is not shown needs several controls each time.
  const changes = {
    baseUrl: service.url,
    // Nothing listens there.
    webhookUrl: 'http://127.0.0.1:9/webhook',
    secondReviewLink: 'https://maps.app.goo.gl/RevEditedWithReply',
  };
  // Folders do not depend on each other, but Service deletes an owner with everything of it. A request whose variable
  // no answer has set is refused.
  const sendAll = (name: string) => run(name, variablesOf('demo', changes));
  const failures = await Promise.all(FOLDERS.filter((name) => name !== 'Service').map(sendAll));
  expect([...failures.flat(), ...(await sendAll('Service'))]).toEqual([]);
});

test('the environment "own" of the Bruno collection sends the key', async () => {
  const { key, entry } = createApiKey('shop', { isOperator: true });
  await using http = await startHttp({ apiKeys: parseApiKeys([{ name: 'API_KEYS', text: entry }]) });
  const [info] = requestsOf('Service').filter(({ http }) => http.url.endsWith('/api/info'));
  if (info === undefined) throw new Error('the collection has no request for /api/info');
  const own = variablesOf('own', { baseUrl: `http://127.0.0.1:${http.port}` });
  expect(await send(info, own)).toEqual([expect.stringContaining('but 401')]);
  own.set('apiKey', key);
  expect(await send(info, own)).toEqual([]);
});
