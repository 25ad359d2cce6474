import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { createProgram } from '../../src/cli/program.js';
import type { Terminal } from '../../src/kit/terminal/session.js';
import { loadTexts } from '../../src/kit/terminal/texts.js';
import { builtFile } from '../support/built.js';
import { expect, test } from '../support/test.js';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
/** The text that a command of the program prints, and its exit code. */
async function run(...args: string[]): Promise<{ text: string; code: number | null; program: Command }> {
  let text = '';
  let code: number | null = null;
  const terminal: Terminal = {
    t: await loadTexts('pl'),
    polish: {},
    environment: { api: 'http://127.0.0.1:9', key: null, language: 'pl' },
    ...{ stdin: process.stdin, stdout: process.stdout, stderr: process.stderr },
    ...{ ask: null, signal: new AbortController().signal },
    progress: { isShown: false, show: () => undefined, aside: () => undefined, stop: () => undefined },
    note: () => undefined,
    print: async (part) => {
      text += part;
    },
  };
  const program = createProgram(terminal, [], (ended) => {
    code = ended;
  });
  await program.parseAsync(args, { from: 'user' });
  return { text, code, program };
}

/** A folder with a `place-lookup` that runs the built program, as an installation has it. */
function commandFolder(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const program = `#!/bin/sh\nexec "${process.execPath}" "${builtFile('cli/main.js')}" "$@"\n`;
  writeFileSync(`${folder}/place-lookup`, program, { mode: 0o755 });
  return folder;
}

/** What bash offers behind these words; where the script offers nothing, bash completes files. */
function offered(script: string, words: readonly string[], commands: string): string[] {
  const ask = `${script}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _place_lookup
((\${#COMPREPLY[@]})) || COMPREPLY=($(compgen -f -- "\${@: -1}")); printf '%s\\n' "\${COMPREPLY[@]}"`;
  const args = ['--norc', '-c', ask, 'bash', 'place-lookup', ...words];
  return execFileSync('bash', args, inProject(commands)).split('\n').filter(Boolean);
}

function inProject(commands: string) {
  const env = { ...process.env, PATH: `${commands}:${process.env.PATH}` };
  return { encoding: 'utf8', cwd: PROJECT, env } as const;
}

const visible = (command: Command) => command.createHelp().visibleCommands(command);

type Offered = (words: readonly string[]) => string[];

/** What a script offers, whatever the shell: what the program says, and files where the program offers nothing. */
function expectCompletions(at: (...words: string[]) => string[]): void {
  expect(at('ch')).toEqual(['check']);
  expect(at('--lang', '').toSorted()).toEqual(['en', 'pl']);
  expect(at('check', '--out', 'tsconf')).toEqual(['tsconfig.json']);
}

test('the program offers commands, options and values, and nothing where a file may follow', async () => {
  const at = async (...words: string[]) => {
    const { text } = await run('complete', '--', ...words);
    return text.split('\n').flatMap((line) => line.split('\t')[0] || []);
  };
  const { program } = await run('completion', 'bash');
  expect(await at('')).toEqual(expect.arrayContaining(visible(program).map((command) => command.name())));
  expect(await at('evidence', '--bl')).toEqual(['--blur']);
  expect(await at('evidence', '--blur', 'no')).toEqual(['none']);
  expect(await at('check', '--xl')).toEqual(['--xlsx']);
  expect(await at('completion', 'f')).toEqual(['fish']);
  for (const words of [
    ['check', 'tsconf'],
    ['all', 'api', 'listO'],
  ])
    expect(await at(...words)).toEqual([]);
});

const isThere = (shell: string) => spawnSync(shell, ['-c', 'exit 0']).status === 0;

test('bash completes commands, options, values and files', async ({}, info) => {
  const { text, code } = await run('completion', 'bash');
  expect(code).toBe(0);
  const commands = commandFolder(info.outputPath('bin'));
  expectCompletions((...words) => offered(text, words, commands));
});

/** zsh itself finds the function and runs it; only `compadd` and `_files`, which need a terminal, print here. */
const ASK_ZSH = `
fpath=("$1" $fpath); shift
autoload -Uz compinit && compinit -u -D
[[ "\${_comps[place-lookup]}" == _place-lookup ]] || { print -u2 'not registered'; exit 1 }
compadd() { shift; print -rl -- "\${(@)\${(M)@:#\${PREFIX}*}}" }
_files() { whence -p ls > /dev/null || print 'no commands are found'; print -rl -- "\${PREFIX}"*(N) }
words=(place-lookup "$@"); CURRENT=\${#words}; PREFIX="\${words[CURRENT]}"
# The first call of an autoloaded function defines it.
_place-lookup`;

const ASK_FISH = 'source $argv[1]; complete -C (string join -- " " place-lookup $argv[2..-1])';

for (const [shell, file, args] of [
  ['zsh', '_place-lookup', (folder: string) => ['-f', '-c', ASK_ZSH, 'zsh', folder]],
  [
    'fish',
    'place-lookup.fish',
    (folder: string) => ['--no-config', '-c', ASK_FISH, `${folder}/place-lookup.fish`],
  ],
] as const) {
  test(`${shell} completes commands, options, values and files`, async ({}, info) => {
    test.skip(!isThere(shell), `${shell} is not installed`);
    const { text } = await run('completion', shell);
    const folder = info.outputPath('completions');
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/${file}`, text);
    const commands = commandFolder(info.outputPath('bin'));
    const ask: Offered = (words) => {
      const output = execFileSync(shell, [...args(folder), ...words], inProject(commands));
      return output.split('\n').flatMap((line) => line.split('\t')[0] || []);
    };
    expectCompletions((...words) => ask(words));
  });
}

test('the built program has the script of each shell', async () => {
  for (const shell of ['bash', 'zsh', 'fish', 'powershell']) {
    const { text } = await run('completion', shell);
    expect(
      spawnSync(process.execPath, [builtFile('cli/main.js'), 'completion', shell]).stdout.toString(),
    ).toBe(text);
  }
});

test('every command and option is offered, with its description', async () => {
  const { program } = await run('completion', 'bash');
  const check = async (command: Command, path: readonly string[]): Promise<void> => {
    const { text } = await run('complete', '--', ...path, '-');
    for (const { long, description } of command.options) expect(text).toContain(`${long}\t${description}\n`);
    for (const child of visible(command)) await check(child, [...path, child.name()]);
  };
  await check(program, []);
});

test('the help of every command has examples', async () => {
  const { program } = await run('completion', 'bash');
  const all = (command: Command): Command[] => [command, ...visible(command).flatMap(all)];
  for (const command of all(program)) {
    const help: string[] = [];
    command.configureOutput({ writeOut: (part) => void help.push(part) });
    command.outputHelp();
    expect(help.join(''), command.name()).toContain('Przykłady:\n  place-lookup');
  }
});
