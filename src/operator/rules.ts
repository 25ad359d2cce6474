import { BUILT_IN } from '../provider/rules/built-in.js';
import { mergeRules } from '../provider/rules/merge-rules.js';
import { readRulesFile } from '../provider/rules/read-rules-file.js';
import { type FileFailure, failureLines, type Say } from './rules-texts.js';

/** The result of a command about rules: a text for standard output, or lines with the reasons of a failure. */
export type RulesResult = { readonly text: string } | { readonly faults: readonly string[] };

/** Checks a rules file. Each fault is one line, `FILE:LINE: fault`. */
export async function checkRules(path: string, say: Say): Promise<RulesResult> {
  const reading = await readRulesFile(path);
  if (reading.kind !== 'rules') return faultsOf(path, reading, say);
  const entries = countEntries(reading.rules);
  return { text: say(`${path}: poprawny, wpisów: ${entries}\n`, `${path}: valid, entries: ${entries}\n`) };
}

/** Prints the built-in rules as a rules file; the entries of `path` come before the built-in entries. */
export async function printRules(path: string | null, say: Say): Promise<RulesResult> {
  if (path === null) return { text: rulesText(BUILT_IN) };
  const reading = await readRulesFile(path);
  return reading.kind === 'rules'
    ? { text: rulesText(mergeRules(reading.rules)) }
    : faultsOf(path, reading, say);
}

function faultsOf(path: string, failure: FileFailure, say: Say): RulesResult {
  return { faults: failureLines(path, failure, say) };
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
