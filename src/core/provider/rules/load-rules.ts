import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import canonicalize from 'canonicalize';
import { SettingsError } from '../../errors.js';
import type { Language } from '../../published/language.js';
import { BUILT_IN, type IndexPath, type RuleSet } from './built-in.js';
import { useRules } from './current.js';
import {
  MAX_FILE_BYTES,
  type OperatorRules,
  parseRules,
  type RulesReading,
  rulesTexts,
} from './rules-file.js';

export interface RulesInfo {
  readonly set: 'operator' | 'built-in';
  readonly fingerprint: string;
}

/**
 * Puts the operator's rules in use for the life of the process; `path` undefined = only the built-in rules. Returns
 * the sets in use, in the order in which their entries are tried.
 * @throws SettingsError when the file cannot be read or is not valid
 */
export async function loadRules(path: string | undefined): Promise<readonly RulesInfo[]> {
  const builtIn: RulesInfo = { set: 'built-in', fingerprint: fingerprintOf(BUILT_IN) };
  if (path === undefined) return [builtIn];
  const reading = await readRulesFile(path);
  if (reading.kind !== 'rules') {
    const [first, ...others] = reading.faults;
    const more = others.length === 0 ? '' : ` (and ${others.length} more: place-lookup rules check)`;
    throw new SettingsError(['PROVIDER_RULES'], `PROVIDER_RULES ${path}: ${first}${more}`);
  }
  useRules(mergeRules(reading.rules));
  return [{ set: 'operator', fingerprint: fingerprintOf(reading.rules) }, builtIn];
}

/** Reads and checks a rules file. It never rejects and never waits for a pipe or a device. */
export async function readRulesFile(path: string, language: Language = 'en'): Promise<RulesReading> {
  const t = rulesTexts(language);
  try {
    const file = await stat(path);
    // Opening a pipe would wait for its other end.
    if (!file.isFile()) return unread(t('special'));
    if (file.size > MAX_FILE_BYTES) return unread(t('large', { most: MAX_FILE_BYTES }));
    return parseRules(await readFile(path, 'utf8'), language);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return unread(code === 'ENOENT' ? t('missing') : t('unreadable', { code }));
  }
}

function unread(fault: string): RulesReading {
  return { kind: 'faults', faults: [fault] };
}

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

/** An entry as the rules file writes it: `[4,8]`, or the text itself. */
function entryText(entry: Entry): string {
  return typeof entry === 'string' ? entry : JSON.stringify(entry);
}

/** Twelve hexadecimal digits that identify a set of rules, independent of the order of its names. */
export function fingerprintOf(rules: OperatorRules | RuleSet): string {
  return createHash('sha256')
    .update(canonicalize(rules) ?? '')
    .digest('hex')
    .slice(0, 12);
}
