import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../support/test.js';

const pathOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const read = (path: string) => readFileSync(pathOf(path), 'utf8');

/** The promises of docs/promises.md: number, folders, and the files and titles of the tests. */
const promises = read('docs/promises.md')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split(' | '))
  .map(([number = '', , folders = '', proof = '']) => ({
    number: number.slice(2),
    folders: folders.replaceAll('`', '').split(', '),
    proofs: proof
      .replace(/ \|$/, '')
      .split('<br>')
      .map((one) => {
        const [, file = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(one) ?? [];
        return { file, title };
      }),
  }));

test('the promises are numbered from 1 without a gap', () => {
  expect(promises.length).toBeGreaterThan(0);
  expect(promises.map(({ number }) => number)).toEqual(promises.map((_, index) => String(index + 1)));
});

test('the folders of each promise exist', () => {
  const missing = promises.flatMap(({ folders }) => folders.filter((folder) => !existsSync(pathOf(folder))));
  expect(missing).toEqual([]);
});

test('the file of each proof has a test of the named title', () => {
  const named = promises.flatMap(({ number, proofs }) => proofs.map((proof) => ({ number, ...proof })));
  for (const { number, file, title } of named) {
    const titles = ["'", '"', '`'].map((quote) => escaped(`${quote}${title}${quote}`));
    const text = file && existsSync(pathOf(file)) ? read(file) : '';
    // The tests of both databases are the entries of an object.
    const isTest = titles.some((quoted) =>
      new RegExp(`\\btest\\(\\s*${quoted}|${quoted}: async \\(`).test(text),
    );
    expect(isTest, `promise ${number}: ${file}: ${title}`).toBe(true);
  }
});

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
