import { AppError, INVALID_REQUEST, providerBlocked, refusalOf } from '../../../src/core/errors.js';
import { classifyQuery } from '../../../src/core/identifiers/classify.js';
import { reasonOf, translated } from '../../../src/core/texts/messages.js';
import { serviceText } from '../../../src/core/texts/service-text.js';
import { MESSAGES, message, POLISH } from '../../support/messages.js';
import { expect, test } from '../../support/test.js';

const ids = Object.keys(MESSAGES) as (keyof typeof MESSAGES)[];
const NAMES = /\{\{([a-z]+)\}\}/g;

test('every message is translated by its reason, with its values', () => {
  expect(new Set(ids.map(reasonOf)).size).toBe(ids.length);
  for (const id of ids) {
    const names = [...MESSAGES[id].matchAll(NAMES)].map(([, name = '']) => name);
    const values = Object.fromEntries(names.map((name) => [name, `<${name}> {{most}}`]));
    const expected = POLISH[id].replace(NAMES, (_, name: string) => `<${name}> {{most}}`);
    expect(translated(POLISH, { reason: reasonOf(id), values })).toBe(expected);
  }
});

test('a message is translated whatever its English text is', () => {
  const received = {
    message: 'A later version says it in other words.',
    reason: 'provider_blocks',
    values: {},
  };
  expect(serviceText('pl', received)).toBe(POLISH.providerBlocks);
  expect(serviceText('en', received)).toBe(received.message);
  expect(serviceText('pl', providerBlocked())).toBe(POLISH.providerBlocks);
});

test('a message without a known reason, or without a value, stays in English', () => {
  const text = MESSAGES.cidDigits.replace(NAMES, '3');
  for (const told of [
    {},
    { reason: 'other', values: {} },
    { reason: 'of_a_later_version', values: {} },
    { reason: 'constructor', values: {} },
    { reason: '__proto__', values: {} },
    { reason: 'cid_digits' },
    { reason: 'cid_digits', values: { number: '3' } },
  ])
    expect(serviceText('pl', { message: text, ...told })).toBe(text);
  expect(serviceText('pl', { message: text, reason: 'cid_digits', values: { digits: '3' } })).toContain(
    'Liczba cyfr w podanym numerze: 3.',
  );
});

test('the refusal of a query has a Polish text', () => {
  for (const text of [
    '',
    'https://example.com/x',
    'ftp://www.google.com/maps',
    'x'.repeat(10_000),
    'ChIJx',
  ]) {
    const refused = refusalOf(() => classifyQuery(text));
    expect(translated(POLISH, refused ?? {}), text).not.toBe(null);
  }
});

test('an error with several messages has the texts of all, and the reason and values of the first', () => {
  const error = new AppError(INVALID_REQUEST, [
    message('parameterEmpty', { name: 'url', meaning: 'a link' }),
    message('starsReversed'),
  ]);
  expect(error).toMatchObject({ reason: 'parameter_empty', values: { name: 'url', meaning: 'a link' } });
  expect(error.message).toBe(
    'The parameter "url" is empty: give a link. "min_stars" must not be greater than "max_stars".',
  );
});
