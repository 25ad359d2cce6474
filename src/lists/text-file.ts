/**
 * The text of a file's bytes, without its byte order mark: UTF-8, or the UTF-16 that Excel's "Unicode text" is. Null
 * for what is no text, such as a workbook.
 */
export function textOfFile(bytes: Uint8Array): string | null {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  return text.includes('\0') ? null : text;
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
