import { isAppError } from '../../errors.js';
import { SHORT_HOSTS } from '../../identifiers/provider-hosts.js';
import { classifyReviewLink } from '../../identifiers/review-url.js';
import { appLinkTarget } from '../../identifiers/short-link.js';
import { isLinkLike, unquoted } from './cells.js';

/** The service takes no longer link. */
const LONGEST_LINK = 2048;

/**
 * True where the first cell ends for certain: in quotes, or a short link, which holds neither `;` nor `,` unless
 * there is another link in it.
 */
export function cutsNoLink(line: string, delimiter: ';' | ','): boolean {
  if (/^"[^"]*"/.test(line)) return true;
  const [first = '', ...more] = line.split(delimiter);
  if (more.length === 0 || !URL.canParse(first)) return false;
  const url = new URL(first);
  return SHORT_HOSTS.has(url.hostname) && appLinkTarget(url) === null;
}

/**
 * The links of rows `link,remark`; null unless each row tells where its link ends. Rows without a remark are told
 * from plain lines only by headings, or by the name of the file.
 */
export function linksBeforeCommas(lines: readonly string[], isNamedCsv: boolean): string[] | null {
  // A remark of several lines is for a parser of quotes.
  if (lines.some((line) => line.split('"').length % 2 === 0)) return null;
  const [first = ''] = lines;
  const heading = first.split(',')[0] ?? '';
  const hasHeadings = first.includes(',') && !isLinkLike(heading);
  const rows = hasHeadings ? lines.slice(1) : lines;
  const links = rows.map((line) => {
    const link = linkBeforeComma(line);
    if (link !== null || !(hasHeadings || isNamedCsv)) return link;
    return !line.includes(',') || isReviewLink(line) ? line : null;
  });
  const known = links.filter((link) => link !== null);
  const cutsNothing = known.every((link, index) => link === unquoted(rows[index] ?? ''));
  if (known.length < rows.length || cutsNothing) return null;
  return hasHeadings ? [heading, ...known] : known;
}

/**
 * The link a row begins with, up to the comma that ends it; null when no comma does for certain. Commas belong to a
 * link in its coordinates (`@52.2,21.0,17z`), its names, and wherever more of a link follows; behind a whole review
 * link none does.
 */
function linkBeforeComma(line: string): string | null {
  const quoted = /^\s*"[^"]*"(?=\s*(?:,|$))/.exec(line)?.[0];
  if (quoted !== undefined) return unquoted(quoted);
  for (let end = line.indexOf(','); end !== -1 && end <= LONGEST_LINK; end = line.indexOf(',', end + 1)) {
    const link = line.slice(0, end);
    if (!endsInCoordinates(link) && !goesOn(line, end + 1) && isReviewLink(link)) return link;
  }
  return null;
}

function endsInCoordinates(link: string): boolean {
  return /(?:@-?[\d.]+|=-?\d+\.\d+)(?:,-?[\d.]+)*$/.test(link);
}

/** Whether what follows a comma may be more of the link: no blank before the next `/`, `=` and the like. */
function goesOn(line: string, start: number): boolean {
  const rest = line.slice(start, start + LONGEST_LINK);
  return /^[^\s/=&?!%]*[/=&?!%]/.test(rest) && !/^https?:\/\//i.test(rest);
}

/** True for a link to a review, short ones included, and nothing around it. */
function isReviewLink(text: string): boolean {
  if (/[\s;]/.test(text.trim())) return false;
  try {
    classifyReviewLink(text);
    return true;
  } catch (error) {
    if (isAppError(error)) return false;
    throw error;
  }
}
