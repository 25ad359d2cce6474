import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { raisesWithoutReason } from '../../deploy/ceiling-raises.mjs';
import { expect, test } from '../support/test.js';

const BEFORE = { src: 300, 'src/core': 200, 'src/kit': 100 };

function gitIn(folder: string) {
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
  return (...args: string[]) => execFileSync('git', ['-C', folder, ...who, ...args], { encoding: 'utf8' });
}

/** A repository whose last commit changes the ceilings from BEFORE to `after`. */
function repositoryWith(after: object, body: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'ceilings-'));
  const git = gitIn(folder);
  git('init', '-q');
  mkdirSync(join(folder, 'deploy'));
  writeFileSync(join(folder, 'deploy/ceiling-raises.mjs'), '');
  for (const [ceilings, message] of [
    [BEFORE, 'chore: ceilings'],
    [after, `feat: more\n\n${body}`],
  ] as const) {
    writeFileSync(join(folder, 'deploy/ceilings.json'), JSON.stringify(ceilings));
    git('add', '.');
    git('commit', '-q', '-m', message);
  }
  return folder;
}

const RAISED = { src: 300, 'src/core': 190, 'src/kit': 110 };

test('a commit that lowers ceilings needs no reason', () => {
  const folder = repositoryWith({ src: 290, 'src/core': 190, 'src/kit': 100 }, '');
  expect(raisesWithoutReason(folder)).toEqual({ skipped: null, faults: [] });
});

test('a commit that raises a ceiling passes with its reason and a folder that falls by as much', () => {
  const folder = repositoryWith(RAISED, 'ceiling: src/kit +10 because the lists moved there');
  expect(raisesWithoutReason(folder)).toEqual({ skipped: null, faults: [] });
});

test('a commit that raises a ceiling fails without its reason, with another figure or without words', () => {
  for (const body of ['', 'ceiling: src/kit +9 because of lists', 'ceiling: src/kit +10 because '])
    expect(raisesWithoutReason(repositoryWith(RAISED, body)).faults, body).toEqual([
      expect.stringContaining('ceiling: src/kit +10 because'),
    ]);
});

test('a commit that raises a ceiling fails if no folder falls by as much', () => {
  const after = { ...RAISED, src: 305, 'src/core': 195 };
  const { faults } = raisesWithoutReason(repositoryWith(after, 'ceiling: src/kit +10 because of lists'));
  expect(faults).toEqual([expect.stringContaining('falls by as much')]);
});

test('a shallow clone and a folder without git are not checked, and the check says so', () => {
  const folder = repositoryWith(RAISED, '');
  const clone = mkdtempSync(join(tmpdir(), 'ceilings-clone-'));
  execFileSync('git', ['clone', '-q', '--depth', '1', pathToFileURL(folder).href, clone]);
  expect(raisesWithoutReason(clone)).toEqual({ skipped: 'the clone is shallow', faults: [] });
  const bare = mkdtempSync(join(tmpdir(), 'ceilings-none-'));
  expect(raisesWithoutReason(bare)).toEqual({ skipped: 'there is no git history', faults: [] });
});
