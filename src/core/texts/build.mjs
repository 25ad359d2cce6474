// Copies the texts and the scripts of shells into dist: the compiler emits no JSON file that has types of its own
// (en.d.json.ts), and nothing that is no code.
// `node src/core/texts/build.mjs [folder]`; the default folder is dist.
import { cpSync, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

const SRC = join(import.meta.dirname, '..', '..');
const DIST = resolve(process.argv[2] ?? join(SRC, '..', 'dist'));
const TEXTS = new Set(['en.json', 'pl.json']);
const SCRIPTS = join('cli', 'completions');

for (const name of readdirSync(SRC, { recursive: true })) {
  if (TEXTS.has(basename(name)) || dirname(name) === SCRIPTS) cpSync(join(SRC, name), join(DIST, name));
}
