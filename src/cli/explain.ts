import { type Command, Option } from 'commander';
import { EXIT, type ExitCode, ExitError } from './exit.js';
import type { Run } from './options.js';
import type { Say, Session } from './session.js';

/** The options of `explain`, as commander reads them. */
interface ExplainFlags {
  readonly want?: readonly string[];
  readonly rules?: true;
}

/** Adds `explain` to the program. `configured`: the file of `PROVIDER_RULES`; null = not set. */
export function addExplainCommand(program: Command, run: Run, say: Say, configured: string | null): void {
  program
    .command('explain <recording...>')
    .description(
      say(
        'wyjaśnij, skąd w nagraniu pochodzi każde pole i gdzie szukać tych, których brakuje; bez sieci',
        'explain where each field of a recording comes from, and where to look for those that are missing; offline',
      ),
    )
    .addOption(
      new Option(
        '--want <field=value>',
        say(
          'wartość widoczna na stronie; można podać kilka razy, dla drugiego nagrania jako 2:pole=wartość',
          'a value seen on the page; may be repeated, for the second recording as 2:field=value',
        ),
      ).argParser((want: string, before: readonly string[] | undefined) => [...(before ?? []), want]),
    )
    .option(
      '--rules',
      say(
        'wypisz tylko plik reguł z pierwszymi propozycjami',
        'print only a rules file with the first proposals',
      ),
    )
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
  const { say, print, note, format } = session;
  if (format.kind !== 'text' && format.kind !== 'json')
    throw new ExitError(
      EXIT.usage,
      say('Polecenie explain zna tylko tekst i --json.', 'explain has text and --json only.'),
    );
  const operator = await import('../operator/explain-command.js');
  const wants = flags.want ?? [];
  const output = flags.rules === true ? 'rules' : format.kind;
  const result = await operator.runExplain({ folders, wants, rules, output, say });
  if ('faults' in result) {
    result.faults.forEach(note);
    return EXIT.usage;
  }
  await print(result.text);
  return result.isMissing ? EXIT.failure : EXIT.ok;
}
