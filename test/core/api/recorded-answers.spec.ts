import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Endpoint } from '../../../src/core/api/endpoints/endpoint.js';
import { createApiKey, parseApiKeys } from '../../../src/core/config/api-keys.js';
import { providerBlocked } from '../../../src/core/errors.js';
import { classifyQuery } from '../../../src/core/identifiers/classify.js';
import { classifyReviewLink } from '../../../src/core/identifiers/review-url.js';
import { ENDPOINTS } from '../../../src/installed.js';
import { openApi } from '../../support/contract-check.js';
import { type HttpOnly, READY_SERVICES, startHttp } from '../../support/http-only.js';
import { expect, test } from '../../support/test.js';

// What every endpoint answers to good, wrong and missing input, with every capability off: a change of the structure
// changes none of these bodies. RECORD_ANSWERS=1 writes them anew; the diff then shows what clients will see.

const FILE = fileURLToPath(new URL('recorded-answers.txt', import.meta.url));
/** Bodies that tell the state of the process, and documents: their status alone is recorded. */
const STATUS_ONLY = new Set(['/api/openapi.json', '/metrics', '/readyz', '/healthz', '/mcp']);
const LONGEST = 2_000;
const KEY = createApiKey('shop');

/** Lookups read their input, and then find the provider blocked. */
const { finder, reviews, inspector } = READY_SERVICES;
const blocked = () => Promise.reject(providerBlocked());
const REFUSING = {
  finder: {
    ...finder,
    findDetails: async (query: string) => classifyQuery(query) && blocked(),
    detailsOf: blocked,
  },
  reviews,
  doctor: { ...READY_SERVICES.doctor, examine: blocked },
  inspector: { ...inspector, details: async (url: string) => classifyReviewLink(url) && blocked() },
};

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

type Schema = { readonly type?: string; readonly properties?: Readonly<Record<string, unknown>> };
interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: { $ref?: string } & Schema }>>;
  };
}

const operationOf = ({ path, method }: Endpoint<never>) =>
  (openApi().paths[path] as Readonly<Record<string, Operation>>)[method] as Operation;

const firstOf = (examples: Readonly<Record<string, unknown>> | undefined) => Object.values(examples ?? {})[0];

/** The path and query of a good request, as the document's examples show it. */
function goodPath(endpoint: Endpoint<never>): { readonly path: string; readonly query: URLSearchParams } {
  const query = new URLSearchParams();
  const named = operationOf(endpoint).parameters ?? [];
  let { path } = endpoint;
  for (const { name, in: place } of named) {
    const example = firstOf(endpoint.query?.examples[name]);
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(String(example ?? 'x')));
    else if (place === 'query' && example !== undefined) query.set(name, String(example));
  }
  return { path: path.replace(/\{\w+\}/g, 'x'), query };
}

/** The requests to one endpoint: a good one, then each way of being wrong. */
function requestsTo(endpoint: Endpoint<never>): Asked[] {
  const method = endpoint.method.toUpperCase();
  const { path, query } = goodPath(endpoint);
  const names = [...query.keys()];
  const body = firstOf(endpoint.body?.examples);
  const asked = (parameters: URLSearchParams, sent: unknown = body): Asked => ({
    method,
    path: parameters.size === 0 ? path : `${path}?${parameters}`,
    ...(sent === undefined ? {} : { body: typeof sent === 'string' ? sent : JSON.stringify(sent) }),
  });
  const having = (change: (parameters: URLSearchParams) => void) => {
    const changed = new URLSearchParams(query);
    change(changed);
    return asked(changed);
  };
  const object: Readonly<Record<string, unknown>> = typeof body === 'object' ? { ...body } : {};
  return [
    asked(query),
    { method: method === 'DELETE' ? 'PATCH' : 'DELETE', path },
    having((parameters) => parameters.set('no_such_parameter', '1')),
    ...names.flatMap((name) => [
      having((parameters) => parameters.delete(name)),
      having((parameters) => parameters.set(name, '')),
      having((parameters) => parameters.set(name, '\u2026?')),
      having((parameters) => parameters.append(name, query.get(name) ?? '')),
    ]),
    ...(body === undefined
      ? []
      : [asked(query, ''), asked(query, '{"a"'), asked(query, []), asked(query, {})]),
    ...Object.keys(object).map((field) => asked(query, { ...object, [field]: { wrong: true } })),
  ];
}

async function answerOf({ ask }: HttpOnly, { method, path, body }: Asked): Promise<string> {
  const headers = {
    'X-API-Key': KEY.key,
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  };
  const { status, text } = await ask(path, { method, headers, ...(body === undefined ? {} : { body }) });
  const told = STATUS_ONLY.has(path.split('?')[0] ?? '') && status < 400 ? '' : text;
  const steady = told
    .replace(/"\d{4}-\d{2}-\d{2}[T ][^"]*"/g, '"<time>"')
    .replace(/"(?:request_id|version)":"[^"]*"/g, '"<id>"');
  return `${method} ${path} ${body ?? ''}\n  ${status} ${steady.trim().slice(0, LONGEST).replace(/\n/g, '\n    ')}`;
}

test('every endpoint answers as recorded', async () => {
  await using http = await startHttp({
    ...REFUSING,
    apiKeys: parseApiKeys([{ name: 'API_KEYS', text: `${KEY.entry}::api+metrics+operator` }]),
  });
  const answers: string[] = [];
  const warnings: Error[] = [];
  const warned = (warning: Error) => warnings.push(warning);
  process.on('warning', warned);
  for (const asked of ENDPOINTS.flatMap(requestsTo)) answers.push(await answerOf(http, asked));
  if (process.env.RECORD_ANSWERS === '1') writeFileSync(FILE, `${answers.join('\n')}\n`);
  const recorded = readFileSync(FILE, 'utf8')
    .trimEnd()
    .split(/\n(?! )/);
  process.off('warning', warned);
  expect(answers).toEqual(recorded);
  // No stream of an answer looks like a leak in the log of the operator.
  expect(warnings).toEqual([]);
  expect(answers.length).toBeGreaterThan(ENDPOINTS.length * 3);
});
