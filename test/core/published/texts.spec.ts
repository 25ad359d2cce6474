import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../../support/test.js';

const SRC = fileURLToPath(new URL('../../../src/', import.meta.url));
const FILES = readdirSync(SRC, { recursive: true, encoding: 'utf8' });
const CATALOGUES = FILES.filter((name) => name.endsWith('/en.json'));

const textsOf = (name: string): Record<string, string> => JSON.parse(readFileSync(join(SRC, name), 'utf8'));

test('every text is used', () => {
  const code = FILES.filter((name) => /(?<!\.d\.json)\.tsx?$/.test(name))
    .map((name) => readFileSync(join(SRC, name), 'utf8'))
    .join('\n');
  const used = new Set([...code.matchAll(/['`]([\w.-]+)['`]/g)].map(([, key]) => key));
  // Keys made from a code: `states.${state}`.
  const made = [...code.matchAll(/`([\w.-]+[.-])\$\{/g)].map(([, start = '']) => start);
  expect(CATALOGUES.length).toBeGreaterThan(1);
  for (const name of CATALOGUES) {
    const keys = Object.keys(textsOf(name)).map((key) => key.replace(/#.*/, ''));
    const unused = keys.filter((key) => !used.has(key) && !made.some((start) => key.startsWith(start)));
    expect(unused, name).toEqual([]);
  }
});

test('no text is empty', () => {
  for (const name of CATALOGUES.flatMap((name) => [name, join(dirname(name), 'pl.json')]))
    expect(
      Object.entries(textsOf(name)).filter(([, text]) => text === ''),
      name,
    ).toEqual([]);
});

test('no English text has a Polish letter, but for an example of a search', () => {
  const polish = Object.entries(Object.assign({}, ...CATALOGUES.map(textsOf)) as Record<string, string>)
    .filter(([, text]) => /[ąćęłńóśźż]/i.test(text) && !text.startsWith('e.g.'))
    .map(([key]) => key);
  expect(polish).toEqual([]);
});
