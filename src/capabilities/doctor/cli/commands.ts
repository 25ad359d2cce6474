import type { AddCommands } from '../../../kit/terminal/commands.js';

export const doctorCommands: AddCommands = ({ t, add }) => {
  add('doctor', t('commands.doctor'), async () => (await import('./examine.js')).doctor, ['--quick'])
    .addHelpText('after', t('help.doctor'))
    .option('--quick', t('options.quick'));
};
