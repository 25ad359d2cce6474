import { createHash } from 'node:crypto';

/** SHA-256. */
export function digestOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** SHA-256 in lower-case hex. */
export function sha256Of(bytes: Uint8Array): string {
  return digestOf(bytes).toString('hex');
}
