import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { en } from '../../../src/cli/texts/en.js';
import { pl } from '../../../src/cli/texts/pl.js';

const CLI = fileURLToPath(new URL('../../../src/cli/', import.meta.url));

/** The ids of all texts, such as `check.summary`. A group that code searches by a word of its own is one id. */
function idsOf(texts: object, path: readonly string[] = []): string[] {
  return Object.entries(texts).flatMap(([name, value]) => {
    const isGroup = typeof value === 'object' && !['words', 'codes', 'phrases', 'hints'].includes(name);
    return isGroup ? idsOf(value, [...path, name]) : [[...path, name].join('.')];
  });
}

test('every text is used', () => {
  const files = readdirSync(CLI).filter((name) => name.endsWith('.ts'));
  const code = files.map((name) => readFileSync(`${CLI}${name}`, 'utf8')).join('\n');
  // By its last two words, such as `list.resume`: code may destructure the groups above.
  const isUsed = (id: string) => code.includes(`texts.${id}`.split('.').slice(-2).join('.'));
  expect(idsOf(pl).filter((id) => !isUsed(id))).toEqual([]);
});

test('the texts of both languages have the same ids, and none is empty', () => {
  expect(idsOf(en).toSorted()).toEqual(idsOf(pl).toSorted());
  const empty = (texts: object): boolean =>
    Object.values(texts).some((value) => value === '' || (typeof value === 'object' && empty(value)));
  expect([empty(pl), empty(en)]).toEqual([false, false]);
});
