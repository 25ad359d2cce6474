import { Readable } from 'node:stream';
import { z } from 'zod';
import {
  apiEndpoint,
  dataOf,
  type Endpoint,
  OPEN,
  ZIP,
  ZIP_FILE,
} from '../../core/api/endpoints/endpoint.js';
import { LINKS, NOT_PROVEN, reviewParameters } from '../../core/api/endpoints/review-endpoints.js';
import { REMOVED_LINK, VISIBLE_LINK } from '../../core/api/examples/review-examples.js';
import { atOnce, deadline, LONG_REQUESTS_PER_CLIENT } from '../../core/api/middleware/at-once.js';
import { fileLanguage } from '../../core/api/validate.js';
import { evidenceFileNames } from '../../kit/lists/file-name.js';
import { NO_EVIDENCE } from './errors.js';
import { message, refusal } from './messages.js';
import type { Evidence } from './packs.js';
import type { EvidenceKey } from './proof/signature.js';
import { evidenceKeyData } from './published.js';
import { BLURS } from './values.js';

const evidenceParameters = reviewParameters.extend({
  lang: fileLanguage('pl', 'Language of the report and of the instructions'),
  blur: z
    .enum(BLURS, { error: refusal('blurInvalid') })
    .default('others')
    .describe('others: reviews by other authors are covered in the pictures'),
});

/** Markdown. */
const PACK = `A technical record of one verdict, as a ZIP. The service checks the review again, with rendered page loads only, and puts every load into the pack with its picture, its page, the data answer and the state that the verdict rests on. \`manifest.json\` lists all files with their hashes; \`signature.json\` signs the manifest (Ed25519, \`GET /api/evidence-key\`), and \`timestamp.tsr\` is its time stamp, where the service has a time-stamping authority. If the verdict cannot be proven, the answer is 503 and there is no pack. A pack of a visible review has one load; a pack of a review that is not visible has the loads without the review and their controls, at most 10 loads. The service keeps no copy of the pack. \`docs/evidence.md\` names the files and how to check them.`;

export const reviewEvidence = apiEndpoint({
  method: 'get',
  path: '/api/review-evidence',
  id: 'reviewEvidence',
  tag: 'Reviews',
  points: 10,
  success: [ZIP_FILE],
  before: () => {
    const most = LONG_REQUESTS_PER_CLIENT;
    const refusal = message('packsAtOnce', { most });
    return [atOnce({ most, refusal }), deadline(null)];
  },
  summary: 'Make an evidence pack for one review',
  description: `${PACK}\n\n${NOT_PROVEN}\n\n${LINKS}`,
  query: {
    schema: evidenceParameters,
    examples: { url: { 'a visible review': VISIBLE_LINK, 'a review that is not visible': REMOVED_LINK } },
  },
  failures: ['NoResults', NO_EVIDENCE],
  errorField: () => 'url',
  handler:
    ({ localTime }, evidence: Evidence) =>
    async ({ url, ...options }, { scope, file }) => {
      const pack = await evidence.make(url, { ...options, seen: null }, scope);
      const names = evidenceFileNames(localTime(pack.madeAt), options.lang, pack);
      return file({ type: ZIP, ...names, parts: Readable.from(pack.zip) });
    },
});

/** Needs no API key: a person who checks a pack may not be a client. */
export const evidenceKey: Endpoint<Evidence> = {
  method: 'get',
  path: '/api/evidence-key',
  id: 'evidenceKey',
  ...OPEN,
  tag: 'Reviews',
  summary: 'The public keys of evidence packs',
  description:
    'The key that checks the signatures of the evidence packs of this service, and the keys that signed its earlier packs. Needs no API key: a person who checks a pack may not be a client.',
  success: dataOf(evidenceKeyData, {
    'a key': {
      key_id: 'f2f1e8a7c5f0c0a3a9d1d8ae6c1d0b5c1b8fd2e4ff0a92f0f9b3a6a1e7c0d452',
      public_key:
        '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n',
      earlier_keys: [],
    },
  }),
  failures: ['InvalidRequest', NO_EVIDENCE, 'InternalError'],
  answer: (_core, evidence) => [
    async (ctx) => {
      const { earlier, ...own } = await evidence.key();
      type Key = Pick<EvidenceKey, 'id' | 'publicPem'>;
      const published = ({ id, publicPem }: Key) => ({ key_id: id, public_key: publicPem });
      const keys = { ...published(own), earlier_keys: earlier.map(published) };
      ctx.body = { status: 'success', data: keys satisfies z.infer<typeof evidenceKeyData> };
    },
  ],
};
