import type { z } from 'zod';
import type { Api } from '../../../kit/client/api.js';
import { UNSTOPPED } from '../../../kit/ui/state/runs.js';
import { hasKey } from '../../../kit/ui/state/service.js';
import { checkPack, isSound, MAX_PACK_BYTES, refusal, type Verification } from '../proof/check-pack.js';
import { bytesOf, hexOf } from '../proof/check-signature.js';
import { MANIFEST } from '../proof/pack-manifest.js';
import type { ProofTools } from '../proof/proof-tools.js';
import { readZip } from '../proof/read-zip.js';
import type { evidenceKeyData } from '../published.js';

/** A key to compare signatures with. `file`: where the user has it from; null = the service publishes it. */
export interface KnownKey {
  readonly id: string;
  readonly file: string | null;
}

/** A file and what was found in it. */
export interface CheckedFile {
  readonly name: string;
  readonly found: Verification;
  /** SHA-256 of the file in hex; null = it was not read. */
  readonly sum: string | null;
  /** When it was checked, in milliseconds since 1970. */
  readonly at: number;
  /** Whose watch made the pack; null = unknown. */
  readonly client: string | null;
}

/** The keys that this service publishes; none where it makes no packs, or does not answer. */
export async function keysOfService(api: Api): Promise<readonly KnownKey[]> {
  const request = { path: 'evidence-key', signal: UNSTOPPED, asksForKey: false };
  try {
    const own = await api.data(request, hasKey<z.infer<typeof evidenceKeyData>>('key_id'));
    return [own, ...own.earlier_keys].map(({ key_id: id }) => ({ id, file: null }));
  } catch {
    return [];
  }
}

/** The public keys (PEM) in a file; null = it holds none. */
export async function keysOfFile(file: File, tools: ProofTools): Promise<readonly KnownKey[] | null> {
  if (file.size > 100_000) return null;
  const pems = (await file.text().catch(() => '')).matchAll(
    /-----BEGIN PUBLIC KEY-----([^-]+)-----END PUBLIC KEY-----/g,
  );
  const keys: KnownKey[] = [];
  for (const [, base64 = ''] of pems) {
    const der = readBase64(base64.replaceAll(/\s/g, ''));
    if (der !== null) keys.push({ id: hexOf(await tools.sha256(der)), file: file.name });
  }
  return keys.length === 0 ? null : keys;
}

function readBase64(text: string): Uint8Array | null {
  try {
    return bytesOf(text);
  } catch {
    return null;
  }
}

/** The packs in a ZIP of packs, each unpacked when it is asked for: memory may not hold all. Null = no such ZIP. */
export async function packsOf(file: File, { unpack }: ProofTools) {
  const content = file.size > MAX_PACK_BYTES ? null : await file.arrayBuffer().catch(() => null);
  const items = content && readZip(new Uint8Array(content));
  if (items === null || 'code' in items || items.some(({ name }) => name === MANIFEST)) return null;
  const packs = items.filter(({ name }) => name.endsWith('.zip'));
  // A header may claim any size: the check of the file itself refuses what is too large.
  if (packs.length === 0 || packs.some(({ size }) => size > MAX_PACK_BYTES)) return null;
  return packs.map(({ name, packed }) => async () => {
    // The check of damaged bytes says so.
    const bytes = (await unpack(packed)) ?? packed.data;
    return new File([bytes.slice()], name);
  });
}

/** Checks a file. It stays in this browser. */
export async function checkFile(file: File, client: string | null, tools: ProofTools): Promise<CheckedFile> {
  const checked = { name: file.name, client, sum: null, at: Date.now() };
  if (file.size > MAX_PACK_BYTES) return { ...checked, found: refusal('too_large') };
  // A folder that is dropped, and a file that was changed since it was chosen, cannot be read.
  const content = await file.arrayBuffer().catch(() => null);
  if (content === null) return { ...checked, found: refusal('not_read') };
  const bytes = new Uint8Array(content);
  // The signer is compared with known keys afterwards: keys may come later than the pack.
  const found = await checkPack(bytes, { keyIds: null, trusted: [], now: checked.at }, tools);
  return { ...checked, found, sum: hexOf(await tools.sha256(bytes)) };
}

/** Who signed a pack: a known key, or which keys it was compared with in vain; null = no valid signature. */
type Signer =
  | { readonly key: KnownKey }
  | { readonly key: null; readonly compared: 'file' | 'service' | 'nothing'; readonly file: string | null };

/** Compares the key of a pack with the known keys; a key from a file counts before the keys of the service. */
export function signerOf({ keyId }: Verification, known: readonly KnownKey[]): Signer | null {
  if (keyId === null) return null;
  const own = known.filter(({ file }) => file !== null);
  const key = (own.length > 0 ? own : known).find(({ id }) => id === keyId);
  if (key !== undefined) return { key };
  const compared = own.length > 0 ? 'file' : known.length > 0 ? 'service' : 'nothing';
  return { key: null, compared, file: own[0]?.file ?? null };
}

/** `good`: unchanged, with a known key, and the verdict follows. `open`: with an unknown key. */
export function resultOf(found: Verification, known: readonly KnownKey[]): 'good' | 'open' | 'wrong' {
  const signer = signerOf(found, known);
  if (signer === null || !isSound(found)) return 'wrong';
  if (signer.key !== null) return 'good';
  return signer.compared === 'file' ? 'wrong' : 'open';
}
