import { z } from 'zod';
import type { ProofTools } from './proof-tools.js';

// `signature.json`: Ed25519 over the 32 bytes of the manifest's SHA-256, so that openssl can check it, too.

const signatureSchema = z.object({
  algorithm: z.literal('Ed25519'),
  /** What is signed. */
  signed: z.literal('SHA-256 of manifest.json, 32 bytes'),
  manifest_sha256: z.string(),
  key_id: z.string(),
  /** SPKI in DER, Base64. */
  public_key: z.base64().max(1_000),
  /** Base64. */
  signature: z.base64().max(1_000),
});

/** The content of `signature.json`. */
export type Signature = z.infer<typeof signatureSchema>;

/** The result of checking `signature.json`. `other_manifest`: the signature belongs to another manifest. */
export type SignatureCheck =
  | { readonly state: 'valid'; readonly keyId: string }
  | { readonly state: 'unreadable' | 'invalid' | 'other_manifest' };

/** Checks `signature.json` for the bytes of a manifest. Any Ed25519 key counts: compare `keyId` with a known key. */
export async function checkSignature(
  bytes: Uint8Array,
  manifest: Uint8Array,
  { sha256, isSignedBy }: Pick<ProofTools, 'sha256' | 'isSignedBy'>,
): Promise<SignatureCheck> {
  const signature = readSignature(bytes);
  if (signature === null) return { state: 'unreadable' };
  const digest = await sha256(manifest);
  if (signature.manifest_sha256 !== hexOf(digest)) return { state: 'other_manifest' };
  const der = bytesOf(signature.public_key);
  const keyId = hexOf(await sha256(der));
  const isValid = await isSignedBy(der, digest, bytesOf(signature.signature));
  if (isValid === null || signature.key_id !== keyId) return { state: 'unreadable' };
  return isValid ? { state: 'valid', keyId } : { state: 'invalid' };
}

function readSignature(bytes: Uint8Array): Signature | null {
  try {
    return signatureSchema.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data ?? null;
  } catch {
    return null;
  }
}

/** The bytes of a Base64 text. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** Bytes in lower-case hex. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
