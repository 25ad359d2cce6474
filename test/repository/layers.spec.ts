import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PLACE_FIELDS } from '../../src/core/published/place-fields.js';
import { expect, test } from '../support/test.js';

// Names and the environment are used where they may be, and what is exported is used. `npm run check` checks imports
// (.dependency-cruiser.mjs).

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
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

const sourcesOf = (folder: string): Source[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:tsx?|mjs)$/.test(name))
    .map((name) => ({
      path: name.replaceAll('\\', '/'),
      text: readFileSync(join(ROOT, folder, name), 'utf8'),
    }));

test('names and the environment are used where they may be', () => {
  const sources = sourcesOf('src').filter(({ path }) => !path.endsWith('.mjs'));
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.flatMap(violationsOf)).toEqual([]);
});

/** Exports that no program names, and why. Types may be exported as part of what uses them. */
const EXCEPTIONS: ReadonlySet<string> = new Set([
  // test/deploy/monitoring.spec.ts asks them for the names that alert rules and the dashboard may use.
  'capabilities/doctor/doctor.ts doctorGauge',
  'capabilities/jobs/jobs.ts jobCounters',
  'capabilities/notify/notify.ts deliveryGauges',
  'capabilities/reports/reports.ts packGauges',
  'capabilities/watch/watch.ts watchCounters',
  'capabilities/watch/watch.ts watchGauges',
  'kit/store/storage.ts diskGauge',
  // Runs inside a page: tests run it in the pages that they invent.
  'core/reviews/scroll-list.ts scrollForMore',
  // The view of a watch shows the module that the part gives it.
  'capabilities/reports/console/watch-reports.tsx Reports',
  // Several processes of a test open one file, without its lock.
  'kit/store/sqlite-file.ts asSqliteDatabase',
]);

test('what src exports is used by src, or by a program of fixtures/ or deploy/', () => {
  /** The texts of the files that import a file, by its path without its ending. */
  const importers = new Map<string, string[]>();
  for (const folder of ['src', 'fixtures', 'deploy'])
    for (const { path, text } of sourcesOf(folder))
      for (const [, from = ''] of text.matchAll(/(?:\bfrom |\bimport\()'(\.[^']+)'/g)) {
        const target = join(folder, path, '..', from).replace(/\.\w+$/, '');
        importers.set(target, [...(importers.get(target) ?? []), text]);
      }
  const unused = sourcesOf('src').flatMap(({ path, text }) => {
    const users = importers.get(join('src', path).replace(/\.\w+$/, '')) ?? [];
    return [...text.matchAll(/^export (?:async )?(?:function\*?|const|let|class) (\w+)/gm)]
      .filter(([, name]) => !users.some((user) => new RegExp(`\\b${name}\\b`).test(user)))
      .map(([, name]) => `${path} ${name}`);
  });
  expect(unused.toSorted()).toEqual([...EXCEPTIONS].toSorted());
});
