import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { en } from '../../../src/kit/terminal/texts/en.js';
import { pl } from '../../../src/kit/terminal/texts/pl.js';
import { expect, test } from '../../support/test.js';

const SRC = fileURLToPath(new URL('../../../src/', import.meta.url));

/** Groups that code searches by a code or a word of another program. */
const SEARCHED = [
  'words',
  'system',
  'hints',
  'examples',
  'steps',
  'states',
  'paces',
  'deliveryStates',
  'held',
];

/** The ids of all texts, such as `check.summary`; a searched group is one id. */
function idsOf(texts: object, path: readonly string[] = []): string[] {
  return Object.entries(texts).flatMap(([name, value]) => {
    const isGroup = typeof value === 'object' && !SEARCHED.includes(name);
    return isGroup ? idsOf(value, [...path, name]) : [[...path, name].join('.')];
  });
}

test('every text is used', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /^cli\/|^kit\/terminal\/|\/cli\//.test(name) && name.endsWith('.ts'),
  );
  const code = files.map((name) => readFileSync(`${SRC}${name}`, 'utf8')).join('\n');
  expect(idsOf(pl).filter((id) => !new RegExp(`\\btexts\\.${id}\\b`).test(code))).toEqual([]);
});

test('no text is empty', () => {
  const isEmpty = (texts: object): boolean =>
    Object.values(texts).some((value) => value === '' || (typeof value === 'object' && isEmpty(value)));
  expect([isEmpty(pl), isEmpty(en)]).toEqual([false, false]);
});
