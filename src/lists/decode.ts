/** Letters of Polish at different bytes in Windows-1250 and ISO-8859-2: Ą Ś Ź ą ś ź. */
const WINDOWS = [0xa5, 0x8c, 0x8f, 0xb9, 0x9c, 0x9f];
const ISO = [0xa1, 0xa6, 0xac, 0xb1, 0xb6, 0xbc];
/** Words of another encoding, such as Windows-1251, have more letters with accents in a row than Polish words. */
const FOREIGN = /(?:(?!\p{ASCII})\p{L}){6}|[\u0080-\u009f\ufffd]/u;

/** The encoding of a text: UTF-8 or UTF-16, with or without a mark, Windows-1250 or ISO-8859-2 (Polish Excel). */
export function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const start = bytes.subarray(0, 4_096);
  const zeros = (parity: number) => start.filter((byte, at) => byte === 0 && at % 2 === parity).length;
  if (zeros(1) * 4 > start.length && zeros(0) * 20 < start.length) return 'utf-16le';
  if (zeros(0) * 4 > start.length && zeros(1) * 20 < start.length) return 'utf-16be';
  if (decoded(bytes, 'utf-8') !== null) return 'utf-8';
  const count = (signs: readonly number[]) =>
    bytes.reduce((sum, byte) => sum + (signs.includes(byte) ? 1 : 0), 0);
  const isWindows = count(WINDOWS) >= count(ISO) || bytes.some((byte) => byte >= 0x80 && byte < 0xa0);
  return isWindows ? 'windows-1250' : 'iso-8859-2';
}

/** Decodes a text file, without its byte order mark and without loss; null for other files and unknown encodings. */
export function decodeText(bytes: Uint8Array): string | null {
  const encoding = encodingOf(bytes);
  const text = decoded(bytes, encoding);
  const isForeign = !encoding.startsWith('utf') && FOREIGN.test(text ?? '');
  return isForeign || text?.includes('\0') ? null : text;
}

function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
