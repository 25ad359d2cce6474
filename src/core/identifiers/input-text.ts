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
  let start = 0;
  let end = text.length;
  while (start < end && isOuter(text, start)) start += 1;
  while (end > start && isOuter(text, end - 1)) end -= 1;
  return text.slice(start, end);
}

function isOuter(text: string, index: number): boolean {
  return OUTER.test(text.charAt(index));
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

/** Undoes percent-encoding and keeps a lone `%`; null when the bytes are not UTF-8. */
export function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replace(/%(?![\da-f]{2})/gi, '%25'));
  } catch {
    return null;
  }
}
