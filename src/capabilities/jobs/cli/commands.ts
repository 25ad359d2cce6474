import { JOB_TYPES } from '../../../kit/lists/list-limits.js';
import type { AddCommands } from '../../../kit/terminal/commands.js';
import { lazily } from '../../../kit/terminal/session.js';

const jobs = lazily(() => import('./job-commands.js'));
const JOB = '5f0c6e2a9b7d4c1e8a3f2b60';

export const jobCommands: AddCommands = ({ t, group, choice, number, headings }) => {
  const add = group('jobs', t('commands.jobs'), [
    `submit ${t('examples.links')}.csv`,
    `results ${JOB} --follow`,
  ]);
  add('submit <file>', t('commands.jobsSubmit'), jobs('submitJob'), [
    `${t('examples.links')}.csv`,
    `${t('examples.places')}.txt --type place-reviews --max-stars 2`,
  ])
    .addOption(choice('--type <type>', JOB_TYPES, t('options.jobType')).default('review-visibility'))
    .addOption(number('--max-pages <n>', 1, 50, t('options.jobMaxPages')))
    .addOption(number('--min-stars <n>', 1, 5, t('options.jobMinStars')))
    .addOption(number('--max-stars <n>', 1, 5, t('options.jobMaxStars')))
    .option('--since <day>', t('options.since'))
    .option('--column <column>', t('options.column'))
    .addOption(headings())
    .option('--idempotency-key <key>', t('options.idempotencyKey'));
  add('results <id>', t('commands.jobsResults'), jobs('jobResults'), [
    `${JOB} --follow --out ${t('examples.results')}.ndjson`,
    `${JOB} --xlsx ${t('examples.results')}.xlsx`,
  ])
    .option('--follow', t('options.follow'))
    .option('--out <file>', t('options.jobOut'));
};
