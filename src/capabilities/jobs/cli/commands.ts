import type { Command } from 'commander';
import type { AddCommands } from '../../../kit/terminal/commands.js';
import { lazily } from '../../../kit/terminal/session.js';

const lists = lazily(() => import('./list-commands.js'));

export const jobCommands: AddCommands = ({ t, add, alsoLists, headings, caveats }) => {
  const ofList = (command: Command) =>
    command
      .option('--column <column>', t('options.column'))
      .addOption(headings())
      .option('--out <file>', t('options.out'))
      .option('--job <id>', t('options.job'));
  const results = t('examples.results');
  ofList(
    add('check [file]', t('commands.check'), lists('check'), [
      `${t('examples.links')}.xlsx --xlsx ${results}.xlsx`,
      `${t('examples.links')}.csv --csv > ${results}.csv`,
      `--job 5f0c6e2a9b7d4c1e8a3f2b60 --xlsx ${results}.xlsx`,
    ])
      .addHelpText('after', t('help.lists'))
      .addHelpText('after', caveats('notShown')),
  );
  ofList(
    add('places [file]', t('commands.places'), lists('places'), [
      `${t('examples.places')}.csv --xlsx ${results}.xlsx`,
    ]),
  );
  ofList(alsoLists('reviews', lists('reviews')));
};
