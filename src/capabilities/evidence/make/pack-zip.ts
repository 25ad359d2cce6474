import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { sha256Of } from '../proof/digest.js';
import {
  FORMAT,
  MANIFEST,
  type Manifest,
  type ManifestDraft,
  manifestBytes,
  SIGNATURE,
  STAMP,
  SUMS,
} from '../proof/pack-manifest.js';
import type { EvidenceKey } from '../proof/signature.js';
import { type StampAuthority, StampError } from '../proof/timestamp.js';
import { evidenceTexts } from '../texts.js';
import { type Picture, reportHtml } from './report-page.js';
import { CHECK_PAGE, pageAddress, verifyText } from './verify-text.js';

/** The page that checks packs: the build of the console makes it. The path is the same from src and from dist. */
const BUILT_PAGE = fileURLToPath(new URL(`../../../../dist/console/${CHECK_PAGE}`, import.meta.url));

/** A file of a pack. */
export interface PackFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

interface PackParts {
  readonly draft: ManifestDraft;
  /** The files of the loads. */
  readonly files: readonly PackFile[];
  /** A small picture of each load for the report, by the number of the load. */
  readonly pictures: ReadonlyMap<number, Picture>;
  readonly key: EvidenceKey;
  /** Null = no time stamp is asked for. */
  readonly authority: StampAuthority | null;
  /** Prints a report as PDF. */
  readonly print: (html: string) => Promise<Uint8Array>;
  readonly signal: AbortSignal;
}

/**
 * Makes all files of a pack: report, instructions, sums, manifest, signature and stamp beside the files of the loads.
 * @throws errors of `print`; `signal.reason` once aborted
 */
export async function makePack({
  draft,
  files,
  pictures,
  key,
  authority,
  print,
  signal,
}: PackParts): Promise<readonly PackFile[]> {
  const language = draft.options.lang;
  const loadFiles = files.map(listed);
  const t = evidenceTexts(language);
  const text = Buffer.from(verifyText(language, key.id, pageAddress(draft.operator)));
  const help = [
    { path: t('file.verify'), bytes: text },
    { path: CHECK_PAGE, bytes: await readFile(BUILT_PAGE) },
  ];
  /** The files before the signature. The report says whether there is a time stamp, so it is printed for each case. */
  const contentWith = async (timestamp: Manifest['timestamp']) => {
    const html = reportHtml({ draft, timestamp, files: loadFiles, pictures, key });
    const report = { path: t('file.report'), bytes: await print(html) };
    const summed = [listed(report), ...help.map(listed), ...loadFiles];
    const lines = summed.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('');
    const sums = { path: SUMS, bytes: Buffer.from(lines) };
    const manifest = manifestBytes({
      ...{ ...draft, format: FORMAT, timestamp },
      files: [...summed, listed(sums)],
    });
    return { manifest, content: [report, ...help, ...files, sums] };
  };
  return seal(contentWith, { key, authority, signal });
}

interface Content {
  readonly manifest: Uint8Array;
  readonly content: readonly PackFile[];
}

/**
 * Signs a manifest, and asks for its time stamp. `contentWith` makes the manifest and the files that it lists. An
 * authority that fails is named in the manifest. @throws errors of `contentWith`; `signal.reason` once aborted
 */
export async function seal(
  contentWith: (timestamp: Manifest['timestamp']) => Content | Promise<Content>,
  { key, authority, signal }: Pick<PackParts, 'key' | 'authority' | 'signal'>,
): Promise<readonly PackFile[]> {
  const sealed = ({ manifest, content }: Content, stamps: readonly PackFile[]): readonly PackFile[] => [
    { path: MANIFEST, bytes: manifest },
    { path: SIGNATURE, bytes: key.sign(manifest) },
    ...stamps,
    ...content,
  ];
  signal.throwIfAborted();
  if (authority === null)
    return sealed(await contentWith({ status: 'none', authority: null, why: null }), []);
  const made = await contentWith({ status: 'requested', authority: authority.name, why: null });
  try {
    return sealed(made, [{ path: STAMP, bytes: await authority.stamp(made.manifest, signal) }]);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof StampError)) throw error;
    const why = error.message;
    return sealed(await contentWith({ status: 'failed', authority: authority.name, why }), []);
  }
}

export function listed({ path, bytes }: PackFile): Manifest['files'][number] {
  return { path, bytes: bytes.length, sha256: sha256Of(bytes) };
}

/** Files that are stored without compression, because they are compressed already. */
const STORED = /\.(?:png|jpg|pdf|tsr)$/;
/** Bytes that are compressed at a time, so that other requests go on between. */
const CHUNK_BYTES = 64 * 1024;

/** The files as a ZIP, in parts. Gives other requests the event loop between the parts. */
export async function zipOf(files: Iterable<PackFile>, modifiedAt: Date): Promise<readonly Uint8Array[]> {
  const parts: Uint8Array[] = [];
  const zip = new Zip((error, part) => {
    if (error !== null) throw error;
    parts.push(part);
  });
  for (const { path, bytes } of files) {
    const file = STORED.test(path) ? new ZipPassThrough(path) : new ZipDeflate(path);
    file.mtime = modifiedAt;
    zip.add(file);
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
      file.push(bytes.subarray(at, at + CHUNK_BYTES));
      await setImmediate();
    }
    file.push(new Uint8Array(0), true);
  }
  zip.end();
  return parts;
}
