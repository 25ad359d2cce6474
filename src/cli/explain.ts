import { type Command, Option } from 'commander';
import { EXIT, type ExitCode, ExitError } from './exit.js';
import { collected, type Run } from './options.js';
import { type Session, sayIn } from './session.js';
import type { CliTexts } from './texts/pl.js';

/** Adds `explain` to the program. `configured`: the file of `PROVIDER_RULES`; null = not set. */
export function addExplainCommand(
  program: Command,
  run: Run,
  texts: CliTexts,
  configured: string | null,
): void {
  program
    .command('explain <recording>')
    .description(texts.commands.explain)
    .addOption(new Option('--want <field=value>', texts.options.want).argParser(collected))
    .action(
      run((session: Session, folder: string, { want }: { readonly want?: readonly string[] }) =>
        explainRecording(session, folder, want ?? [], configured),
      ),
    );
}

/** The service's own extractors run in this process; they are loaded only now. */
async function explainRecording(
  session: Session,
  folder: string,
  wants: readonly string[],
  rules: string | null,
): Promise<ExitCode> {
  const { texts, language, print, note, format } = session;
  if (format.kind !== 'text' && format.kind !== 'json')
    throw new ExitError(EXIT.usage, texts.misuse.textOrJson('explain'));
  const operator = await import('../operator/explain/explain.js');
  const isJson = format.kind === 'json';
  const result = await operator.runExplain({ folder, wants, rules, isJson, say: sayIn(language) });
  if ('faults' in result) {
    result.faults.forEach(note);
    return EXIT.usage;
  }
  await print(result.text);
  return result.isMissing ? EXIT.failure : EXIT.ok;
}
