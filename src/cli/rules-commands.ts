import type { Command } from 'commander';
import type { RulesResult } from '../operator/rules.js';
import { EXIT, type ExitCode } from './exit.js';
import type { Run } from './options.js';
import type { Say, Session } from './session.js';

/** Adds `rules` and its commands to the program. `configured`: the file of `PROVIDER_RULES`; null = not set. */
export function addRulesCommands(program: Command, run: Run, say: Say, configured: string | null): void {
  const rules = program
    .command('rules')
    .description(
      say(
        'reguły: gdzie na stronach dostawcy są szukane wartości',
        'rules: where values stand in the pages of the provider',
      ),
    )
    .helpCommand(false);
  rules
    .command('print [file]')
    .description(
      say(
        'wypisz reguły wbudowane, a jeśli podano plik lub PROVIDER_RULES, to przed nimi reguły z pliku',
        'print the built-in rules, with those of a file or of PROVIDER_RULES before them',
      ),
    )
    .action((file: string | undefined, options: object, command: Command) =>
      run((session: Session) => printRules(session, file ?? configured))('', options, command),
    );
  rules
    .command('check <file>')
    .description(
      say(
        'sprawdź plik reguł: kod 0, gdy jest poprawny, 2 i wiersze PLIK:WIERSZ: błąd, gdy nie jest',
        'check a rules file: exit code 0 when it is valid, otherwise 2 and lines FILE:LINE: fault',
      ),
    )
    .action(run(checkRules));
}

// The provider's modules are loaded only for these commands: the others start faster without them.

async function printRules(session: Session, file: string | null): Promise<ExitCode> {
  const operator = await import('../operator/rules.js');
  return report(session, await operator.printRules(file, session.say));
}

async function checkRules(session: Session, file: string): Promise<ExitCode> {
  const operator = await import('../operator/rules.js');
  return report(session, await operator.checkRules(file, session.say));
}

async function report(session: Session, result: RulesResult): Promise<ExitCode> {
  if ('text' in result) {
    await session.print(result.text);
    return EXIT.ok;
  }
  result.faults.forEach(session.note);
  return EXIT.usage;
}
