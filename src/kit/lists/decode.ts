/** Polish letters in the encodings of Polish offices, and letters of other languages in Windows-1250. */
const LETTERS = {
  'windows-1250': bytes('a5c6caa3d1d38c8fafb9e6eab3f1f39c9fbf', 'e4f6fcdfc4d6dce1e9edfdc8e89a9e8a8e'),
  'iso-8859-2': bytes('a1c6caa3d1d3a6acafb1e6eab3f1f3b6bcbf'),
  cp852: bytes('a48fa89de3e0978dbda586a988e4a298abbe'),
  mac: bytes('848ca2fcc1eee58ffb888dabb8c497e690fd'),
} as const;
/** The upper half of CP852: Excel's "CSV (MS-DOS)". */
const CP852 =
  'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0';

/** Bytes of both texts, as hexadecimal digits. */
function bytes(polish: string, others = ''): ReadonlySet<number> {
  return new Set((polish + others).match(/../g)?.map((digits) => Number.parseInt(digits, 16)));
}

/** Words of another encoding, such as Windows-1251, have more letters with accents in a row; `±` and `¶` are ISO-8859-2. */
const FOREIGN = /(?:(?!\p{ASCII})\p{L}){6}|[\u0080-\u009f\u00b1\u00b6\ufffd]/u;
/** Not Windows-1250: mixed cases ("GĄsior", "SüUPSK"), "Ł" and "ż" of Mac files ("üoś", "Jeý"), Mac line ends. */
const ODD =
  /\p{Ll}(?!\p{ASCII})\p{Lu}|\p{Lu}(?!\p{ASCII})\p{Lu}\p{Ll}|\p{Lu}(?!\p{ASCII})\p{Ll}\p{Lu}|(?<!\p{L})ü[aeiouyó]|ý|^[^\n\r]*\r[^\n]*$/u;
/** Letters of CP852 where their bytes make no Polish word in a Mac file ("ą" beside "a", "óliwka") or Windows-1250 ("aä"). */
const DOS =
  /[aeouyóAEOUYÓ][łźń]|[łź][aeiouyó]|iń|\p{Ll}ó|\p{L}ó\p{Ll}|(?<!\p{L})(?:Ś(?!s)|Ź(?!w)|Ć(?=[wmi]))\p{Ll}/u;
/** "ÓŁ" of Windows-1250 is valid UTF-8, but a Cyrillic letter in a Latin word. */
const MIXED = /[A-Z][\u04c0-\u04ff]|[\u04c0-\u04ff][A-Z]/i;

/**
 * The encoding of a text: UTF-8 or UTF-16, with or without a mark, Windows-1250, ISO-8859-2 or CP852 (Polish Excel);
 * null for Mac files. `isPart`: the text goes on.
 */
function encodingOf(bytes: Uint8Array, isPart: boolean): string | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const start = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = (parity: number) => start.filter((byte, at) => byte === 0 && at % 2 === parity).length;
  if (zeros(1) * 4 > start.length && zeros(0) * 20 < start.length) return 'utf-16le';
  if (zeros(0) * 4 > start.length && zeros(1) * 20 < start.length) return 'utf-16be';
  const textIn = (encoding: string) => decoderOf(encoding)(bytes, isPart);
  const text = textIn('utf-8');
  if (text !== null && !MIXED.test(text)) return 'utf-8';
  const count = (name: keyof typeof LETTERS) =>
    bytes.reduce((sum, byte) => sum + (LETTERS[name].has(byte) ? 1 : 0), 0);
  const [windows, iso, dos, mac] = [count('windows-1250'), count('iso-8859-2'), count('cp852'), count('mac')];
  const lead = Math.max(dos, mac) - Math.max(windows, iso);
  const saysDos = lead >= 0 && dos >= mac && DOS.test(textIn('cp852') ?? '');
  const isTie = lead === 0 && (saysDos || ODD.test(textIn('windows-1250') ?? ''));
  if (lead > 0 || isTie) return dos > mac || saysDos ? 'cp852' : null;
  const isWindows = windows >= iso || bytes.some((byte) => byte >= 0x80 && byte < 0xa0);
  return isWindows ? 'windows-1250' : 'iso-8859-2';
}

/** Decodes bytes without loss; null = they are not text of its encoding. `isPart`: more bytes follow. */
type Decoder = (bytes: Uint8Array, isPart: boolean) => string | null;

/** The decoder of an encoding; null = an unknown encoding, of which nothing is decoded. */
function decoderOf(encoding: string | null): Decoder {
  if (encoding === null) return () => null;
  const decoder = encoding === 'cp852' ? null : new TextDecoder(encoding, { fatal: true });
  const signOf = (byte: number) => (byte < 0x80 ? String.fromCharCode(byte) : CP852.charAt(byte - 0x80));
  return (bytes, isPart) => {
    try {
      const text = decoder?.decode(bytes, { stream: isPart }) ?? Array.from(bytes, signOf).join('');
      return !encoding.startsWith('utf') && FOREIGN.test(text) ? null : text;
    } catch {
      return null;
    }
  };
}

/** The signs of Windows-1252 that Latin-1 does not have; the decoder of Node reads them as Latin-1. */
const CP1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Undoes that UTF-8 was read as Windows-1250 or 1252 and saved so: "KrakĂłw", "KrakÃ³w"; any other text as it is. */
function withoutMisreading(text: string): string {
  if (!/[ÃÄÅĂĹ](?!\p{ASCII})/u.test(text)) return text;
  const upperHalf = Uint8Array.from({ length: 128 }, (_, at) => at + 128);
  const windows1252 = CP1252 + String.fromCharCode(...upperHalf.subarray(32));
  const wholes = [new TextDecoder('windows-1250').decode(upperHalf), windows1252].map((upper) => {
    const byteOf = (sign: string) => (sign < '\x80' ? sign.charCodeAt(0) : upper.indexOf(sign) + 128);
    const bytes = Uint8Array.from(text, byteOf);
    return bytes.includes(127) ? null : decoderOf('utf-8')(bytes, false);
  });
  return wholes.find((whole) => whole !== null) ?? text;
}

/** Decodes a text file, without its byte order mark and without loss; null for other files and unknown encodings. */
export function decodeText(bytes: Uint8Array): string | null {
  const text = decoderOf(encodingOf(bytes, false))(bytes, false);
  return text === null || text.includes('\0') ? null : withoutMisreading(text);
}

/** Bytes that decide the encoding of a text that comes in parts, from the first byte that is not ASCII. */
const SAMPLE_BYTES = 4_096;

/**
 * Makes the decoder of a text that comes in parts; its last call has no part. It returns null when the text cannot be
 * decoded without loss.
 */
export function createTextDecoder(): (part?: Uint8Array) => string | null {
  let waiting = new Uint8Array();
  let known: Decoder | null = null;
  let isAscii = false;
  return (part) => {
    const isPart = part !== undefined;
    const bytes = new Uint8Array(waiting.length + (part?.length ?? 0));
    bytes.set(waiting);
    bytes.set(part ?? [], waiting.length);
    waiting = new Uint8Array();
    const letter = known === null ? bytes.findIndex((byte) => byte >= 0x80 || byte === 0) : -1;
    const decides = known === null && (!isAscii || letter >= 0);
    if (decides && isPart && bytes.length - Math.max(0, letter) < SAMPLE_BYTES) {
      waiting = bytes;
      return '';
    }
    isAscii = letter < 0;
    if (letter >= 0) known = decoderOf(encodingOf(bytes, isPart));
    return (known ?? decoderOf('utf-8'))(bytes, isPart);
  };
}
