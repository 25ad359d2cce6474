import type { Page } from 'playwright';

// Characters that no installed font can draw. A quotation from which a word is missing is not a quotation.

/** The id of the hidden note that names the replaced characters; its `span` takes their numbers. */
export const MISSING_SIGNS = 'missing-signs';

/**
 * Writes out every character of a page that the fonts of this machine cannot draw, as its Unicode number in brackets,
 * and shows the note of the page that names them. Returns the characters.
 */
export async function writeOutMissingSigns(page: Page): Promise<readonly string[]> {
  return page.evaluate(replaceMissingSigns, MISSING_SIGNS);
}

/**
 * Runs inside the page. A character without a glyph is drawn like a character that no font has: the browser draws the
 * same box for both.
 */
function replaceMissingSigns(noteId: string): string[] {
  const SIZE = 48;
  const canvas = document.createElement('canvas');
  canvas.width = 2 * SIZE;
  canvas.height = SIZE;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return [];
  const drawn = (text: string, font: string): string => {
    context.clearRect(0, 0, canvas.width, SIZE);
    context.font = font;
    context.fillText(text, 4, SIZE - 14);
    return context.getImageData(0, 0, canvas.width, SIZE).data.join();
  };
  // The last characters of two private planes: no font has them.
  const unknown = ['\u{10FFFD}', '\u{FFFFD}'];
  const boxes = new Map<string, readonly string[]>();
  const known = new Map<string, boolean>();
  const isMissing = (sign: string, font: string): boolean => {
    // Spaces, controls and joiners have no glyph; printable ASCII always has one.
    if (/^[\x20-\x7e\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]$/u.test(sign) && !/\p{Co}|\p{Cn}/u.test(sign))
      return false;
    // A combining mark is drawn over a letter.
    const base = /\p{M}/u.test(sign) ? 'a' : '';
    const key = `${font}|${sign}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const boxKey = `${font}|${base}`;
    const own = boxes.get(boxKey) ?? unknown.map((one) => drawn(base + one, font));
    boxes.set(boxKey, own);
    const result = own.includes(drawn(base + sign, font));
    known.set(key, result);
    return result;
  };
  const found = new Set<string>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.nodeValue ?? '';
    if (node.parentElement === null || Array.from(text).every((sign) => sign < '\u0080')) continue;
    const { fontFamily, fontWeight } = getComputedStyle(node.parentElement);
    const font = `${fontWeight} 20px ${fontFamily}`;
    const written = Array.from(text, (sign) => {
      if (!isMissing(sign, font)) return sign;
      found.add(sign);
      return `[U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
    }).join('');
    if (written !== text) node.nodeValue = written;
  }
  const note = document.getElementById(noteId);
  const list = note?.querySelector('span') ?? null;
  if (found.size > 0 && note !== null && list !== null) {
    note.hidden = false;
    list.textContent = [...found]
      .map((sign) => `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)
      .join(', ');
  }
  return [...found];
}
