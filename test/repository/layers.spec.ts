import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PLACE_FIELDS } from '../../src/core/published/place-fields.js';
import { expect, test } from '../support/test.js';

// Names and the environment are used where they may be. `npm run check` checks imports (.dependency-cruiser.mjs).

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SRC = join(ROOT, 'src');
/** The service's environment is read in one file, the command line's in another. */
const READS_ENVIRONMENT = 'core/config/config.ts';
/** Also runs in a browser. */
const IN_BROWSER =
  /^(?:core\/published|core\/texts|kit\/lists|kit\/client|kit\/ui|console|capabilities\/[^/]+\/console)\//;
/** Polish words, too. */
const TEXTS = /^core\/texts\/|(?:^|\/)(?:(?:event-)?texts|en|pl)\.ts$/;
/** Names that are no English words: only what is published may use them. */
const PUBLISHED_NAMES = Object.values(PLACE_FIELDS).filter((name) => name !== 'cid');
const PUBLISHED_NAME = new RegExp(`\\b(${PUBLISHED_NAMES.join('|')})\\b`);

/** What takes a page or a turn for its caller, who gives it back. */
const HAND_ON = /^(?:core\/traffic\/page-loads|capabilities\/doctor\/doctor-lookups)\.ts$/;

interface Source {
  /** Relative to src/, with `/`. */
  readonly path: string;
  readonly text: string;
}

function violationsOf({ path, text }: Source): string[] {
  const code = withoutComments(text);
  const found: string[] = [];
  if (/\bprocess\s*(\.|\?\.)\s*env\b|\bprocess\[/.test(code) && path !== READS_ENVIRONMENT)
    found.push(`reads process.env; only ${READS_ENVIRONMENT} may`);
  if (IN_BROWSER.test(path) && /\bprocess\s*[.?[]|\bBuffer\b/.test(code))
    found.push('needs Node.js and must run in a browser');
  const name = PUBLISHED_NAME.exec(code)?.[0];
  if (name !== undefined && !path.startsWith('core/published/') && !TEXTS.test(path))
    found.push(`uses the published name ${name}; only core/published/ may`);
  for (const [line] of code.matchAll(/^.*\b(?:loads|pool|recordedLoads)\.take\(.*$/gim))
    if (!/^\s*using /.test(line) && !HAND_ON.test(path)) found.push(`keeps a page without \`using\`:${line}`);
  return found.map((violation) => `${path} ${violation}`);
}

/** Drops the lines that are comment only; a comment behind code stays, which errs to the strict side. */
function withoutComments(text: string): string {
  return text
    .split('\n')
    .filter((line) => !/^\s*(\/\/|\/\*|\*)/.test(line))
    .join('\n');
}

test('names and the environment are used where they may be', () => {
  const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => ({ path: name.replaceAll('\\', '/'), text: readFileSync(join(SRC, name), 'utf8') }));
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.flatMap(violationsOf)).toEqual([]);
});
