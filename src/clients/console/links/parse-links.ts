/** One link as it stands in the list. */
export interface ListedLink {
  readonly url: string;
  /** Index of the first place it stands at; its own for the first. */
  readonly first: number;
}

export interface ParsedLinks {
  readonly links: readonly ListedLink[];
  readonly repeated: number;
  /** Lines with text and no link. */
  readonly skipped: number;
}

const LINK = /https?:\/\/[^\s"<>]+/gi;
/** Links as people write them down, without https://. */
const BARE =
  /(?<![\w./])(?:maps\.app\.goo\.gl|goo\.gl|g\.co|g\.page|share\.google|(?:www\.|maps\.)?google(?:\.[a-z]{2,3}){1,2})\/[^\s"<>]+/gi;
/** What links are parted by, where another one follows. */
const BEFORE_NEXT = /[;|,'\]]+(?=https?:\/\/)/i;
/** Nothing of this stands in a share link, unless there is another link in it. */
const AFTER_SHORT =
  /(?<=^https?:\/\/(?:maps\.app\.goo\.gl|goo\.gl|g\.co|g\.page|share\.google)\/(?!\?)[^;|,']*)[;|,'].*$/i;
/** Cells of words and numbers behind a link; what else follows a semicolon belongs to the link. */
const PLAIN_CELLS = /[;|][^/=!?&%@]*$/;

/** Finds the links of a pasted text or a file, whatever else stands in its lines. */
export function parseLinks(text: string): ParsedLinks {
  const links: ListedLink[] = [];
  const positions = new Map<string, number>();
  let skipped = 0;
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  const separators = [';', '|'].filter((sign) => isSeparator(sign, lines));
  for (const line of lines) {
    const found = linksOf(line, separators);
    if (found.length === 0) skipped += 1;
    for (const url of found) {
      const first = positions.get(url) ?? links.length;
      positions.set(url, first);
      links.push({ url, first });
    }
  }
  return { links, repeated: links.length - positions.size, skipped };
}

/** Links may hold `;` and `|`. In a table they part cells: one stands right before a link, or between headings. */
function isSeparator(sign: string, lines: readonly string[]): boolean {
  const [first = '', ...more] = lines;
  const hasHeadings =
    first.includes(sign) && !/[/.]/.test(first) && more.every((line) => line.includes(sign));
  return (more.length > 0 && hasHeadings) || lines.some((line) => line.includes(`${sign}http`));
}

function linksOf(line: string, separators: readonly string[]): string[] {
  const full = line.match(LINK)?.flatMap((found) => found.split(BEFORE_NEXT));
  const found = full ?? line.match(BARE)?.map((bare) => `https://${bare}`) ?? [];
  return found
    .map((link) => separators.reduce((rest, sign) => rest.split(sign)[0] ?? '', link))
    .map((link) => link.replace(AFTER_SHORT, '').replace(PLAIN_CELLS, ''))
    .map((link) => link.replace(/[,.)\]';|]+$/, ''))
    .filter((link) => URL.canParse(link));
}

/** What one request takes: links, and characters of body with room to spare below 1 MiB. */
const MOST_LINKS = 1000;
const MOST_CHARACTERS = 300_000;

/** Splits links into what can be asked at once. */
export function batchesOf(urls: readonly string[]): string[][] {
  const batches: string[][] = [];
  let size = 0;
  for (const url of urls) {
    const last = batches.at(-1);
    if (last === undefined || last.length >= MOST_LINKS || size + url.length > MOST_CHARACTERS) {
      batches.push([url]);
      size = url.length;
    } else {
      last.push(url);
      size += url.length;
    }
  }
  return batches;
}
