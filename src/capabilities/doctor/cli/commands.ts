import { Option } from 'commander';
import type { AddCommands } from '../../../kit/terminal/commands.js';
import { collected } from '../../../kit/terminal/options.js';

const PLACE = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';

export const doctorCommands: AddCommands = ({ t, add }) => {
  add('doctor', t('commands.doctor'), async () => (await import('./examine.js')).doctor, [
    '--quick',
    `--place ${PLACE}`,
  ])
    .addHelpText('after', t('help.doctor'))
    .option('--quick', t('options.quick'))
    .addOption(new Option('--place <place>', t('options.place')).argParser(collected));
};
