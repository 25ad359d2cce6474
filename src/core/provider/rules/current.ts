import { BUILT_IN, type RuleSet } from './built-in.js';

// The rules in use, one immutable value for the whole process. docs/decisions/0013-provider-rules.md explains why
// pure extractors may read it. Only the start of the service, the operator's tools and tests call `useRules`.

let inUse: RuleSet = BUILT_IN;

/** The rules in use. */
export function currentRules(): RuleSet {
  return inUse;
}

/** Replaces all rules for every reading that begins after the call; returns the previous rules. */
export function useRules(rules: RuleSet): RuleSet {
  const before = inUse;
  inUse = rules;
  return before;
}
