import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { BUILT_IN } from '../../../../src/core/provider/rules/built-in.js';
import { fingerprintOf, mergeRules, readRulesFile } from '../../../../src/core/provider/rules/load-rules.js';
import { MAX_FILE_BYTES, parseRules } from '../../../../src/core/provider/rules/rules-file.js';
import { expect, test } from '../../../support/test.js';

const unread = (fault: string) => ({ kind: 'faults', faults: [expect.stringContaining(fault)] });

const BLANK = '{}'.padEnd(MAX_FILE_BYTES);

test('reads a file of the maximum length, also behind a link, and refuses a longer file', async ({}, info) => {
  const [file, link, longer] = [info.outputPath('rules'), info.outputPath('link'), info.outputPath('longer')];
  writeFileSync(file, BLANK);
  symlinkSync(file, link);
  writeFileSync(longer, `${BLANK} `);
  expect(await readRulesFile(link)).toEqual({ kind: 'rules', rules: {} });
  expect(await readRulesFile(longer)).toEqual(unread(`larger than ${MAX_FILE_BYTES} bytes`));
});

test('refuses a pipe, a device and a folder without waiting, and a missing file', async ({}, info) => {
  const [pipe, device, folder] = [
    info.outputPath('pipe'),
    info.outputPath('device'),
    info.outputPath('folder'),
  ];
  execFileSync('mkfifo', [pipe]);
  symlinkSync('/dev/zero', device);
  mkdirSync(folder);
  for (const path of [pipe, device, folder])
    expect(await readRulesFile(path), path).toEqual(unread('not a regular file'));
  expect(await readRulesFile(info.outputPath('none'))).toEqual(unread('no such file'));
});

test("mergeRules puts the operator's entries before the built-in entries", () => {
  const rules = mergeRules({
    selectors: { rating: ['div.new'] },
    paths: { placePayload: { reviewCount: [[4, 9]] } },
    frameIds: { reviews: ['xYz12'] },
  });
  expect(rules.selectors.rating).toEqual(['div.new', ...BUILT_IN.selectors.rating]);
  expect(rules.paths.placePayload.reviewCount).toEqual([
    [4, 9],
    [4, 8],
  ]);
  expect(rules.frameIds.reviews).toEqual(['xYz12', ...BUILT_IN.frameIds.reviews]);
  expect({ ...rules.selectors, rating: null }).toEqual({ ...BUILT_IN.selectors, rating: null });
  expect(rules.words).toEqual(BUILT_IN.words);
});

test('mergeRules keeps a repeated entry once, at its first position', () => {
  const rules = mergeRules({ paths: { reviewRecord: { likes: [[4, 1]] } } });
  expect(rules.paths.reviewRecord.likes).toEqual([
    [4, 1],
    [4, 6, 1, 0, 1],
  ]);
});

test("mergeRules puts the operator's labels of tabs last, so that no built-in label loses its tab", () => {
  const { reviewsTab } = mergeRules({ words: { reviewsTab: ['Przegląd'] } }).words;
  expect(reviewsTab).toEqual([...BUILT_IN.words.reviewsTab, 'Przegląd']);
});

test('merged rules cannot be changed', () => {
  const rules = mergeRules({});
  expect(() => (rules.selectors.rating as string[]).push('x')).toThrow(TypeError);
});

test('the fingerprint depends on entries and their order, not on the order of names', () => {
  const one = fingerprintOf({ selectors: { rating: ['a.b'], card: ['p.q'] } });
  expect(one).toMatch(/^[0-9a-f]{12}$/);
  expect(fingerprintOf({ selectors: { card: ['p.q'], rating: ['a.b'] } })).toBe(one);
  expect(fingerprintOf({ selectors: { card: ['p.q'], rating: ['a.c'] } })).not.toBe(one);
  expect(fingerprintOf({ selectors: { rating: ['b', 'a'] } })).not.toBe(
    fingerprintOf({ selectors: { rating: ['a', 'b'] } }),
  );
});

test('the built-in rules are a valid rules file', () => {
  expect(parseRules(JSON.stringify(BUILT_IN))).toEqual({ kind: 'rules', rules: BUILT_IN });
  expect(mergeRules(BUILT_IN)).toEqual(BUILT_IN);
});
