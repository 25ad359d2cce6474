import { StringDecoder } from 'node:string_decoder';
import type { TextLine } from '../../lists/csv-reader.js';

/** Longer than any link. */
export const LONGEST_LINE = 8_192;

/** CRLF, LF, or CR (Excel's "CSV (Macintosh)"). A CR at the end of a part may be the first half of CRLF. */
const LINE_END = /\r\n|\n|\r(?!$)/;

/** Splits an upload (UTF-8) into lines, those of one part of it at a time. What follows the last line end is a line unless it is empty. */
export async function* uploadLines(parts: AsyncIterable<Buffer>): AsyncGenerator<TextLine[]> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let isCut = false;
  let number = 0;
  const line = (text: string): TextLine => {
    number += 1;
    const content = (number === 1 ? text.replace(/^\ufeff/, '') : text).replace(/\r$/, '');
    const isTooLong = isCut || content.length > LONGEST_LINE;
    isCut = false;
    return { number, text: content.slice(0, LONGEST_LINE), isTooLong };
  };
  for await (const part of parts) {
    const texts = (rest + decoder.write(part)).split(LINE_END);
    rest = texts.pop() ?? '';
    if (texts.length > 0) yield texts.map(line);
    if (rest.length > LONGEST_LINE + 2) {
      rest = rest.slice(0, LONGEST_LINE) + (rest.endsWith('\r') ? '\r' : '');
      isCut = true;
    }
  }
  rest += decoder.end();
  if (rest !== '' || isCut) yield [line(rest)];
}

/** Empty lines that are handed on at a time. */
const EMPTY_AT_ONCE = 1_000;

export function isEmpty({ text, isTooLong }: TextLine): boolean {
  return !isTooLong && text.trim() === '';
}

/**
 * The lines without the empty ones at the end: these are counted, not kept, until another line follows them.
 * @throws the error that `refuse` makes, as soon as more than `most` in a row are empty
 */
export async function* withoutEmptyEnd(
  lines: AsyncIterable<TextLine[]>,
  most: number,
  refuse: () => Error,
): AsyncGenerator<TextLine[]> {
  let known = 0;
  for await (const some of lines) {
    const last = some.findLast((line) => !isEmpty(line))?.number;
    const first = some[0]?.number ?? known;
    if (first - known > most) throw refuse();
    if (last === undefined) continue;
    while (known + 1 < first) {
      const count = Math.min(EMPTY_AT_ONCE, first - known - 1);
      const before = known;
      known += count;
      yield Array.from({ length: count }, (_, at) => ({
        number: before + 1 + at,
        text: '',
        isTooLong: false,
      }));
    }
    yield some.slice(0, last - first + 1);
    known = last;
  }
}
