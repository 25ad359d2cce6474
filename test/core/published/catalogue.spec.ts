import { catalogue } from '../../../src/core/texts/catalogue.js';
import { expect, test } from '../../support/test.js';

const EN = {
  kind: 'Record',
  period: 'From {{from}} to {{to}}',
  'links#one': '{{count}} link',
  'links#other': '{{count}} links',
} as const;
const PL = {
  kind: 'Zapis',
  period: 'Od {{from}} do {{to}}',
  'links#one': '{{count}} link',
  'links#few': '{{count}} linki',
  'links#many': '{{count}} linków',
  'links#other': '{{count}} linku',
};

test('writes the values into the text of the language', () => {
  const t = catalogue(EN, PL);
  expect(t('en')('kind')).toBe('Record');
  expect(t('pl')('period', { from: 'ŚR', to: 2 })).toBe('Od ŚR do 2');
});

test('a value that looks like a placeholder stays as it is', () => {
  expect(catalogue(EN, PL)('en')('period', { from: '{{to}} $&', to: 2 })).toBe('From {{to}} $& to 2');
});

test('chooses the plural form of the language by the count', () => {
  const t = catalogue(EN, PL);
  expect([1, 2, 5, 12, 22, 0, 1.5].map((count) => t('pl')('links', { count }))).toEqual([
    '1 link',
    '2 linki',
    '5 linków',
    '12 linków',
    '22 linki',
    '0 linków',
    '1.5 linku',
  ]);
  expect([1, 2].map((count) => t('en')('links', { count }))).toEqual(['1 link', '2 links']);
});
