import { type Command, type CommanderError, Option } from 'commander';
import type { Language } from '../contract/language.js';
import type { Environment } from './environment.js';
import { EXIT, type ExitCode, ExitError } from './exit.js';
import { FORMATS, type Say, type Session } from './session.js';

/** The options of every command, as commander reads them. */
export interface SharedOptions {
  readonly api: string;
  readonly key?: string;
  readonly lang: Language;
  readonly retries: number;
  readonly json?: true;
  readonly ndjson?: true;
  readonly csv?: true;
  readonly xlsx?: string;
}

/** Makes what commander calls from an action of a command. */
export type Run = <O extends object>(
  action: (session: Session, argument: string, options: O) => Promise<ExitCode>,
) => (argument: string | string[], options: O, command: Command) => Promise<void>;

/** Adds the options of every command, the help texts and the handling of usage errors to the program. */
export function withSharedOptions(
  program: Command,
  { api, language }: Environment,
  version: string,
  say: Say,
): Command {
  const format = (flags: string, name: string, meaning: string) =>
    new Option(flags, meaning).conflicts(FORMATS.filter((other) => other !== name));
  return (
    program
      // Before the commands: they inherit it.
      .exitOverride()
      // main.ts writes usage errors, in the user's language.
      .configureOutput({ outputError: () => undefined })
      .configureHelp({
        showGlobalOptions: true,
        styleTitle: (title) => titleIn(language, title),
        styleOptionText: (word) => (word === '[options]' ? say('[opcje]', word) : word),
        styleSubcommandText: (word) => (word === '[command]' ? say('[polecenie]', word) : word),
        optionDescription: (option) => optionDescription(option, say),
      })
      .helpCommand(false)
      .helpOption('-h, --help', say('pokaż pomoc', 'show help'))
      .version(version, '-V, --version', say('pokaż wersję', 'show the version'))
      .description(
        say(
          'Klient usługi place-lookup: identyfikatory i dane miejsc na mapie, opinie o nich i widoczność opinii.',
          'Client of the place-lookup service: identifiers and details of places on the map, their reviews, and the visibility of reviews.',
        ),
      )
      .option(
        '--api <url>',
        say('URL usługi (zmienna PLACE_LOOKUP_API)', 'address of the service (PLACE_LOOKUP_API)'),
        api,
      )
      .option(
        '--key <key>',
        say(
          'klucz API; bezpieczniej w zmiennej PLACE_LOOKUP_API_KEY, bo opcje widać na liście procesów',
          'API key; PLACE_LOOKUP_API_KEY is safer, because options show in the list of processes',
        ),
      )
      .addOption(
        new Option('--lang <language>', say('język', 'language'))
          .choices(LANGUAGES)
          .default(language)
          .argParser(oneOf('--lang <language>', LANGUAGES, say)),
      )
      .addOption(
        new Option(
          '--retries <n>',
          say(
            'ile razy z rzędu ponowić zapytanie, którego usługa chwilowo nie przyjęła albo którego połączenie zostało przerwane; przerwy wydłużają się od 5 s do 5 min, a każdy nowy wynik zaczyna liczenie od nowa; 0: bez ponowień',
            'how often in a row to repeat a request that the service refuses for the moment, or whose connection breaks; the pauses grow from 5 s to 5 min, and every new result starts the count again; 0: never',
          ),
        )
          .default(5)
          .argParser(wholeNumber('--retries <n>', 0, 100, say)),
      )
      .addOption(format('--json', 'json', say('wypisz JSON', 'print JSON')))
      .addOption(
        format(
          '--ndjson',
          'ndjson',
          say('wypisz JSON, po jednym obiekcie w wierszu', 'print JSON, one object per line'),
        ),
      )
      .addOption(format('--csv', 'csv', say('wypisz CSV dla polskiego Excela', 'print CSV with commas')))
      .addOption(
        format(
          '--xlsx <file>',
          'xlsx',
          say(
            'zapisz skoroszyt Excela; w katalogu dostanie nazwę z datą',
            'write an Excel workbook; in a folder it gets a name with the date',
          ),
        ),
      )
      .addHelpText('afterAll', `\n${exitCodes(say)}`)
  );
}

const LANGUAGES = ['pl', 'en'];

/** Reads a whole number for commander. The reader throws a ExitError for anything else. */
export function wholeNumber(flags: string, min: number, max: number, say: Say): (text: string) => number {
  return (text) => {
    const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw wrongValue(flags, text, `${min}–${max}`, say);
  };
}

/** Reads one of the choices for commander. The reader throws a ExitError for anything else. */
export function oneOf(flags: string, choices: readonly string[], say: Say): (text: string) => string {
  return (text) => {
    if (choices.includes(text)) return text;
    throw wrongValue(flags, text, choices.join(', '), say);
  };
}

function wrongValue(flags: string, value: string, allowed: string, say: Say): ExitError {
  return new ExitError(
    EXIT.usage,
    say(
      `Błąd: opcja „${flags}”: niepoprawna wartość „${value}”. Dozwolone: ${allowed}.`,
      `error: option '${flags}': invalid value '${value}'. Allowed: ${allowed}.`,
    ),
  );
}

function optionDescription({ description, argChoices, defaultValue }: Option, say: Say): string {
  const notes = [
    argChoices === undefined ? null : `${say('jedno z', 'one of')}: ${argChoices.join(', ')}`,
    defaultValue === undefined ? null : `${say('domyślnie', 'default')}: ${defaultValue}`,
  ].filter((note) => note !== null);
  return notes.length === 0 ? description : `${description} (${notes.join('; ')})`;
}

function titleIn(language: Language, title: string): string {
  const inPolish: Record<string, string> = {
    'Usage:': 'Użycie:',
    'Arguments:': 'Argumenty:',
    'Options:': 'Opcje:',
    'Global Options:': 'Opcje wspólne:',
    'Commands:': 'Polecenia:',
  };
  return language === 'pl' ? (inPolish[title] ?? title) : title;
}

function exitCodes(say: Say): string {
  return say(
    `Kody wyjścia:
  0    polecenie wykonane
  1    niepowodzenie: brak połączenia z usługą, odmowa, przerwana odpowiedź albo nieudany zapis pliku
  2    błędne użycie: opcja, plik albo zapytanie, którego usługa nie przyjmuje; record: blokada dostawcy map
  3    nie znaleziono miejsca albo zlecenia
  4    wynik jest niepełny: część linków jest bez wyniku (check; ponów z --resume) albo lista opinii jest niepełna
       (reviews; powód podaje stop_reason; lista zakończona na podanym --max-pages daje 0), albo zlecenie jeszcze trwa,
       jest anulowane lub ma linki bez wyniku (jobs results)
  130  przerwane przez Ctrl-C (143: przez SIGTERM)
  141  program czytający wyjście zakończył się wcześniej (| head)`,
    `Exit codes:
  0    success
  1    failure: no connection to the service, a refusal, an answer that was cut, or a file that cannot be written
  2    usage error: an option, a file, or a request that the service does not accept; record: a block page
  3    no such place or job
  4    incomplete result: links without a result (check; repeat with --resume), or an incomplete list of reviews
       (reviews; stop_reason says why; a list that ends at the given --max-pages returns 0), or a job that still runs,
       was cancelled or has links without a result (jobs results)
  130  ended by Ctrl-C (143: by SIGTERM)
  141  the reader of the output ended early (| head)`,
  );
}

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
