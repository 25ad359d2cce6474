import type { AddCommands } from '../../../kit/terminal/commands.js';
import { doctorTexts } from '../texts.js';

export const doctorCommands: AddCommands = ({ language, add }) => {
  const t = doctorTexts(language);
  add('doctor', t('command.meaning'), async () => (await import('./examine.js')).doctor, ['--quick'])
    .addHelpText('after', t('command.help'))
    .option('--quick', t('command.quickOption'));
};
