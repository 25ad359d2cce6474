/** Maximum length of a link or query. */
export const MAX_INPUT_CHARACTERS = 2_048;

const OUTER = /[\s\p{Cc}\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;

/**
 * Invisible characters: controls, zero-width spaces, direction marks, byte order marks. The joiners U+200C and U+200D
 * are kept: emoji and some scripts need them.
 */
const UNSEEN = /[\p{Cc}\u00ad\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/** Removes white space of any kind and invisible characters from both ends. */
export function trimInput(text: string): string {
  return trimmed(text, OUTER);
}

/** The text without such signs at both ends. One expression would take quadratic time. */
export function trimmed(text: string, sign: RegExp): string {
  let [start, end] = [0, text.length];
  while (start < end && sign.test(text.charAt(start))) start += 1;
  while (end > start && sign.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** The text without invisible characters, as a lenient reader of links sees it. */
export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, '');
}

/**
 * Prepares a name for a lookup: line breaks and controls become spaces, other invisible characters are removed, runs
 * of white space collapse, accents are composed (NFC). The result never holds a lone surrogate.
 */
export function cleanName(text: string): string {
  const spaced = text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ').replace(/\p{Cs}/gu, '\ufffd');
  return trimInput(withoutUnseen(spaced).replace(/\s+/gu, ' ').normalize('NFC'));
}

/** The bytes of Polish and German letters in Windows-1250 and ISO-8859-2. None of them begins a Polish letter of UTF-8. */
const LEGACY_LETTER = /%(?:8[CF]|9[CF]|A[1356CF]|B[1369CF]|C6|CA|D[1367CF]|E[469A]|F[136C])/gi;

/** Percent-encoded Windows-1250 or ISO-8859-2, as in links of old Polish sites, in UTF-8; any other text as it is. */
export function inUtf8(text: string): string {
  if (percentDecoded(text) !== null || /%[89a-f]/i.test(text.replace(LEGACY_LETTER, ''))) return text;
  const decoder = new TextDecoder(/%(?:A[16C]|B[16C])/i.test(text) ? 'iso-8859-2' : 'windows-1250');
  return text.replace(LEGACY_LETTER, (code) =>
    encodeURIComponent(decoder.decode(Uint8Array.of(Number.parseInt(code.slice(1), 16)))),
  );
}

/** Undoes percent-encoding and keeps a lone `%`; null when the bytes are not UTF-8. */
export function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replace(/%(?![\da-f]{2})/gi, '%25'));
  } catch {
    return null;
  }
}
