import { Argument, type Command, type Option } from 'commander';
import { oneOf } from './options.js';
import type { CliTexts } from './texts/pl.js';

// The scripts are generated once and start no program while the user types. Completion libraries start the command on
// every press of Tab, which takes a quarter of a second.

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];
/** Names of arguments and option values that are files or folders. */
const FILES = ['file', 'dir', 'recording'];

/** What may follow the words of one command. */
interface Level {
  /** `jobs submit`; empty for the program itself. */
  readonly path: string;
  readonly commands: readonly Command[];
  readonly options: readonly Option[];
  /** The words that the argument may be; empty for any other argument. */
  readonly words: readonly string[];
  readonly takesFile: boolean;
}

/** Adds `completion SHELL`, which prints a script with all commands and options of the program. */
export function addCompletion(
  program: Command,
  texts: CliTexts,
  print: (text: string) => Promise<void>,
): void {
  const flags = 'shell';
  program
    .command('completion')
    .addArgument(new Argument(`<${flags}>`, SHELLS.join(', ')).argParser(oneOf(flags, SHELLS, texts)))
    .description(texts.commands.completion)
    .addHelpText(
      'after',
      `
bash: place-lookup completion bash > ~/.local/share/bash-completion/completions/place-lookup
zsh:  place-lookup completion zsh > ~/.zfunc/_place-lookup   (fpath=(~/.zfunc $fpath); compinit)
fish: place-lookup completion fish > ~/.config/fish/completions/place-lookup.fish`,
    )
    .action((shell: Shell) => print(SCRIPTS[shell](levelsOf(program))));
}

function levelsOf(command: Command, path = ''): Level[] {
  const shared = path === '' ? [] : (rootOf(command).options as readonly Option[]);
  const { commands } = command;
  const words = command.name() === 'completion' ? SHELLS : [];
  const takesFile = command.registeredArguments.some((argument) => FILES.includes(argument.name()));
  return [
    { path, commands, options: [...command.options, ...shared], words, takesFile },
    ...commands.flatMap((child) => levelsOf(child, `${path} ${child.name()}`.trim())),
  ];
}

function rootOf(command: Command): Command {
  return command.parent === null ? command : rootOf(command.parent);
}

const flagsOf = ({ options }: Level) => [...options.flatMap(({ long }) => long ?? []), '--help'];
const takesValue = ({ required, optional }: Option) => required || optional;
/** Puts a text into single quotes for a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

const SCRIPTS: Readonly<Record<Shell, (levels: readonly Level[]) => string>> = {
  bash: (levels) => `# place-lookup: bash completion
_place_lookup() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" path='' words='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in
${pathCases(levels, 'path')}
    esac
  done
  case "$previous" in
${choices(levels)
  .map(
    ({ long, values }) =>
      `    ${long}) COMPREPLY=($(compgen -W ${quoted(values.join(' '))} -- "$current")); return ;;`,
  )
  .join('\n')}
    ${fileFlags(levels).join('|')}) COMPREPLY=($(compgen -f -- "$current")); return ;;
  esac
  case "$path" in
${levels
  .map(
    (level) =>
      `    ${quoted(level.path)}) words=${quoted([...childNames(level), ...level.words, ...flagsOf(level)].join(' '))} ;;`,
  )
  .join('\n')}
  esac
  case "$path" in
    ${withFile(levels).join('|')}) [[ "$current" == -* ]] || { COMPREPLY=($(compgen -f -- "$current")); return; } ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o bashdefault -o default -F _place_lookup place-lookup
`,
  // The variable is not called "path": zsh keeps the folders of commands in that variable.
  zsh: (levels) => `#compdef place-lookup
_place_lookup() {
  local at='' word
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in
${pathCases(levels, 'at')}
    esac
  done
  case "\${words[CURRENT-1]}" in
${choices(levels)
  .map(({ long, values }) => `    ${long}) compadd -- ${values.join(' ')}; return ;;`)
  .join('\n')}
    ${fileFlags(levels).join('|')}) _files; return ;;
  esac
  case "$at" in
    ${withFile(levels).join('|')}) [[ "$PREFIX" == -* ]] || { _files; return } ;;
  esac
  case "$at" in
${levels
  .map(
    (level) =>
      `    ${quoted(level.path)}) compadd -- ${[...childNames(level), ...level.words, ...flagsOf(level)].join(' ')} ;;`,
  )
  .join('\n')}
  esac
}
_place_lookup "$@"
`,
  fish: (levels) =>
    `# place-lookup: fish completion
function __place_lookup_at
    set -l at ''
    for word in (commandline -opc)[2..-1]
        switch "$at $word"
${commandPaths(levels)
  .map(
    (path) =>
      `            case ${quoted(path.includes(' ') ? path : ` ${path}`)}\n                set at ${quoted(path)}`,
  )
  .join('\n')}
        end
    end
    test "$at" = "$argv[1]"
end
complete -c place-lookup -f
${levels.flatMap(fishLines).join('\n')}
`,
};

/** For bash and zsh: which word leads to which command, kept in `variable`. */
const pathCases = (levels: readonly Level[], variable: string) =>
  commandPaths(levels)
    .map((path) => `      ${quoted(path.includes(' ') ? path : ` ${path}`)}) ${variable}=${quoted(path)} ;;`)
    .join('\n');
const withFile = (levels: readonly Level[]) =>
  levels.filter(({ takesFile }) => takesFile).map(({ path }) => quoted(path));
const childNames = ({ commands }: Level) => commands.map((command) => command.name());
const commandPaths = (levels: readonly Level[]) =>
  levels.map(({ path }) => path).filter((path) => path !== '');

function allOptions(levels: readonly Level[]): Option[] {
  return levels.flatMap(({ options }) => options);
}

/** The options that take one of a few values. */
function choices(levels: readonly Level[]): { long: string; values: readonly string[] }[] {
  const found = new Map(
    allOptions(levels).map(({ long, argChoices }) => [long ?? '', argChoices ?? []] as const),
  );
  return [...found].filter(([, values]) => values.length > 0).map(([long, values]) => ({ long, values }));
}

const isFile = ({ flags }: Option) => FILES.some((name) => flags.includes(`<${name}>`));

function fileFlags(levels: readonly Level[]): string[] {
  const files = allOptions(levels).filter(isFile);
  return [...new Set(files.flatMap(({ long }) => long ?? []))];
}

function fishLines({ path, commands, options, words, takesFile }: Level): string[] {
  const begin = `complete -c place-lookup -n ${quoted(`__place_lookup_at ${quoted(path)}`)}`;
  return [
    ...commands.map((command) => `${begin} -a ${command.name()} -d ${quoted(command.description())}`),
    ...words.map((word) => `${begin} -a ${word}`),
    ...(takesFile ? [`${begin} -F`] : []),
    `${begin} -l help`,
    ...options.flatMap((option) => {
      if (option.long == null) return [];
      const values = option.argChoices === undefined ? '' : ` -a ${quoted(option.argChoices.join(' '))}`;
      const value = takesValue(option) ? ` -r${isFile(option) ? ' -F' : ' -f'}` : '';
      return [`${begin} -l ${option.long.slice(2)}${value}${values} -d ${quoted(option.description)}`];
    }),
  ];
}
