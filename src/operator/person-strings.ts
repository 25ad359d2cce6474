import { parseFeatureId } from '../identifiers/feature-id.js';
import { isReviewId } from '../identifiers/review-url.js';
import { isGuarded, parseGuarded, parseJson } from '../provider/wire/envelope.js';
import { valueAt } from '../provider/wire/path-table.js';
import { isAllowedText, isCode } from './allowed-words.js';
import { decodeText } from './encoded-text.js';
import { isOpaque } from './identifier-rules.js';
import { looseJsonIn } from './loose-json.js';

/** Slots of a record that are written by people: there nothing is a code. reviews.md §3 */
const WRITTEN = [
  [1, 4, 5, 0],
  [1, 4, 0, 4],
  [2, 15, 0, 0],
  [2, 15, 1, 0],
  [3, 14, 0, 0],
  [3, 14, 1, 0],
] as const;
const CONTRIBUTOR = /\/contrib\/\d+/;
const AVATAR = /googleusercontent\.com\/(?:a|a-)\//;
/** Strings around the link to a contributor that belong to the same person. */
const MOST_BESIDE = 40;
/** Names of properties in objects about a person, as in data for search engines. */
const PERSON_NAMES = /^(?:author|reviewer|reviewBody|user|creator|owner)/;
const LONG_TEXT = { letters: 40, words: 6 } as const;
/** Records have 7 slots, their parts up to 30; places have hundreds. */
const LARGEST_RECORD = { slots: 16, inside: 60 } as const;
const DEEPEST = 60;

/**
 * Every text of a person in a body: what stands in a review, beside a contributor, and any long text besides.
 * `isOfPeople`: the body holds reviews alone, so every text in it that is no code may be a person's.
 */
export function personStringsIn(body: string, isOfPeople = false): Set<string> {
  const found = new Set<string>();
  for (const root of rootsIn(body)) {
    collect(root, found);
    if (isOfPeople) for (const text of stringsIn(root)) if (isProse(text)) addUnlessAllowed(text, found);
  }
  return found;
}

/** The JSON in a body, whatever is around it, and that in attributes of a document. */
function rootsIn(body: string): readonly unknown[] {
  const whole = parseGuarded(body);
  if (typeof whole === 'object' && whole !== null) return [whole];
  const inAttributes = [...body.matchAll(/="([^"]*&(?:quot|#34|#x22);[^"]*)"/gi)].flatMap(
    ({ 1: value = '' }) => looseJsonIn(decodeText(value).text),
  );
  return [...looseJsonIn(body), ...inAttributes];
}

/** Several words, a word with a capital, or letters beyond ASCII: no name of a field, and no code. */
function isProse(text: string): boolean {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (/[^\p{ASCII}]/u.test(words.join(''))) return true;
  return (words.length >= 2 && /\p{L}\s/u.test(text)) || /^\p{Lu}\p{Ll}+$/u.test(text);
}

function collect(value: unknown, found: Set<string>, depth = 0): void {
  if (depth > DEEPEST) return;
  if (typeof value === 'string') {
    const inner = innerJson(value);
    if (inner !== undefined) collect(inner, found, depth + 1);
    else if (isWritten(value)) found.add(value);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (isRecord(Object.values(value))) {
    for (const path of WRITTEN) addWritten(valueAt(value, path), found);
    for (const text of stringsIn(value)) addUnlessAllowed(text, found);
    return;
  }
  const parts: unknown[] = Object.values(value);
  if (!Array.isArray(value) && Object.keys(value).some((name) => PERSON_NAMES.test(name)))
    for (const text of stringsIn(value)) if (isProse(text)) addUnlessAllowed(text, found);
  if (parts.some((part) => isPersonal(part) || (Array.isArray(part) && part.some(isPersonal)))) {
    const beside = stringsIn(value);
    const own = parts.flatMap((part) => (Array.isArray(part) && part.some(isPersonal) ? part : [part]));
    // With that many, only what stands nearest belongs to the person.
    const theirs = beside.length <= MOST_BESIDE ? beside : own.filter((part) => typeof part === 'string');
    for (const text of theirs) addUnlessAllowed(text, found);
  }
  for (const part of parts) collect(part, found, depth + 1);
}

/** By its id, whatever has moved inside of it. */
function isRecord(value: readonly unknown[]): boolean {
  const isSmall = value.length <= LARGEST_RECORD.slots && value.length >= 3;
  const parts = value.filter((part) => Array.isArray(part));
  if (!isSmall || parts.length === 0 || parts.some(({ length }) => length > LARGEST_RECORD.inside))
    return false;
  return value.some((part) => typeof part === 'string' && isReviewId(part)) && holdsRecordParts(value);
}

/** A record has more than links and ids: the place's CID, or a person. */
function holdsRecordParts(value: readonly unknown[]): boolean {
  return stringsIn(value).some((text) => CONTRIBUTOR.test(text) || parseFeatureId(text) !== null);
}

/** A link to a person; no text or JSON that holds one. */
function isPersonal(part: unknown): boolean {
  return typeof part === 'string' && !/["\s]/.test(part) && (CONTRIBUTOR.test(part) || AVATAR.test(part));
}

/** All strings below a value, those in JSON kept as a string included. */
export function stringsIn(value: unknown, depth = 0): string[] {
  if (depth > DEEPEST) return [];
  if (typeof value === 'string') {
    const inner = innerJson(value);
    return inner === undefined ? [value] : stringsIn(inner, depth + 1);
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((part) => stringsIn(part, depth + 1));
}

/** JSON kept as a string, bare, guarded or in base64; undefined = it is a text. */
export function innerJson(text: string): unknown {
  const start = text.trimStart();
  if (isGuarded(start) || start.startsWith('[') || start.startsWith('{')) {
    const parsed = parseGuarded(start);
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
  }
  if (text.length < 64 || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return undefined;
  const decoded = Buffer.from(text, 'base64').toString('utf8');
  if (!/^(?:\)\]\}'|\[|\{)/.test(decoded)) return undefined;
  const parsed = isGuarded(decoded) ? parseGuarded(decoded) : parseJson(decoded);
  return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
}

function addWritten(value: unknown, found: Set<string>): void {
  if (typeof value === 'string' && /[\p{L}\p{N}\p{So}]/u.test(value)) found.add(value);
}

/** Adds a text unless it is known to be none of a person. Links and ids are replaced wherever they stand. */
export function addUnlessAllowed(text: string, found: Set<string>): void {
  const own = foreignPath(text);
  if (own !== null) found.add(own);
  if (!/\p{L}/u.test(text) || isLinkOrId(text) || isCode(text) || isAllowedText(text)) return;
  found.add(text);
}

/** What follows the host in a link that leads away from the provider: a profile, a picture. Null = nothing, or its own. */
function foreignPath(text: string): string | null {
  const { 1: host = '', 2: path = '' } = /^(?:https?:)?\/\/([^\s/?#]+)\/?([^\s]*)$/.exec(text) ?? [];
  const isOwn =
    /(?:^|\.)(?:google(?:\.[a-z]{2,3}){1,2}|gstatic\.com|googleusercontent\.com|ggpht\.com|googleapis\.com)$/;
  return path === '' || isOwn.test(host) || !/[\p{L}\p{N}]{3}/u.test(path) ? null : `${host}/${path}`;
}

function isLinkOrId(text: string): boolean {
  if (/^(?:https?:)?\/\//.test(text) || text.startsWith('/')) return !/\s/.test(text);
  if (parseFeatureId(text) !== null) return true;
  return isOpaque(text);
}

/** A long text or a quotation: somebody wrote it. */
export function isWritten(text: string): boolean {
  return isLongText(text) || isQuote(text);
}

function isLongText(text: string): boolean {
  if (text.length < LONG_TEXT.letters || /^https?:/.test(text) || /[<>{}]/.test(text)) return false;
  return (text.match(/(?:^|\s)\S*\p{L}\S*/gu) ?? []).length >= LONG_TEXT.words;
}

function isQuote(text: string): boolean {
  return /^["„“].+["”“]$/su.test(text) && /\p{L}{2}/u.test(text);
}
