import { z } from 'zod';
import {
  apiEndpoint,
  type CoreServices,
  dataOf,
  type Endpoint,
  OPEN,
  ZIP,
  ZIP_FILE,
} from '../../core/api/endpoints/endpoint.js';
import {
  LINKS,
  NOT_PROVEN,
  REVIEW_LINK,
  reviewParameters,
} from '../../core/api/endpoints/review-endpoints.js';
import { REMOVED_LINK, VISIBLE_LINK } from '../../core/api/examples/review-examples.js';
import type { LocalTime } from '../../core/api/local-time.js';
import { atOnce, deadline } from '../../core/api/middleware/at-once.js';
import { boundedList, fileLanguage, listedLink, wholeNumber } from '../../core/api/validate.js';
import { type AppError, isAppError } from '../../core/errors.js';
import { type Scope, startInnerScope } from '../../core/runtime/scope.js';
import { evidenceDisplayName, evidenceFileName } from '../../kit/lists/file-name.js';
import { NO_EVIDENCE } from './errors.js';
import type { PackOptions } from './make/make-pack.js';
import { message, refusal } from './messages.js';
import type { Evidence } from './packs.js';
import type { EvidenceKey } from './proof/signature.js';
import {
  type EvidenceIndex,
  evidenceKeyData,
  type SeenEarlier,
  seenEarlier,
  seenTexts,
} from './published.js';
import { BLURS, MAX_EVIDENCE_LINKS } from './values.js';

const PACK_POINTS = 10;
/** Shared by both endpoints that make packs. */
const PACKS = {
  tag: 'Reviews',
  points: PACK_POINTS,
  success: [ZIP_FILE],
  before: ({ config: { LISTS_PER_CLIENT: most } }: Pick<CoreServices, 'config'>) => {
    const refusal = message('packsAtOnce', { most, setting: 'LISTS_PER_CLIENT' });
    return [atOnce({ perClient: { most, refusal } }), deadline(null)];
  },
} as const;

const packOptions = {
  lang: fileLanguage('pl', 'Language of the report and of the instructions'),
  blur: z
    .enum(BLURS, { error: refusal('blurInvalid') })
    .default('others')
    .describe('others: reviews by other authors are covered in the pictures'),
};

const seen = seenTexts('seen_');

export const evidenceParameters = reviewParameters.extend({
  ...packOptions,
  seen_author: seen.author,
  seen_rating: wholeNumber('seen_rating', 1, 5).optional().describe('Stars of the review'),
  seen_text: seen.text,
  seen_on: seen.on,
});

/** Markdown. */
const PACK = `A technical record of one verdict, as a ZIP. The service checks the review again, with rendered page loads only, and stores every load with picture, page, answer of the map provider, captured state and requests. \`manifest.json\` lists all files with their hashes; \`signature.json\` signs the manifest (Ed25519, \`GET /api/evidence-key\`), and \`timestamp.tsr\` is its time stamp, where the service has a time-stamping authority. If the verdict cannot be proven, the answer is 503 and there is no pack. A pack of a visible review has one load; a pack of a review that is not visible has the loads without the review and their controls, at most 8 loads. The client may send the review as it saw it earlier (author, stars, text and time): manifest and report repeat these values, marked as not checked by the service. The service keeps no copy of the pack. \`docs/evidence.md\` names the files and how to check them.`;

export const reviewEvidence = apiEndpoint({
  method: 'get',
  path: '/api/review-evidence',
  id: 'reviewEvidence',
  ...PACKS,
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
    async (input, { scope, file }) => {
      const {
        url,
        lang,
        blur,
        seen_author: author,
        seen_rating: rating,
        seen_text: text,
        seen_on: on,
      } = input;
      const options = { lang, blur, seen: seenOrNull({ author, rating, text, on }) };
      const { pack, release } = await evidence.make(url, options, scope);
      const at = localTime(pack.madeAt);
      const name = evidenceFileName(at, lang, pack);
      const displayName = evidenceDisplayName(at, lang, pack);
      return file({ type: ZIP, name, displayName, parts: thenRelease(pack.zip(), release) });
    },
});

/** Returns null if every value is undefined. */
function seenOrNull(seen: SeenEarlier = {}): SeenEarlier | null {
  return Object.values(seen).every((value) => value === undefined) ? null : seen;
}

async function* thenRelease(parts: AsyncIterable<Uint8Array>, release: () => void) {
  try {
    yield* parts;
  } finally {
    release();
  }
}

const LINKS_NEEDED = refusal('evidenceLinksNeeded', { most: MAX_EVIDENCE_LINKS });

const linkText = listedLink(LINKS_NEEDED).describe(REVIEW_LINK);
const seenLink = z.strictObject({ url: linkText, seen: seenEarlier.optional() }, { error: LINKS_NEEDED });

/** A link, or a link with the review as seen earlier. The message is the first fault of the variant that was sent. */
const packLink = z.union([linkText, seenLink], {
  error: ({ input, errors }) => (typeof input === 'object' && errors?.[1]?.[0]?.message) || LINKS_NEEDED,
});

export const evidenceListBody = z
  .strictObject(
    {
      links: boundedList(packLink, {
        min: 1,
        max: MAX_EVIDENCE_LINKS,
        error: LINKS_NEEDED,
      }),
      ...packOptions,
    },
    { error: LINKS_NEEDED },
  )
  .meta({ id: 'EvidenceListRequest' });

export const reviewEvidenceList = apiEndpoint({
  method: 'post',
  path: '/api/review-evidence',
  id: 'reviewEvidenceList',
  ...PACKS,
  priceText: `${PACK_POINTS} points for each link, at most the points of one minute`,
  summary: `Make evidence packs for 1 to ${MAX_EVIDENCE_LINKS} reviews`,
  description: `One ZIP with a pack for each link, in the order of the links, and \`index.json\` at its end: the verdict of each link and the file of its pack, or the reason why the link has no pack. Packs are made one after the other while the answer is sent. The request has no deadline; each pack has a deadline of two minutes. An answer that breaks off is not a complete ZIP.

${PACK}`,
  body: {
    schema: evidenceListBody,
    limit: '1mb',
    price: ({ links }) => links.length * PACK_POINTS,
    examples: {
      'two links': { links: [VISIBLE_LINK, REMOVED_LINK], lang: 'pl', blur: 'others' },
      'a review that was seen earlier': {
        links: [{ url: REMOVED_LINK, seen: { author: 'Jan Zmyślony', rating: 1, on: '2026-10-05' } }],
        lang: 'pl',
        blur: 'others',
      },
    },
  },
  failures: [NO_EVIDENCE],
  handler:
    ({ localTime }, evidence: Evidence) =>
    async ({ links, ...options }, { scope, file }) => {
      await evidence.key();
      const now = Date.now();
      const name = evidenceFileName(localTime(now), options.lang);
      const entries = packsOf(links, options, { evidence, localTime, scope });
      return file({ type: ZIP, name, parts: await evidence.zip(entries, new Date(now)) });
    },
});

/** The packs of a list one by one, then the index. */
async function* packsOf(
  links: readonly z.infer<typeof packLink>[],
  options: Omit<PackOptions, 'seen'>,
  { evidence, localTime, scope }: { evidence: Evidence; localTime: LocalTime; scope: Scope },
) {
  const packs: EvidenceIndex['packs'] = [];
  // A list of packs takes minutes, so other requests go before it. A request with one link waits like any request.
  const inner = startInnerScope(scope, Number.POSITIVE_INFINITY, links.length > 1 ? 'list' : undefined);
  try {
    for (const [index, link] of links.entries()) {
      const { url, seen } = typeof link === 'string' ? { url: link } : link;
      const made = await evidence
        .make(url, { ...options, seen: seenOrNull(seen) }, inner)
        .catch((error: unknown) => failureOf(error, scope));
      if ('error' in made) {
        const { code, message, reason, values } = made.error;
        const nothing = { file: null, is_visible: null, visibility_reason: null };
        packs.push({ index, review_url: url, ...nothing, error: { code, message, reason, values } });
        continue;
      }
      const { pack, release } = made;
      const file = `${String(index + 1).padStart(2, '0')}-${evidenceFileName(localTime(pack.madeAt), options.lang, pack)}`;
      try {
        yield { path: file, bytes: pack.zip() };
      } finally {
        release();
      }
      const { is_visible, reason } = pack.verdict;
      packs.push({ index, review_url: url, file, is_visible, visibility_reason: reason, error: null });
    }
  } finally {
    inner.dispose();
  }
  yield { path: 'index.json', bytes: Buffer.from(`${JSON.stringify({ packs }, null, 2)}\n`) };
}

/** Returns the failure of one link. Rethrows the end of the whole request and unexpected errors. */
function failureOf(error: unknown, scope: Scope): { readonly error: AppError } {
  if (scope.signal.aborted || !isAppError(error)) throw error;
  return { error };
}

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
      const published = ({ id, publicPem }: Pick<EvidenceKey, 'id' | 'publicPem'>) => ({
        ...{ key_id: id, public_key: publicPem },
      });
      const data = { ...published(own), earlier_keys: earlier.map(published) };
      ctx.body = { status: 'success', data } satisfies {
        status: string;
        data: z.infer<typeof evidenceKeyData>;
      };
    },
  ],
};
