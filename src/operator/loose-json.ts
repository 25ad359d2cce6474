// JSON in what cannot be parsed as a whole: in scripts under any name, behind any prefix, in attributes, cut off.

const OPENING = /\[(?=\s*(?:["[{\]\d-]|null|true|false))|\{(?=\s*")/g;
/** How often the length of a text may be walked, so that brackets of a program cost no minutes. */
const MOST_WALKS = 40;
const DEEPEST = 2_000;

/** Every array and object that stands in a text. What is cut off is read as far as it goes. */
export function looseJsonIn(text: string): readonly unknown[] {
  const found: unknown[] = [];
  let budget = MOST_WALKS * Math.max(text.length, 1_000);
  OPENING.lastIndex = 0;
  for (let match = OPENING.exec(text); match !== null && budget > 0; match = OPENING.exec(text)) {
    const start = match.index;
    const { end, rest } = endOf(text, start);
    budget -= end - start;
    const value = rest === '' ? parsed(text.slice(start, end)) : cutOff(text, start, rest);
    const next = value === undefined ? start + 1 : end;
    if (value !== undefined) found.push(value);
    OPENING.lastIndex = next;
  }
  return found;
}

/** Where a value ends, and what closes it where the text ends before. */
function endOf(text: string, start: number): { readonly end: number; readonly rest: string } {
  const open: string[] = [];
  let inString = false;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (inString) {
      if (char === '\\') at += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '[' || char === '{') {
      open.push(char === '[' ? ']' : '}');
      if (open.length > DEEPEST) return { end: at, rest: '' };
    } else if (char === ']' || char === '}') {
      if (open.pop() !== char) return { end: at + 1, rest: '' };
      if (open.length === 0) return { end: at + 1, rest: '' };
    }
  }
  return { end: text.length, rest: `${inString ? '"' : ''}${open.reverse().join('')}` };
}

/** What could stand where a text was cut off, before its brackets are closed. */
const ENDINGS = ['', '"', 'null', ':null', '":null'] as const;

/** A value that was cut off; its texts alone where it cannot be closed. */
function cutOff(text: string, start: number, closing: string): unknown {
  const brackets = closing.replace('"', '');
  const given = text.slice(start);
  // Half an escape, half a number or word.
  const heads = [given, given.replace(/\\(?:u[0-9a-fA-F]{0,3})?$/, ''), given.replace(/[\w.+-]+$/, '')];
  for (const head of heads)
    for (const ending of ENDINGS) {
      const value = parsed(head + ending + brackets);
      if (value !== undefined) return value;
    }
  const texts = [...given.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(({ 0: literal }) => parsed(literal));
  return texts.length === 0 ? undefined : texts;
}

/** However large it is: it was received already, and nothing in it may be passed over. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
