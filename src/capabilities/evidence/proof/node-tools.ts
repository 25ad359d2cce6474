import { verify } from 'node:crypto';
import { crc32, inflateRawSync } from 'node:zlib';
import { digestOf } from './digest.js';
import type { ProofTools } from './proof-tools.js';
import type { Packed } from './read-zip.js';
import { readPublicKey } from './signature.js';
import { checkStamp } from './timestamp.js';

/** The tools of Node.js for the check of packs. */
export const TOOLS: ProofTools = {
  sha256: async (bytes) => digestOf(bytes),
  unpack: async (packed) => unpacked(packed),
  isSignedBy: async (key, signed, signature) => {
    const known = readPublicKey(Buffer.from(key));
    return known === null ? null : verify(null, signed, known.object, signature);
  },
  checkStamp,
};

/** The content of an entry of a ZIP; null = it is damaged, or not its whole data. */
function unpacked({ data, isDeflated, size, sum }: Packed): Uint8Array | null {
  const content = isDeflated ? inflated(data, size) : data;
  return content !== null && content.length === size && crc32(content) === sum ? content : null;
}

/** Null also when other data follows the content. */
function inflated(data: Uint8Array, size: number): Buffer | null {
  try {
    // With `info`, the result also names the bytes that were read. The types of Node.js do not know it.
    const { buffer, engine } = inflateRawSync(data, {
      maxOutputLength: Math.max(1, size),
      info: true,
    }) as unknown as { readonly buffer: Buffer; readonly engine: { readonly bytesWritten: number } };
    return engine.bytesWritten === data.length ? buffer : null;
  } catch {
    return null;
  }
}
