import { parseJson } from './envelope.js';

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
