import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePack, type PackFile, zipOf } from '../../src/capabilities/evidence/make/pack-zip.js';
import {
  type EvidenceLoad,
  type Manifest,
  type ManifestDraft,
  readManifest,
} from '../../src/capabilities/evidence/proof/pack-manifest.js';
import { openEvidenceKey } from '../../src/capabilities/evidence/proof/signature.js';
import type { StampAuthority } from '../../src/capabilities/evidence/proof/timestamp.js';

/** A PNG of one grey pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);

const INVENTED_REVIEW = 'ChBDSUhNMG9nS0VJQ0FnSUQx';

const ORDER: readonly (readonly [EvidenceLoad['purpose'], EvidenceLoad['outcome']])[] = [
  ['review', 'absent'],
  ['control', 'shown'],
  ['review', 'absent'],
  ['control', 'shown'],
];

/** An invented proof that a review is not shown, which ended at `endedAt` (milliseconds since 1970). */
export function inventedDraft(endedAt = Date.now()): ManifestDraft {
  const utc = (ms: number) => new Date(ms).toISOString();
  const local = (ms: number) => new Date(ms + 3_600_000).toISOString().replace('Z', '+01:00');
  const linkOf = (id: string) =>
    `https://www.google.com/maps/reviews/data=!4m6!14m5!1m4!2m3!1s${id}!2m1!1s0x0:0x3f5c81d2ab904e16?hl=pl&gl=pl`;
  const subject = linkOf(INVENTED_REVIEW);
  const loads = ORDER.map(([purpose, outcome], index): EvidenceLoad => {
    const startedAt = endedAt - (ORDER.length - index) * 2_000;
    const end = startedAt + 1_500;
    const folder = `loads/0${index + 1}-${purpose}`;
    const isShown = outcome === 'shown';
    const link = purpose === 'control' ? linkOf('ChBDSUhNMG9nS0VJQ0FnSUQy') : subject;
    return {
      ...{ number: index + 1, purpose, folder, asked_url: link, final_url: link, method: 'rendered' },
      ...{ started_at_utc: utc(startedAt), started_at_local: local(startedAt), ended_at_utc: utc(end) },
      context: { id: `context-${index + 1}`, cookies_before: [], cookies_after: ['NID .google.com'] },
      ...{ outcome, why: null, requests: [{ method: 'GET', url: link, status: 200 }] },
      tls: {
        ...{ protocol: 'TLS 1.3', subject: 'invented.test', issuer: 'Invented CA' },
        ...{ valid_from: null, valid_to: null, sha256: 'a'.repeat(64) },
      },
      signals: {
        ...{ reason: isShown ? null : 'no_rating_section', says_gone: outcome === 'absent' },
        ...{ has_place_card: true, has_rating_section: isShown, has_record: isShown },
        ...{ stars_label: isShown ? '5 gwiazdek' : null, slots: 12 },
        ...{ data_echoes: [], document_echoes: ['9.0'] },
      },
      files: {
        ...{ picture: `${folder}/page.png`, answer: `${folder}/answer.json` },
        ...{ page: null, state: null },
      },
      missing: [{ file: 'page', why: 'not ready within 6000 ms' }],
    };
  });
  return {
    ...{ made_at_utc: utc(endedAt), made_at_local: local(endedAt), time_zone: 'Europe/Warsaw' },
    link: { given: 'https://maps.app.goo.gl/PoLsKa1Zmysl7', hops: [{ url: subject, status: 200 }] },
    verdict: { is_visible: false, reason: 'no_rating_section' },
    review: {
      ...{ id: INVENTED_REVIEW, author_id: '117000000000000000001', author_name: null },
      ...{ stars: null, text: null, date_text: null, published_at_utc: null, edited_at_utc: null },
    },
    seen_by_requester: null,
    place: {
      ...{ name: 'Pierogarnia Wymyślona', cid: '4565666864068316694', feature_id: '0x1:0x2' },
      ...{ place_id: null, notices: [] },
    },
    loads,
    controls: [],
    operator: { name: null, contact: null, key_url: null },
    software: {
      service: '1.0.0',
      chromium: '156.0.0.0',
      rules: [{ set: 'built-in', fingerprint: '0123456789ab' }],
    },
    settings: { language: 'pl', region: 'pl' },
    options: { lang: 'pl', blur: 'others' },
  };
}

/** The files of the loads of an invented proof. Each answer has the data of the place at [6]. */
export function inventedFiles({ loads }: ManifestDraft): PackFile[] {
  const place = JSON.stringify([...Array(10).fill(null), '0x1:0x3f5c81d2ab904e16', 'Pierogarnia']);
  return loads.flatMap(({ number, folder }) => [
    { path: `${folder}/page.png`, bytes: PIXEL },
    {
      path: `${folder}/answer.json`,
      bytes: Buffer.from(`)]}'\n[null,${number},"żółć",null,null,null,${place}]`),
    },
  ]);
}

interface PackOptions {
  readonly draft?: ManifestDraft;
  readonly authority?: StampAuthority | null;
  readonly keyFile?: string;
}

/** A pack of an invented proof. Its report is not printed. */
export async function inventedPack({
  draft = inventedDraft(),
  authority = null,
  keyFile = join(mkdtempSync(join(tmpdir(), 'evidence-')), 'key.pem'),
}: PackOptions = {}) {
  const key = await openEvidenceKey(keyFile);
  const files = await makePack({
    ...{ draft, files: inventedFiles(draft), pictures: new Map(), key, authority },
    print: async () => Buffer.from('%PDF-1.7 invented'),
    signal: AbortSignal.timeout(30_000),
  });
  return { key, files };
}

/** The files as a ZIP. */
export async function zipped(files: readonly PackFile[]): Promise<Buffer> {
  return Buffer.concat(await zipOf(files, new Date()));
}

/** The manifest of a pack, which a record does not have. */
export function readPackManifest(bytes: Uint8Array): Manifest {
  const manifest = readManifest(bytes);
  if (!('loads' in manifest)) throw new Error('this is the manifest of a record');
  return manifest;
}
