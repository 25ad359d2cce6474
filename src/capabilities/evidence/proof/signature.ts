import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
} from 'node:crypto';
import { appendFile, link, mkdir, readFile, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SettingsError } from '../../../core/errors.js';
import type { Signature } from './check-signature.js';
import { digestOf, sha256Of } from './digest.js';
import { canonicalBytes } from './pack-manifest.js';

// The key that makes `signature.json`, and public keys.

/** A public key, to check signatures with. */
interface PublicKey {
  /** SHA-256 of the public key (SPKI, DER), in hex. */
  readonly id: string;
  readonly publicPem: string;
}

/** The key that signs packs. */
export interface EvidenceKey extends PublicKey {
  /** The keys that signed packs before it: they stay published, so that older packs can be checked. */
  readonly earlier: readonly PublicKey[];
  /** The content of `signature.json` for the bytes of a manifest. */
  sign(manifest: Uint8Array): Buffer;
}

/**
 * Reads the key of EVIDENCE_KEY_FILE (PKCS #8, PEM), and makes it where the file does not exist. @throws SettingsError
 * when the file cannot be used, or others may read it
 */
export async function openEvidenceKey(path: string): Promise<EvidenceKey> {
  const pem = await readKeyFile(path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw refused(path, error);
    await makeKeyFile(path).catch((failure: unknown) => {
      throw refused(path, failure);
    });
    return readKeyFile(path);
  });
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    throw refused(path, 'it holds no private key in PEM that can be read without a password');
  }
  if (key.asymmetricKeyType !== 'ed25519') throw refused(path, 'its key is not an Ed25519 key');
  const own = evidenceKey(key);
  return { ...own, earlier: await earlierKeys(`${path}${PUBLIC}`, own) };
}

/** The file beside the key file with the public keys of all keys that this file has held, as PEM. */
const PUBLIC = '.public';

/** The keys that the file of public keys holds beside `own`. Adds `own` where the folder can be written. */
async function earlierKeys(path: string, own: PublicKey): Promise<readonly PublicKey[]> {
  let text = '';
  try {
    const { mode } = await stat(path);
    if (process.platform !== 'win32' && (mode & 0o022) !== 0)
      throw refused(path, 'others may change it; set mode 644');
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw refused(path, error);
  }
  const known = text.trim() === '' ? [] : readPublicKeys(text);
  if (known === null) throw refused(path, 'it holds something that is no public Ed25519 key in PEM');
  if (!known.some(({ id }) => id === own.id)) {
    // In a folder that cannot be written, the operator keeps this file.
    await appendFile(path, own.publicPem, { mode: 0o644 }).catch(() => undefined);
  }
  const others = known.filter(({ id }) => id !== own.id);
  return [...new Map(others.map((key) => [key.id, key])).values()];
}

function evidenceKey(privateKey: KeyObject): Omit<EvidenceKey, 'earlier'> {
  const publicKey = createPublicKey(privateKey);
  const der = publicKey.export({ type: 'spki', format: 'der' });
  const id = sha256Of(der);
  return {
    id,
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    sign: (manifest) => {
      const digest = digestOf(manifest);
      return canonicalBytes({
        algorithm: 'Ed25519',
        signed: 'SHA-256 of manifest.json, 32 bytes',
        manifest_sha256: digest.toString('hex'),
        key_id: id,
        public_key: der.toString('base64'),
        signature: sign(null, digest, privateKey).toString('base64'),
      } satisfies Signature);
    },
  };
}

async function readKeyFile(path: string): Promise<string> {
  const { mode, uid } = await stat(path);
  // A secret that Kubernetes mounts belongs to root: the service reads it as its group.
  const forbidden = uid === process.getuid?.() ? 0o077 : 0o027;
  if (process.platform !== 'win32' && (mode & forbidden) !== 0)
    throw refused(path, `others may read or change it (mode ${(mode & 0o777).toString(8)}); set mode 600`);
  return readFile(path, 'utf8');
}

/** Another process may make the file at the same time: the first complete file stays. */
async function makeKeyFile(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const { privateKey } = generateKeyPairSync('ed25519');
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
}

function refused(path: string, reason: unknown): SettingsError {
  if (reason instanceof SettingsError) return reason;
  const why = reason instanceof Error ? ((reason as NodeJS.ErrnoException).code ?? reason.name) : reason;
  return new SettingsError(['EVIDENCE_KEY_FILE'], `EVIDENCE_KEY_FILE: ${path} cannot be used: ${why}.`);
}

/** The public Ed25519 keys of a text with keys in PEM, in order; null if another kind of key is among them. */
export function readPublicKeys(text: string): readonly PublicKey[] | null {
  const pems = text.match(/-----BEGIN [A-Z ]+-----[^-]+-----END [A-Z ]+-----/g) ?? [];
  const keys = pems.flatMap((pem) => {
    const key = readPublicKey(pem);
    return key === null || /PRIVATE/.test(pem) ? [] : [{ id: key.id, publicPem: `${pem}\n` }];
  });
  return keys.length === 0 || keys.length < pems.length ? null : keys;
}

/** Reads a public Ed25519 key, as PEM or as SPKI in DER; null for any other key or text. */
export function readPublicKey(
  key: string | Buffer,
): { readonly id: string; readonly object: KeyObject } | null {
  try {
    const object = createPublicKey(typeof key === 'string' ? key : { key, format: 'der', type: 'spki' });
    if (object.asymmetricKeyType !== 'ed25519') return null;
    return { id: sha256Of(object.export({ type: 'spki', format: 'der' })), object };
  } catch {
    return null;
  }
}
