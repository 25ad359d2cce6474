import { evidenceFileNames } from '../../../kit/lists/file-name.js';
import { wallClock } from '../../../kit/lists/table.js';
import type { ConsolePart } from '../../../kit/ui/context.js';
import { namedFileOf } from '../../../kit/ui/state/service.js';

async function verify() {
  // The page allows no code that is made from text, and zod would make some, unless it knows before its first schema.
  const { config } = await import('zod/v4/core');
  config({ jitless: true });
  return (await import('./verify-page.js')).VerifyPage;
}

export const evidencePart: ConsolePart = {
  offer: 'evidence',
  views: { verify },
  linkProof: ({ api, language: { value: lang } }, url, signal) => {
    const { name } = evidenceFileNames(wallClock(new Date()) ?? '', lang, { place: null, author: null });
    const request = { path: 'review-evidence', query: { url, lang }, retries: 1, signal };
    return namedFileOf(api, request, 'application/zip', name);
  },
};
