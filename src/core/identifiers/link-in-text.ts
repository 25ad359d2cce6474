import { type AppError, excerpt, invalid, refusalOf } from '../errors.js';
import { message } from '../texts/messages.js';
import { findLinks, isSameNumber, linesWithWholeLinks, withoutPunctuation } from './find-link.js';
import { trimInput, withoutUnseen } from './input-text.js';
import { looksLikeLink, withoutOuterEncoding } from './link-syntax.js';

/** How the links of a text are read. */
interface LinkReader<T> {
  /** @throws AppError `invalid_request` for a link that names nothing */
  read(link: string): T;
  /** True if the link names its target by words only: spaces behind the link may belong to the words. */
  isWords(reading: T): boolean;
  /** What the link names, for comparison. */
  keyOf(reading: T): string;
}

/**
 * Reads the one link of a text, whatever stands around it; null = the text has no link. Two links with the same key
 * are one link.
 * @throws AppError the refusal of the link; `invalid_request` for links to different targets
 */
export function readOnlyLink<T>(given: string, reader: LinkReader<T>): T | null {
  // A field of one line turns line breaks into spaces. A short number may be the end of a link, a rating, or of a row.
  const broken = given.replace(/(?<=(?:cid=|0x)[\da-f]{1,18}) (?=(?!\d{1,3}$)[\da-f]{1,18}$)/i, '\n');
  const text = linesWithWholeLinks(broken).join('\n');
  for (const [, end = '', number = ''] of text.matchAll(/([\w=]{1,30})[\s>]{1,9}(\d{1,3})[ \t]{0,9}$/gm))
    if (isSameNumber(end, number)) throw invalid(message('linkMayBeCut', { number }));
  const found = findLinks(text);
  const isWhole = looksLikeLink(withoutUnseen(text));
  if (found.length === 0 || (isWhole && !/\s/u.test(text) && found[0]?.start !== 0))
    return isWhole ? reader.read(text) : null;
  const attempts = [...new Map(found.map((one) => [one.link, one])).values()]
    .map((one) => ({ ...one, ...attempt(one.link, reader) }))
    .filter(({ isBare, start, error }) => !isBare || start === 0 || error === null);
  const [first, ...others] = attempts;
  if (first === undefined) return null;
  const other = others.find(
    (one) =>
      one.error !== null || first.error !== null || reader.keyOf(one.reading) !== reader.keyOf(first.reading),
  );
  if (other !== undefined) {
    const short = ({ link }: { readonly link: string }) => excerpt(link.slice(0, MAX_EXCERPT));
    throw invalid(message('severalSubjects', { one: short(first), other: short(other) }));
  }
  const spaced = others.length > 0 ? null : withSpaces(text, first.start);
  if (spaced !== null && (first.error !== null || reader.isWords(first.reading as T))) {
    const glued = attempt(spaced.replaceAll(' ', ''), reader);
    const hasPath = /^(?:https?:\/\/|(?!https?:))[^/\s]+\//i.test(spaced);
    if (hasPath && glued.error === null && !reader.isWords(glued.reading)) return glued.reading;
    const whole = attempt(spaced, reader);
    if (whole.error === null) return whole.reading;
    if (first.error === null) throw whole.error;
  }
  if (first.error !== null) throw first.error;
  return first.reading;
}

/** The text without one layer of percent-encoding around it. An address inside a link keeps its encoding. */
export function withoutEncodedLink(text: string): string {
  return findLinks(text).length > 0 ? text : trimInput(withoutOuterEncoding(text));
}

/** Maximum characters of a link in a refusal. */
const MAX_EXCERPT = 90;

/**
 * The text as one link with unencoded spaces, such as `www.google.com/maps/search/kawiarnia zielona`; null = it is not:
 * a link with encoded spaces ends at a space.
 */
function withSpaces(text: string, start: number): string | null {
  const isFirst = !/[\p{L}\d]/u.test(text.slice(0, start));
  const [link = ''] = withoutPunctuation(text.slice(start), '').split(/[<>]|%3[ce]/i, 1);
  const [head = '', next = ''] = link.split(' ', 2);
  const isEncoded = /\+|%20/.test(head) && !/[&@]|^\/data=/.test(next);
  const goesOn = /^[\p{L}\d&/+@]/u.test(next) && !/\s/.test(head) && !isEncoded;
  return isFirst && goesOn && !/[\r\n]/.test(link) ? link : null;
}

function attempt<T>(
  link: string,
  { read }: LinkReader<T>,
): { reading: T; error: null } | { reading: null; error: AppError } {
  const error = refusalOf(() => read(link));
  return error === null ? { reading: read(link), error } : { reading: null, error };
}
