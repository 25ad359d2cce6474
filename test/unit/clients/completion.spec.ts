import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import type { Command } from 'commander';
import { createProgram } from '../../../src/clients/cli/program.js';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
const environment = { api: 'http://127.0.0.1:3000', key: null, language: 'pl', providerRules: null } as const;

/** What a command of the program prints, and the exit code it reports. */
async function run(...args: string[]): Promise<{ text: string; code: number | null; program: Command }> {
  let text = '';
  let code: number | null = null;
  const program = createProgram({
    environment,
    version: '1.0.0',
    open: () => {
      throw new Error('no request is made');
    },
    ask: null,
    print: async (part) => {
      text += part;
    },
    onEnd: (ended) => {
      code = ended;
    },
  });
  await program.parseAsync(args, { from: 'user' });
  return { text, code, program };
}

/** What bash offers behind these words. */
function offered(script: string, words: readonly string[], cwd: string): string[] {
  const ask = `${script}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _place_lookup; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const args = ['--norc', '-c', ask, 'bash', 'place-lookup', ...words];
  return execFileSync('bash', args, { encoding: 'utf8', cwd }).split('\n').filter(Boolean);
}

test('bash completes commands, options, values and files', async () => {
  const { text, code, program } = await run('completion', 'bash');
  expect(code).toBe(0);
  const at = (...words: string[]) => offered(text, words, PROJECT);
  expect(at('ch')).toEqual(['check']);
  expect(at('')).toEqual(expect.arrayContaining(program.commands.map((command) => command.name())));
  expect(at('jobs', '')).toEqual(expect.arrayContaining(['submit', 'status', 'list', 'results']));
  expect(at('jobs', 'submit', '--ty')).toEqual(['--type']);
  expect(at('jobs', 'submit', '--type', 'place-d')).toEqual(['place-details']);
  expect(at('--lang', '')).toEqual(['pl', 'en']);
  expect(at('check', '--xl')).toEqual(['--xlsx']);
  expect(at('check', 'tsconf')).toEqual(['tsconfig.json']);
  expect(at('all', 'jobs', 'su')).toEqual([]);
  expect(at('completion', 'f')).toEqual(['fish']);
});

for (const shell of ['bash', 'zsh', 'fish']) {
  test(`the script for ${shell} names every command and option`, async () => {
    const { text, program } = await run('completion', shell);
    const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];
    for (const command of all(program)) {
      expect(text).toContain(command.name());
      for (const { long } of command.options) expect(text).toContain(long?.slice(2) ?? '');
    }
  });
}

test('the help of every command has examples', async () => {
  const { program } = await run('completion', 'bash');
  const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];
  for (const command of all(program)) {
    const help: string[] = [];
    command.configureOutput({ writeOut: (part) => void help.push(part) });
    command.outputHelp();
    expect(help.join(''), command.name()).toContain('Przykłady:\n  place-lookup');
  }
});
