import { MAX_INPUT_CHARACTERS, percentDecoded } from './input-text.js';
import { isLinkHost, SHORT_HOSTS } from './provider-hosts.js';

// Finds the links and identifiers in a text, by the same rules for a query, a pasted text and a cell of a table.

/** A link in a text. */
interface FoundLink {
  /** As written; a link without `https://` gets it. */
  readonly link: string;
  /** Index of its first character in the text. */
  readonly start: number;
  /** True for a link without `https://`. */
  readonly isBare: boolean;
}

/** The beginning of a link with any scheme: a mistyped `htps://` is reported as a wrong link. */
const START =
  /https?(?::\/\/|:\\\/\\\/|%3a%2f%2f)|(?<![a-z])(?![a-z]{0,9}https?:)[a-z]{2,10}:\/\/|(?<![\w./@-])(?:[a-z]{1,10}\.){1,3}[a-z]{2,6}(?=[/?])/gi;
/** The end of a link in any text: white space, a straight quotation mark, a bracket of HTML, an entity of HTML. */
const END = /[\s"<>`]|&(?:quot|lt|gt|nbsp|apos|#3[49]);/g;

/**
 * The links of a text, without the signs and cells behind them.
 * @param separators the signs besides `,` that separate columns in its list
 */
export function findLinks(text: string, separators: readonly string[] = []): FoundLink[] {
  // Most cells of a table are words and numbers.
  if (!/[/?]|%2f/i.test(text)) return [];
  const found: FoundLink[] = [];
  const starts = [...text.matchAll(START)]
    .map(({ 0: start, index }) => ({ index, isBare: !/[:%]/.test(start), start }))
    .filter(({ isBare, start }) => !isBare || isLinkHost(start.toLowerCase()));
  let runEnd = 0;
  let linkEnd = 0;
  for (const [at, { index, isBare }] of starts.entries()) {
    if (index < linkEnd) continue;
    if (index >= runEnd) {
      END.lastIndex = index;
      runEnd = END.exec(text)?.index ?? text.length;
    }
    let next = at + 1;
    const startAt = (one: number) => Math.min(runEnd, starts[one]?.index ?? runEnd);
    while (startAt(next) < runEnd && !isNextLink(text, startAt(next))) next += 1;
    linkEnd = startAt(next);
    const link = linkIn(text.slice(index, linkEnd), text.charAt(index - 1), separators);
    const whole = isBare ? `https://${link}` : link;
    if (/^https?(?:%3a|:\\)/i.test(whole) || URL.canParse(whole))
      found.push({ link: whole, start: index, isBare });
  }
  return found;
}

/** False for a link inside another link, such as `?url=https://…` or `%3Dhttps%3A…`. */
const isNextLink = (text: string, index: number): boolean =>
  !/[=/:_~!?&#-]$|%[\da-f]{2}$|!\d{1,2}s$/i.test(text.slice(Math.max(0, index - 4), index));

/** A cell in a column behind a link: a date, an address of mail, a telephone number, a percentage. */
const CELL =
  /[;|,](?=(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\+\d{8,15}|\d{1,3}(?:[.]\d{1,4})?%)(?:$|[;|,])|[\w.+-]{1,64}@[\w-]{1,63}\.[a-z])/i;
/** Characters that continue a link: a separator before them is part of the link. */
const CONTINUES = /[/=&]|!\d|\?(?=\S)/g;
/** Parameters whose value may have commas: words, coordinates. */
const WORDS = new Set(
  'q query daddr saddr destination origin ll sll cbll center near hnear viewpoint oq hq'.split(' '),
);
/** Parameters whose value may have any separator. */
const LISTS = new Set('rlfi ibp geocode trex tbs lrd waypoints markers'.split(' '));

function linkIn(run: string, before: string, separators: readonly string[]): string {
  const angle = run.search(/%3[ce]/i);
  // Mail programs leave the encoded end of a tag behind a link.
  const plain = /^(?:%3c(?:\/|%2f)|%3e$)/i.test(run.slice(angle, angle + 6)) ? run.slice(0, angle) : run;
  const cut = separators.reduce((rest, sign) => rest.slice(0, signIn(rest, sign)), plain);
  const [, host = ''] = /^(?:https?:\/\/)?([^/?#]*)/i.exec(cut) ?? [];
  if (SHORT_HOSTS.has(host.toLowerCase()) && !cut.includes('/?')) {
    const [share = ''] = /^[\w\-./%?=&~:@+#\p{Cc}\p{Cf}]*/u.exec(cut) ?? [];
    return withoutPunctuation(share.replace(/&$/, ''), before).replace(/-$/, '');
  }
  const [link = ''] = cut.split(CELL);
  const authority = link.slice(0, 9 + Math.max(0, link.slice(9).search(/[/?#]|$/)));
  const inAuthority = signIn(authority);
  if (inAuthority < authority.length) return withoutPunctuation(link.slice(0, inAuthority), before);
  let from = authority.length;
  for (const { index } of link.matchAll(CONTINUES)) from = Math.max(from, index + 1);
  const parameter = /[?&#/;]([^?&#/;=]{1,30})=$/.exec(link.slice(Math.max(0, from - 40), from))?.[1] ?? '';
  const name = parameter.toLowerCase().replace(/^amp;/, '');
  if (LISTS.has(name)) return withoutPunctuation(link, before);
  const [inNumber = ''] = (name === 'cid' && /^(?:0,0,|\d,(?=\d{1,14}E))/i.exec(link.slice(from))) || [];
  const start = from + inNumber.length;
  const hasCommas = WORDS.has(name) || isNamePath(link, from);
  return withoutPunctuation(link.slice(0, signIn(link, hasCommas ? ';|' : ';|,', start)), before);
}

/** True for the last part of a path that may have commas: a name, words, an address, coordinates. */
function isNamePath(link: string, from: number): boolean {
  const path = link.slice(0, from);
  const isDirections = path.includes('/dir/') && !/[?#]/.test(path);
  return link.charAt(from) === '@' || /\/(?:place|search)\/$/.test(path) || isDirections;
}

/** The index where a link ends: at one of these signs, at a sign such as `”`, which links encode, or at its last one. */
function signIn(link: string, signs = ';|,', start = 0): number {
  const sign = /[;|,]|(?!\p{ASCII})[\p{P}\p{S}]/gu;
  sign.lastIndex = start;
  for (let found = sign.exec(link); found !== null; found = sign.exec(link)) {
    const [text] = found;
    const isAscii = text <= '\x7f';
    if (isAscii ? !signs.includes(text) : signs.length < 2 || link.charAt(found.index - 1) === '+') continue;
    if (text === ';' && /&(?:amp|#38|#x26)$/i.test(link.slice(Math.max(0, found.index - 5), found.index)))
      continue;
    return found.index;
  }
  return link.length;
}

const PAIRS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Cuts off punctuation behind a link: brackets that the link does not open, and `_` or `~` if it also stands before. */
export function withoutPunctuation(link: string, before: string): string {
  const count = (sign: string) => link.split(sign).length - 1;
  const stray = new Map(Object.entries(PAIRS).map(([close, open]) => [close, count(close) - count(open)]));
  let end = link.length;
  for (;;) {
    const low = link.charCodeAt(end - 1);
    const isPair = low >= 0xdc00 && low <= 0xdfff;
    const last = link.slice(Math.max(0, end - (isPair ? 2 : 1)), end);
    const strayCount = stray.get(last) ?? 0;
    if (strayCount > 0) stray.set(last, strayCount - 1);
    const isSign = /^[,.;:!?'*|\\]$|^(?!\p{ASCII})(?:[\p{P}\p{S}\p{Cf}]|\ufe0f)$/u.test(last);
    const isWrapped = last === before && /[_~]/.test(last);
    if (strayCount <= 0 && !isSign && !isWrapped) return link.slice(0, end);
    if (isPair && link.charAt(end - 3) === '+') return link.slice(0, end);
    end -= last.length;
  }
}

/** A line that may be a piece of a link and has no link in a cell of its own, and signs that only links have. */
const PIECE = /^(?!\w{2,10}:\/\/|[\w-]{1,63}\.[\w.-]{1,99}(?:[/?]|$)|.*[^=/\w%!?&]https?:)[!-~]+$/;
const SIGN = /!\d{1,4}[a-z]|%[\da-f]{2}|[&?][\w-]{1,30}=|\/data=|\/@-?\d|[=:]0x[\da-f]/i;

/** The source of a mail (quoted-printable): `=` stands only before a code, and behind a line that is cut. */
function withoutMailCodes(text: string): string {
  const isMail = /(?<![?&](?:q|query))=3D/.test(text) && !/=(?![\dA-F]{2}|\r?\n|$)/.test(text);
  if (!isMail) return text;
  const decoded = (codes: string) => percentDecoded(codes.replaceAll('=', '%')) ?? codes;
  return text.replace(/=\r?\n/g, '').replace(/(?:=[\dA-F]{2})+/g, decoded);
}

const NUMBER = /^\s*\d{1,3}\s*$/;

/** The lines of a text, with the links joined that a line break has cut, as mail programs do: a joined line is empty. */
export function linesWithWholeLinks(text: string): string[] {
  const whole = withoutMailCodes(text).split(/\r\n|\r|\n/);
  // Of several such lines each numbers a link, or rates it: joined, it would name another place.
  const isNumbered = whole.filter((line) => NUMBER.test(line)).length > 1;
  let last = -1;
  for (const [at, line] of [...whole].entries()) {
    const link = whole[last]?.trimEnd() ?? '';
    const piece = line.replace(/^[>\s]+/, '').trimEnd();
    // One digit may be a rating, and a CID of 17 digits may be whole.
    const isDoubtful = /^\d$/.test(piece) || (!/^\s*>/.test(line) && /cid=\d{17,18}$/i.test(link));
    const isSame = !isDoubtful && isSameNumber(link, piece);
    const isPiece = PIECE.test(piece) && (SIGN.test(piece) || /[=&?]$/.test(link) || isSame);
    const isOwn = link === '' || (isNumbered && NUMBER.test(line));
    if (link.length < MAX_INPUT_CHARACTERS && isPiece && !isOwn) {
      whole[last] = link + piece;
      whole[at] = '';
    } else last = /https?:\/\//i.test(line.trimEnd().split(/[ \t]/).at(-1) ?? '') ? at : -1;
  }
  return whole;
}

/** True if a feature id or CID at the end of a link has its usual length only with the digits behind it. */
export function isSameNumber(link: string, piece: string): boolean {
  const [, half, cid] = /(?:0x([\da-f]{1,15})|cid=(\d{1,18}))$/i.exec(link.slice(-30)) ?? [];
  if (half !== undefined) return /^[\da-f]+$/i.test(piece) && half.length + piece.length === 16;
  return cid !== undefined && /^\d{17,20}$/.test(cid + piece);
}

/** A text with only the last five characters of its links: behind `near=` the id of a city may be cut off. */
export function besideLinks(text: string): string {
  let rest = linesWithWholeLinks(text).join('\n');
  for (const { link, start, isBare } of findLinks(rest).toReversed())
    rest = rest.slice(0, start) + rest.slice(start + link.length - (isBare ? 13 : 5));
  return rest;
}

const IDENTIFIER =
  /(?<![\w-])ChIJ[\w-]{23}(?![\w-])|(?<!near=\s{0,9})0x[\da-f]{1,16}(?:\s?:\s?|%3a)0x[\da-f]{1,16}(?![\da-f])/gi;

/** The Place IDs and feature ids of a text, including ids inside links. */
export function identifiersIn(text: string): string[] {
  return [...new Set(text.match(IDENTIFIER)?.map((found) => found.replace(/\s/g, '')))];
}
