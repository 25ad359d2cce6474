import { Argument, type Command, type Option } from 'commander';
import { oneOf } from '../kit/terminal/options.js';
import type { CliTexts } from '../kit/terminal/texts.js';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];
/** Names of arguments that are files or folders. */
const FILES = ['file', 'dir', 'recording'];

/** The scripts call `complete` on every press of Tab. If `complete` offers nothing, the shell completes files. */
const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `# place-lookup: bash completion
_place_lookup() {
  local IFS=$'\\n'
  COMPREPLY=($(place-lookup complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1))
}
complete -o bashdefault -o default -F _place_lookup place-lookup
`,
  zsh: `#compdef place-lookup
_place_lookup() {
  local -a found
  found=(\${(f)"$(place-lookup complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null | cut -f1)"})
  if (( $#found )); then compadd -- $found; else _files; fi
}
_place_lookup "$@"
`,
  fish: `# place-lookup: fish completion
function __place_lookup
    set -l current (commandline -ct)
    set -l found (place-lookup complete -- (commandline -opc)[2..-1] "$current" 2>/dev/null)
    if set -q found[1]
        printf '%s\\n' $found
    else
        __fish_complete_path "$current"
    end
end
complete -c place-lookup -f -a '(__place_lookup)'
`,
};

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
fish: place-lookup completion fish > ~/.config/fish/completions/place-lookup.fish`,
    )
    .action((shell: Shell) => print(SCRIPTS[shell]));
  program
    .command('complete [words...]', { hidden: true })
    .action((words: readonly string[]) => print(offers(program, words).join('')));
  return completion;
}

/** The lines that a shell offers for the last of the words: a word, a tab and its description. Empty for a file. */
function offers(program: Command, words: readonly string[]): string[] {
  const current = words.at(-1) ?? '';
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
