import type { Language } from '../../published/language.js';
import { BUILT_IN } from './built-in.js';
import { mergeRules, readRulesFile } from './load-rules.js';
import { rulesTexts } from './rules-file.js';

/**
 * The result of a tool: a text for standard output, or lines that say why it could not begin. `isGood`: false if the tool
 * has found a problem.
 */
export type ToolResult =
  /** `isOpen`: nothing is wrong, but something that the result needs is not known. */
  | { readonly text: string; readonly isGood: boolean; readonly isOpen?: boolean }
  | { readonly faults: readonly string[] };

/** Checks a rules file. Each fault is one line, `FILE: fault`. */
export async function checkRules(path: string, language: Language): Promise<ToolResult> {
  const reading = await readRulesFile(path, language);
  if (reading.kind !== 'rules') return { faults: faultLines(path, reading.faults) };
  const text = rulesTexts(language)('valid', { path, entries: countEntries(reading.rules) });
  return { text: `${text}\n`, isGood: true };
}

/** Prints the built-in rules as a rules file; the entries of `path` come before the built-in entries. */
export async function printRules(path: string | null, language: Language): Promise<ToolResult> {
  if (path === null) return { text: rulesText(BUILT_IN), isGood: true };
  const reading = await readRulesFile(path, language);
  return reading.kind === 'rules'
    ? { text: rulesText(mergeRules(reading.rules)), isGood: true }
    : { faults: faultLines(path, reading.faults) };
}

/** Why the rules of a file cannot be used, one line per fault. */
function faultLines(path: string, faults: readonly string[]): readonly string[] {
  return faults.map((fault) => `${path}: ${fault}`);
}

/** Counts entries. A path is one entry, although it is a list. */
function countEntries(part: unknown): number {
  if (Array.isArray(part)) return part.length;
  return Object.values(Object(part) as object).reduce((sum: number, inner) => sum + countEntries(inner), 0);
}

/** Writes one list per line: easy to compare and to copy. */
function rulesText(rules: object): string {
  const written = (value: unknown, indent: string): string => {
    if (Array.isArray(value)) return `[${value.map((entry) => JSON.stringify(entry)).join(', ')}]`;
    const inner = `${indent}  `;
    const entries = Object.entries(Object(value) as object).map(
      ([name, part]) => `${inner}${JSON.stringify(name)}: ${written(part, inner)}`,
    );
    return `{\n${entries.join(',\n')}\n${indent}}`;
  };
  return `${written(rules, '')}\n`;
}
