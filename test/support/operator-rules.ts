import { useRules } from '../../src/core/provider/rules/current.js';
import { mergeRules } from '../../src/core/provider/rules/load-rules.js';
import type { OperatorRules } from '../../src/core/provider/rules/rules-file.js';

/** Runs a piece of a test with an operator's rules; those before are put back in use, whatever happens. */
export async function withOperatorRules<T>(operator: OperatorRules, work: () => T | Promise<T>): Promise<T> {
  const before = useRules(mergeRules(operator));
  try {
    return await work();
  } finally {
    useRules(before);
  }
}
