import type { Command } from 'commander';
import type { RulesResult } from '../operator/rules.js';
import { EXIT, type ExitCode } from './exit.js';
import type { Run } from './options.js';
import { type Session, sayIn } from './session.js';
import type { CliTexts } from './texts/pl.js';

/** Adds `rules` and its commands to the program. `configured`: the file of `PROVIDER_RULES`; null = not set. */
export function addRulesCommands(
  program: Command,
  run: Run,
  texts: CliTexts,
  configured: string | null,
): void {
  const rules = program.command('rules').description(texts.commands.rules).helpCommand(false);
  rules
    .command('print [file]')
    .description(texts.commands.rulesPrint)
    .action(run((session, file) => printRules(session, file === '' ? configured : file)));
  rules.command('check <file>').description(texts.commands.rulesCheck).action(run(checkRules));
}

// The provider's modules are loaded only for these commands: the others start faster without them.

async function printRules(session: Session, file: string | null): Promise<ExitCode> {
  const operator = await import('../operator/rules.js');
  return report(session, await operator.printRules(file, sayIn(session.language)));
}

async function checkRules(session: Session, file: string): Promise<ExitCode> {
  const operator = await import('../operator/rules.js');
  return report(session, await operator.checkRules(file, sayIn(session.language)));
}

async function report(session: Session, result: RulesResult): Promise<ExitCode> {
  if ('text' in result) {
    await session.print(result.text);
    return EXIT.ok;
  }
  result.faults.forEach(session.note);
  return EXIT.usage;
}
