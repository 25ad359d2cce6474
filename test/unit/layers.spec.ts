import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';

// Checks the layout of the code: the direction of imports, and names that only one layer may use.

const SRC = fileURLToPath(new URL('../../src', import.meta.url));
const LONGEST_FILE = 310;

/** What each layer (a folder or a single file of src/) may import. A layer that is not listed is an error. */
const FOUNDATION = ['identifiers', 'errors', 'scope', 'logger', 'metrics'];
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  main: ['start', 'signals'],
  start: ['app', 'config', 'browser', 'errors', 'logger', 'metrics', 'signals'],
  'new-key': ['http'],
  app: ['config', 'use-cases', 'http', 'services', 'provider', 'browser', 'egress', ...FOUNDATION],
  'use-cases': ['config', 'services', 'provider', 'browser', 'egress', ...FOUNDATION],
  // Of http, egress and identifiers, only what checks settings.
  config: ['http', 'egress', 'identifiers', 'errors', 'logger'],
  http: ['services', 'provider', ...FOUNDATION],
  'clients/core': ['http', 'errors'],
  'clients/console': ['clients/core', 'http'],
  'clients/cli': ['clients/core', 'http', 'identifiers', 'errors'],
  services: ['provider', 'browser', 'egress', ...FOUNDATION],
  provider: FOUNDATION,
  browser: FOUNDATION,
  egress: FOUNDATION,
  identifiers: ['errors'],
  scope: ['errors', 'logger'],
  signals: ['logger'],
  logger: ['loggable-error'],
  'loggable-error': ['errors'],
  metrics: [],
  errors: [],
};
/**
 * http/ presents the domain objects of the provider and may import their types, nothing that runs; likewise the
 * core of the clients and the console may import the types of the contract, and its field names.
 */
const TYPES_ONLY = new Set([
  'http → provider',
  'clients/core → http',
  'clients/core → errors',
  'clients/console → http',
]);
const NAMES_FOR_ALL = 'http/contract/place-fields.js';
/** The command line validates answers with the schemas of the service. */
const CONTRACT_ONLY = new Set(['clients/cli → http']);
/** The service's environment is read in one file, the command line's in another. */
const READS_ENVIRONMENT = ['config.ts', 'clients/cli/environment.ts'];
/** Also runs in a browser. */
const BROWSER_LAYERS = ['clients/core', 'clients/console'];

const PUBLISHED_NAME = /\b(nazwa_wizytowki|adres|kategoria|srednia_ocen|liczba_(opinii|[1-5]_gwiazd\w+))\b/;

interface Source {
  /** Relative to src/, with `/`. */
  readonly path: string;
  readonly text: string;
}

interface ImportStatement {
  readonly target: string;
  readonly typeOnly: boolean;
}

function violationsOf({ path, text }: Source): string[] {
  const code = withoutComments(text);
  const found = importsOf(code).flatMap((statement) => importViolation(path, statement));
  const lines = text.trimEnd().split('\n').length;
  if (lines > LONGEST_FILE) found.push(`has ${lines} lines; ${LONGEST_FILE} are allowed`);
  if (/^export\s+default\b|\bas\s+default\b/m.test(code)) found.push('has a default export');
  if (/^export\s+\*/m.test(code)) found.push('exports * of another file');
  if (/\bprocess\s*(\.|\?\.)\s*env\b|\bprocess\[/.test(code) && !READS_ENVIRONMENT.includes(path)) {
    found.push(`reads process.env; only ${READS_ENVIRONMENT.join(' and ')} may`);
  }
  if (BROWSER_LAYERS.includes(layerOf(path)) && /\bnode:|\bprocess\b|\bBuffer\b/.test(code)) {
    found.push('needs Node.js and must run in a browser');
  }
  const name = PUBLISHED_NAME.exec(code)?.[0];
  if (name !== undefined && !path.startsWith('http/contract/')) {
    found.push(`uses the published name ${name}; only http/contract/ may`);
  }
  return found.map((violation) => `${path} ${violation}`);
}

function importViolation(path: string, { target, typeOnly }: ImportStatement): string[] {
  if (!target.startsWith('.')) return [];
  const resolved = posix.normalize(posix.join(posix.dirname(path), target));
  if (resolved.startsWith('..')) return [`imports ${target} from outside src/`];
  const from = layerOf(path);
  const to = layerOf(resolved);
  if (from === to) return [];
  const allowed = MAY_IMPORT[from];
  if (allowed === undefined) return [`is in "${from}", which is not a layer of MAY_IMPORT`];
  if (!allowed.includes(to)) return [`imports ${resolved}: ${from} must not import ${to}`];
  if (TYPES_ONLY.has(`${from} → ${to}`) && !typeOnly && resolved !== NAMES_FOR_ALL)
    return [`imports ${resolved}: only \`import type\` may`];
  if (CONTRACT_ONLY.has(`${from} → ${to}`) && !resolved.startsWith('http/contract/'))
    return [`imports ${resolved}: only http/contract/ is open to ${from}`];
  return [];
}

/** The first folder, or file; each client is a layer of its own. */
function layerOf(path: string): string {
  const [first = '', second = ''] = path.split('/');
  return first === 'clients' ? `${first}/${second}` : first.replace(/\.[jt]s$/, '');
}

function importsOf(code: string): ImportStatement[] {
  const statements = code.matchAll(/^(?:import|export)\s+(type\s)?(?:[^'"`;]*?\bfrom\s+)?['"]([^'"]+)['"]/gm);
  const dynamic = code.matchAll(/\b(?:import|require)\(\s*['"`]([^'"`]+)['"`]/g);
  return [
    ...[...statements].map(([, type, target = '']) => ({ target, typeOnly: type !== undefined })),
    ...[...dynamic].map(([, target = '']) => ({ target, typeOnly: false })),
  ];
}

/** Drops the lines that are comment only; a comment behind code stays, which errs to the strict side. */
function withoutComments(text: string): string {
  return text
    .split('\n')
    .filter((line) => !/^\s*(\/\/|\/\*|\*)/.test(line))
    .join('\n');
}

const sources: Source[] = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ path: name.replaceAll('\\', '/'), text: readFileSync(join(SRC, name), 'utf8') }));

test('imports follow the table of layers', () => {
  expect(sources.flatMap(violationsOf)).toEqual([]);
});

test('every layer is read, and the imports between them are seen', () => {
  const layers = new Set(sources.map(({ path }) => layerOf(path)));
  expect([...layers].sort()).toEqual(Object.keys(MAY_IMPORT).sort());
  const router = sources.find(({ path }) => path === 'http/router.ts');
  expect(importsOf(router?.text ?? '').length).toBeGreaterThan(3);
});

const MADE_UP: readonly (Source & { says: string })[] = [
  {
    path: 'provider/a.ts',
    text: "import { x } from '../browser/pool.js';",
    says: 'provider must not import browser',
  },
  {
    path: 'provider/wire/a.ts',
    text: "import {\n  x,\n  y,\n} from '../../egress/proxy.js';",
    says: 'provider must not import egress',
  },
  {
    path: 'identifiers/a.ts',
    text: "import type { Scope } from '../scope.js';",
    says: 'identifiers must not import scope',
  },
  {
    path: 'egress/a.ts',
    text: "export { x } from '../browser/pool.js';",
    says: 'egress must not import browser',
  },
  {
    path: 'services/a.ts',
    text: "const x = await import('../http/router.js');",
    says: 'services must not import http',
  },
  { path: 'services/b.ts', text: "import '../config.js';", says: 'services must not import config' },
  {
    path: 'http/endpoints/a.ts',
    text: "import type { P } from '../../browser/pool.js';",
    says: 'http must not import browser',
  },
  {
    path: 'http/contract/a.ts',
    text: "import { readPlace } from '../../provider/place.js';",
    says: 'only `import type` may',
  },
  {
    path: 'clients/core/a.ts',
    text: "import { allData } from '../../http/contract/responses.js';",
    says: 'only `import type` may',
  },
  {
    path: 'clients/console/a.tsx',
    text: "import { MAX } from '../../http/contract/errors.js';",
    says: 'only `import type` may',
  },
  { path: 'clients/core/a.ts', text: "import fs from 'node:fs';", says: 'must run in a browser' },
  {
    path: 'clients/cli/a.ts',
    text: "import { findPlace } from '../../services/convert.js';",
    says: 'must not import services',
  },
  {
    path: 'clients/cli/a.ts',
    text: "import { x } from '../../http/answer.js';",
    says: 'only http/contract/ is open',
  },
  { path: 'clients/cli/a.ts', text: 'const key = process.env.KEY;', says: 'reads process.env' },
  { path: 'utils/a.ts', text: "import { x } from '../errors.js';", says: 'not a layer' },
  { path: 'app.ts', text: "import { x } from '../fixtures/demo.js';", says: 'outside src/' },
  { path: 'services/c.ts', text: 'const a = { srednia_ocen: 4 };', says: 'published name srednia_ocen' },
  { path: 'http/answer.ts', text: 'body.liczba_1_gwiazdka = 1;', says: 'published name liczba_1_gwiazdka' },
  { path: 'app.ts', text: 'const port = process.env.PORT;', says: 'reads process.env' },
  { path: 'errors.ts', text: 'export default 1;', says: 'default export' },
  { path: 'errors.ts', text: "export * from './scope.js';", says: 'exports * of another file' },
  { path: 'errors.ts', text: '//\n'.repeat(LONGEST_FILE + 1), says: '311 lines' },
];

for (const { path, text, says } of MADE_UP) {
  test(`refused: ${path} with ${JSON.stringify(text.slice(0, 60))}`, () => {
    expect(violationsOf({ path, text }).join('\n')).toContain(says);
  });
}

test('what is allowed raises nothing', () => {
  const text = [
    '// nazwa_wizytowki and process.env in a comment',
    "import { AppError } from '../../errors.js';",
    "import type { PlaceReading } from '../../provider/place.js';",
    "import { z } from 'zod';",
    "export const a = { adres: z.string(), nazwa_wizytowki: 'x' };",
  ].join('\n');
  expect(violationsOf({ path: 'http/contract/a.ts', text })).toEqual([]);
});
