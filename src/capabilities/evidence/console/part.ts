import type { ConsolePart } from '../../../kit/ui/context.js';
import { evidenceFile } from './evidence-file.js';

async function verify() {
  // The page allows no code that is made from text, and zod would make some, unless it knows before its first schema.
  const { config } = await import('zod/v4/core');
  config({ jitless: true });
  return (await import('./verify-page.js')).VerifyPage;
}

export const evidencePart: ConsolePart = {
  offer: 'evidence',
  views: { verify },
  linkProof: ({ api, language }, ...link) => evidenceFile(api, language.value, ...link),
};
