import { createHmac } from 'node:crypto';
import { decodeBase64Url, readFields } from '../identifiers/protobuf.js';

/**
 * Invented values of the same shape and length: letters become letters of the same case and alphabet, digits become
 * digits, everything else stays. The same value always becomes the same, and nobody without the seed can tell which it
 * was.
 */
export interface Invention {
  /** A text. Two texts that begin alike are replaced alike so far: a text that is cut off still fits the whole one. */
  text(original: string, salt?: number): string;
  /** An id. One that is a protobuf stays one, and the ids inside of it are replaced as they are elsewhere. */
  token(original: string): string;
  digits(original: string): string;
  /** Hexadecimal digits, of the same number and without a leading zero. */
  hex(original: string, salt?: number): string;
}

/** Symbols as well: names are written in squared letters, and with emoji. */
const WORD = /[\p{L}\p{N}\p{M}\p{So}]+/gu;
const ALPHABETS = [
  ...['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'],
  ...['ąćęłńóśźż', 'ĄĆĘŁŃÓŚŹŻ'],
];
/** Other letters become one of the letters beside them. */
const REACH = 24;
const LONGEST_PLAIN_VARINT = 2;
const DEEPEST = 6;

/** Invents by a seed: the same seed gives the same values. */
export function createInvention(seed: string): Invention {
  const hash = (text: string) => createHmac('sha256', seed).update(text).digest();

  /** Numbers below a limit, the same for the same key. */
  const diceOf = (key: Buffer) => {
    let round = 0;
    let bytes = key;
    let used = 0;
    return (limit: number): number => {
      if (used + 2 > bytes.length) {
        round += 1;
        bytes = createHmac('sha256', key).update(String(round)).digest();
        used = 0;
      }
      const value = bytes.readUInt16BE(used);
      used += 2;
      return value % limit;
    };
  };

  const replaced = (word: string, key: Buffer): string => {
    const below = diceOf(key);
    return [...word].map((character) => otherCharacter(character, below)).join('');
  };

  const text = (original: string, salt = 0): string => {
    let key = hash(`text ${salt}`);
    return original.replace(WORD, (word) => {
      key = createHmac('sha256', key).update(word.toLowerCase()).digest();
      return replaced(word, key);
    });
  };

  const hex = (original: string, salt = 0): string => {
    const below = diceOf(hash(`hex ${salt} ${original.toLowerCase()}`));
    return [...original].map((_, at) => (at === 0 ? 1 + below(15) : below(16)).toString(16)).join('');
  };

  const token = (original: string, depth = 0): string => {
    const message = depth > DEEPEST ? null : rewritten(original, depth);
    if (message !== null && message !== original) return message;
    if (/^[0-9a-f]+$/.test(original) && /[a-f]/.test(original)) return hex(original);
    return replaced(original, hash(`token ${original}`));
  };

  /** Null for what is no protobuf in base64url. */
  const rewritten = (original: string, depth: number): string | null => {
    const bytes = /^[\w-]{12,}$/.test(original) ? decodeBase64Url(original) : null;
    if (bytes === null) return null;
    return rewriteMessage(bytes, depth) ? bytes.toString('base64url') : null;
  };

  /** Replaces in place what a message holds; false = it is no message. */
  const rewriteMessage = (bytes: Buffer, depth: number): boolean => {
    const fields = readFields(bytes);
    if (fields === null) return false;
    for (const { wireType, bytes: part } of fields) {
      if (wireType === 0 && part.length > LONGEST_PLAIN_VARINT) {
        const below = diceOf(hash(`number ${part.toString('hex')}`));
        for (let at = 0; at < part.length; at += 1)
          part[at] = at === part.length - 1 ? 1 + below(100) : 0x80 + below(128);
      }
      if (wireType === 2 && part.length > 0) rewriteBytes(part, depth + 1);
    }
    return true;
  };

  const rewriteBytes = (part: Buffer, depth: number): void => {
    const inner = part.toString('latin1');
    if (/^[\x20-\x7e]+$/.test(inner)) {
      // With spaces it is a text, such as a name.
      const changed = /[a-z] [A-Za-z]/i.test(inner)
        ? text(inner)
        : inner.replace(/[A-Za-z0-9_-]{6,}/g, (run) => token(run, depth));
      part.write(changed, 'latin1');
      return;
    }
    if (depth <= DEEPEST && rewriteMessage(part, depth)) return;
    const below = diceOf(hash(`bytes ${part.toString('hex')}`));
    for (let at = 0; at < part.length; at += 1) part[at] = below(256);
  };

  return {
    text,
    token: (original) => token(original),
    digits: (original) => replaced(original, hash(original)),
    hex,
  };
}

function otherCharacter(character: string, below: (limit: number) => number): string {
  const alphabet = ALPHABETS.find((letters) => letters.includes(character));
  if (alphabet !== undefined) {
    const others = alphabet.replace(character, '');
    return others[below(others.length)] ?? character;
  }
  if (!/[\p{L}\p{N}\p{So}]/u.test(character)) return character;
  const point = character.codePointAt(0) ?? 0;
  const isAlike = (other: string) =>
    Buffer.byteLength(other) === Buffer.byteLength(character) &&
    [/\p{Lu}/u, /\p{Ll}/u, /\p{L}/u, /\p{N}/u, /\p{So}/u].every(
      (kind) => kind.test(other) === kind.test(character),
    );
  const near = Array.from({ length: 2 * REACH + 1 }, (_, index) => point - REACH + index)
    .filter(
      (other) => other !== point && other > 0x7f && other <= 0x10ffff && (other < 0xd800 || other > 0xdfff),
    )
    .map((other) => String.fromCodePoint(other))
    .filter(isAlike);
  return near[below(Math.max(1, near.length))] ?? character;
}
