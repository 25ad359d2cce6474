import type { Command } from 'commander';
import { type AddCommands, EXAMPLE_LINK, EXAMPLE_PLACE } from '../../../kit/terminal/commands.js';
import { lazily } from '../../../kit/terminal/session.js';
import {
  EVIDENCE_POLICIES,
  EXPORT_AUTHORS,
  EXPORT_FORMATS,
  LISTED_STATES,
  MAX_EVENTS,
  MAX_INTERVAL_HOURS,
  WATCH_KINDS,
} from '../values.js';

const watch = lazily(() => import('./watch-commands.js'));
const WATCH = 'w_Jq1cXo0uS2mYV9dTz4hNfA';

export const watchCommands: AddCommands = ({ t, group, choice, number, headings }) => {
  const add = group('watch', t('commands.watch'), [`add ${EXAMPLE_PLACE}`, 'log --follow']);
  const withWatchOptions = (command: Command) =>
    command
      .addOption(number('--interval <hours>', 1, MAX_INTERVAL_HOURS, t('options.watchInterval')))
      .option('--note <text>', t('options.watchNote'))
      .option('--client <name>', t('options.watchClient'))
      .addOption(choice('--evidence <when>', EVIDENCE_POLICIES, t('options.watchEvidence')));
  withWatchOptions(
    add('add <subject...>', t('commands.watchAdd'), watch('addWatch'), [
      `${EXAMPLE_PLACE} --label ${t('examples.name')}`,
      `${EXAMPLE_LINK} --interval 12`,
    ]),
  ).option('--label <name>', t('options.watchLabel'));
  add('list', t('commands.watchList'), watch('listWatches'), ['', '--state trouble --json'])
    .addOption(choice('--state <state>', LISTED_STATES, t('options.watchState')))
    .option('--client <name>', t('options.watchOfClient'))
    .option('--find <text>', t('options.watchFind'));
  withWatchOptions(
    add('import <file>', t('commands.watchImport'), watch('importWatches'), [
      `${t('examples.places')}.xlsx`,
      `${t('examples.links')}.csv --kind review`,
    ]),
  )
    .addOption(choice('--kind <kind>', WATCH_KINDS, t('options.watchKind')).default('place'))
    .option('--labels <column>', t('options.watchLabels'))
    .option('--column <column>', t('options.column'))
    .addOption(headings());
  add('log [id]', t('commands.watchLog'), watch('logEvents'), [
    '--last 20',
    '--follow',
    `${WATCH} --types review.not_visible --ndjson`,
  ])
    .option('--follow', t('options.watchFollow'))
    .addOption(number('--since <n>', 0, Number.MAX_SAFE_INTEGER, t('options.watchSince')))
    .addOption(number('--last <n>', 1, MAX_EVENTS, t('options.watchLast')))
    .option('--types <types>', t('options.watchTypes'))
    .option('--client <name>', t('options.watchOfClient'))
    .option('--from <day>', t('options.logFrom'))
    .option('--to <day>', t('options.exportTo'))
    .addOption(number('--stars <n>', 1, 5, t('options.logStars')))
    .option('--open', t('options.logOpen'));
  add('export [ids...]', t('commands.watchExport'), watch('exportWatches'), [
    `${WATCH} --from 2026-11-01 --to 2026-11-30 --out ${t('examples.report')}.pdf`,
    `--all --format xlsx --out ${t('examples.report')}`,
  ])
    .addOption(choice('--format <format>', EXPORT_FORMATS, t('options.exportFormat')).default('pdf'))
    .option('--all', t('options.exportAll'))
    .option('--client <name>', t('options.watchOfClient'))
    .option('--from <day>', t('options.exportFrom'))
    .option('--to <day>', t('options.exportTo'))
    .addOption(choice('--authors <how>', EXPORT_AUTHORS, t('options.exportAuthors')))
    .option('--out <file>', t('options.exportOut'));
};
