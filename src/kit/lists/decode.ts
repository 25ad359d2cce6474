/** Letters of Polish at different bytes in Windows-1250 and ISO-8859-2: Ą Ś Ź ą ś ź. */
const WINDOWS = [0xa5, 0x8c, 0x8f, 0xb9, 0x9c, 0x9f];
const ISO = [0xa1, 0xa6, 0xac, 0xb1, 0xb6, 0xbc];
/** Words of another encoding, such as Windows-1251, have more letters with accents in a row; `±` and `¶` are ISO-8859-2. */
const FOREIGN = /(?:(?!\p{ASCII})\p{L}){6}|[\u0080-\u009f\u00b1\u00b6\ufffd]/u;
/** "ÓŁ" of Windows-1250 is valid UTF-8, but a Cyrillic letter in a Latin word. */
const MIXED = /[A-Z][\u04c0-\u04ff]|[\u04c0-\u04ff][A-Z]/i;

/**
 * The encoding of a text: UTF-8 or UTF-16, with or without a mark, Windows-1250 or ISO-8859-2 (Polish Excel).
 * `isPart`: the text goes on.
 */
function encodingOf(bytes: Uint8Array, isPart = false): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const start = bytes.subarray(0, 4_096);
  const zeros = (parity: number) => start.filter((byte, at) => byte === 0 && at % 2 === parity).length;
  if (zeros(1) * 4 > start.length && zeros(0) * 20 < start.length) return 'utf-16le';
  if (zeros(0) * 4 > start.length && zeros(1) * 20 < start.length) return 'utf-16be';
  const text = decoded(bytes, 'utf-8', isPart);
  if (text !== null && !MIXED.test(text)) return 'utf-8';
  const count = (signs: readonly number[]) =>
    bytes.reduce((sum, byte) => sum + (signs.includes(byte) ? 1 : 0), 0);
  const isWindows = count(WINDOWS) >= count(ISO) || bytes.some((byte) => byte >= 0x80 && byte < 0xa0);
  return isWindows ? 'windows-1250' : 'iso-8859-2';
}

/** Decodes a text file, without its byte order mark and without loss; null for other files and unknown encodings. */
export function decodeText(bytes: Uint8Array): string | null {
  const encoding = encodingOf(bytes);
  const text = decoded(bytes, encoding);
  return text === null || isForeign(text, encoding) || text.includes('\0') ? null : text;
}

/** Bytes that decide the encoding of a text that comes in parts, from the first byte that is not ASCII. */
const SAMPLE_BYTES = 4_096;

/**
 * Makes the decoder of a text that comes in parts; its last call has no part. It returns null when the text cannot be
 * decoded without loss.
 */
export function createTextDecoder(): (part?: Uint8Array) => string | null {
  let waiting = new Uint8Array();
  let isAscii = false;
  let known: { readonly encoding: string; readonly decoder: TextDecoder } | null = null;
  return (part) => {
    const isPart = part !== undefined;
    const bytes = new Uint8Array(waiting.length + (part?.length ?? 0));
    bytes.set(waiting);
    bytes.set(part ?? [], waiting.length);
    waiting = new Uint8Array();
    if (known === null) {
      const letter = bytes.findIndex((byte) => byte >= 0x80 || byte === 0);
      const decides = !isAscii || letter >= 0;
      if (isPart && decides && bytes.length - Math.max(0, letter) < SAMPLE_BYTES) {
        waiting = bytes;
        return '';
      }
      isAscii = letter < 0;
      if (isAscii) return decoded(bytes, 'utf-8');
      const encoding = encodingOf(bytes, isPart);
      known = { encoding, decoder: new TextDecoder(encoding, { fatal: true }) };
    }
    try {
      const text = known.decoder.decode(bytes, { stream: isPart });
      return isForeign(text, known.encoding) ? null : text;
    } catch {
      return null;
    }
  };
}

function isForeign(text: string, encoding: string): boolean {
  return !encoding.startsWith('utf') && FOREIGN.test(text);
}

function decoded(bytes: Uint8Array, encoding: string, isPart = false): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: isPart });
  } catch {
    return null;
  }
}
