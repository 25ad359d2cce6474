import { readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import type { openApiDocument } from '../../src/core/api/openapi/document.js';

// Holds every answer against the published document: what is not written there fails the test that got it.

/** One answer, read whole, and what was asked. */
export interface Exchange {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface Media {
  readonly schema: object;
}
interface Response {
  readonly content?: Readonly<Record<string, Media>>;
}
type Operations = Readonly<Record<string, { readonly responses: Readonly<Record<string, object>> }>>;

let read: ReturnType<typeof openApiDocument> | null = null;

/** The document as this checkout publishes it; build-first.ts has written it before the tests. */
export function openApi(): ReturnType<typeof openApiDocument> {
  if (read === null) {
    read = JSON.parse(readFileSync(process.env.OPENAPI_FILE ?? '', 'utf8')) as ReturnType<
      typeof openApiDocument
    >;
    ajv.addSchema(read, ID);
  }
  return read;
}

const ID = 'https://place-lookup.example/openapi.json';
/** What may meet a request before it is known that nothing answers to its path or method. */
const UNKNOWN: Readonly<Record<number, readonly string[]>> = {
  400: ['invalid_request'],
  401: ['unauthorized'],
  404: ['unknown_endpoint'],
  429: ['rate_limited'],
  503: ['api_disabled', 'shutting_down'],
};
/** Headers that an answer of this status always has. */
const NEEDED_HEADERS: Readonly<Record<number, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};
const HEADER_VALUES: Readonly<Record<string, RegExp>> = {
  'X-Request-Id': /^[\w.:-]{1,128}$/,
  'X-Cache': /^(?:hit|miss)$/,
  Age: /^\d+$/,
  'Retry-After': /^[1-9]\d*$/,
};
const NDJSON = 'application/x-ndjson';

const ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes: false });
ajvFormats.default(ajv);

/** @throws Error that says what of the answer is not in the document */
export function checkContract(exchange: Exchange): void {
  const faults = contractFaults(exchange);
  if (faults.length === 0) return;
  const { method, path, status, text } = exchange;
  throw new Error(
    `The answer is not as /api/openapi.json has it:\n  ${method} ${path} → ${status} ${STATUS_CODES[status] ?? ''}\n` +
      `${faults.map((fault) => `  - ${fault}`).join('\n')}\n  body: ${text.slice(0, 500)}`,
  );
}

/** What of an answer is not in the document, one line each. */
export function contractFaults(exchange: Exchange): string[] {
  const path = documentedPath(new URL(exchange.path, 'http://localhost').pathname);
  const method = exchange.method === 'HEAD' ? 'get' : exchange.method.toLowerCase();
  const operation = (openApi().paths[path] as Operations | undefined)?.[method];
  if (operation === undefined) return unknownEndpointFaults(exchange);
  const pointer = ['paths', path, method, 'responses', String(exchange.status)];
  const written = operation.responses[exchange.status];
  if (written === undefined) return [`status ${exchange.status} is not documented here`];
  const { response, at } = resolve<Response>(written, pointer);
  return [...headerFaults(exchange), ...bodyFaults(exchange, response, at)];
}

/** `/api/jobs/{id}` for `/api/jobs/5f0c`. */
function documentedPath(path: string): string {
  if (path in openApi().paths) return path;
  const isLike = (written: string) => new RegExp(`^${written.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);
  return Object.keys(openApi().paths).find(isLike) ?? path;
}

function unknownEndpointFaults({ status, headers, text }: Exchange): string[] {
  const codes = UNKNOWN[status];
  if (codes === undefined) return [`no such path or method in the document, so ${status} is not expected`];
  if (text === '') return [];
  const body = parse(text);
  const faults = faultsOf(validator(['components', 'schemas', 'Error']), body);
  if (!codes.includes(codeOf(body) ?? ''))
    faults.push(`the code of a ${status} is one of ${codes.join(', ')}`);
  if (headers.get('X-Request-Id') === null) faults.push('the header X-Request-Id is missing');
  return faults;
}

function headerFaults({ status, headers }: Exchange): string[] {
  const needed = ['X-Request-Id', ...(NEEDED_HEADERS[status] ?? [])];
  const missing = needed.filter((name) => !headers.get(name)).map((name) => `the header ${name} is missing`);
  const wrong = Object.entries(HEADER_VALUES).flatMap(([name, pattern]) => {
    const value = headers.get(name);
    return value === null || pattern.test(value) ? [] : [`the header ${name}: ${value}`];
  });
  return [...missing, ...wrong];
}

function bodyFaults(exchange: Exchange, response: Response, at: readonly string[]): string[] {
  const { method, headers, text } = exchange;
  const type = (headers.get('Content-Type') ?? '').split(';')[0] ?? '';
  if (response.content === undefined) return text === '' ? [] : ['there is a body, and none is documented'];
  if (response.content[type] === undefined) return [`the content type "${type}" is not documented here`];
  if (method === 'HEAD') return text === '' ? [] : ['a HEAD was answered with a body'];
  const validate = validator([...at, 'content', type, 'schema']);
  if (type === NDJSON) return streamFaults(text, validate);
  const body = type === 'application/json' ? parse(text) : text;
  const faults = faultsOf(validate, body);
  const id = (body as { error?: { request_id?: unknown } } | null)?.error?.request_id;
  if (id !== undefined && id !== headers.get('X-Request-Id')) faults.push('request_id is not X-Request-Id');
  return faults;
}

/** Every line is as written, and the last of them, only, ends the stream. */
function streamFaults(text: string, validate: ValidateFunction): string[] {
  if (!text.endsWith('\n')) return ['the last line has no end'];
  const lines = text.slice(0, -1).split('\n').map(parse);
  const isEnd = (line: unknown) => {
    const { type, status } = line as { type?: string; status?: string };
    return type === 'summary' || (type === 'error' && status === 'error');
  };
  const ends = lines.flatMap((line, index) => (isEnd(line) ? [index] : []));
  const faults = lines.flatMap((line, index) =>
    faultsOf(validate, line).map((fault) => `line ${index + 1}: ${fault}`),
  );
  if (ends.length !== 1 || ends[0] !== lines.length - 1)
    faults.push('the stream does not end once, at its end');
  return faults.slice(0, 20);
}

/** The examples that are not as their schemas have them, and how many there are at all. */
export function exampleFaults(): { readonly faults: readonly string[]; readonly count: number } {
  const faults: string[] = [];
  let count = 0;
  const visit = (value: unknown, at: readonly string[]) => {
    if (typeof value !== 'object' || value === null) return;
    const { schema, example, examples } = value as Readonly<Record<string, unknown>>;
    if (typeof schema === 'object') {
      const named = Object.entries((examples ?? {}) as Record<string, { readonly value: unknown }>);
      const all = [
        ...named.map(([name, { value }]) => [name, value]),
        ...(example === undefined ? [] : [['', example]]),
      ];
      for (const [name, shown] of all) {
        count += 1;
        const wrong = faultsOf(validator([...at, 'schema']), shown);
        faults.push(...wrong.map((fault) => `${at.join(' ')} ${name}: ${fault}`));
      }
    }
    for (const [key, inner] of Object.entries(value)) if (key !== 'examples') visit(inner, [...at, key]);
  };
  visit({ paths: openApi().paths, components: { ...openApi().components, schemas: {} } }, []);
  return { faults, count };
}

/** What of a body that a document shows for an answer with status 200 is not as the published schema has it. */
export function shownBodyFaults(method: string, path: string, type: string, body: unknown): string[] {
  const operation = (openApi().paths[path] as Operations | undefined)?.[method];
  const written = operation?.responses['200'];
  if (written === undefined) return [`${method} ${path} is not in the document`];
  const { response, at } = resolve<Response>(written, ['paths', path, method, 'responses', '200']);
  if (response.content?.[type] === undefined) return [`the content type "${type}" is not documented here`];
  return faultsOf(validator([...at, 'content', type, 'schema']), body);
}

const validators = new Map<string, ValidateFunction>();

/** The compiled schema at a place in the document, compiled once a worker. */
function validator(pointer: readonly string[]): ValidateFunction {
  const path = pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')));
  const $ref = `${ID}#/${path.join('/')}`;
  openApi();
  const known = validators.get($ref) ?? ajv.compile({ $ref });
  validators.set($ref, known);
  return known;
}

function faultsOf(validate: ValidateFunction, value: unknown): string[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).slice(0, 8).map(({ instancePath, message, params }) => {
    const extra = 'additionalProperty' in params ? `: ${params.additionalProperty}` : '';
    return `${instancePath || 'the body'} ${message}${extra}`;
  });
}

/** Follows a `$ref` within the document. */
function resolve<T>(written: object, pointer: readonly string[]): { response: T; at: readonly string[] } {
  if (!('$ref' in written) || typeof written.$ref !== 'string')
    return { response: written as T, at: pointer };
  const at = written.$ref.slice('#/'.length).split('/');
  const found = at.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], openApi());
  return { response: found as T, at };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function codeOf(body: unknown): string | undefined {
  return (body as { error?: { code?: string } } | undefined)?.error?.code;
}
