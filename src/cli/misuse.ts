import type { Command, CommanderError } from 'commander';
import { FORMATS, type Say } from './session.js';

/**
 * Describes a usage error that commander found, by its code: one line, and a second one with a suggestion if there is
 * one. Commander's own messages are in English only. `argv` are the arguments of the program.
 */
export function misuseLines(
  error: CommanderError,
  program: Command,
  argv: readonly string[],
  say: Say,
): string[] {
  const message = messageOf(error.code, program, argv, say) ?? error.message;
  const suggested = suggestedNames(error, program);
  const hint = say(`(Czy chodziło o: ${suggested.join(', ')}?)`, `(Did you mean ${suggested.join(', ')}?)`);
  return [`${say('Błąd', 'error')}: ${message}`, ...(suggested.length > 0 ? [hint] : [])];
}

function messageOf(code: string, program: Command, argv: readonly string[], say: Say): string | null {
  const command = calledCommand(program);
  const { args, registeredArguments } = command;
  switch (code) {
    case 'commander.unknownCommand':
      return say(`nie ma polecenia „${args[0]}”.`, `unknown command '${args[0]}'`);
    case 'commander.unknownOption': {
      const flag = args.find((arg) => /^-\D/.test(arg));
      return say(`nie ma opcji „${flag}”.`, `unknown option '${flag}'`);
    }
    case 'commander.missingArgument': {
      const name = registeredArguments[args.length]?.name();
      return say(`brakuje argumentu „${name}”.`, `missing argument '${name}'`);
    }
    case 'commander.excessArguments': {
      const [expected, given] = [registeredArguments.length, args.length];
      return say(
        `za dużo argumentów polecenia „${command.name()}”: dozwolone ${expected}, podane ${given}.`,
        `too many arguments for '${command.name()}': expected ${expected}, got ${given}`,
      );
    }
    case 'commander.optionMissingArgument': {
      const last = argv.at(-1) ?? '';
      const flags = [...command.options, ...program.options].find(
        ({ short, long }) => last === short || last === long,
      )?.flags;
      return say(`opcja „${flags}” wymaga wartości.`, `option '${flags}' requires a value`);
    }
    case 'commander.conflictingOption': {
      const [first, second] = program.options
        .filter((option) => FORMATS.some((name) => name === option.attributeName()))
        .filter((option) => program.getOptionValueSource(option.attributeName()) === 'cli')
        .map(({ flags }) => flags);
      return say(
        `opcji „${first}” nie można łączyć z „${second}”.`,
        `option '${first}' cannot be used with option '${second}'`,
      );
    }
    default:
      return null;
  }
}

/** The command that was called, such as `submit` of `jobs submit`; the program itself when it is none. */
function calledCommand(command: Command): Command {
  const called = command.commands.find((one) => one.name() === command.args[0]);
  return called === undefined ? command : calledCommand(called);
}

/** The commands and options that commander suggests on the last line of its message. */
function suggestedNames({ message }: CommanderError, program: Command): string[] {
  const hint = message.includes('\n') ? message.slice(message.lastIndexOf('\n')) : '';
  const words = new Set(hint.split(/[^\w-]+/));
  const commands = [program, ...program.commands, ...program.commands.flatMap((command) => command.commands)];
  const options = commands.flatMap((command) => command.options);
  const names = [...commands.map((command) => command.name()), ...options.map(({ long }) => long)];
  return [...new Set(names)].filter((name) => name != null).filter((name) => words.has(name));
}
