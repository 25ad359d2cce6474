import { fstatSync, readSync, writeSync } from 'node:fs';

/** Pages of one step: 500 kB take a millisecond. */
const PAGES_AT_ONCE = 125;
/** Where the header of the file has the size of its pages. */
const PAGE_SIZE_AT = 16;
const FILE_HEADER = 100;
/** The length of the header of a page of rows, by the first byte of the page. */
const PAGE_HEADERS: Readonly<Record<number, number>> = { 2: 12, 5: 12, 10: 8, 13: 8 };
/** Other pages begin with the number of a page, whose first byte is 0 in a smaller file (64 GB): they are left alone. */
const MAX_PAGES = 2 ** 24;

/**
 * Overwrites the unused space of the pages from `first` on: when SQLite moves rows to other pages, it leaves their bytes
 * there, which `secure_delete` does not reach (https://sqlite.org/fileformat2.html#b_tree_pages). SQLite never reads this
 * space, so a process that is killed meanwhile damages nothing. Nobody may write the file meanwhile. Returns the first
 * page of the next step; null = that was the last step. @throws Error for a larger file
 */
export function wipePages(file: number, first: number): number | null {
  const header = Buffer.alloc(FILE_HEADER);
  if (readSync(file, header, 0, FILE_HEADER, 0) < FILE_HEADER) return null;
  const size = header.readUInt16BE(PAGE_SIZE_AT) === 1 ? 65_536 : header.readUInt16BE(PAGE_SIZE_AT);
  const last = Math.floor(fstatSync(file).size / size);
  if (last > MAX_PAGES) throw new Error('the file is too large');
  const count = Math.min(PAGES_AT_ONCE, last - first);
  if (count <= 0) return null;
  const zeros = Buffer.alloc(size);
  const pages = Buffer.alloc(count * size);
  readSync(file, pages, 0, pages.length, first * size);
  for (let number = 0; number < count; number += 1) {
    const page = pages.subarray(number * size, (number + 1) * size);
    const at = first + number === 0 ? FILE_HEADER : 0;
    const length = PAGE_HEADERS[page[at] ?? 0];
    if (length === undefined) continue;
    // The header has the number of rows and the begin of their bytes; 2 bytes for each row follow it.
    const begin = at + length + 2 * page.readUInt16BE(at + 3);
    const unused = page.subarray(begin, Math.max(begin, page.readUInt16BE(at + 5) || size));
    if (unused.equals(zeros.subarray(0, unused.length))) continue;
    writeSync(file, zeros, 0, unused.length, (first + number) * size + begin);
  }
  return first + count < last ? first + count : null;
}
