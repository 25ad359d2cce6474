import { createHash, createHmac } from 'node:crypto';
import { parsePlaceId, placeIdOfFeature } from '../../core/identifiers/place-id.js';
import { decodeBase64Url, readFields } from '../../core/identifiers/protobuf.js';

export type Invention = ReturnType<typeof createInvention>;

/** Feature ids, Place IDs, long numbers, ids, words with symbols, and invisible characters. */
const PARTS =
  /0x[0-9a-f]{1,16}:0x[0-9a-f]{1,16}|ChIJ[\w-]{23}(?![\w-])|(?<![\w-])\d{7,}(?![\w-])|[\w-]{16,}|[\p{L}\p{N}\p{M}\p{So}]+|[^\P{C}\s]+/gu;
const ALPHABETS = [
  ...['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'],
  ...['ąćęłńóśźż', 'ĄĆĘŁŃÓŚŹŻ'],
];
/** Numbers with at least the digits of milliseconds since 1970 are replaced like decimals. */
const MOMENT_DIGITS = 13;

/**
 * Invents values of the same shape and length: letters become letters of the same case, digits become digits,
 * punctuation stays. Equal values stay equal, also in another invention of the same seed. Without the seed the original
 * cannot be recovered. `halves`: the second halves of feature ids, in hexadecimal; only these numbers count as CIDs.
 * `anonymous`: feature ids, Place IDs and CIDs are replaced as well; the ids of a place still fit each other.
 */
export function createInvention(seed: string, anonymous: boolean, halves: Iterable<string>) {
  const hash = (text: string) => createHmac('sha256', seed).update(text).digest();

  /** Makes a pseudo-random number generator: the same key gives the same numbers. */
  const diceOf = (key: Buffer, rolls: number) => {
    const bytes = createHash('shake256', { outputLength: 2 * rolls })
      .update(key)
      .digest();
    let rolled = 0;
    return (limit: number): number => {
      rolled += 1;
      return bytes.readUInt16BE(2 * (rolled - 1)) % limit;
    };
  };

  const characters = (original: string, key: Buffer = hash(original)): string => {
    const below = diceOf(key, original.length);
    return [...original].map((character) => otherCharacter(character, below)).join('');
  };

  const half = (hex: string): string => {
    const below = diceOf(hash(`half ${hex}`), hex.length);
    return hex === '0'
      ? hex
      : hex.replace(/./g, (_, at) => (at === 0 ? 1 + below(15) : below(16)).toString(16));
  };
  const featureId = (original: string): string =>
    original.replace(/(?<=0x)[0-9a-f]+/g, (hex) => half(BigInt(`0x${hex}`).toString(16)));
  const cids = new Map(
    [...halves].map((hex) => [
      BigInt(`0x${hex}`).toString(),
      BigInt(`0x${anonymous ? half(hex) : hex}`).toString(),
    ]),
  );
  const placeId = (original: string): string | null => {
    const feature = parsePlaceId(original)?.featureId ?? null;
    return feature === null ? null : placeIdOfFeature(featureId(feature));
  };

  /** Replaces a text. Texts with the same beginning keep a common beginning, so that a cut text fits the whole text. */
  const text = (original: string): string => {
    let key = hash('text');
    return original.normalize('NFC').replace(PARTS, (part) => {
      if (part.startsWith('0x') && part.includes(':')) return anonymous ? featureId(part) : part;
      const place = part.startsWith('ChIJ') ? placeId(part) : null;
      if (place !== null) return anonymous ? place : part;
      if (/^\d{7,}$/.test(part)) return cids.get(part) ?? characters(part);
      if (/^[\w-]{16,}$/.test(part)) return token(part);
      if (/^\p{C}/u.test(part)) return '·'.repeat(part.length);
      key = createHmac('sha256', key).update(part.toLowerCase()).digest();
      return characters(part, key);
    });
  };

  /** Replaces an id. A protobuf stays a protobuf, and the ids in it are replaced in the same way as elsewhere. */
  const token = (original: string): string => {
    const bytes = Buffer.from(decodeBase64Url(original) ?? []);
    const isMessage = rewrite(bytes) && bytes.toString('base64url') !== original;
    return isMessage ? bytes.toString('base64url') : characters(original);
  };

  /** Replaces the fields of a protobuf message in place; false = the bytes are not a message. */
  const rewrite = (message: Buffer): boolean => {
    const fields = readFields(message) ?? [];
    for (const { wireType, bytes } of fields) {
      const below = diceOf(hash(bytes.toString('hex')), bytes.length);
      const isText = /^[\x20-\x7e]+$/.test(bytes.toString('latin1'));
      // Keep numbers of up to two bytes: they are kinds and versions.
      if (wireType === 0 && bytes.length > 2)
        for (const at of bytes.keys())
          bytes[at] = at === bytes.length - 1 ? 1 + below(100) : 0x80 + below(128);
      else if (isText && wireType === 2) bytes.write(text(bytes.toString('latin1')), 'latin1');
      else if (wireType !== 0 && (wireType !== 2 || !rewrite(bytes)))
        for (const at of bytes.keys()) bytes[at] = below(256);
    }
    return fields.length > 0;
  };

  /** Replaces a number. Decimals and times grow by at most one, so that coordinates and times stay valid. */
  const number = (original: string): string => {
    const point = original.indexOf('.');
    const isBounded = point >= 0 || original.length >= MOMENT_DIGITS;
    return original.replace(/\d/g, (digit, at: number) => {
      const below = diceOf(hash(`number ${original.slice(0, at)}`), 1);
      const isFirst = !/\d/.test(original.slice(0, at)) && point !== at + 1;
      const least = isFirst ? 1 : 0;
      if (isBounded && (point < 0 || at < point))
        return String(least + below(Math.max(1, Number(digit) + 1 - least)));
      const others = [...'0123456789'].slice(least).filter((other) => other !== digit);
      return others[below(others.length)] ?? digit;
    });
  };

  return { text, number };
}

/** Letters, digits and symbols of other alphabets become x. */
function otherCharacter(character: string, below: (limit: number) => number): string {
  if (!/[\p{L}\p{N}\p{So}]/u.test(character)) return character;
  const alphabet = ALPHABETS.find((letters) => letters.includes(character));
  if (alphabet === undefined) return (/\p{Lu}/u.test(character) ? 'X' : 'x').repeat(character.length);
  const others = [...alphabet].filter((other) => other !== character);
  return others[below(others.length)] ?? 'x';
}
