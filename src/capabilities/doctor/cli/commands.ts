import { Option } from 'commander';
import type { AddCommands } from '../../../kit/terminal/commands.js';
import { collected } from '../../../kit/terminal/options.js';

export const doctorCommands: AddCommands = ({ t, add }) => {
  add('doctor', t('commands.doctor'), async () => (await import('./examine.js')).doctor, [
    '--quick',
    '--bundle report.zip',
  ])
    .addHelpText('after', t('help.doctor'))
    .option('--quick', t('options.quick'))
    .addOption(new Option('--place <place>', t('options.place')).argParser(collected))
    .option('--bundle <file>', t('options.bundle'))
    .option('--yes', t('options.yes'));
};
