import { BUILT_IN } from '../core/provider/rules/built-in.js';
import { mergeRules, readRulesFile } from '../core/provider/rules/load-rules.js';
import { type OperatorRules, rulesTexts } from '../core/provider/rules/rules-file.js';
import type { Language } from '../core/published/language.js';
import type { ToolResult } from '../kit/terminal/tool-result.js';

/** Checks a rules file. Each fault is one line, `FILE: fault`. */
export function checkRules(path: string, language: Language): Promise<ToolResult> {
  return ofFile(path, language, (rules) =>
    rulesTexts(language)('valid', { path, entries: countEntries(rules) }),
  );
}

/** Prints the built-in rules as a rules file; the entries of `path` come before the built-in entries. */
export async function printRules(path: string | null, language: Language): Promise<ToolResult> {
  if (path === null) return { text: `${written(BUILT_IN)}\n`, isGood: true };
  return ofFile(path, language, (rules) => written(mergeRules(rules)));
}

/** What is to be said of the rules of a file, or why they cannot be used, one line per fault. */
async function ofFile(
  path: string,
  language: Language,
  said: (rules: OperatorRules) => string,
): Promise<ToolResult> {
  const reading = await readRulesFile(path, language);
  if (reading.kind === 'rules') return { text: `${said(reading.rules)}\n`, isGood: true };
  return { faults: reading.faults.map((fault) => `${path}: ${fault}`) };
}

/** Counts entries. A path is one entry, although it is a list. */
function countEntries(part: unknown): number {
  if (Array.isArray(part)) return part.length;
  return Object.values(Object(part) as object).reduce((sum: number, inner) => sum + countEntries(inner), 0);
}

/** Writes one list per line: easy to compare and to copy. */
function written(value: unknown, indent = ''): string {
  if (Array.isArray(value)) return `[${value.map((entry) => JSON.stringify(entry)).join(', ')}]`;
  const inner = `${indent}  `;
  const entries = Object.entries(Object(value) as object).map(
    ([name, part]) => `${inner}${JSON.stringify(name)}: ${written(part, inner)}`,
  );
  return `{\n${entries.join(',\n')}\n${indent}}`;
}
