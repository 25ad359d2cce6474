import type { ConsolePart } from '../../../kit/ui/context.js';
import { useConsole, useTexts } from '../../../kit/ui/context.js';
import { Downloads } from '../../../kit/ui/downloads.js';
import type { LinkRow } from '../../../kit/ui/links/link-rows.js';
import { evidenceFile, evidenceLink } from './evidence-file.js';

async function verify() {
  // The page allows no code that is made from text, and zod would make some, unless it knows before its first schema.
  const { config } = await import('zod/v4/core');
  config({ jitless: true });
  return (await import('./verify-page.js')).VerifyPage;
}

export const evidencePart: ConsolePart = {
  offer: 'evidence',
  views: { verify },
  navigation: ['verify'],
  LinkDetails: EvidenceOfLink,
};

/** The pack of one link. */
function EvidenceOfLink({ row }: { row: LinkRow }) {
  const { api } = useConsole();
  const { t, language } = useTexts();
  return (
    <>
      <p>{t('links.evidenceTakes')}</p>
      <Downloads
        files={[{ text: t('links.evidence'), make: () => evidenceFile(api, language, evidenceLink(row)) }]}
        invalid={t('links.notAReview')}
      />
    </>
  );
}
