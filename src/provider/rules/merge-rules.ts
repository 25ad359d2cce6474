import { createHash } from 'node:crypto';
import { BUILT_IN, type IndexPath, type RuleSet } from './built-in.js';
import { entryText } from './found-at.js';
import type { OperatorRules } from './rules-file.js';

type Entry = string | IndexPath;

/**
 * Tabs are recognised by their labels, and an empty tab is part of a negative answer: an operator's label must not
 * lead to another tab while a recorded label finds its own tab.
 */
const BUILT_IN_FIRST: ReadonlySet<string> = new Set(['words.reviewsTab']);

/** The merged rules: in each list the operator's entries, then the built-in entries. */
export function mergeRules(operator: OperatorRules): RuleSet {
  return deepFreeze(merged(BUILT_IN, operator, [])) as RuleSet;
}

function merged(builtIn: unknown, operator: unknown, at: readonly string[]): unknown {
  if (Array.isArray(builtIn))
    return mergedList(builtIn, Array.isArray(operator) ? operator : [], at.join('.'));
  const added = Object(operator) as Readonly<Record<string, unknown>>;
  const entries = Object.entries(Object(builtIn) as object).map(([name, part]) => [
    name,
    merged(part, added[name], [...at, name]),
  ]);
  return Object.fromEntries(entries);
}

/** A repeated entry keeps its first position and counts as built-in. */
function mergedList(builtIn: readonly Entry[], operator: readonly Entry[], name: string): readonly Entry[] {
  const known = new Map(builtIn.map((entry) => [entryText(entry), entry]));
  const own = operator.map((entry) => known.get(entryText(entry)) ?? entry);
  const all = BUILT_IN_FIRST.has(name) ? [...builtIn, ...own] : [...own, ...builtIn];
  return [...new Map(all.map((entry) => [entryText(entry), entry])).values()];
}

function deepFreeze(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
}

/** Twelve hexadecimal digits that identify a set of rules, independent of the order of its names. */
export function fingerprintOf(rules: OperatorRules | RuleSet): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(rules)))
    .digest('hex')
    .slice(0, 12);
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, part]) => [name, sorted(part)]));
}
