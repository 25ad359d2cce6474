import { type AddCommands, EXAMPLE_LINK, EXAMPLE_PLACE } from '../../../kit/terminal/commands.js';
import { lazily } from '../../../kit/terminal/session.js';

const recordings = lazily(() => import('./recording-commands.js'));

export const recordingCommands: AddCommands = ({ t, add, number }) => {
  add('record <link...>', t('commands.record'), recordings('record'), [
    `${EXAMPLE_LINK} --out /tmp`,
    `${EXAMPLE_PLACE} --reviews --out /tmp`,
  ])
    .option('--out <dir>', t('options.recordOut'), '.')
    .option('--name <name>', t('options.recordName'))
    .option('--reviews', t('options.recordReviews'))
    .addOption(number('--batches <n>', 1, 50, t('options.recordBatches')).default(2))
    .option('--anonymous', t('options.anonymous'));
};
