import { checkSignature, hexOf, type SignatureCheck } from './check-signature.js';
import { type Derivation, deriveVerdict } from './derive-verdict.js';
import {
  MANIFEST,
  type Manifest,
  ManifestError,
  packPath,
  type RecordManifest,
  readManifest,
  SIGNATURE,
  STAMP,
} from './pack-manifest.js';
import { MAX_CLOCK_DIFFERENCE_MS, type ProofTools, type StampCheck } from './proof-tools.js';
import { readZip, type ZipItem } from './read-zip.js';

// The check of a pack, without network, on any machine and in a browser. The check finds and names every problem, not
// only the first.

/** The problems that a pack may have. */
type ProblemCode =
  // The ZIP
  | 'not_a_zip'
  | 'zip_form'
  | 'too_large'
  | 'not_read'
  | 'path_outside'
  | 'duplicate_name'
  | 'not_a_file'
  | 'unreadable_file'
  // The manifest and its files
  | 'no_manifest'
  | 'manifest_invalid'
  | 'file_missing'
  | 'file_added'
  | 'file_changed'
  // Signature, stamp, times
  | `signature_${'missing' | Exclude<SignatureCheck['state'], 'valid'>}`
  | 'key_other'
  | `stamp_${'missing' | 'unexpected' | Exclude<StampCheck['state'], 'valid'>}`
  | 'clock_differs_from_stamp'
  | 'made_in_future'
  | 'times_out_of_order'
  // The verdict
  | 'verdict_not_supported';

export interface Problem {
  readonly code: ProblemCode;
  /** The file, certificate or time that it is about; null = the whole pack. */
  readonly subject: string | null;
}

/** What the check of a pack found. Null = unknown, or not in the pack. */
export interface Verification {
  readonly problems: readonly Problem[];
  /** The manifest of a pack; null also for a record, which has another manifest. */
  readonly manifest: Manifest | null;
  readonly record: RecordManifest | null;
  /** Files of the pack; null when it has no manifest to compare them with. */
  readonly files: number | null;
  /** The key whose signature is valid. */
  readonly keyId: string | null;
  /** Whose key signed the pack: a key that the reader named, or a key of whoever it may be. */
  readonly signer: 'given' | 'unknown' | null;
  /** A stamp that is valid. */
  readonly stamp: Extract<StampCheck, { state: 'valid' }> | null;
  /** Whether the verdict follows from the loads. */
  readonly derivation: Derivation | null;
}

export interface VerifyOptions {
  /** Ids of the keys that count; null = no key is known, so the signer stays unknown. */
  readonly keyIds: readonly string[] | null;
  /** Certificates in PEM that may stand behind a stamp. */
  readonly trusted: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Limits of a pack that is read: far above a pack of 15 MB. */
export const MAX_PACK_BYTES = 128 * 1024 * 1024;
const MAX_FILES = 500;
const MAX_UNPACKED_BYTES = 256 * 1024 * 1024;
const MAX_RATIO = 100;
const MAX_MANIFEST_BYTES = 4 * 1024 * 1024;

/** The result for a pack that is refused, or cannot be read. */
export function refusal(code: ProblemCode, subject: string | null = null): Verification {
  return { ...NOTHING, problems: [{ code, subject }] };
}

const NOTHING = {
  ...{ manifest: null, record: null, files: null, keyId: null, signer: null, stamp: null, derivation: null },
} as const;

/**
 * True if everything about a pack is known to be right: it is unchanged, a given key signed it, and its verdict, if it
 * has one, follows from its loads.
 */
export function isProven(found: Verification): boolean {
  return found.signer === 'given' && isSound(found);
}

/** True if a pack is unchanged, and its verdict follows from its loads, or if a record is unchanged. */
export function isSound({ problems, derivation, record }: Verification): boolean {
  return problems.length === 0 && (record !== null || derivation?.follows === true);
}

/** Checks the bytes of a pack. Never rejects because of its content. */
export async function checkPack(
  pack: Uint8Array,
  options: VerifyOptions,
  tools: ProofTools,
): Promise<Verification> {
  const files = await readPack(pack, tools);
  if ('problems' in files) return files;
  const bytes = files.get(MANIFEST);
  if (bytes === undefined) return refusal('no_manifest');
  const problems: Problem[] = [];
  const note = (code: ProblemCode, subject: string | null = null) => void problems.push({ code, subject });
  const signature = files.get(SIGNATURE);
  const check =
    signature === undefined ? ({ state: 'missing' } as const) : await checkSignature(signature, bytes, tools);
  const keyId = check.state === 'valid' ? check.keyId : null;
  const isGiven = keyId !== null && options.keyIds?.includes(keyId) === true;
  const signer = keyId === null ? null : isGiven ? 'given' : 'unknown';
  if (check.state !== 'valid') note(`signature_${check.state}`, SIGNATURE);
  else if (options.keyIds !== null && !isGiven) note('key_other', keyId);
  const signed = { ...NOTHING, problems, files: files.size, keyId, signer } as const;
  let manifest: Manifest | RecordManifest;
  try {
    manifest = readManifest(bytes);
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error;
    note('manifest_invalid', error.message);
    return signed;
  }
  await compareFiles(files, manifest.files, tools, note);
  const stamp = await checkPackStamp({ stamp: files.get(STAMP), bytes, manifest }, options, tools, note);
  checkTimes(manifest, options.now, note);
  if (!('loads' in manifest)) return { ...signed, record: manifest, stamp };
  const derivation = deriveVerdict(manifest, files);
  if (!derivation.follows) note('verdict_not_supported', flawText(derivation));
  return { ...signed, manifest, stamp, derivation };
}

function flawText({ flaw, loads }: Extract<Derivation, { follows: false }>): string {
  return [flaw, loads.join(', ')].filter((part) => part !== '').join(': ');
}

type Note = (code: ProblemCode, subject?: string | null) => void;

async function compareFiles(
  files: ReadonlyMap<string, Uint8Array>,
  named: Manifest['files'],
  tools: ProofTools,
  note: Note,
): Promise<void> {
  const listed = new Map(named.map((file) => [file.path, file]));
  if (listed.size < named.length) note('manifest_invalid', 'it lists a file twice');
  for (const { path, bytes, sha256 } of listed.values()) {
    const content = files.get(path);
    if (content === undefined) note('file_missing', path);
    else if (content.length !== bytes || hexOf(await tools.sha256(content)) !== sha256)
      note('file_changed', path);
  }
  for (const path of files.keys()) {
    if (!listed.has(path) && path !== MANIFEST && path !== SIGNATURE && path !== STAMP)
      note('file_added', path);
  }
}

async function checkPackStamp(
  pack: { stamp: Uint8Array | undefined; bytes: Uint8Array; manifest: Manifest | RecordManifest },
  { trusted }: VerifyOptions,
  { checkStamp }: ProofTools,
  note: Note,
): Promise<Verification['stamp']> {
  const { stamp, bytes, manifest } = pack;
  const isExpected = manifest.timestamp.status === 'requested';
  if (stamp === undefined) {
    if (isExpected) note('stamp_missing', STAMP);
    return null;
  }
  if (!isExpected) note('stamp_unexpected', STAMP);
  if (checkStamp === null) return null;
  const check = await checkStamp(stamp, bytes, trusted);
  if (check.state !== 'valid') {
    note(`stamp_${check.state}`, 'signer' in check ? check.signer : STAMP);
    return null;
  }
  const difference = Math.abs(check.at.getTime() - Date.parse(manifest.made_at_utc));
  if (difference > MAX_CLOCK_DIFFERENCE_MS) note('clock_differs_from_stamp', check.at.toISOString());
  return check;
}

/** The loads follow each other, the manifest follows them, and no time lies in the future. */
function checkTimes(
  { made_at_utc: madeAt, made_at_local: local, ...manifest }: Manifest | RecordManifest,
  now: number,
  note: Note,
): void {
  const loads = 'loads' in manifest ? manifest.loads : [];
  const moments = [...loads.flatMap((load) => [load.started_at_utc, load.ended_at_utc]), madeAt];
  const late = moments.find(
    (moment, at) => at > 0 && Date.parse(moment) < Date.parse(moments[at - 1] ?? moment),
  );
  if (late !== undefined) note('times_out_of_order', late);
  const pairs = [[madeAt, local], ...loads.map((load) => [load.started_at_utc, load.started_at_local])];
  const other = pairs.find(
    ([utc = '', zoned = '']) => Math.abs(Date.parse(utc) - Date.parse(zoned)) >= 1_000,
  );
  if (other !== undefined) note('times_out_of_order', other.join(', '));
  if (Date.parse(madeAt) > now + MAX_CLOCK_DIFFERENCE_MS) note('made_in_future', madeAt);
}

/** Reads all files of a ZIP into memory, or refuses it. */
async function readPack(
  pack: Uint8Array,
  { unpack }: ProofTools,
): Promise<ReadonlyMap<string, Uint8Array> | Verification> {
  if (pack.length > MAX_PACK_BYTES) return refusal('too_large');
  const items = readZip(pack);
  if ('code' in items) return refusal(items.code, items.where);
  const fault = faultOfNames(items);
  if (fault !== null) return refusal(fault.code, fault.subject);
  const large = items.find(({ name, size }) => size > limitOf(name));
  if (large !== undefined) return refusal('too_large', large.name);
  const unpacked = items.reduce((sum, { size }) => sum + size, 0);
  if (unpacked > Math.min(MAX_UNPACKED_BYTES, pack.length * MAX_RATIO)) return refusal('too_large');
  const files = new Map<string, Uint8Array>();
  for (const { name, packed } of items) {
    const bytes = await unpack(packed);
    if (bytes === null) return refusal('unreadable_file', name);
    files.set(name, bytes);
  }
  return files;
}

const limitOf = (name: string) =>
  name === MANIFEST || name === SIGNATURE ? MAX_MANIFEST_BYTES : MAX_UNPACKED_BYTES;

/** The first entry that no pack has; null = there is none. */
function faultOfNames(items: readonly ZipItem[]): Problem | null {
  if (items.length > MAX_FILES) return { code: 'too_large', subject: null };
  const names = new Set<string>();
  for (const { name, isPlain } of items) {
    if (!packPath.safeParse(name).success) return { code: 'path_outside', subject: JSON.stringify(name) };
    if (names.has(name)) return { code: 'duplicate_name', subject: name };
    if (!isPlain) return { code: 'not_a_file', subject: name };
    names.add(name);
  }
  return null;
}
