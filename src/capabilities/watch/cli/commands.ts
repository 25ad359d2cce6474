import type { Command } from 'commander';
import type { AddCommands } from '../../../kit/terminal/commands.js';
import { lazily } from '../../../kit/terminal/session.js';

const watch = lazily(() => import('./watch-commands.js'));
const PLACE = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const LINK = 'https://maps.app.goo.gl/PoLsKa1Zmysl7';
const WATCH = 'w_Jq1cXo0uS2mYV9dTz4hNfA';
const EVIDENCE = ['on_loss', 'always', 'never'] as const;
const STATES = [
  ...['new', 'watching', 'visible', 'not_visible', 'never_visible', 'trouble', 'paused', 'attention'],
] as const;
const KINDS = ['place', 'review'] as const;
const FORMATS = ['pdf', 'xlsx', 'json'] as const;
const AUTHORS = ['pseudonyms', 'names'] as const;
const MAX_INTERVAL_HOURS = 8_760;
const MAX_LAST_EVENTS = 1_000;

export const watchCommands: AddCommands = ({ t, group, choice, number, headings }) => {
  const add = group('watch', t('commands.watch'), [`add ${PLACE}`, 'log --follow']);
  const withWatchOptions = (command: Command) =>
    command
      .addOption(number('--interval <hours>', 1, MAX_INTERVAL_HOURS, t('options.watchInterval')))
      .option('--note <text>', t('options.watchNote'))
      .addOption(choice('--evidence <when>', EVIDENCE, t('options.watchEvidence')));
  withWatchOptions(
    add('add <subject...>', t('commands.watchAdd'), watch('addWatch'), [
      `${PLACE} --label ${t('examples.name')}`,
      `${LINK} --interval 12`,
    ]),
  ).option('--label <name>', t('options.watchLabel'));
  add('list', t('commands.watchList'), watch('listWatches'), ['', '--state trouble --json'])
    .addOption(choice('--state <state>', STATES, t('options.watchState')))
    .option('--find <text>', t('options.watchFind'));
  withWatchOptions(
    add('import <file>', t('commands.watchImport'), watch('importWatches'), [
      `${t('examples.places')}.xlsx`,
      `${t('examples.links')}.csv --kind review`,
    ]),
  )
    .addOption(choice('--kind <kind>', KINDS, t('options.watchKind')).default('place'))
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
    .addOption(number('--last <n>', 1, MAX_LAST_EVENTS, t('options.watchLast')))
    .option('--types <types>', t('options.watchTypes'));
  add('export [ids...]', t('commands.watchExport'), watch('exportWatches'), [
    `${WATCH} --from 2026-11-01 --to 2026-11-30 --out ${t('examples.report')}.pdf`,
    `--all --format xlsx --out ${t('examples.report')}`,
  ])
    .addOption(choice('--format <format>', FORMATS, t('options.exportFormat')).default('pdf'))
    .option('--all', t('options.exportAll'))
    .option('--from <day>', t('options.exportFrom'))
    .option('--to <day>', t('options.exportTo'))
    .addOption(choice('--authors <how>', AUTHORS, t('options.exportAuthors')))
    .option('--out <file>', t('options.exportOut'));
};
