import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { raisesWithoutReason } from './ceiling-raises.mjs';

// The lines of code that src and its folders may have, without the texts. Part of
// `npm run check`. `--lower` lowers the ceilings to the present lines and gives a new folder a ceiling; it raises none.
// CONTRIBUTING.md says what a commit needs that raises a ceiling.

const FILE = new URL('ceilings.json', import.meta.url);
const CODE = new Set(['.ts', '.tsx', '.css']);
const TEXTS = new Set(['en.ts', 'pl.ts']);
/** A folder this far below its ceiling needs a lower one. */
const SLACK = 150;

/** Lines of all files of code below a folder. */
function linesIn(folder) {
  let lines = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) lines += linesIn(path);
    else if (CODE.has(extname(entry.name)) && !TEXTS.has(entry.name))
      lines += readFileSync(path, 'utf8').split('\n').length - 1;
  }
  return lines;
}

const ceilings = JSON.parse(readFileSync(FILE, 'utf8'));
const below = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${folder}/${name}`);
const folders = below('src').flatMap((folder) => (folder === 'src/capabilities' ? below(folder) : folder));
const now = Object.fromEntries(['src', ...folders].map((folder) => [folder, linesIn(folder)]));
if (process.argv.includes('--lower')) {
  const lower = Object.entries(now).map(([folder, lines]) => [
    folder,
    Math.min(lines, ceilings[folder] ?? lines),
  ]);
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(lower), null, 2)}\n`);
} else {
  for (const [folder, lines] of Object.entries(now)) {
    const ceiling = ceilings[folder];
    if (ceiling === undefined) fail(`${folder} has no ceiling: run node deploy/ceilings.mjs --lower`);
    else if (lines > ceiling) fail(`${folder} has ${lines} lines, but its ceiling is ${ceiling}`);
    else if (lines < ceiling - SLACK)
      fail(`${folder} has only ${lines} lines: run node deploy/ceilings.mjs --lower`);
  }
  const { skipped, faults } = raisesWithoutReason('.');
  if (skipped) console.log(`ceilings: the history was not checked: ${skipped}`);
  faults.forEach(fail);
}

function fail(words) {
  console.error(words);
  process.exitCode = 1;
}
