import { AppError } from '../errors.js';
import type { RuleSet } from '../provider/rules/built-in.js';
import { currentRules } from '../provider/rules/current.js';

const RETRY_AFTER_SECONDS = 5;

/**
 * Call before a negative answer that rests on a control: page and control must have been read with the same rules.
 * @throws AppError `provider_unavailable` when those the pages were read with were replaced since
 */
export function assertRulesInUse(rules: RuleSet): void {
  if (rules === currentRules()) return;
  throw new AppError(
    'provider_unavailable',
    'The rules by which pages of the map provider are read were replaced in the meantime. Try again shortly.',
    { cause: 'rules were replaced between pages and control', retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
