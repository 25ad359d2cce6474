import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import {
  MANIFEST,
  type Manifest,
  ManifestError,
  packPath,
  readManifest,
  SIGNATURE,
  STAMP,
  sha256Of,
} from './manifest.js';
import { checkSignature, type SignatureCheck } from './signature.js';
import { checkStamp, MAX_CLOCK_DIFFERENCE_MS, type StampCheck } from './timestamp.js';

// The check of a pack, without network. The check finds and names every problem, not only the first.

/** The problems that a pack may have. */
export type ProblemCode =
  // The ZIP
  | 'not_a_zip'
  | 'too_large'
  | 'path_outside'
  | 'duplicate_name'
  | 'not_a_file'
  | 'unreadable_file'
  // The manifest and its files
  | 'no_manifest'
  | 'manifest_invalid'
  | 'holds_packs'
  | 'file_missing'
  | 'file_added'
  | 'file_changed'
  // Signature, stamp, times
  | `signature_${'missing' | Exclude<SignatureCheck['state'], 'valid'>}`
  | 'key_other'
  | `stamp_${'missing' | 'unexpected' | Exclude<StampCheck['state'], 'valid'>}`
  | 'clock_differs_from_stamp'
  | 'made_in_future'
  | 'times_out_of_order';

export interface Problem {
  readonly code: ProblemCode;
  /** The file, certificate or time that it is about; null = the whole pack. */
  readonly subject: string | null;
}

/** What the check of a pack found. Null = unknown, or not in the pack. */
export interface Verification {
  readonly problems: readonly Problem[];
  readonly manifest: Manifest | null;
  /** Files of the pack; null when it has no manifest to compare them with. */
  readonly files: number | null;
  /** The key whose signature is valid. */
  readonly keyId: string | null;
  /** A stamp that is valid. */
  readonly stamp: Extract<StampCheck, { state: 'valid' }> | null;
}

interface VerifyOptions {
  /** Id of the only key that counts; null = any. */
  readonly keyId: string | null;
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
  return { problems: [{ code, subject }], manifest: null, files: null, keyId: null, stamp: null };
}

/** Checks the bytes of a pack. Never rejects because of its content. */
export async function verifyPack(pack: Buffer, options: VerifyOptions): Promise<Verification> {
  const files = await readPack(pack);
  if ('problems' in files) return files;
  const bytes = files.get(MANIFEST);
  if (bytes === undefined) {
    const holdsPacks = [...files.keys()].some((name) => name.endsWith('.zip'));
    return refusal(holdsPacks ? 'holds_packs' : 'no_manifest');
  }
  const problems: Problem[] = [];
  const note = (code: ProblemCode, subject: string | null = null) => void problems.push({ code, subject });
  const signature = files.get(SIGNATURE);
  const check = signature === undefined ? ({ state: 'missing' } as const) : checkSignature(signature, bytes);
  const keyId = check.state === 'valid' ? check.keyId : null;
  if (check.state !== 'valid') note(`signature_${check.state}`, SIGNATURE);
  else if (options.keyId !== null && keyId !== options.keyId) note('key_other', keyId);
  let manifest: Manifest;
  try {
    manifest = readManifest(bytes);
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error;
    note('manifest_invalid', error.message);
    return { problems, manifest: null, files: files.size, keyId, stamp: null };
  }
  compareFiles(files, manifest, note);
  const stamp = await checkPackStamp(files.get(STAMP), bytes, manifest, options, note);
  checkTimes(manifest, options.now, note);
  return { problems, manifest, files: files.size, keyId, stamp };
}

type Note = (code: ProblemCode, subject?: string | null) => void;

function compareFiles(files: ReadonlyMap<string, Buffer>, manifest: Manifest, note: Note): void {
  const listed = new Map(manifest.files.map((file) => [file.path, file]));
  if (listed.size < manifest.files.length) note('manifest_invalid', 'it lists a file twice');
  for (const { path, bytes, sha256 } of listed.values()) {
    const content = files.get(path);
    if (content === undefined) note('file_missing', path);
    else if (content.length !== bytes || sha256Of(content) !== sha256) note('file_changed', path);
  }
  for (const path of files.keys()) {
    if (!listed.has(path) && path !== MANIFEST && path !== SIGNATURE && path !== STAMP)
      note('file_added', path);
  }
}

async function checkPackStamp(
  stamp: Buffer | undefined,
  bytes: Buffer,
  manifest: Manifest,
  { trusted }: VerifyOptions,
  note: Note,
): Promise<Verification['stamp']> {
  const isExpected = manifest.timestamp.status === 'requested';
  if (stamp === undefined) {
    if (isExpected) note('stamp_missing', STAMP);
    return null;
  }
  if (!isExpected) note('stamp_unexpected', STAMP);
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
  { made_at_utc: madeAt, made_at_local: local, loads }: Manifest,
  now: number,
  note: Note,
): void {
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
async function readPack(pack: Buffer): Promise<ReadonlyMap<string, Buffer> | Verification> {
  if (pack.length > MAX_PACK_BYTES) return refusal('too_large');
  const entries = new Map<string, Entry>();
  const files = new Map<string, Buffer>();
  let at: string | null = null;
  try {
    const zip = await fromBufferPromise(pack, { decodeStrings: false });
    if (zip.entryCount > MAX_FILES) return refusal('too_large');
    let unpacked = 0;
    for await (const entry of zip.eachEntry()) {
      const { uncompressedSize: size } = entry;
      const name = Buffer.from(entry.fileNameRaw).toString();
      at = name;
      // Programs that pack a folder anew also list its folders.
      const isFolder = size === 0 && name.endsWith('/');
      if (!packPath.safeParse(isFolder ? name.slice(0, -1) : name).success)
        return refusal('path_outside', JSON.stringify(name));
      if (isFolder) continue;
      if (entries.has(name)) return refusal('duplicate_name', name);
      // The upper half of the attributes is the Unix mode. A regular file has no mode, or 0100000.
      const kind = (entry.externalFileAttributes >>> 16) & 0o170000;
      if ((kind !== 0 && kind !== 0o100000) || !entry.canDecodeFileData()) return refusal('not_a_file', name);
      const limit = name === MANIFEST || name === SIGNATURE ? MAX_MANIFEST_BYTES : MAX_UNPACKED_BYTES;
      if (size > limit) return refusal('too_large', name);
      unpacked += size;
      entries.set(name, entry);
    }
    at = null;
    if (unpacked > Math.min(MAX_UNPACKED_BYTES, pack.length * MAX_RATIO)) return refusal('too_large');
    for (const [name, entry] of entries) {
      at = name;
      files.set(name, await contentOf(zip, entry));
    }
    return files;
  } catch {
    return at === null ? refusal('not_a_zip') : refusal('unreadable_file', at);
  }
}

/** yauzl ends with an error as soon as more bytes come than the directory says. */
async function contentOf(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
