// Texts inside encodings inside encodings, such as JSON in a string of a script of an HTML document. A text is decoded
// level by level, changed at the top, and written back with the length of every level unchanged.

/** One decoding step: the decoded text, and where each of its code units stands in the text before. */
interface Level {
  readonly before: string;
  readonly text: string;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** A text with all its encodings removed, and the way back. */
export interface DecodedText {
  /** Without escapes of JSON, HTML and URLs. */
  readonly text: string;
  /**
   * The source with `changed` in place of `text`. Both must have the same length, and each character the same number
   * of bytes in UTF-8 as the one it replaces.
   */
  encode(changed: string): string;
}

const MOST_LEVELS = 8;

/** Removes the escapes of JSON, HTML and URLs, however they are nested. */
export function decodeText(source: string): DecodedText {
  const levels: Level[] = [];
  let text = source;
  while (levels.length < MOST_LEVELS) {
    const level = decodeOnce(text);
    if (level === null) break;
    levels.push(level);
    text = level.text;
  }
  return {
    text,
    encode: (changed) => levels.reduceRight((inner, level) => encodeOnce(level, inner), changed),
  };
}

const ESCAPES =
  /\\u([0-9a-fA-F]{4})|\\x([0-9a-fA-F]{2})|\\(["\\/bfnrt'])|((?:%[0-9a-fA-F]{2})+)|&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,6}));/g;

const CONTROL_ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const LATIN_1 =
  'Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
  ...LATIN_1.split(' ').map((name, index) => [name, String.fromCharCode(0xc0 + index)] as const),
]);

function decodeOnce(before: string): Level | null {
  const parts: string[] = [];
  const starts = new Uint32Array(before.length);
  const ends = new Uint32Array(before.length);
  let length = 0;
  let at = 0;
  let hasChanged = false;
  const keepUntil = (end: number) => {
    if (end > at) parts.push(before.slice(at, end));
    for (; at < end; at += 1, length += 1) {
      starts[length] = at;
      ends[length] = at + 1;
    }
  };
  /** The second half of a surrogate pair takes an empty span behind the first. */
  const put = (decoded: string, end: number) => {
    parts.push(decoded);
    for (let index = 0; index < decoded.length; index += 1, length += 1) {
      starts[length] = index === 0 ? at : end;
      ends[length] = end;
    }
    at = end;
    hasChanged = true;
  };
  for (const match of before.matchAll(ESCAPES)) {
    const decoded = decodedUnits(match);
    if (decoded === null) continue;
    keepUntil(match.index);
    for (const [unit, size] of decoded) put(unit, at + size);
  }
  if (!hasChanged) return null;
  keepUntil(before.length);
  return { before, text: parts.join(''), starts: starts.slice(0, length), ends: ends.slice(0, length) };
}

/** What an escape stands for, one entry a character with the length of its source; null = it is none. */
function decodedUnits(match: RegExpExecArray): readonly (readonly [string, number])[] | null {
  const [whole, unit, byte, sign, percent, decimal, hex, name] = match;
  const code = unit ?? byte ?? hex;
  if (code !== undefined || decimal !== undefined) {
    const point = code !== undefined ? Number.parseInt(code, 16) : Number(decimal);
    if (point > 0x10ffff || (point >= 0xd800 && point < 0xe000 && unit === undefined)) return null;
    return [[String.fromCodePoint(point), whole.length]];
  }
  if (sign !== undefined) return [[CONTROL_ESCAPES[sign] ?? sign, whole.length]];
  if (name !== undefined) {
    const character = ENTITIES.get(name);
    return character === undefined ? null : [[character, whole.length]];
  }
  return percent === undefined ? null : percentUnits(percent);
}

/** Characters of UTF-8 one by one: a name may stand beside a byte that is none, such as where an address was cut off. */
function percentUnits(text: string): readonly (readonly [string, number])[] | null {
  const units: (readonly [string, number])[] = [];
  let hasDecoded = false;
  for (let at = 0; at < text.length; ) {
    const byte = Number.parseInt(text.slice(at + 1, at + 3), 16);
    const size = (byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4) * 3;
    const character = percentCharacter(text.slice(at, at + size));
    if (character !== null) units.push([character, size]);
    // Each of the three stands for itself.
    else for (const one of text.slice(at, at + 3)) units.push([one, 1]);
    hasDecoded ||= character !== null;
    at += character === null ? 3 : size;
  }
  return hasDecoded ? units : null;
}

function percentCharacter(text: string): string | null {
  try {
    const decoded = decodeURIComponent(text);
    return [...decoded].length === 1 ? decoded : null;
  } catch {
    return null;
  }
}

function encodeOnce({ before, text, starts, ends }: Level, changed: string): string {
  if (changed.length !== text.length) throw new RangeError('a changed text must keep its length');
  const parts: string[] = [];
  let copied = 0;
  for (let index = 0; index < text.length; index += 1) {
    const start = starts[index] ?? 0;
    const end = ends[index] ?? 0;
    // Both halves of a pair stand in one escape.
    const isPair = index + 1 < text.length && starts[index + 1] === end && ends[index + 1] === end;
    const width = isPair ? 2 : 1;
    const wanted = changed.slice(index, index + width);
    if (wanted !== text.slice(index, index + width)) {
      parts.push(before.slice(copied, start), escapeAs(before.slice(start, end), wanted));
      copied = end;
    }
    index += width - 1;
  }
  parts.push(before.slice(copied));
  return parts.join('');
}

/** A character in the form and the length of another one's source. */
function escapeAs(source: string, character: string): string {
  const encoded = encodedLike(source, character);
  if (encoded.length !== source.length) throw new RangeError('a character does not fit its encoding');
  return encoded;
}

function encodedLike(source: string, character: string): string {
  const first = source[0];
  if (source.length === character.length) return character;
  const point = character.codePointAt(0) ?? 0;
  const cased = (text: string) => (source === source.toLowerCase() ? text : text.toUpperCase());
  if (first === '\\' && source[1] === 'u')
    return `\\u${cased(character.charCodeAt(0).toString(16).padStart(4, '0'))}`;
  if (first === '\\' && source[1] === 'x')
    return `\\x${cased((point < 256 ? point : 0xf3).toString(16).padStart(2, '0'))}`;
  if (first === '%')
    return [...Buffer.from(character)]
      .map((byte) => `%${cased(byte.toString(16).padStart(2, '0'))}`)
      .join('');
  if (/^&#x/i.test(source)) return `${source.slice(0, 3)}${cased(fitting(point, source.length - 4, 16))};`;
  if (first === '&') return `&#${fitting(point, source.length - 3, 10)};`;
  return character;
}

/** A character's number with as many digits; that of a capital letter where it has more. */
function fitting(point: number, digits: number, base: 10 | 16): string {
  const text = point.toString(base).padStart(digits, '0');
  return text.length === digits ? text : (65 + (point % 26)).toString(base).padStart(digits, '0');
}
