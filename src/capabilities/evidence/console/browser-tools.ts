import type { ProofTools } from '../proof/proof-tools.js';
import type { Packed } from '../proof/read-zip.js';

// The check of packs with the tools of the browser: nothing is sent anywhere.

/** A key of Ed25519 (SPKI, DER), to find out whether the browser knows such keys. */
const SAMPLE_KEY = 'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=';

/** Why a browser cannot check signatures: the page is open without HTTPS, or the browser does not know Ed25519. */
export type Unable = 'insecure' | 'unknown_algorithm';

/** The tools of this browser, or why it has none. */
export async function browserTools(): Promise<ProofTools | Unable> {
  if (!isSecureContext) return 'insecure';
  const key = Uint8Array.from(atob(SAMPLE_KEY), (character) => character.charCodeAt(0));
  if ((await readKey(key)) === null) return 'unknown_algorithm';
  return {
    sha256: async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', owned(bytes))),
    unpack,
    isSignedBy: async (der, signed, signature) => {
      const key = await readKey(der);
      return key && crypto.subtle.verify('Ed25519', key, owned(signature), owned(signed));
    },
    checkStamp: null,
  };
}

/** Null = the bytes are not a key of Ed25519, or the browser does not support Ed25519. */
function readKey(der: Uint8Array): Promise<CryptoKey | null> {
  return crypto.subtle.importKey('spki', owned(der), 'Ed25519', false, ['verify']).catch(() => null);
}

/** The type of the same bytes, which are never shared with another thread. */
const owned = (bytes: Uint8Array) => bytes as Uint8Array<ArrayBuffer>;

async function unpack({ data, isDeflated, size, sum }: Packed): Promise<Uint8Array | null> {
  const content = isDeflated ? await inflated(data, size) : data;
  return content !== null && content.length === size && crc32(content) === sum ? content : null;
}

/** Null = the data is damaged, holds more than `size` bytes, or goes on behind its end. */
async function inflated(data: Uint8Array, size: number): Promise<Uint8Array | null> {
  const content = new Uint8Array(size);
  let at = 0;
  try {
    const stream = new Blob([owned(data)]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    const reader = stream.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      content.set(part.value, at);
      at += part.value.length;
    }
  } catch {
    return null;
  }
  return content.subarray(0, at);
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? 0xedb88320 ^ (sum >>> 1) : sum >>> 1;
  return sum;
});

function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (CRC_TABLE[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8);
  return ~sum >>> 0;
}
