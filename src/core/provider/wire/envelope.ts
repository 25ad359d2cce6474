import { RULES } from '../rules/built-in.js';

/** Maximum characters of a body: ten times the largest recording. Parsing more would block all other requests. */
const MAX_LENGTH = 8_000_000;
/** Maximum levels of a text to parse: deep texts take long. */
const MAX_DEPTH = 1_000;
const LARGE_BODY = 1_000_000;

/** Parses JSON. Returns undefined for text that is not whole JSON, or is larger or deeper than any answer. */
export function parseJson(text: string): unknown {
  if (text.length > MAX_LENGTH || (text.length > LARGE_BODY && isTooDeep(text))) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** True for a body that begins with the guard the provider puts before JSON. */
export function isGuarded(body: string): boolean {
  return RULES.marks.jsonGuard.some((guard) => body.startsWith(guard));
}

/** Parses a guarded (or bare) JSON body; see `parseJson`. */
export function parseGuarded(body: string): unknown {
  const guard = RULES.marks.jsonGuard.find((mark) => body.startsWith(mark)) ?? '';
  return parseJson(body.slice(guard.length));
}

/** The body of an answer, and its data; undefined when the body is no JSON. A body is parsed once, when it arrives. */
export interface DataAnswer {
  readonly body: string;
  readonly data: unknown;
}

export function dataAnswer(body: string): DataAnswer {
  return { body, data: parseGuarded(body) };
}

/**
 * True for a text with more levels than any answer. Brackets in strings count, too: ordinary texts never open a
 * thousand more brackets than they close.
 */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '[' || char === '{') depth += 1;
    else if (char === ']' || char === '}') depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

const MAX_SHOWN_SLOTS = 12;

/** The shape of an answer for the log: kinds, lengths and filled slots, never content. */
export function bodyShape({ body, data }: DataAnswer): string {
  return data === undefined ? `${body.length} characters that are not JSON` : shapeOf(data);
}

/** The shape of parsed data for the log; see `bodyShape`. */
export function shapeOf(value: unknown): string {
  if (!Array.isArray(value)) return kindOf(value);
  const filled = value.flatMap((slot, index) => (slot == null ? [] : [`${index}: ${kindOf(slot)}`]));
  const shown = filled.slice(0, MAX_SHOWN_SLOTS).join(', ');
  return `${kindOf(value)} (${shown}${filled.length > MAX_SHOWN_SLOTS ? ', …' : ''})`;
}

function kindOf(value: unknown): string {
  if (typeof value === 'string') return `text of ${value.length} characters`;
  if (Array.isArray(value)) return `list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return `object of ${Object.keys(value).length}`;
  return value === null ? 'null' : typeof value;
}

/**
 * Finds the JSON arrays in a text one after the other and skips any text between them. The provider frames its
 * answers with unreliable lengths (reviews.md §2), so the function walks the brackets.
 */
export function jsonArraysIn(text: string): unknown[] {
  const arrays: unknown[] = [];
  let at = text.indexOf('[');
  while (at >= 0) {
    const end = endOfArray(text, at);
    if (end < 0) break;
    const array = parseJson(text.slice(at, end));
    // If the brackets are not JSON, the search goes on behind them.
    if (array !== undefined) arrays.push(array);
    at = text.indexOf('[', end);
  }
  return arrays;
}

/** The index behind the bracket that closes the bracket at `start`; -1 when the text ends before it. */
function endOfArray(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (inString) {
      if (char === '\\') at += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '[') depth += 1;
    else if (char === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}
