import type { z } from 'zod';
import type { Endpoint } from '../../../src/core/api/endpoints/endpoint.js';
import { clientText, validate } from '../../../src/core/api/validate.js';
import { MAX_INPUT_CHARACTERS } from '../../../src/core/identifiers/input-text.js';
import { classifyReviewLink } from '../../../src/core/identifiers/review-url.js';
import { ENDPOINTS } from '../../../src/installed.js';
import { openApi } from '../../support/contract-check.js';
import { type HttpOnly, startHttp } from '../../support/http-only.js';
import { type Limited, limitedIn, type Path, unlimitedIn, where } from '../../support/limited-inputs.js';
import { expect, test } from '../../support/test.js';

// Every text and every list that a client may send has a maximum, and a longer one is refused at once.

test('every text and every list of a request has a maximum', () => {
  const found = ENDPOINTS.flatMap(({ id, query, body }) => [
    ...(query === undefined ? [] : unlimitedIn(`${id} query`, query.schema)),
    ...(body === undefined ? [] : unlimitedIn(`${id} body`, body.schema)),
  ]);
  // Fields of JSON-RPC that the SDK and the schemas of the tools check; the body has at most 256 kB.
  expect(found.filter((name) => name !== 'mcp body *')).toEqual([]);
});

test('every header that an endpoint reads has a maximum in the document', () => {
  type Operation = { parameters: { name: string; in: string; schema: { maxLength?: number } }[] };
  const headers = ENDPOINTS.flatMap(({ method, path, requestHeaders = {} }) => {
    const { parameters } = (openApi().paths[path] as Record<string, Operation>)[method] as Operation;
    return parameters.filter(({ name }) => Object.hasOwn(requestHeaders, name));
  });
  expect(headers.map(({ name, schema }) => [name, schema.maxLength])).toEqual([['Idempotency-Key', 255]]);
});

test('the blanks around a text do not count, an emoji counts once', () => {
  const schema = clientText({ name: 'a', most: 5 });
  for (const [given, read] of [
    ['12345', '12345'],
    ['🍕🍕🍕🍕🍕', '🍕🍕🍕🍕🍕'],
    [`${' '.repeat(8_000)}12345\u00a0\u200b`, '12345'],
  ] as const) {
    expect(validate(schema, given)).toBe(read);
    expect(validate(clientText({ name: 'a', most: 5, isRepeated: true }), given)).toBe(given);
  }
  for (const wrong of ['123456', '🍕🍕🍕🍕🍕🍕', '1 2 3 4', `${' '.repeat(60_000)}x`])
    expect(() => validate(schema, wrong), wrong.slice(0, 9)).toThrow('"a" is longer than 5 characters.');
});

/** Services that get as far as their input, so that only its limits can refuse a request. */
const READY = { jobs: {} as never, watch: { ownerOf: () => 'x' } as never };
const BLANKS = `${' '.repeat(60_000)}x`;
/** Texts that are a fault of their own line in the answer, and do not refuse the others. */
const OWN_LINE = ['bulkReviewVisibility urls.0', 'importWatches watches.0.subject'];

const pathOf = ({ path }: Endpoint<never>, values: Readonly<Record<string, string>> = {}) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? 'x'));

/** The value with `text` at the path. */
function withText(value: unknown, [step, ...rest]: Path, text: string): unknown {
  if (step === undefined) return text;
  if (typeof step === 'number') return [withText(Object(value)[step], rest, text)];
  const object = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  return { ...object, [step]: withText(Object(object)[step], rest, text) };
}

/** Node.js takes 16 KB of request line and headers. */
const MAX_IN_A_LINE = 10_000;

const textsIn = (schema: z.core.$ZodType) =>
  limitedIn(schema).filter(({ kind, most }) => kind === 'text' && Number.isFinite(most));

interface Refusal extends Pick<Limited, 'path' | 'most'> {
  /** Endpoint and path of the field. */
  readonly name: string;
  readonly isLonger: boolean;
  readonly cpuMs: number;
  readonly status: number;
  readonly text: string;
}

/** What every endpoint answers to a text that is too long, in each of its fields. */
async function refusalsBy(http: HttpOnly): Promise<Refusal[]> {
  const refusals: Refusal[] = [];
  const send = async (
    of: string,
    one: Limited,
    text: string,
    ...[path, asking]: Parameters<HttpOnly['ask']>
  ) => {
    const before = process.cpuUsage();
    const answer = await http.ask(path, asking);
    const { user, system } = process.cpuUsage(before);
    const cpuMs = (user + system) / 1_000;
    refusals.push({ ...one, ...answer, name: where(of, one), isLonger: text !== BLANKS, cpuMs });
  };
  for (const endpoint of ENDPOINTS) {
    const { id, query, body } = endpoint;
    const method = endpoint.method.toUpperCase();
    const given: Readonly<Record<string, string>> = Object.fromEntries(
      Object.entries(query?.examples ?? {}).map(([name, of]) => [name, String(Object.values(of)[0])]),
    );
    // The parameters of an upload stand in the query, those of a JSON body in the path.
    const upload =
      endpoint.uploads === undefined ? {} : { headers: { 'Content-Type': 'text/plain' }, body: 'x' };
    const inPath = (name: string) => endpoint.path.includes(`{${name}}`);
    const texts = query === undefined ? [] : textsIn(query.schema);
    for (const one of texts) {
      const name = String(one.path[0]);
      for (const text of ['x'.repeat(one.most + 1), BLANKS]) {
        const values = { ...given, [name]: text };
        const sent = new URLSearchParams(Object.entries(values).filter(([key]) => !inPath(key)));
        const isInBody = body !== undefined && inPath(name);
        if (!isInBody)
          await send(id, one, text, `${pathOf(endpoint, values)}?${sent}`, { method, ...upload });
      }
    }
    if (body === undefined) continue;
    const [example] = Object.values(body.examples);
    for (const one of textsIn(body.schema)) {
      const isOwnLine = OWN_LINE.includes(where(id, one));
      for (const text of ['x'.repeat(one.most + 1), ...(isOwnLine ? [] : [BLANKS])]) {
        await send(id, one, text, pathOf(endpoint, given), {
          method,
          headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
          body: JSON.stringify(withText(example, one.path, text)),
        });
      }
    }
  }
  return refusals;
}

test('a text that is too long is refused at once by every endpoint, with its field and maximum', async () => {
  await using http = await startHttp(READY);
  const refusals = await refusalsBy(http);
  expect(refusals.length).toBeGreaterThan(100);
  for (const { name, path, most, isLonger, status, text, cpuMs } of refusals) {
    const { code, field, message } = JSON.parse(text).error as Record<string, string | null>;
    expect({ name, status, code }, text.slice(0, 300)).toEqual({
      name,
      status: 400,
      code: 'invalid_request',
    });
    // The faults that this is about took minutes.
    expect(cpuMs, name).toBeLessThan(2_000);
    // Longer ones do not fit in the line of a request, or in the body.
    if (!isLonger || most > MAX_IN_A_LINE) continue;
    expect(String(field).split('[')[0], `${name}: ${message}`).toBe(path[0]);
    if (most === MAX_INPUT_CHARACTERS) expect(message, name).toContain(`longer than ${most} characters`);
  }
});

test('a link that is too long is an error of its own line', async () => {
  const long = `https://maps.app.goo.gl/${'x'.repeat(60_000)}`;
  expect(() => classifyReviewLink(long)).toThrow('The link is longer than 2048 characters.');
  const given: string[] = [];
  await using http = await startHttp({ bulk: async (urls) => void given.push(...urls) });
  const { status } = await http.ask('/api/review-visibility', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ urls: [long, BLANKS] }),
  });
  expect([status, given]).toEqual([200, [long, BLANKS]]);
});
