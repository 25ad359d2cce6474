import { type Command, Option } from 'commander';
import { EXIT, type ExitCode, ExitError } from './exit.js';
import type { Run } from './job-commands.js';
import type { Say, Session } from './session.js';

/** Adds `explain` to the program. `configured`: the file of `PROVIDER_RULES`; null = not set. */
export function addExplainCommand(program: Command, run: Run, say: Say, configured: string | null): void {
  program
    .command('explain <recording>')
    .description(
      say(
        'wyjaśnij, którą regułą odczytano każde pole nagrania i gdzie stoi wartość, której brakuje; bez sieci',
        'explain which rule reads each field of a recording, and where a missing value stands; offline',
      ),
    )
    .addOption(
      new Option(
        '--want <field=value>',
        say(
          'wartość widoczna na stronie; można podać kilka razy',
          'a value seen on the page; may be repeated',
        ),
      ).argParser((want: string, before: readonly string[] | undefined) => [...(before ?? []), want]),
    )
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
  const { say, print, note, format } = session;
  if (format.kind !== 'text' && format.kind !== 'json')
    throw new ExitError(
      EXIT.usage,
      say('Polecenie explain zna tylko tekst i --json.', 'explain has text and --json only.'),
    );
  const operator = await import('../operator/explain/explain.js');
  const isJson = format.kind === 'json';
  const result = await operator.runExplain({ folder, wants, rules, isJson, say });
  if ('faults' in result) {
    result.faults.forEach(note);
    return EXIT.usage;
  }
  await print(result.text);
  return result.isMissing ? EXIT.failure : EXIT.ok;
}
