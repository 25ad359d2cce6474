import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../support/test.js';

const pathOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const read = (path: string) => readFileSync(pathOf(path), 'utf8');

/** The promises of docs/promises.md: number, folders, and the file and title of the test. */
const promises = read('docs/promises.md')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split(' | '))
  .map(([number = '', , folders = '', proof = '']) => {
    const [, file = '', title = ''] = /^`([^`]+)`: (.+) \|$/.exec(proof) ?? [];
    return { number: number.slice(2), folders: folders.replaceAll('`', '').split(', '), file, title };
  });

test('the promises are numbered from 1 without a gap', () => {
  expect(promises.length).toBeGreaterThan(0);
  expect(promises.map(({ number }) => number)).toEqual(promises.map((_, index) => String(index + 1)));
});

test('the folders of each promise exist', () => {
  const missing = promises.flatMap(({ folders }) => folders.filter((folder) => !existsSync(pathOf(folder))));
  expect(missing).toEqual([]);
});

test('the file of each proof has a test of the named title', () => {
  for (const { number, file, title } of promises) {
    const starts = ["'", '"', '`'].map((quote) => `${quote}${title}${quote}`);
    const text = file && existsSync(pathOf(file)) ? read(file) : '';
    const isTest = starts.some((start) => new RegExp(`\\btest\\(\\s*${escaped(start)}`).test(text));
    expect(isTest, `promise ${number}: ${file}: ${title}`).toBe(true);
  }
});

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
