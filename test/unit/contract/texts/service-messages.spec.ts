import { providerBlocked, refusalMessage, shuttingDown } from '../../../../src/contract/errors.js';
import { messageText, serviceErrorText } from '../../../../src/contract/texts/service-messages.js';
import { classifyQuery, parsePlaceRef } from '../../../../src/identifiers/classify.js';
import { expect, test } from '../../../support/test.js';

const messageOf = (run: () => unknown): string => refusalMessage(run) ?? 'nothing was refused';

test('the refusal of a query has a Polish text', () => {
  for (const text of [
    '',
    'https://example.com/x',
    'ftp://www.google.com/maps',
    'x'.repeat(10_000),
    'ChIJx',
  ]) {
    const message = messageOf(() => classifyQuery(text));
    expect(messageText('pl', message), message).not.toBe(null);
    expect(messageText('en', message)).toBe(message);
  }
});

test('messages of several sentences are translated as a whole, or not at all', () => {
  const message = messageOf(() => parsePlaceRef('Pierogarnia'));
  expect(messageText('pl', message)).toContain('To nie jest Place ID. Place ID zaczyna się od „ChIJ”');
  expect(messageText('pl', `${message} Something new.`)).toBe(null);
  expect(messageText('pl', providerBlocked().message)).toContain('blokuje teraz automatyczne wejścia');
  expect(messageText('pl', shuttingDown().message)).toContain('właśnie się wyłącza');
  expect(
    messageText(
      'pl',
      'This request costs 10 of your 60 points for a minute, but only 3 points are left. Try again in 25 s.',
    ),
  ).toBe('Za dużo zapytań w ciągu minuty. Spróbuj ponownie za 25 s.');
});

test('a message without a Polish text is replaced by the text of its code', () => {
  const error = { code: 'overloaded', message: 'Something new.' };
  expect(serviceErrorText('pl', error)).toBe('Usługa jest teraz przeciążona.');
  expect(serviceErrorText('en', error)).toBe('Something new.');
});
