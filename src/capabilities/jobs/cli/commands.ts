import type { Command } from 'commander';
import type { AddCommands } from '../../../kit/terminal/commands.js';
import { lazily } from '../../../kit/terminal/session.js';
import { jobCommandTexts } from './texts.js';

const MAX_HEADINGS_ROW = 1000;
const lists = lazily(() => import('./list-commands.js'));

export const jobCommands: AddCommands = ({ t, language, add, alsoLists, number, caveats }) => {
  const own = jobCommandTexts(language);
  const ofList = (command: Command) =>
    command
      .option('--column <column>', own('options.column'))
      .addOption(number('--headings <n>', 0, MAX_HEADINGS_ROW, own('options.headings')))
      .option('--job <id>', own('options.job'));
  const results = t('examples.results');
  ofList(
    add('check [file]', own('commands.check'), lists('check'), [
      `${t('examples.links')}.xlsx --xlsx ${results}.xlsx`,
      `${t('examples.links')}.csv --csv > ${results}.csv`,
      `--job 5f0c6e2a9b7d4c1e8a3f2b60 --xlsx ${results}.xlsx`,
    ])
      .addHelpText('after', own('help'))
      .addHelpText('after', caveats('notShown')),
  );
  ofList(
    add('places [file]', own('commands.places'), lists('places'), [
      `${own('examples.places')}.csv --xlsx ${results}.xlsx`,
    ]),
  );
  ofList(alsoLists('reviews', lists('reviews')));
};
