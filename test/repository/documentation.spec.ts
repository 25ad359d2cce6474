import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ENDPOINTS, SETTINGS } from '../../src/installed.js';
import { shownBodyFaults } from '../support/contract-check.js';
import { expect, test } from '../support/test.js';

// Checks files, links, commands and settings that the documentation names.

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
/** Names in capitals that are no settings of the service. */
const OTHER_VARIABLES = [
  'PLACE_LOOKUP_API',
  'PLACE_LOOKUP_API_KEY',
  'LC_ALL',
  'LC_MESSAGES',
  'JOB_SOAK_LINKS',
  'MCP_TOOL_TIMEOUT',
  // Formulas of docs/integrations.md.
  'PLACE_DETAILS',
  'REVIEW_VISIBLE',
];

const read = (file: string) => readFileSync(join(PROJECT, file), 'utf8');
const documents = [
  ...readdirSync(PROJECT).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(PROJECT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

/** The anchor that a heading gets: GitHub's rule. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

function anchorsIn(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
}

/** Links within the repository whose target does not exist. */
function brokenLinks(document: string, text: string): string[] {
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets.filter((target) => {
    if (/^https?:/.test(target)) return false;
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? document : relative(PROJECT, join(PROJECT, dirname(document), path));
    if (!existsSync(join(PROJECT, file))) return true;
    return anchor !== undefined && !anchorsIn(read(file)).includes(anchor);
  });
}

/** Files and folders a document names from the top of the repository that are not there. */
function missingFiles(text: string): string[] {
  const named = [...text.matchAll(/`((?:src|test|fixtures|deploy|docs)\/[\w./-]*)`/g)];
  return named.map(([, path = '']) => path).filter((path) => !existsSync(join(PROJECT, path)));
}

function unknownScripts(text: string): string[] {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = [...text.matchAll(/\bnpm (?:run (?:--silent )?([a-z]+(?::[a-z\d]+)*)|(start|test)\b)/g)];
  return named.map(([, run, own]) => run ?? own ?? '').filter((name) => !(name in scripts));
}

/** Names that look like settings but do not exist. */
function unknownSettings(text: string): string[] {
  const settings = SETTINGS.flatMap(({ shape }) => Object.keys(shape));
  const named = [...text.matchAll(/`([A-Z]+(?:_[A-Z]+)+)(?:=[^`]*)?`/g)].map(([, name = '']) => name);
  return named.filter((name) => !settings.includes(name) && !OTHER_VARIABLES.includes(name));
}

test('the links, files, commands and settings that a document names exist', () => {
  for (const document of documents) {
    const text = read(document);
    expect(brokenLinks(document, text), document).toEqual([]);
    expect(missingFiles(text), document).toEqual([]);
    expect(unknownScripts(text), document).toEqual([]);
    // CONTRIBUTING.md also names constants of the code.
    if (document !== 'CONTRIBUTING.md') expect(unknownSettings(text), document).toEqual([]);
  }
});

/** Paths of endpoints that a text does not name. */
function missingPaths(text: string): string[] {
  const named = new Set(text.match(/\/[\w{}./-]*[\w}]/g));
  return ENDPOINTS.map(({ path }) => path).filter((path) => !named.has(path));
}

test('docs/api.md, docs/reference.md and docs/operation.md name every endpoint', () => {
  const pages = ['docs/api.md', 'docs/reference.md', 'docs/operation.md'];
  expect(missingPaths(pages.map(read).join('\n'))).toEqual([]);
  expect(missingPaths('`GET /api/jobs/{id}`')).toContain('/api/jobs');
});

test('the newest version of the changelog is the version of the package', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const versions = [...read('CHANGELOG.md').matchAll(/^## \[([^\]]+)\]/gm)].map(([, name]) => name);
  expect(versions.filter((name) => name !== 'Unreleased')[0]).toBe(version);
});

/** A curl command of the documentation and what it says is answered. `…` stands for what was left out. */
interface ShownAnswer {
  readonly method: string;
  readonly path: string;
  readonly lines: readonly string[];
}

function shownAnswers(text: string): ShownAnswer[] {
  return [...text.matchAll(/^```sh\n(curl .*)\n((?:# \{.*\n)+)```$/gm)].map(
    ([, command = '', answer = '']) => ({
      method: / -d /.test(command) ? 'post' : 'get',
      path: /\/\/127\.0\.0\.1:3000(\/[\w/-]+)/.exec(command)?.[1] ?? '',
      lines: answer
        .trimEnd()
        .split('\n')
        .map((line) => line.slice('# '.length)),
    }),
  );
}

/** What is wrong with an answer shown; what was left out of it may be missing. */
function answerFaults({ method, path, lines }: ShownAnswer): string[] {
  return lines.flatMap((line) => {
    const body: unknown = JSON.parse(line.replaceAll('{…}', '{}').replaceAll(',…', ''));
    const isStreamed = typeof body === 'object' && body !== null && 'type' in body;
    const type = isStreamed ? 'application/x-ndjson' : 'application/json';
    const faults = shownBodyFaults(method, path, type, body);
    const hasGaps = /\{…\}|,…/.test(line);
    return faults.filter((fault) => !(hasGaps && / must have required property /.test(fault)));
  });
}

test('a documented command that saves a file uses --fail, so that it does not save a refusal', () => {
  const commands = documents.flatMap(
    (document) => read(document).match(/^curl .* -o (?!\/dev\/null).*$/gm) ?? [],
  );
  expect(commands.length).toBeGreaterThan(1);
  expect(commands.filter((command) => !/ (?:-f|--fail)\b/.test(command))).toEqual([]);
});

test('docs/api.md and docs/reference.md: the example answers match the OpenAPI document', () => {
  const shown = shownAnswers(read('docs/api.md') + read('docs/reference.md'));
  expect(shown.map(({ path }) => path)).toHaveLength(10);
  for (const answer of shown) expect(answerFaults(answer), `${answer.method} ${answer.path}`).toEqual([]);
});
