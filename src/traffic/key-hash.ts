import { hash, randomBytes } from 'node:crypto';

/** Differs in each process: hashes from a memory dump cannot be compared with hashes of guessed queries elsewhere. */
const SECRET = randomBytes(32).toString('base64url');

/** Hash of a text that only has to be recognised. The text itself, often a name, is not kept. */
export function keyHash(text: string): string {
  // This runs on every cached answer. An HMAC creates objects of its own and takes three times as long.
  return hash('sha256', SECRET + text, 'base64url');
}
