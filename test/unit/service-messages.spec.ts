import { readdirSync, readFileSync } from 'node:fs';
import type { z } from 'zod';
import { AppError, refusalMessage } from '../../src/contract/errors.js';
import { MESSAGES, message, PLACEHOLDER } from '../../src/contract/messages.js';
import { messageText } from '../../src/contract/texts/service-messages.js';
import { bulkVisibilityBody } from '../../src/http/endpoints/bulk-visibility.js';
import { createJobBody } from '../../src/http/endpoints/create-job.js';
import { ENDPOINTS } from '../../src/http/endpoints/list.js';
import { placeReviewsParameters } from '../../src/http/endpoints/place-reviews.js';
import { convertBody } from '../../src/http/endpoints/places.js';
import { openApiDocument } from '../../src/http/openapi/document.js';
import { validate } from '../../src/http/validate.js';
import { expect, test } from '../support/test.js';

// The compiler refuses a text that is no message, and a message without its values. Here is what it cannot see: the
// messages of schemas, and messages that no code sends.

const SRC = new URL('../../src/', import.meta.url);

function expectPolish(message: string): void {
  expect(messageText('pl', message), message).not.toBe(null);
}

/** The code that sends messages, and not the code that translates them. */
function sourceText(): string {
  return readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^(?!clients\/|contract\/texts\/).*\.ts$/.test(path))
    .map((path) => readFileSync(new URL(path, SRC), 'utf8'))
    .join('\n');
}

test('an error takes only a message of the list, with its values', () => {
  // @ts-expect-error: the type check fails when this is accepted.
  expect(messageText('pl', new AppError('overloaded', 'Something new.').message)).toBe(null);
  // @ts-expect-error: so does it without the value, ...
  expect(message('cidDigits')).toContain('undefined');
  // @ts-expect-error: ... with one of another name, ...
  expect(message('cidDigits', { most: 3 })).toContain('undefined');
  // @ts-expect-error: ... and with one that the message does not name.
  expect(message('notAPlaceId', { digits: 3 })).toBe(MESSAGES.notAPlaceId.en);
  expect(message('cidDigits', { digits: 3 })).toBe('A CID has 14 to 20 decimal digits; this number has 3.');
});

test('a Polish text uses only values of its message', () => {
  for (const { en, pl } of Object.values(MESSAGES)) {
    expect(en.match(PLACEHOLDER) ?? [], en).toEqual(expect.arrayContaining(pl.match(PLACEHOLDER) ?? []));
  }
});

test('every message is sent somewhere', () => {
  const source = sourceText();
  expect(Object.keys(MESSAGES).filter((id) => !source.includes(`'${id}'`))).toEqual([]);
});

/** What may stand in a field by mistake. */
const WRONG_VALUES: readonly unknown[] = [
  ...['', ' ', 'x', '0', '-1', '1.5', '99999', '99999999', 'x'.repeat(9_000)],
  ...[null, 0, -1, 1.5, 99_999, true, [], ['a', 'b'], [1], [''], ['x'.repeat(9_000)], {}],
];

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

test('whatever is wrong with a request is said in Polish too', () => {
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
    const messages = inputs.flatMap(({ schema, valid }) =>
      wrongRequests(schema, valid).flatMap((request) => {
        // A query is an object whose values are texts, whatever was sent.
        const isQuery = typeof request === 'object' && request !== null && !Array.isArray(request);
        const isSent = isQuery && Object.values(request).every((value) => typeof value === 'string');
        return schema === query?.schema && !isSent ? [] : [refusalMessage(() => validate(schema, request))];
      }),
    );
    const refusals = messages.filter((message) => message !== null);
    expect(refusals.length, id).toBeGreaterThan(0);
    for (const refusal of refusals) expectPolish(refusal);
  }
});

test('answers that name several faults are translated as a whole', () => {
  const message = refusalMessage(() => validate(placeReviewsParameters, { min_stars: '9', max_pages: 'x' }));
  expect(message).toContain('" is required');
  expect(messageText('pl', message ?? '')).toBe(
    'Brakuje parametru „placeid”. Parametr „max_pages” musi być liczbą całkowitą od 1 do 50. Parametr „min_stars” musi być liczbą całkowitą od 1 do 5.',
  );
});

test('an answer does not repeat a sentence', () => {
  const wrong: readonly (readonly [z.ZodType, unknown])[] = [
    [convertBody, { cid: 1, place_id: '', unknown: 1 }],
    [bulkVisibilityBody, { urls: [1, 2, ''], unknown: 1 }],
    [createJobBody, { type: 'x', urls: [''], max_pages: 0, unknown: 1 }],
  ];
  for (const [schema, request] of wrong) {
    const sentences = refusalMessage(() => validate(schema, request))?.split(/(?<=\.) /) ?? [];
    expect(sentences.length).toBeGreaterThan(0);
    expect(new Set(sentences).size, sentences.join(' ')).toBe(sentences.length);
  }
});

test('the messages of the OpenAPI document are those of the service', () => {
  const messages = [
    ...JSON.stringify(openApiDocument(ENDPOINTS, '1.0.0')).matchAll(/"message":("(?:[^"\\]|\\.)*")/g),
  ];
  expect(messages.length).toBeGreaterThan(10);
  for (const [, message = ''] of messages) expectPolish(JSON.parse(message) as string);
});
