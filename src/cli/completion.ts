import { readFileSync } from 'node:fs';
import { Argument, type Command, type Option } from 'commander';
import { oneOf } from '../kit/terminal/options.js';
import type { CliTexts } from '../kit/terminal/texts.js';

const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
type Shell = (typeof SHELLS)[number];
/** Names of arguments that are files or folders. */
const FILES = ['file', 'folder'];

/** The scripts call `complete` on every press of Tab. If `complete` offers nothing, the shell completes files. */
const scriptOf = (shell: Shell) =>
  readFileSync(new URL(`completions/place-lookup.${shell}`, import.meta.url), 'utf8');

/**
 * Adds `completion SHELL`, which prints a script, and the hidden command `complete`, which the script calls. Returns
 * the command `completion`.
 */
export function addCompletion(
  program: Command,
  t: CliTexts,
  print: (text: string) => Promise<void>,
): Command {
  const flags = 'shell';
  const completion = program
    .command('completion')
    .addArgument(new Argument(`<${flags}>`, SHELLS.join(', ')).argParser(oneOf(flags, SHELLS, t)))
    .description(t('commands.completion'))
    .addHelpText(
      'after',
      `
bash: place-lookup completion bash > ~/.local/share/bash-completion/completions/place-lookup
zsh:  place-lookup completion zsh > ~/.zfunc/_place-lookup   (fpath=(~/.zfunc $fpath); compinit)
fish: place-lookup completion fish > ~/.config/fish/completions/place-lookup.fish
powershell: place-lookup completion powershell >> $PROFILE`,
    )
    .action((shell: Shell) => print(scriptOf(shell)));
  program
    .command('complete [words...]', { hidden: true })
    .action((words: readonly string[]) => print(offers(program, words).join('')));
  return completion;
}

/** The lines that a shell offers for the last of the words: a word, a tab and its description. Empty for a file. */
function offers(program: Command, words: readonly string[]): string[] {
  const current = (words.at(-1) ?? '').trim();
  const command = words
    .slice(0, -1)
    .reduce((at, word) => at.commands.find((child) => child.name() === word) ?? at, program);
  const options = command === program ? program.options : [...command.options, ...program.options];
  const given = options.find(({ long }) => long === words.at(-2));
  const all =
    given !== undefined && takesValue(given) ? choicesOf(given) : namesIn(command, options, current);
  return all.filter(([word]) => word.startsWith(current)).map((offer) => `${offer.join('\t')}\n`);
}

type Offer = readonly [word: string, description: string];

const takesValue = ({ required, optional }: Option) => required || optional;
const choicesOf = ({ argChoices = [] }: Option): Offer[] => argChoices.map((choice) => [choice, '']);

/** The commands and options that may follow; no commands where a file may follow. */
function namesIn(command: Command, options: readonly Option[], current: string): Offer[] {
  const takesFile = command.registeredArguments.some((argument) => FILES.includes(argument.name()));
  if (takesFile && !current.startsWith('-')) return [];
  const commands = command.createHelp().visibleCommands(command);
  return [
    ...commands.map((child): Offer => [child.name(), child.description()]),
    ...(command.name() === 'completion' ? SHELLS.map((shell): Offer => [shell, '']) : []),
    ...options.flatMap(({ long, description }): Offer[] => (long == null ? [] : [[long, description]])),
    ['--help', ''],
  ];
}
