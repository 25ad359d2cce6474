import { type AddCommands, EXAMPLE_LINK } from '../../../kit/terminal/commands.js';
import { BLURS } from '../values.js';
import { packCommandTexts } from './texts.js';

export const evidenceCommands: AddCommands = ({ t: shared, language, add, choice, caveats }) => {
  const t = packCommandTexts(language);
  add('evidence <links...>', t('commands.evidence'), async () => (await import('./save-packs.js')).evidence, [
    `${EXAMPLE_LINK} --out ${t('example')}`,
    `${shared('examples.links')}.xlsx --out ${t('example')}`,
  ])
    .addHelpText('after', caveats('notShown'))
    .option('--out <dir>', t('options.out'), '.')
    .addOption(choice('--blur <who>', BLURS, t('options.blur')).default('others'));
  add(
    'verify-evidence <file>',
    t('commands.verify'),
    async () => (await import('./verify-evidence.js')).verifyEvidence,
    [`${t('example')}.zip --public-key evidence-key.pem`],
  )
    .option('--public-key <file>', t('options.publicKey'))
    .option('--ca <file>', t('options.ca'));
};
