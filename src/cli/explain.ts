import { type Command, Option } from 'commander';
import { EXIT, type ExitCode, ExitError } from './exit.js';
import type { Run } from './options.js';
import { type Session, sayIn } from './session.js';
import type { CliTexts } from './texts/pl.js';

/** The options of `explain`, as commander reads them. */
interface ExplainFlags {
  readonly want?: readonly string[];
  readonly rules?: true;
}

/** Adds `explain` to the program. `configured`: the file of `PROVIDER_RULES`; null = not set. */
export function addExplainCommand(
  program: Command,
  run: Run,
  texts: CliTexts,
  configured: string | null,
): void {
  program
    .command('explain <recording...>')
    .description(texts.commands.explain)
    .addOption(
      new Option('--want <field=value>', texts.options.want).argParser(
        (want: string, before: readonly string[] | undefined) => [...(before ?? []), want],
      ),
    )
    .option('--rules', texts.options.rules)
    .action((folders: string[], flags: ExplainFlags, command: Command) =>
      run((session: Session) => explainRecordings(session, folders, flags, configured))('', flags, command),
    );
}

/** `explain RECORDING…`: the service's own extractors run in this process; they are loaded only now. */
async function explainRecordings(
  session: Session,
  folders: readonly string[],
  flags: ExplainFlags,
  rules: string | null,
): Promise<ExitCode> {
  const { texts, language, print, note, format } = session;
  if (format.kind !== 'text' && format.kind !== 'json')
    throw new ExitError(EXIT.usage, texts.misuse.textOrJson('explain'));
  const operator = await import('../operator/explain-command.js');
  const wants = flags.want ?? [];
  const output = flags.rules === true ? 'rules' : format.kind;
  const result = await operator.runExplain({ folders, wants, rules, output, say: sayIn(language) });
  if ('faults' in result) {
    result.faults.forEach(note);
    return EXIT.usage;
  }
  await print(result.text);
  return result.isMissing ? EXIT.failure : EXIT.ok;
}
