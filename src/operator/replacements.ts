import type { Invention } from './invention.js';

/** A text to replace wherever it stands, and what replaces it. */
interface Pattern {
  /** As `canonical` has it. */
  readonly wanted: string;
  readonly replacement: string;
  /** It is distinctive enough to be replaced inside of other texts. Others are replaced where they stand alone. */
  readonly isDistinctive: boolean;
  /** A single word that may be a name: replaced in sentences as well. */
  readonly isName: boolean;
  /** How a long text begins: it may be cut off anywhere behind. Null = it is short. */
  readonly beginning: string | null;
}

/** Known texts and what replaces each. */
export interface Replacements {
  /** Where known texts stand in a decoded text, and what is to stand there; longest first. */
  findIn(text: string): readonly Edit[];
  /** The known texts that stand in a decoded text. */
  readonly size: number;
}

export interface Edit {
  readonly start: number;
  readonly original: string;
  readonly replacement: string;
}

const KEY_LENGTH = 3;
const MOST_ATTEMPTS = 60;
const SHORTEST_LINE = 8;

/** White space of every kind and `+` are a space, letters are small; the length stays. */
export function canonical(text: string): string {
  const small = text.toLowerCase();
  const folded =
    small.length === text.length
      ? small
      : [...text].map((one) => sameLength(one, one.toLowerCase())).join('');
  return folded.replace(/[\s+]/g, ' ');
}

function sameLength(one: string, other: string): string {
  return one.length === other.length ? other : one;
}

/**
 * `texts` are replaced by invented ones; of several lines each line, too. `fixed` has texts with replacements of their
 * own. `kept` is never replaced as a whole: the facts of the place.
 */
export function createReplacements(
  invention: Invention,
  texts: Iterable<string>,
  fixed: ReadonlyMap<string, string>,
  kept: Iterable<string>,
): Replacements {
  const facts = new Set([...kept].map((text) => canonical(text.trim())));
  const wanted = new Map<string, string>();
  for (const text of texts) {
    const lines = text.split(/[\r\n]+/).filter((line) => line.trim().length >= SHORTEST_LINE);
    // Letters with marks may be written as one character or as two.
    const forms = [text, ...lines].flatMap((part) => [part, part.normalize('NFC'), part.normalize('NFD')]);
    for (const part of forms) {
      const trimmed = part.trim();
      const key = canonical(trimmed);
      if (key !== '' && !facts.has(key) && !wanted.has(key)) wanted.set(key, trimmed);
    }
  }
  const patterns: Pattern[] = [...fixed].map(([text, replacement]) => ({
    wanted: canonical(text),
    replacement,
    isDistinctive: true,
    isName: false,
    beginning: null,
  }));
  for (const [key, text] of wanted) {
    let replacement = text;
    for (let salt = 0; salt < MOST_ATTEMPTS; salt += 1) {
      replacement = invention.text(text, salt);
      if (!wanted.has(canonical(replacement))) break;
    }
    patterns.push({
      wanted: key,
      replacement,
      isDistinctive: isDistinctive(text),
      isName: NAME.test(text),
      beginning: beginningOf(key),
    });
  }
  return indexed(patterns, [...facts]);
}

const NAME = /^\p{Lu}[\p{L}\p{M}'’-]{3,}$/u;
const BEGINNING = /^(?:\S+\s){3,}?\S*(?<=.{20})(?!\S)/su;

/** The first words of a text that is longer, so many that they are nobody else's; null = there are not so many. */
export function beginningOf(text: string): string | null {
  const beginning = BEGINNING.exec(text)?.[0] ?? null;
  return beginning === null || beginning.length === text.length ? null : beginning;
}

function indexed(patterns: readonly Pattern[], facts: readonly string[]): Replacements {
  const byStart = new Map<string, Pattern[]>();
  for (const pattern of patterns) {
    const key = pattern.wanted.slice(0, KEY_LENGTH);
    byStart.set(key, [...(byStart.get(key) ?? []), pattern]);
  }
  const starting = (folded: string, at: number): readonly Pattern[] =>
    Array.from(
      { length: KEY_LENGTH },
      (_, length) => byStart.get(folded.slice(at, at + length + 1)) ?? [],
    ).flat();

  /** In a sentence, and no part of a fact of the place. */
  const isNamed = (text: string, folded: string, at: number, { isName, wanted }: Pattern): boolean => {
    const around = [text[at - 1] ?? ' ', text[at + wanted.length] ?? ' '];
    if (!isName || !/\p{Lu}/u.test(text[at] ?? '') || !around.some((one) => /\s/.test(one))) return false;
    if (!around.every((one) => /[\s"'„“”«»>(<).,!?;:…–-]/u.test(one))) return false;
    return !facts.some((fact) => {
      const offset = fact.indexOf(wanted);
      return offset >= 0 && folded.startsWith(fact, at - offset);
    });
  };

  return {
    size: patterns.length,
    findIn: (text) => {
      const folded = canonical(text);
      const found: (Edit & { readonly length: number })[] = [];
      for (let at = 0; at < folded.length; at += 1) {
        if (isWordCharacter(folded[at - 1]) && isWordCharacter(folded[at])) continue;
        for (const pattern of starting(folded, at)) {
          const end = endIn(folded, at, pattern);
          if (end === null) continue;
          if (pattern.isDistinctive || standsAlone(text, at, end) || isNamed(text, folded, at, pattern)) {
            const replacement = pattern.replacement.slice(0, end - at);
            found.push({ start: at, original: text.slice(at, end), replacement, length: end - at });
          }
        }
      }
      return found.sort((one, other) => other.length - one.length);
    },
  };
}

/** Where a text ends that stands here, whole or cut off; null = it does not. */
function endIn(folded: string, at: number, { wanted, beginning }: Pattern): number | null {
  const isInWord = (end: number) => isWordCharacter(folded[end - 1]) && isWordCharacter(folded[end]);
  if (folded.startsWith(wanted, at)) return isInWord(at + wanted.length) ? null : at + wanted.length;
  if (beginning === null || !folded.startsWith(beginning, at)) return null;
  let length = beginning.length;
  while (length < wanted.length && folded[at + length] === wanted[length]) length += 1;
  // No half of a pair.
  return /[\ud800-\udbff]/.test(folded[at + length - 1] ?? '') ? at + length - 1 : at + length;
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}

/** Two words, a long one, or one with letters beyond ASCII: no markup and no code. */
function isDistinctive(text: string): boolean {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const letters = words.join('').length;
  if (words.length >= 2 && letters >= 5) return true;
  return letters >= 13 || (letters >= 4 && /[^\p{ASCII}]/u.test(words.join('')));
}

const MARKUP_ATTRIBUTE =
  /\b(?:class|id|style|role|type|rel|as|name|property|itemprop|lang|tag|kind|href|src|method)"?\s*[=:]\s*["']?$/;

/** The whole value of a string, an attribute or an element. */
function standsAlone(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 24), start).trimEnd();
  const after = text.slice(end, end + 24).trimStart();
  const isBounded = (before === '' || /["'>]$/.test(before)) && (after === '' || /^["'<]/.test(after));
  return isBounded && !MARKUP_ATTRIBUTE.test(before);
}
