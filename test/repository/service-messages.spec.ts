import { z } from 'zod';
import { openApiDocument } from '../../src/core/api/openapi/document.js';
import { validate } from '../../src/core/api/validate.js';
import { refusalOf } from '../../src/core/errors.js';
import { OTHER, reasonOf } from '../../src/core/texts/messages.js';
import { CAPABILITIES, ENDPOINTS } from '../../src/installed.js';
import { MESSAGES, type MessageId } from '../support/messages.js';
import { expect, test } from '../support/test.js';

// The compiler refuses a text that is no message, and a message without its values. It cannot see the messages of
// schemas.

/** What may stand in a field by mistake. */
const WRONG_VALUES: readonly unknown[] = [
  ...['', ' ', 'x', '0', '-1', '1.5', '99999', '99999999', 'x'.repeat(9_000)],
  ...[null, 0, -1, 1.5, 99_999, true, [], ['a', 'b'], [1], [''], ['x'.repeat(9_000)], {}],
];

/** The schema of the query or of the body of an endpoint. */
function schemaOf(id: string, part: 'query' | 'body'): z.ZodType {
  const schema = ENDPOINTS.find((endpoint) => endpoint.id === id)?.[part]?.schema;
  if (schema === undefined) throw new Error(`no ${part} of ${id}`);
  return schema;
}

function fieldsOf(schema: z.ZodType): string[] {
  return 'shape' in schema ? Object.keys(schema.shape as object) : [];
}

/** Every request in which one field is wrong, missing or unknown, and requests that are no object. */
function wrongRequests(schema: z.ZodType, valid: Readonly<Record<string, unknown>>): unknown[] {
  return [
    ...[{}, null, 'x', 1, [], { unknown: 'x' }, { ...valid, unknown: 'x' }],
    ...fieldsOf(schema).flatMap((name) => WRONG_VALUES.map((value) => ({ ...valid, [name]: value }))),
  ];
}

test('whatever is wrong with a request has a message of the list', () => {
  for (const { id, query, body } of ENDPOINTS) {
    const examples = Object.entries(query?.examples ?? {}).map(
      ([name, values]) => [name, Object.values(values)[0]] as const,
    );
    const inputs = [
      ...(query === undefined ? [] : [{ schema: query.schema, valid: Object.fromEntries(examples) }]),
      ...Object.values(body?.examples ?? {}).flatMap((valid) =>
        body === undefined ? [] : [{ schema: body.schema, valid: valid as Record<string, unknown> }],
      ),
    ];
    // A request without fields cannot be wrong.
    if (inputs.every(({ schema }) => fieldsOf(schema).length === 0)) continue;
    const errors = inputs.flatMap(({ schema, valid }) =>
      wrongRequests(schema, valid).flatMap((request) => {
        // A query is an object whose values are texts, whatever was sent.
        const isQuery = typeof request === 'object' && request !== null && !Array.isArray(request);
        const isSent = isQuery && Object.values(request).every((value) => typeof value === 'string');
        return schema === query?.schema && !isSent ? [] : [refusalOf(() => validate(schema, request))];
      }),
    );
    const said = errors.flatMap((error) => error?.said ?? []);
    expect(said.length, id).toBeGreaterThan(0);
    // One assertion for all: there are tens of thousands.
    expect(said.filter(({ id: of, text }) => of === OTHER || /\{\{|message:/.test(text))).toEqual([]);
  }
});

test('several faults of one input are several messages', () => {
  const error = refusalOf(() =>
    validate(schemaOf('placeReviews', 'query'), { min_stars: '9', max_pages: 'x' }),
  );
  expect(error?.said.map(({ id, values }) => [id, values.name])).toEqual([
    ['parameterMissing', 'placeid'],
    ['parameterOutOfRange', 'max_pages'],
    ['parameterOutOfRange', 'min_stars'],
  ]);
  expect(error?.message).toBe(error?.said.map(({ text }) => text).join(' '));
  expect(error).toMatchObject({ field: 'placeid', reason: 'parameter_missing', values: { name: 'placeid' } });
});

test('a text of zod itself has the reason "other"', () => {
  const error = refusalOf(() => validate(z.object({ url: z.string() }), {}));
  expect(error).toMatchObject({ field: 'url', reason: 'other', values: {} });
  expect(error?.message).toMatch(/\w/);
});

test('an answer does not repeat a sentence', () => {
  const wrong: readonly (readonly [z.ZodType, unknown])[] = [
    [schemaOf('convert', 'body'), { cid: 1, place_id: '', unknown: 1 }],
    [schemaOf('bulkReviewVisibility', 'body'), { urls: [1, 2, ''], unknown: 1 }],
    [schemaOf('createJob', 'body'), { type: 'x', urls: [''], max_pages: 0, unknown: 1 }],
  ];
  for (const [schema, request] of wrong) {
    const sentences = refusalOf(() => validate(schema, request))?.message.split(/(?<=\.) /) ?? [];
    expect(sentences.length).toBeGreaterThan(0);
    expect(new Set(sentences).size, sentences.join(' ')).toBe(sentences.length);
  }
});

test('the messages of the OpenAPI document are those of the service', () => {
  const reasons = [
    ...JSON.stringify(openApiDocument(ENDPOINTS, CAPABILITIES, '1.0.0')).matchAll(
      /"message":"(?:[^"\\]|\\.)*",(?:"field":(?:null|"[^"]*"),)?"(?:reason":"(\w+)")?/g,
    ),
  ].map(([, reason]) => reason);
  expect(reasons.length).toBeGreaterThan(10);
  expect(Object.keys(MESSAGES).map((id) => reasonOf(id as MessageId))).toEqual(
    expect.arrayContaining(reasons),
  );
});
