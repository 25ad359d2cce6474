import { createHmac, randomBytes } from 'node:crypto';

/** Of this process alone: hashes of a memory dump cannot be compared with those of guessed queries elsewhere. */
const SECRET = randomBytes(32);

/** What stands for a text that only has to be recognised: the text itself, often a name, is not kept. */
export function keyHash(text: string): string {
  return createHmac('sha256', SECRET).update(text).digest('base64url');
}
