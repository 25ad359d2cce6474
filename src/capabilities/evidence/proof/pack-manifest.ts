import canonicalize from 'canonicalize';
import { z } from 'zod';
import { DiagnosticError } from '../../../core/errors.js';
import { notice } from '../../../core/published/notices.js';
import { reviewDetails } from '../../../core/published/review-answer.js';
import { BLURS } from '../values.js';

// The schema of `manifest.json`, the list of everything that an evidence pack holds. Null = unknown. Packs are also read
// in a browser.

export const FORMAT = 'place-lookup-evidence/2';
const RECORD_FORMAT = 'place-lookup-record/1';

/** Files of the pack that the manifest cannot list: itself, and the files that are made from its hash. */
export const MANIFEST = 'manifest.json';
export const SIGNATURE = 'signature.json';
export const STAMP = 'timestamp.tsr';
/** The hashes of all files but these three and itself, for sha256sum. */
export const SUMS = 'sha256sums.txt';

/** Lone surrogates, which a cut text may end with, have no place in canonical JSON. */
const text = z.string().overwrite((value) => value.replace(/\p{Cs}/gu, '\uFFFD'));
const maybeText = text.nullable();
const maybeFlag = z.boolean().nullable();
const count = z.number().int().min(0);
const utc = z.iso.datetime();
const local = z.iso.datetime({ offset: true });
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** A path inside the pack: names of plain characters, at most five folders deep. */
export const packPath = z.string().regex(/^(?:[a-z0-9][a-z0-9._-]{0,63}\/){0,5}[a-z0-9][a-z0-9._-]{0,63}$/);

/**
 * The files of a load. `picture`: the full page as drawn, with a bar above it that the service made. `page`: the page
 * with its resources, as MHTML. `answer`: the body of the data answer as received. `state`: the captured state that
 * the verdict was decided on.
 */
const loadFile = z.enum(['picture', 'page', 'answer', 'state']);

const file = packPath.nullable();

const load = z.object({
  /** Position in the order of the loads, from 1. */
  number: count,
  /**
   * `place`: a page that was read to find a control, or to follow a merged place. `place_name`: a page that was read
   * for the name of the place alone; the verdict does not rest on it.
   */
  purpose: z.enum(['review', 'control', 'place', 'place_name']),
  folder: packPath,
  asked_url: text,
  final_url: maybeText,
  started_at_utc: utc,
  started_at_local: local,
  ended_at_utc: utc,
  method: z.literal('rendered'),
  /**
   * The browser context of the load: a fresh profile of its own, without an account. Loads with the same id shared
   * their cookies. Cookies are named without their values; null = the browser did not tell them.
   */
  context: z.object({
    id: text,
    cookies_before: z.array(text).nullable(),
    cookies_after: z.array(text).nullable(),
  }),
  /** The document and its data requests, in order. Status null = no answer came. */
  requests: z.array(z.object({ method: text, url: text, status: count.nullable() })),
  /** The certificate of the document's connection. `sha256`: the fingerprint, lower-case hex. */
  tls: z
    .object({
      protocol: maybeText,
      subject: maybeText,
      issuer: maybeText,
      valid_from: utc.nullable(),
      valid_to: utc.nullable(),
      sha256: sha256.nullable(),
    })
    .nullable(),
  /**
   * `shown`: the review is shown; for a control, in full. `absent`: the page answered normally and does not show the
   * review. `other_place`: the page answered normally and is about another place. `read`: the page of a place was read.
   * `no_place`: the page of a place answered normally and shows no place. `failed`: the load proves nothing; `why` says why.
   */
  outcome: z.enum(['shown', 'absent', 'other_place', 'read', 'no_place', 'failed']),
  why: maybeText,
  /** What decided about a review or control; null for the page of a place and for a failed load. */
  signals: z
    .object({
      /** Why the review counts as not shown; null when it is shown. */
      reason: reviewDetails.shape.visibility_reason.nullable(),
      /** The page says in words that the review is gone. */
      says_gone: maybeFlag,
      has_place_card: maybeFlag,
      has_rating_section: maybeFlag,
      /** The review's own record came with the data. */
      has_record: maybeFlag,
      /** The label of the stars, as shown. */
      stars_label: maybeText,
      /** Top-level slots of the data answer. */
      slots: count.nullable(),
      /** Where else the review's id stands in the data and in the document. */
      data_echoes: z.array(text),
      document_echoes: z.array(text),
    })
    .nullable(),
  files: z.object({ picture: file, page: file, answer: file, state: file }),
  /** The files of this load that could not be made. */
  missing: z.array(z.object({ file: loadFile, why: text })),
});

/** A control that was tried. */
const triedControl = z.object({
  url: text,
  /** CID of its place, decimal. */
  place: maybeText,
  /**
   * `shown`: in full. `missing`: its page did not show it in full. `skipped`: it was missing earlier, at `at_utc`, and
   * was not loaded again.
   */
  outcome: z.enum(['shown', 'missing', 'skipped']),
  why: maybeText,
  at_utc: utc,
});

/** What the manifests of packs and of records have in common. */
const sealed = z.object({
  made_at_utc: utc,
  made_at_local: local,
  time_zone: text,
  /** Who runs the service, as set by the operator. */
  operator: z.object({ name: maybeText, contact: maybeText, key_url: maybeText }),
  timestamp: z.object({
    status: z.enum(['none', 'requested', 'failed']),
    /** The address of the time-stamping authority. */
    authority: maybeText,
    why: maybeText,
  }),
  files: z.array(z.object({ path: packPath, bytes: count, sha256 })),
});

/** The manifest of the files of the record of a client. `from`, `to`: days. */
const recordSchema = sealed.extend({
  ...{ format: z.literal(RECORD_FORMAT), client: text, from: z.iso.date(), to: z.iso.date() },
});

const manifestSchema = sealed.extend({
  format: z.literal(FORMAT),
  link: z.object({
    /** The link as received. */
    given: text,
    /** Each address on the way to the review's own link; the last address is that link. */
    hops: z.array(z.object({ url: text, status: count.nullable() })),
  }),
  verdict: z.object({ is_visible: z.boolean(), reason: reviewDetails.shape.visibility_reason }),
  /** The review as shown. Of a review that is not shown, only the ids in its link are known. */
  review: z.object({
    id: maybeText,
    author_id: maybeText,
    author_name: maybeText,
    stars: z.number().int().min(1).max(5).nullable(),
    /** The whole text as written; "" = stars only. */
    text: maybeText,
    /** The date in words, as shown. */
    date_text: maybeText,
    published_at_utc: utc.nullable(),
    edited_at_utc: utc.nullable(),
  }),
  /** The review as earlier checks of a watch of the service read it, apart from what the pages show. */
  seen_by_requester: z
    .object({
      ...{ is_verified: z.literal(false), source: z.literal('watch') },
      author: maybeText,
      rating: z.number().int().min(1).max(5).nullable(),
      text: maybeText,
      /** When a check last saw the review, and when a check first read exactly these values. ISO 8601. */
      ...{ on: maybeText, read_on: maybeText },
    })
    .nullable(),
  place: z.object({
    name: maybeText,
    /** Decimal digits. */
    cid: maybeText,
    feature_id: maybeText,
    place_id: maybeText,
    /** What the map provider says about the place and its reviews. */
    notices: z.array(z.object({ kind: notice.shape.kind, text, seen_at_utc: utc })),
  }),
  loads: z.array(load),
  /** Every control that was tried for this verdict, also the missing ones. */
  controls: z.array(triedControl),
  software: z.object({
    service: text,
    chromium: maybeText,
    /** The rules for reading pages. */
    rules: z.array(z.object({ set: text, fingerprint: text })),
  }),
  settings: z.object({ language: text, region: maybeText }),
  options: z.object({ lang: z.enum(['pl', 'en']), blur: z.enum(BLURS) }),
});
const anyManifest = z.discriminatedUnion('format', [manifestSchema, recordSchema]);

/** The content of `manifest.json`. */
export type Manifest = z.infer<typeof manifestSchema>;
export type RecordManifest = z.infer<typeof recordSchema>;
/** One load of a manifest. */
export type EvidenceLoad = Manifest['loads'][number];
/** A manifest before its files are hashed and its stamp is asked for. */
export type ManifestDraft = Omit<Manifest, 'format' | 'files' | 'timestamp'>;

/** The bytes of `manifest.json`: canonical JSON (RFC 8785). @throws ZodError when a value does not fit the format */
export function manifestBytes(manifest: Manifest): Buffer {
  return canonicalBytes(manifestSchema.parse(manifest));
}

/** The bytes of `manifest.json` of a record. @throws ZodError when a value does not fit the format */
export function recordManifestBytes(manifest: Omit<RecordManifest, 'format'>): Buffer {
  return canonicalBytes(recordSchema.parse({ ...manifest, format: RECORD_FORMAT }));
}

/** Canonical JSON (RFC 8785) in UTF-8. */
export function canonicalBytes(value: unknown): Buffer {
  return Buffer.from(canonicalize(value) ?? 'null');
}

/** `manifest.json` is not a manifest. */
export class ManifestError extends DiagnosticError {
  override readonly name = 'ManifestError';
}

/** Reads `manifest.json`. Fields that this version does not know are left out. @throws ManifestError */
export function readManifest(bytes: Uint8Array): Manifest | RecordManifest {
  let value: unknown;
  let json: string;
  try {
    json = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    value = JSON.parse(json);
  } catch {
    throw new ManifestError('it is not JSON');
  }
  const read = anyManifest.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new ManifestError(`the field ${issue?.path.join('.') || '(root)'} does not fit ${FORMAT}`);
  }
  if (!isCanonical(value, json)) throw new ManifestError('it is not canonical JSON (RFC 8785)');
  return read.data;
}

/** False also for values without a canonical form, such as half an emoji, or lists that are nested too deep. */
function isCanonical(value: unknown, json: string): boolean {
  try {
    return canonicalize(value) === json;
  } catch {
    return false;
  }
}
