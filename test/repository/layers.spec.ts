import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { PLACE_FIELDS } from '../../src/core/published/place-fields.js';
import { expect, test } from '../support/test.js';

// The layout of the code. Imports are checked by `npm run check` (.dependency-cruiser.mjs): here is the proof that its
// rules refuse what they should. What is no import is checked here.

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SRC = join(ROOT, 'src');
/** The service's environment is read in one file, the command line's in another. */
const READS_ENVIRONMENT = 'core/config/config.ts';
/** Also runs in a browser. */
const IN_BROWSER =
  /^(?:core\/published|core\/texts|kit\/lists|kit\/client|kit\/ui|console|capabilities\/[^/]+\/console)\//;
/** Polish words, too. */
const TEXTS = /^core\/texts\/|(?:^|\/)(?:event-)?texts\.ts$/;
/** Names that are no English words: only what is published may use them. */
const PUBLISHED_NAMES = Object.values(PLACE_FIELDS).filter((name) => name !== 'cid');
const PUBLISHED_NAME = new RegExp(`\\b(${PUBLISHED_NAMES.join('|')})\\b`);

interface Source {
  /** Relative to src/, with `/`. */
  readonly path: string;
  readonly text: string;
}

const report = z.object({
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })),
  }),
});

/** The violations in a tree of made-up files, as "rule: from → to". */
function violationsIn(files: Readonly<Record<string, string>>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'layers-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const cruiser = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
    const rules = join(ROOT, '.dependency-cruiser.mjs');
    const args = [cruiser, '--config', rules, '--output-type', 'json', 'src'];
    const { summary } = report.parse(JSON.parse(runAnyway(args, folder)));
    return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What a program of Node.js prints, whether it succeeds or not. */
function runAnyway(args: readonly string[], cwd: string): string {
  try {
    return execFileSync(process.execPath, args, {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch (error) {
    return z.object({ stdout: z.string() }).parse(error).stdout;
  }
}

const EMPTY = 'export const x = 1;\nexport interface T {}\n';

// One tree of made-up files for all rules: dependency-cruiser takes seconds to start.
test('the rules refuse imports against the direction, cycles of types, files without a home, dead files and Node.js in a browser', () => {
  const imports: readonly (readonly [from: string, to: string, rule: string, typeOnly?: boolean])[] = [
    ['core/provider/a.ts', 'core/browser/pool.ts', 'core-provider'],
    ['core/provider/wire/a.ts', 'core/egress/proxy.ts', 'core-provider'],
    ['core/identifiers/a.ts', 'core/runtime/scope.ts', 'core-identifiers', true],
    ['core/places/a.ts', 'core/api/router.ts', 'core-places'],
    ['core/places/b.ts', 'core/reviews/review.ts', 'core-places', true],
    ['core/published/a.ts', 'core/places/place.ts', 'core-published', true],
    ['core/traffic/c.ts', 'capabilities/jobs/store.ts', 'core'],
    ['core/api/a.ts', 'kit/page/html.ts', 'core', true],
    ['kit/store/a.ts', 'capabilities/jobs/job.ts', 'kit'],
    ['capabilities/watch/a.ts', 'capabilities/notify/email.ts', 'capability-watch', true],
    ['capabilities/notify/a.ts', 'capabilities/watch/scheduler.ts', 'capability-notify'],
    ['capabilities/mcp/a.ts', 'capabilities/watch/schema.ts', 'capability-mcp', true],
    ['capabilities/jobs/a.ts', 'app/app.ts', 'capability-jobs'],
    ['console/a.tsx', 'capabilities/jobs/console/jobs-page.ts', 'shell-console', true],
    ['cli/b.ts', 'console/a.tsx', 'shell-cli'],
    ['cli/c.ts', 'core/places/convert.ts', 'lazy-service'],
    ['core/api/c.ts', 'capabilities/mcp/tool-server.ts', 'lazy-mcp'],
    ['app/app.ts', 'capabilities/jobs/job.ts', 'app'],
    ['app/b.ts', '../fixtures/demo.ts', 'app'],
  ];
  const allowed: readonly (readonly [from: string, to: string, typeOnly?: boolean])[] = [
    ['core/api/b.ts', 'core/places/place.ts', true],
    ['kit/client/b.ts', 'core/published/place-fields.ts'],
    ['core/reviews/c.ts', 'core/places/place.ts'],
    ['capabilities/notify/c.ts', 'capabilities/watch/watch.ts'],
    ['capabilities/notify/d.ts', 'capabilities/watch/schema.ts'],
    ['capabilities/watch/c.ts', 'kit/store/open.ts'],
  ];
  const files: Record<string, string> = {
    'src/main.ts': "import './app/start.js';\n",
    'src/app/start.ts': EMPTY,
    'src/core/traffic/a.ts': "import type { T } from './b.js';\nexport interface U extends T {}\n",
    'src/core/traffic/b.ts': "import type { U } from './a.js';\nexport interface T extends U {}\n",
    'src/utils/a.ts': "import '../app/start.js';\n",
    'src/kit/client/a.ts': "import fs from 'node:fs';\nexport const y = fs;\n",
    'src/core/identifiers/b.ts': "import fs from 'node:fs';\nexport const y = fs;\n",
  };
  const add = (from: string, to: string, typeOnly = false) => {
    const depth = '../'.repeat(from.split('/').length - 1) || './';
    const names = typeOnly ? 'type { T }' : '{ x }';
    files[`src/${to}`] ??= EMPTY;
    files[`src/${from}`] =
      `import ${names} from '${depth}${to.replace(/\.ts$/, '.js')}';\nexport const y = 1;\n`;
  };
  for (const [from, to, , typeOnly] of imports) add(from, to, typeOnly);
  for (const one of allowed) add(...one);
  const found = violationsIn(files);
  for (const [from, to, rule] of imports) {
    const target = to.startsWith('../') ? to.slice(3) : `src/${to}`;
    expect(found).toContain(`${rule}: src/${from} → ${target}`);
  }
  for (const [from] of allowed) {
    const refused = found.filter((one) => !one.startsWith('no-dead-file') && one.includes(`src/${from} →`));
    expect(refused).toEqual([]);
  }
  expect(found).toContain('no-cycles: src/core/traffic/a.ts → src/core/traffic/b.ts');
  expect(found.some((one) => one.startsWith('a-home: src/utils/a.ts'))).toBe(true);
  expect(found.some((one) => one.startsWith('no-dead-file: src/core/traffic/a.ts'))).toBe(true);
  expect(found.some((one) => one.startsWith('no-dead-file: src/app/start.ts'))).toBe(false);
  expect(found).toContain('runs-in-a-browser: src/kit/client/a.ts → fs');
  expect(found).toContain('pure: src/core/identifiers/b.ts → fs');
});

function violationsOf({ path, text }: Source): string[] {
  const code = withoutComments(text);
  const found: string[] = [];
  if (/^export\s+default\b|\bas\s+default\b/m.test(code)) found.push('has a default export');
  if (/^export\s+\*/m.test(code)) found.push('exports * of another file');
  if (/\bprocess\s*(\.|\?\.)\s*env\b|\bprocess\[/.test(code) && path !== READS_ENVIRONMENT)
    found.push(`reads process.env; only ${READS_ENVIRONMENT} may`);
  if (IN_BROWSER.test(path) && /\bprocess\s*[.?[]|\bBuffer\b/.test(code))
    found.push('needs Node.js and must run in a browser');
  const name = PUBLISHED_NAME.exec(code)?.[0];
  if (name !== undefined && !path.startsWith('core/published/') && !TEXTS.test(path))
    found.push(`uses the published name ${name}; only core/published/ may`);
  return found.map((violation) => `${path} ${violation}`);
}

/** Drops the lines that are comment only; a comment behind code stays, which errs to the strict side. */
function withoutComments(text: string): string {
  return text
    .split('\n')
    .filter((line) => !/^\s*(\/\/|\/\*|\*)/.test(line))
    .join('\n');
}

test('names, exports and the environment are used where they may be', () => {
  const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => ({ path: name.replaceAll('\\', '/'), text: readFileSync(join(SRC, name), 'utf8') }));
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.flatMap(violationsOf)).toEqual([]);
});

test('a name, an export or a variable at the wrong place is found', () => {
  for (const [path, text, violation] of [
    ['cli/a.ts', 'const key = process.env.KEY;', 'reads process.env'],
    ['kit/client/a.ts', 'Buffer.from(x);', 'must run in a browser'],
    ['core/places/c.ts', 'const a = { srednia_ocen: 4 };', 'published name srednia_ocen'],
    ['core/api/validate.ts', 'body.liczba_1_gwiazdka = 1;', 'published name liczba_1_gwiazdka'],
    ['app/app.ts', 'const port = process.env.PORT;', 'reads process.env'],
    ['core/errors.ts', 'export default 1;', 'default export'],
    ['core/errors.ts', "export * from './scope.js';", 'exports * of another file'],
  ] as const)
    expect(violationsOf({ path, text }).join('\n'), text).toContain(violation);
  const allowed = [
    '// nazwa_wizytowki and process.env in a comment',
    "export const a = { adres: z.string(), nazwa_wizytowki: 'x' };",
  ];
  expect(violationsOf({ path: 'core/published/a.ts', text: allowed.join('\n') })).toEqual([]);
});
