import { BUILT_IN, type RuleSet } from './built-in.js';

// The rules in use, one immutable value for the whole process: docs/decisions/0013-provider-rules.md says why pure
// extractors may read it. `useRules` is called by the start of the service, by the operator's tools and by tests only.

let inUse: RuleSet = BUILT_IN;

/** The rules to read with. */
export function currentRules(): RuleSet {
  return inUse;
}

/** Replaces the rules as a whole, for everything that begins to read from now on; gives those before. */
export function useRules(rules: RuleSet): RuleSet {
  const before = inUse;
  inUse = rules;
  return before;
}
