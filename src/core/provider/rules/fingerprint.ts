import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { RULES } from './built-in.js';

/** Twelve hexadecimal digits that identify the rules of this version. */
export function rulesFingerprint(): string {
  return createHash('sha256')
    .update(canonicalize(RULES) ?? '')
    .digest('hex')
    .slice(0, 12);
}
