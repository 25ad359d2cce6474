import { parseJson } from './envelope.js';

/**
 * The JSON arrays that stand in a text one after the other, whatever is between them. The provider frames
 * its answers with lengths that are not reliable (reviews.md §2), so the arrays are found by walking.
 */
export function jsonArraysIn(text: string): unknown[] {
  const arrays: unknown[] = [];
  let at = text.indexOf('[');
  while (at >= 0) {
    const end = endOfArray(text, at);
    if (end < 0) break;
    const array = parseJson(text.slice(at, end));
    // Brackets that are no JSON: go on behind them.
    if (array !== undefined) arrays.push(array);
    at = text.indexOf('[', end);
  }
  return arrays;
}

/** The index behind the bracket that closes the one at `start`; -1 when the text ends before. */
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
