import { type AddCommands, EXAMPLE_LINK } from '../../../kit/terminal/commands.js';
import { BLURS } from '../values.js';

export const evidenceCommands: AddCommands = ({ t, add, choice, caveats }) => {
  add('evidence <links...>', t('commands.evidence'), async () => (await import('./save-packs.js')).evidence, [
    `${EXAMPLE_LINK} --out ${t('examples.evidence')}`,
    `${t('examples.links')}.xlsx --out ${t('examples.evidence')}`,
  ])
    .addHelpText('after', caveats('notShown'))
    .option('--out <dir>', t('options.evidenceOut'), '.')
    .addOption(choice('--blur <who>', BLURS, t('options.blur')).default('others'));
  add(
    'verify-evidence <file>',
    t('commands.verifyEvidence'),
    async () => (await import('./verify-evidence.js')).verifyEvidence,
    [`${t('examples.evidence')}.zip --public-key evidence-key.pem`],
  )
    .option('--public-key <file>', t('options.publicKey'))
    .option('--ca <file>', t('options.ca'));
};
