import { Option } from 'commander';
import { type AddCommands, EXAMPLE_PLACE } from '../../../kit/terminal/commands.js';
import { collected } from '../../../kit/terminal/options.js';

export const doctorCommands: AddCommands = ({ t, add }) => {
  add('doctor', t('commands.doctor'), async () => (await import('./examine.js')).doctor, [
    '--quick',
    `--place ${EXAMPLE_PLACE}`,
  ])
    .addHelpText('after', t('help.doctor'))
    .option('--quick', t('options.quick'))
    .addOption(new Option('--place <place>', t('options.place')).argParser(collected));
};
