import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Language } from '../core/export/table.js';
import type { Environment } from './environment.js';
import { misuseWords } from './misuse-words.js';
import type { Say } from './session.js';
import { plainLine } from './text.js';

/** The options every command takes, as commander reads them. */
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

/** Gives the program the options of every command, its help and its manners. */
export function withSharedOptions(
  program: Command,
  { api, language }: Environment,
  version: string,
  say: Say,
): Command {
  const formats = ['json', 'ndjson', 'csv', 'xlsx'];
  const format = (flags: string, name: string, meaning: string) =>
    new Option(flags, meaning).conflicts(formats.filter((other) => other !== name));
  return (
    program
      // Before the commands: they inherit it.
      .exitOverride()
      .configureOutput({
        outputError: (text, write) => write(misuseText(say(misuseWords(text), text))),
      })
      .configureHelp({
        showGlobalOptions: true,
        styleTitle: (title) => titleIn(language, title),
        styleOptionText: (word) => (word === '[options]' ? say('[opcje]', word) : word),
        styleSubcommandText: (word) => (word === '[command]' ? say('[polecenie]', word) : word),
        styleOptionDescription: (text) =>
          say(text.replace('(choices: ', '(jedno z: ').replace(/([(,] ?)default: /, '$1domyślnie: '), text),
      })
      .helpCommand(false)
      .helpOption('-h, --help', say('pokaż pomoc', 'show help'))
      .version(version, '-V, --version', say('pokaż wersję', 'show the version'))
      .description(
        say(
          'Miejsca i opinie na mapie przez usługę place-lookup: identyfikatory, wizytówki, widoczność opinii.',
          'Places and reviews on the map through the place-lookup service: identifiers, cards, visibility of reviews.',
        ),
      )
      .option(
        '--api <url>',
        say('gdzie działa usługa (PLACE_LOOKUP_API)', 'address of the service (PLACE_LOOKUP_API)'),
        api,
      )
      .option(
        '--key <key>',
        say(
          'klucz API; bezpieczniej w PLACE_LOOKUP_API_KEY, bo polecenia widać na liście procesów',
          'API key; safer in PLACE_LOOKUP_API_KEY: commands show in the list of processes',
        ),
      )
      .addOption(
        new Option('--lang <language>', say('język', 'language')).choices(['pl', 'en']).default(language),
      )
      .addOption(
        new Option('--retries <n>', say('ile razy ponowić bez skutku', 'tries in a row that bring nothing'))
          .default(5)
          .argParser(wholeNumber(0, 100)),
      )
      .addOption(format('--json', 'json', say('wypisz JSON', 'print JSON')))
      .addOption(
        format('--ndjson', 'ndjson', say('wypisz JSON, obiekt w wierszu', 'print JSON, one object a line')),
      )
      .addOption(format('--csv', 'csv', say('wypisz CSV dla polskiego Excela', 'print CSV with commas')))
      .addOption(format('--xlsx <file>', 'xlsx', say('zapisz skoroszyt Excela', 'write an Excel workbook')))
      .addHelpText('afterAll', `\n${exitCodes(say)}`)
  );
}

/** A message of commander on one line, its suggestion on another: what the arguments hold begins no line. */
function misuseText(message: string): string {
  const [what = '', suggestion] = message.split(/\n(?=\([^\n]*\?\)\n*$)/);
  return [what, suggestion ?? '']
    .map(plainLine)
    .filter((part) => part !== '')
    .map((part) => `${part}\n`)
    .join('');
}

/** A reader of whole numbers for commander. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`${min}–${max}.`);
  };
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
  0    wszystko w porządku
  1    niepowodzenie: usługa nie odpowiada, odmawia albo przerwała; pliku nie da się zapisać
  2    złe użycie: opcja, plik albo zapytanie, którego usługa nie przyjmuje
  3    nie znaleziono takiego miejsca
  4    czegoś brakuje: są linki bez wyniku (check; ponów z --resume) albo lista opinii nie jest kompletna
       (reviews; dlaczego, mówi stop_reason; 0, gdy skończyła się na podanym --max-pages)
  130  przerwane przez Ctrl-C (143: przez SIGTERM)
  141  czytający wyjście skończył wcześniej (| head)`,
    `Exit codes:
  0    all is well
  1    failure: the service does not answer, refuses or broke off; a file cannot be written
  2    wrong use: an option, a file, or a request the service does not take
  3    there is no such place
  4    something is missing: links without a verdict (check; try again with --resume), or a list of reviews
       that is not complete (reviews; stop_reason says why; 0 where it ended at the --max-pages you gave)
  130  ended by Ctrl-C (143: by SIGTERM)
  141  the reader of the output left early (| head)`,
  );
}
