import type { Origin, Origins } from '../origins.js';
import type { MatchedEntries } from '../raw-state.js';
import { BUILT_IN, type IndexPath } from './built-in.js';

/** A list of the rules by its full name, e.g. `selectors.reviewCount`; null if the name is not a list. */
export function listIn(rules: unknown, name: string): readonly (string | IndexPath)[] | null {
  let part = rules;
  for (const key of name.split('.')) {
    if (typeof part !== 'object' || part === null || Array.isArray(part) || !Object.hasOwn(part, key))
      return null;
    part = (part as Readonly<Record<string, unknown>>)[key];
  }
  return Array.isArray(part) ? part : null;
}

/** An entry as the rules file writes it: `[4,8]`, or the text itself. */
export function entryText(entry: string | IndexPath): string {
  return typeof entry === 'string' ? entry : JSON.stringify(entry);
}

const builtInEntries = new Map<string, ReadonlySet<string>>();

/** The origin of a value. An operator's entry that repeats a built-in entry counts as built-in. */
export function foundAt(source: Origin['source'], list: string, entry: string | IndexPath): Origin {
  let known = builtInEntries.get(list);
  if (known === undefined) {
    known = new Set((listIn(BUILT_IN, list) ?? []).map(entryText));
    builtInEntries.set(list, known);
  }
  const text = entryText(entry);
  return { source, list, set: known.has(text) ? 'built-in' : 'operator', entry: text };
}

/** The origins of values that a page shows: for each field its value, and the list that finds it. */
export function shownOrigins(
  source: Origin['source'],
  matched: MatchedEntries,
  fields: Readonly<Record<string, readonly [list: string, value: unknown]>>,
): Origins {
  const originOf = ([list, value]: readonly [string, unknown]): Origin | null => {
    const entry = matched[list];
    return value == null || entry === undefined ? null : foundAt(source, list, entry);
  };
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, originOf(field)]));
}
